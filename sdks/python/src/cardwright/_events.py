"""Event classes with typed data. An event type that this version does not know becomes a plain `Event`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal, Mapping

from ._generated.models import (
    AuthorizationStatus,
    CardEventType,
    CardSummary,
    ChallengeEventType,
    DeclineReason,
    Deposit,
    DepositEventType,
    Event as Event,
    SpendRequest,
    SpendRequestEventType,
    TestEventType,
    ThreeDsChallenge,
    ThreeDsStatus,
    Transaction,
    TransactionEventType,
)
from ._model import money


class CardEventData(CardSummary):
    """The card as it was at the time of the event."""

    _decoders = {"funded_amount": money}

    funded_amount: Decimal | None = None
    """Set for `card.funded`."""
    reason: Literal["api", "dashboard", "auto_freeze"] | None = None
    """Set for `card.frozen`."""


class TransactionEventData(Transaction):
    """The transaction as it was at the time of the event."""

    _names = {"3ds_status": "three_ds_status"}
    _decoders = {"held_amount": money}

    authorization_id: str | None = None
    decline_reason: DeclineReason | None = None
    three_ds_status: ThreeDsStatus | None = None
    authorization_status: AuthorizationStatus | None = None
    """Set for `transaction.reversed` and `transaction.expired`."""
    held_amount: Decimal | None = None
    """Set for `transaction.reversed` and `transaction.expired`."""


class CardEvent(Event):
    _decoders = {"data": CardEventData.from_dict}

    type: CardEventType
    data: CardEventData


class TransactionEvent(Event):
    _decoders = {"data": TransactionEventData.from_dict}

    type: TransactionEventType
    data: TransactionEventData


class ChallengeEvent(Event):
    """A merchant asks the payer to authenticate. `data.otp` is the passcode; `data.method` says if there is none."""

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
    """Sent by `webhooks.test`."""

    __test__ = False  # test runners must not take this class for a test because of its name

    type: TestEventType
    data: dict[str, Any]


KINDS: Mapping[str, type[Event]] = {
    "card": CardEvent,
    "transaction": TransactionEvent,
    "3ds": ChallengeEvent,
    "deposit": DepositEvent,
    "spend_request": SpendRequestEvent,
    "webhook": TestEvent,
}


def decode_event(wire: Mapping[str, Any]) -> Event:
    return KINDS.get(wire["type"].partition(".")[0], Event).from_dict(wire)
