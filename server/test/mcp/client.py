"""The example of the guide with the official Python client: python client.py http URL KEY, or python client.py stdio PROGRAM…

A line on standard output tells what it has got to; a line on standard input says that a person has approved.
"""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


def server():
    if sys.argv[1] == "stdio":
        return StdioServerParameters(command=sys.argv[2], args=sys.argv[3:], env=dict(os.environ))
    headers = {"Authorization": f"Bearer {sys.argv[3]}"}
    return streamable_http_client(f"{sys.argv[2]}/mcp", http_client=create_mcp_http_client(headers=headers))


async def main() -> None:
    async with Client(server()) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]

        async def use(name: str, **arguments: object) -> dict:
            result = await client.call_tool(name, arguments)
            assert not result.is_error, result.content
            return result.structured_content

        request = await use(
            "create_spend_request",
            amount="25.00",
            merchant_name="Acme Books",
            reason="The manual for the printer in room 4.",
        )
        print(json.dumps({"names": names, "asked": request["id"]}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        approved = await use("get_spend_request", spend_request_id=request["id"])
        passcode = await use("wait_for_passcode", card_id=approved["card_id"])
        outcome = await use("report_outcome", spend_request_id=request["id"], outcome="success")
        unknown = await client.call_tool("get_card", {"card_id": "card_x"})
        print(json.dumps({"passcode": passcode, "outcome": outcome["outcome"], "refused": unknown.is_error}), flush=True)


asyncio.run(main())
