"""python -m tests [name …]: runs all tests, or those whose name contains a given name. Ends in `N passed, N failed`."""

from __future__ import annotations

import logging
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(names: list[str]) -> int:
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # The loops of unittest report every call over 0.1 s.
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in names] or None
    suite = loader.discover(str(HERE), top_level_dir=str(HERE.parent))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed", flush=True)
    return 1 if failed or result.testsRun == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
