"""A webhook receiver with FastAPI.

CARDWRIGHT_WEBHOOK_SECRET=whsec_… uvicorn --app-dir examples webhooks_fastapi:app --port 3000
"""

import os

from fastapi import FastAPI, HTTPException, Request, Response

from cardwright import webhooks

app = FastAPI()
seen: set[str] = set()  # of yours: a table with the event's id as its key


@app.post("/webhooks/cardwright")
async def receive(request: Request) -> Response:
    # body() is the body as it came; a parsed model would lose what was signed.
    body = await request.body()
    try:
        event = webhooks.verify(body, request.headers, os.environ["CARDWRIGHT_WEBHOOK_SECRET"])
    except webhooks.WebhookVerificationError as error:
        raise HTTPException(status_code=401, detail=error.code) from error
    if event.id not in seen:  # a delivery may come more than once
        seen.add(event.id)
        handle(event)
    return Response(status_code=204)


def handle(event: webhooks.Event) -> None:
    """Of yours: keep it, answer, and work on it afterwards."""
    if isinstance(event, webhooks.ChallengeEvent):
        print(f"{event.data.merchant} asks for a passcode", flush=True)
    else:
        print(event.type, flush=True)
