from __future__ import annotations

import socket
import time
import unittest
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

from cardwright import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    InsufficientFundsError,
    RateLimitExceededError,
    ServiceUnavailableError,
)

from .scripted_server import CLOSED, Answer, both, refusal

CARD = Answer(201, {"id": "card_1", "balance": 5})
DOWN = refusal(503, "service_unavailable")


class Retries(unittest.IsolatedAsyncioTestCase):
    async def test_a_write_keeps_its_key_in_all_retries(self) -> None:
        cut = Answer(201, {"id": "card_1", "label": "x" * 100}, is_cut=True)
        garbled = Answer(201, b'{"id": "card_')
        failures = [CLOSED, cut, garbled, DOWN, refusal(409, "conflict"), refusal(408, "slow"), refusal(429, "limit")]
        for face, server in both(*failures, CARD, max_retries=7):
            card = await face.of(face.client.cards.create(bin_id="b", amount=5))
            self.assertEqual(card.id, "card_1")
            self.assertEqual(len(server.seen), 8)
            keys = {seen.headers["x-idempotency-key"] for seen in server.seen}
            self.assertEqual(len(keys), 1)
            self.assertEqual({seen.body for seen in server.seen}, {b'{"amount": 5, "bin_id": "b"}'})
            self.assertEqual([info.attempt for info in face.told], list(range(1, 9)))

    async def test_every_call_has_its_own_key_and_a_key_of_the_caller_is_kept(self) -> None:
        for face, server in both(CARD):
            for options in ({}, {}, {"idempotency_key": "mine"}):
                await face.of(face.client.cards.freeze("card_1", **options))
            one, two, three = [seen.headers["x-idempotency-key"] for seen in server.seen]
            self.assertNotEqual(one, two)
            self.assertEqual(three, "mine")

    async def test_a_read_has_no_idempotency_key(self) -> None:
        for face, server in both(CARD):
            await face.of(face.client.cards.get("card_1"))
            self.assertNotIn("x-idempotency-key", server.seen[0].headers)
            with self.assertRaises(TypeError):
                await face.of(face.client.cards.get("card_1", idempotency_key="x"))

    async def test_a_call_fails_after_two_retries_with_its_idempotency_key(self) -> None:
        for face, server in both(DOWN):
            with self.assertRaises(ServiceUnavailableError) as caught:
                await face.of(face.client.cards.fund("card_1", amount=5))
            self.assertEqual(len(server.seen), 3)
            self.assertEqual(caught.exception.attempts, 3)
            self.assertEqual(caught.exception.idempotency_key, server.seen[0].headers["x-idempotency-key"])

    async def test_the_timeout_covers_the_whole_attempt(self) -> None:
        slowly = Answer(200, {"id": "card_1", "label": "x" * 200}, drip=0.05)
        for face, server in both(slowly):
            started = time.monotonic()
            with self.assertRaises(ApiTimeoutError) as caught:
                await face.of(face.client.cards.fund("card_1", amount=1, timeout=0.5, max_retries=0))
            self.assertLess(time.monotonic() - started, 5)  # The whole answer would take twelve seconds.
            self.assertEqual(caught.exception.idempotency_key, server.seen[0].headers["x-idempotency-key"])
            with self.assertRaises(ValueError):
                await face.of(face.client.cards.get("card_1", timeout=0))

    async def test_pauses_double_up_to_eight_seconds_and_half_is_random(self) -> None:
        for face, _ in both(DOWN, max_retries=7):
            with self.assertRaises(ServiceUnavailableError):
                await face.of(face.client.wallet.balance())
            for pause, limit in zip(face.pauses, [0.5, 1, 2, 4, 8, 8, 8], strict=True):
                self.assertTrue(limit / 2 <= pause <= limit, face.pauses)

    async def test_retry_after_is_respected_in_seconds_and_as_a_date(self) -> None:
        when = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=30), usegmt=True)
        told = [refusal(429, "rate_limit_exceeded", headers={"Retry-After": after}) for after in ("7", when)]
        for face, _ in both(*told, CARD):
            await face.of(face.client.cards.get("card_1"))
            self.assertEqual(face.pauses[0], 7)
            self.assertTrue(25 <= face.pauses[1] <= 30, face.pauses)

    async def test_a_long_retry_after_is_raised_as_an_error(self) -> None:
        hour = refusal(429, "rate_limit_exceeded", retry_after=3600, headers={"Retry-After": "3600"})
        for face, server in both(hour):
            with self.assertRaises(RateLimitExceededError) as caught:
                await face.of(face.client.wallet.balance())
            self.assertEqual(caught.exception.retry_after, 3600)
            self.assertEqual(len(server.seen), 1)

    async def test_a_refusal_is_not_retried(self) -> None:
        for face, server in both(refusal(400, "insufficient_funds")):
            with self.assertRaises(InsufficientFundsError):
                await face.of(face.client.cards.fund("card_1", amount=5))
            self.assertEqual(len(server.seen), 1)

    async def test_retries_can_be_set_for_the_client_and_for_one_call(self) -> None:
        for face, server in both(DOWN, max_retries=0):
            for options, requests in (({}, 1), ({"max_retries": 1}, 3)):
                with self.assertRaises(ApiError):
                    await face.of(face.client.wallet.balance(**options))
                self.assertEqual(len(server.seen), requests)

    async def test_a_refused_connection_raises_a_connection_error(self) -> None:
        for face, server in both(CARD, base_url="http://127.0.0.1:9/v1"):
            with self.assertRaises(ApiConnectionError) as caught:
                await face.of(face.client.wallet.balance())
            self.assertNotIsInstance(caught.exception, ApiTimeoutError)
            self.assertEqual(caught.exception.attempts, 3)

    async def test_a_timeout_raises_a_timeout_error(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
            for face, _ in both(CARD, base_url=url, max_retries=1):
                with self.assertRaises(ApiTimeoutError) as caught:
                    await face.of(face.client.wallet.balance(timeout=0.1))
                self.assertEqual(caught.exception.attempts, 2)
