"""The sender for asyncio. It has its own module, so that the sync client does not load asyncio."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Callable

import httpx

from ._bounded import too_late
from ._exchange import Exchange
from ._pages import AsyncPages, Page, Place, page_of
from ._raw import RawResponse, decoded
from ._sender import Decode, Options, T, on_page
from ._stream import AsyncEventStream

if TYPE_CHECKING:
    from ._call import Call
    from ._settings import Settings


class AsyncSender:
    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings = settings
        self.http = http
        self.sleep: Callable[[float], Any] = asyncio.sleep

    async def send(self, call: Call, decode: Decode[T], options: Options) -> T:
        return decoded((await self.exchange(call, options))[0].body, decode)

    def list(self, call: Call, decode: Decode[T], options: Options) -> AsyncPages[T]:
        async def fetch(place: Place) -> Page[T]:
            return await self.send(on_page(call, place), lambda wire: page_of(wire, decode), options)

        return AsyncPages(fetch)

    def stream(self, call: Call, options: Options) -> AsyncEventStream:
        return AsyncEventStream(self, call, options)

    async def exchange(self, call: Call, options: Options, is_stream: bool = False) -> tuple[Exchange, httpx.Response]:
        exchange = Exchange(self.settings, call, options, is_stream)
        while True:
            result = await self._attempt(exchange)
            delay = exchange.judge(result)
            if delay is None and isinstance(result, httpx.Response):
                return exchange, result
            await self.sleep(delay or 0)

    async def _attempt(self, exchange: Exchange) -> httpx.Response | httpx.RequestError:
        request = exchange.begin()
        try:
            if not exchange.is_stream:
                return await asyncio.wait_for(self.http.send(request), exchange.timeout)
            answer = await self.http.send(request, stream=True)
            if not answer.is_success:
                await answer.aread()
            return answer
        except asyncio.TimeoutError:
            return too_late(request, exchange.timeout)
        except httpx.RequestError as failure:
            return failure


class AsyncRawSender(AsyncSender):
    async def send(self, call: Call, decode: Decode[T], options: Options) -> Any:
        exchange, answer = await self.exchange(call, options)
        return RawResponse(answer, exchange.body, decode)

    def list(self, call: Call, decode: Decode[T], options: Options) -> Any:
        return self.send(call, lambda wire: page_of(wire, decode), options)
