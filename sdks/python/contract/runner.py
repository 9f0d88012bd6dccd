"""Plays the contract of the client libraries; see sdks/contract/README.md. Run it with `sdks/python/run contract`."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any, Awaitable, Callable

from cardwright import AsyncCardwright, Cardwright

from contract.drivers import AsyncDriver, Driver, Keys
from contract.funding import fund
from contract.playing import play
from contract.surface import methods_of
from contract.vectors import judge_signing, judge_verification

FOLDER = Path(os.environ.get("CARDWRIGHT_CONTRACT_DIR") or Path(__file__).resolve().parents[2] / "contract")
# The initial wallet balance of a workspace in the contract.
BEGINNING = 10_000


def given(name: str) -> str:
    value = os.environ.get(f"CARDWRIGHT_CONTRACT_{name}")
    if not value:
        sys.exit(f"set CARDWRIGHT_CONTRACT_{name}")
    return value


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text())


class Count:
    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    async def report(self, name: str, act: Callable[[], Awaitable[None] | None]) -> None:
        try:
            done = act()
            if done is not None:
                await done
            self.passed += 1
            print(f"ok {name}", flush=True)
        except Exception as fault:
            self.failed += 1
            print(f"not ok {name}: {fault}", flush=True)


async def play_all() -> int:
    count = Count()
    keys = Keys(given("URL"), given("KEY"), given("LIVE_KEY"))
    scenarios, vectors = read("scenarios.json")["scenarios"], read("webhook-vectors.json")
    for driver in (Driver(keys), AsyncDriver(keys)):
        if isinstance(driver, AsyncDriver):
            begin_again(keys)
        for each in scenarios:
            saved = {"receiver": given("RECEIVER")}
            await count.report(f"{each['name']} ({driver.name})", lambda: play(each, driver, saved))
    for each in vectors["verify"]:
        await count.report(f"webhook: {each['name']}", lambda: judge_verification(each))
    for each in vectors["sign"]:
        await count.report(f"webhook: {each['name']}", lambda: judge_signing(each))
    print(f"{count.passed} passed, {count.failed} failed")
    return 1 if count.failed else 0


def begin_again(keys: Keys) -> None:
    """Resets the workspace, so that the second client starts from the same state as the first."""
    with Cardwright(keys.by_client["sandbox"], base_url=keys.url) as client:
        client.sandbox.reset()
        if client.wallet.balance().balance < BEGINNING:
            client.sandbox.deposits.create(currency="usdt", amount_crypto=str(BEGINNING * 1.02), confirm=True)


def operations() -> list[str]:
    """The operations of both clients, which must not differ."""
    here = list(methods_of(Cardwright("sk_test_none")))
    there = list(methods_of(AsyncCardwright("sk_test_none")))
    if here != there:
        sys.exit(f"only one of the two clients has {sorted(set(here) ^ set(there))}")
    return here


def main(arguments: list[str]) -> int:
    match arguments:
        case []:
            return asyncio.run(play_all())
        case ["--operations"]:
            print("\n".join(operations()))
            return 0
        case ["fund", number]:
            return asyncio.run(fund(int(number), given("URL"), given("KEY")))
    print("runner [--operations | fund N]", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
