package main

// method says under which name the library offers an operation, and what its answer is called where the document gives
// it no name of its own.
type method struct {
	route  string // as in the document
	path   string // as users call it, in snake_case
	result string
}

// methods lists every operation. One that the document does not have (yet) is passed over; one that is missing here
// stops the generator, because a name is a decision.
var methods = []method{
	{"POST /cards", "cards.create", ""},
	{"GET /cards", "cards.list", ""},
	{"GET /cards/{card_id}", "cards.get", ""},
	{"PATCH /cards/{card_id}", "cards.update", ""},
	{"DELETE /cards/{card_id}", "cards.terminate", "CardTermination"},
	{"GET /cards/{card_id}/details", "cards.details", ""},
	{"GET /cards/{card_id}/limits", "cards.limits", ""},
	{"POST /cards/{card_id}/freeze", "cards.freeze", "CardFreeze"},
	{"POST /cards/{card_id}/unfreeze", "cards.unfreeze", ""},
	{"POST /cards/{card_id}/fund", "cards.fund", "CardFunding"},
	{"POST /cards/{card_id}/withdraw", "cards.withdraw", "CardWithdrawal"},
	{"POST /cards/{card_id}/replace", "cards.replace", ""},
	{"POST /card-templates", "card_templates.create", ""},
	{"GET /card-templates", "card_templates.list", ""},
	{"GET /card-templates/{template_id}", "card_templates.get", ""},
	{"PATCH /card-templates/{template_id}", "card_templates.update", ""},
	{"DELETE /card-templates/{template_id}", "card_templates.delete", "CardTemplateDeletion"},
	{"GET /transactions", "transactions.list", ""},
	{"GET /transactions/{txn_id}", "transactions.get", ""},
	{"GET /transactions/{txn_id}/explanation", "transactions.explain", ""},
	{"GET /wallet/balance", "wallet.balance", ""},
	{"GET /wallet/deposit-address", "wallet.deposit_address", ""},
	{"GET /wallet/deposits", "wallet.deposits.list", ""},
	{"GET /wallet/deposits/{deposit_id}", "wallet.deposits.get", ""},
	{"GET /wallet/transactions", "wallet.transactions.list", ""},
	{"GET /bins", "bins.list", ""},
	{"GET /categories", "categories.list", ""},
	{"GET /3ds", "three_ds.list", ""},
	{"GET /3ds/{challenge_id}", "three_ds.get", ""},
	{"POST /3ds/{challenge_id}/approve", "three_ds.approve", ""},
	{"POST /3ds/{challenge_id}/decline", "three_ds.decline", ""},
	{"POST /webhooks", "webhooks.create", ""},
	{"GET /webhooks", "webhooks.list", ""},
	{"GET /webhooks/{webhook_id}", "webhooks.get", ""},
	{"PATCH /webhooks/{webhook_id}", "webhooks.update", ""},
	{"DELETE /webhooks/{webhook_id}", "webhooks.delete", "WebhookDeletion"},
	{"POST /webhooks/{webhook_id}/rotate-secret", "webhooks.rotate_secret", ""},
	{"POST /webhooks/{webhook_id}/test", "webhooks.test", ""},
	{"GET /webhooks/{webhook_id}/deliveries", "webhooks.deliveries.list", ""},
	{"POST /webhooks/{webhook_id}/deliveries/{delivery_id}/retry", "webhooks.deliveries.retry", ""},
	{"PUT /decision-hook", "decision_hook.set", ""},
	{"GET /decision-hook", "decision_hook.get", ""},
	{"DELETE /decision-hook", "decision_hook.delete", "DecisionHookDeletion"},
	{"POST /decision-hook/rotate-secret", "decision_hook.rotate_secret", ""},
	{"POST /decision-hook/test", "decision_hook.test", ""},
	{"GET /decision-hook/attempts", "decision_hook.attempts.list", ""},
	{"GET /events", "events.list", ""},
	{"GET /events/{event_id}", "events.get", ""},
	{"POST /events/{event_id}/resend", "events.resend", "EventResend"},
	{"GET /events/stream", "events.stream", ""},
	{"GET /request-logs", "request_logs.list", ""},
	{"POST /sandbox/deposits", "sandbox.deposits.create", ""},
	{"POST /sandbox/deposits/{deposit_id}/confirm", "sandbox.deposits.confirm", ""},
	{"POST /sandbox/deposits/{deposit_id}/expire", "sandbox.deposits.expire", ""},
	{"POST /sandbox/authorizations", "sandbox.authorizations.create", ""},
	{"POST /sandbox/authorizations/{txn_id}/increment", "sandbox.authorizations.increment", ""},
	{"POST /sandbox/authorizations/{txn_id}/settle", "sandbox.authorizations.settle", ""},
	{"POST /sandbox/authorizations/{txn_id}/reverse", "sandbox.authorizations.reverse", ""},
	{"POST /sandbox/authorizations/{txn_id}/expire", "sandbox.authorizations.expire", ""},
	{"POST /sandbox/settlements", "sandbox.settlements.create", ""},
	{"POST /sandbox/refunds", "sandbox.refunds.create", ""},
	{"POST /sandbox/3ds", "sandbox.three_ds.create", ""},
	{"POST /sandbox/3ds/{challenge_id}/verify", "sandbox.three_ds.verify", ""},
	{"GET /sandbox/clock", "sandbox.clock.get", ""},
	{"POST /sandbox/clock/advance", "sandbox.clock.advance", ""},
	{"GET /sandbox/rates", "sandbox.rates.get", ""},
	{"PUT /sandbox/rates", "sandbox.rates.set", ""},
	{"POST /sandbox/reset", "sandbox.reset", "SandboxReset"},
}

// byHand are methods whose Go code is not of the common form; their parameters are generated all the same.
var byHand = map[string]bool{"events.stream": true}
