"""A webhook receiver with FastAPI.

CARDWRIGHT_WEBHOOK_SECRET=whsec_… uvicorn --app-dir examples webhooks_fastapi:app --port 3000
"""

import os

from fastapi import FastAPI, HTTPException, Request, Response

from cardwright import webhooks

app = FastAPI()
seen: set[str] = set()  # replace it with a table whose key is the event's id


@app.post("/webhooks/cardwright")
async def receive(request: Request) -> Response:
    # body() is the body as it was received; a parsed model would lose the signed bytes.
    body = await request.body()
    try:
        event = webhooks.verify(body, request.headers, os.environ["CARDWRIGHT_WEBHOOK_SECRET"])
    except webhooks.WebhookVerificationError as error:
        raise HTTPException(status_code=401, detail=error.code) from error
    if event.id not in seen:  # an event may be delivered more than once
        seen.add(event.id)
        handle(event)
    return Response(status_code=204)


def handle(event: webhooks.Event) -> None:
    """Replace this with your own code: store the event, answer, and process it afterwards."""
    if isinstance(event, webhooks.ChallengeEvent):
        print(f"{event.data.merchant} asks for a passcode", flush=True)
    else:
        print(event.type, flush=True)
