"""Size and import time of this library beside those of others. Loads them into a temporary environment; not for CI.

sdks/python/run compare [package …]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Iterable, NamedTuple

HERE = Path(__file__).resolve().parent.parent
RUNS = 15
# Import alone, and up to a client that can send.
PROGRAMS = {
    "cardwright": ("import cardwright", "cardwright.Cardwright('sk_test_0123456789abcdef')"),
    "stripe": ("import stripe", "stripe.StripeClient('sk_test_0123456789abcdef')"),
    "lithic": ("import lithic", "lithic.Lithic(api_key='x')"),
}


class Row(NamedTuple):
    package: str
    version: str
    own_kib: int
    all_kib: int
    packages: int
    import_ms: float
    client_ms: float


def measure(package: str, folder: Path) -> Row:
    """Each in an environment of its own, so that what it brings along is counted too."""
    place = folder / package
    venv.create(place, with_pip=True)
    python = str(place / "bin" / "python")
    before = set(site_of(place).iterdir())
    source = str(HERE) if package == "cardwright" else package
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-compile", source], check=True)
    added = set(site_of(place).iterdir()) - before
    version = run(python, f"import importlib.metadata as m; print(m.version('{package}'))")
    importing, making = PROGRAMS[package]
    return Row(
        package=package,
        version=version.strip(),
        own_kib=kib(path for path in added if path.name == package),
        all_kib=kib(added),
        packages=sum(path.suffix == ".dist-info" for path in added),
        import_ms=milliseconds(python, importing),
        client_ms=milliseconds(python, f"{importing}; {making}"),
    )


def site_of(place: Path) -> Path:
    return next((place / "lib").glob("python*/site-packages"))


def kib(paths: Iterable[Path]) -> int:
    files = (file for path in paths for file in ([path] if path.is_file() else path.rglob("*")))
    return round(sum(file.stat().st_size for file in files if file.is_file() and file.suffix != ".pyc") / 1024)


def run(python: str, program: str) -> str:
    return subprocess.run([python, "-c", program], check=True, capture_output=True, text=True).stdout


def milliseconds(python: str, program: str) -> float:
    """Of processor time, so that neighbours on the machine do not count. The median, with compiled files in place and
    without the start of Python itself."""
    timed = f"import time; t = time.process_time(); {program}; print((time.process_time() - t) * 1000)"
    run(python, timed)
    return statistics.median(float(run(python, timed)) for _ in range(RUNS))


def main(packages: list[str]) -> None:
    print(f"{'package':11} {'version':9} {'own KiB':>8} {'with all':>9} {'packages':>8} {'import ms':>10} {'client ms':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for package in packages or list(PROGRAMS):
            row = measure(package, Path(folder))
            print(
                f"{row.package:11} {row.version:9} {row.own_kib:8,} {row.all_kib:9,} {row.packages:8} "
                f"{row.import_ms:10.0f} {row.client_ms:10.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
