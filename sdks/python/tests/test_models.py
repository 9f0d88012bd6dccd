from __future__ import annotations

import copy
import pickle
import pprint
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

from cardwright.models import Bin, Card, CardDetails, Deposit, FullTransaction, ThreeDsChallenge, WebhookWithSecret

CARD: dict[str, Any] = {
    "id": "card_1",
    "bin_id": "bin_1",
    "network": "visa",
    "last4": "4242",
    "status": "active",
    "balance": 19.99,
    "held": 0,
    "label": "Ads",
    "created_at": "2026-11-15T09:30:00.000Z",
    "spending_limit": 2000,
    "allowed_categories": [],
    "auto_freeze_at": None,
    "metadata": {"team": "growth", "n": 0.5},
    "expires_at": "2029-11-30T23:59:59.999Z",
}


class Models(unittest.TestCase):
    def test_money_is_exact_and_times_have_a_zone(self) -> None:
        card = Card.from_dict(CARD)
        self.assertEqual(card.balance, Decimal("19.99"))
        self.assertEqual(sum([card.balance] * 3), Decimal("59.97"))
        self.assertEqual(card.created_at, datetime(2026, 11, 15, 9, 30, tzinfo=timezone.utc))
        self.assertIsNone(card.auto_freeze_at)
        self.assertEqual(card.metadata, {"team": "growth", "n": 0.5})

    def test_a_model_converts_back_to_its_json(self) -> None:
        self.assertEqual(Card.from_dict(CARD).to_dict(), CARD)

    def test_every_amount_of_cents_is_read_exactly(self) -> None:
        for cents in range(0, 1_000_000, 7):
            self.assertEqual(Card.from_dict({"balance": cents / 100}).balance * 100, cents)

    def test_unknown_fields_and_values_are_kept(self) -> None:
        card: Any = Card.from_dict({**CARD, "mood": "good", "status": "dormant", "to_dict": 1, "from_dict": 2})
        self.assertEqual((card.mood, card.status), ("good", "dormant"))
        self.assertEqual(card.to_dict()["mood"], "good")

    def test_a_missing_field_does_not_affect_the_others(self) -> None:
        deposit = Deposit.from_dict({"id": "dep_1"})
        self.assertIsNone(deposit.confirmed_at)
        with self.assertRaises(AttributeError):
            _ = deposit.amount_usd

    def test_a_model_is_read_only_compared_by_value_and_can_be_copied(self) -> None:
        card: Any = Card.from_dict(CARD)
        with self.assertRaises(AttributeError):
            card.balance = 1
        with self.assertRaises(AttributeError):
            del card.balance
        for twin in (copy.copy(card), copy.deepcopy(card), pickle.loads(pickle.dumps(card))):
            self.assertEqual(twin, card)
        self.assertNotEqual(card, Card.from_dict({**CARD, "label": "Other"}))

    def test_a_model_can_be_constructed_in_tests(self) -> None:
        made = Deposit(
            id="dep_1",
            currency="usdt",
            amount_crypto="1",
            amount_usd=Decimal(1),
            fee_usd=Decimal("0.01"),
            credited_usd=Decimal("0.99"),
            status="pending",
            tx_hash="0x1",
            confirmations=0,
            created_at=datetime(2026, 1, 1, tzinfo=timezone.utc),
        )
        self.assertEqual(made.to_dict()["credited_usd"], 0.99)
        with self.assertRaisesRegex(TypeError, "lacks .*status"):
            Deposit(id="dep_1")  # type: ignore[call-arg]

    def test_fields_with_invalid_python_names_are_renamed(self) -> None:
        self.assertTrue(Bin.from_dict({"3ds": True}).three_ds)
        transaction = FullTransaction.from_dict({"3ds_status": "pending", "authorization_timeline": [{"amount": 1.1}]})
        self.assertEqual(transaction.three_ds_status, "pending")
        self.assertEqual(transaction.authorization_timeline[0].amount, Decimal("1.1"))
        self.assertEqual(transaction.to_dict(), {"3ds_status": "pending", "authorization_timeline": [{"amount": 1.1}]})


class Secrets(unittest.TestCase):
    def test_secrets_are_masked_in_every_representation(self) -> None:
        details = CardDetails.from_dict({"id": "card_1", "pan": "4242420123456789", "cvv": "123", "exp_month": 1})
        for shown in (repr(details), str(details), f"{details}", pprint.pformat([details]), "%s" % details):
            self.assertNotIn("424242", shown)
            self.assertNotIn("123456", shown)
            self.assertNotIn("'123'", shown)
            self.assertIn("************6789", shown)
        self.assertEqual((details.pan, details.cvv), ("4242420123456789", "123"))
        self.assertNotIn("042318", repr(ThreeDsChallenge.from_dict({"otp": "042318"})))
        self.assertNotIn("whsec_x", repr(WebhookWithSecret.from_dict({"secret": "whsec_x"})))
