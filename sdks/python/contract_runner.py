"""The runner of sdks/contract. Any Python can start it; it continues in the environment that `run` creates."""

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    os.execvp("sh", ["sh", str(Path(__file__).resolve().with_name("run")), "contract", *sys.argv[1:]])
