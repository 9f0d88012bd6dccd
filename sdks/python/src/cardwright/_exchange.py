"""One call and all its attempts. The module does no input or output, so the sync and the async sender share it.

A request is sent again after a connection error, a time-out, 408, 409, 429, 5xx, or an answer that was cut off. All
attempts of a write carry the same idempotency key, so a repeated write happens once.
"""

from __future__ import annotations

import json
import logging
import random
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Mapping
from uuid import uuid4

import httpx

from ._errors import ApiConnectionError, ApiError, ApiTimeoutError, RateLimit, RequestError
from ._generated.errors import ERRORS_BY_ID, ERRORS_BY_STATUS
from ._settings import address_hint
from .hooks import RequestInfo, ResponseInfo

if TYPE_CHECKING:
    from ._call import Call
    from ._settings import Settings

FIRST_DELAY = 0.5
LONGEST_DELAY = 8.0
# With a longer Retry-After the caller decides: it gets the error at once, including the number of seconds.
LONGEST_RETRY_AFTER = 60.0
OPTIONS = {"timeout", "max_retries", "headers"}

log = logging.getLogger("cardwright")


class Exchange:
    def __init__(self, settings: Settings, call: Call, options: Mapping[str, Any], is_stream: bool = False) -> None:
        settings.judge(call.path)
        unknown = options.keys() - OPTIONS - ({"idempotency_key"} if call.is_write else set())
        if unknown:
            raise TypeError(f"unexpected argument {', '.join(map(repr, sorted(unknown)))}")
        self.call = call
        self.settings = settings
        self.is_stream = is_stream
        self.attempt = 0
        self.timeout = positive(options.get("timeout", settings.timeout))
        self._retries_left: int = options.get("max_retries", settings.max_retries)
        self._content = call.content()
        self.idempotency_key = key_of(options.get("idempotency_key")) if call.is_write else None
        self._headers = self._all_headers(options.get("headers") or {})
        self._started = 0.0
        self.body: Any = None
        """The parsed body of the last answer."""

    def _all_headers(self, extra: Mapping[str, str]) -> httpx.Headers:
        headers = httpx.Headers(self.settings.request_headers())
        if self.idempotency_key is not None:
            headers["X-Idempotency-Key"] = self.idempotency_key
        if self._content is not None:
            headers["Content-Type"] = "application/json"
        headers.update(extra)
        return headers

    def begin(self) -> httpx.Request:
        """Builds the request of the next attempt, without the httpx client, which would add cookies."""
        self.attempt += 1
        call = self.call
        tell(self.settings.on_request, RequestInfo(call.method, call.path, self.attempt, self.idempotency_key))
        self._started = time.perf_counter()
        return httpx.Request(
            call.method,
            self.settings.base_url + call.path,
            params=call.params() or None,
            headers=self._headers,
            content=self._content,
            extensions={"timeout": httpx.Timeout(self.timeout).as_dict()},
        )

    def judge(self, result: httpx.Response | httpx.RequestError) -> float | None:
        """Returns the seconds to wait before the next attempt, or None after a success. Raises the last failure."""
        failure = self._failure_of(result)
        delay = self._delay_after(failure) if failure is not None else None
        self._report(result, failure, delay)
        if failure is None or delay is not None:
            return delay
        failure.idempotency_key = self.idempotency_key
        failure.attempts = self.attempt
        raise failure

    def _failure_of(self, result: httpx.Response | httpx.RequestError) -> RequestError | None:
        if isinstance(result, httpx.RequestError):
            return connection_error_of(result)
        if not result.is_success:
            return error_of(result, self.settings.base_url)
        try:
            self.body = None if self.is_stream else result.json()
        except ValueError:
            return ApiConnectionError(f"the answer is not whole, or not JSON{self._hint_for(result)}")
        return None

    def _hint_for(self, answer: httpx.Response) -> str:
        return "" if "json" in answer.headers.get("content-type", "json") else address_hint(self.settings.base_url)

    def _delay_after(self, failure: RequestError) -> float | None:
        if self._retries_left <= 0 or not is_worth_repeating(failure):
            return None
        asked = failure.retry_after if isinstance(failure, ApiError) else None
        if asked is not None and asked > LONGEST_RETRY_AFTER:
            return None
        self._retries_left -= 1
        delay = backoff(self.attempt)
        if asked is None:
            return delay
        # In a stream the backoff counts even if the service asks for less: 40 pauses of one second do not outlast a restart.
        return max(asked, delay) if self.is_stream else asked

    def _report(self, result: object, failure: RequestError | None, delay: float | None) -> None:
        answer = result if isinstance(result, httpx.Response) else None
        info = ResponseInfo(
            method=self.call.method,
            path=self.call.path,
            attempt=self.attempt,
            idempotency_key=self.idempotency_key,
            status=answer.status_code if answer is not None else None,
            duration=time.perf_counter() - self._started,
            request_id=answer.headers.get("x-request-id") if answer is not None else None,
            error=name_of(failure),
            retry_in=delay,
        )
        log.debug("%s %s %s %.3fs attempt %d %s", *info[:2], info.status, info.duration, info.attempt, info.request_id)
        tell(self.settings.on_response, info)


def key_of(given: str | None) -> str:
    """Refuses an empty key: a made-up key in its place would not protect a call that the caller repeats."""
    if given is None:
        return str(uuid4())
    if not (1 <= len(given) <= 255 and given.isascii() and given.isprintable()):
        raise ValueError("an idempotency key has 1 to 255 printable ASCII characters")
    return given


def positive(timeout: float) -> float:
    if timeout > 0:
        return timeout
    raise ValueError("timeout must be above 0")


def tell(hook: Any, info: object) -> None:
    """A hook that fails must not hide the answer: the money may have moved."""
    if hook is None:
        return
    try:
        hook(info)
    except Exception:
        log.exception("a hook failed")


def backoff(attempt: int) -> float:
    """Half of the delay is random, so that clients that failed together do not retry together."""
    return float(min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY)) * random.uniform(0.5, 1)


def is_worth_repeating(failure: RequestError) -> bool:
    if isinstance(failure, ApiError):
        return failure.status in (408, 409, 429) or failure.status >= 500
    # A request that httpx itself refuses to send would fail again.
    return not isinstance(failure.__cause__, (httpx.LocalProtocolError, httpx.UnsupportedProtocol))


def name_of(failure: RequestError | None) -> str | None:
    if failure is None:
        return None
    return (failure.id if isinstance(failure, ApiError) else None) or type(failure).__name__


def connection_error_of(failure: httpx.RequestError) -> ApiConnectionError:
    kind = ApiTimeoutError if isinstance(failure, httpx.TimeoutException) else ApiConnectionError
    error = kind(f"no answer{' in time' if kind is ApiTimeoutError else ''}: {failure or type(failure).__name__}")
    error.__cause__ = failure
    return error


def error_of(answer: httpx.Response, base_url: str) -> ApiError:
    """The message never contains the body, which may come from any server."""
    told = told_by(answer)
    identifier = told.get("error") if isinstance(told.get("error"), str) else None
    status = answer.status_code
    kind = ERRORS_BY_ID.get(identifier or "") or ERRORS_BY_STATUS.get(status if status < 500 else 500, ApiError)
    seconds = retry_after_of(answer)
    message = str(told.get("message") or f"the answer was {status}, without an error of the service")
    is_unknown_route = status < 500 and identifier in (None, "not_found")
    return kind(
        message + (address_hint(base_url) if is_unknown_route else ""),
        status=status,
        id=identifier,
        request_id=told.get("request_id") or answer.headers.get("x-request-id"),
        param=told.get("param"),
        retry_after=seconds if seconds is not None else told.get("retry_after"),
        rate_limit=RateLimit.from_headers(answer.headers),
    )


def told_by(answer: httpx.Response) -> dict[str, Any]:
    try:
        body = json.loads(answer.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def retry_after_of(answer: httpx.Response) -> float | None:
    """The header holds seconds or a date (RFC 9110, 10.2.3)."""
    text = answer.headers.get("retry-after", "").strip()
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
