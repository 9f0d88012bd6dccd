"""Events as they happen. A broken stream is reopened after the last event seen, so no event is missed or repeated.

Sequences have no gaps, so a stream can resume from a number. A stream without a starting point reads the newest
sequence first. Otherwise, if it broke before its first event, the events since its opening would be lost.
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any, AsyncIterator, Iterator, Mapping

import httpx

from ._call import Call
from ._events import Event, decode_event
from ._exchange import backoff, connection_error_of
from ._raw import decoded

if TYPE_CHECKING:
    from types import TracebackType

    from ._async_sender import AsyncSender
    from ._sender import Sender

# The service sends a comment after at most 15 silent seconds. After three missing comments the connection is dead.
SILENCE = 45.0
# A service that restarts is away for a minute, and a stream must outlast it. 40 pauses of the backoff take at least two
# and a half minutes, and at most five.
MAX_RECONNECTS = 40
NEWEST = Call("GET", "/events", query={"per_page": 1})


class Messages:
    """Parses server-sent events. Only \\n ends a line: a text may contain other line breaks, such as U+2028."""

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
                data, self._data = "\n".join(self._data), []
                yield decoded(data, lambda each: decode_event(json.loads(each)))


class Place:
    """The position of a stream, and how often it broke since the last event."""

    def __init__(self, call: Call, options: Mapping[str, Any], max_retries: int) -> None:
        self._call = call
        self.sequence: int | None = call.query.get("after_sequence")
        self._given = options
        self.plain = {name: value for name, value in options.items() if name != "timeout"}
        self._max_retries: int = options.get("max_retries", max_retries)
        self._broken = 0

    @property
    def options(self) -> Mapping[str, Any]:
        """Of the next connection."""
        return {**self._given, "timeout": self._given.get("timeout", SILENCE), "max_retries": self._max_retries}

    def opened(self) -> None:
        """A stream that was open once is tried again for longer than other calls are."""
        self._max_retries = self._given.get("max_retries", MAX_RECONNECTS)

    def call(self) -> Call:
        return replace(self._call, query={"after_sequence": self.sequence})

    def seen(self, event: Event) -> Event:
        self.sequence, self._broken = event.sequence, 0
        return event

    def broken(self, failure: httpx.RequestError | None) -> float:
        """Returns the seconds until the stream is reopened. An end by the service, as in a restart, is no failure."""
        self._broken += 1
        if failure is not None and self._broken > self._max_retries:
            raise connection_error_of(failure)
        return backoff(self._broken)


class Source:
    """One connection of a stream, with the events that were read and not yet returned."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._messages = Messages()
        self.pending: deque[Event] = deque()

    def feed(self, chunk: bytes) -> None:
        self.pending.extend(self._messages.feed(chunk))


# Generators are not used here: the event loop closes an unfinished one at an arbitrary time, with warnings.


class EventStream:
    """`for event in stream` does not end until the stream is closed. Close it, or use it in a `with`."""

    def __init__(self, sender: Sender, call: Call, options: Mapping[str, Any]) -> None:
        self._sender = sender
        self._place = Place(call, options, sender.settings.max_retries)
        self._source: Source | None = None
        self._chunks: Iterator[bytes] = iter(())
        self._is_closed = False

    def __iter__(self) -> EventStream:
        return self

    def __next__(self) -> Event:
        while not self._is_closed:
            if self._source is not None and self._source.pending:
                return self._place.seen(self._source.pending.popleft())
            try:
                self._read(self._source or self._open())
            except httpx.RequestError as failure:
                self._reopen_later(failure)
        raise StopIteration

    def _open(self) -> Source:
        place = self._place
        if place.sequence is None:
            place.sequence = newest(self._sender.exchange(NEWEST, place.plain)[0].body)
        self._source = Source(self._sender.exchange(place.call(), place.options, is_stream=True)[1])
        place.opened()
        self._chunks = self._source.answer.iter_bytes()
        return self._source

    def _read(self, source: Source) -> None:
        chunk = next(self._chunks, None)
        if chunk is None:
            self._reopen_later(None)
        else:
            source.feed(chunk)

    def _reopen_later(self, failure: httpx.RequestError | None) -> None:
        self._drop()
        self._sender.sleep(self._place.broken(failure))

    def _drop(self) -> None:
        if self._source is not None:
            self._source.answer.close()
        self._source = None

    def close(self) -> None:
        self._is_closed = True
        self._drop()

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class AsyncEventStream:
    """`async for event in stream` does not end until the stream is closed. Close it, or use it in an `async with`."""

    def __init__(self, sender: AsyncSender, call: Call, options: Mapping[str, Any]) -> None:
        self._sender = sender
        self._place = Place(call, options, sender.settings.max_retries)
        self._source: Source | None = None
        self._chunks: AsyncIterator[bytes] | None = None
        self._is_closed = False

    def __aiter__(self) -> AsyncEventStream:
        return self

    async def __anext__(self) -> Event:
        while not self._is_closed:
            if self._source is not None and self._source.pending:
                return self._place.seen(self._source.pending.popleft())
            try:
                await self._read(self._source or await self._open())
            except httpx.RequestError as failure:
                await self._reopen_later(failure)
        raise StopAsyncIteration

    async def _open(self) -> Source:
        place = self._place
        if place.sequence is None:
            place.sequence = newest((await self._sender.exchange(NEWEST, place.plain))[0].body)
        self._source = Source((await self._sender.exchange(place.call(), place.options, is_stream=True))[1])
        place.opened()
        self._chunks = self._source.answer.aiter_bytes()
        return self._source

    async def _read(self, source: Source) -> None:
        try:
            assert self._chunks is not None
            source.feed(await self._chunks.__anext__())
        except StopAsyncIteration:
            await self._reopen_later(None)

    async def _reopen_later(self, failure: httpx.RequestError | None) -> None:
        await self._drop()
        await self._sender.sleep(self._place.broken(failure))

    async def _drop(self) -> None:
        if self._source is not None:
            await self._source.answer.aclose()
        self._source = None

    async def close(self) -> None:
        self._is_closed = True
        await self._drop()

    async def __aenter__(self) -> AsyncEventStream:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()


def newest(body: Any) -> int:
    data = body["data"]
    return int(data[0]["sequence"]) if data else 0
