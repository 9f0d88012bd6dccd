"""The sync client. `async_client` differs from it only in `await`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, Mapping

import httpx

from ._call import Call, as_it_is, checked_path
from ._generated.raw import RawResources
from ._generated.resources import Resources
from ._sender import RawSender, Sender
from ._settings import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT, Environment, read_settings

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Unpack

    from ._call import Method, WriteOptions
    from ._settings import ClientOptions
    from .hooks import RequestInfo, ResponseInfo


class Cardwright(Resources):
    """A client of one workspace. Pass the key, or set `CARDWRIGHT_API_KEY`.

    base_url: the address including `/v1`. The default is `CARDWRIGHT_BASE_URL`, or else a service on this machine.
    timeout: seconds for each attempt, from sending the request to the end of its answer, not for all attempts together.
    max_retries: the number of retries after the first attempt.
    on_request, on_response: called for each attempt; see `cardwright.hooks`.
    http_client: your own httpx client, for proxies, certificates or limits. You close it yourself.
    """

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        headers: Mapping[str, str] | None = None,
        on_request: Callable[[RequestInfo], object] | None = None,
        on_response: Callable[[ResponseInfo], object] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        self._settings = read_settings(
            api_key, base_url, timeout, max_retries, headers, on_request, on_response
        )
        self._is_own = http_client is None
        self._http = http_client or httpx.Client()
        self._sender = Sender(self._settings, self._http)
        super().__init__(self._sender)

    @property
    def environment(self) -> Environment:
        """The environment that the prefix of the key names."""
        return self._settings.environment

    @property
    def base_url(self) -> str:
        return self._settings.base_url

    @cached_property
    def with_raw_response(self) -> RawResources:
        """The same methods, which return status and headers. `.parse()` returns the object; a list returns one page."""
        return RawResources(Resources(RawSender(self._settings, self._http)))

    def with_options(self, **options: Unpack[ClientOptions]) -> Cardwright:
        """Returns a copy of this client with other options: `client.with_options(max_retries=0)`.

        Both clients share the same connections, which only the original client closes.
        """
        return Cardwright(**self._settings.overridden(options), http_client=self._http)

    def request(
        self,
        method: Method,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        **options: Unpack[WriteOptions],
    ) -> Any:
        """Sends any request under the base address, with the retries, idempotency keys and errors of other methods.

        Returns the parsed JSON of the answer.
        """
        call = Call(method, checked_path(path), query or {}, body)
        return self._sender.send(call, as_it_is, options)

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def __enter__(self) -> Cardwright:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Cardwright(environment={self.environment!r}, base_url={self.base_url!r})"
