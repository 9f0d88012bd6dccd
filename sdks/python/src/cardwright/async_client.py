"""The client for asyncio. It has its own module, so that each client loads only the modules it needs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, Mapping

import httpx

from ._async_sender import AsyncRawSender, AsyncSender
from ._call import Call, as_it_is, checked_path
from ._generated.async_resources import AsyncResources
from ._generated.raw import AsyncRawResources
from ._settings import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT, Environment, read_settings

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Unpack

    from ._call import Method, WriteOptions
    from ._settings import ClientOptions
    from .hooks import RequestInfo, ResponseInfo


class AsyncCardwright(AsyncResources):
    """The asyncio client of one workspace. It takes the same arguments as `Cardwright`."""

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
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._settings = read_settings(
            api_key, base_url, timeout, max_retries, headers, on_request, on_response
        )
        self._is_own = http_client is None
        self._http = http_client or httpx.AsyncClient()
        self._sender = AsyncSender(self._settings, self._http)
        super().__init__(self._sender)

    @property
    def environment(self) -> Environment:
        """The environment that the prefix of the key names."""
        return self._settings.environment

    @property
    def base_url(self) -> str:
        return self._settings.base_url

    @cached_property
    def with_raw_response(self) -> AsyncRawResources:
        """The same methods, which return status and headers. `.parse()` returns the object; a list returns one page."""
        return AsyncRawResources(AsyncResources(AsyncRawSender(self._settings, self._http)))

    def with_options(self, **options: Unpack[ClientOptions]) -> AsyncCardwright:
        """Returns a copy of this client with other options: `client.with_options(max_retries=0)`.

        Both clients share the same connections, which only the original client closes.
        """
        return AsyncCardwright(**self._settings.overridden(options), http_client=self._http)

    async def request(
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
        return await self._sender.send(call, as_it_is, options)

    async def close(self) -> None:
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncCardwright:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncCardwright(environment={self.environment!r}, base_url={self.base_url!r})"
