from __future__ import annotations

import json
import logging
import os
import unittest
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from unittest import mock

from cardwright import AsyncCardwright, Cardwright, CardwrightError, SandboxOnlyError
from cardwright.errors import ConfigurationError
from cardwright.hooks import RequestInfo, ResponseInfo

from .scripted_server import KEY, Answer, both, refusal

LIVE_KEY = "sk_live_0123456789abcdef"
EMPTY = Answer(200, {"data": [], "pagination": {"page": 1, "per_page": 25, "total": 0}})


class Settings(unittest.TestCase):
    def test_the_environment_is_read_from_the_key_and_the_key_is_not_printed(self) -> None:
        for key, environment in ((KEY, "sandbox"), (LIVE_KEY, "production")):
            for client in (Cardwright(key), AsyncCardwright(key)):
                self.assertEqual(client.environment, environment)
                shown = repr(client) + str(client) + repr(client._settings)
                self.assertIn(environment, shown)
                self.assertNotIn(key, shown)

    def test_key_and_base_url_are_read_from_the_environment_when_not_given(self) -> None:
        variables = {"CARDWRIGHT_API_KEY": f"{LIVE_KEY}\n", "CARDWRIGHT_BASE_URL": "https://cards.example/v1/"}
        with mock.patch.dict(os.environ, variables):
            self.assertEqual(Cardwright().base_url, "https://cards.example/v1")
            self.assertEqual(Cardwright().environment, "production")
            self.assertEqual(Cardwright(KEY, base_url="http://here/v1").base_url, "http://here/v1")

    def test_an_invalid_key_or_base_url_is_rejected(self) -> None:
        with mock.patch.dict(os.environ, clear=True):
            self.assertEqual(Cardwright(KEY).base_url, "http://127.0.0.1:8080/v1")
            for key in (None, "", "pk_test_1", "sk_tes", "sk_test_12…", "sk_test_1 sk_test_2", "sk_live_1\nX: y"):
                with self.assertRaises(ConfigurationError) as caught:
                    Cardwright(key)
                self.assertNotIn("pk_test_1", str(caught.exception))
            with self.assertRaises(ConfigurationError):
                Cardwright(KEY, base_url="cards.example/v1")


class Requests(unittest.IsolatedAsyncioTestCase):
    async def test_a_request_has_the_expected_headers(self) -> None:
        for face, server in both(Answer(200, {}), headers={"X-Team": "a"}):
            await face.of(face.client.cards.update("card_1", label="é", headers={"X-Trace": "t", "x-team": "b"}))
            headers = server.seen[0].headers
            self.assertEqual(headers["authorization"], f"Bearer {KEY}")
            self.assertEqual(headers["content-type"], "application/json")
            self.assertRegex(headers["user-agent"], r"^cardwright-python/\d+\.\d+\.\d+ ")
            self.assertEqual((headers["x-trace"], headers["x-team"]), ("t", "b"))
            self.assertEqual(server.seen[0].body.decode(), '{"label": "é"}')

    async def test_none_clears_nullable_fields_and_omits_the_others(self) -> None:
        moment = datetime(2026, 11, 15, 9, 30, tzinfo=timezone.utc)
        cases = (
            ({"label": None}, None),
            ({"controls": None}, {"controls": None}),
            (
                {"controls": {"uses": None, "limits": [{"window": "day", "amount": Decimal("2.50")}]}},
                {"controls": {"uses": None, "limits": [{"window": "day", "amount": 2.5}]}},
            ),
            ({"controls": {"active_from": moment}}, {"controls": {"active_from": "2026-11-15T09:30:00.000Z"}}),
        )
        for given, sent in cases:
            for face, server in both(Answer(200, {})):
                await face.of(face.client.cards.update("card_1", **given))
                self.assertEqual(json.loads(server.seen[0].body or b"null"), sent)

    async def test_amounts_are_sent_as_json_numbers_and_omitted_arguments_are_not_sent(self) -> None:
        for face, server in both(Answer(200, {})):
            for amount in (Decimal("10.10"), 10.1, Decimal("5000"), 7):
                await face.of(face.client.cards.fund("card_1", amount=amount))
            self.assertEqual([seen.body for seen in server.seen[:2]], [b'{"amount": 10.1}'] * 2)
            self.assertEqual([seen.body for seen in server.seen[2:]], [b'{"amount": 5000}', b'{"amount": 7}'])
            await face.of(face.client.cards.update("card_1", metadata={"gone": None}, allowed_categories=("software",)))
            sent = json.loads(server.seen[-1].body)
            self.assertEqual(sent, {"metadata": {"gone": None}, "allowed_categories": ["software"]})
            await face.of(face.client.sandbox.authorizations.settle("txn_1"))
            self.assertEqual(server.seen[-1].body, b"")

    async def test_a_number_that_json_cannot_represent_is_rejected_before_a_request(self) -> None:
        for face, server in both(Answer(200, {})):
            for amount in (float("nan"), Decimal("Infinity")):
                with self.assertRaises((ValueError, OverflowError)):
                    await face.of(face.client.cards.fund("card_1", amount=amount))
            self.assertEqual(server.seen, [])

    async def test_times_are_sent_in_utc_and_need_a_zone(self) -> None:
        noon = datetime(2026, 1, 2, 12, tzinfo=timezone(timedelta(hours=2)))
        for face, server in both(EMPTY):
            await face.items(face.client.transactions.list(from_=noon, to=date(2026, 1, 3), min_amount=Decimal("1.50")))
            query = server.seen[0].path.partition("?")[2]
            self.assertEqual(query, "from=2026-01-02T10%3A00%3A00.000Z&to=2026-01-03&min_amount=1.5")
            with self.assertRaises(ValueError):
                await face.items(face.client.transactions.list(from_=datetime(2026, 1, 2)))

    async def test_an_id_cannot_change_the_path(self) -> None:
        for face, server in both(Answer(200, {})):
            for bad in ("", ".", ".."):
                with self.assertRaises(ValueError):
                    await face.of(face.client.cards.get(bad))
            await face.of(face.client.cards.get("../a b?c#d%"))
            self.assertEqual([seen.path for seen in server.seen], ["/v1/cards/..%2Fa%20b%3Fc%23d%25"])

    async def test_an_invalid_idempotency_key_is_rejected_before_a_request(self) -> None:
        for face, server in both(Answer(200, {})):
            for key in ("", "a" * 256, "line\nbreak", "é"):
                with self.assertRaisesRegex(ValueError, "idempotency key"):
                    await face.of(face.client.cards.freeze("card_1", idempotency_key=key))
            self.assertEqual(server.seen, [])

    async def test_an_unknown_argument_is_rejected_before_a_request(self) -> None:
        for face, server in both(Answer(200, {})):
            with self.assertRaisesRegex(TypeError, "lable"):
                await face.of(face.client.cards.update("card_1", lable="typo"))
            self.assertEqual(server.seen, [])

    async def test_a_live_key_cannot_call_sandbox_methods(self) -> None:
        for face, server in both(Answer(200, {}), api_key=LIVE_KEY):
            sandbox = face.client.sandbox
            for call in (sandbox.reset, sandbox.clock.get, lambda: sandbox.three_ds.verify("3ds_1", otp="1")):
                with self.assertRaises(SandboxOnlyError) as caught:
                    await face.of(call())
                self.assertEqual((caught.exception.id, caught.exception.status), ("sandbox_only", 0))
            self.assertEqual(server.seen, [])
            await face.of(face.client.wallet.balance())

    async def test_with_options_leaves_the_original_client_unchanged(self) -> None:
        for face, server in both(Answer(200, {}), headers={"X-Team": "a"}):
            other = face.client.with_options(headers={"X-Trace": "t"}, timeout=7, api_key=LIVE_KEY)
            await face.of(other.request("GET", "/anything"))
            await face.of(face.client.request("GET", "/anything"))
            sent = [(seen.headers.get("x-team"), seen.headers.get("x-trace")) for seen in server.seen]
            self.assertEqual(sent, [("a", "t"), ("a", None)])
            self.assertEqual((other.environment, face.client.environment), ("production", "sandbox"))
            self.assertEqual(server.seen[0].headers["authorization"], f"Bearer {LIVE_KEY}")
            await face.of(other.close())
            await face.of(face.client.request("GET", "/still/open"))

    async def test_request_sends_any_path_and_rejects_invalid_ones(self) -> None:
        for face, server in both(refusal(503, "service_unavailable"), Answer(201, {"ok": True})):
            sent = face.client.request("POST", "/new/thing", body={"amount": Decimal("1.5")}, idempotency_key="k1")
            self.assertEqual(await face.of(sent), {"ok": True})
            seen = [(each.method, each.path, each.body, each.headers["x-idempotency-key"]) for each in server.seen]
            self.assertEqual(seen, [("POST", "/v1/new/thing", b'{"amount": 1.5}', "k1")] * 2)
            await face.of(face.client.request("GET", "/cards", query={"label": "a b", "status": None}))
            self.assertEqual(server.seen[2].path, "/v1/cards?label=a+b")
            for path in ("cards", "//host/x", "/../admin", "/a/%2E%2e/b", "/cards?x=1", "/cards#x", "/a\\b"):
                with self.assertRaises(ValueError):
                    await face.of(face.client.request("GET", path))
            self.assertEqual(len(server.seen), 3)

    async def test_the_raw_response_is_available(self) -> None:
        headers = {
            "X-Request-Id": "req_9",
            "Idempotent-Replayed": "true",
            "X-RateLimit-Limit": "1000",
            "X-RateLimit-Remaining": "999",
            "X-RateLimit-Reset": "60",
        }
        for face, _ in both(Answer(201, {"id": "card_1", "pan": "4242424242424242"}, headers)):
            raw = await face.of(face.client.with_raw_response.cards.details("card_1"))
            self.assertEqual((raw.status, raw.request_id, raw.is_replay), (201, "req_9", True))
            self.assertEqual(tuple(raw.rate_limit), (1000, 999, 60))
            self.assertEqual(raw.headers["x-request-id"], "req_9")
            self.assertEqual(raw.parse().pan, "4242424242424242")
            self.assertNotIn("4242424242", repr(raw))
        for face, _ in both(EMPTY):
            page = (await face.of(face.client.with_raw_response.cards.list(per_page=5))).parse()
            self.assertEqual((page.data, page.total), ([], 0))


class Hooks(unittest.IsolatedAsyncioTestCase):
    async def test_hooks_see_every_attempt_but_no_secret(self) -> None:
        begun: list[RequestInfo] = []
        answers = [refusal(503, "service_unavailable"), Answer(200, {"otp": "123456"}, {"X-Request-Id": "req_2"})]
        with self.assertLogs("cardwright", logging.DEBUG) as logged:
            for face, server in both(*answers, on_request=begun.append):
                await face.of(face.client.sandbox.authorizations.create(pan="4242424242424242", amount=1, merchant={}))
                first, second = face.told
                self.assertEqual((first.method, first.path), ("POST", "/sandbox/authorizations"))
                self.assertEqual((first.status, first.error, first.attempt), (503, "service_unavailable", 1))
                self.assertEqual((second.status, second.error, second.request_id), (200, None, "req_2"))
                self.assertEqual((first.retry_in is None, second.retry_in), (False, None))
                self.assertTrue(all(info.duration >= 0 for info in face.told))
                self.assertNoSecret(repr(face.told))
        self.assertEqual([info.attempt for info in begun], [1, 2, 1, 2])
        self.assertNoSecret(repr(begun) + repr(logged.output))

    async def test_hooks_do_not_see_the_query(self) -> None:
        for face, _ in both(EMPTY):
            await face.items(face.client.cards.list(label="private"))
            self.assertEqual(face.told[0].path, "/cards")

    async def test_a_failing_hook_does_not_hide_the_answer(self) -> None:
        def fail(_: ResponseInfo) -> None:
            raise RuntimeError("hook")

        with self.assertLogs("cardwright", logging.ERROR):
            for face, _ in both(Answer(200, {"id": "card_1"}), on_response=fail):
                self.assertEqual((await face.of(face.client.cards.get("card_1"))).id, "card_1")

    def assertNoSecret(self, text: str) -> None:
        for secret in (KEY, "4242424242424242", "123456"):
            self.assertNotIn(secret, text)


class Answers(unittest.IsolatedAsyncioTestCase):
    async def test_the_error_about_an_unexpected_answer_does_not_contain_it(self) -> None:
        for face, _ in both(Answer(200, {"id": "card_1", "balance": "4242424242424242 dollars"})):
            with self.assertRaises(CardwrightError) as caught:
                await face.of(face.client.cards.get("card_1"))
            self.assertNotIn("4242", str(caught.exception))
            self.assertIsNone(caught.exception.__cause__)
