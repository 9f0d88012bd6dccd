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
	// Purchases, then the card is terminated.
	Uses *int `json:"uses,omitempty"`
	// Bound to the first merchant that is approved.
	MerchantLock MerchantLock `json:"merchant_lock,omitempty"`
	// The merchant that the lock has bound the card to; null before its first purchase.
	LockedTo *LockedMerchant `json:"locked_to,omitempty"`
	// Declined before this moment.
	ActiveFrom *time.Time `json:"active_from,omitempty"`
	// Declined from this moment on.
	ActiveUntil *time.Time `json:"active_until,omitempty"`
}

// ControlLimit bounds what a card may spend in a window of time, by amount, by count or by both.
type ControlLimit struct {
	Window LimitWindow `json:"window"`
	// USD; null where only purchases are counted.
	Amount *USD `json:"amount,omitempty"`
	// Purchases; null where only the amount counts.
	Count *int `json:"count,omitempty"`
	// Empty: everything counts.
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
	// What can be spent, USD: holds are already out of it. Below zero only after a forced or larger settlement.
	Balance USD `json:"balance"`
	// Reserved by authorizations that have not settled, USD.
	Held  USD    `json:"held"`
	Label string `json:"label"`
	// When the card was created.
	CreatedAt time.Time `json:"created_at"`
	// Most that may be spent in a calendar month (UTC), USD.
	SpendingLimit USD `json:"spending_limit"`
	// Empty: all categories.
	AllowedCategories []string `json:"allowed_categories"`
	// The card freezes when a debit leaves its balance below this.
	AutoFreezeAt *USD     `json:"auto_freeze_at,omitempty"`
	Metadata     Metadata `json:"metadata"`
	Controls     Controls `json:"controls"`
	// Last moment of the month in which the card expires.
	ExpiresAt time.Time `json:"expires_at"`
	// The card whose place this one took; null where there is none.
	Replaces string `json:"replaces,omitempty"`
	// The card that took the place of this one; null where there is none.
	ReplacedBy string `json:"replaced_by,omitempty"`
}

// CardListItem is a card as a list shows it.
type CardListItem struct {
	ID      string     `json:"id"`
	BinID   string     `json:"bin_id"`
	Network Network    `json:"network"`
	Last4   string     `json:"last4"`
	Status  CardStatus `json:"status"`
	// What can be spent, USD: holds are already out of it. Below zero only after a forced or larger settlement.
	Balance USD `json:"balance"`
	// Reserved by authorizations that have not settled, USD.
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
	// What can be spent, USD: holds are already out of it. Below zero only after a forced or larger settlement.
	Balance USD `json:"balance"`
	// Reserved by authorizations that have not settled, USD.
	Held  USD    `json:"held"`
	Label string `json:"label"`
	// When the card was created.
	CreatedAt     time.Time `json:"created_at"`
	SpendingLimit USD       `json:"spending_limit"`
	// Settlements less refunds, USD.
	TotalSpent USD `json:"total_spent"`
	// Authorizations, settlements, refunds and declines.
	TransactionCount int      `json:"transaction_count"`
	Metadata         Metadata `json:"metadata"`
	Controls         Controls `json:"controls"`
	// Last moment of the month in which the card expires.
	ExpiresAt time.Time `json:"expires_at"`
	// Last approved authorization or settlement; null before the first.
	LastUsedAt *time.Time `json:"last_used_at,omitempty"`
	// The card whose place this one took; null where there is none.
	Replaces string `json:"replaces,omitempty"`
	// The card that took the place of this one; null where there is none.
	ReplacedBy string `json:"replaced_by,omitempty"`
}

// CardDetails holds what one pays with. Printing it shows the last four digits only; see Secret.
type CardDetails struct {
	ID string `json:"id"`
	// Full card number.
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
	// For the `src` of an iframe. Whoever has it can open it: send it to one browser and store it nowhere. For an agent
	// key it is a page of the dashboard, which a signed-in person with the right `reveal` opens.
	URL string `json:"url"`
	// Until then it can be opened, and shows the number.
	ExpiresAt time.Time `json:"expires_at"`
}

// LimitUse is a limit of a card with what is used of it.
type LimitUse struct {
	Window LimitWindow `json:"window"`
	// Empty: everything counts.
	Categories []string `json:"categories"`
	// USD; null where only purchases are counted.
	Amount *USD `json:"amount,omitempty"`
	// Purchases; null where only the amount counts.
	Count *int `json:"count,omitempty"`
	// USD; 0 for `per_transaction`, which resets with each purchase.
	UsedAmount USD `json:"used_amount"`
	// Purchases; null for the monthly spending limit, which counts none.
	UsedCount *int `json:"used_count,omitempty"`
	// USD, not below zero.
	RemainingAmount *USD `json:"remaining_amount,omitempty"`
	// Purchases, not below zero.
	RemainingCount *int `json:"remaining_count,omitempty"`
	// When the window resets; null if it never does.
	ResetsAt *time.Time `json:"resets_at,omitempty"`
}

// CardLimits is what a card has used of its limits.
type CardLimits struct {
	Data []LimitUse `json:"data"`
	// Purchases until the card is terminated; null where they are not limited.
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
	// Null: whoever creates a card names the BIN.
	BinID string `json:"bin_id,omitempty"`
	// Monthly, USD. Null: the maximum of the BIN.
	SpendingLimit *USD `json:"spending_limit,omitempty"`
	// Empty: all categories.
	AllowedCategories []string `json:"allowed_categories"`
	// A card freezes when a debit leaves its balance below this.
	AutoFreezeAt *USD     `json:"auto_freeze_at,omitempty"`
	Controls     Controls `json:"controls"`
	Metadata     Metadata `json:"metadata"`
	// When the template was created.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// SpendRequest is somebody's wish to make one purchase, and what became of it.
type SpendRequest struct {
	ID string `json:"id"`
	// `pending` until it is decided or ten minutes have passed; `approved` while its card can be used; `used` once it was.
	Status SpendRequestStatus `json:"status"`
	// USD.
	Amount   USD               `json:"amount"`
	Merchant RequestedMerchant `json:"merchant"`
	Reason   string            `json:"reason"`
	// How long the card can be used once it is approved, in seconds.
	ValidFor int      `json:"valid_for"`
	Metadata Metadata `json:"metadata"`
	// The key or the person that asked.
	RequestedBy string `json:"requested_by"`
	// Where a person decides, in the dashboard.
	ApprovalURL string `json:"approval_url"`
	// The card that was made for it; null until it is approved.
	CardID string `json:"card_id,omitempty"`
	// Null while nobody has decided, and where the policy of the key did.
	DecidedBy string `json:"decided_by,omitempty"`
	// When it was approved or denied.
	DecidedAt *time.Time `json:"decided_at,omitempty"`
	// What whoever decided had to say.
	Note string `json:"note,omitempty"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it ends by itself; null once it has ended.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
	// When it was used, denied or canceled, or expired.
	EndedAt *time.Time `json:"ended_at,omitempty"`
	// What became of the purchase, as whoever asked has reported; null until then.
	Outcome SpendOutcome `json:"outcome,omitempty"`
	// What was said about the outcome.
	OutcomeNote string `json:"outcome_note,omitempty"`
}

// RequestedMerchant is what `merchant` of SpendRequest holds.
type RequestedMerchant struct {
	Name string `json:"name"`
	// Where the purchase is to be made.
	URL string `json:"url,omitempty"`
	// The network's id of the merchant.
	ID string `json:"id,omitempty"`
}

// Transaction is an authorization, a settlement, a refund or a decline. It never changes.
type Transaction struct {
	ID     string          `json:"id"`
	CardID string          `json:"card_id"`
	Type   TransactionType `json:"type"`
	// USD, signed: authorizations, settlements and declines are negative, refunds positive.
	Amount   USD      `json:"amount"`
	Currency string   `json:"currency"`
	Merchant Merchant `json:"merchant"`
	// Balance of the card after the transaction.
	BalanceAfter USD `json:"balance_after"`
	// When it happened.
	CreatedAt time.Time `json:"created_at"`
	// The network's id of the merchant, where known.
	MerchantID string `json:"merchant_id,omitempty"`
	// Where the merchant says it is, where known.
	MerchantCity string `json:"merchant_city,omitempty"`
	// Of a decline by a limit: which one, and how much of it was used at that moment. Of a decline by a rule: which one,
	// and why.
	DeclineDetail *DeclineDetail `json:"decline_detail,omitempty"`
	// The question to the decision hook; null where none was asked.
	Decision *Decision `json:"decision,omitempty"`
	// What the merchant asked for, in its own currency and with the sign of `amount`. Null where that was USD.
	MerchantAmount *float64 `json:"merchant_amount,omitempty"`
	// Of `merchant_amount`, ISO 4217. Null where the merchant asked in USD.
	MerchantCurrency string `json:"merchant_currency,omitempty"`
	// Decimal text: USD for one unit of `merchant_currency`.
	ConversionRate string `json:"conversion_rate,omitempty"`
	// The processor that asked for it or reported it, where there is one.
	Processor string `json:"processor,omitempty"`
	// As the card network calls it, where known.
	NetworkTransactionID string `json:"network_transaction_id,omitempty"`
	// The approval code that the merchant was given, where known.
	AuthCode string `json:"auth_code,omitempty"`
	// The acquirer reference number of a settlement or refund, where known.
	ARN string `json:"arn,omitempty"`
	// `stand_in`: the processor or the network approved it in our place. Null where we decided.
	Source TransactionSource `json:"source,omitempty"`
}

// Merchant is who asked for the money.
type Merchant struct {
	Name string `json:"name"`
	// A name of GET /categories.
	Category string `json:"category"`
	MCC      string `json:"mcc"`
	Country  string `json:"country"`
}

// DeclineDetail says which limit declined, and how much of it was used at that moment.
type DeclineDetail struct {
	Window     LimitWindow `json:"window,omitempty"`
	Categories []string    `json:"categories,omitempty"`
	// Of `limit` and `used`: USD, or purchases.
	Unit  LimitUnit `json:"unit,omitempty"`
	Limit *float64  `json:"limit,omitempty"`
	// Before this purchase.
	Used *float64 `json:"used,omitempty"`
	// When the window resets; null if it never does.
	ResetsAt *time.Time `json:"resets_at,omitempty"`
	// The rule that stopped the payment.
	RuleID string `json:"rule_id,omitempty"`
	// Why the rule did, in words.
	Explanation string `json:"explanation,omitempty"`
	// Of `hook_declined`: the reason that the hook gave.
	Reason string `json:"reason,omitempty"`
	// Of an increment after the last use has ended the card: what the card returned to the wallet when it ended, USD.
	// Increments may take no more.
	Returned *USD `json:"returned,omitempty"`
	// With `returned`: what increments, and settlements above their hold, have taken since, USD.
	Taken *USD `json:"taken,omitempty"`
}

// Decision is what `decision` of Transaction holds.
type Decision struct {
	// Of the question.
	ID     string `json:"id"`
	HookID string `json:"hook_id"`
	// What the hook answered. Without a valid answer: `timeout` where none came in time, `error` where something else came
	// or the connection failed, `fallback` where it was not asked because it kept failing or no time was left.
	Outcome DecisionOutcome `json:"outcome"`
	// What counted in place of an answer; null where there was one.
	Fallback DecisionFallback `json:"fallback,omitempty"`
	// How long the question took.
	DurationMS int `json:"duration_ms"`
	// As the hook answered.
	Metadata Metadata `json:"metadata,omitempty"`
}

// FullTransaction is a transaction with its 3-D Secure status and the story of its authorization.
type FullTransaction struct {
	ID     string          `json:"id"`
	CardID string          `json:"card_id"`
	Type   TransactionType `json:"type"`
	// USD, signed: authorizations, settlements and declines are negative, refunds positive.
	Amount   USD      `json:"amount"`
	Currency string   `json:"currency"`
	Merchant Merchant `json:"merchant"`
	// Balance of the card after the transaction.
	BalanceAfter USD `json:"balance_after"`
	// When it happened.
	CreatedAt time.Time `json:"created_at"`
	// The network's id of the merchant, where known.
	MerchantID string `json:"merchant_id,omitempty"`
	// Where the merchant says it is, where known.
	MerchantCity string `json:"merchant_city,omitempty"`
	// Of a decline by a limit: which one, and how much of it was used at that moment. Of a decline by a rule: which one,
	// and why.
	DeclineDetail *DeclineDetail `json:"decline_detail,omitempty"`
	// The question to the decision hook; null where none was asked.
	Decision *Decision `json:"decision,omitempty"`
	// What the merchant asked for, in its own currency and with the sign of `amount`. Null where that was USD.
	MerchantAmount *float64 `json:"merchant_amount,omitempty"`
	// Of `merchant_amount`, ISO 4217. Null where the merchant asked in USD.
	MerchantCurrency string `json:"merchant_currency,omitempty"`
	// Decimal text: USD for one unit of `merchant_currency`.
	ConversionRate string `json:"conversion_rate,omitempty"`
	// The processor that asked for it or reported it, where there is one.
	Processor string `json:"processor,omitempty"`
	// As the card network calls it, where known.
	NetworkTransactionID string `json:"network_transaction_id,omitempty"`
	// The approval code that the merchant was given, where known.
	AuthCode string `json:"auth_code,omitempty"`
	// The acquirer reference number of a settlement or refund, where known.
	ARN string `json:"arn,omitempty"`
	// `stand_in`: the processor or the network approved it in our place. Null where we decided.
	Source              TransactionSource   `json:"source,omitempty"`
	ThreeDSStatus       ThreeDSStatus       `json:"3ds_status"`
	AuthorizationID     string              `json:"authorization_id,omitempty"`
	AuthorizationStatus AuthorizationStatus `json:"authorization_status,omitempty"`
	// Still reserved by the authorization, USD.
	HeldAmount    USD           `json:"held_amount"`
	DeclineReason DeclineReason `json:"decline_reason,omitempty"`
	// Of an authorization or increment that passed all controls: every rule that judged it, and why it matched or not,
	// with the values of that moment.
	RuleResults []RuleResult `json:"rule_results"`
	// Oldest first; amounts are positive.
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
	// Of `declined_by_processor`: the processor's own word for it.
	ProcessorWord string `json:"processor_word,omitempty"`
	// When it happened.
	CreatedAt time.Time `json:"created_at"`
}

// ExplainedTest is one test of a purchase, with what came out of it.
type ExplainedTest struct {
	// The reason that a failure has.
	Test DeclineReason `json:"test"`
	// `not_reached`: an earlier test failed. `assumed`: what the merchant will send is not known.
	Outcome TestOutcome `json:"outcome"`
	// What the test asks.
	Words string `json:"words"`
	// What it was judged by, where that is known.
	Numbers string `json:"numbers,omitempty"`
}

// ExplainedNow is what the same purchase would come to at this moment.
type ExplainedNow struct {
	WouldPass bool `json:"would_pass"`
	// Null where it was, or would be, approved.
	DeclineReason DeclineReason `json:"decline_reason,omitempty"`
	// The shortest way to say it.
	Title string `json:"title"`
	// Why, in a sentence.
	Because string `json:"because"`
	// What can be done about it; null where nothing need be.
	Remedy string `json:"remedy,omitempty"`
	// In the order in which they are made; the first that fails decides.
	Tests []ExplainedTest `json:"tests"`
	// This moment, in workspace time.
	JudgedAt time.Time `json:"judged_at"`
}

// Explanation says what was judged of a transaction, and whether the same purchase would pass now.
type Explanation struct {
	TransactionID string `json:"transaction_id"`
	CardID        string `json:"card_id"`
	// `not_judged`: settlements and refunds are posted as they come, and others may approve in our place.
	Outcome ExplainedOutcome `json:"outcome"`
	// Null where it was, or would be, approved.
	DeclineReason DeclineReason `json:"decline_reason,omitempty"`
	// The shortest way to say it.
	Title string `json:"title"`
	// Why, in a sentence.
	Because string `json:"because"`
	// What can be done about it; null where nothing need be.
	Remedy string `json:"remedy,omitempty"`
	// In the order in which they are made; the first that fails decides.
	Tests []ExplainedTest `json:"tests"`
	// The same purchase at this moment. Null where there is nothing to judge.
	Now *ExplainedNow `json:"now,omitempty"`
}

// ProcessorBalance is money at a processor, as it was last seen.
type ProcessorBalance struct {
	// As the operator calls it.
	Processor string `json:"processor"`
	Available USD    `json:"available"`
	Currency  string `json:"currency"`
	// When the processor was asked.
	AsOf time.Time `json:"as_of"`
}

// WalletBalance is what the workspace holds.
type WalletBalance struct {
	Balance  USD    `json:"balance"`
	Currency string `json:"currency"`
	// What the pending deposits would credit at the rates of now.
	PendingDeposits USD `json:"pending_deposits"`
	// Credited by confirmed deposits, after fees.
	TotalDeposited USD `json:"total_deposited"`
	// Settlements less refunds, over all cards. For a key that is bound to cards, over those.
	TotalSpent USD `json:"total_spent"`
	// For a key that is bound to cards, how many of those are active.
	CardsActive int `json:"cards_active"`
	// Sum of the balances of the cards that are not terminated. For a key that is bound to cards, of those.
	CardsTotalBalance USD `json:"cards_total_balance"`
	// Money at the processors whose BINs this workspace can use, where they say. It belongs to the whole service and is
	// apart from the wallet: a processor declines what it does not cover. In production, and in a sandbox that has such
	// BINs; not for a key that is bound to cards.
	ProcessorBalances []ProcessorBalance `json:"processor_balances,omitempty"`
}

// DepositAddresses is where to send crypto, on which network, and the least that is credited.
type DepositAddresses struct {
	// Where to send each currency; `usdt` shares the address of `eth`.
	Addresses map[Currency]string `json:"addresses"`
	// The chain to send it on.
	Networks map[Currency]string `json:"networks"`
	// Decimal text; less is shown as expired and never credited.
	MinDeposit map[Currency]string `json:"min_deposit"`
	// Present in the sandbox: nobody holds a key to these addresses.
	Environment Environment `json:"environment,omitempty"`
}

// Deposit is a crypto deposit to the wallet.
type Deposit struct {
	ID           string   `json:"id"`
	Currency     Currency `json:"currency"`
	AmountCrypto string   `json:"amount_crypto"`
	AmountUSD    USD      `json:"amount_usd"`
	FeeUSD       USD      `json:"fee_usd"`
	// An estimate while pending, 0 when expired.
	CreditedUSD   USD           `json:"credited_usd"`
	Status        DepositStatus `json:"status"`
	TxHash        string        `json:"tx_hash"`
	Confirmations int           `json:"confirmations"`
	// When the deposit was detected.
	CreatedAt time.Time `json:"created_at"`
	// Present once it is confirmed.
	ConfirmedAt *time.Time `json:"confirmed_at,omitempty"`
}

// WalletTransaction is a movement of the wallet.
type WalletTransaction struct {
	// Counts the movements of the wallet, from 1.
	Sequence int64 `json:"sequence"`
	// `deposit`: a deposit was credited; `deposit_reversal`: a credited deposit had left its chain, and was taken back;
	// `fund`: money went to a card, at its creation too; first to its overdraft, which is a movement of its own;
	// `withdraw`: money came back from a card; `terminate`: a terminated card gave back what it held, or its overdraft was
	// paid; `hold`: more was held for a purchase after its card was terminated; `settle`: a settlement came after its card
	// was terminated; `reverse`: a hold on a terminated card was reversed; `expire`: a hold on a terminated card expired;
	// `refund`: a refund came after its card was terminated
	Type WalletTransactionType `json:"type"`
	// Positive into the wallet, negative out of it.
	Amount USD `json:"amount"`
	// The balance of the wallet right after this movement.
	BalanceAfter USD `json:"balance_after"`
	// The card the money came from or went to.
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
	// Most that one authorization may ask for, USD.
	MaxTransaction USD `json:"max_transaction"`
	// Most that a card may spend in a month, USD.
	MaxMonthly USD `json:"max_monthly"`
	// Share of merchants that accept it, from 0 to 1.
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
	// Zero where a merchant stores the card and nothing is paid yet.
	Amount USD `json:"amount"`
	// `passcode`: type `otp` on the page of the bank. `out_of_band`: approve or decline the payment here.
	Method ChallengeMethod `json:"method"`
	// The passcode, six digits as a rule. Null where the method is `out_of_band`.
	OTP    Secret          `json:"otp,omitempty"`
	Status ChallengeStatus `json:"status"`
	// What an `out_of_band` challenge was answered with. Null before, and for a passcode.
	Outcome ChallengeOutcome `json:"outcome,omitempty"`
	// Five minutes after it was made, or when the processor that asked stops waiting.
	ExpiresAt time.Time `json:"expires_at"`
	// When the merchant asked for it.
	CreatedAt time.Time `json:"created_at"`
}

// RuleCondition is one of the conditions of a rule, all of which must hold.
type RuleCondition struct {
	// One of: `amount`, `mcc`, `category`, `merchant_id`, `merchant_name`, `country`, `card_age_days`, `card_count_1h`,
	// `card_count_24h`, `card_declines_1h`, `card_declines_24h`, `is_first_purchase`, `is_new_merchant`, `is_new_country`,
	// `hour`, `weekday`, `three_ds`, `card_metadata.KEY`.
	Attribute string `json:"attribute"`
	// Each attribute takes some of them.
	Op RuleOp `json:"op"`
	// A text, a number (of `amount` in dollars), true or false, as the attribute wants; for `in` and `not_in` a list of 1
	// to 100 of them.
	Value any `json:"value"`
}

// Rule is what the workspace wants declined or challenged.
type Rule struct {
	ID string `json:"id"`
	// Counted from 1; each change makes a new one.
	Version int             `json:"version"`
	Name    string          `json:"name"`
	Action  RuleAction      `json:"action"`
	When    []RuleCondition `json:"when"`
	// Null: all cards.
	CardIds []string  `json:"card_ids,omitempty"`
	State   RuleState `json:"state"`
	// When the rule was made.
	CreatedAt time.Time `json:"created_at"`
	// When this version was made.
	UpdatedAt time.Time `json:"updated_at"`
}

// RuleVersion is a rule as it was between two changes. It never changes.
type RuleVersion struct {
	RuleID string `json:"rule_id"`
	// Counted from 1; each change makes a new one.
	Version int             `json:"version"`
	Name    string          `json:"name"`
	Action  RuleAction      `json:"action"`
	When    []RuleCondition `json:"when"`
	// Null: all cards.
	CardIds []string  `json:"card_ids,omitempty"`
	State   RuleState `json:"state"`
	// When this version was made.
	CreatedAt time.Time `json:"created_at"`
}

// RuleReport is how often a rule matched and acted.
type RuleReport struct {
	RuleID string `json:"rule_id"`
	// Payments that the rule matched, in whatever state it was.
	Matched int `json:"matched"`
	// Payments that the rule stopped: while it was active, and named as `rule_id` of the decline.
	Acted int `json:"acted"`
	// Every day of the range, oldest first.
	Days []RuleReportDay `json:"days"`
}

// RuleReportDay is one day of a report.
type RuleReportDay struct {
	// UTC, workspace time.
	Date string `json:"date"`
	// Payments that the rule matched, in whatever state it was.
	Matched int `json:"matched"`
	// Payments that the rule stopped: while it was active, and named as `rule_id` of the decline.
	Acted int `json:"acted"`
}

// RuleBacktest is what a rule would have done to the payments of a past time.
type RuleBacktest struct {
	ID     string `json:"id"`
	RuleID string `json:"rule_id"`
	// The version of the rule that is tried.
	Version int `json:"version"`
	// Of the first payment that is judged.
	From Moment `json:"from"`
	// Of the last payment that is judged.
	To     Moment         `json:"to"`
	Status BacktestStatus `json:"status"`
	// Percent of the history that has been read.
	Progress int `json:"progress"`
	// New authorizations that were decided in that time, approved or declined.
	Judged       int `json:"judged"`
	WouldDecline int `json:"would_decline"`
	// Those that had completed 3-D Secure are not among them.
	WouldChallenge int `json:"would_challenge"`
	// Payments that were approved and that the rule would have stopped.
	False int `json:"false"`
	// The days on which the rule would have stopped a payment, oldest first.
	Days []BacktestDay `json:"days"`
	// The newest that it would have stopped, at most 20.
	Examples []BacktestExample `json:"examples"`
	// When the backtest was asked for.
	CreatedAt time.Time `json:"created_at"`
	// When it was done.
	CompletedAt *time.Time `json:"completed_at,omitempty"`
}

// BacktestDay is one day of a backtest.
type BacktestDay struct {
	// UTC, workspace time.
	Date string `json:"date"`
	// Payments that the rule would have declined or challenged.
	WouldStop int `json:"would_stop"`
	// Those of them that were approved.
	False int `json:"false"`
	// The sum of the payments that the rule would have stopped, USD.
	Amount USD `json:"amount"`
}

// BacktestExample is a payment that the rule would have stopped.
type BacktestExample struct {
	TransactionID string `json:"transaction_id"`
	// USD, positive.
	Amount USD `json:"amount"`
	// What became of it then.
	Approved    bool   `json:"approved"`
	Explanation string `json:"explanation"`
	// When the payment was judged then.
	CreatedAt time.Time `json:"created_at"`
}

// WebhookWithSecret is an endpoint with its signing secret, which is shown once.
type WebhookWithSecret struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	// Event types, or `*` alone for all.
	Events []EventType `json:"events"`
	// False: nothing is sent. Set by PATCH, by an answer 410, or by five days of failure.
	Active bool `json:"active"`
	// When the endpoint was registered.
	CreatedAt time.Time `json:"created_at"`
	// Signs what is sent. Shown only now.
	Secret Secret `json:"secret"`
}

// Webhook is a registered endpoint.
type Webhook struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	// Event types, or `*` alone for all.
	Events []EventType `json:"events"`
	// False: nothing is sent. Set by PATCH, by an answer 410, or by five days of failure.
	Active bool `json:"active"`
	// When the endpoint was registered.
	CreatedAt time.Time `json:"created_at"`
}

// Delivery is one event on its way to one endpoint.
type Delivery struct {
	ID        string    `json:"id"`
	EventID   string    `json:"event_id"`
	EventType EventType `json:"event_type"`
	// Attempts made so far.
	Attempt int            `json:"attempt"`
	Status  DeliveryStatus `json:"status"`
	// Of the last attempt; null when there was no answer.
	ResponseStatus *int `json:"response_status,omitempty"`
	// The first KiB of the last answer, or why there was none; null for a read-only key.
	ResponseBody string `json:"response_body,omitempty"`
	// Of the last attempt.
	DurationMS *int `json:"duration_ms,omitempty"`
	// While pending, in workspace time.
	NextAttemptAt *time.Time `json:"next_attempt_at,omitempty"`
	// When it was queued, in workspace time.
	CreatedAt time.Time `json:"created_at"`
}

// DecisionHookWithSecret is a decision hook with the secret that its questions are signed with.
type DecisionHookWithSecret struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	// How long an answer is waited for.
	TimeoutMS int `json:"timeout_ms"`
	// What counts where there is no valid answer in time, and while the hook is not asked because it kept failing.
	OnTimeout DecisionFallback `json:"on_timeout"`
	// False: nothing is asked, and authorizations are decided without it.
	Active bool `json:"active"`
	// The cards whose authorizations are asked about; null for all cards.
	CardIds []string `json:"card_ids,omitempty"`
	// While the hook is not asked because ten questions in a row failed, in real time; else null.
	PausedUntil *time.Time `json:"paused_until,omitempty"`
	// When the hook was first set.
	CreatedAt time.Time `json:"created_at"`
	// When its settings were last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// Signs the questions. Shown only now, where this call has made it; else null.
	Secret Secret `json:"secret,omitempty"`
}

// DecisionHook is the server that is asked before an authorization is approved.
type DecisionHook struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	// How long an answer is waited for.
	TimeoutMS int `json:"timeout_ms"`
	// What counts where there is no valid answer in time, and while the hook is not asked because it kept failing.
	OnTimeout DecisionFallback `json:"on_timeout"`
	// False: nothing is asked, and authorizations are decided without it.
	Active bool `json:"active"`
	// The cards whose authorizations are asked about; null for all cards.
	CardIds []string `json:"card_ids,omitempty"`
	// While the hook is not asked because ten questions in a row failed, in real time; else null.
	PausedUntil *time.Time `json:"paused_until,omitempty"`
	// When the hook was first set.
	CreatedAt time.Time `json:"created_at"`
	// When its settings were last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// DecisionAttempt is a question to the decision hook, and what came of it.
type DecisionAttempt struct {
	ID string `json:"id"`
	// The `id` of the question, and of `decision` on its transaction.
	DecisionID string `json:"decision_id"`
	HookID     string `json:"hook_id"`
	// Null for a test.
	CardID string `json:"card_id,omitempty"`
	// The authorization that was to be increased, if any.
	AuthorizationID string `json:"authorization_id,omitempty"`
	// What was asked for, USD.
	Amount USD `json:"amount"`
	// Its name.
	Merchant string          `json:"merchant"`
	Outcome  DecisionOutcome `json:"outcome"`
	// What counted where there was no valid answer.
	Fallback DecisionFallback `json:"fallback,omitempty"`
	// Null where nothing came back.
	ResponseStatus *int `json:"response_status,omitempty"`
	// The first KiB of what came back.
	ResponseBody string `json:"response_body,omitempty"`
	// Why there was no valid answer.
	Error string `json:"error,omitempty"`
	// From the question to the answer, or to the end of the waiting.
	DurationMS int `json:"duration_ms"`
	// Whether it was a test, on which nothing depended.
	Test bool `json:"test"`
	// When it was asked, in workspace time.
	CreatedAt time.Time `json:"created_at"`
}

// LoggedRequest is a request of the last seven days, and how it was answered.
type LoggedRequest struct {
	// As in the header X-Request-Id and in every error.
	RequestID string `json:"request_id"`
	Method    string `json:"method"`
	// Without the query.
	Path   string `json:"path"`
	Status int    `json:"status"`
	// Until the answer was handed to the connection.
	DurationMS int `json:"duration_ms"`
	// The identifier of the error; null when there was none.
	Error string `json:"error,omitempty"`
	// The key that asked, or the user of the dashboard.
	Actor string `json:"actor"`
	// `api_key`, or `dashboard` where a person asked through it.
	Source TransactionSource `json:"source"`
	// The address it came from.
	IP string `json:"ip"`
	// When the request arrived.
	CreatedAt time.Time `json:"created_at"`
}

// KeyBudget is what a key may move to cards in one window, and what is left of it.
type KeyBudget struct {
	// USD that the key may move to cards in one window.
	Amount USD `json:"amount"`
	// A UTC calendar unit of workspace time.
	Window BudgetWindow `json:"window"`
	// USD moved in the window that runs. What returns to the wallet is not given back, except the amount of a spend
	// request that ends unused in the same window.
	Used USD `json:"used"`
	// USD that are left of it.
	Remaining USD `json:"remaining"`
	// When the next window begins, in real time as all times of a key: a sandbox whose clock is moved gets there earlier.
	// Null for `all_time`.
	ResetsAt *time.Time `json:"resets_at,omitempty"`
}

// SpendPolicy is which spend requests of a key need no person.
type SpendPolicy struct {
	// What is approved without a person, USD; null: nothing.
	AutoApprove *AutoApproval `json:"auto_approve,omitempty"`
	// Only at these; empty: at all.
	Merchants []PolicyMerchant `json:"merchants"`
	// Above it a person must have proved lately who they are; null: above 100.00.
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
	// What it may ask for.
	Scopes []Scope `json:"scopes"`
	// Whether it can only read, and sees neither numbers nor passcodes.
	ReadOnly bool `json:"read_only"`
	// The only cards that it reaches; null where it is not bound by a list.
	CardIds []string `json:"card_ids,omitempty"`
	// Whether it reaches only cards that were made through it.
	OwnCards bool `json:"own_cards"`
	// Null where it has none: then a standard key is bound by the wallet alone, and an agent key moves nothing.
	Budget *KeyBudget `json:"budget,omitempty"`
	// When it ends, in real time; null where it does not.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
	// Which of its spend requests need no person; null: a person decides on all of them.
	SpendPolicy *SpendPolicy `json:"spend_policy,omitempty"`
	// The networks that it may come from; null where it may come from anywhere.
	IPAllow []string `json:"ip_allow,omitempty"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
}

// AuthorizationOutcome is the answer to a merchant: a decline is an answer like an approval.
type AuthorizationOutcome struct {
	Approved      bool          `json:"approved"`
	DeclineReason DeclineReason `json:"decline_reason,omitempty"`
	// Null for a card number that was never issued.
	Transaction *Transaction `json:"transaction,omitempty"`
	// USD, where a partial approval was asked for.
	RequestedAmount *USD `json:"requested_amount,omitempty"`
}

// SandboxClock is the time of the workspace.
type SandboxClock struct {
	// Workspace time.
	Now time.Time `json:"now"`
}

// SandboxRates is what the sandbox converts other currencies by.
type SandboxRates struct {
	// USD for one unit of each currency, as decimal text.
	Rates map[string]string `json:"rates"`
	// The currencies whose rate was set; the others have the built-in one.
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
	// A name of GET /categories.
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
	// Up to 20 keys of your own; values are text, numbers or booleans.
	Metadata Metadata `json:"metadata,omitempty"`
}

// CardTermination is the answer of DELETE /cards/{card_id}.
type CardTermination struct {
	ID     string     `json:"id"`
	Status CardStatus `json:"status"`
	// Returned to the wallet, USD.
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
