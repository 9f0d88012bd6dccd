"""python3 -m generator [--check]"""

from __future__ import annotations

import sys
from pathlib import Path

from .annotations import Annotations
from .document import read_document
from .errors import write_errors
from .events import write_events
from .models import write_models
from .raw import write_raw
from .resources import ResourceWriter

HERE = Path(__file__).resolve().parent.parent
DOCUMENT = HERE.parent.parent / "openapi.json"
TARGET = HERE / "src" / "cardwright" / "_generated"


def generated_files(document_path: Path = DOCUMENT) -> dict[str, str]:
    document = read_document(document_path)
    annotations = Annotations(document)
    return {
        "__init__.py": "",
        "models.py": write_models(document, annotations),
        "events.py": write_events(document, annotations),
        "errors.py": write_errors(document),
        "resources.py": ResourceWriter(document, annotations, is_async=False).write(),
        "async_resources.py": ResourceWriter(document, annotations, is_async=True).write(),
        "raw.py": write_raw(document),
    }


def stale_files() -> list[str]:
    return [name for name, text in generated_files().items() if text_of(TARGET / name) != text]


def text_of(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        stale = stale_files()
        sys.exit(f"not as openapi.json has it: {', '.join(stale)}; run sdks/python/run generate" if stale else 0)
    TARGET.mkdir(exist_ok=True)
    for name, text in generated_files().items():
        (TARGET / name).write_text(text)


if __name__ == "__main__":
    main()
