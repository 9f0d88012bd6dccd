"""Answers with their status and headers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Generic, Mapping, TypeVar

from ._errors import ApiConnectionError, RateLimit

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")


class RawResponse(Generic[T]):
    """An answer with its status and headers. `parse()` returns the object that the method returns without it."""

    def __init__(self, answer: httpx.Response, body: Any, decode: Callable[[Any], T]) -> None:
        self._answer = answer
        self._body = body
        self._decode = decode

    @property
    def status(self) -> int:
        return self._answer.status_code

    @property
    def headers(self) -> Mapping[str, str]:
        """Lookups ignore the case of names."""
        return self._answer.headers

    @property
    def content(self) -> bytes:
        return self._answer.content

    @property
    def request_id(self) -> str | None:
        return self.headers.get("x-request-id")

    @property
    def rate_limit(self) -> RateLimit | None:
        return RateLimit.from_headers(self.headers)

    @property
    def is_replay(self) -> bool:
        """True when the idempotency key was used before, and this is the first answer again."""
        return self.headers.get("idempotent-replayed") == "true"

    def parse(self) -> T:
        return decoded(self._body, self._decode)

    def __repr__(self) -> str:  # without the content, which may contain a card number
        return f"RawResponse(status={self.status}, request_id={self.request_id!r})"


def decoded(body: Any, decode: Callable[[Any], T]) -> T:
    try:
        return decode(body)
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
        # `from None`, because the cause would contain the values, and they may include a card number.
        raise ApiConnectionError("the answer is not one of this service") from None
