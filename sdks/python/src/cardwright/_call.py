"""One call of the API, before it is a request, and the options a caller may give with it."""

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
    """The default of what can be emptied with None."""

    NOT_GIVEN = "not given"


NOT_GIVEN = NotGiven.NOT_GIVEN


class Null:
    """Stands for a null in a body, where None stands for nothing."""


def nullable(value: Any) -> Any:
    """None is sent as null, and what was not given is left out."""
    if value is None:
        return Null
    return None if value is NOT_GIVEN else value


class RequestOptions(TypedDict, total=False):
    timeout: float
    """Seconds for each attempt, from its first byte until its whole answer is there."""
    max_retries: int
    headers: Mapping[str, str]


class WriteOptions(RequestOptions, total=False):
    idempotency_key: str
    """1 to 255 printable characters. Made for you when omitted; either way all retries carry the same."""


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
        """Nothing where every field was left out: the service takes no body for an empty one."""
        fields = {name: value for name, value in (self.body or {}).items() if value is not None}
        given = {name: None if value is Null else to_wire(value) for name, value in fields.items()}
        return json.dumps(given, ensure_ascii=False, allow_nan=False).encode() if given else None


def checked_path(path: str) -> str:
    """A path that a caller wrote: below the base address, and without a query, which hooks would show."""
    climbs = any(re.fullmatch(r"(\.|%2e){1,2}", part, re.IGNORECASE) for part in path.split("/"))
    if climbs or not re.fullmatch(r"/[^/?#\\][^?#\\]*", path):
        raise ValueError("a path begins with one slash, such as /cards, and holds neither a query nor dots alone")
    return path


def segment(value: str) -> str:
    """An id as one piece of a path. An empty one would ask for the list, dots alone are a way up."""
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
