"""A real HTTP server on a real socket that gives scripted answers and records the requests."""

from __future__ import annotations

import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Iterator, Mapping, NamedTuple

import httpx

from cardwright import AsyncCardwright, Cardwright
from cardwright.hooks import ResponseInfo

KEY = "sk_test_0123456789abcdef"
# Reading the root certificates takes a tenth of a second per client, and no test here uses TLS.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class Answer(NamedTuple):
    status: int = 200
    body: Any = {}
    headers: Mapping[str, str] = {}
    is_cut: bool = False
    """True for an answer that announces its whole length but ends in the middle."""
    drip: float = 0
    """Seconds between one byte and the next, from the first header on."""


CLOSED = Answer(status=0)
"""The connection ends without an answer."""


class Seen(NamedTuple):
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


class ScriptedServer:
    """Gives its answers in order, and repeats the last one."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.seen: list[Seen] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def next_answer(self) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()

    def __enter__(self) -> ScriptedServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _handler(server: ScriptedServer) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                headers = {name.lower(): value for name, value in self.headers.items()}
                server.seen.append(Seen(self.command, self.path, headers, self.rfile.read(length)))
                send(self, server.next_answer())

            do_GET = do_POST = do_PATCH = do_DELETE = answer

            def log_message(self, *_: object) -> None:
                pass

        return Handler


def send(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
    if answer.status == 0:
        handler.close_connection = True
        return
    if answer.drip:
        return drip(handler, answer)
    body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
    handler.send_response(answer.status)
    for name, value in {"Content-Length": str(len(body)), **answer.headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2] if answer.is_cut else body)
    handler.close_connection = answer.is_cut or "Content-Length" in answer.headers


def drip(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
    body = json.dumps(answer.body).encode()
    pause = threading.Event()
    try:
        for byte in f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body:
            handler.wfile.write(bytes([byte]))
            pause.wait(answer.drip)
    except OSError:  # The client has disconnected.
        handler.close_connection = True


class Face:
    """One interface to either client. Pauses are recorded instead of waited for."""

    def __init__(self, server: ScriptedServer, is_async: bool, **options: Any) -> None:
        self.pauses: list[float] = []
        self.told: list[ResponseInfo] = []
        self.is_async = is_async
        make: Any = AsyncCardwright if is_async else Cardwright
        http: Any = httpx.AsyncClient(verify=NO_TLS) if is_async else httpx.Client(verify=NO_TLS)
        settings = {"base_url": server.url, "on_response": self.told.append, "http_client": http, **options}
        self.client: Any = make(settings.pop("api_key", KEY), **settings)
        self.client._sender.sleep = self.pause_async if is_async else self.pauses.append

    async def pause_async(self, seconds: float) -> None:
        self.pauses.append(seconds)

    async def of(self, answer: Any) -> Any:
        return await answer if self.is_async else answer

    async def items(self, pages: Any) -> list[Any]:
        return [item async for item in pages] if self.is_async else list(pages)

    async def pages(self, pages: Any) -> list[Any]:
        return await self.items(pages.pages())

    async def take(self, stream: Any, count: int) -> list[Any]:
        return [(await stream.__anext__()) if self.is_async else next(stream) for _ in range(count)]

    async def first(self, stream: Any, count: int) -> list[Any]:
        try:
            return await self.take(stream, count)
        finally:
            await self.of(stream.close())


def both(*answers: Answer, **options: Any) -> Iterator[tuple[Face, ScriptedServer]]:
    """Yields each client with its own server."""
    for is_async in (False, True):
        with ScriptedServer(*answers) as server:
            yield Face(server, is_async, **options), server


def refusal(status: int, error: str, **more: Any) -> Answer:
    headers = {"X-Request-Id": "req_1", **more.pop("headers", {})}
    body = {"error": error, "message": f"No: {error}.", "code": status, "request_id": "req_1", **more}
    return Answer(status, body, headers)
