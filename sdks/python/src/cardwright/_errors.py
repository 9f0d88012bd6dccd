"""The roots of the error tree. One class per identifier of the service is generated under `ApiError`."""

from __future__ import annotations

from typing import Literal, Mapping, NamedTuple

VerificationCode = Literal[
    "missing_header", "invalid_timestamp", "timestamp_too_old", "timestamp_too_new", "bad_signature", "invalid_body"
]


class RateLimit(NamedTuple):
    """State of the tightest window, as of the answer it came with."""

    limit: int
    remaining: int
    reset: int
    """Seconds until the window has room again."""

    @classmethod
    def from_headers(cls, headers: Mapping[str, str]) -> RateLimit | None:
        """None where limits are switched off."""
        texts = [headers.get(f"x-ratelimit-{name}", "") for name in cls._fields]
        return cls(*map(int, texts)) if all(text.isdecimal() for text in texts) else None


class CardwrightError(Exception):
    """Every error of this library."""

    message: str

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class ConfigurationError(CardwrightError):
    """The client cannot be made from what it was given."""


class RequestError(CardwrightError):
    """A call that failed."""

    idempotency_key: str | None = None
    """The key that a write was sent under: the same call with this key is safe to repeat. None for a read."""
    attempts: int = 0
    """How often the request was sent."""


class ApiConnectionError(RequestError):
    """No answer, or none that could be read. Whether a write happened is not known."""


class ApiTimeoutError(ApiConnectionError):
    """The answer took longer than `timeout`."""


class ApiError(RequestError):
    """The service refused. Decide by the class, or by `id`; quote `request_id` when you ask about it."""

    status: int
    """0 when the library refused in place of the service, before any request."""
    id: str | None
    """The identifier; None when the answer was not the service's own, such as a proxy's."""
    request_id: str | None
    param: str | None
    """The field at fault, where one is."""
    retry_after: float | None
    """Seconds."""
    rate_limit: RateLimit | None

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        id: str | None = None,
        request_id: str | None = None,
        param: str | None = None,
        retry_after: float | None = None,
        rate_limit: RateLimit | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.id = id
        self.request_id = request_id
        self.param = param
        self.retry_after = retry_after
        self.rate_limit = rate_limit

    def __str__(self) -> str:
        facts = [str(self.status) if self.status else "", self.id or "", self.request_id or ""]
        return f"{self.message} ({', '.join(fact for fact in facts if fact)})" if any(facts) else self.message


class WebhookVerificationError(CardwrightError):
    """`code` names the cause."""

    code: VerificationCode

    def __init__(self, code: VerificationCode, message: str) -> None:
        super().__init__(message)
        self.code = code
