"""Waits for a 3-D Secure passcode and enters it, as an agent that shops with the card would.

CARDWRIGHT_API_KEY=sk_test_… python examples/read_passcode.py
"""

import asyncio

from cardwright import AsyncCardwright
from cardwright.models import ThreeDsChallenge
from cardwright.webhooks import ChallengeEvent


async def next_challenge(client: AsyncCardwright, card_id: str, after: int) -> ThreeDsChallenge:
    """Waits on the event stream: nothing is polled, and a lost connection loses no challenge."""
    async with client.events.stream(after_sequence=after) as events:
        async for event in events:
            if isinstance(event, ChallengeEvent) and event.data.card_id == card_id:
                return event.data
    raise RuntimeError("the stream was closed")


async def main() -> None:
    async with AsyncCardwright() as client:
        card = await client.cards.create(bin_id="bin_visa_us_prepaid_1", amount=100)
        newest = (await client.events.list(per_page=1).first_page()).data[0].sequence

        # The sandbox simulates the merchant.
        await client.sandbox.three_ds.create(card_id=card.id, merchant="Acme Ads", amount=40)

        challenge = await asyncio.wait_for(next_challenge(client, card.id, newest), timeout=30)
        if challenge.otp is None:
            raise RuntimeError("this one has no passcode: three_ds.approve or three_ds.decline answers it")
        print(f"{challenge.merchant} asks for {challenge.amount:.2f} USD, the passcode is {challenge.otp}")
        done = await client.sandbox.three_ds.verify(challenge.id, otp=challenge.otp)
        print(f"the challenge is {done.status}")


if __name__ == "__main__":
    asyncio.run(main())
