"""A webhook receiver with Flask.

CARDWRIGHT_WEBHOOK_SECRET=whsec_… flask --app examples/webhooks_flask.py run --port 3000
"""

import os

from flask import Flask, request

from cardwright import webhooks

app = Flask(__name__)
seen: set[str] = set()  # replace it with a table whose key is the event's id


@app.post("/webhooks/cardwright")
def receive() -> tuple[str, int]:
    try:
        # get_data() is the body as it was received; request.json would lose the signed bytes.
        event = webhooks.verify(request.get_data(), request.headers, os.environ["CARDWRIGHT_WEBHOOK_SECRET"])
    except webhooks.WebhookVerificationError as error:
        return error.code, 401
    if event.id not in seen:  # an event may be delivered more than once
        seen.add(event.id)
        handle(event)
    return "", 204


def handle(event: webhooks.Event) -> None:
    """Replace this with your own code: store the event, answer, and process it afterwards."""
    match event:
        case webhooks.CardEvent(type="card.frozen", data=card):
            print(f"{card.id} was frozen: {card.reason}", flush=True)
        case webhooks.TransactionEvent(data=transaction):
            print(f"{event.type} {transaction.amount:.2f} at {transaction.merchant.name}", flush=True)
        case _:
            print(event.type, flush=True)
