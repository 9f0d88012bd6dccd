"""One interface to the sync and the async client, so that both play the same scenarios."""

from __future__ import annotations

from functools import reduce
from typing import Any, Awaitable, Callable, Mapping

from cardwright import AsyncCardwright, Cardwright
from cardwright.hooks import RequestInfo

PYTHON_NAMES = {"from": "from_"}
Clients = Mapping[str, Any]
Meet = Callable[[Any], Awaitable[None]]


class Keys:
    def __init__(self, url: str, sandbox: str, live: str) -> None:
        self.url = url
        self.by_client = {"sandbox": sandbox, "live": live, "wrong_key": f"sk_test_{'0' * 32}"}


class Driver:
    """Drives the sync client. Its methods are coroutines that never wait."""

    name = "sync"

    def __init__(self, keys: Keys) -> None:
        self.requests_sent = 0
        self.clients: Clients = {name: self.make(key, keys.url) for name, key in keys.by_client.items()}

    def make(self, key: str, url: str) -> Any:
        return Cardwright(key, base_url=url, on_request=self.count)

    def count(self, _: RequestInfo) -> None:
        self.requests_sent += 1

    def method(self, client: str, place: str, is_raw: bool = False) -> Any:
        of = self.clients[client]
        return reduce(getattr, place.split("."), of.with_raw_response if is_raw else of)

    async def call(self, method: Any, args: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
        return method(**{PYTHON_NAMES.get(name, name): value for name, value in args.items()}, **options)

    async def first_page(self, pages: Any) -> Any:
        return pages.first_page()

    async def walk(self, pages: Any, meet: Meet) -> None:
        for item in pages:
            await meet(item)

    async def count_pages(self, pages: Any) -> int:
        return len(list(pages.pages()))

    async def take(self, stream: Any, count: int) -> list[Any]:
        with stream:
            return [next(stream) for _ in range(count)]


class AsyncDriver(Driver):
    name = "async"

    def make(self, key: str, url: str) -> Any:
        return AsyncCardwright(key, base_url=url, on_request=self.count)

    async def call(self, method: Any, args: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
        answer = await super().call(method, args, options)
        return await answer if hasattr(answer, "__await__") else answer

    async def first_page(self, pages: Any) -> Any:
        return await pages.first_page()

    async def walk(self, pages: Any, meet: Meet) -> None:
        async for item in pages:
            await meet(item)

    async def count_pages(self, pages: Any) -> int:
        return len([page async for page in pages.pages()])

    async def take(self, stream: Any, count: int) -> list[Any]:
        async with stream:
            return [await stream.__anext__() for _ in range(count)]
