from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

from generator.__main__ import HERE


class Package(unittest.TestCase):
    def test_wheel_and_sdist_contain_only_the_library_and_its_types(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, str(HERE)]
            built = subprocess.run(build, capture_output=True, text=True)
            self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
            wheel, sdist = next(Path(folder).glob("*.whl")), next(Path(folder).glob("*.tar.gz"))
            self.check_wheel(wheel)
            with tarfile.open(sdist) as archive:
                names = {name.partition("/")[2] for name in archive.getnames()}
            self.assertLessEqual({"LICENSE", "README.md", "src/cardwright/py.typed"}, names)
            self.assertFalse([name for name in names if name.startswith((".data", "tests"))])
            self.check_import(wheel)

    def check_wheel(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            sources = {str(path.relative_to(HERE / "src")) for path in (HERE / "src").rglob("*.py")}
        self.assertLessEqual({*sources, "cardwright/py.typed"}, set(names))
        self.assertEqual({name.partition("/")[0].partition("-")[0] for name in names}, {"cardwright"})

    def check_import(self, wheel: Path) -> None:
        program = "import cardwright; cardwright.Cardwright('sk_test_1'); print(cardwright.__file__)"
        done = subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONPATH": str(wheel)}, capture_output=True, text=True
        )
        self.assertIn(wheel.name, done.stdout, done.stderr)
