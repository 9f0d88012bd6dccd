// Code generated from openapi.json by internal/generate. DO NOT EDIT.

package cardwright

import (
	"context"
)

func (c *Client) addServices(t *transport) {
	c.Cards = &CardsService{transport: t}
	c.CardTemplates = &CardTemplatesService{transport: t}
	c.SpendRequests = &SpendRequestsService{transport: t}
	c.Transactions = &TransactionsService{transport: t}
	c.Wallet = &WalletService{
		transport:    t,
		Deposits:     &WalletDepositsService{transport: t},
		Transactions: &WalletTransactionsService{transport: t},
	}
	c.Bins = &BinsService{transport: t}
	c.Categories = &CategoriesService{transport: t}
	c.ThreeDS = &ThreeDSService{transport: t}
	c.Rules = &RulesService{
		transport: t,
		Versions:  &RulesVersionsService{transport: t},
		Backtests: &RulesBacktestsService{transport: t},
	}
	c.Webhooks = &WebhooksService{
		transport:  t,
		Deliveries: &WebhooksDeliveriesService{transport: t},
	}
	c.DecisionHook = &DecisionHookService{
		transport: t,
		Attempts:  &DecisionHookAttemptsService{transport: t},
	}
	c.Events = &EventsService{transport: t}
	c.RequestLogs = &RequestLogsService{transport: t}
	c.Keys = &KeysService{transport: t}
	c.Sandbox = &SandboxService{
		transport:      t,
		Deposits:       &SandboxDepositsService{transport: t},
		Authorizations: &SandboxAuthorizationsService{transport: t},
		Settlements:    &SandboxSettlementsService{transport: t},
		Refunds:        &SandboxRefundsService{transport: t},
		ThreeDS:        &SandboxThreeDSService{transport: t},
		Clock:          &SandboxClockService{transport: t},
		Rates:          &SandboxRatesService{transport: t},
	}
}

// CardsService is reached as client.Cards.
type CardsService struct {
	transport *transport
}

// Create a card. Issues a virtual card and funds it from the wallet. The card is active at once and enrolled in 3-D
// Secure. With `template_id` the template fills what the request leaves out: a part of `controls` that is given takes
// the place of that part, and keys of `metadata` those of the same name.
//
// POST /cards
func (s *CardsService) Create(ctx context.Context, params CardCreateParams, options ...RequestOption) (*Card, error) {
	return send[Card](ctx, s.transport, call{method: "POST", route: "/cards", body: params}, options)
}

// List cards.
//
// GET /cards
func (s *CardsService) List(ctx context.Context, params CardListParams, options ...RequestOption) *Pager[CardListItem] {
	return page[CardListItem](ctx, s.transport, call{method: "GET", route: "/cards", query: params}, options)
}

// Get a card. The card without its number and CVV.
//
// GET /cards/{card_id}
func (s *CardsService) Get(ctx context.Context, cardID string, options ...RequestOption) (*CardSummary, error) {
	return send[CardSummary](ctx, s.transport, call{method: "GET", route: "/cards/{card_id}", ids: []string{cardID}}, options)
}

// Update a card. Changes the settings that are given and leaves the others. Works on a frozen card. Metadata that a
// rule reads (`card_metadata.KEY`) is a control: a key needs `controls:write` to change it, and an agent key never
// does.
//
// PATCH /cards/{card_id}
func (s *CardsService) Update(ctx context.Context, cardID string, params CardUpdateParams, options ...RequestOption) (*Card, error) {
	return send[Card](ctx, s.transport, call{method: "PATCH", route: "/cards/{card_id}", ids: []string{cardID}, body: params}, options)
}

// Terminate a card. Permanent. What is available returns to the wallet at once; held money stays reserved until it
// settles, reverses or expires, and what is left of it follows. Repeating it answers with the first result.
//
// DELETE /cards/{card_id}
func (s *CardsService) Terminate(ctx context.Context, cardID string, options ...RequestOption) (*CardTermination, error) {
	return send[CardTermination](ctx, s.transport, call{method: "DELETE", route: "/cards/{card_id}", ids: []string{cardID}}, options)
}

// Details: reveal a card. Number, CVV, expiry and billing address. Sensitive under PCI DSS: do not log it, do not
// store it unencrypted. Every read is in the audit log. 30 requests a minute. A read-only key gets 403.
//
// GET /cards/{card_id}/details
func (s *CardsService) Details(ctx context.Context, cardID string, options ...RequestOption) (*CardDetails, error) {
	return send[CardDetails](ctx, s.transport, call{method: "GET", route: "/cards/{card_id}/details", ids: []string{cardID}}, options)
}

// RevealSession: show a card without touching its number. A page of this service shows number, expiry and CVV inside
// yours: it opens once, within five minutes, and only inside a page of `origin`. Your page never sees a digit. An
// agent key needs `cards:read` and asks for cards that were made through it: it gets the address of a page of the
// dashboard that a signed-in person with the right `reveal` opens, and that no program can open. Counts as a reveal:
// 30 a minute, in the audit log. Where the processor of a card shows numbers itself, `url` is a page of the processor.
//
// POST /cards/{card_id}/reveal-sessions
func (s *CardsService) RevealSession(ctx context.Context, cardID string, params CardRevealSessionParams, options ...RequestOption) (*RevealSession, error) {
	return send[RevealSession](ctx, s.transport, call{method: "POST", route: "/cards/{card_id}/reveal-sessions", ids: []string{cardID}, body: params}, options)
}

// Limits: what a card has used of its limits. The monthly spending limit first, then the limits of its controls in
// their order. Exact: each purchase is judged on these numbers, in the commit that changes them.
//
// GET /cards/{card_id}/limits
func (s *CardsService) Limits(ctx context.Context, cardID string, options ...RequestOption) (*CardLimits, error) {
	return send[CardLimits](ctx, s.transport, call{method: "GET", route: "/cards/{card_id}/limits", ids: []string{cardID}}, options)
}

// Freeze a card. Suspends all transactions; the balance is kept. Freezing a frozen card changes nothing.
//
// POST /cards/{card_id}/freeze
func (s *CardsService) Freeze(ctx context.Context, cardID string, options ...RequestOption) (*CardFreeze, error) {
	return send[CardFreeze](ctx, s.transport, call{method: "POST", route: "/cards/{card_id}/freeze", ids: []string{cardID}}, options)
}

// Unfreeze a card. Transactions are possible again. Unfreezing an active card changes nothing.
//
// POST /cards/{card_id}/unfreeze
func (s *CardsService) Unfreeze(ctx context.Context, cardID string, options ...RequestOption) (*Card, error) {
	return send[Card](ctx, s.transport, call{method: "POST", route: "/cards/{card_id}/unfreeze", ids: []string{cardID}}, options)
}

// Fund a card. Moves money from the wallet to the card. An overdraft of the card is filled first.
//
// POST /cards/{card_id}/fund
func (s *CardsService) Fund(ctx context.Context, cardID string, params CardFundParams, options ...RequestOption) (*CardFunding, error) {
	return send[CardFunding](ctx, s.transport, call{method: "POST", route: "/cards/{card_id}/fund", ids: []string{cardID}, body: params}, options)
}

// Withdraw from a card. Moves money from the card back to the wallet, up to its balance.
//
// POST /cards/{card_id}/withdraw
func (s *CardsService) Withdraw(ctx context.Context, cardID string, params CardWithdrawParams, options ...RequestOption) (*CardWithdrawal, error) {
	return send[CardWithdrawal](ctx, s.transport, call{method: "POST", route: "/cards/{card_id}/withdraw", ids: []string{cardID}, body: params}, options)
}

// Replace a card. For a card that is lost, stolen or known to others. The old card is terminated; the new one has
// another number and the balance, settings, metadata and used limits of the old one, and is active, also where the old
// one was frozen. Holds stay with the old card and settle there: the wallet pays what is above them, and gets what is
// left of them. An overdraft of the old card is paid by the wallet. Counts as the creation of a card. Where a
// processor refuses the new card, the old one is terminated all the same, and its balance is in the wallet.
//
// POST /cards/{card_id}/replace
func (s *CardsService) Replace(ctx context.Context, cardID string, params CardReplaceParams, options ...RequestOption) (*Card, error) {
	return send[Card](ctx, s.transport, call{method: "POST", route: "/cards/{card_id}/replace", ids: []string{cardID}, body: params}, options)
}

// CardTemplatesService is reached as client.CardTemplates.
type CardTemplatesService struct {
	transport *transport
}

// Create a card template. Settings for cards to come. `template_id` at the creation of a card fills what its request
// leaves out. At most 200 templates.
//
// POST /card-templates
func (s *CardTemplatesService) Create(ctx context.Context, params CardTemplateCreateParams, options ...RequestOption) (*CardTemplate, error) {
	return send[CardTemplate](ctx, s.transport, call{method: "POST", route: "/card-templates", body: params}, options)
}

// List card templates. All of them, newest first.
//
// GET /card-templates
func (s *CardTemplatesService) List(ctx context.Context, options ...RequestOption) ([]CardTemplate, error) {
	return sendForList[CardTemplate](ctx, s.transport, call{method: "GET", route: "/card-templates"}, options)
}

// Get a card template.
//
// GET /card-templates/{template_id}
func (s *CardTemplatesService) Get(ctx context.Context, templateID string, options ...RequestOption) (*CardTemplate, error) {
	return send[CardTemplate](ctx, s.transport, call{method: "GET", route: "/card-templates/{template_id}", ids: []string{templateID}}, options)
}

// Update a card template. Changes the settings that are given and leaves the others. Cards that exist stay as they
// are.
//
// PATCH /card-templates/{template_id}
func (s *CardTemplatesService) Update(ctx context.Context, templateID string, params CardTemplateUpdateParams, options ...RequestOption) (*CardTemplate, error) {
	return send[CardTemplate](ctx, s.transport, call{method: "PATCH", route: "/card-templates/{template_id}", ids: []string{templateID}, body: params}, options)
}

// Delete a card template. Cards that were created from it stay as they are.
//
// DELETE /card-templates/{template_id}
func (s *CardTemplatesService) Delete(ctx context.Context, templateID string, options ...RequestOption) (*CardTemplateDeletion, error) {
	return send[CardTemplateDeletion](ctx, s.transport, call{method: "DELETE", route: "/card-templates/{template_id}", ids: []string{templateID}}, options)
}

// SpendRequestsService is reached as client.SpendRequests.
type SpendRequestsService struct {
	transport *transport
}

// Create: ask for money for one purchase. A person, or a key that may approve, decides; the policy of the key may have
// decided already, and then the answer is `approved`. Approval makes a card with the amount on it that can be used
// once, at this merchant, for `valid_for` seconds. What nobody decides within ten minutes expires.
//
// POST /spend-requests
func (s *SpendRequestsService) Create(ctx context.Context, params SpendRequestCreateParams, options ...RequestOption) (*SpendRequest, error) {
	return send[SpendRequest](ctx, s.transport, call{method: "POST", route: "/spend-requests", body: params}, options)
}

// List spend requests. Newest first. An agent key, and one that is bound to cards, sees its own. `total` is counted up
// to 10,000.
//
// GET /spend-requests
func (s *SpendRequestsService) List(ctx context.Context, params SpendRequestListParams, options ...RequestOption) *Pager[SpendRequest] {
	return page[SpendRequest](ctx, s.transport, call{method: "GET", route: "/spend-requests", query: params}, options)
}

// Get a spend request.
//
// GET /spend-requests/{spend_request_id}
func (s *SpendRequestsService) Get(ctx context.Context, spendRequestID string, options ...RequestOption) (*SpendRequest, error) {
	return send[SpendRequest](ctx, s.transport, call{method: "GET", route: "/spend-requests/{spend_request_id}", ids: []string{spendRequestID}}, options)
}

// Approve a spend request. Makes the card in the same commit: funded with the amount, for one purchase at this
// merchant, or at the first one that charges it (`bind`). A key does not approve what it asked for itself. Above the
// amount that the policy of the key names (100.00 where it names none), a person must have proved within five minutes
// who they are.
//
// POST /spend-requests/{spend_request_id}/approve
func (s *SpendRequestsService) Approve(ctx context.Context, spendRequestID string, params SpendRequestApproveParams, options ...RequestOption) (*SpendRequest, error) {
	return send[SpendRequest](ctx, s.transport, call{method: "POST", route: "/spend-requests/{spend_request_id}/approve", ids: []string{spendRequestID}, body: params}, options)
}

// Deny a spend request.
//
// POST /spend-requests/{spend_request_id}/deny
func (s *SpendRequestsService) Deny(ctx context.Context, spendRequestID string, params SpendRequestDenyParams, options ...RequestOption) (*SpendRequest, error) {
	return send[SpendRequest](ctx, s.transport, call{method: "POST", route: "/spend-requests/{spend_request_id}/deny", ids: []string{spendRequestID}, body: params}, options)
}

// Cancel a spend request. For one that is no longer wanted. Where it is approved already and its card was not used,
// the card is terminated, the money is back in the wallet, and the amount is back in the budget of the key while the
// window lasts in which it was approved.
//
// POST /spend-requests/{spend_request_id}/cancel
func (s *SpendRequestsService) Cancel(ctx context.Context, spendRequestID string, options ...RequestOption) (*SpendRequest, error) {
	return send[SpendRequest](ctx, s.transport, call{method: "POST", route: "/spend-requests/{spend_request_id}/cancel", ids: []string{spendRequestID}}, options)
}

// ReportOutcome: report what became of a purchase. For the people who approved it. With `blocked` and `abandoned`
// nothing more is to be bought: a card that is not terminated yet is terminated, and its money returns to the wallet.
// A later report takes the place of an earlier one. Only for a request that was approved.
//
// POST /spend-requests/{spend_request_id}/outcome
func (s *SpendRequestsService) ReportOutcome(ctx context.Context, spendRequestID string, params SpendRequestReportOutcomeParams, options ...RequestOption) (*SpendRequest, error) {
	return send[SpendRequest](ctx, s.transport, call{method: "POST", route: "/spend-requests/{spend_request_id}/outcome", ids: []string{spendRequestID}, body: params}, options)
}

// TransactionsService is reached as client.Transactions.
type TransactionsService struct {
	transport *transport
}

// List transactions. Newest first. `total` is exact without filters and for `card_id` and `type`; with others it is
// counted up to 10,000.
//
// GET /transactions
func (s *TransactionsService) List(ctx context.Context, params TransactionListParams, options ...RequestOption) *Pager[Transaction] {
	return page[Transaction](ctx, s.transport, call{method: "GET", route: "/transactions", query: params}, options)
}

// Get a transaction. With its 3-D Secure status and the timeline of the authorization it belongs to.
//
// GET /transactions/{txn_id}
func (s *TransactionsService) Get(ctx context.Context, txnID string, options ...RequestOption) (*FullTransaction, error) {
	return send[FullTransaction](ctx, s.transport, call{method: "GET", route: "/transactions/{txn_id}", ids: []string{txnID}}, options)
}

// Explain a transaction. What was judged, in order, with the numbers of that moment, and whether the same purchase
// would pass now. Nothing is changed.
//
// GET /transactions/{txn_id}/explanation
func (s *TransactionsService) Explain(ctx context.Context, txnID string, options ...RequestOption) (*Explanation, error) {
	return send[Explanation](ctx, s.transport, call{method: "GET", route: "/transactions/{txn_id}/explanation", ids: []string{txnID}}, options)
}

// WalletService is reached as client.Wallet.
type WalletService struct {
	Deposits     *WalletDepositsService
	Transactions *WalletTransactionsService

	transport *transport
}

// Balance: get the wallet balance.
//
// GET /wallet/balance
func (s *WalletService) Balance(ctx context.Context, options ...RequestOption) (*WalletBalance, error) {
	return send[WalletBalance](ctx, s.transport, call{method: "GET", route: "/wallet/balance"}, options)
}

// DepositAddress: get deposit addresses. One address for each currency, kept for ever. With `currency`, the same three
// objects hold that one key. A currency that is not set up in this installation is left out; asked for by name, or
// when none is set up, the answer is `invalid_currency`.
//
// GET /wallet/deposit-address
func (s *WalletService) DepositAddress(ctx context.Context, params WalletDepositAddressParams, options ...RequestOption) (*DepositAddresses, error) {
	return send[DepositAddresses](ctx, s.transport, call{method: "GET", route: "/wallet/deposit-address", query: params}, options)
}

// WalletDepositsService is reached as client.Wallet.Deposits.
type WalletDepositsService struct {
	transport *transport
}

// List deposits. Newest first. `total` is counted up to 10,000.
//
// GET /wallet/deposits
func (s *WalletDepositsService) List(ctx context.Context, params WalletDepositListParams, options ...RequestOption) *Pager[Deposit] {
	return page[Deposit](ctx, s.transport, call{method: "GET", route: "/wallet/deposits", query: params}, options)
}

// Get a deposit.
//
// GET /wallet/deposits/{deposit_id}
func (s *WalletDepositsService) Get(ctx context.Context, depositID string, options ...RequestOption) (*Deposit, error) {
	return send[Deposit](ctx, s.transport, call{method: "GET", route: "/wallet/deposits/{deposit_id}", ids: []string{depositID}}, options)
}

// WalletTransactionsService is reached as client.Wallet.Transactions.
type WalletTransactionsService struct {
	transport *transport
}

// List movements of the wallet. Every movement of the wallet, the last one first: each `balance_after` is the one
// below it plus `amount`.
//
// GET /wallet/transactions
func (s *WalletTransactionsService) List(ctx context.Context, params WalletTransactionListParams, options ...RequestOption) *Pager[WalletTransaction] {
	return page[WalletTransaction](ctx, s.transport, call{method: "GET", route: "/wallet/transactions", query: params}, options)
}

// BinsService is reached as client.Bins.
type BinsService struct {
	transport *transport
}

// List BIN ranges. The card number ranges a card can be created from, with their capabilities and limits. The list
// comes whole.
//
// GET /bins
func (s *BinsService) List(ctx context.Context, options ...RequestOption) ([]Bin, error) {
	return sendForList[Bin](ctx, s.transport, call{method: "GET", route: "/bins"}, options)
}

// CategoriesService is reached as client.Categories.
type CategoriesService struct {
	transport *transport
}

// List merchant categories. The names that `allowed_categories` takes, each with the merchant category codes it
// covers. The list comes whole.
//
// GET /categories
func (s *CategoriesService) List(ctx context.Context, options ...RequestOption) ([]Category, error) {
	return sendForList[Category](ctx, s.transport, call{method: "GET", route: "/categories"}, options)
}

// ThreeDSService is reached as client.ThreeDS.
type ThreeDSService struct {
	transport *transport
}

// List 3-D Secure challenges. Newest first, each with its one-time passcode. `total` is counted up to 10,000. Every
// read is in the audit log.
//
// GET /3ds
func (s *ThreeDSService) List(ctx context.Context, params ThreeDSListParams, options ...RequestOption) *Pager[ThreeDSChallenge] {
	return page[ThreeDSChallenge](ctx, s.transport, call{method: "GET", route: "/3ds", query: params}, options)
}

// Get a 3-D Secure challenge. With its one-time passcode. Every read is in the audit log. A read-only key gets 403.
//
// GET /3ds/{challenge_id}
func (s *ThreeDSService) Get(ctx context.Context, challengeID string, options ...RequestOption) (*ThreeDSChallenge, error) {
	return send[ThreeDSChallenge](ctx, s.transport, call{method: "GET", route: "/3ds/{challenge_id}", ids: []string{challengeID}}, options)
}

// Approve a payment. Says yes to a challenge whose `method` is `out_of_band`. The processor that asked is told before
// this answers; where it does not answer, this is a 503 and the challenge stays pending. Repeating it changes nothing
// once it is approved.
//
// POST /3ds/{challenge_id}/approve
func (s *ThreeDSService) Approve(ctx context.Context, challengeID string, options ...RequestOption) (*ThreeDSChallenge, error) {
	return send[ThreeDSChallenge](ctx, s.transport, call{method: "POST", route: "/3ds/{challenge_id}/approve", ids: []string{challengeID}}, options)
}

// Decline a payment. Says no to a challenge whose `method` is `out_of_band`. The processor that asked is told before
// this answers; where it does not answer, this is a 503 and the challenge stays pending. Repeating it changes nothing
// once it is declined.
//
// POST /3ds/{challenge_id}/decline
func (s *ThreeDSService) Decline(ctx context.Context, challengeID string, options ...RequestOption) (*ThreeDSChallenge, error) {
	return send[ThreeDSChallenge](ctx, s.transport, call{method: "POST", route: "/3ds/{challenge_id}/decline", ids: []string{challengeID}}, options)
}

// RulesService is reached as client.Rules.
type RulesService struct {
	Versions  *RulesVersionsService
	Backtests *RulesBacktestsService

	transport *transport
}

// Create: make a rule. Judged on every new authorization, after the card's own controls. It begins in `shadow`:
// matches are recorded and nothing is stopped. At most 100 rules.
//
// POST /rules
func (s *RulesService) Create(ctx context.Context, params RuleCreateParams, options ...RequestOption) (*Rule, error) {
	return send[Rule](ctx, s.transport, call{method: "POST", route: "/rules", body: params}, options)
}

// List rules. All of them, in the order in which they were made.
//
// GET /rules
func (s *RulesService) List(ctx context.Context, options ...RequestOption) ([]Rule, error) {
	return sendForList[Rule](ctx, s.transport, call{method: "GET", route: "/rules"}, options)
}

// Get a rule.
//
// GET /rules/{rule_id}
func (s *RulesService) Get(ctx context.Context, ruleID string, options ...RequestOption) (*Rule, error) {
	return send[Rule](ctx, s.transport, call{method: "GET", route: "/rules/{rule_id}", ids: []string{ruleID}}, options)
}

// Update: change a rule. Makes a new version; earlier ones stay as they are, and transactions show the version that
// judged them. It binds from the next authorization on.
//
// PATCH /rules/{rule_id}
func (s *RulesService) Update(ctx context.Context, ruleID string, params RuleUpdateParams, options ...RequestOption) (*Rule, error) {
	return send[Rule](ctx, s.transport, call{method: "PATCH", route: "/rules/{rule_id}", ids: []string{ruleID}, body: params}, options)
}

// Delete a rule. Payments are no longer checked by it. Transactions keep showing its results.
//
// DELETE /rules/{rule_id}
func (s *RulesService) Delete(ctx context.Context, ruleID string, options ...RequestOption) (*RuleDeletion, error) {
	return send[RuleDeletion](ctx, s.transport, call{method: "DELETE", route: "/rules/{rule_id}", ids: []string{ruleID}}, options)
}

// Report: read what a rule did, by day. Whole UTC days, at most 366 of them; the last 30 when left out. All versions
// of the rule count.
//
// GET /rules/{rule_id}/report
func (s *RulesService) Report(ctx context.Context, ruleID string, params RuleReportParams, options ...RequestOption) (*RuleReport, error) {
	return send[RuleReport](ctx, s.transport, call{method: "GET", route: "/rules/{rule_id}/report", ids: []string{ruleID}, query: params}, options)
}

// RulesVersionsService is reached as client.Rules.Versions.
type RulesVersionsService struct {
	transport *transport
}

// List the versions of a rule. Newest first. To go back to one, PATCH the rule with its parts: that makes a new
// version.
//
// GET /rules/{rule_id}/versions
func (s *RulesVersionsService) List(ctx context.Context, ruleID string, params RuleVersionListParams, options ...RequestOption) *Pager[RuleVersion] {
	return page[RuleVersion](ctx, s.transport, call{method: "GET", route: "/rules/{rule_id}/versions", ids: []string{ruleID}, query: params}, options)
}

// RulesBacktestsService is reached as client.Rules.Backtests.
type RulesBacktestsService struct {
	transport *transport
}

// Create: try a rule on history. What the newest version of the rule would have done to the payments of that time,
// velocity included. Computed in the background: read the backtest until it is `completed`. The history stays as it
// was: a payment that the rule would have stopped still counts for those after it. At most 366 days, and 5 unfinished
// backtests in a workspace.
//
// POST /rules/{rule_id}/backtests
func (s *RulesBacktestsService) Create(ctx context.Context, ruleID string, params RuleBacktestCreateParams, options ...RequestOption) (*RuleBacktest, error) {
	return send[RuleBacktest](ctx, s.transport, call{method: "POST", route: "/rules/{rule_id}/backtests", ids: []string{ruleID}, body: params}, options)
}

// List the backtests of a rule. The newest 20, newest first.
//
// GET /rules/{rule_id}/backtests
func (s *RulesBacktestsService) List(ctx context.Context, ruleID string, options ...RequestOption) ([]RuleBacktest, error) {
	return sendForList[RuleBacktest](ctx, s.transport, call{method: "GET", route: "/rules/{rule_id}/backtests", ids: []string{ruleID}}, options)
}

// Get a backtest.
//
// GET /rules/{rule_id}/backtests/{backtest_id}
func (s *RulesBacktestsService) Get(ctx context.Context, ruleID string, backtestID string, options ...RequestOption) (*RuleBacktest, error) {
	return send[RuleBacktest](ctx, s.transport, call{method: "GET", route: "/rules/{rule_id}/backtests/{backtest_id}", ids: []string{ruleID, backtestID}}, options)
}

// WebhooksService is reached as client.Webhooks.
type WebhooksService struct {
	Deliveries *WebhooksDeliveriesService

	transport *transport
}

// Create: register a webhook endpoint. It receives events from now on. The answer is the only one that shows the
// secret; rotate it when it is lost. At most 20 endpoints. An endpoint for all events or for `3ds.challenge` is sent
// passcodes, so it needs the scope `3ds:read` too.
//
// POST /webhooks
func (s *WebhooksService) Create(ctx context.Context, params WebhookCreateParams, options ...RequestOption) (*WebhookWithSecret, error) {
	return send[WebhookWithSecret](ctx, s.transport, call{method: "POST", route: "/webhooks", body: params}, options)
}

// List webhook endpoints. All of them, newest first, without their secrets.
//
// GET /webhooks
func (s *WebhooksService) List(ctx context.Context, options ...RequestOption) ([]Webhook, error) {
	return sendForList[Webhook](ctx, s.transport, call{method: "GET", route: "/webhooks"}, options)
}

// Get a webhook endpoint.
//
// GET /webhooks/{webhook_id}
func (s *WebhooksService) Get(ctx context.Context, webhookID string, options ...RequestOption) (*Webhook, error) {
	return send[Webhook](ctx, s.transport, call{method: "GET", route: "/webhooks/{webhook_id}", ids: []string{webhookID}}, options)
}

// Update a webhook endpoint. While it is not active nothing is sent: queued deliveries wait, and new events are not
// queued for it (`GET /events` and resend find them). Changing the URL of an endpoint that passcodes can reach,
// turning it on, or subscribing an endpoint to passcodes needs the scope `3ds:read` too.
//
// PATCH /webhooks/{webhook_id}
func (s *WebhooksService) Update(ctx context.Context, webhookID string, params WebhookUpdateParams, options ...RequestOption) (*Webhook, error) {
	return send[Webhook](ctx, s.transport, call{method: "PATCH", route: "/webhooks/{webhook_id}", ids: []string{webhookID}, body: params}, options)
}

// Delete a webhook endpoint. Nothing more is sent to it, not even what is queued.
//
// DELETE /webhooks/{webhook_id}
func (s *WebhooksService) Delete(ctx context.Context, webhookID string, options ...RequestOption) (*WebhookDeletion, error) {
	return send[WebhookDeletion](ctx, s.transport, call{method: "DELETE", route: "/webhooks/{webhook_id}", ids: []string{webhookID}}, options)
}

// RotateSecret: rotate the signing secret. For 24 hours what is sent carries a signature by the old secret too: in
// `X-Webhook-Signature-Previous` and as the second entry of `webhook-signature`. For an endpoint that passcodes can
// reach, this needs the scope `3ds:read` too.
//
// POST /webhooks/{webhook_id}/rotate-secret
func (s *WebhooksService) RotateSecret(ctx context.Context, webhookID string, params WebhookRotateSecretParams, options ...RequestOption) (*WebhookWithSecret, error) {
	return send[WebhookWithSecret](ctx, s.transport, call{method: "POST", route: "/webhooks/{webhook_id}/rotate-secret", ids: []string{webhookID}, body: params}, options)
}

// Test: send a test event. A `webhook.test` event, to this endpoint only, whatever it subscribes to.
//
// POST /webhooks/{webhook_id}/test
func (s *WebhooksService) Test(ctx context.Context, webhookID string, options ...RequestOption) (*Delivery, error) {
	return send[Delivery](ctx, s.transport, call{method: "POST", route: "/webhooks/{webhook_id}/test", ids: []string{webhookID}}, options)
}

// WebhooksDeliveriesService is reached as client.Webhooks.Deliveries.
type WebhooksDeliveriesService struct {
	transport *transport
}

// List the deliveries of an endpoint. Newest first, each with the answer to its last attempt. Kept for 30 days.
//
// GET /webhooks/{webhook_id}/deliveries
func (s *WebhooksDeliveriesService) List(ctx context.Context, webhookID string, params WebhookDeliveryListParams, options ...RequestOption) *Pager[Delivery] {
	return page[Delivery](ctx, s.transport, call{method: "GET", route: "/webhooks/{webhook_id}/deliveries", ids: []string{webhookID}, query: params}, options)
}

// Retry: try a delivery again. At once, also when it has succeeded or was given up. For a delivery of a
// `3ds.challenge` event, this needs the scope `3ds:read` too.
//
// POST /webhooks/{webhook_id}/deliveries/{delivery_id}/retry
func (s *WebhooksDeliveriesService) Retry(ctx context.Context, webhookID string, deliveryID string, options ...RequestOption) (*Delivery, error) {
	return send[Delivery](ctx, s.transport, call{method: "POST", route: "/webhooks/{webhook_id}/deliveries/{delivery_id}/retry", ids: []string{webhookID, deliveryID}}, options)
}

// DecisionHookService is reached as client.DecisionHook.
type DecisionHookService struct {
	Attempts *DecisionHookAttemptsService

	transport *transport
}

// Set the decision hook. Your server is asked before an authorization is approved, and may decline it. Settings that
// are left out take their default value. The first answer is the only one that shows the secret; a later PUT keeps it.
//
// PUT /decision-hook
func (s *DecisionHookService) Set(ctx context.Context, params DecisionHookSetParams, options ...RequestOption) (*DecisionHookWithSecret, error) {
	return send[DecisionHookWithSecret](ctx, s.transport, call{method: "PUT", route: "/decision-hook", body: params}, options)
}

// Get the decision hook. Without its secret.
//
// GET /decision-hook
func (s *DecisionHookService) Get(ctx context.Context, options ...RequestOption) (*DecisionHook, error) {
	return send[DecisionHook](ctx, s.transport, call{method: "GET", route: "/decision-hook"}, options)
}

// Delete the decision hook. Authorizations are decided without it from now on. What it answered before stays in the
// list of attempts.
//
// DELETE /decision-hook
func (s *DecisionHookService) Delete(ctx context.Context, options ...RequestOption) (*DecisionHookDeletion, error) {
	return send[DecisionHookDeletion](ctx, s.transport, call{method: "DELETE", route: "/decision-hook"}, options)
}

// RotateSecret: rotate the signing secret of the hook. For 24 hours questions carry a signature by the old secret too:
// in `X-Webhook-Signature-Previous` and as the second entry of `webhook-signature`.
//
// POST /decision-hook/rotate-secret
func (s *DecisionHookService) RotateSecret(ctx context.Context, params DecisionHookRotateSecretParams, options ...RequestOption) (*DecisionHookWithSecret, error) {
	return send[DecisionHookWithSecret](ctx, s.transport, call{method: "POST", route: "/decision-hook/rotate-secret", body: params}, options)
}

// Test: ask the hook about a sample. Sends a question about a card and a payment that do not exist, marked with `test:
// true`, and answers with what came back. Works while the hook is not active; nothing depends on it.
//
// POST /decision-hook/test
func (s *DecisionHookService) Test(ctx context.Context, options ...RequestOption) (*DecisionAttempt, error) {
	return send[DecisionAttempt](ctx, s.transport, call{method: "POST", route: "/decision-hook/test"}, options)
}

// DecisionHookAttemptsService is reached as client.DecisionHook.Attempts.
type DecisionHookAttemptsService struct {
	transport *transport
}

// List what the hook was asked. Newest first, tests included. Kept for 30 days, also when the hook is deleted. A
// question shows within a second.
//
// GET /decision-hook/attempts
func (s *DecisionHookAttemptsService) List(ctx context.Context, params DecisionHookAttemptListParams, options ...RequestOption) *Pager[DecisionAttempt] {
	return page[DecisionAttempt](ctx, s.transport, call{method: "GET", route: "/decision-hook/attempts", query: params}, options)
}

// EventsService is reached as client.Events.
type EventsService struct {
	transport *transport
}

// List events. Newest first; with `order=asc` oldest first, which together with `after_sequence` reads on from where
// you stopped. Kept for 30 days. A key without the scope 3ds:read sees passcodes masked. A key that is bound to some
// cards sees the events of those: the newest 10,000 events are searched, and `total` counts what was found; a walk by
// cursor goes on from there, so that a page on the way may be short or empty.
//
// GET /events
func (s *EventsService) List(ctx context.Context, params EventListParams, options ...RequestOption) *Pager[Event] {
	return page[Event](ctx, s.transport, call{method: "GET", route: "/events", query: params}, options)
}

// Get an event.
//
// GET /events/{event_id}
func (s *EventsService) Get(ctx context.Context, eventID string, options ...RequestOption) (*Event, error) {
	return send[Event](ctx, s.transport, call{method: "GET", route: "/events/{event_id}", ids: []string{eventID}}, options)
}

// Resend: send an event again. To one endpoint, whatever it subscribes to, or without `webhook_id` to every active
// endpoint that subscribes to its type. The event keeps its id. For a `3ds.challenge` event, this needs the scope
// `3ds:read` too.
//
// POST /events/{event_id}/resend
func (s *EventsService) Resend(ctx context.Context, eventID string, params EventResendParams, options ...RequestOption) (*EventResend, error) {
	return send[EventResend](ctx, s.transport, call{method: "POST", route: "/events/{event_id}/resend", ids: []string{eventID}, body: params}, options)
}

// RequestLogsService is reached as client.RequestLogs.
type RequestLogsService struct {
	transport *transport
}

// List requests. Every authenticated request of the last seven days, newest first; neither bodies nor queries are
// kept. The newest 100,000 of the time asked for are searched: `total` is counted up to 10,000, and `total_capped`
// says that there may be more. A walk by cursor searches the next 100,000 from where it stands, so that a page on the
// way may be short or empty; it ends where `next_cursor` is null. A request shows within a second. Reading a page is a
// request too: by cursor, or with `to`, the pages stand still.
//
// GET /request-logs
func (s *RequestLogsService) List(ctx context.Context, params RequestLogListParams, options ...RequestOption) *Pager[LoggedRequest] {
	return page[LoggedRequest](ctx, s.transport, call{method: "GET", route: "/request-logs", query: params}, options)
}

// KeysService is reached as client.Keys.
type KeysService struct {
	transport *transport
}

// Self: what this key may do. The scopes and bounds of the key that asks, and what is left of its budget. Every key
// may ask.
//
// GET /keys/self
func (s *KeysService) Self(ctx context.Context, options ...RequestOption) (*Key, error) {
	return send[Key](ctx, s.transport, call{method: "GET", route: "/keys/self"}, options)
}

// SandboxService is reached as client.Sandbox.
type SandboxService struct {
	Deposits       *SandboxDepositsService
	Authorizations *SandboxAuthorizationsService
	Settlements    *SandboxSettlementsService
	Refunds        *SandboxRefundsService
	ThreeDS        *SandboxThreeDSService
	Clock          *SandboxClockService
	Rates          *SandboxRatesService

	transport *transport
}

// Reset the sandbox. Cards, transactions, deposits, challenges, events, books and conversion rates are as on the first
// start, and the clock shows real time. Keys, settings, the audit log and the running event sequence stay.
//
// POST /sandbox/reset
func (s *SandboxService) Reset(ctx context.Context, options ...RequestOption) (*SandboxReset, error) {
	return send[SandboxReset](ctx, s.transport, call{method: "POST", route: "/sandbox/reset"}, options)
}

// SandboxDepositsService is reached as client.Sandbox.Deposits.
type SandboxDepositsService struct {
	transport *transport
}

// Create: simulate a deposit. A crypto deposit is detected; with `confirm` it is confirmed and credited at once, at
// the fixed rates of the sandbox.
//
// POST /sandbox/deposits
func (s *SandboxDepositsService) Create(ctx context.Context, params SandboxDepositCreateParams, options ...RequestOption) (*Deposit, error) {
	return send[Deposit](ctx, s.transport, call{method: "POST", route: "/sandbox/deposits", body: params}, options)
}

// Confirm a pending deposit. Credits the wallet. Repeating it changes nothing.
//
// POST /sandbox/deposits/{deposit_id}/confirm
func (s *SandboxDepositsService) Confirm(ctx context.Context, depositID string, options ...RequestOption) (*Deposit, error) {
	return send[Deposit](ctx, s.transport, call{method: "POST", route: "/sandbox/deposits/{deposit_id}/confirm", ids: []string{depositID}}, options)
}

// Expire a pending deposit. As if it had vanished from the chain. Repeating it changes nothing.
//
// POST /sandbox/deposits/{deposit_id}/expire
func (s *SandboxDepositsService) Expire(ctx context.Context, depositID string, options ...RequestOption) (*Deposit, error) {
	return send[Deposit](ctx, s.transport, call{method: "POST", route: "/sandbox/deposits/{deposit_id}/expire", ids: []string{depositID}}, options)
}

// SandboxAuthorizationsService is reached as client.Sandbox.Authorizations.
type SandboxAuthorizationsService struct {
	transport *transport
}

// Create: simulate an authorization. A merchant asks for money. A decline is an answer like an approval: look at
// `approved`. The first test that fails decides the reason.
//
// POST /sandbox/authorizations
func (s *SandboxAuthorizationsService) Create(ctx context.Context, params SandboxAuthorizationCreateParams, options ...RequestOption) (*AuthorizationOutcome, error) {
	return send[AuthorizationOutcome](ctx, s.transport, call{method: "POST", route: "/sandbox/authorizations", body: params}, options)
}

// Increment: ask for more on an authorization. An approval is a further authorization of the same hold; a refusal is a
// decline, and the hold stays as it was. After the last use has ended the card, increments take at most what the card
// returned to the wallet, less what was taken since.
//
// POST /sandbox/authorizations/{txn_id}/increment
func (s *SandboxAuthorizationsService) Increment(ctx context.Context, txnID string, params SandboxAuthorizationIncrementParams, options ...RequestOption) (*AuthorizationOutcome, error) {
	return send[AuthorizationOutcome](ctx, s.transport, call{method: "POST", route: "/sandbox/authorizations/{txn_id}/increment", ids: []string{txnID}, body: params}, options)
}

// Settle an authorization. Captures the hold, or less, or more. With `final: false` the rest stays held for further
// captures. Possible after an expiry or a reversal too, then with an amount. Without an amount, an authorization in
// another currency settles the units it still holds, at the rate of this moment: the amount in USD may differ from
// what was held.
//
// POST /sandbox/authorizations/{txn_id}/settle
func (s *SandboxAuthorizationsService) Settle(ctx context.Context, txnID string, params SandboxAuthorizationSettleParams, options ...RequestOption) (*Transaction, error) {
	return send[Transaction](ctx, s.transport, call{method: "POST", route: "/sandbox/authorizations/{txn_id}/settle", ids: []string{txnID}, body: params}, options)
}

// Reverse an authorization. Releases the hold, or a part of it.
//
// POST /sandbox/authorizations/{txn_id}/reverse
func (s *SandboxAuthorizationsService) Reverse(ctx context.Context, txnID string, params SandboxAuthorizationReverseParams, options ...RequestOption) (*FullTransaction, error) {
	return send[FullTransaction](ctx, s.transport, call{method: "POST", route: "/sandbox/authorizations/{txn_id}/reverse", ids: []string{txnID}, body: params}, options)
}

// Expire an authorization. Releases the hold as if its time were over. Repeating it changes nothing.
//
// POST /sandbox/authorizations/{txn_id}/expire
func (s *SandboxAuthorizationsService) Expire(ctx context.Context, txnID string, options ...RequestOption) (*FullTransaction, error) {
	return send[FullTransaction](ctx, s.transport, call{method: "POST", route: "/sandbox/authorizations/{txn_id}/expire", ids: []string{txnID}}, options)
}

// SandboxSettlementsService is reached as client.Sandbox.Settlements.
type SandboxSettlementsService struct {
	transport *transport
}

// Create: simulate a forced settlement. A settlement without an authorization. It always posts, and may take the card
// below zero.
//
// POST /sandbox/settlements
func (s *SandboxSettlementsService) Create(ctx context.Context, params SandboxSettlementCreateParams, options ...RequestOption) (*Transaction, error) {
	return send[Transaction](ctx, s.transport, call{method: "POST", route: "/sandbox/settlements", body: params}, options)
}

// SandboxRefundsService is reached as client.Sandbox.Refunds.
type SandboxRefundsService struct {
	transport *transport
}

// Create: simulate a refund. Of a settlement (`transaction_id`; the amount is in USD and defaults to what is left of
// it), or without one (`card_id`, `merchant`, `amount`, and `currency` where that is not USD).
//
// POST /sandbox/refunds
func (s *SandboxRefundsService) Create(ctx context.Context, params SandboxRefundCreateParams, options ...RequestOption) (*Transaction, error) {
	return send[Transaction](ctx, s.transport, call{method: "POST", route: "/sandbox/refunds", body: params}, options)
}

// SandboxThreeDSService is reached as client.Sandbox.ThreeDS.
type SandboxThreeDSService struct {
	transport *transport
}

// Create: simulate a 3-D Secure challenge. A merchant asks for verification of a payment. The passcode is in the
// answer and in the event `3ds.challenge`; a key without `3ds:read` gets it masked. With the method `out_of_band`
// there is none: approve or decline the payment.
//
// POST /sandbox/3ds
func (s *SandboxThreeDSService) Create(ctx context.Context, params SandboxThreeDSCreateParams, options ...RequestOption) (*ThreeDSChallenge, error) {
	return send[ThreeDSChallenge](ctx, s.transport, call{method: "POST", route: "/sandbox/3ds", body: params}, options)
}

// Verify: enter the passcode of a challenge. As the cardholder would. The third wrong code ends the challenge.
//
// POST /sandbox/3ds/{challenge_id}/verify
func (s *SandboxThreeDSService) Verify(ctx context.Context, challengeID string, params SandboxThreeDSVerifyParams, options ...RequestOption) (*ThreeDSChallenge, error) {
	return send[ThreeDSChallenge](ctx, s.transport, call{method: "POST", route: "/sandbox/3ds/{challenge_id}/verify", ids: []string{challengeID}, body: params}, options)
}

// SandboxClockService is reached as client.Sandbox.Clock.
type SandboxClockService struct {
	transport *transport
}

// Get: read the sandbox clock.
//
// GET /sandbox/clock
func (s *SandboxClockService) Get(ctx context.Context, options ...RequestOption) (*SandboxClock, error) {
	return send[SandboxClock](ctx, s.transport, call{method: "GET", route: "/sandbox/clock"}, options)
}

// Advance: move the sandbox clock forward. When it answers, everything that came due on the way has happened, in order
// and dated at its time: holds and deposits have expired, challenges have run out, a new month may have begun. A 503
// means that the clock has not arrived yet; the next call goes on from where it is.
//
// POST /sandbox/clock/advance
func (s *SandboxClockService) Advance(ctx context.Context, params SandboxClockAdvanceParams, options ...RequestOption) (*SandboxClock, error) {
	return send[SandboxClock](ctx, s.transport, call{method: "POST", route: "/sandbox/clock/advance", body: params}, options)
}

// SandboxRatesService is reached as client.Sandbox.Rates.
type SandboxRatesService struct {
	transport *transport
}

// Get: read the conversion rates of the sandbox.
//
// GET /sandbox/rates
func (s *SandboxRatesService) Get(ctx context.Context, options ...RequestOption) (*SandboxRates, error) {
	return send[SandboxRates](ctx, s.transport, call{method: "GET", route: "/sandbox/rates"}, options)
}

// Set conversion rates of the sandbox. For authorizations, settlements and refunds with a `currency`. A rate counts
// from the next call on: a settlement after a change posts another amount than was held. A reset brings the built-in
// rates back.
//
// PUT /sandbox/rates
func (s *SandboxRatesService) Set(ctx context.Context, params SandboxRateSetParams, options ...RequestOption) (*SandboxRates, error) {
	return send[SandboxRates](ctx, s.transport, call{method: "PUT", route: "/sandbox/rates", body: params}, options)
}
