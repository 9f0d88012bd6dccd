"""The names that this library chooses and that openapi.json does not contain."""

from __future__ import annotations

import json
from pathlib import Path

# Names that all libraries share: sets of values by their place, answers by their method, and nested objects by the
# property that holds them.
TYPES = json.loads((Path(__file__).resolve().parents[2] / "contract" / "types.json").read_text())
VALUES: dict[str, str] = TYPES["values"]
ANSWERS: dict[str, str] = TYPES["answers"]
OBJECTS: dict[str, str] = TYPES["objects"]

# Method and path → place in the client. The order here is the order in the generated files. Entries that the document
# does not have yet are skipped; an operation without an entry stops the generator.
METHODS = {
    "POST /cards": "cards.create",
    "GET /cards": "cards.list",
    "GET /cards/{card_id}": "cards.get",
    "PATCH /cards/{card_id}": "cards.update",
    "DELETE /cards/{card_id}": "cards.terminate",
    "GET /cards/{card_id}/details": "cards.details",
    "POST /cards/{card_id}/reveal-sessions": "cards.reveal_session",
    "GET /cards/{card_id}/limits": "cards.limits",
    "POST /cards/{card_id}/freeze": "cards.freeze",
    "POST /cards/{card_id}/unfreeze": "cards.unfreeze",
    "POST /cards/{card_id}/fund": "cards.fund",
    "POST /cards/{card_id}/withdraw": "cards.withdraw",
    "POST /cards/{card_id}/replace": "cards.replace",
    "POST /card-templates": "card_templates.create",
    "GET /card-templates": "card_templates.list",
    "GET /card-templates/{template_id}": "card_templates.get",
    "PATCH /card-templates/{template_id}": "card_templates.update",
    "DELETE /card-templates/{template_id}": "card_templates.delete",
    "POST /spend-requests": "spend_requests.create",
    "GET /spend-requests": "spend_requests.list",
    "GET /spend-requests/{spend_request_id}": "spend_requests.get",
    "POST /spend-requests/{spend_request_id}/approve": "spend_requests.approve",
    "POST /spend-requests/{spend_request_id}/deny": "spend_requests.deny",
    "POST /spend-requests/{spend_request_id}/cancel": "spend_requests.cancel",
    "POST /spend-requests/{spend_request_id}/outcome": "spend_requests.report_outcome",
    "GET /transactions": "transactions.list",
    "GET /transactions/{txn_id}": "transactions.get",
    "GET /transactions/{txn_id}/explanation": "transactions.explain",
    "GET /wallet/balance": "wallet.balance",
    "GET /wallet/deposit-address": "wallet.deposit_address",
    "GET /wallet/deposits": "wallet.deposits.list",
    "GET /wallet/deposits/{deposit_id}": "wallet.deposits.get",
    "GET /wallet/transactions": "wallet.transactions.list",
    "GET /bins": "bins.list",
    "GET /categories": "categories.list",
    "GET /3ds": "three_ds.list",
    "GET /3ds/{challenge_id}": "three_ds.get",
    "POST /3ds/{challenge_id}/approve": "three_ds.approve",
    "POST /3ds/{challenge_id}/decline": "three_ds.decline",
    "POST /rules": "rules.create",
    "GET /rules": "rules.list",
    "GET /rules/{rule_id}": "rules.get",
    "PATCH /rules/{rule_id}": "rules.update",
    "DELETE /rules/{rule_id}": "rules.delete",
    "GET /rules/{rule_id}/versions": "rules.versions.list",
    "GET /rules/{rule_id}/report": "rules.report",
    "POST /rules/{rule_id}/backtests": "rules.backtests.create",
    "GET /rules/{rule_id}/backtests": "rules.backtests.list",
    "GET /rules/{rule_id}/backtests/{backtest_id}": "rules.backtests.get",
    "POST /webhooks": "webhooks.create",
    "GET /webhooks": "webhooks.list",
    "GET /webhooks/{webhook_id}": "webhooks.get",
    "PATCH /webhooks/{webhook_id}": "webhooks.update",
    "DELETE /webhooks/{webhook_id}": "webhooks.delete",
    "POST /webhooks/{webhook_id}/rotate-secret": "webhooks.rotate_secret",
    "POST /webhooks/{webhook_id}/test": "webhooks.test",
    "GET /webhooks/{webhook_id}/deliveries": "webhooks.deliveries.list",
    "POST /webhooks/{webhook_id}/deliveries/{delivery_id}/retry": "webhooks.deliveries.retry",
    "PUT /decision-hook": "decision_hook.set",
    "GET /decision-hook": "decision_hook.get",
    "DELETE /decision-hook": "decision_hook.delete",
    "POST /decision-hook/rotate-secret": "decision_hook.rotate_secret",
    "POST /decision-hook/test": "decision_hook.test",
    "GET /decision-hook/attempts": "decision_hook.attempts.list",
    "GET /events": "events.list",
    "GET /events/{event_id}": "events.get",
    "POST /events/{event_id}/resend": "events.resend",
    "GET /events/stream": "events.stream",
    "GET /request-logs": "request_logs.list",
    "GET /keys/self": "keys.self",
    "POST /sandbox/deposits": "sandbox.deposits.create",
    "POST /sandbox/deposits/{deposit_id}/confirm": "sandbox.deposits.confirm",
    "POST /sandbox/deposits/{deposit_id}/expire": "sandbox.deposits.expire",
    "POST /sandbox/authorizations": "sandbox.authorizations.create",
    "POST /sandbox/authorizations/{txn_id}/increment": "sandbox.authorizations.increment",
    "POST /sandbox/authorizations/{txn_id}/settle": "sandbox.authorizations.settle",
    "POST /sandbox/authorizations/{txn_id}/reverse": "sandbox.authorizations.reverse",
    "POST /sandbox/authorizations/{txn_id}/expire": "sandbox.authorizations.expire",
    "POST /sandbox/settlements": "sandbox.settlements.create",
    "POST /sandbox/refunds": "sandbox.refunds.create",
    "POST /sandbox/3ds": "sandbox.three_ds.create",
    "POST /sandbox/3ds/{challenge_id}/verify": "sandbox.three_ds.verify",
    "GET /sandbox/clock": "sandbox.clock.get",
    "POST /sandbox/clock/advance": "sandbox.clock.advance",
    "GET /sandbox/rates": "sandbox.rates.get",
    "PUT /sandbox/rates": "sandbox.rates.set",
    "POST /sandbox/reset": "sandbox.reset",
}

# The model on the left has all fields of the model on the right.
EXTENDS = {
    "Card": "CardListItem",
    "CardSummary": "CardListItem",
    "FullTransaction": "Transaction",
    "WebhookWithSecret": "Webhook",
}

# Parts of EventType, by the text before the dot.
EVENT_KINDS = {
    "CardEventType": "card",
    "TransactionEventType": "transaction",
    "ChallengeEventType": "3ds",
    "DepositEventType": "deposit",
    "SpendRequestEventType": "spend_request",
    "TestEventType": "webhook",
}

# Fields that representations do not show.
MASKED = {"pan", "cvv", "otp", "secret"}

# Numbers that are not dollars.
PLAIN_NUMBERS = {"acceptance_rate"}

# Fields whose types are in `_generated/events.py`.
ANYTHING = {("Event", "data")}
OBJECTS_BY_HAND = ANYTHING

# Names that are not valid in Python.
ATTRIBUTES = {"3ds": "three_ds", "3ds_status": "three_ds_status", "from": "from_"}

# These parameters choose CSV, which is not a list of objects.
PARAMETERS_LEFT_OUT = {("wallet.transactions.list", "format"), ("transactions.list", "format")}

DOCUMENT_ERROR = "Error"

# Written by hand: errors are classes, and the pagination is a part of the page.
BY_HAND = {DOCUMENT_ERROR, "Pagination"}

# Only the dashboard's own routes return this error; no operation in the document does.
UNDOCUMENTED_ERRORS = {"reauthentication_required": 403}
