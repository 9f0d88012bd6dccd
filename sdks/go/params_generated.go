// Code generated from openapi.json by internal/generate. DO NOT EDIT.

package cardwright

import (
	"time"
)

// CardCreateParams is the body of POST /cards.
type CardCreateParams struct {
	// A BIN from GET /bins. May be omitted if the template names one.
	BinID string `json:"bin_id,omitzero"`
	// The amount in USD, from 1.00 to 5,000.00.
	Amount USD `json:"amount"`
	// A template from GET /card-templates. It supplies the settings that this request leaves out.
	TemplateID *string `json:"template_id,omitempty"`
	// Your name for the card.
	Label *string `json:"label,omitempty"`
	// The monthly limit in USD. Defaults to the maximum of the BIN.
	SpendingLimit *USD `json:"spending_limit,omitempty"`
	// Names from GET /categories or four-digit merchant category codes. Empty means all categories.
	AllowedCategories []string `json:"allowed_categories,omitempty"`
	// Freezes the card when a debit leaves its balance below this amount. 0 turns this off.
	AutoFreezeAt *USD `json:"auto_freeze_at,omitempty"`
	// The spend controls of the card. Each given part replaces that part; null removes it.
	Controls *ControlsParams `json:"controls,omitempty"`
	// Up to 20 keys of your own. Values are text, numbers or booleans.
	Metadata Metadata `json:"metadata,omitempty"`
}

// ControlsParams is what a card may do. A part that is left out stays as it is, a null part is emptied.
type ControlsParams struct {
	// At most 10 limits. Each has an amount, a count or both.
	Limits     []ControlLimitParams              `json:"limits,omitempty"`
	Merchants  Nullable[ControlMerchantsParams]  `json:"merchants,omitempty"`
	Categories Nullable[ControlCategoriesParams] `json:"categories,omitempty"`
	Countries  Nullable[ControlCountriesParams]  `json:"countries,omitempty"`
	// The number of purchases after which the card is terminated.
	Uses Nullable[int] `json:"uses,omitempty"`
	// `first` locks the card to the first merchant that is approved.
	MerchantLock Nullable[MerchantLock] `json:"merchant_lock,omitempty"`
	// Purchases before this time are declined.
	ActiveFrom Nullable[time.Time] `json:"active_from,omitempty"`
	// Purchases from this time on are declined.
	ActiveUntil Nullable[time.Time] `json:"active_until,omitempty"`
}

// ControlLimitParams bounds what a card may spend in a window of time; it has an amount, a count or both.
type ControlLimitParams struct {
	// The window of the limit, a UTC calendar unit. A week begins on Monday.
	Window LimitWindow `json:"window"`
	// The maximum amount in USD.
	Amount *USD `json:"amount,omitempty"`
	// The maximum number of purchases.
	Count *int `json:"count,omitempty"`
	// The categories that count, as names from GET /categories or merchant category codes. Empty means that every purchase
	// counts.
	Categories []string `json:"categories,omitempty"`
}

// ControlMerchantsParams names the merchants that a card may or may not pay.
type ControlMerchantsParams struct {
	// Merchants that are allowed. A merchant passes if it is on this list or in `allowed_categories`.
	Allowed []MerchantPatternParams `json:"allowed,omitempty"`
	// Merchants that are always declined.
	Blocked []MerchantPatternParams `json:"blocked,omitempty"`
}

// MerchantPatternParams matches merchants by the network's id, or by name with * as a wildcard.
type MerchantPatternParams struct {
	// The network's id of the merchant.
	ID *string `json:"id,omitempty"`
	// The name of the merchant. Case is ignored, and * matches any text.
	Name *string `json:"name,omitempty"`
}

// ControlCategoriesParams names the categories that a card may not pay.
type ControlCategoriesParams struct {
	// Names from GET /categories or four-digit merchant category codes.
	Blocked []string `json:"blocked,omitempty"`
}

// ControlCountriesParams names the countries that a card may or may not pay in.
type ControlCountriesParams struct {
	// Only merchants in these countries are allowed.
	Allowed []string `json:"allowed,omitempty"`
	// Merchants in these countries are declined. Cannot be combined with `allowed`.
	Blocked []string `json:"blocked,omitempty"`
}

// CardListParams is the query of GET /cards.
type CardListParams struct {
	Status CardStatus `json:"status,omitempty"`
	BinID  string     `json:"bin_id,omitempty"`
	// A part of the label. Case is ignored, and % and _ have no special meaning.
	Label string `json:"label,omitempty"`
	// A part of the label. Case is ignored. Four digits also find cards whose number ends in them.
	Search string `json:"search,omitempty"`
	// The order of the list. With `last_used`, cards that were never used come last. `balance` and `last_used` change
	// while you read, so they support pages but no cursor.
	Sort  CardSort `json:"sort,omitempty"`
	Order Order    `json:"order,omitempty"`
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// CardUpdateParams is the body of PATCH /cards/{card_id}.
type CardUpdateParams struct {
	// Your name for the card.
	Label *string `json:"label,omitempty"`
	// The monthly limit in USD.
	SpendingLimit *USD `json:"spending_limit,omitempty"`
	// Names from GET /categories or four-digit merchant category codes. Empty means all categories.
	AllowedCategories []string `json:"allowed_categories,omitempty"`
	// Freezes the card when a debit leaves its balance below this amount. 0 turns this off.
	AutoFreezeAt *USD `json:"auto_freeze_at,omitempty"`
	// Merged with the existing metadata. Null removes a key.
	Metadata Metadata `json:"metadata,omitempty"`
	// The spend controls of the card. Each given part replaces that part; null removes it.
	Controls Nullable[ControlsParams] `json:"controls,omitempty"`
}

// CardRevealSessionParams is the body of POST /cards/{card_id}/reveal-sessions.
type CardRevealSessionParams struct {
	// The origin of the page that will contain the frame, or for an agent key the origin of the shop, which the person
	// sees: `https://` and a host. The sandbox also accepts `http://localhost` and `http://127.0.0.1` with any port.
	Origin string `json:"origin"`
	// The appearance of the page. Every field is optional.
	Theme *RevealThemeParams `json:"theme,omitempty"`
}

// RevealThemeParams is how the page of a reveal session looks.
type RevealThemeParams struct {
	// The default colours of the page. `auto` follows the device.
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
	// A font family of the device.
	FontFamily *RevealFontFamily `json:"font_family,omitempty"`
	// The size of the text, in pixels.
	FontSize *int `json:"font_size,omitempty"`
	// The radius of the corners of the buttons, in pixels.
	Radius *int `json:"radius,omitempty"`
	// Whether the page shows when it will hide the number.
	Timer *bool `json:"timer,omitempty"`
	// The space around the content, in pixels.
	Padding *int `json:"padding,omitempty"`
}

// CardFundParams is the body of POST /cards/{card_id}/fund.
type CardFundParams struct {
	// The amount in USD, from 1.00 to 5,000.00.
	Amount USD `json:"amount"`
}

// CardWithdrawParams is the body of POST /cards/{card_id}/withdraw.
type CardWithdrawParams struct {
	// The amount in USD, from 0.01 to the balance of the card.
	Amount USD `json:"amount"`
}

// CardReplaceParams is the body of POST /cards/{card_id}/replace.
type CardReplaceParams struct {
	// The reason, which is kept in the history of the old card.
	Reason ReplacementReason `json:"reason"`
}

// CardTemplateCreateParams is the body of POST /card-templates.
type CardTemplateCreateParams struct {
	// The name of the template. Surrounding spaces are removed. Two templates may have the same name.
	Name string `json:"name"`
	// A BIN from GET /bins.
	BinID *string `json:"bin_id,omitempty"`
	// The monthly limit in USD. Defaults to the maximum of the BIN.
	SpendingLimit *USD `json:"spending_limit,omitempty"`
	// Names from GET /categories or four-digit merchant category codes. Empty means all categories.
	AllowedCategories []string `json:"allowed_categories,omitempty"`
	// Freezes the card when a debit leaves its balance below this amount. 0 turns this off.
	AutoFreezeAt *USD `json:"auto_freeze_at,omitempty"`
	// The spend controls of the card. Each given part replaces that part; null removes it.
	Controls *ControlsParams `json:"controls,omitempty"`
	// Up to 20 keys of your own. Values are text, numbers or booleans.
	Metadata Metadata `json:"metadata,omitempty"`
}

// CardTemplateUpdateParams is the body of PATCH /card-templates/{template_id}.
type CardTemplateUpdateParams struct {
	// The name of the template. Surrounding spaces are removed. Two templates may have the same name.
	Name *string `json:"name,omitempty"`
	// A BIN from GET /bins. Null means that the request to create a card names the BIN.
	BinID Nullable[string] `json:"bin_id,omitempty"`
	// The monthly limit in USD. Null means the maximum of the BIN.
	SpendingLimit Nullable[USD] `json:"spending_limit,omitempty"`
	// Names from GET /categories or four-digit merchant category codes. Empty means all categories.
	AllowedCategories []string `json:"allowed_categories,omitempty"`
	// Freezes the card when a debit leaves its balance below this amount. 0 turns this off.
	AutoFreezeAt *USD `json:"auto_freeze_at,omitempty"`
	// The spend controls of the card. Each given part replaces that part; null removes it.
	Controls *ControlsParams `json:"controls,omitempty"`
	// Merged with the existing metadata. Null removes a key.
	Metadata Metadata `json:"metadata,omitempty"`
}

// SpendRequestCreateParams is the body of POST /spend-requests.
type SpendRequestCreateParams struct {
	// The amount in USD, from 1.00 to 5,000.00.
	Amount   USD                        `json:"amount"`
	Merchant NewRequestedMerchantParams `json:"merchant"`
	// What for, to the person who decides. One line, without invisible characters.
	Reason string `json:"reason"`
	// How long the card can be used after the approval, in seconds.
	ValidFor *int `json:"valid_for,omitempty"`
	// Up to 20 keys of your own. Values are text, numbers or booleans.
	Metadata Metadata `json:"metadata,omitempty"`
}

// NewRequestedMerchantParams is what `merchant` of SpendRequestCreateParams holds.
type NewRequestedMerchantParams struct {
	// A part of the name under which the merchant charges cards. The card works nowhere else. At least three characters,
	// without *. A URL belongs in `url`.
	Name string `json:"name"`
	// An https address, shown to the person who decides.
	URL *string `json:"url,omitempty"`
	// The network's id of the merchant. If it is given, the id must match instead of the name.
	ID *string `json:"id,omitempty"`
}

// SpendRequestListParams is the query of GET /spend-requests.
type SpendRequestListParams struct {
	Status SpendRequestStatus `json:"status,omitempty"`
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// SpendRequestApproveParams is the body of POST /spend-requests/{spend_request_id}/approve.
type SpendRequestApproveParams struct {
	// A note to the requester.
	Note *string `json:"note,omitempty"`
	// `name`: the card works only where the merchant of the request charges. `first_merchant`: it works at the merchant
	// that charges it first, whatever its name, for a shop that charges under a name nobody knows beforehand.
	Bind *CardBinding `json:"bind,omitempty"`
}

// SpendRequestDenyParams is the body of POST /spend-requests/{spend_request_id}/deny.
type SpendRequestDenyParams struct {
	// A note to the requester.
	Note *string `json:"note,omitempty"`
}

// SpendRequestReportOutcomeParams is the body of POST /spend-requests/{spend_request_id}/outcome.
type SpendRequestReportOutcomeParams struct {
	// `success`: the purchase was made. `blocked`: the shop did not accept the purchase. `abandoned`: the purchase was
	// given up.
	Outcome SpendOutcome `json:"outcome"`
	// What happened, in words.
	Note *string `json:"note,omitempty"`
}

// TransactionListParams is the query of GET /transactions.
type TransactionListParams struct {
	CardID string          `json:"card_id,omitempty"`
	Type   TransactionType `json:"type,omitempty"`
	// The start of the range, ISO 8601, inclusive. A bare date means that UTC day.
	From Moment `json:"from,omitempty"`
	// The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.
	To Moment `json:"to,omitempty"`
	// A part of the merchant's name. Case is ignored.
	Merchant string `json:"merchant,omitempty"`
	// An amount in USD, compared with the absolute value of the transaction's amount.
	MinAmount *USD `json:"min_amount,omitempty"`
	// An amount in USD, compared with the absolute value of the transaction's amount.
	MaxAmount *USD `json:"max_amount,omitempty"`
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
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
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// WalletTransactionListParams is the query of GET /wallet/transactions.
type WalletTransactionListParams struct {
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// ThreeDSListParams is the query of GET /3ds.
type ThreeDSListParams struct {
	CardID string          `json:"card_id,omitempty"`
	Status ChallengeStatus `json:"status,omitempty"`
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// RuleCreateParams is the body of POST /rules.
type RuleCreateParams struct {
	Name string `json:"name"`
	// `challenge` declines with `authentication_required` unless 3-D Secure was completed.
	Action RuleAction `json:"action"`
	// The conditions. All of them must hold.
	When []RuleCondition `json:"when"`
	// The cards that the rule applies to, at most 100. Null, or omitted, means all cards.
	CardIds []string `json:"card_ids,omitempty"`
	// `shadow`: the rule is evaluated and recorded but stops nothing. `active`: it stops matching payments. `off`: it is
	// not evaluated.
	State *RuleState `json:"state,omitempty"`
}

// RuleUpdateParams is the body of PATCH /rules/{rule_id}.
type RuleUpdateParams struct {
	Name *string `json:"name,omitempty"`
	// `challenge` declines with `authentication_required` unless 3-D Secure was completed.
	Action *RuleAction `json:"action,omitempty"`
	// The conditions. All of them must hold.
	When []RuleCondition `json:"when,omitempty"`
	// The cards that the rule applies to, at most 100. Null, or omitted, means all cards.
	CardIds []string `json:"card_ids,omitempty"`
	// `shadow`: the rule is evaluated and recorded but stops nothing. `active`: it stops matching payments. `off`: it is
	// not evaluated.
	State *RuleState `json:"state,omitempty"`
}

// RuleVersionListParams is the query of GET /rules/{rule_id}/versions.
type RuleVersionListParams struct {
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// RuleReportParams is the query of GET /rules/{rule_id}/report.
type RuleReportParams struct {
	// The start of the range, ISO 8601, inclusive. A bare date means that UTC day.
	From Moment `json:"from,omitempty"`
	// The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.
	To Moment `json:"to,omitempty"`
}

// RuleBacktestCreateParams is the body of POST /rules/{rule_id}/backtests.
type RuleBacktestCreateParams struct {
	// The start of the range, ISO 8601, inclusive. A bare date means that UTC day.
	From Moment `json:"from"`
	// The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.
	To Moment `json:"to"`
}

// WebhookCreateParams is the body of POST /webhooks.
type WebhookCreateParams struct {
	// An HTTPS URL at a public address. On a laptop, the sandbox also accepts http://localhost and http://127.0.0.1.
	URL string `json:"url"`
	// The event types. `*` alone subscribes to all of them.
	Events []EventType `json:"events"`
	// A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted.
	Secret Secret `json:"secret,omitempty"`
}

// WebhookUpdateParams is the body of PATCH /webhooks/{webhook_id}.
type WebhookUpdateParams struct {
	// An HTTPS URL at a public address. On a laptop, the sandbox also accepts http://localhost and http://127.0.0.1.
	URL *string `json:"url,omitempty"`
	// The event types. `*` alone subscribes to all of them.
	Events []EventType `json:"events,omitempty"`
	Active *bool       `json:"active,omitempty"`
}

// WebhookRotateSecretParams is the body of POST /webhooks/{webhook_id}/rotate-secret.
type WebhookRotateSecretParams struct {
	// A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted.
	Secret Secret `json:"secret,omitempty"`
}

// WebhookDeliveryListParams is the query of GET /webhooks/{webhook_id}/deliveries.
type WebhookDeliveryListParams struct {
	Status DeliveryStatus `json:"status,omitempty"`
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// DecisionHookSetParams is the body of PUT /decision-hook.
type DecisionHookSetParams struct {
	// An HTTPS URL at a public address. On a laptop, the sandbox also accepts http://localhost and http://127.0.0.1.
	URL string `json:"url"`
	// How long an answer is waited for. At most 2000 in production, where a merchant waits for it too. In a sandbox it may
	// be longer, so that a handler can be stepped through; only that authorization waits, and at most ten of a workspace
	// wait longer than 2000 at the same time.
	TimeoutMS *int `json:"timeout_ms,omitempty"`
	// The decision when no valid answer comes in time, and while the hook is paused because it kept failing.
	OnTimeout *DecisionFallback `json:"on_timeout,omitempty"`
	Active    *bool             `json:"active,omitempty"`
	// The cards whose authorizations are sent to the hook. Null, or omitted, means all cards.
	CardIds []string `json:"card_ids,omitempty"`
	// A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted.
	Secret Secret `json:"secret,omitempty"`
}

// DecisionHookRotateSecretParams is the body of POST /decision-hook/rotate-secret.
type DecisionHookRotateSecretParams struct {
	// A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted.
	Secret Secret `json:"secret,omitempty"`
}

// DecisionHookAttemptListParams is the query of GET /decision-hook/attempts.
type DecisionHookAttemptListParams struct {
	CardID  string          `json:"card_id,omitempty"`
	Outcome DecisionOutcome `json:"outcome,omitempty"`
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// EventListParams is the query of GET /events.
type EventListParams struct {
	Type EventType `json:"type,omitempty"`
	// The start of the range, ISO 8601, inclusive. A bare date means that UTC day.
	From Moment `json:"from,omitempty"`
	// The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.
	To Moment `json:"to,omitempty"`
	// Returns only events after this sequence.
	AfterSequence *int64 `json:"after_sequence,omitempty"`
	Order         Order  `json:"order,omitempty"`
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// EventResendParams is the body of POST /events/{event_id}/resend.
type EventResendParams struct {
	WebhookID *string `json:"webhook_id,omitempty"`
}

// EventStreamParams is the query of GET /events/stream.
type EventStreamParams struct {
	// Returns only events after this sequence.
	AfterSequence *int64 `json:"after_sequence,omitempty"`
}

// RequestLogListParams is the query of GET /request-logs.
type RequestLogListParams struct {
	Method RequestMethod `json:"method,omitempty"`
	// A status such as `404`, or a class of statuses such as `4xx`.
	Status string `json:"status,omitempty"`
	// A part of the path. Case is ignored.
	Path      string `json:"path,omitempty"`
	RequestID string `json:"request_id,omitempty"`
	// Returns only requests by API keys, or only requests by people in the dashboard.
	Source TransactionSource `json:"source,omitempty"`
	// The start of the range, ISO 8601, inclusive. A bare date means that UTC day.
	From Moment `json:"from,omitempty"`
	// The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.
	To Moment `json:"to,omitempty"`
	// The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.
	Page int `json:"page,omitempty"`
	// The number of items on a page.
	PerPage int `json:"per_page,omitempty"`
	// The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item
	// while others are added, changed or removed. Cannot be combined with `page`.
	Cursor string `json:"cursor,omitempty"`
}

// SandboxDepositCreateParams is the body of POST /sandbox/deposits.
type SandboxDepositCreateParams struct {
	Currency Currency `json:"currency"`
	// The amount in units of the currency, as decimal text.
	AmountCrypto string `json:"amount_crypto"`
	Confirm      *bool  `json:"confirm,omitempty"`
}

// SandboxAuthorizationCreateParams is the body of POST /sandbox/authorizations.
type SandboxAuthorizationCreateParams struct {
	CardID *string `json:"card_id,omitempty"`
	// The card number, instead of `card_id`, as a merchant would send it.
	PAN      Secret `json:"pan,omitempty"`
	CVV      Secret `json:"cvv,omitempty"`
	ExpMonth *int   `json:"exp_month,omitempty"`
	ExpYear  *int   `json:"exp_year,omitempty"`
	// The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none
	// for JPY, three for BHD.
	Amount USD `json:"amount"`
	// The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.
	Currency           *string        `json:"currency,omitempty"`
	Merchant           MerchantParams `json:"merchant"`
	ThreeDSChallengeID *string        `json:"three_ds_challenge_id,omitempty"`
	// Whether to approve up to the balance instead of declining.
	Partial *bool `json:"partial,omitempty"`
}

// MerchantParams is the merchant of a simulated transaction.
type MerchantParams struct {
	Name string `json:"name"`
	// The merchant category code, ISO 18245.
	MCC string `json:"mcc"`
	// ISO 3166 code of two letters.
	Country string `json:"country"`
	// The network's id of the merchant.
	ID   *string `json:"id,omitempty"`
	City *string `json:"city,omitempty"`
}

// SandboxAuthorizationIncrementParams is the body of POST /sandbox/authorizations/{txn_id}/increment.
type SandboxAuthorizationIncrementParams struct {
	// The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none
	// for JPY, three for BHD.
	Amount USD `json:"amount"`
	// The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.
	Currency *string `json:"currency,omitempty"`
}

// SandboxAuthorizationSettleParams is the body of POST /sandbox/authorizations/{txn_id}/settle.
type SandboxAuthorizationSettleParams struct {
	// The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none
	// for JPY, three for BHD.
	Amount *USD `json:"amount,omitempty"`
	// The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.
	Currency *string `json:"currency,omitempty"`
	Final    *bool   `json:"final,omitempty"`
}

// SandboxAuthorizationReverseParams is the body of POST /sandbox/authorizations/{txn_id}/reverse.
type SandboxAuthorizationReverseParams struct {
	// The amount in USD, at least 0.01.
	Amount *USD `json:"amount,omitempty"`
}

// SandboxSettlementCreateParams is the body of POST /sandbox/settlements.
type SandboxSettlementCreateParams struct {
	CardID string `json:"card_id"`
	// The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none
	// for JPY, three for BHD.
	Amount USD `json:"amount"`
	// The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.
	Currency *string        `json:"currency,omitempty"`
	Merchant MerchantParams `json:"merchant"`
}

// SandboxRefundCreateParams is the body of POST /sandbox/refunds.
type SandboxRefundCreateParams struct {
	// The settlement to refund.
	TransactionID *string         `json:"transaction_id,omitempty"`
	CardID        *string         `json:"card_id,omitempty"`
	Merchant      *MerchantParams `json:"merchant,omitempty"`
	// The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none
	// for JPY, three for BHD.
	Amount *USD `json:"amount,omitempty"`
	// The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.
	Currency *string `json:"currency,omitempty"`
}

// SandboxThreeDSCreateParams is the body of POST /sandbox/3ds.
type SandboxThreeDSCreateParams struct {
	CardID   string `json:"card_id"`
	Merchant string `json:"merchant"`
	// The amount in USD, at least 0.01.
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
	// The value of one unit in USD by ISO 4217 code, as decimal text above zero. The given rates replace all that were set
	// before; an empty object restores the built-in rates.
	Rates map[string]string `json:"rates"`
}
