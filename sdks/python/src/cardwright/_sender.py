"""Sends calls. `_exchange` decides what to send and when to stop."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Mapping, TypeVar

import httpx

from ._bounded import send_within
from ._exchange import Exchange
from ._pages import Page, Pages, Place, page_of
from ._raw import RawResponse, decoded
from ._stream import EventStream

if TYPE_CHECKING:
    from ._call import Call
    from ._settings import Settings

T = TypeVar("T")
Decode = Callable[[Any], T]
Options = Mapping[str, Any]


def on_page(call: Call, place: Place) -> Call:
    return replace(call, query={**call.query, "page": None, "cursor": None, **place}) if place else call


class Sender:
    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.settings = settings
        self.http = http
        self.sleep: Callable[[float], object] = time.sleep

    def send(self, call: Call, decode: Decode[T], options: Options) -> T:
        return decoded(self.exchange(call, options)[0].body, decode)

    def list(self, call: Call, decode: Decode[T], options: Options) -> Pages[T]:
        def fetch(place: Place) -> Page[T]:
            return self.send(on_page(call, place), lambda wire: page_of(wire, decode), options)

        return Pages(fetch)

    def stream(self, call: Call, options: Options) -> EventStream:
        return EventStream(self, call, options)

    def exchange(self, call: Call, options: Options, is_stream: bool = False) -> tuple[Exchange, httpx.Response]:
        exchange = Exchange(self.settings, call, options, is_stream)
        while True:
            result = self._attempt(exchange)
            delay = exchange.judge(result)
            if delay is None and isinstance(result, httpx.Response):
                return exchange, result
            self.sleep(delay or 0)

    def _attempt(self, exchange: Exchange) -> httpx.Response | httpx.RequestError:
        request = exchange.begin()
        try:
            if not exchange.is_stream:
                return send_within(self.http, request, exchange.timeout)
            answer = self.http.send(request, stream=True)
            if not answer.is_success:
                answer.read()
            return answer
        except httpx.RequestError as failure:
            return failure


class RawSender(Sender):
    """Returns a `RawResponse` for every call. The generated `Raw…` resources declare this for type checkers."""

    def send(self, call: Call, decode: Decode[T], options: Options) -> Any:
        exchange, answer = self.exchange(call, options)
        return RawResponse(answer, exchange.body, decode)

    def list(self, call: Call, decode: Decode[T], options: Options) -> Any:
        return self.send(call, lambda wire: page_of(wire, decode), options)
