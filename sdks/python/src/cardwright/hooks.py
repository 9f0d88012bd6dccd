"""What `on_request` and `on_response` are told: enough for a log line, and nothing that is a secret.

No headers, no query, no bodies: those hold keys, card numbers and passcodes.
"""

from __future__ import annotations

from typing import NamedTuple


class RequestInfo(NamedTuple):
    method: str
    path: str
    """Without the query."""
    attempt: int
    """Counted from 1."""
    idempotency_key: str | None


class ResponseInfo(NamedTuple):
    method: str
    path: str
    attempt: int
    idempotency_key: str | None
    status: int | None
    """None when there was no answer."""
    duration: float
    """Seconds."""
    request_id: str | None
    error: str | None
    """The identifier of a refusal, or the kind of failure where there was no answer."""
    retry_in: float | None
    """Seconds until the next attempt; None when this was the last."""
