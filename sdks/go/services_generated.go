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

// Create a card. Issues a virtual card and funds it from the wallet. The card is active immediately and enrolled in
// 3-D Secure. With `template_id`, the template supplies the settings that the request leaves out. A given part of
// `controls` replaces that part of the template, and a given key of `metadata` replaces the key of the same name.
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

// Get a card. Returns the card without its number and CVV.
//
// GET /cards/{card_id}
func (s *CardsService) Get(ctx context.Context, cardID string, options ...RequestOption) (*CardSummary, error) {
	return send[CardSummary](ctx, s.transport, call{method: "GET", route: "/cards/{card_id}", ids: []string{cardID}}, options)
}

// Update a card. Changes the given settings and keeps the others. Works on a frozen card too. Metadata that a rule
// reads (`card_metadata.KEY`) is a control: a key needs `controls:write` to change it, and an agent key never does.
//
// PATCH /cards/{card_id}
func (s *CardsService) Update(ctx context.Context, cardID string, params CardUpdateParams, options ...RequestOption) (*Card, error) {
	return send[Card](ctx, s.transport, call{method: "PATCH", route: "/cards/{card_id}", ids: []string{cardID}, body: params}, options)
}

// Terminate a card. Terminates the card permanently. The available balance returns to the wallet immediately. Held
// money stays reserved until it settles, reverses or expires, and the rest then returns to the wallet. Repeating the
// call returns the first result.
//
// DELETE /cards/{card_id}
func (s *CardsService) Terminate(ctx context.Context, cardID string, options ...RequestOption) (*CardTermination, error) {
	return send[CardTermination](ctx, s.transport, call{method: "DELETE", route: "/cards/{card_id}", ids: []string{cardID}}, options)
}

// Details: reveal a card. Returns the number, CVV, expiry and billing address. This data is sensitive under PCI DSS:
// do not log it and do not store it unencrypted. Every read is recorded in the audit log. Limited to 30 requests a
// minute. A read-only key gets 403.
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

// Limits: get the limits of a card. Returns the monthly spending limit first, then the limits of the card's controls
// in their order. The numbers are exact: each purchase is checked against them in the commit that changes them.
//
// GET /cards/{card_id}/limits
func (s *CardsService) Limits(ctx context.Context, cardID string, options ...RequestOption) (*CardLimits, error) {
	return send[CardLimits](ctx, s.transport, call{method: "GET", route: "/cards/{card_id}/limits", ids: []string{cardID}}, options)
}

// Freeze a card. Suspends all transactions of the card and keeps its balance. Freezing a frozen card changes nothing.
//
// POST /cards/{card_id}/freeze
func (s *CardsService) Freeze(ctx context.Context, cardID string, options ...RequestOption) (*CardFreeze, error) {
	return send[CardFreeze](ctx, s.transport, call{method: "POST", route: "/cards/{card_id}/freeze", ids: []string{cardID}}, options)
}

// Unfreeze a card. Allows transactions again. Unfreezing an active card changes nothing.
//
// POST /cards/{card_id}/unfreeze
func (s *CardsService) Unfreeze(ctx context.Context, cardID string, options ...RequestOption) (*Card, error) {
	return send[Card](ctx, s.transport, call{method: "POST", route: "/cards/{card_id}/unfreeze", ids: []string{cardID}}, options)
}

// Fund a card. Moves money from the wallet to the card. An overdraft of the card is repaid first.
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

// Replace a card. Replaces a card that is lost, stolen or compromised. The old card is terminated. The new card has a
// new number and the balance, settings, metadata and used limits of the old one, and it is active even if the old one
// was frozen. Holds stay with the old card and settle there: the wallet pays what exceeds them and receives what is
// left of them. An overdraft of the old card is paid by the wallet. The call counts as the creation of a card. If a
// processor refuses the new card, the old one is terminated anyway, and its balance is in the wallet.
//
// POST /cards/{card_id}/replace
func (s *CardsService) Replace(ctx context.Context, cardID string, params CardReplaceParams, options ...RequestOption) (*Card, error) {
	return send[Card](ctx, s.transport, call{method: "POST", route: "/cards/{card_id}/replace", ids: []string{cardID}, body: params}, options)
}

// CardTemplatesService is reached as client.CardTemplates.
type CardTemplatesService struct {
	transport *transport
}

// Create a card template. Stores settings for future cards. When a card is created with `template_id`, the template
// supplies the settings that the request leaves out. A workspace has at most 200 templates.
//
// POST /card-templates
func (s *CardTemplatesService) Create(ctx context.Context, params CardTemplateCreateParams, options ...RequestOption) (*CardTemplate, error) {
	return send[CardTemplate](ctx, s.transport, call{method: "POST", route: "/card-templates", body: params}, options)
}

// List card templates. Lists all templates, newest first.
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

// Update a card template. Changes the given settings and keeps the others. Existing cards do not change.
//
// PATCH /card-templates/{template_id}
func (s *CardTemplatesService) Update(ctx context.Context, templateID string, params CardTemplateUpdateParams, options ...RequestOption) (*CardTemplate, error) {
	return send[CardTemplate](ctx, s.transport, call{method: "PATCH", route: "/card-templates/{template_id}", ids: []string{templateID}, body: params}, options)
}

// Delete a card template. Deletes the template. Cards created from it do not change.
//
// DELETE /card-templates/{template_id}
func (s *CardTemplatesService) Delete(ctx context.Context, templateID string, options ...RequestOption) (*CardTemplateDeletion, error) {
	return send[CardTemplateDeletion](ctx, s.transport, call{method: "DELETE", route: "/card-templates/{template_id}", ids: []string{templateID}}, options)
}

// SpendRequestsService is reached as client.SpendRequests.
type SpendRequestsService struct {
	transport *transport
}

// Create a spend request. A person, or a key that may approve, decides; the policy of the key may have decided
// already, and then the answer is `approved`. Approval makes a card with the amount on it that can be used once, at
// this merchant, for `valid_for` seconds. What nobody decides within ten minutes expires.
//
// POST /spend-requests
func (s *SpendRequestsService) Create(ctx context.Context, params SpendRequestCreateParams, options ...RequestOption) (*SpendRequest, error) {
	return send[SpendRequest](ctx, s.transport, call{method: "POST", route: "/spend-requests", body: params}, options)
}

// List spend requests. Lists spend requests, newest first. An agent key, and a key that is limited to cards, sees its
// own requests. `total` is counted up to 10,000.
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

// Cancel a spend request. Cancels a request that is no longer needed. If it was approved and its card was not used,
// the card is terminated, the money returns to the wallet, and the amount returns to the budget of the key if the
// window in which it was approved has not ended.
//
// POST /spend-requests/{spend_request_id}/cancel
func (s *SpendRequestsService) Cancel(ctx context.Context, spendRequestID string, options ...RequestOption) (*SpendRequest, error) {
	return send[SpendRequest](ctx, s.transport, call{method: "POST", route: "/spend-requests/{spend_request_id}/cancel", ids: []string{spendRequestID}}, options)
}

// ReportOutcome: report the outcome of a purchase. For the people who approved it. With `blocked` and `abandoned`
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

// List transactions. Lists transactions, newest first. `total` is exact without filters and for `card_id` and `type`;
// with other filters it is counted up to 10,000.
//
// GET /transactions
func (s *TransactionsService) List(ctx context.Context, params TransactionListParams, options ...RequestOption) *Pager[Transaction] {
	return page[Transaction](ctx, s.transport, call{method: "GET", route: "/transactions", query: params}, options)
}

// Get a transaction. Returns the transaction with its 3-D Secure status and the timeline of its authorization.
//
// GET /transactions/{txn_id}
func (s *TransactionsService) Get(ctx context.Context, txnID string, options ...RequestOption) (*FullTransaction, error) {
	return send[FullTransaction](ctx, s.transport, call{method: "GET", route: "/transactions/{txn_id}", ids: []string{txnID}}, options)
}

// Explain a transaction. Shows every check of the transaction in order, with the numbers of that moment, and whether
// the same purchase would pass now. Nothing is changed.
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

// DepositAddress: get deposit addresses. Returns one permanent address for each currency. With `currency`, the three
// objects contain only that currency. A currency that is not set up in this installation is left out; requesting it by
// name, or when none is set up, gives `invalid_currency`.
//
// GET /wallet/deposit-address
func (s *WalletService) DepositAddress(ctx context.Context, params WalletDepositAddressParams, options ...RequestOption) (*DepositAddresses, error) {
	return send[DepositAddresses](ctx, s.transport, call{method: "GET", route: "/wallet/deposit-address", query: params}, options)
}

// WalletDepositsService is reached as client.Wallet.Deposits.
type WalletDepositsService struct {
	transport *transport
}

// List deposits. Lists deposits, newest first. `total` is counted up to 10,000.
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

// List movements of the wallet. Lists every movement of the wallet, newest first. Each `balance_after` is the one
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

// List BIN ranges. Lists the card number ranges that cards can be created from, with their capabilities and limits.
// The list is not paged.
//
// GET /bins
func (s *BinsService) List(ctx context.Context, options ...RequestOption) ([]Bin, error) {
	return sendForList[Bin](ctx, s.transport, call{method: "GET", route: "/bins"}, options)
}

// CategoriesService is reached as client.Categories.
type CategoriesService struct {
	transport *transport
}

// List merchant categories. Lists the names that `allowed_categories` accepts, each with the merchant category codes
// that it covers. The list is not paged.
//
// GET /categories
func (s *CategoriesService) List(ctx context.Context, options ...RequestOption) ([]Category, error) {
	return sendForList[Category](ctx, s.transport, call{method: "GET", route: "/categories"}, options)
}

// ThreeDSService is reached as client.ThreeDS.
type ThreeDSService struct {
	transport *transport
}

// List 3-D Secure challenges. Lists challenges, newest first, each with its one-time passcode. `total` is counted up
// to 10,000. Every read is recorded in the audit log.
//
// GET /3ds
func (s *ThreeDSService) List(ctx context.Context, params ThreeDSListParams, options ...RequestOption) *Pager[ThreeDSChallenge] {
	return page[ThreeDSChallenge](ctx, s.transport, call{method: "GET", route: "/3ds", query: params}, options)
}

// Get a 3-D Secure challenge. Returns the challenge with its one-time passcode. Every read is recorded in the audit
// log. A read-only key gets 403.
//
// GET /3ds/{challenge_id}
func (s *ThreeDSService) Get(ctx context.Context, challengeID string, options ...RequestOption) (*ThreeDSChallenge, error) {
	return send[ThreeDSChallenge](ctx, s.transport, call{method: "GET", route: "/3ds/{challenge_id}", ids: []string{challengeID}}, options)
}

// Approve a payment. Approves a challenge whose `method` is `out_of_band`. The processor is told before the response
// is sent. If it does not answer, the response is 503 and the challenge stays pending. Repeating the call changes
// nothing once the challenge is approved.
//
// POST /3ds/{challenge_id}/approve
func (s *ThreeDSService) Approve(ctx context.Context, challengeID string, options ...RequestOption) (*ThreeDSChallenge, error) {
	return send[ThreeDSChallenge](ctx, s.transport, call{method: "POST", route: "/3ds/{challenge_id}/approve", ids: []string{challengeID}}, options)
}

// Decline a payment. Declines a challenge whose `method` is `out_of_band`. The processor is told before the response
// is sent. If it does not answer, the response is 503 and the challenge stays pending. Repeating the call changes
// nothing once the challenge is declined.
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

// Create a rule. Checked on every new authorization, after the card's own controls. It begins in `shadow`: matches are
// recorded and nothing is stopped. At most 100 rules.
//
// POST /rules
func (s *RulesService) Create(ctx context.Context, params RuleCreateParams, options ...RequestOption) (*Rule, error) {
	return send[Rule](ctx, s.transport, call{method: "POST", route: "/rules", body: params}, options)
}

// List rules. Lists all rules in the order in which they were created.
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

// Update: change a rule. Creates a new version of the rule. Earlier versions do not change, and transactions show the
// version that was evaluated. The new version applies from the next authorization on.
//
// PATCH /rules/{rule_id}
func (s *RulesService) Update(ctx context.Context, ruleID string, params RuleUpdateParams, options ...RequestOption) (*Rule, error) {
	return send[Rule](ctx, s.transport, call{method: "PATCH", route: "/rules/{rule_id}", ids: []string{ruleID}, body: params}, options)
}

// Delete a rule. Deletes the rule. Payments are no longer checked by it, and transactions keep showing its results.
//
// DELETE /rules/{rule_id}
func (s *RulesService) Delete(ctx context.Context, ruleID string, options ...RequestOption) (*RuleDeletion, error) {
	return send[RuleDeletion](ctx, s.transport, call{method: "DELETE", route: "/rules/{rule_id}", ids: []string{ruleID}}, options)
}

// Report: get the daily report of a rule. Returns what the rule did on whole UTC days, at most 366 of them. The
// default is the last 30 days. All versions of the rule count.
//
// GET /rules/{rule_id}/report
func (s *RulesService) Report(ctx context.Context, ruleID string, params RuleReportParams, options ...RequestOption) (*RuleReport, error) {
	return send[RuleReport](ctx, s.transport, call{method: "GET", route: "/rules/{rule_id}/report", ids: []string{ruleID}, query: params}, options)
}

// RulesVersionsService is reached as client.Rules.Versions.
type RulesVersionsService struct {
	transport *transport
}

// List the versions of a rule. Lists the versions, newest first. To return to one, PATCH the rule with its values,
// which makes a new version.
//
// GET /rules/{rule_id}/versions
func (s *RulesVersionsService) List(ctx context.Context, ruleID string, params RuleVersionListParams, options ...RequestOption) *Pager[RuleVersion] {
	return page[RuleVersion](ctx, s.transport, call{method: "GET", route: "/rules/{rule_id}/versions", ids: []string{ruleID}, query: params}, options)
}

// RulesBacktestsService is reached as client.Rules.Backtests.
type RulesBacktestsService struct {
	transport *transport
}

// Create a backtest. Computes what the newest version of the rule would have done to the payments of a range, velocity
// included. It runs in the background: read the backtest until it is `completed`. The history stays as it was: a
// payment that the rule would have stopped still counts for later ones. The range has at most 366 days, and a
// workspace has at most 5 unfinished backtests.
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

// Create: register a webhook endpoint. Registers an endpoint that receives events from now on. Only this response
// shows the secret; rotate the secret if it is lost. A workspace has at most 20 endpoints. An endpoint for all events
// or for `3ds.challenge` receives passcodes, so creating it needs the scope `3ds:read` too.
//
// POST /webhooks
func (s *WebhooksService) Create(ctx context.Context, params WebhookCreateParams, options ...RequestOption) (*WebhookWithSecret, error) {
	return send[WebhookWithSecret](ctx, s.transport, call{method: "POST", route: "/webhooks", body: params}, options)
}

// List webhook endpoints. Lists all endpoints, newest first, without their secrets.
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

// Update a webhook endpoint. Changes the endpoint. While it is inactive, queued deliveries wait, and new events are
// not queued for it; find them with `GET /events` and resend them. Changing the URL of an endpoint that passcodes can
// reach, turning it on, or subscribing an endpoint to passcodes needs the scope `3ds:read` too.
//
// PATCH /webhooks/{webhook_id}
func (s *WebhooksService) Update(ctx context.Context, webhookID string, params WebhookUpdateParams, options ...RequestOption) (*Webhook, error) {
	return send[Webhook](ctx, s.transport, call{method: "PATCH", route: "/webhooks/{webhook_id}", ids: []string{webhookID}, body: params}, options)
}

// Delete a webhook endpoint. Deletes the endpoint. Nothing more is sent to it, including queued deliveries.
//
// DELETE /webhooks/{webhook_id}
func (s *WebhooksService) Delete(ctx context.Context, webhookID string, options ...RequestOption) (*WebhookDeletion, error) {
	return send[WebhookDeletion](ctx, s.transport, call{method: "DELETE", route: "/webhooks/{webhook_id}", ids: []string{webhookID}}, options)
}

// RotateSecret: rotate the signing secret. Makes a new secret. For 24 hours, deliveries also carry a signature made
// with the old secret: in `X-Webhook-Signature-Previous` and as the second entry of `webhook-signature`. For an
// endpoint that passcodes can reach, this needs the scope `3ds:read` too.
//
// POST /webhooks/{webhook_id}/rotate-secret
func (s *WebhooksService) RotateSecret(ctx context.Context, webhookID string, params WebhookRotateSecretParams, options ...RequestOption) (*WebhookWithSecret, error) {
	return send[WebhookWithSecret](ctx, s.transport, call{method: "POST", route: "/webhooks/{webhook_id}/rotate-secret", ids: []string{webhookID}, body: params}, options)
}

// Test: send a test event. Sends a `webhook.test` event to this endpoint only, whatever it subscribes to.
//
// POST /webhooks/{webhook_id}/test
func (s *WebhooksService) Test(ctx context.Context, webhookID string, options ...RequestOption) (*Delivery, error) {
	return send[Delivery](ctx, s.transport, call{method: "POST", route: "/webhooks/{webhook_id}/test", ids: []string{webhookID}}, options)
}

// WebhooksDeliveriesService is reached as client.Webhooks.Deliveries.
type WebhooksDeliveriesService struct {
	transport *transport
}

// List the deliveries of an endpoint. Lists deliveries, newest first, each with the response to its last attempt. They
// are kept for 30 days.
//
// GET /webhooks/{webhook_id}/deliveries
func (s *WebhooksDeliveriesService) List(ctx context.Context, webhookID string, params WebhookDeliveryListParams, options ...RequestOption) *Pager[Delivery] {
	return page[Delivery](ctx, s.transport, call{method: "GET", route: "/webhooks/{webhook_id}/deliveries", ids: []string{webhookID}, query: params}, options)
}

// Retry a delivery. Tries the delivery again immediately, even if it succeeded or was given up. For a delivery of a
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

// Set the decision hook. Sets the address of your server, which is asked before an authorization is approved and may
// decline it. Omitted settings get their default value. Only the first response shows the secret; a later PUT keeps
// it.
//
// PUT /decision-hook
func (s *DecisionHookService) Set(ctx context.Context, params DecisionHookSetParams, options ...RequestOption) (*DecisionHookWithSecret, error) {
	return send[DecisionHookWithSecret](ctx, s.transport, call{method: "PUT", route: "/decision-hook", body: params}, options)
}

// Get the decision hook. Returns the hook without its secret.
//
// GET /decision-hook
func (s *DecisionHookService) Get(ctx context.Context, options ...RequestOption) (*DecisionHook, error) {
	return send[DecisionHook](ctx, s.transport, call{method: "GET", route: "/decision-hook"}, options)
}

// Delete the decision hook. Deletes the hook. Authorizations are decided without it from now on. Its earlier answers
// stay in the list of attempts.
//
// DELETE /decision-hook
func (s *DecisionHookService) Delete(ctx context.Context, options ...RequestOption) (*DecisionHookDeletion, error) {
	return send[DecisionHookDeletion](ctx, s.transport, call{method: "DELETE", route: "/decision-hook"}, options)
}

// RotateSecret: rotate the signing secret of the hook. Makes a new secret. For 24 hours, questions also carry a
// signature made with the old secret: in `X-Webhook-Signature-Previous` and as the second entry of
// `webhook-signature`.
//
// POST /decision-hook/rotate-secret
func (s *DecisionHookService) RotateSecret(ctx context.Context, params DecisionHookRotateSecretParams, options ...RequestOption) (*DecisionHookWithSecret, error) {
	return send[DecisionHookWithSecret](ctx, s.transport, call{method: "POST", route: "/decision-hook/rotate-secret", body: params}, options)
}

// Test the decision hook. Sends a question about a card and a payment that do not exist, marked with `test: true`, and
// returns the hook's response. Works while the hook is not active and decides nothing.
//
// POST /decision-hook/test
func (s *DecisionHookService) Test(ctx context.Context, options ...RequestOption) (*DecisionAttempt, error) {
	return send[DecisionAttempt](ctx, s.transport, call{method: "POST", route: "/decision-hook/test"}, options)
}

// DecisionHookAttemptsService is reached as client.DecisionHook.Attempts.
type DecisionHookAttemptsService struct {
	transport *transport
}

// List the attempts of the hook. Lists the questions to the hook, newest first, tests included. They are kept for 30
// days, even after the hook is deleted. A question appears within a second.
//
// GET /decision-hook/attempts
func (s *DecisionHookAttemptsService) List(ctx context.Context, params DecisionHookAttemptListParams, options ...RequestOption) *Pager[DecisionAttempt] {
	return page[DecisionAttempt](ctx, s.transport, call{method: "GET", route: "/decision-hook/attempts", query: params}, options)
}

// EventsService is reached as client.Events.
type EventsService struct {
	transport *transport
}

// List events. Lists events, newest first. With `order=asc` the oldest come first, which together with
// `after_sequence` continues where you stopped. Events are kept for 30 days. A key without the scope 3ds:read sees
// masked passcodes. A key that is limited to some cards sees the events of those cards: the newest 10,000 events are
// searched, and `total` counts the ones that were found. Reading by cursor continues from there, so a page may be
// short or empty.
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

// Resend: send an event again. Sends the event to one endpoint, whatever it subscribes to, or without `webhook_id` to
// every active endpoint that subscribes to its type. The event keeps its id. For a `3ds.challenge` event, this needs
// the scope `3ds:read` too.
//
// POST /events/{event_id}/resend
func (s *EventsService) Resend(ctx context.Context, eventID string, params EventResendParams, options ...RequestOption) (*EventResend, error) {
	return send[EventResend](ctx, s.transport, call{method: "POST", route: "/events/{event_id}/resend", ids: []string{eventID}, body: params}, options)
}

// RequestLogsService is reached as client.RequestLogs.
type RequestLogsService struct {
	transport *transport
}

// List requests. Lists every authenticated request of the last seven days, newest first. Neither bodies nor queries
// are kept. The newest 100,000 requests of the range are searched: `total` is counted up to 10,000, and `total_capped`
// says that there may be more. Reading by cursor searches the next 100,000 from its position, so a page may be short
// or empty; it ends when `next_cursor` is null. A request appears within a second. Reading a page is a request too:
// read by cursor or with `to` so that pages do not shift.
//
// GET /request-logs
func (s *RequestLogsService) List(ctx context.Context, params RequestLogListParams, options ...RequestOption) *Pager[LoggedRequest] {
	return page[LoggedRequest](ctx, s.transport, call{method: "GET", route: "/request-logs", query: params}, options)
}

// KeysService is reached as client.Keys.
type KeysService struct {
	transport *transport
}

// Self: get the rights of this key. Returns the scopes and limits of the key that makes the request, and what is left
// of its budget. Every key may call this.
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

// Reset the sandbox. Resets cards, transactions, deposits, challenges, events, books and conversion rates to the state
// of the first start, and the clock to real time. Keys, settings, the audit log and the event sequence stay.
//
// POST /sandbox/reset
func (s *SandboxService) Reset(ctx context.Context, options ...RequestOption) (*SandboxReset, error) {
	return send[SandboxReset](ctx, s.transport, call{method: "POST", route: "/sandbox/reset"}, options)
}

// SandboxDepositsService is reached as client.Sandbox.Deposits.
type SandboxDepositsService struct {
	transport *transport
}

// Create: simulate a deposit. Simulates the detection of a crypto deposit. With `confirm` it is confirmed and credited
// immediately, at the fixed rates of the sandbox.
//
// POST /sandbox/deposits
func (s *SandboxDepositsService) Create(ctx context.Context, params SandboxDepositCreateParams, options ...RequestOption) (*Deposit, error) {
	return send[Deposit](ctx, s.transport, call{method: "POST", route: "/sandbox/deposits", body: params}, options)
}

// Confirm a pending deposit. Confirms the deposit and credits the wallet. Repeating the call changes nothing.
//
// POST /sandbox/deposits/{deposit_id}/confirm
func (s *SandboxDepositsService) Confirm(ctx context.Context, depositID string, options ...RequestOption) (*Deposit, error) {
	return send[Deposit](ctx, s.transport, call{method: "POST", route: "/sandbox/deposits/{deposit_id}/confirm", ids: []string{depositID}}, options)
}

// Expire a pending deposit. Expires the deposit as if it had vanished from its chain. Repeating the call changes
// nothing.
//
// POST /sandbox/deposits/{deposit_id}/expire
func (s *SandboxDepositsService) Expire(ctx context.Context, depositID string, options ...RequestOption) (*Deposit, error) {
	return send[Deposit](ctx, s.transport, call{method: "POST", route: "/sandbox/deposits/{deposit_id}/expire", ids: []string{depositID}}, options)
}

// SandboxAuthorizationsService is reached as client.Sandbox.Authorizations.
type SandboxAuthorizationsService struct {
	transport *transport
}

// Create: simulate an authorization. Simulates a merchant that asks for money. A decline is a successful response too:
// look at `approved`. The first check that fails decides the reason.
//
// POST /sandbox/authorizations
func (s *SandboxAuthorizationsService) Create(ctx context.Context, params SandboxAuthorizationCreateParams, options ...RequestOption) (*AuthorizationOutcome, error) {
	return send[AuthorizationOutcome](ctx, s.transport, call{method: "POST", route: "/sandbox/authorizations", body: params}, options)
}

// Increment an authorization. Simulates a merchant that asks for more money on an authorization. An approval is a
// further authorization of the same hold. A decline does not change the hold. After the last use has ended the card,
// increments take at most what the card returned to the wallet, less what was taken since.
//
// POST /sandbox/authorizations/{txn_id}/increment
func (s *SandboxAuthorizationsService) Increment(ctx context.Context, txnID string, params SandboxAuthorizationIncrementParams, options ...RequestOption) (*AuthorizationOutcome, error) {
	return send[AuthorizationOutcome](ctx, s.transport, call{method: "POST", route: "/sandbox/authorizations/{txn_id}/increment", ids: []string{txnID}, body: params}, options)
}

// Settle an authorization. Captures the amount of the hold, or less, or more. With `final: false` the rest stays held
// for further captures. An authorization can be settled after it expired or was reversed; the amount is then required.
// Without an amount, an authorization in another currency settles the units that it still holds at the current rate,
// so the amount in USD may differ from the held amount.
//
// POST /sandbox/authorizations/{txn_id}/settle
func (s *SandboxAuthorizationsService) Settle(ctx context.Context, txnID string, params SandboxAuthorizationSettleParams, options ...RequestOption) (*Transaction, error) {
	return send[Transaction](ctx, s.transport, call{method: "POST", route: "/sandbox/authorizations/{txn_id}/settle", ids: []string{txnID}, body: params}, options)
}

// Reverse an authorization. Releases the hold or a part of it.
//
// POST /sandbox/authorizations/{txn_id}/reverse
func (s *SandboxAuthorizationsService) Reverse(ctx context.Context, txnID string, params SandboxAuthorizationReverseParams, options ...RequestOption) (*FullTransaction, error) {
	return send[FullTransaction](ctx, s.transport, call{method: "POST", route: "/sandbox/authorizations/{txn_id}/reverse", ids: []string{txnID}, body: params}, options)
}

// Expire an authorization. Releases the hold as if it had expired. Repeating the call changes nothing.
//
// POST /sandbox/authorizations/{txn_id}/expire
func (s *SandboxAuthorizationsService) Expire(ctx context.Context, txnID string, options ...RequestOption) (*FullTransaction, error) {
	return send[FullTransaction](ctx, s.transport, call{method: "POST", route: "/sandbox/authorizations/{txn_id}/expire", ids: []string{txnID}}, options)
}

// SandboxSettlementsService is reached as client.Sandbox.Settlements.
type SandboxSettlementsService struct {
	transport *transport
}

// Create: simulate a forced settlement. Simulates a settlement without an authorization. It is always posted and may
// take the balance of the card below zero.
//
// POST /sandbox/settlements
func (s *SandboxSettlementsService) Create(ctx context.Context, params SandboxSettlementCreateParams, options ...RequestOption) (*Transaction, error) {
	return send[Transaction](ctx, s.transport, call{method: "POST", route: "/sandbox/settlements", body: params}, options)
}

// SandboxRefundsService is reached as client.Sandbox.Refunds.
type SandboxRefundsService struct {
	transport *transport
}

// Create: simulate a refund. Simulates a refund of a settlement (`transaction_id`; the amount is in USD and defaults
// to the rest), or a refund without a settlement (`card_id`, `merchant`, `amount`, and `currency` if it is not USD).
//
// POST /sandbox/refunds
func (s *SandboxRefundsService) Create(ctx context.Context, params SandboxRefundCreateParams, options ...RequestOption) (*Transaction, error) {
	return send[Transaction](ctx, s.transport, call{method: "POST", route: "/sandbox/refunds", body: params}, options)
}

// SandboxThreeDSService is reached as client.Sandbox.ThreeDS.
type SandboxThreeDSService struct {
	transport *transport
}

// Create: simulate a 3-D Secure challenge. Simulates a merchant that asks for verification of a payment. The passcode
// is in the response and in the event `3ds.challenge`; a key without `3ds:read` gets it masked. With the method
// `out_of_band` there is no passcode: approve or decline the payment instead.
//
// POST /sandbox/3ds
func (s *SandboxThreeDSService) Create(ctx context.Context, params SandboxThreeDSCreateParams, options ...RequestOption) (*ThreeDSChallenge, error) {
	return send[ThreeDSChallenge](ctx, s.transport, call{method: "POST", route: "/sandbox/3ds", body: params}, options)
}

// Verify: enter the passcode of a challenge. Enters the passcode as the cardholder would. The third wrong code ends
// the challenge.
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

// Advance: move the sandbox clock forward. Moves the clock. When the call returns, everything that became due has
// happened, in order and with its own time: holds and deposits have expired, challenges have ended, a new month may
// have begun. A 503 means that the clock has not arrived yet; the next call continues from there.
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

// Set conversion rates of the sandbox. Sets the rates for authorizations, settlements and refunds with a `currency`. A
// rate applies from the next call on, so a settlement after a change may differ from the held amount. A reset restores
// the built-in rates.
//
// PUT /sandbox/rates
func (s *SandboxRatesService) Set(ctx context.Context, params SandboxRateSetParams, options ...RequestOption) (*SandboxRates, error) {
	return send[SandboxRates](ctx, s.transport, call{method: "PUT", route: "/sandbox/rates", body: params}, options)
}
