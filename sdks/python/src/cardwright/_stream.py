"""Events as they happen. A stream that breaks is opened again after the last event seen: none is missed or doubled.

Sequences have no gaps, so the place to go on from is a number. A stream that was asked for without a place learns the
newest sequence first; else what happens between its opening and its first event would be lost when it breaks.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, AsyncGenerator, AsyncIterator, Generator, Iterator, Mapping

import httpx

from ._call import Call
from ._events import Event, decode_event
from ._exchange import backoff, connection_error_of

if TYPE_CHECKING:
    from types import TracebackType

    from ._sender import AsyncSender, Sender

# The service says "still here" after 15 silent seconds at the latest; three of them missed is a dead connection.
SILENCE = 45.0
NEWEST = Call("GET", "/events", query={"per_page": 1})


class Messages:
    """Server-sent events out of bytes. Lines end at \\n alone: a text may hold any other break, such as U+2028."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[Event]:
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            text = line.rstrip(b"\r").decode()
            if text.startswith("data:"):
                self._data.append(text[5:].removeprefix(" "))
            elif text == "" and self._data:
                yield decode_event(json.loads("\n".join(self._data)))
                self._data = []


class Place:
    """Where a stream stands, and how often it broke since the last event."""

    def __init__(self, call: Call, options: Mapping[str, Any], max_retries: int) -> None:
        self._call = call
        self.sequence: int | None = call.query.get("after_sequence")
        self.options = {**options, "timeout": options.get("timeout", SILENCE)}
        self.plain = {name: value for name, value in options.items() if name != "timeout"}
        self._most: int = options.get("max_retries", max_retries)
        self._broken = 0

    def call(self) -> Call:
        return replace(self._call, query={"after_sequence": self.sequence})

    def seen(self, event: Event) -> Event:
        self.sequence, self._broken = event.sequence, 0
        return event

    def broken(self, failure: httpx.RequestError | None) -> float:
        """Seconds until it is opened again. A stream that the service ended is no failure: it restarted, say."""
        self._broken += 1
        if failure is not None and self._broken > self._most:
            raise connection_error_of(failure) from failure
        return backoff(self._broken)


class EventStream:
    """`for event in stream`, for ever. Close it, or use it in a `with`."""

    def __init__(self, sender: Sender, call: Call, options: Mapping[str, Any]) -> None:
        self._sender = sender
        self._place = Place(call, options, sender.settings.max_retries)
        self._events = self._follow()

    def _follow(self) -> Generator[Event, None, None]:
        place = self._place
        if place.sequence is None:
            place.sequence = newest(self._sender.exchange(NEWEST, place.plain)[0].body)
        while True:
            failure = None
            try:
                yield from self._read()
            except httpx.RequestError as broken:
                failure = broken
            self._sender.sleep(place.broken(failure))

    def _read(self) -> Generator[Event, None, None]:
        _, answer = self._sender.exchange(self._place.call(), self._place.options, is_stream=True)
        messages = Messages()
        try:
            for chunk in answer.iter_bytes():
                for event in messages.feed(chunk):
                    yield self._place.seen(event)
        finally:
            answer.close()

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        return next(self._events)

    def close(self) -> None:
        self._events.close()

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class AsyncEventStream:
    """`async for event in stream`, for ever. Close it, or use it in an `async with`."""

    def __init__(self, sender: AsyncSender, call: Call, options: Mapping[str, Any]) -> None:
        self._sender = sender
        self._place = Place(call, options, sender.settings.max_retries)
        self._events = self._follow()

    async def _follow(self) -> AsyncGenerator[Event, None]:
        place = self._place
        if place.sequence is None:
            place.sequence = newest((await self._sender.exchange(NEWEST, place.plain))[0].body)
        while True:
            failure = None
            messages = self._read()
            try:
                async for event in messages:
                    yield event
            except httpx.RequestError as broken:
                failure = broken
            finally:
                await messages.aclose()
            await self._sender.sleep(place.broken(failure))

    async def _read(self) -> AsyncGenerator[Event, None]:
        _, answer = await self._sender.exchange(self._place.call(), self._place.options, is_stream=True)
        messages = Messages()
        try:
            async for chunk in answer.aiter_bytes():
                for event in messages.feed(chunk):
                    yield self._place.seen(event)
        finally:
            await answer.aclose()

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        return await self._events.__anext__()

    async def close(self) -> None:
        await self._events.aclose()

    async def __aenter__(self) -> AsyncEventStream:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()


def newest(body: Any) -> int:
    data = body["data"]
    return int(data[0]["sequence"]) if data else 0
