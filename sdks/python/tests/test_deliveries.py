"""Tests deliveries of the service to an endpoint with a real receiver."""

from __future__ import annotations

import os
import queue
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from cardwright import Cardwright, webhooks

URL, KEY = os.environ.get("CARDWRIGHT_CONTRACT_URL"), os.environ.get("CARDWRIGHT_CONTRACT_KEY")
Request = tuple[bytes, dict[str, str]]


class Receiver:
    def __init__(self) -> None:
        received: queue.Queue[Request] = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                self.send_response(204)
                self.end_headers()
                received.put((body, dict(self.headers.items())))

            def log_message(self, *_: object) -> None:
                pass

        self.received = received
        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/hook"
        threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True).start()

    def next(self) -> Request:
        return self.received.get(timeout=20)

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()


def only(headers: dict[str, str], prefix: str) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower().startswith(prefix)}


@unittest.skipUnless(URL and KEY, "needs a service: set CARDWRIGHT_CONTRACT_URL and CARDWRIGHT_CONTRACT_KEY")
class Deliveries(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Cardwright(KEY, base_url=URL)
        self.receiver = Receiver()
        self.webhook = self.client.webhooks.create(url=self.receiver.url, events=["card.frozen"])
        self.addCleanup(self.client.close)
        self.addCleanup(self.receiver.close)
        self.addCleanup(lambda: self.client.webhooks.delete(self.webhook.id))

    def test_both_signature_schemes_are_accepted_before_and_after_a_rotation(self) -> None:
        secret = self.webhook.secret
        card = self.client.cards.create(bin_id="bin_visa_us_prepaid_1", amount=1)
        self.client.cards.freeze(card.id)
        body, headers = self.receiver.next()
        plain = only(headers, "x-webhook-")
        for event in (
            webhooks.verify(body, headers, secret),
            webhooks.verify(body, only(headers, "webhook-"), secret),
            webhooks.verify(body, plain, secret, scheme="plain"),
        ):
            assert isinstance(event, webhooks.CardEvent)
            self.assertEqual((event.type, event.data.id, event.data.reason), ("card.frozen", card.id, "api"))

        new = self.client.webhooks.rotate_secret(self.webhook.id, secret="a secret of one's own").secret
        self.client.webhooks.test(self.webhook.id)
        body, headers = self.receiver.next()
        for one in (secret, new):
            for part in (headers, only(headers, "webhook-")):
                self.assertIsInstance(webhooks.verify(body, part, one), webhooks.TestEvent)
            test = webhooks.verify(body, only(headers, "x-webhook-"), one, scheme="plain")
            self.assertIsInstance(test, webhooks.TestEvent)
        with self.assertRaises(webhooks.WebhookVerificationError):
            webhooks.verify(body, headers, "another secret altogether")
