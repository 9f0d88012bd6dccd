"""The arguments of `on_request` and `on_response`: enough for a log line, and no secrets.

They include no headers, queries or bodies, because those contain keys, card numbers and passcodes.
"""

from __future__ import annotations

from typing import NamedTuple


class RequestInfo(NamedTuple):
    method: str
    path: str
    """The path without the query."""
    attempt: int
    """Counted from 1."""
    idempotency_key: str | None


class ResponseInfo(NamedTuple):
    method: str
    path: str
    attempt: int
    idempotency_key: str | None
    status: int | None
    """None when no answer arrived."""
    duration: float
    """Seconds."""
    request_id: str | None
    error: str | None
    """The identifier of a refusal, or the name of the error class when there is no identifier."""
    retry_in: float | None
    """Seconds until the next attempt. None after the last attempt."""
