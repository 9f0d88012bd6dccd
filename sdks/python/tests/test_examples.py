"""Runs the examples as a reader would. Examples that call the service need one: see sdks/python/python.test.ts."""

from __future__ import annotations

import ast
import asyncio
import importlib
import os
import re
import subprocess
import sys
import unittest
from typing import Any
from unittest import mock

import httpx

from cardwright import webhooks
from generator.__main__ import HERE

URL, KEY = os.environ.get("CARDWRIGHT_CONTRACT_URL"), os.environ.get("CARDWRIGHT_CONTRACT_KEY")
SECRET = "a secret of one's own"
EVENT = b"""{"id":"evt_1","type":"card.frozen","created_at":"2026-11-15T09:30:00.000Z","environment":"sandbox",
"sequence":1,"data":{"id":"card_1","reason":"auto_freeze"}}"""
PATH = "/webhooks/cardwright"


@unittest.skipUnless(URL and KEY, "needs a service: set CARDWRIGHT_CONTRACT_URL and CARDWRIGHT_CONTRACT_KEY")
class WithAService(unittest.TestCase):
    def run_example(self, name: str) -> str:
        variables = {**os.environ, "CARDWRIGHT_BASE_URL": URL or "", "CARDWRIGHT_API_KEY": KEY or ""}
        program = [sys.executable, str(HERE / "examples" / name)]
        done = subprocess.run(program, env=variables, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_issue_and_spend_prints_the_purchase_and_the_decline(self) -> None:
        said = self.run_example("issue_and_spend.py")
        self.assertRegex(said, r"settlement +-42\.50  Acme Ads")
        self.assertIn("groceries: category_not_allowed", said)
        self.assertIn("terminated, 57.50 USD back in the wallet", said)

    def test_read_passcode_completes_the_challenge(self) -> None:
        said = self.run_example("read_passcode.py")
        self.assertRegex(said, r"Acme Ads asks for 40\.00 USD, the passcode is \d{6}\nthe challenge is completed")

    def test_the_first_program_of_the_readme_funds_a_card(self) -> None:
        with mock.patch.dict(os.environ, {"CARDWRIGHT_BASE_URL": URL or "", "CARDWRIGHT_API_KEY": KEY or ""}):
            names: dict[str, Any] = {}
            exec(readme_programs()[0], names)
        self.assertEqual(names["client"].cards.get(names["card"].id).balance, 150)

    def test_reconcile_accounts_for_every_cent(self) -> None:
        self.assertIn("every cent is accounted for", self.run_example("reconcile.py"))


class Readme(unittest.TestCase):
    def test_every_program_of_the_readme_compiles(self) -> None:
        self.assertGreater(len(readme_programs()), 4)
        for program in readme_programs():
            compile(program, "README.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def readme_programs() -> list[str]:
    return re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)


class Receivers(unittest.TestCase):
    """Sends requests to each receiver through its own framework."""

    def setUp(self) -> None:
        variables = mock.patch.dict(os.environ, {"CARDWRIGHT_WEBHOOK_SECRET": SECRET})
        variables.start()
        self.addCleanup(variables.stop)

    def check(self, transport: httpx.AsyncBaseTransport) -> None:
        signed = webhooks.sign_test_payload(EVENT, SECRET)
        answers = asyncio.run(post_all(transport, [signed, signed, {**signed, "webhook-signature": "v1,x"}, {}]))
        self.assertEqual([answer.status_code for answer in answers], [204, 204, 401, 401])
        self.assertIn("bad_signature", answers[2].text)
        self.assertIn("missing_header", answers[3].text)

    def test_the_fastapi_receiver_accepts_only_signed_events(self) -> None:
        example = importlib.import_module("examples.webhooks_fastapi")
        with mock.patch.object(example, "handle") as handled:
            self.check(httpx.ASGITransport(example.app))
        self.assertEqual(handled.call_count, 1)

    def test_the_flask_receiver_accepts_only_signed_events(self) -> None:
        example = importlib.import_module("examples.webhooks_flask")
        with mock.patch.object(example, "handle", wraps=example.handle) as handled:
            self.check(InThread(httpx.WSGITransport(example.app)))
        self.assertEqual(handled.call_count, 1)


class InThread(httpx.AsyncBaseTransport):
    def __init__(self, sync: httpx.WSGITransport) -> None:
        self._sync = sync

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._sync.handle_request(request)
        return httpx.Response(answer.status_code, content=answer.read())


async def post_all(transport: httpx.AsyncBaseTransport, headers: list[dict[str, Any]]) -> list[httpx.Response]:
    async with httpx.AsyncClient(transport=transport, base_url="http://receiver") as client:
        return [await client.post(PATH, content=EVENT, headers=each) for each in headers]
