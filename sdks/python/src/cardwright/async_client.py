"""The client for asyncio; apart from the other, so that each loads only what it needs."""

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
    """The same for asyncio. Arguments as those of `Cardwright`."""

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
        """As the prefix of the key says."""
        return self._settings.environment

    @property
    def base_url(self) -> str:
        return self._settings.base_url

    @cached_property
    def with_raw_response(self) -> AsyncRawResources:
        """The same methods, answering with status and headers; `.parse()` gives the object. Lists give one page."""
        return AsyncRawResources(AsyncResources(AsyncRawSender(self._settings, self._http)))

    def with_options(self, **options: Unpack[ClientOptions]) -> AsyncCardwright:
        """A client like this one, but for the options given: `client.with_options(max_retries=0)`.

        Both send through the same connections, which are closed with this one.
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
        """Any request under the base address, with the retries, keys and errors of every other method.

        Gives the JSON of the answer.
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
