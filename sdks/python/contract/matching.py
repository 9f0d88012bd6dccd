"""Compares answers with the expectations of a scenario; see sdks/contract/README.md."""

from __future__ import annotations

import re
from typing import Any, Mapping

TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def at(answer: Any, path: str) -> Any:
    """Returns the value at a path. A missing field is None."""
    for part in path.split("."):
        if isinstance(answer, list) and part.isdecimal() and int(part) < len(answer):
            answer = answer[int(part)]
        elif isinstance(answer, Mapping):
            answer = answer.get(part)
        else:
            return None
    return answer


def resolved(value: Any, saved: Mapping[str, Any]) -> Any:
    """Replaces `"$name"` with the value that was saved under that name."""
    if isinstance(value, str) and value.startswith("$") and value[1:] in saved:
        return saved[value[1:]]
    if isinstance(value, list):
        return [resolved(each, saved) for each in value]
    if isinstance(value, dict):
        return {key: resolved(each, saved) for key, each in value.items()}
    return value


def fits(found: Any, expected: Any) -> bool:
    if not (isinstance(expected, dict) and any(key.startswith("$") for key in expected)):
        return is_equal(found, expected)
    (kind, wanted), *_ = expected.items()
    match kind:
        case "$type":
            return has_type(found, wanted)
        case "$matches":
            return isinstance(found, str) and re.search(wanted, found) is not None
        case "$length":
            return isinstance(found, list) and len(found) == wanted
        case "$min":
            return has_type(found, "number") and found >= wanted
        case "$not":
            return not is_equal(found, wanted)
    raise ValueError(f"there is no matcher {kind}")


def has_type(found: Any, name: str) -> bool:
    """In Python a boolean is an integer; in JSON it is not."""
    if isinstance(found, bool) and name != "boolean":
        return False
    return isinstance(found, TYPES[name])


def is_equal(found: Any, expected: Any) -> bool:
    return bool(found == expected) and isinstance(found, bool) == isinstance(expected, bool)


def check(what: str, found: Any, expected: Any) -> None:
    if not fits(found, expected):
        raise AssertionError(f"{what} is {found!r}, not {expected!r}")
