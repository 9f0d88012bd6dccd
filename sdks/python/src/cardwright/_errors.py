"""The roots of the error tree. One class per identifier of the service is generated under `ApiError`."""

from __future__ import annotations

from typing import Literal, Mapping, NamedTuple

VerificationCode = Literal[
    "missing_header", "invalid_timestamp", "timestamp_too_old", "timestamp_too_new", "bad_signature", "invalid_body"
]


class RateLimit(NamedTuple):
    """The state of the tightest rate limit at the time of the answer."""

    limit: int
    remaining: int
    reset: int
    """Seconds until more requests are allowed."""

    @classmethod
    def from_headers(cls, headers: Mapping[str, str]) -> RateLimit | None:
        """None when the service has rate limits switched off."""
        texts = [headers.get(f"x-ratelimit-{name}", "") for name in cls._fields]
        return cls(*map(int, texts)) if all(text.isdecimal() for text in texts) else None


class CardwrightError(Exception):
    """The base class of every error of this library."""

    message: str

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class ConfigurationError(CardwrightError):
    """The client cannot be created with these options."""


class RequestError(CardwrightError):
    """A call that failed."""

    idempotency_key: str | None = None
    """The key that a write was sent under: the same call with this key is safe to repeat. None for a read."""
    attempts: int = 0
    """The number of times that the request was sent."""


class ApiConnectionError(RequestError):
    """No readable answer arrived, so it is not known whether a write happened."""


class ApiTimeoutError(ApiConnectionError):
    """The answer took longer than `timeout`."""


class ApiError(RequestError):
    """The service refused the request. Decide by the class or by `id`, and quote `request_id` in support requests."""

    status: int
    """0 when the library refused the call before it sent a request."""
    id: str | None
    """The identifier of the error. None when the answer is not from the service, for example a proxy's page."""
    request_id: str | None
    param: str | None
    """The invalid field, if there is one."""
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
