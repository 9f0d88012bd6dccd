"""An agent that buys a book: python agent.py SHOP pay, or python agent.py SHOP person DESK.

Each line that it prints says what it has got to. No line holds a number or a passcode, and only a signed-in person can open
the address of the card.
"""

import asyncio
import json
import os
import sys
import time
import urllib.request
from urllib.parse import urljoin

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

SHOP, WAY, *DESK = sys.argv[1:]
PAY = os.environ.get("CARDWRIGHT_PAY", "sudo -u checkout cardwright pay").split()
POLL_SECONDS = float(os.environ.get("POLL_SECONDS", "15"))
MAX_POLLS = 100


def say(step: str, **more: str) -> None:
    print(json.dumps({"step": step, **more}), flush=True)


def fetch(url: str, method: str = "GET", body: object = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, method=method), timeout=30) as response:
        return json.load(response)


class Agent:
    def __init__(self, client: Client) -> None:
        self.client = client

    async def use(self, name: str, **arguments: object) -> dict:
        result = await self.client.call_tool(name, arguments)
        if result.is_error:
            raise RuntimeError(result.content[0].text)
        return result.structured_content

    async def wait_while(self, request_id: str, status: str) -> dict:
        for _ in range(MAX_POLLS):
            request = await self.use("get_spend_request", spend_request_id=request_id)
            if request["status"] != status:
                return request
            await asyncio.sleep(POLL_SECONDS)
        raise RuntimeError("nothing happened in time")

    async def passcode_for(self, card_id: str, offer: dict) -> str:
        """A passcode is for this purchase alone: merchant and amount are compared before it is passed on."""
        for _ in range(4):
            found = (await self.use("wait_for_passcode", card_id=card_id, timeout_seconds=45))["passcode"]
            if found and (found["merchant"], found["money"]["amount"]) == (offer["merchant"], offer["total"]):
                return found["passcode"]
            if found:
                raise RuntimeError("a passcode was asked for another purchase")
        raise RuntimeError("no passcode was asked for")

    async def pay_by_helper(self, request: dict, page: str, offer: dict) -> str:
        """The checkout helper types the card; this process learns its steps and its exit code."""
        pipe = asyncio.subprocess.PIPE
        arguments = [*PAY, "--request", request["id"], "--page", page, "--json"]
        child = await asyncio.create_subprocess_exec(*arguments, stdin=pipe, stdout=pipe)
        while line := await child.stdout.readline():
            step = json.loads(line)["step"]
            say(f"checkout: {step}")
            if step == "passcode_needed":
                child.stdin.write(f"{await self.passcode_for(request['card_id'], offer)}\n".encode())
                await child.stdin.drain()
        return "success" if await child.wait() == 0 else "blocked"

    async def pay_by_person(self, request: dict, page: str, offer: dict) -> str:
        """The person types the card, from a page of the dashboard that this process cannot open."""
        link = await self.use("get_reveal_link", card_id=request["card_id"], origin=SHOP)
        say("please pay", card=link["url"], page=page)
        passcode = await self.passcode_for(request["card_id"], offer)
        await asyncio.to_thread(fetch, DESK[0], "PUT", {"passcode": passcode})
        say("the passcode is on your page")
        ended = await self.wait_while(request["id"], "approved")
        return "success" if ended["status"] == "used" else "abandoned"

    async def buy(self) -> None:
        offer = await asyncio.to_thread(fetch, f"{SHOP}/offer")
        await self.use("whoami")
        asked = await self.use(
            "create_spend_request",
            amount=offer["total"],
            merchant_name=offer["merchant"],
            reason=f"{offer['item']}, for the printer in room 4.",
            idempotency_key=f"order-{os.getpid()}-{time.time_ns()}",
        )
        say("please decide", approval_url=asked["approval_url"])
        request = await self.wait_while(asked["id"], "pending")
        if request["status"] != "approved":
            return say(request["status"])
        pay = self.pay_by_person if WAY == "person" else self.pay_by_helper
        outcome = await pay(request, urljoin(SHOP, offer["pay_page"]), offer)
        await self.use("report_outcome", spend_request_id=asked["id"], outcome=outcome)
        say("done", spend_request_id=asked["id"], outcome=outcome)


async def main() -> None:
    headers = {"Authorization": f"Bearer {os.environ['CARDWRIGHT_API_KEY']}"}
    address = os.environ["CARDWRIGHT_BASE_URL"].removesuffix("/v1") + "/mcp"
    async with Client(streamable_http_client(address, http_client=create_mcp_http_client(headers=headers))) as client:
        await Agent(client).buy()


asyncio.run(main())
