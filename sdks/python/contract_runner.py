"""The runner of sdks/contract, by any Python: it goes on inside the environment that `run` makes."""

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    os.execvp("sh", ["sh", str(Path(__file__).resolve().with_name("run")), "contract", *sys.argv[1:]])
