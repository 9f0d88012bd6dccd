from __future__ import annotations

import json
import re
import tempfile
import unittest
from pathlib import Path

from contract.runner import operations, read
from generator.__main__ import DOCUMENT, HERE, generated_files, stale_files

LONGEST = 300


class Generated(unittest.TestCase):
    def test_the_generated_files_match_the_openapi_document(self) -> None:
        self.assertEqual(stale_files(), [], "run sdks/python/run generate")

    def test_the_library_has_exactly_the_methods_of_the_contract(self) -> None:
        self.assertEqual(sorted(operations()), sorted(read("operations.json").values()))

    def test_an_operation_without_a_name_stops_the_generator(self) -> None:
        document = json.loads(DOCUMENT.read_text())
        document["paths"]["/moons"] = {"get": document["paths"]["/bins"]["get"]}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "openapi.json"
            path.write_text(json.dumps(document))
            with self.assertRaisesRegex(SystemExit, "GET /moons"):
                generated_files(path)


class Files(unittest.TestCase):
    def test_no_file_is_longer_than_the_maximum(self) -> None:
        files = [path for path in HERE.rglob("*.py") if not {".data", "_generated"} & set(path.parts)]
        long = [str(path) for path in files if len(path.read_text().splitlines()) > LONGEST]
        self.assertEqual(long, [])

    def test_every_relative_link_of_the_readme_exists(self) -> None:
        for link in re.findall(r"\]\(([^)#]+)\)", (HERE / "README.md").read_text()):
            if "://" not in link:
                self.assertTrue((HERE / link).exists(), link)
