"""Funds a card many times concurrently, over a connection that may lose answers."""

from __future__ import annotations

import asyncio
import json

from cardwright import AsyncCardwright
from cardwright.hooks import ResponseInfo

AT_ONCE = 32
RETRIES = 12


async def fund(count: int, url: str, key: str) -> int:
    retries = 0

    def watch(info: ResponseInfo) -> None:
        nonlocal retries
        retries += info.retry_in is not None

    async with AsyncCardwright(key, base_url=url, max_retries=RETRIES, on_response=watch) as client:
        card = await client.cards.create(bin_id="bin_visa_us_prepaid_1", amount=1)
        gate = asyncio.Semaphore(AT_ONCE)

        async def fund_once() -> None:
            async with gate:
                await client.cards.fund(card.id, amount=1)

        results = await asyncio.gather(*(fund_once() for _ in range(count)), return_exceptions=True)
    failed = [result for result in results if result is not None]
    for failure in failed[:5]:
        print(f"a funding failed: {failure!r}")
    print(json.dumps({"card": card.id, "funded": count - len(failed), "retries": retries}))
    return 1 if failed else 0
