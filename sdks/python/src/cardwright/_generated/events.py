"""Generated from openapi.json by `sdks/python/run generate`. Changes here are lost."""

from __future__ import annotations


from decimal import Decimal
from typing import Literal, Mapping

from .._model import Model, list_of, money
from .models import *  # noqa: F403
from .models import Event

__all__ = [
    "CardEvent",
    "CardEventData",
    "ChallengeEvent",
    "DepositEvent",
    "KINDS",
    "SpendRequestEvent",
    "TestEvent",
    "TestEventData",
    "TransactionEvent",
    "TransactionEventData",
]


class CardEventData(CardSummary):
    """The object as it was at the time of the event."""

    _decoders = {
        "funded_amount": money,
    }

    reason: Literal["api", "dashboard", "auto_freeze"] | None = None
    """Set for `card.frozen`."""
    funded_amount: Decimal | None = None
    """The amount that was added, in USD. Set for `card.funded`."""


class TransactionEventData(Transaction):
    """The object as it was at the time of the event."""

    _names = {"3ds_status": "three_ds_status"}
    _decoders = {
        "rule_results": list_of(RuleResult.from_dict),
        "held_amount": money,
    }

    authorization_id: str | None
    decline_reason: DeclineReason | None
    three_ds_status: ThreeDsStatus
    rule_results: list[RuleResult] | None = None
    """For an authorization or increment that passed all controls: every rule that was evaluated, and why it matched
    or not, with the values of that moment. Set for `transaction.authorized`, `transaction.settled`,
    `transaction.declined`, `transaction.refunded`.
    """
    authorization_status: AuthorizationStatus | None = None
    """Set for `transaction.reversed`, `transaction.expired`."""
    held_amount: Decimal | None = None
    """The amount that the authorization still reserves, in USD. Set for `transaction.reversed`,
    `transaction.expired`.
    """


class TestEventData(Model):
    """The object as it was at the time of the event."""

    __test__ = False

    webhook_id: str
    message: str


class CardEvent(Event):
    _decoders = {"data": CardEventData.from_dict}

    type: CardEventType
    data: CardEventData


class TransactionEvent(Event):
    _decoders = {"data": TransactionEventData.from_dict}

    type: TransactionEventType
    data: TransactionEventData


class ChallengeEvent(Event):
    _decoders = {"data": ThreeDsChallenge.from_dict}

    type: ChallengeEventType
    data: ThreeDsChallenge


class DepositEvent(Event):
    _decoders = {"data": Deposit.from_dict}

    type: DepositEventType
    data: Deposit


class SpendRequestEvent(Event):
    _decoders = {"data": SpendRequest.from_dict}

    type: SpendRequestEventType
    data: SpendRequest


class TestEvent(Event):
    __test__ = False

    _decoders = {"data": TestEventData.from_dict}

    type: TestEventType
    data: TestEventData


KINDS: Mapping[str, type[Event]] = {
    "card": CardEvent,
    "transaction": TransactionEvent,
    "3ds": ChallengeEvent,
    "deposit": DepositEvent,
    "spend_request": SpendRequestEvent,
    "webhook": TestEvent,
}
