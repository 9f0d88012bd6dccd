from __future__ import annotations

import json
import pickle
import unittest

import cardwright
from cardwright import (
    ApiError,
    BadRequestError,
    CardNotFoundError,
    ForbiddenError,
    NotFoundError,
    RateLimit,
    RequestError,
    ServerError,
    errors,
)
from cardwright._generated.errors import ERRORS_BY_ID
from generator.__main__ import DOCUMENT

from .scripted_server import Answer, both, refusal


class Errors(unittest.IsolatedAsyncioTestCase):
    async def test_every_error_identifier_has_a_subclass_of_api_error(self) -> None:
        identifiers = json.loads(DOCUMENT.read_text())["components"]["schemas"]["Error"]["properties"]["error"]["enum"]
        self.assertEqual(list(ERRORS_BY_ID), identifiers)
        for identifier, kind in ERRORS_BY_ID.items():
            self.assertTrue(issubclass(kind, ApiError))
            self.assertIs(getattr(cardwright, kind.__name__), kind)
            for face, _ in both(refusal(400, identifier), max_retries=0):
                with self.assertRaises(kind):
                    await face.of(face.client.wallet.balance())
                break  # The async client uses the same code, so one client is enough.

    async def test_an_error_carries_all_fields_of_the_answer(self) -> None:
        limits = {"X-RateLimit-Limit": "50", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "12"}
        limited = refusal(429, "rate_limit_exceeded", retry_after=12, headers={"Retry-After": "12", **limits})
        for face, _ in both(limited, max_retries=0):
            with self.assertRaises(errors.RateLimitExceededError) as caught:
                await face.of(face.client.wallet.balance())
            error = caught.exception
            self.assertEqual((error.status, error.id, error.request_id), (429, "rate_limit_exceeded", "req_1"))
            self.assertEqual((error.retry_after, error.rate_limit), (12, RateLimit(50, 0, 12)))
            self.assertEqual(error.message, "No: rate_limit_exceeded.")
            self.assertEqual(str(error), "No: rate_limit_exceeded. (429, rate_limit_exceeded, req_1)")
        for face, _ in both(refusal(400, "invalid_amount", param="amount")):
            with self.assertRaises(errors.InvalidAmountError) as wrong:
                await face.of(face.client.cards.fund("card_1", amount=1))
            self.assertEqual((wrong.exception.param, wrong.exception.rate_limit), ("amount", None))

    async def test_a_missing_card_can_be_caught_as_not_found(self) -> None:
        for face, _ in both(refusal(404, "card_not_found")):
            with self.assertRaises(NotFoundError) as caught:
                await face.of(face.client.cards.get("card_1"))
            self.assertIs(type(caught.exception), CardNotFoundError)

    def test_errors_of_one_status_share_a_base_class(self) -> None:
        self.assertTrue(issubclass(errors.InsufficientFundsError, BadRequestError))
        self.assertTrue(issubclass(errors.ReauthenticationRequiredError, ForbiddenError))
        self.assertTrue(issubclass(errors.InternalError, ServerError))
        self.assertFalse(issubclass(errors.RateLimitExceededError, BadRequestError))

    async def test_the_error_suggests_v1_when_the_base_url_lacks_it(self) -> None:
        page = Answer(200, b"<html>", {"Content-Type": "text/html"})
        for answer in (refusal(404, "not_found"), Answer(404, b"<html>"), page):
            for face, server in both(answer, max_retries=0):
                wrong = face.client.with_options(base_url=server.url.removesuffix("/v1"))
                with self.assertRaisesRegex(RequestError, r":\d+ does not end in /v1"):
                    await face.of(wrong.wallet.balance())
                with self.assertRaisesRegex(RequestError, "^((?!/v1).)*$"):
                    await face.of(face.client.wallet.balance())
        for face, server in both(refusal(404, "card_not_found")):
            wrong = face.client.with_options(base_url=server.url.removesuffix("/v1"))
            with self.assertRaisesRegex(CardNotFoundError, "^((?!/v1).)*$"):
                await face.of(wrong.cards.get("card_1"))

    async def test_an_unknown_error_identifier_has_the_class_of_its_status(self) -> None:
        for face, _ in both(refusal(400, "moon_too_full")):
            with self.assertRaises(BadRequestError) as caught:
                await face.of(face.client.wallet.balance())
            self.assertEqual((type(caught.exception), caught.exception.id), (BadRequestError, "moon_too_full"))

    async def test_an_answer_of_a_proxy_has_the_class_of_its_status_and_is_not_quoted(self) -> None:
        kinds = {503: ServerError, 502: ServerError, 404: NotFoundError, 302: ApiError}
        for status, kind in kinds.items():
            for body in (b"<html>sk_test_secret</html>", b"[1]", b"\xff"):
                for face, _ in both(Answer(status, body), max_retries=0):
                    with self.assertRaises(ApiError) as caught:
                        await face.of(face.client.wallet.balance())
                    self.assertIs(type(caught.exception), kind)
                    self.assertEqual((caught.exception.status, caught.exception.id), (status, None))
                    self.assertNotIn("sk_test_secret", str(caught.exception))

    async def test_an_error_can_be_pickled(self) -> None:
        error = errors.InvalidAmountError("No.", status=400, id="invalid_amount", param="amount")
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(copy), copy.param, str(copy)), (type(error), "amount", str(error)))
