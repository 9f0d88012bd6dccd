"""Only mypy reads this file. It also reports a line that must not type-check and does."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from typing_extensions import assert_type

from cardwright import AsyncCardwright, Cardwright, Page, Pages, RawResponse, webhooks
from cardwright.models import Card, CardListItem, CardStatus, CardSummary, Merchant


def sync_client(client: Cardwright) -> None:
    card = client.cards.create(bin_id="b", amount=5, metadata={"team": "growth", "n": 1, "on": True})
    assert_type(card, Card)
    assert_type(card.balance, Decimal)
    assert_type(card.created_at, datetime)
    assert_type(card.status, CardStatus)
    assert_type(client.cards.list(status="frozen"), Pages[CardListItem])
    for transaction in client.transactions.list(from_="2026-01-01"):
        assert_type(transaction.merchant, Merchant)
    raw = client.with_raw_response.cards.get("card_1", timeout=5)
    assert_type(raw, RawResponse[CardSummary])
    assert_type(client.with_raw_response.cards.list(per_page=5).parse(), Page[CardListItem])


async def async_client(client: AsyncCardwright) -> None:
    assert_type(await client.cards.get("card_1"), CardSummary)
    async for card in client.cards.list():
        assert_type(card, CardListItem)
    assert_type(await client.with_raw_response.cards.get("card_1"), RawResponse[CardSummary])
    assert_type((await client.with_raw_response.cards.list()).parse(), Page[CardListItem])


def refused(client: Cardwright, card: Card) -> None:
    client.cards.create(bin_id="b")  # type: ignore[call-arg]
    client.cards.create(bin_id="b", amount="5")  # type: ignore[arg-type]
    client.cards.create(bin_id="b", amount=5, lable="typo")  # type: ignore[call-arg]
    client.cards.list(status="thawed")  # type: ignore[arg-type]
    client.cards.get("card_1", idempotency_key="x")  # type: ignore[call-arg]
    client.with_raw_response.cards.get(1)  # type: ignore[arg-type]
    card.balance = Decimal(1)  # type: ignore[misc]
    client.cards.update("card_1", controls={"uses": "1"})  # type: ignore[arg-type]
    client.cards.update("card_1", controls={"limits": [{"amount": 5}]})  # type: ignore[arg-type]


def controls(client: Cardwright, card: Card) -> None:
    client.cards.update("card_1", controls={"limits": [{"window": "day", "count": 5}], "uses": None})
    assert_type(card.controls.limits[0].amount, Decimal | None)


def events(event: webhooks.Event) -> None:
    if isinstance(event, webhooks.CardEvent):
        assert_type(event.data, webhooks.CardEventData)
        assert_type(event.data.funded_amount, Decimal | None)
    match event:
        case webhooks.ChallengeEvent(data=challenge):
            assert_type(challenge.otp, str | None)
        case webhooks.TestEvent():
            assert_type(event.data.message, str)
