"""Tests of webhooks that are specific to Python. The vectors of sdks/contract cover the signature schemes."""

from __future__ import annotations

import json
import subprocess
import sys
import unittest
from decimal import Decimal
from http.client import HTTPMessage
from typing import cast

from cardwright import webhooks
from cardwright.webhooks import CardEvent, ChallengeEvent, Event, TransactionEvent, WebhookVerificationError
from contract.vectors import judge_signing, judge_verification
from contract.runner import read

SECRET = "whsec_CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk="


def body(kind: str, data: dict[str, object]) -> bytes:
    event = {"id": "evt_1", "type": kind, "created_at": "2026-11-15T09:30:00.000Z", "environment": "sandbox"}
    return json.dumps({**event, "sequence": 7, "data": data}).encode()


def received(kind: str, data: dict[str, object]) -> Event:
    raw = body(kind, data)
    return webhooks.verify(raw, webhooks.sign_test_payload(raw, SECRET), SECRET)


class Verification(unittest.TestCase):
    def test_verify_passes_the_vectors_of_the_contract(self) -> None:
        vectors = read("webhook-vectors.json")
        for vector in vectors["verify"]:
            with self.subTest(vector["name"]):
                judge_verification(vector)
        for vector in vectors["sign"]:
            with self.subTest(vector["name"]):
                judge_signing(vector)

    def test_a_request_without_timestamped_headers_is_rejected_unless_the_plain_scheme_is_selected(self) -> None:
        raw = body("card.created", {"id": "card_1"})
        signed = webhooks.sign_test_payload(raw, SECRET, timestamp=1_600_000_000)
        stripped = {name: value for name, value in signed.items() if not name.startswith("webhook-")}
        with self.assertRaises(WebhookVerificationError) as caught:
            webhooks.verify(raw, stripped, SECRET)
        self.assertEqual(caught.exception.code, "missing_header")
        self.assertEqual(webhooks.verify(raw, stripped, SECRET, scheme="plain").id, "evt_1")
        with self.assertRaises(ValueError):
            webhooks.verify(raw, signed, SECRET, scheme="none")  # type: ignore[arg-type]

    def test_a_request_of_the_decision_hook_is_typed(self) -> None:
        asked = {"amount": 12.5, "merchant": {"name": "Acme Ads"}, "partial": False}
        raw = body("authorization.request", asked)
        question = webhooks.verify_question(raw, webhooks.sign_test_payload(raw, SECRET), SECRET)
        self.assertEqual((question.data.amount, question.data.merchant.name), (Decimal("12.5"), "Acme Ads"))
        self.assertEqual(webhooks.DecisionAnswer(approved=False, reason="No.").to_dict(), {"approved": False, "reason": "No."})
        event = body("card.created", {"id": "card_1"})
        with self.assertRaises(WebhookVerificationError) as caught:
            webhooks.verify_question(event, webhooks.sign_test_payload(event, SECRET), SECRET)
        self.assertEqual(caught.exception.code, "invalid_body")

    def test_an_event_has_the_class_of_its_type(self) -> None:
        result = {"rule_id": "rule_1", "version": 1, "mode": "active", "matched": True, "explanation": "amount 5 is above 4"}
        authorized = received("transaction.authorized", {"id": "txn_1", "rule_results": [result]})
        assert isinstance(authorized, TransactionEvent)
        assert authorized.data.rule_results is not None
        self.assertEqual(authorized.data.rule_results[0].explanation, "amount 5 is above 4")
        card = received("card.funded", {"id": "card_1", "balance": 10.5, "funded_amount": 5})
        assert isinstance(card, CardEvent)
        self.assertEqual((card.data.balance, card.data.funded_amount), (Decimal("10.5"), Decimal(5)))
        declined = received("transaction.declined", {"decline_reason": "card_frozen", "3ds_status": "not_required"})
        assert isinstance(declined, TransactionEvent)
        self.assertEqual((declined.data.decline_reason, declined.data.three_ds_status), ("card_frozen", "not_required"))
        challenge = received("3ds.challenge", {"otp": "042318"})
        assert isinstance(challenge, ChallengeEvent)
        self.assertEqual(challenge.data.otp, "042318")
        self.assertNotIn("042318", repr(challenge))

    def test_an_event_of_an_unknown_type_is_returned(self) -> None:
        event = received("moon.full", {"phase": 1})
        self.assertIs(type(event), Event)
        self.assertEqual((event.type, event.data), ("moon.full", {"phase": 1}))

    def test_headers_of_any_library_are_accepted(self) -> None:
        raw = body("card.created", {})
        signed = webhooks.sign_test_payload(raw, SECRET)
        message = HTTPMessage()
        for name, value in signed.items():
            message[name.title()] = value
        for headers in (signed, list(signed.items()), message.items()):
            self.assertEqual(webhooks.verify(raw, headers, SECRET).id, "evt_1")

    def test_a_body_is_accepted_as_text_and_rejected_when_it_was_changed(self) -> None:
        raw = body("card.created", {"label": "é"})
        signed = webhooks.sign_test_payload(raw, SECRET)
        self.assertEqual(webhooks.verify(raw.decode(), signed, [SECRET]).id, "evt_1")
        with self.assertRaises(WebhookVerificationError) as caught:
            webhooks.verify(json.dumps(json.loads(raw), ensure_ascii=False), signed, SECRET)
        self.assertEqual(caught.exception.code, "bad_signature")

    def test_a_missing_secret_raises_a_value_error(self) -> None:
        raw = body("card.created", {})
        for nothing in ("", [], [SECRET, ""]):
            with self.assertRaises(ValueError):
                webhooks.verify(raw, webhooks.sign_test_payload(raw, "x"), nothing)

    def test_a_header_with_unusual_characters_is_a_bad_signature(self) -> None:
        for odd in ("é", "\udcff", "v1,", "v1,\u2028"):
            timed = {"webhook-id": "evt_1", "webhook-timestamp": "7", "webhook-signature": odd}
            for scheme, headers in (("plain", {"X-Webhook-Signature": odd}), ("standard", timed)):
                with self.assertRaises(WebhookVerificationError) as caught:
                    webhooks.verify(b"{}", headers, SECRET, now=7, scheme=cast(webhooks.Scheme, scheme))
                self.assertEqual(caught.exception.code, "bad_signature")

    def test_verifying_a_webhook_loads_no_http_client(self) -> None:
        program = "import sys, cardwright; cardwright.webhooks.verify; sys.exit('httpx' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", program]).returncode, 0)
