"""Limits the total time of one attempt.

httpx limits each read, not their sum: a server that sends a byte now and then would block the caller for ever.
Therefore the exchange runs in its own thread, and the caller waits for that thread until the timeout.
"""

from __future__ import annotations

import time
from contextvars import copy_context
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Callable, Iterator

import httpx

Outcome = httpx.Response | BaseException


def send_within(http: httpx.Client, request: httpx.Request, seconds: float) -> httpx.Response:
    outcomes: SimpleQueue[Outcome] = SimpleQueue()
    deadline = time.monotonic() + seconds
    work = (copy_context().run, put_outcome, outcomes, lambda: send_until(http, request, deadline))
    # A daemon thread: after the caller has given up, the thread ends at the next byte or at the read timeout of httpx.
    Thread(target=work[0], args=work[1:], name="cardwright-request", daemon=True).start()
    try:
        outcome = outcomes.get(timeout=seconds)
    except Empty:
        raise too_late(request, seconds) from None
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def put_outcome(outcomes: SimpleQueue[Outcome], send: Callable[[], httpx.Response]) -> None:
    try:
        outcomes.put(send())
    except BaseException as failure:
        outcomes.put(failure)


def send_until(http: httpx.Client, request: httpx.Request, deadline: float) -> httpx.Response:
    answer = http.send(request, stream=True)
    try:
        assert isinstance(answer.stream, httpx.SyncByteStream)
        answer.stream = Until(deadline, answer.stream, request)
        answer.read()
    except BaseException:
        answer.close()
        raise
    return answer


class Until(httpx.SyncByteStream):
    """Stops reading an answer after its deadline, when the caller no longer waits for it."""

    def __init__(self, deadline: float, stream: httpx.SyncByteStream, request: httpx.Request) -> None:
        self._deadline = deadline
        self._stream = stream
        self._request = request

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            if time.monotonic() > self._deadline:
                raise httpx.ReadTimeout("nobody waits for the answer any more", request=self._request)
            yield chunk

    def close(self) -> None:
        self._stream.close()


def too_late(request: httpx.Request, seconds: float) -> httpx.ReadTimeout:
    return httpx.ReadTimeout(f"no whole answer within {seconds:g} s", request=request)
