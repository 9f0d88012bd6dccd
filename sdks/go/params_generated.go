// Code generated from openapi.json by internal/generate. DO NOT EDIT.

package cardwright

import (
	"time"
)

// CardCreateParams is the body of POST /cards.
type CardCreateParams struct {
	// From GET /bins. May be left out where the template names one.
	BinID string `json:"bin_id,omitzero"`
	// USD, from 1.00 to 5,000.00.
	Amount USD `json:"amount"`
	// A template of GET /card-templates: it fills what this request leaves out.
	TemplateID *string `json:"template_id,omitempty"`
	// Your name for the card.
	Label *string `json:"label,omitempty"`
	// Monthly, USD; the BIN maximum when left out.
	SpendingLimit *USD `json:"spending_limit,omitempty"`
	// Names of GET /categories or four-digit codes; empty means all.
	AllowedCategories []string `json:"allowed_categories,omitempty"`
	// Freeze when a debit leaves the balance below this amount; 0 switches it off.
	AutoFreezeAt *USD `json:"auto_freeze_at,omitempty"`
	// What the card may do. Each part that is given replaces that part; null empties it.
	Controls *ControlsParams `json:"controls,omitempty"`
	// Up to 20 keys of your own; values are text, numbers or booleans.
	Metadata Metadata `json:"metadata,omitempty"`
}

// ControlsParams is what a card may do. A part that is left out stays as it is, a null part is emptied.
type ControlsParams struct {
	// At most 10; each has an amount, a count or both.
	Limits     []ControlLimitParams              `json:"limits,omitempty"`
	Merchants  Nullable[ControlMerchantsParams]  `json:"merchants,omitempty"`
	Categories Nullable[ControlCategoriesParams] `json:"categories,omitempty"`
	Countries  Nullable[ControlCountriesParams]  `json:"countries,omitempty"`
	// Purchases, then the card is terminated.
	Uses Nullable[int] `json:"uses,omitempty"`
	// `first`: only the first merchant that is approved.
	MerchantLock Nullable[MerchantLock] `json:"merchant_lock,omitempty"`
	// Declined before this moment.
	ActiveFrom Nullable[time.Time] `json:"active_from,omitempty"`
	// Declined from this moment on.
	ActiveUntil Nullable[time.Time] `json:"active_until,omitempty"`
}

// ControlLimitParams bounds what a card may spend in a window of time; it has an amount, a count or both.
type ControlLimitParams struct {
	// UTC; a week begins on Monday.
	Window LimitWindow `json:"window"`
	// USD.
	Amount *USD `json:"amount,omitempty"`
	// Purchases.
	Count *int `json:"count,omitempty"`
	// Count only these; names of GET /categories or codes. Empty: everything.
	Categories []string `json:"categories,omitempty"`
}

// ControlMerchantsParams names the merchants that a card may or may not pay.
type ControlMerchantsParams struct {
	// With `allowed_categories`: who is on either list passes.
	Allowed []MerchantPatternParams `json:"allowed,omitempty"`
	// Declined, whatever else allows them.
	Blocked []MerchantPatternParams `json:"blocked,omitempty"`
}

// MerchantPatternParams matches merchants by the network's id, or by name with * as a wildcard.
type MerchantPatternParams struct {
	// The network's id of the merchant.
	ID *string `json:"id,omitempty"`
	// Upper and lower case are the same; * stands for anything.
	Name *string `json:"name,omitempty"`
}

// ControlCategoriesParams names the categories that a card may not pay.
type ControlCategoriesParams struct {
	// Names of GET /categories or four-digit codes.
	Blocked []string `json:"blocked,omitempty"`
}

// ControlCountriesParams names the countries that a card may or may not pay in.
type ControlCountriesParams struct {
	// Only merchants in these.
	Allowed []string `json:"allowed,omitempty"`
	// No merchants in these; not together with `allowed`.
	Blocked []string `json:"blocked,omitempty"`
}

// CardListParams is the query of GET /cards.
type CardListParams struct {
	Status CardStatus `json:"status,omitempty"`
	BinID  string     `json:"bin_id,omitempty"`
	// Part of the label, in any case; % and _ are characters like others.
	Label string `json:"label,omitempty"`
	// Part of the label, in any case; four digits also find cards that end in them.
	Search string `json:"search,omitempty"`
	// By `last_used`, cards never used come last. By `balance` and `last_used`, which change while you read, there are
	// pages only, and no cursor.
	Sort  CardSort `json:"sort,omitempty"`
	Order Order    `json:"order,omitempty"`
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// CardUpdateParams is the body of PATCH /cards/{card_id}.
type CardUpdateParams struct {
	// Your name for the card.
	Label *string `json:"label,omitempty"`
	// Monthly, USD; unchanged when left out.
	SpendingLimit *USD `json:"spending_limit,omitempty"`
	// Names of GET /categories or four-digit codes; empty means all.
	AllowedCategories []string `json:"allowed_categories,omitempty"`
	// Freeze when a debit leaves the balance below this amount; 0 switches it off.
	AutoFreezeAt *USD `json:"auto_freeze_at,omitempty"`
	// Merged with what is there; null removes a key.
	Metadata Metadata `json:"metadata,omitempty"`
	// What the card may do. Each part that is given replaces that part; null empties it.
	Controls Nullable[ControlsParams] `json:"controls,omitempty"`
}

// CardRevealSessionParams is the body of POST /cards/{card_id}/reveal-sessions.
type CardRevealSessionParams struct {
	// The origin of the page that will frame it, or for an agent key the origin of the shop, which the person sees:
	// `https://` and a host. In the sandbox `http://localhost` and `http://127.0.0.1`, with any port, too.
	Origin string `json:"origin"`
	// How the page looks. Everything may be left out.
	Theme *RevealThemeParams `json:"theme,omitempty"`
}

// RevealThemeParams is how the page of a reveal session looks.
type RevealThemeParams struct {
	// The colours of the page where none are given; `auto` follows the device.
	ColorScheme *RevealColorScheme `json:"color_scheme,omitempty"`
	// Behind everything. As `#rgb`, `#rrggbb` or `#rrggbbaa`.
	Background *string `json:"background,omitempty"`
	// Of number, expiry and CVV. As `#rgb`, `#rrggbb` or `#rrggbbaa`.
	Text *string `json:"text,omitempty"`
	// Of their names, and of the line below them. As `#rgb`, `#rrggbb` or `#rrggbbaa`.
	Label *string `json:"label,omitempty"`
	// Between the rows. As `#rgb`, `#rrggbb` or `#rrggbbaa`.
	Border *string `json:"border,omitempty"`
	// Of the copy buttons. As `#rgb`, `#rrggbb` or `#rrggbbaa`.
	Button *string `json:"button,omitempty"`
	// Of what stands on the copy buttons. As `#rgb`, `#rrggbb` or `#rrggbbaa`.
	ButtonText *string `json:"button_text,omitempty"`
	// A family of the device.
	FontFamily *RevealFontFamily `json:"font_family,omitempty"`
	// Pixels.
	FontSize *int `json:"font_size,omitempty"`
	// Of the corners of the buttons, pixels.
	Radius *int `json:"radius,omitempty"`
	// Whether the page says when it will hide the number.
	Timer *bool `json:"timer,omitempty"`
	// Around everything, pixels.
	Padding *int `json:"padding,omitempty"`
}

// CardFundParams is the body of POST /cards/{card_id}/fund.
type CardFundParams struct {
	// USD, from 1.00 to 5,000.00.
	Amount USD `json:"amount"`
}

// CardWithdrawParams is the body of POST /cards/{card_id}/withdraw.
type CardWithdrawParams struct {
	// USD, from 0.01 to the balance of the card.
	Amount USD `json:"amount"`
}

// CardReplaceParams is the body of POST /cards/{card_id}/replace.
type CardReplaceParams struct {
	// Why; the history of the old card keeps it.
	Reason ReplacementReason `json:"reason"`
}

// CardTemplateCreateParams is the body of POST /card-templates.
type CardTemplateCreateParams struct {
	// Spaces around it are dropped; two templates may have the same name.
	Name string `json:"name"`
	// From GET /bins.
	BinID *string `json:"bin_id,omitempty"`
	// Monthly, USD; the maximum of the BIN when left out.
	SpendingLimit *USD `json:"spending_limit,omitempty"`
	// Names of GET /categories or four-digit codes; empty means all.
	AllowedCategories []string `json:"allowed_categories,omitempty"`
	// Freeze when a debit leaves the balance below this amount; 0 switches it off.
	AutoFreezeAt *USD `json:"auto_freeze_at,omitempty"`
	// What the card may do. Each part that is given replaces that part; null empties it.
	Controls *ControlsParams `json:"controls,omitempty"`
	// Up to 20 keys of your own; values are text, numbers or booleans.
	Metadata Metadata `json:"metadata,omitempty"`
}

// CardTemplateUpdateParams is the body of PATCH /card-templates/{template_id}.
type CardTemplateUpdateParams struct {
	// Spaces around it are dropped; two templates may have the same name.
	Name *string `json:"name,omitempty"`
	// Null: whoever creates a card names the BIN.
	BinID Nullable[string] `json:"bin_id,omitempty"`
	// Monthly, USD. Null: the maximum of the BIN.
	SpendingLimit Nullable[USD] `json:"spending_limit,omitempty"`
	// Names of GET /categories or four-digit codes; empty means all.
	AllowedCategories []string `json:"allowed_categories,omitempty"`
	// Freeze when a debit leaves the balance below this amount; 0 switches it off.
	AutoFreezeAt *USD `json:"auto_freeze_at,omitempty"`
	// What the card may do. Each part that is given replaces that part; null empties it.
	Controls *ControlsParams `json:"controls,omitempty"`
	// Merged with what is there; null removes a key.
	Metadata Metadata `json:"metadata,omitempty"`
}

// SpendRequestCreateParams is the body of POST /spend-requests.
type SpendRequestCreateParams struct {
	// USD, from 1.00 to 5,000.00.
	Amount   USD                        `json:"amount"`
	Merchant NewRequestedMerchantParams `json:"merchant"`
	// What for, to the person who decides. One line, without invisible characters.
	Reason string `json:"reason"`
	// How long the card can be used once it is approved, in seconds.
	ValidFor *int `json:"valid_for,omitempty"`
	// Up to 20 keys of your own; values are text, numbers or booleans.
	Metadata Metadata `json:"metadata,omitempty"`
}

// NewRequestedMerchantParams is what `merchant` of SpendRequestCreateParams holds.
type NewRequestedMerchantParams struct {
	// A part of the name under which the merchant charges cards; the card works nowhere else. At least three characters,
	// no * and no URL, for which `url` is the place.
	Name string `json:"name"`
	// https; shown to whoever decides.
	URL *string `json:"url,omitempty"`
	// The network's id of the merchant, which then counts in place of the name.
	ID *string `json:"id,omitempty"`
}

// SpendRequestListParams is the query of GET /spend-requests.
type SpendRequestListParams struct {
	Status SpendRequestStatus `json:"status,omitempty"`
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// SpendRequestApproveParams is the body of POST /spend-requests/{spend_request_id}/approve.
type SpendRequestApproveParams struct {
	// To whoever asked.
	Note *string `json:"note,omitempty"`
	// `name`: the card works only where the merchant of the request charges. `first_merchant`: it works at the merchant
	// that charges it first, whatever its name, for a shop that charges under a name nobody knows beforehand.
	Bind *CardBinding `json:"bind,omitempty"`
}

// SpendRequestDenyParams is the body of POST /spend-requests/{spend_request_id}/deny.
type SpendRequestDenyParams struct {
	// To whoever asked.
	Note *string `json:"note,omitempty"`
}

// SpendRequestReportOutcomeParams is the body of POST /spend-requests/{spend_request_id}/outcome.
type SpendRequestReportOutcomeParams struct {
	// `success`: bought. `blocked`: the shop or its checks did not let the purchase through. `abandoned`: given up.
	Outcome SpendOutcome `json:"outcome"`
	// What happened, for people.
	Note *string `json:"note,omitempty"`
}

// TransactionListParams is the query of GET /transactions.
type TransactionListParams struct {
	CardID string          `json:"card_id,omitempty"`
	Type   TransactionType `json:"type,omitempty"`
	// ISO 8601, inclusive; a bare date means that UTC day.
	From Moment `json:"from,omitempty"`
	// ISO 8601, inclusive; a bare date means that whole UTC day.
	To Moment `json:"to,omitempty"`
	// Part of the merchant name, in any case.
	Merchant string `json:"merchant,omitempty"`
	// Compared with the absolute value, USD.
	MinAmount *USD `json:"min_amount,omitempty"`
	// Compared with the absolute value, USD.
	MaxAmount *USD `json:"max_amount,omitempty"`
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// WalletDepositAddressParams is the query of GET /wallet/deposit-address.
type WalletDepositAddressParams struct {
	Currency Currency `json:"currency,omitempty"`
}

// WalletDepositListParams is the query of GET /wallet/deposits.
type WalletDepositListParams struct {
	Status   DepositStatus `json:"status,omitempty"`
	Currency Currency      `json:"currency,omitempty"`
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// WalletTransactionListParams is the query of GET /wallet/transactions.
type WalletTransactionListParams struct {
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// ThreeDSListParams is the query of GET /3ds.
type ThreeDSListParams struct {
	CardID string          `json:"card_id,omitempty"`
	Status ChallengeStatus `json:"status,omitempty"`
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// RuleCreateParams is the body of POST /rules.
type RuleCreateParams struct {
	Name string `json:"name"`
	// `challenge` declines with `authentication_required` unless 3-D Secure was completed.
	Action RuleAction `json:"action"`
	// All of them must hold.
	When []RuleCondition `json:"when"`
	// The cards it is meant for, at most 100; null, or left out, for all.
	CardIds []string `json:"card_ids,omitempty"`
	// `shadow`: judged and recorded, stops nothing. `active`: stops what matches. `off`: not judged.
	State *RuleState `json:"state,omitempty"`
}

// RuleUpdateParams is the body of PATCH /rules/{rule_id}.
type RuleUpdateParams struct {
	Name *string `json:"name,omitempty"`
	// `challenge` declines with `authentication_required` unless 3-D Secure was completed.
	Action *RuleAction `json:"action,omitempty"`
	// All of them must hold.
	When []RuleCondition `json:"when,omitempty"`
	// The cards it is meant for, at most 100; null, or left out, for all.
	CardIds []string `json:"card_ids,omitempty"`
	// `shadow`: judged and recorded, stops nothing. `active`: stops what matches. `off`: not judged.
	State *RuleState `json:"state,omitempty"`
}

// RuleVersionListParams is the query of GET /rules/{rule_id}/versions.
type RuleVersionListParams struct {
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// RuleReportParams is the query of GET /rules/{rule_id}/report.
type RuleReportParams struct {
	// ISO 8601, inclusive; a bare date means that UTC day.
	From Moment `json:"from,omitempty"`
	// ISO 8601, inclusive; a bare date means that whole UTC day.
	To Moment `json:"to,omitempty"`
}

// RuleBacktestCreateParams is the body of POST /rules/{rule_id}/backtests.
type RuleBacktestCreateParams struct {
	// ISO 8601, inclusive; a bare date means that UTC day.
	From Moment `json:"from"`
	// ISO 8601, inclusive; a bare date means that whole UTC day.
	To Moment `json:"to"`
}

// WebhookCreateParams is the body of POST /webhooks.
type WebhookCreateParams struct {
	// HTTPS, at a public address. On a laptop the sandbox takes http://localhost and http://127.0.0.1 too.
	URL string `json:"url"`
	// Event types; `*` alone subscribes to all.
	Events []EventType `json:"events"`
	// A signing secret of your own: 16 to 256 printable ASCII characters. Made for you when omitted.
	Secret Secret `json:"secret,omitempty"`
}

// WebhookUpdateParams is the body of PATCH /webhooks/{webhook_id}.
type WebhookUpdateParams struct {
	// HTTPS, at a public address. On a laptop the sandbox takes http://localhost and http://127.0.0.1 too.
	URL *string `json:"url,omitempty"`
	// Event types; `*` alone subscribes to all.
	Events []EventType `json:"events,omitempty"`
	Active *bool       `json:"active,omitempty"`
}

// WebhookRotateSecretParams is the body of POST /webhooks/{webhook_id}/rotate-secret.
type WebhookRotateSecretParams struct {
	// A signing secret of your own: 16 to 256 printable ASCII characters. Made for you when omitted.
	Secret Secret `json:"secret,omitempty"`
}

// WebhookDeliveryListParams is the query of GET /webhooks/{webhook_id}/deliveries.
type WebhookDeliveryListParams struct {
	Status DeliveryStatus `json:"status,omitempty"`
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// DecisionHookSetParams is the body of PUT /decision-hook.
type DecisionHookSetParams struct {
	// HTTPS, at a public address. On a laptop the sandbox takes http://localhost and http://127.0.0.1 too.
	URL string `json:"url"`
	// How long an answer is waited for. At most 2000 in production, where a merchant waits for it too. In a sandbox it may
	// be longer, so that a handler can be stepped through; only that authorization waits, and at most ten of a workspace
	// wait longer than 2000 at once.
	TimeoutMS *int `json:"timeout_ms,omitempty"`
	// What counts where there is no valid answer in time, and while the hook is not asked because it kept failing.
	OnTimeout *DecisionFallback `json:"on_timeout,omitempty"`
	Active    *bool             `json:"active,omitempty"`
	// The cards whose authorizations are asked about; null, or left out, for all cards.
	CardIds []string `json:"card_ids,omitempty"`
	// A signing secret of your own: 16 to 256 printable ASCII characters. Made for you when omitted.
	Secret Secret `json:"secret,omitempty"`
}

// DecisionHookRotateSecretParams is the body of POST /decision-hook/rotate-secret.
type DecisionHookRotateSecretParams struct {
	// A signing secret of your own: 16 to 256 printable ASCII characters. Made for you when omitted.
	Secret Secret `json:"secret,omitempty"`
}

// DecisionHookAttemptListParams is the query of GET /decision-hook/attempts.
type DecisionHookAttemptListParams struct {
	CardID  string          `json:"card_id,omitempty"`
	Outcome DecisionOutcome `json:"outcome,omitempty"`
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// EventListParams is the query of GET /events.
type EventListParams struct {
	Type EventType `json:"type,omitempty"`
	// ISO 8601, inclusive; a bare date means that UTC day.
	From Moment `json:"from,omitempty"`
	// ISO 8601, inclusive; a bare date means that whole UTC day.
	To Moment `json:"to,omitempty"`
	// Only events after this sequence.
	AfterSequence *int64 `json:"after_sequence,omitempty"`
	Order         Order  `json:"order,omitempty"`
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// EventResendParams is the body of POST /events/{event_id}/resend.
type EventResendParams struct {
	WebhookID *string `json:"webhook_id,omitempty"`
}

// EventStreamParams is the query of GET /events/stream.
type EventStreamParams struct {
	// Only events after this sequence.
	AfterSequence *int64 `json:"after_sequence,omitempty"`
}

// RequestLogListParams is the query of GET /request-logs.
type RequestLogListParams struct {
	Method RequestMethod `json:"method,omitempty"`
	// A status, `404`, or a class of them, `4xx`.
	Status string `json:"status,omitempty"`
	// Part of the path, in any case.
	Path      string `json:"path,omitempty"`
	RequestID string `json:"request_id,omitempty"`
	// Requests by API keys alone, or by people in the dashboard alone.
	Source TransactionSource `json:"source,omitempty"`
	// ISO 8601, inclusive; a bare date means that UTC day.
	From Moment `json:"from,omitempty"`
	// ISO 8601, inclusive; a bare date means that whole UTC day.
	To Moment `json:"to,omitempty"`
	// Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item.
	Page int `json:"page,omitempty"`
	// Items on a page.
	PerPage int `json:"per_page,omitempty"`
	// A `next_cursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item
	// while others appear, change or go. Not together with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// SandboxDepositCreateParams is the body of POST /sandbox/deposits.
type SandboxDepositCreateParams struct {
	Currency Currency `json:"currency"`
	// Decimal text in units of the currency.
	AmountCrypto string `json:"amount_crypto"`
	Confirm      *bool  `json:"confirm,omitempty"`
}

// SandboxAuthorizationCreateParams is the body of POST /sandbox/authorizations.
type SandboxAuthorizationCreateParams struct {
	CardID *string `json:"card_id,omitempty"`
	// In place of card_id, as a merchant would.
	PAN      Secret `json:"pan,omitempty"`
	CVV      Secret `json:"cvv,omitempty"`
	ExpMonth *int   `json:"exp_month,omitempty"`
	ExpYear  *int   `json:"exp_year,omitempty"`
	// In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD.
	Amount USD `json:"amount"`
	// ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`.
	Currency           *string        `json:"currency,omitempty"`
	Merchant           MerchantParams `json:"merchant"`
	ThreeDSChallengeID *string        `json:"three_ds_challenge_id,omitempty"`
	// Approve up to the balance rather than decline.
	Partial *bool `json:"partial,omitempty"`
}

// MerchantParams is the merchant of a simulated transaction.
type MerchantParams struct {
	Name string `json:"name"`
	// Merchant category code, ISO 18245.
	MCC string `json:"mcc"`
	// ISO 3166 code of two letters.
	Country string `json:"country"`
	// The network's id of the merchant.
	ID   *string `json:"id,omitempty"`
	City *string `json:"city,omitempty"`
}

// SandboxAuthorizationIncrementParams is the body of POST /sandbox/authorizations/{txn_id}/increment.
type SandboxAuthorizationIncrementParams struct {
	// In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD.
	Amount USD `json:"amount"`
	// ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`.
	Currency *string `json:"currency,omitempty"`
}

// SandboxAuthorizationSettleParams is the body of POST /sandbox/authorizations/{txn_id}/settle.
type SandboxAuthorizationSettleParams struct {
	// In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD.
	Amount *USD `json:"amount,omitempty"`
	// ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`.
	Currency *string `json:"currency,omitempty"`
	Final    *bool   `json:"final,omitempty"`
}

// SandboxAuthorizationReverseParams is the body of POST /sandbox/authorizations/{txn_id}/reverse.
type SandboxAuthorizationReverseParams struct {
	// USD, from 0.01.
	Amount *USD `json:"amount,omitempty"`
}

// SandboxSettlementCreateParams is the body of POST /sandbox/settlements.
type SandboxSettlementCreateParams struct {
	CardID string `json:"card_id"`
	// In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD.
	Amount USD `json:"amount"`
	// ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`.
	Currency *string        `json:"currency,omitempty"`
	Merchant MerchantParams `json:"merchant"`
}

// SandboxRefundCreateParams is the body of POST /sandbox/refunds.
type SandboxRefundCreateParams struct {
	// The settlement to give back.
	TransactionID *string         `json:"transaction_id,omitempty"`
	CardID        *string         `json:"card_id,omitempty"`
	Merchant      *MerchantParams `json:"merchant,omitempty"`
	// In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD.
	Amount *USD `json:"amount,omitempty"`
	// ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`.
	Currency *string `json:"currency,omitempty"`
}

// SandboxThreeDSCreateParams is the body of POST /sandbox/3ds.
type SandboxThreeDSCreateParams struct {
	CardID   string `json:"card_id"`
	Merchant string `json:"merchant"`
	// USD, from 0.01.
	Amount USD              `json:"amount"`
	Method *ChallengeMethod `json:"method,omitempty"`
}

// SandboxThreeDSVerifyParams is the body of POST /sandbox/3ds/{challenge_id}/verify.
type SandboxThreeDSVerifyParams struct {
	OTP Secret `json:"otp"`
}

// SandboxClockAdvanceParams is the body of POST /sandbox/clock/advance.
type SandboxClockAdvanceParams struct {
	Seconds int `json:"seconds"`
}

// SandboxRateSetParams is the body of PUT /sandbox/rates.
type SandboxRateSetParams struct {
	// By ISO 4217 code, decimal text above zero: USD for one unit. They take the place of all that were set before; an
	// empty object brings the built-in rates back.
	Rates map[string]string `json:"rates"`
}
