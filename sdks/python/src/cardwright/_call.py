"""A call of the API before it becomes an HTTP request, and the options that a caller can pass with it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from typing import Any, Literal, Mapping, TypedDict
from urllib.parse import quote

from ._model import to_wire, wire_moment


Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


class NotGiven(Enum):
    """The default of parameters for which None is a value: it clears the field."""

    NOT_GIVEN = "not given"


NOT_GIVEN = NotGiven.NOT_GIVEN


class Null:
    """Marks a field that is sent as null. A field that is None is left out of the body."""


def nullable(value: Any) -> Any:
    """Sends None as null, and leaves out a parameter that was not given."""
    if value is None:
        return Null
    return None if value is NOT_GIVEN else value


class RequestOptions(TypedDict, total=False):
    timeout: float
    """Seconds for each attempt, from sending the request until the whole answer has arrived."""
    max_retries: int
    headers: Mapping[str, str]


class WriteOptions(RequestOptions, total=False):
    idempotency_key: str
    """1 to 255 printable characters. The library makes one when it is omitted. All retries send the same key."""


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    # Left out of the representation, because it may contain a card number.
    body: Mapping[str, Any] | None = field(default=None, repr=False)

    @property
    def is_write(self) -> bool:
        return self.method != "GET"

    def params(self) -> dict[str, str]:
        return {name: query_text(value) for name, value in self.query.items() if value is not None}

    def content(self) -> bytes | None:
        """None when every field was left out: the service treats a missing body as an empty one."""
        fields = {name: value for name, value in (self.body or {}).items() if value is not None}
        given = {name: None if value is Null else to_wire(value) for name, value in fields.items()}
        return json.dumps(given, ensure_ascii=False, allow_nan=False).encode() if given else None


def checked_path(path: str) -> str:
    """Checks a path from the caller: it must stay below the base address, and have no query, which hooks would show."""
    climbs = any(re.fullmatch(r"(\.|%2e){1,2}", part, re.IGNORECASE) for part in path.split("/"))
    if climbs or not re.fullmatch(r"/[^/?#\\][^?#\\]*", path):
        raise ValueError("a path begins with one slash, such as /cards, and holds neither a query nor dots alone")
    return path


def segment(value: str) -> str:
    """Escapes an id for use in a path. An empty id would request the list, and `..` would lead to the parent path."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"{value!r} is no id")
    return quote(value, safe="")


def as_it_is(wire: Any) -> Any:
    return wire


def query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return wire_moment(value)
    return value.isoformat() if isinstance(value, date) else str(to_wire(value))
