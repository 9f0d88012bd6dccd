// Code generated from openapi.json by internal/generate. DO NOT EDIT.

package cardwright

import (
	"time"
)

// Controls is what a card may do; a part that is not used is empty.
type Controls struct {
	Limits     []ControlLimit    `json:"limits"`
	Merchants  ControlMerchants  `json:"merchants"`
	Categories ControlCategories `json:"categories"`
	Countries  ControlCountries  `json:"countries"`
	// The number of purchases after which the card is terminated.
	Uses *int `json:"uses,omitempty"`
	// `first` locks the card to the first merchant that is approved.
	MerchantLock MerchantLock `json:"merchant_lock,omitempty"`
	// The merchant that the card is locked to. Null before its first purchase.
	LockedTo *LockedMerchant `json:"locked_to,omitempty"`
	// Purchases before this time are declined.
	ActiveFrom *time.Time `json:"active_from,omitempty"`
	// Purchases from this time on are declined.
	ActiveUntil *time.Time `json:"active_until,omitempty"`
}

// ControlLimit bounds what a card may spend in a window of time, by amount, by count or by both.
type ControlLimit struct {
	Window LimitWindow `json:"window"`
	// The maximum amount in USD. Null if only purchases are counted.
	Amount *USD `json:"amount,omitempty"`
	// The maximum number of purchases. Null if only the amount counts.
	Count *int `json:"count,omitempty"`
	// The categories that count. Empty means that every purchase counts.
	Categories []string `json:"categories"`
}

// ControlMerchants names the merchants that a card may or may not pay.
type ControlMerchants struct {
	Allowed []MerchantPattern `json:"allowed"`
	Blocked []MerchantPattern `json:"blocked"`
}

// MerchantPattern matches merchants by the network's id, or by name with * as a wildcard.
type MerchantPattern struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// ControlCategories names the categories that a card may not pay.
type ControlCategories struct {
	Blocked []string `json:"blocked"`
}

// ControlCountries names the countries that a card may or may not pay in.
type ControlCountries struct {
	Allowed []string `json:"allowed"`
	Blocked []string `json:"blocked"`
}

// LockedMerchant is the merchant that a card is bound to.
type LockedMerchant struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
}

// Card is a card as its creation, an update and an unfreeze answer it.
type Card struct {
	ID      string     `json:"id"`
	BinID   string     `json:"bin_id"`
	Network Network    `json:"network"`
	Last4   string     `json:"last4"`
	Status  CardStatus `json:"status"`
	// The amount that can be spent, in USD. Held money is already subtracted. It is below zero only after a forced
	// settlement or one above its hold.
	Balance USD `json:"balance"`
	// The amount reserved by authorizations that have not settled yet, in USD.
	Held  USD    `json:"held"`
	Label string `json:"label"`
	// When the card was created.
	CreatedAt time.Time `json:"created_at"`
	// The maximum that may be spent in a calendar month (UTC), in USD.
	SpendingLimit USD `json:"spending_limit"`
	// The merchant categories that are allowed. Empty means all categories.
	AllowedCategories []string `json:"allowed_categories"`
	// The card is frozen when a debit leaves its balance below this amount.
	AutoFreezeAt *USD     `json:"auto_freeze_at,omitempty"`
	Metadata     Metadata `json:"metadata"`
	Controls     Controls `json:"controls"`
	// The last moment of the month in which the card expires.
	ExpiresAt time.Time `json:"expires_at"`
	// The card that this one replaced. Null if it replaced none.
	Replaces string `json:"replaces,omitempty"`
	// The card that replaced this one. Null if it was not replaced.
	ReplacedBy string `json:"replaced_by,omitempty"`
}

// CardListItem is a card as a list shows it.
type CardListItem struct {
	ID      string     `json:"id"`
	BinID   string     `json:"bin_id"`
	Network Network    `json:"network"`
	Last4   string     `json:"last4"`
	Status  CardStatus `json:"status"`
	// The amount that can be spent, in USD. Held money is already subtracted. It is below zero only after a forced
	// settlement or one above its hold.
	Balance USD `json:"balance"`
	// The amount reserved by authorizations that have not settled yet, in USD.
	Held  USD    `json:"held"`
	Label string `json:"label"`
	// When the card was created.
	CreatedAt time.Time `json:"created_at"`
}

// CardSummary is a card with what it has spent; it holds no number and no CVV.
type CardSummary struct {
	ID      string     `json:"id"`
	BinID   string     `json:"bin_id"`
	Network Network    `json:"network"`
	Last4   string     `json:"last4"`
	Status  CardStatus `json:"status"`
	// The amount that can be spent, in USD. Held money is already subtracted. It is below zero only after a forced
	// settlement or one above its hold.
	Balance USD `json:"balance"`
	// The amount reserved by authorizations that have not settled yet, in USD.
	Held  USD    `json:"held"`
	Label string `json:"label"`
	// When the card was created.
	CreatedAt     time.Time `json:"created_at"`
	SpendingLimit USD       `json:"spending_limit"`
	// The sum of settlements less refunds, in USD.
	TotalSpent USD `json:"total_spent"`
	// The number of authorizations, settlements, refunds and declines.
	TransactionCount int      `json:"transaction_count"`
	Metadata         Metadata `json:"metadata"`
	Controls         Controls `json:"controls"`
	// The last moment of the month in which the card expires.
	ExpiresAt time.Time `json:"expires_at"`
	// When the card was last used: its last approved authorization or settlement. Null before the first.
	LastUsedAt *time.Time `json:"last_used_at,omitempty"`
	// The card that this one replaced. Null if it replaced none.
	Replaces string `json:"replaces,omitempty"`
	// The card that replaced this one. Null if it was not replaced.
	ReplacedBy string `json:"replaced_by,omitempty"`
}

// CardDetails holds what one pays with. Printing it shows the last four digits only; see Secret.
type CardDetails struct {
	ID string `json:"id"`
	// The full card number.
	PAN            Secret         `json:"pan"`
	CVV            Secret         `json:"cvv"`
	ExpMonth       int            `json:"exp_month"`
	ExpYear        int            `json:"exp_year"`
	HolderName     string         `json:"holder_name"`
	BillingAddress BillingAddress `json:"billing_address"`
}

// BillingAddress is the address of a card's holder.
type BillingAddress struct {
	Line1   string `json:"line1"`
	City    string `json:"city"`
	State   string `json:"state"`
	Zip     string `json:"zip"`
	Country string `json:"country"`
}

// RevealSession is the address of a page that shows a card once, inside a page of yours.
type RevealSession struct {
	ID string `json:"id"`
	// For the `src` of an iframe. Anybody who has it can open it: send it to one browser and store it nowhere. For an
	// agent key it is a page of the dashboard, which a signed-in person with the right `reveal` opens.
	URL string `json:"url"`
	// Until when the page can be opened and shows the number.
	ExpiresAt time.Time `json:"expires_at"`
}

// LimitUse is a limit of a card with what is used of it.
type LimitUse struct {
	Window LimitWindow `json:"window"`
	// The categories that count. Empty means that every purchase counts.
	Categories []string `json:"categories"`
	// The maximum amount in USD. Null if only purchases are counted.
	Amount *USD `json:"amount,omitempty"`
	// The maximum number of purchases. Null if only the amount counts.
	Count *int `json:"count,omitempty"`
	// The amount that is used, in USD. 0 for `per_transaction`, which starts again with each purchase.
	UsedAmount USD `json:"used_amount"`
	// The number of purchases in the window. Null for the monthly spending limit, which does not count purchases.
	UsedCount *int `json:"used_count,omitempty"`
	// The amount that is left, in USD. Never below zero.
	RemainingAmount *USD `json:"remaining_amount,omitempty"`
	// The number of purchases that are left. Never below zero.
	RemainingCount *int `json:"remaining_count,omitempty"`
	// When the window resets. Null if it never resets.
	ResetsAt *time.Time `json:"resets_at,omitempty"`
}

// CardLimits is what a card has used of its limits.
type CardLimits struct {
	Data []LimitUse `json:"data"`
	// The number of purchases after which the card is terminated. Null if purchases are not limited.
	Uses *CardUses `json:"uses,omitempty"`
}

// CardUses counts the purchases until a card is terminated.
type CardUses struct {
	Limit     int `json:"limit"`
	Used      int `json:"used"`
	Remaining int `json:"remaining"`
}

// CardTemplate is the settings that new cards are filled from.
type CardTemplate struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// A BIN from GET /bins. Null means that the request to create a card names the BIN.
	BinID string `json:"bin_id,omitempty"`
	// The monthly limit in USD. Null means the maximum of the BIN.
	SpendingLimit *USD `json:"spending_limit,omitempty"`
	// The merchant categories that are allowed. Empty means all categories.
	AllowedCategories []string `json:"allowed_categories"`
	// A card made from the template is frozen when a debit leaves its balance below this amount.
	AutoFreezeAt *USD     `json:"auto_freeze_at,omitempty"`
	Controls     Controls `json:"controls"`
	Metadata     Metadata `json:"metadata"`
	// When the template was created.
	CreatedAt time.Time `json:"created_at"`
	// When the template was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// SpendRequest is somebody's wish to make one purchase, and what became of it.
type SpendRequest struct {
	ID string `json:"id"`
	// `pending` until the request is decided or ten minutes have passed; `approved` while its card can be used; `used`
	// after the purchase.
	Status SpendRequestStatus `json:"status"`
	// The requested amount in USD.
	Amount   USD               `json:"amount"`
	Merchant RequestedMerchant `json:"merchant"`
	Reason   string            `json:"reason"`
	// How long the card can be used after the approval, in seconds.
	ValidFor int      `json:"valid_for"`
	Metadata Metadata `json:"metadata"`
	// The key or the person that made the request.
	RequestedBy string `json:"requested_by"`
	// The page of the dashboard on which a person decides.
	ApprovalURL string `json:"approval_url"`
	// The card that was made for the request. Null until the request is approved.
	CardID string `json:"card_id,omitempty"`
	// Who decided. Null while nobody has decided, and when the policy of the key decided.
	DecidedBy string `json:"decided_by,omitempty"`
	// When the request was approved or denied.
	DecidedAt *time.Time `json:"decided_at,omitempty"`
	// The note of the person or key that decided.
	Note string `json:"note,omitempty"`
	// When the request was made.
	CreatedAt time.Time `json:"created_at"`
	// When the request expires. Null once it has ended.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
	// When the request was used, denied or canceled, or expired.
	EndedAt *time.Time `json:"ended_at,omitempty"`
	// What became of the purchase, as reported by the requester. Null until it is reported.
	Outcome SpendOutcome `json:"outcome,omitempty"`
	// What was said about the outcome.
	OutcomeNote string `json:"outcome_note,omitempty"`
}

// RequestedMerchant is what `merchant` of SpendRequest holds.
type RequestedMerchant struct {
	Name string `json:"name"`
	// The address of the shop.
	URL string `json:"url,omitempty"`
	// The network's id of the merchant.
	ID string `json:"id,omitempty"`
}

// Transaction is an authorization, a settlement, a refund or a decline. It never changes.
type Transaction struct {
	ID     string          `json:"id"`
	CardID string          `json:"card_id"`
	Type   TransactionType `json:"type"`
	// The amount in USD, with a sign: authorizations, settlements and declines are negative, refunds are positive.
	Amount   USD      `json:"amount"`
	Currency string   `json:"currency"`
	Merchant Merchant `json:"merchant"`
	// The balance of the card after the transaction.
	BalanceAfter USD `json:"balance_after"`
	// When the transaction happened.
	CreatedAt time.Time `json:"created_at"`
	// The network's id of the merchant. Null if not known.
	MerchantID string `json:"merchant_id,omitempty"`
	// The city of the merchant. Null if not known.
	MerchantCity string `json:"merchant_city,omitempty"`
	// Details of a decline. For a limit: which one, and how much of it was used at that moment. For a rule: which one, and
	// why.
	DeclineDetail *DeclineDetail `json:"decline_detail,omitempty"`
	// The question to the decision hook. Null if the hook was not asked.
	Decision *Decision `json:"decision,omitempty"`
	// The amount in the merchant's currency, with the sign of `amount`. Null if the merchant charged USD.
	MerchantAmount *float64 `json:"merchant_amount,omitempty"`
	// The currency of `merchant_amount`, ISO 4217. Null if the merchant charged USD.
	MerchantCurrency string `json:"merchant_currency,omitempty"`
	// The value of one unit of `merchant_currency` in USD, as decimal text.
	ConversionRate string `json:"conversion_rate,omitempty"`
	// The processor that requested or reported the transaction. Null if there is none.
	Processor string `json:"processor,omitempty"`
	// The card network's id of the transaction. Null if not known.
	NetworkTransactionID string `json:"network_transaction_id,omitempty"`
	// The approval code that the merchant received. Null if not known.
	AuthCode string `json:"auth_code,omitempty"`
	// The acquirer reference number of a settlement or refund. Null if not known.
	ARN string `json:"arn,omitempty"`
	// `stand_in`: the processor or the network approved the transaction instead of this service. Null if this service
	// decided.
	Source TransactionSource `json:"source,omitempty"`
}

// Merchant is who asked for the money.
type Merchant struct {
	Name string `json:"name"`
	// The merchant category, a name from GET /categories.
	Category string `json:"category"`
	MCC      string `json:"mcc"`
	Country  string `json:"country"`
}

// DeclineDetail says which limit declined, and how much of it was used at that moment.
type DeclineDetail struct {
	Window     LimitWindow `json:"window,omitempty"`
	Categories []string    `json:"categories,omitempty"`
	// The unit of `limit` and `used`: USD or purchases.
	Unit  LimitUnit `json:"unit,omitempty"`
	Limit *float64  `json:"limit,omitempty"`
	// How much of the limit was used before this purchase.
	Used *float64 `json:"used,omitempty"`
	// When the window resets. Null if it never resets.
	ResetsAt *time.Time `json:"resets_at,omitempty"`
	// The rule that stopped the payment.
	RuleID string `json:"rule_id,omitempty"`
	// Why the rule stopped the payment, in words.
	Explanation string `json:"explanation,omitempty"`
	// The reason that the hook gave. Present for `hook_declined`.
	Reason string `json:"reason,omitempty"`
	// Of an increment after the last use has ended the card: what the card returned to the wallet when it ended, USD.
	// Increments may take no more.
	Returned *USD `json:"returned,omitempty"`
	// With `returned`: what increments, and settlements above their hold, have taken since, USD.
	Taken *USD `json:"taken,omitempty"`
}

// Decision is what `decision` of Transaction holds.
type Decision struct {
	// The id of the question.
	ID     string `json:"id"`
	HookID string `json:"hook_id"`
	// The hook's answer. Without a valid answer: `timeout` if none came in time, `error` if the answer was invalid or the
	// connection failed, `fallback` if the hook was not asked because it kept failing or no time was left.
	Outcome DecisionOutcome `json:"outcome"`
	// The fallback that was applied. Null if the hook answered.
	Fallback DecisionFallback `json:"fallback,omitempty"`
	// The time that the hook took to answer, in milliseconds.
	DurationMS int `json:"duration_ms"`
	// The metadata of the hook's answer.
	Metadata Metadata `json:"metadata,omitempty"`
}

// FullTransaction is a transaction with its 3-D Secure status and the story of its authorization.
type FullTransaction struct {
	ID     string          `json:"id"`
	CardID string          `json:"card_id"`
	Type   TransactionType `json:"type"`
	// The amount in USD, with a sign: authorizations, settlements and declines are negative, refunds are positive.
	Amount   USD      `json:"amount"`
	Currency string   `json:"currency"`
	Merchant Merchant `json:"merchant"`
	// The balance of the card after the transaction.
	BalanceAfter USD `json:"balance_after"`
	// When the transaction happened.
	CreatedAt time.Time `json:"created_at"`
	// The network's id of the merchant. Null if not known.
	MerchantID string `json:"merchant_id,omitempty"`
	// The city of the merchant. Null if not known.
	MerchantCity string `json:"merchant_city,omitempty"`
	// Details of a decline. For a limit: which one, and how much of it was used at that moment. For a rule: which one, and
	// why.
	DeclineDetail *DeclineDetail `json:"decline_detail,omitempty"`
	// The question to the decision hook. Null if the hook was not asked.
	Decision *Decision `json:"decision,omitempty"`
	// The amount in the merchant's currency, with the sign of `amount`. Null if the merchant charged USD.
	MerchantAmount *float64 `json:"merchant_amount,omitempty"`
	// The currency of `merchant_amount`, ISO 4217. Null if the merchant charged USD.
	MerchantCurrency string `json:"merchant_currency,omitempty"`
	// The value of one unit of `merchant_currency` in USD, as decimal text.
	ConversionRate string `json:"conversion_rate,omitempty"`
	// The processor that requested or reported the transaction. Null if there is none.
	Processor string `json:"processor,omitempty"`
	// The card network's id of the transaction. Null if not known.
	NetworkTransactionID string `json:"network_transaction_id,omitempty"`
	// The approval code that the merchant received. Null if not known.
	AuthCode string `json:"auth_code,omitempty"`
	// The acquirer reference number of a settlement or refund. Null if not known.
	ARN string `json:"arn,omitempty"`
	// `stand_in`: the processor or the network approved the transaction instead of this service. Null if this service
	// decided.
	Source              TransactionSource   `json:"source,omitempty"`
	ThreeDSStatus       ThreeDSStatus       `json:"3ds_status"`
	AuthorizationID     string              `json:"authorization_id,omitempty"`
	AuthorizationStatus AuthorizationStatus `json:"authorization_status,omitempty"`
	// The amount that the authorization still reserves, in USD.
	HeldAmount    USD           `json:"held_amount"`
	DeclineReason DeclineReason `json:"decline_reason,omitempty"`
	// For an authorization or increment that passed all controls: every rule that was evaluated, and why it matched or
	// not, with the values of that moment.
	RuleResults []RuleResult `json:"rule_results"`
	// What happened to the authorization, oldest first. Amounts are positive.
	AuthorizationTimeline []AuthorizationStep `json:"authorization_timeline"`
}

// RuleResult is what a rule came to for a payment, with the values of that moment.
type RuleResult struct {
	RuleID      string   `json:"rule_id"`
	Version     int      `json:"version"`
	Mode        RuleMode `json:"mode"`
	Matched     bool     `json:"matched"`
	Explanation string   `json:"explanation"`
}

// AuthorizationStep is one line of an authorization's story.
type AuthorizationStep struct {
	Event  AuthorizationStepEvent `json:"event"`
	Amount USD                    `json:"amount"`
	Reason DeclineReason          `json:"reason,omitempty"`
	// The processor's own reason. Present for `declined_by_processor`.
	ProcessorWord string `json:"processor_word,omitempty"`
	// When this happened.
	CreatedAt time.Time `json:"created_at"`
}

// ExplainedTest is one check of a purchase, with its result.
type ExplainedTest struct {
	// The decline reason that a failure of this check has.
	Test DeclineReason `json:"test"`
	// The outcome of the check. `not_reached`: an earlier check failed. `assumed`: the check depends on what the merchant
	// will send.
	Outcome TestOutcome `json:"outcome"`
	// What the check asks, in words.
	Words string `json:"words"`
	// The numbers that the check compared, where they are known.
	Numbers string `json:"numbers,omitempty"`
}

// ExplainedNow shows whether the same purchase would be approved now.
type ExplainedNow struct {
	WouldPass bool `json:"would_pass"`
	// The reason for the decline. Null if the purchase was, or would be, approved.
	DeclineReason DeclineReason `json:"decline_reason,omitempty"`
	// A short title of the outcome.
	Title string `json:"title"`
	// The explanation in a sentence.
	Because string `json:"because"`
	// What can be done about it. Null if nothing needs to be done.
	Remedy string `json:"remedy,omitempty"`
	// The checks in the order in which they are made. The first one that fails decides.
	Tests []ExplainedTest `json:"tests"`
	// When this was evaluated, in workspace time.
	JudgedAt time.Time `json:"judged_at"`
}

// Explanation shows every check of a transaction, and whether the same purchase would pass now.
type Explanation struct {
	TransactionID string `json:"transaction_id"`
	CardID        string `json:"card_id"`
	// What was decided. `not_judged`: nothing was decided here, because settlements and refunds are always posted, or
	// because the processor approved the transaction.
	Outcome ExplainedOutcome `json:"outcome"`
	// The reason for the decline. Null if the purchase was, or would be, approved.
	DeclineReason DeclineReason `json:"decline_reason,omitempty"`
	// A short title of the outcome.
	Title string `json:"title"`
	// The explanation in a sentence.
	Because string `json:"because"`
	// What can be done about it. Null if nothing needs to be done.
	Remedy string `json:"remedy,omitempty"`
	// The checks in the order in which they are made. The first one that fails decides.
	Tests []ExplainedTest `json:"tests"`
	// Whether the same purchase would pass now. Null if there is nothing to check.
	Now *ExplainedNow `json:"now,omitempty"`
}

// ProcessorBalance is money at a processor, as it was last seen.
type ProcessorBalance struct {
	// The operator's name for the processor.
	Processor string `json:"processor"`
	Available USD    `json:"available"`
	Currency  string `json:"currency"`
	// When the processor reported the balance.
	AsOf time.Time `json:"as_of"`
}

// WalletBalance is what the workspace holds.
type WalletBalance struct {
	Balance  USD    `json:"balance"`
	Currency string `json:"currency"`
	// The amount that the pending deposits would credit at the current rates.
	PendingDeposits USD `json:"pending_deposits"`
	// The sum credited by confirmed deposits, after fees.
	TotalDeposited USD `json:"total_deposited"`
	// The sum of settlements less refunds over all cards. A key that is limited to cards sees the sum over those cards.
	TotalSpent USD `json:"total_spent"`
	// For a key that is bound to cards, how many of those are active.
	CardsActive int `json:"cards_active"`
	// The sum of the balances of all cards that are not terminated. A key that is limited to cards sees the sum over those
	// cards.
	CardsTotalBalance USD `json:"cards_total_balance"`
	// The balances at the processors whose BINs this workspace can use, as far as they report them. This money belongs to
	// the whole service and is separate from the wallet; a processor declines payments that it does not cover. Present in
	// production, and in a sandbox with such BINs, but not for a key that is limited to cards.
	ProcessorBalances []ProcessorBalance `json:"processor_balances,omitempty"`
}

// DepositAddresses is where to send crypto, on which network, and the least that is credited.
type DepositAddresses struct {
	// The deposit address of each currency. `usdt` shares the address of `eth`.
	Addresses map[Currency]string `json:"addresses"`
	// The chain of each currency.
	Networks map[Currency]string `json:"networks"`
	// The minimum deposit of each currency, as decimal text. A smaller deposit is shown as expired and never credited.
	MinDeposit map[Currency]string `json:"min_deposit"`
	// Present in the sandbox, where nobody holds a key to these addresses.
	Environment Environment `json:"environment,omitempty"`
}

// Deposit is a crypto deposit to the wallet.
type Deposit struct {
	ID           string   `json:"id"`
	Currency     Currency `json:"currency"`
	AmountCrypto string   `json:"amount_crypto"`
	AmountUSD    USD      `json:"amount_usd"`
	FeeUSD       USD      `json:"fee_usd"`
	// The amount credited to the wallet, in USD. An estimate while the deposit is pending, 0 if it expired.
	CreditedUSD   USD           `json:"credited_usd"`
	Status        DepositStatus `json:"status"`
	TxHash        string        `json:"tx_hash"`
	Confirmations int           `json:"confirmations"`
	// When the deposit was detected.
	CreatedAt time.Time `json:"created_at"`
	// When the deposit was confirmed. Present only after confirmation.
	ConfirmedAt *time.Time `json:"confirmed_at,omitempty"`
}

// WalletTransaction is a movement of the wallet.
type WalletTransaction struct {
	// The number of the movement, counted from 1.
	Sequence int64 `json:"sequence"`
	// `deposit`: a deposit was credited; `deposit_reversal`: a credited deposit had left its chain, and was taken back;
	// `fund`: money went to a card, at its creation too; first to its overdraft, which is a movement of its own;
	// `withdraw`: money came back from a card; `terminate`: a terminated card gave back what it held, or its overdraft was
	// paid; `hold`: more was held for a purchase after its card was terminated; `settle`: a settlement came after its card
	// was terminated; `reverse`: a hold on a terminated card was reversed; `expire`: a hold on a terminated card expired;
	// `refund`: a refund came after its card was terminated
	Type WalletTransactionType `json:"type"`
	// The amount in USD. Positive into the wallet, negative out of it.
	Amount USD `json:"amount"`
	// The balance of the wallet right after this movement.
	BalanceAfter USD `json:"balance_after"`
	// The card that the money came from or went to.
	CardID string `json:"card_id,omitempty"`
	// The deposit, for `deposit` and `deposit_reversal`.
	DepositID string `json:"deposit_id,omitempty"`
	// When the money moved.
	CreatedAt time.Time `json:"created_at"`
}

// Bin is a card product: the range its numbers come from, with its capabilities and limits.
type Bin struct {
	ID      string  `json:"id"`
	Network Network `json:"network"`
	Type    BinType `json:"type"`
	// ISO 3166 code of two letters.
	IssuerCountry string `json:"issuer_country"`
	ThreeDS       bool   `json:"3ds"`
	ApplePay      bool   `json:"apple_pay"`
	GooglePay     bool   `json:"google_pay"`
	// The maximum amount of one authorization, in USD.
	MaxTransaction USD `json:"max_transaction"`
	// The maximum that a card may spend in a month, in USD.
	MaxMonthly USD `json:"max_monthly"`
	// The share of merchants that accept cards of this BIN, from 0 to 1.
	AcceptanceRate float64  `json:"acceptance_rate"`
	BestFor        []string `json:"best_for"`
}

// Category is a group of merchant category codes.
type Category struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	MCCs        []string `json:"mccs"`
}

// ThreeDSChallenge is a 3-D Secure challenge: answered with its one-time passcode, or with approve or decline.
type ThreeDSChallenge struct {
	ID       string `json:"id"`
	CardID   string `json:"card_id"`
	Merchant string `json:"merchant"`
	// The amount of the payment. Zero when a merchant stores the card and nothing is paid yet.
	Amount USD `json:"amount"`
	// `passcode`: type `otp` on the page of the bank. `out_of_band`: approve or decline the payment here.
	Method ChallengeMethod `json:"method"`
	// The passcode, usually six digits. Null if the method is `out_of_band`.
	OTP    Secret          `json:"otp,omitempty"`
	Status ChallengeStatus `json:"status"`
	// The answer to an `out_of_band` challenge. Null before it is answered, and for a passcode.
	Outcome ChallengeOutcome `json:"outcome,omitempty"`
	// When the challenge expires: after five minutes, or when the processor stops waiting.
	ExpiresAt time.Time `json:"expires_at"`
	// When the merchant requested the challenge.
	CreatedAt time.Time `json:"created_at"`
}

// RuleCondition is one of the conditions of a rule, all of which must hold.
type RuleCondition struct {
	// One of: `amount`, `mcc`, `category`, `merchant_id`, `merchant_name`, `country`, `card_age_days`, `card_count_1h`,
	// `card_count_24h`, `card_declines_1h`, `card_declines_24h`, `is_first_purchase`, `is_new_merchant`, `is_new_country`,
	// `hour`, `weekday`, `three_ds`, `card_metadata.KEY`.
	Attribute string `json:"attribute"`
	// The comparison. Each attribute supports some of them.
	Op RuleOp `json:"op"`
	// A text, a number, true or false, as the attribute requires; an `amount` is in dollars. For `in` and `not_in`, a list
	// of 1 to 100 such values.
	Value any `json:"value"`
}

// Rule is what the workspace wants declined or challenged.
type Rule struct {
	ID string `json:"id"`
	// The version of the rule, counted from 1. Each change makes a new version.
	Version int             `json:"version"`
	Name    string          `json:"name"`
	Action  RuleAction      `json:"action"`
	When    []RuleCondition `json:"when"`
	// The cards that the rule applies to. Null means all cards.
	CardIds []string  `json:"card_ids,omitempty"`
	State   RuleState `json:"state"`
	// When the rule was created.
	CreatedAt time.Time `json:"created_at"`
	// When this version was created.
	UpdatedAt time.Time `json:"updated_at"`
}

// RuleVersion is a rule as it was between two changes. It never changes.
type RuleVersion struct {
	RuleID string `json:"rule_id"`
	// The version of the rule, counted from 1. Each change makes a new version.
	Version int             `json:"version"`
	Name    string          `json:"name"`
	Action  RuleAction      `json:"action"`
	When    []RuleCondition `json:"when"`
	// The cards that the rule applies to. Null means all cards.
	CardIds []string  `json:"card_ids,omitempty"`
	State   RuleState `json:"state"`
	// When this version was created.
	CreatedAt time.Time `json:"created_at"`
}

// RuleReport is how often a rule matched and acted.
type RuleReport struct {
	RuleID string `json:"rule_id"`
	// The number of payments that the rule matched, in any state.
	Matched int `json:"matched"`
	// The number of payments that the rule stopped while it was active. Their declines name it as `rule_id`.
	Acted int `json:"acted"`
	// Every day of the range, oldest first.
	Days []RuleReportDay `json:"days"`
}

// RuleReportDay is one day of a report.
type RuleReportDay struct {
	// The UTC day, in workspace time.
	Date string `json:"date"`
	// The number of payments that the rule matched, in any state.
	Matched int `json:"matched"`
	// The number of payments that the rule stopped while it was active. Their declines name it as `rule_id`.
	Acted int `json:"acted"`
}

// RuleBacktest is what a rule would have done to the payments of a past time.
type RuleBacktest struct {
	ID     string `json:"id"`
	RuleID string `json:"rule_id"`
	// The version of the rule that the backtest uses.
	Version int `json:"version"`
	// Time of the first payment that the backtest checks.
	From Moment `json:"from"`
	// Time of the last payment that the backtest checks.
	To     Moment         `json:"to"`
	Status BacktestStatus `json:"status"`
	// The percentage of the history that has been read.
	Progress int `json:"progress"`
	// The number of new authorizations decided in the range, approved or declined.
	Judged       int `json:"judged"`
	WouldDecline int `json:"would_decline"`
	// The number of payments that the rule would have challenged. Payments that had completed 3-D Secure are not counted.
	WouldChallenge int `json:"would_challenge"`
	// The number of approved payments that the rule would have stopped.
	False int `json:"false"`
	// The days on which the rule would have stopped a payment, oldest first.
	Days []BacktestDay `json:"days"`
	// The newest payments that the rule would have stopped, at most 20.
	Examples []BacktestExample `json:"examples"`
	// When the backtest was requested.
	CreatedAt time.Time `json:"created_at"`
	// When the backtest was completed.
	CompletedAt *time.Time `json:"completed_at,omitempty"`
}

// BacktestDay is one day of a backtest.
type BacktestDay struct {
	// The UTC day, in workspace time.
	Date string `json:"date"`
	// The number of payments that the rule would have declined or challenged.
	WouldStop int `json:"would_stop"`
	// How many of them had been approved.
	False int `json:"false"`
	// The sum of the payments that the rule would have stopped, in USD.
	Amount USD `json:"amount"`
}

// BacktestExample is a payment that the rule would have stopped.
type BacktestExample struct {
	TransactionID string `json:"transaction_id"`
	// The amount of the payment in USD, positive.
	Amount USD `json:"amount"`
	// Whether the payment was approved at the time.
	Approved    bool   `json:"approved"`
	Explanation string `json:"explanation"`
	// When the payment was decided.
	CreatedAt time.Time `json:"created_at"`
}

// WebhookWithSecret is an endpoint with its signing secret, which is shown once.
type WebhookWithSecret struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	// The event types. `*` alone means all of them.
	Events []EventType `json:"events"`
	// Whether events are sent. Set to false by PATCH, by a response with status 410, or after five days of failures.
	Active bool `json:"active"`
	// When the endpoint was registered.
	CreatedAt time.Time `json:"created_at"`
	// The secret that signs deliveries. Shown only in this response.
	Secret Secret `json:"secret"`
}

// Webhook is a registered endpoint.
type Webhook struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	// The event types. `*` alone means all of them.
	Events []EventType `json:"events"`
	// Whether events are sent. Set to false by PATCH, by a response with status 410, or after five days of failures.
	Active bool `json:"active"`
	// When the endpoint was registered.
	CreatedAt time.Time `json:"created_at"`
}

// Delivery is one event on its way to one endpoint.
type Delivery struct {
	ID        string    `json:"id"`
	EventID   string    `json:"event_id"`
	EventType EventType `json:"event_type"`
	// The number of attempts made so far.
	Attempt int            `json:"attempt"`
	Status  DeliveryStatus `json:"status"`
	// The HTTP status of the last attempt. Null if there was no response.
	ResponseStatus *int `json:"response_status,omitempty"`
	// The first KiB of the last response, or the reason why there was none. Null for a read-only key.
	ResponseBody string `json:"response_body,omitempty"`
	// The duration of the last attempt.
	DurationMS *int `json:"duration_ms,omitempty"`
	// When the next attempt is due, in workspace time. Null unless the delivery is pending.
	NextAttemptAt *time.Time `json:"next_attempt_at,omitempty"`
	// When the delivery was queued, in workspace time.
	CreatedAt time.Time `json:"created_at"`
}

// DecisionHookWithSecret is a decision hook with the secret that its questions are signed with.
type DecisionHookWithSecret struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	// How long the service waits for an answer, in milliseconds.
	TimeoutMS int `json:"timeout_ms"`
	// The decision when no valid answer comes in time, and while the hook is paused because it kept failing.
	OnTimeout DecisionFallback `json:"on_timeout"`
	// Whether the hook is asked. When false, authorizations are decided without it.
	Active bool `json:"active"`
	// The cards whose authorizations are sent to the hook. Null means all cards.
	CardIds []string `json:"card_ids,omitempty"`
	// Until when the hook is not asked, because ten questions in a row failed. In real time. Null if the hook is asked.
	PausedUntil *time.Time `json:"paused_until,omitempty"`
	// When the hook was first set.
	CreatedAt time.Time `json:"created_at"`
	// When the settings of the hook were last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// The secret that signs the questions. Shown only in the response that creates it, otherwise null.
	Secret Secret `json:"secret,omitempty"`
}

// DecisionHook is the server that is asked before an authorization is approved.
type DecisionHook struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	// How long the service waits for an answer, in milliseconds.
	TimeoutMS int `json:"timeout_ms"`
	// The decision when no valid answer comes in time, and while the hook is paused because it kept failing.
	OnTimeout DecisionFallback `json:"on_timeout"`
	// Whether the hook is asked. When false, authorizations are decided without it.
	Active bool `json:"active"`
	// The cards whose authorizations are sent to the hook. Null means all cards.
	CardIds []string `json:"card_ids,omitempty"`
	// Until when the hook is not asked, because ten questions in a row failed. In real time. Null if the hook is asked.
	PausedUntil *time.Time `json:"paused_until,omitempty"`
	// When the hook was first set.
	CreatedAt time.Time `json:"created_at"`
	// When the settings of the hook were last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// DecisionAttempt is a question to the decision hook, and what came of it.
type DecisionAttempt struct {
	ID string `json:"id"`
	// The `id` of the question. The `decision` of the transaction shows the same id.
	DecisionID string `json:"decision_id"`
	HookID     string `json:"hook_id"`
	// The card of the authorization. Null for a test.
	CardID string `json:"card_id,omitempty"`
	// The authorization that the merchant asked to increase, if any.
	AuthorizationID string `json:"authorization_id,omitempty"`
	// The amount of the request, in USD.
	Amount USD `json:"amount"`
	// The name of the merchant.
	Merchant string          `json:"merchant"`
	Outcome  DecisionOutcome `json:"outcome"`
	// The fallback that was applied. Null if the hook answered.
	Fallback DecisionFallback `json:"fallback,omitempty"`
	// The HTTP status of the response. Null if there was no response.
	ResponseStatus *int `json:"response_status,omitempty"`
	// The first KiB of the response.
	ResponseBody string `json:"response_body,omitempty"`
	// Why there was no valid answer. Null if there was one.
	Error string `json:"error,omitempty"`
	// The time from the question to the answer, or to the timeout.
	DurationMS int `json:"duration_ms"`
	// Whether this was a test, which decides nothing.
	Test bool `json:"test"`
	// When the hook was asked, in workspace time.
	CreatedAt time.Time `json:"created_at"`
}

// LoggedRequest is a request of the last seven days, and how it was answered.
type LoggedRequest struct {
	// The id of the request, as in the header X-Request-Id and in every error.
	RequestID string `json:"request_id"`
	Method    string `json:"method"`
	// The path of the request, without its query.
	Path   string `json:"path"`
	Status int    `json:"status"`
	// The time until the response was handed to the connection.
	DurationMS int `json:"duration_ms"`
	// The identifier of the error. Null if there was none.
	Error string `json:"error,omitempty"`
	// The key or the dashboard user that made the request.
	Actor string `json:"actor"`
	// `api_key` for a request with a key, `dashboard` for a person.
	Source TransactionSource `json:"source"`
	// The IP address that the request came from.
	IP string `json:"ip"`
	// When the request arrived.
	CreatedAt time.Time `json:"created_at"`
}

// KeyBudget is what a key may move to cards in one window, and what is left of it.
type KeyBudget struct {
	// The amount that the key may move to cards in one window, in USD.
	Amount USD `json:"amount"`
	// The window of the budget: a UTC calendar unit of workspace time.
	Window BudgetWindow `json:"window"`
	// USD moved in the window that runs. What returns to the wallet is not given back, except the amount of a spend
	// request that ends unused in the same window.
	Used USD `json:"used"`
	// The amount that is left in the current window, in USD.
	Remaining USD `json:"remaining"`
	// When the next window begins, in real time as all times of a key: a sandbox whose clock is moved gets there earlier.
	// Null for `all_time`.
	ResetsAt *time.Time `json:"resets_at,omitempty"`
}

// SpendPolicy is which spend requests of a key need no person.
type SpendPolicy struct {
	// The amounts that are approved automatically, in USD. Null means that nothing is.
	AutoApprove *AutoApproval `json:"auto_approve,omitempty"`
	// Merchants approved automatically. Empty means any merchant.
	Merchants []PolicyMerchant `json:"merchants"`
	// Above this amount, the person who approves must have signed in again within the last five minutes. Null means above
	// 100.00.
	ConfirmAbove *USD `json:"confirm_above,omitempty"`
}

// AutoApproval is what `auto_approve` of SpendPolicy holds.
type AutoApproval struct {
	PerRequest USD `json:"per_request"`
	PerDay     USD `json:"per_day"`
}

// PolicyMerchant is what `merchants` of SpendPolicy holds.
type PolicyMerchant struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// Key is what an API key may do, and how far.
type Key struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Environment Environment `json:"environment"`
	// `agent`: a key for software. Whatever its scopes, it never reveals a number, raises or removes a limit, unfreezes a
	// card, moves money beyond its budget or makes keys.
	Kind KeyKind `json:"kind"`
	// The scopes of the key.
	Scopes []Scope `json:"scopes"`
	// Whether the key can only read. A read-only key sees neither card numbers nor passcodes.
	ReadOnly bool `json:"read_only"`
	// The only cards that the key can reach. Null if the key is not limited to a list of cards.
	CardIds []string `json:"card_ids,omitempty"`
	// Whether the key can reach only cards that were made with it.
	OwnCards bool `json:"own_cards"`
	// The budget of the key. Null if it has none: a standard key is then limited by the wallet alone, and an agent key
	// cannot move money.
	Budget *KeyBudget `json:"budget,omitempty"`
	// When the key expires, in real time. Null if it does not expire.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
	// Which spend requests of the key are approved automatically. Null means that a person decides on all of them.
	SpendPolicy *SpendPolicy `json:"spend_policy,omitempty"`
	// The networks that requests with the key may come from. Null means anywhere.
	IPAllow []string `json:"ip_allow,omitempty"`
	// When the key was created.
	CreatedAt time.Time `json:"created_at"`
}

// AuthorizationOutcome is the answer to a merchant: a decline is an answer like an approval.
type AuthorizationOutcome struct {
	Approved      bool          `json:"approved"`
	DeclineReason DeclineReason `json:"decline_reason,omitempty"`
	// The transaction. Null for a card number that was never issued.
	Transaction *Transaction `json:"transaction,omitempty"`
	// The amount that the merchant asked for, in USD. Present when a partial approval was requested.
	RequestedAmount *USD `json:"requested_amount,omitempty"`
}

// SandboxClock is the time of the workspace.
type SandboxClock struct {
	// The current workspace time.
	Now time.Time `json:"now"`
}

// SandboxRates are the exchange rates of the sandbox.
type SandboxRates struct {
	// The value of one unit of each currency in USD, as decimal text.
	Rates map[string]string `json:"rates"`
	// The currencies whose rate was set. The others use the built-in rate.
	Overridden []string `json:"overridden"`
}

// DecisionQuestion is the question that the decision hook is asked before an authorization is approved.
type DecisionQuestion struct {
	// The same when the question is repeated.
	ID   string `json:"id"`
	Type string `json:"type"`
	// The time of the question, by the wall clock.
	CreatedAt   time.Time   `json:"created_at"`
	Environment Environment `json:"environment"`
	// True in a question of `POST /decision-hook/test`, and absent in any other.
	Test *bool              `json:"test,omitempty"`
	Data AskedAuthorization `json:"data"`
}

// AskedAuthorization is the payment that the decision hook is asked about.
type AskedAuthorization struct {
	Card Card `json:"card"`
	// The amount that the merchant asks for, USD.
	Amount   USD           `json:"amount"`
	Currency string        `json:"currency"`
	Merchant AskedMerchant `json:"merchant"`
	// Whether the merchant accepts a part of the amount.
	Partial       bool          `json:"partial"`
	ThreeDSStatus ThreeDSStatus `json:"three_ds_status"`
	// The authorization that the merchant asks to increase. Null for a new one.
	AuthorizationID string `json:"authorization_id,omitempty"`
	// The time until which an answer counts, by the wall clock.
	ExpiresAt time.Time `json:"expires_at"`
}

// AskedMerchant is the merchant of the payment that the decision hook is asked about.
type AskedMerchant struct {
	// The network's id of the merchant. Null if it is not known.
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
	// The merchant category, a name from GET /categories.
	Category string `json:"category"`
	MCC      string `json:"mcc"`
	Country  string `json:"country"`
	// The city that the merchant reports. Null if it is not known.
	City string `json:"city,omitempty"`
}

// DecisionAnswer is the answer of the decision hook. Send it as JSON, with status 200.
type DecisionAnswer struct {
	// Whether the card may pay.
	Approved bool `json:"approved"`
	// The part to approve, USD, if `partial` was true in the question.
	Amount *USD `json:"amount,omitempty"`
	// Shown with a decline in `decline_detail.reason`.
	Reason string `json:"reason,omitempty"`
	// Up to 20 keys of your own. Values are text, numbers or booleans.
	Metadata Metadata `json:"metadata,omitempty"`
}

// CardTermination is the answer of DELETE /cards/{card_id}.
type CardTermination struct {
	ID     string     `json:"id"`
	Status CardStatus `json:"status"`
	// The amount returned to the wallet, in USD.
	RefundedAmount USD `json:"refunded_amount"`
	// When the card was terminated.
	TerminatedAt time.Time `json:"terminated_at"`
}

// CardFreeze is the answer of POST /cards/{card_id}/freeze.
type CardFreeze struct {
	ID     string     `json:"id"`
	Status CardStatus `json:"status"`
	// When the card was frozen.
	FrozenAt time.Time `json:"frozen_at"`
}

// CardFunding is the answer of POST /cards/{card_id}/fund.
type CardFunding struct {
	ID              string `json:"id"`
	PreviousBalance USD    `json:"previous_balance"`
	FundedAmount    USD    `json:"funded_amount"`
	NewBalance      USD    `json:"new_balance"`
	WalletBalance   USD    `json:"wallet_balance"`
}

// CardWithdrawal is the answer of POST /cards/{card_id}/withdraw.
type CardWithdrawal struct {
	ID              string `json:"id"`
	PreviousBalance USD    `json:"previous_balance"`
	WithdrawnAmount USD    `json:"withdrawn_amount"`
	NewBalance      USD    `json:"new_balance"`
	WalletBalance   USD    `json:"wallet_balance"`
}

// CardTemplateDeletion is the answer of DELETE /card-templates/{template_id}.
type CardTemplateDeletion struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

// RuleDeletion is the answer of DELETE /rules/{rule_id}.
type RuleDeletion struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

// WebhookDeletion is the answer of DELETE /webhooks/{webhook_id}.
type WebhookDeletion struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

// DecisionHookDeletion is the answer of DELETE /decision-hook.
type DecisionHookDeletion struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

// EventResend is the answer of POST /events/{event_id}/resend.
type EventResend struct {
	Deliveries []Delivery `json:"deliveries"`
}

// SandboxReset is the answer of POST /sandbox/reset.
type SandboxReset struct {
	Ok bool `json:"ok"`
}
