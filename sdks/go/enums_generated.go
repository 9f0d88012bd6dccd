// Code generated from openapi.json by internal/generate. DO NOT EDIT.

package cardwright

// Environment is one of the constants below; a newer service may send others.
type Environment string

const (
	EnvironmentSandbox    Environment = "sandbox"
	EnvironmentProduction Environment = "production"
)

// EventType is one of the constants below; a newer service may send others.
type EventType string

const (
	EventCardCreated           EventType = "card.created"
	EventCardFrozen            EventType = "card.frozen"
	EventCardUnfrozen          EventType = "card.unfrozen"
	EventCardTerminated        EventType = "card.terminated"
	EventCardFunded            EventType = "card.funded"
	EventTransactionAuthorized EventType = "transaction.authorized"
	EventTransactionSettled    EventType = "transaction.settled"
	EventTransactionDeclined   EventType = "transaction.declined"
	EventTransactionRefunded   EventType = "transaction.refunded"
	EventTransactionReversed   EventType = "transaction.reversed"
	EventTransactionExpired    EventType = "transaction.expired"
	EventThreeDSChallenge      EventType = "3ds.challenge"
	EventDepositPending        EventType = "deposit.pending"
	EventDepositConfirmed      EventType = "deposit.confirmed"
	EventDepositExpired        EventType = "deposit.expired"
	EventWebhookTest           EventType = "webhook.test"
	EventSpendRequestCreated   EventType = "spend_request.created"
	EventSpendRequestApproved  EventType = "spend_request.approved"
	EventSpendRequestDenied    EventType = "spend_request.denied"
	EventSpendRequestExpired   EventType = "spend_request.expired"
	EventSpendRequestUsed      EventType = "spend_request.used"
	EventAll                   EventType = "*"
)

// LimitWindow is one of the constants below; a newer service may send others.
type LimitWindow string

const (
	LimitWindowPerTransaction LimitWindow = "per_transaction"
	LimitWindowDay            LimitWindow = "day"
	LimitWindowWeek           LimitWindow = "week"
	LimitWindowMonth          LimitWindow = "month"
	LimitWindowYear           LimitWindow = "year"
	LimitWindowAllTime        LimitWindow = "all_time"
)

// MerchantLock is one of the constants below; a newer service may send others.
type MerchantLock string

const (
	MerchantLockFirst MerchantLock = "first"
)

// CardStatus is one of the constants below; a newer service may send others.
type CardStatus string

const (
	CardStatusActive     CardStatus = "active"
	CardStatusFrozen     CardStatus = "frozen"
	CardStatusTerminated CardStatus = "terminated"
)

// SpendRequestStatus is one of the constants below; a newer service may send others.
type SpendRequestStatus string

const (
	SpendRequestStatusPending  SpendRequestStatus = "pending"
	SpendRequestStatusApproved SpendRequestStatus = "approved"
	SpendRequestStatusUsed     SpendRequestStatus = "used"
	SpendRequestStatusDenied   SpendRequestStatus = "denied"
	SpendRequestStatusExpired  SpendRequestStatus = "expired"
	SpendRequestStatusCanceled SpendRequestStatus = "canceled"
)

// SpendOutcome is one of the constants below; a newer service may send others.
type SpendOutcome string

const (
	SpendOutcomeSuccess   SpendOutcome = "success"
	SpendOutcomeBlocked   SpendOutcome = "blocked"
	SpendOutcomeAbandoned SpendOutcome = "abandoned"
)

// TransactionType is one of the constants below; a newer service may send others.
type TransactionType string

const (
	TransactionTypeAuthorization TransactionType = "authorization"
	TransactionTypeSettlement    TransactionType = "settlement"
	TransactionTypeRefund        TransactionType = "refund"
	TransactionTypeDecline       TransactionType = "decline"
)

// LimitUnit is one of the constants below; a newer service may send others.
type LimitUnit string

const (
	LimitUnitAmount LimitUnit = "amount"
	LimitUnitCount  LimitUnit = "count"
)

// DecisionOutcome is one of the constants below; a newer service may send others.
type DecisionOutcome string

const (
	DecisionOutcomeApproved DecisionOutcome = "approved"
	DecisionOutcomeDeclined DecisionOutcome = "declined"
	DecisionOutcomeTimeout  DecisionOutcome = "timeout"
	DecisionOutcomeError    DecisionOutcome = "error"
	DecisionOutcomeFallback DecisionOutcome = "fallback"
)

// DecisionFallback is one of the constants below; a newer service may send others.
type DecisionFallback string

const (
	DecisionFallbackDecline DecisionFallback = "decline"
	DecisionFallbackApprove DecisionFallback = "approve"
)

// TransactionSource is one of the constants below; a newer service may send others.
type TransactionSource string

const (
	TransactionSourceStandIn   TransactionSource = "stand_in"
	TransactionSourceAPIKey    TransactionSource = "api_key"
	TransactionSourceDashboard TransactionSource = "dashboard"
)

// ThreeDSStatus is one of the constants below; a newer service may send others.
type ThreeDSStatus string

const (
	ThreeDSStatusNotRequired   ThreeDSStatus = "not_required"
	ThreeDSStatusPending       ThreeDSStatus = "pending"
	ThreeDSStatusAuthenticated ThreeDSStatus = "authenticated"
	ThreeDSStatusFailed        ThreeDSStatus = "failed"
)

// AuthorizationStatus is one of the constants below; a newer service may send others.
type AuthorizationStatus string

const (
	AuthorizationStatusPending  AuthorizationStatus = "pending"
	AuthorizationStatusSettled  AuthorizationStatus = "settled"
	AuthorizationStatusReversed AuthorizationStatus = "reversed"
	AuthorizationStatusExpired  AuthorizationStatus = "expired"
	AuthorizationStatusDeclined AuthorizationStatus = "declined"
)

// DeclineReason is one of the constants below; a newer service may send others.
type DeclineReason string

const (
	DeclineInvalidCard              DeclineReason = "invalid_card"
	DeclineCardTerminated           DeclineReason = "card_terminated"
	DeclineCardFrozen               DeclineReason = "card_frozen"
	DeclineCardExpired              DeclineReason = "card_expired"
	DeclineExpiryMismatch           DeclineReason = "expiry_mismatch"
	DeclineCVVMismatch              DeclineReason = "cvv_mismatch"
	DeclineAuthenticationRequired   DeclineReason = "authentication_required"
	DeclineAuthenticationFailed     DeclineReason = "authentication_failed"
	DeclineTransactionLimitExceeded DeclineReason = "transaction_limit_exceeded"
	DeclineCategoryNotAllowed       DeclineReason = "category_not_allowed"
	DeclineMerchantNotAllowed       DeclineReason = "merchant_not_allowed"
	DeclineCountryNotAllowed        DeclineReason = "country_not_allowed"
	DeclineOutsideActivePeriod      DeclineReason = "outside_active_period"
	DeclineUseLimitReached          DeclineReason = "use_limit_reached"
	DeclineSpendingLimitExceeded    DeclineReason = "spending_limit_exceeded"
	DeclineLimitExceeded            DeclineReason = "limit_exceeded"
	DeclineInsufficientFunds        DeclineReason = "insufficient_funds"
	DeclineRuleDeclined             DeclineReason = "rule_declined"
	DeclineHookDeclined             DeclineReason = "hook_declined"
	DeclineHookUnavailable          DeclineReason = "hook_unavailable"
	DeclineDeclinedByProcessor      DeclineReason = "declined_by_processor"
)

// RuleMode is one of the constants below; a newer service may send others.
type RuleMode string

const (
	RuleModeShadow RuleMode = "shadow"
	RuleModeActive RuleMode = "active"
)

// AuthorizationStepEvent is one of the constants below; a newer service may send others.
type AuthorizationStepEvent string

const (
	StepAuthorized  AuthorizationStepEvent = "authorized"
	StepIncremented AuthorizationStepEvent = "incremented"
	StepReversed    AuthorizationStepEvent = "reversed"
	StepExpired     AuthorizationStepEvent = "expired"
	StepSettled     AuthorizationStepEvent = "settled"
	StepRefunded    AuthorizationStepEvent = "refunded"
	StepDeclined    AuthorizationStepEvent = "declined"
)

// TestOutcome is one of the constants below; a newer service may send others.
type TestOutcome string

const (
	TestOutcomePassed     TestOutcome = "passed"
	TestOutcomeFailed     TestOutcome = "failed"
	TestOutcomeNotReached TestOutcome = "not_reached"
	TestOutcomeAssumed    TestOutcome = "assumed"
)

// ExplainedOutcome is one of the constants below; a newer service may send others.
type ExplainedOutcome string

const (
	ExplainedOutcomeApproved  ExplainedOutcome = "approved"
	ExplainedOutcomeDeclined  ExplainedOutcome = "declined"
	ExplainedOutcomeNotJudged ExplainedOutcome = "not_judged"
)

// Currency is one of the constants below; a newer service may send others.
type Currency string

const (
	CurrencyBTC  Currency = "btc"
	CurrencyETH  Currency = "eth"
	CurrencySOL  Currency = "sol"
	CurrencyUSDT Currency = "usdt"
)

// DepositStatus is one of the constants below; a newer service may send others.
type DepositStatus string

const (
	DepositStatusPending   DepositStatus = "pending"
	DepositStatusConfirmed DepositStatus = "confirmed"
	DepositStatusExpired   DepositStatus = "expired"
)

// WalletTransactionType is one of the constants below; a newer service may send others.
type WalletTransactionType string

const (
	WalletTransactionTypeDeposit         WalletTransactionType = "deposit"
	WalletTransactionTypeDepositReversal WalletTransactionType = "deposit_reversal"
	WalletTransactionTypeFund            WalletTransactionType = "fund"
	WalletTransactionTypeWithdraw        WalletTransactionType = "withdraw"
	WalletTransactionTypeTerminate       WalletTransactionType = "terminate"
	WalletTransactionTypeHold            WalletTransactionType = "hold"
	WalletTransactionTypeSettle          WalletTransactionType = "settle"
	WalletTransactionTypeReverse         WalletTransactionType = "reverse"
	WalletTransactionTypeExpire          WalletTransactionType = "expire"
	WalletTransactionTypeRefund          WalletTransactionType = "refund"
)

// Network is one of the constants below; a newer service may send others.
type Network string

const (
	NetworkVisa       Network = "visa"
	NetworkMastercard Network = "mastercard"
)

// BinType is one of the constants below; a newer service may send others.
type BinType string

const (
	BinTypePrepaid BinType = "prepaid"
	BinTypeDebit   BinType = "debit"
	BinTypeCredit  BinType = "credit"
)

// ChallengeMethod is one of the constants below; a newer service may send others.
type ChallengeMethod string

const (
	ChallengeMethodPasscode  ChallengeMethod = "passcode"
	ChallengeMethodOutOfBand ChallengeMethod = "out_of_band"
)

// ChallengeStatus is one of the constants below; a newer service may send others.
type ChallengeStatus string

const (
	ChallengeStatusPending   ChallengeStatus = "pending"
	ChallengeStatusCompleted ChallengeStatus = "completed"
	ChallengeStatusExpired   ChallengeStatus = "expired"
)

// ChallengeOutcome is one of the constants below; a newer service may send others.
type ChallengeOutcome string

const (
	ChallengeOutcomeApproved ChallengeOutcome = "approved"
	ChallengeOutcomeDeclined ChallengeOutcome = "declined"
)

// RuleOp is one of the constants below; a newer service may send others.
type RuleOp string

const (
	RuleOpIs         RuleOp = "is"
	RuleOpIsNot      RuleOp = "is_not"
	RuleOpIn         RuleOp = "in"
	RuleOpNotIn      RuleOp = "not_in"
	RuleOpAbove      RuleOp = "above"
	RuleOpAtLeast    RuleOp = "at_least"
	RuleOpBelow      RuleOp = "below"
	RuleOpAtMost     RuleOp = "at_most"
	RuleOpContains   RuleOp = "contains"
	RuleOpStartsWith RuleOp = "starts_with"
)

// RuleAction is one of the constants below; a newer service may send others.
type RuleAction string

const (
	RuleActionDecline   RuleAction = "decline"
	RuleActionChallenge RuleAction = "challenge"
)

// RuleState is one of the constants below; a newer service may send others.
type RuleState string

const (
	RuleStateShadow RuleState = "shadow"
	RuleStateActive RuleState = "active"
	RuleStateOff    RuleState = "off"
)

// BacktestStatus is one of the constants below; a newer service may send others.
type BacktestStatus string

const (
	BacktestStatusPending   BacktestStatus = "pending"
	BacktestStatusRunning   BacktestStatus = "running"
	BacktestStatusCompleted BacktestStatus = "completed"
	BacktestStatusFailed    BacktestStatus = "failed"
)

// DeliveryStatus is one of the constants below; a newer service may send others.
type DeliveryStatus string

const (
	DeliveryStatusPending   DeliveryStatus = "pending"
	DeliveryStatusSucceeded DeliveryStatus = "succeeded"
	DeliveryStatusFailed    DeliveryStatus = "failed"
)

// BudgetWindow is one of the constants below; a newer service may send others.
type BudgetWindow string

const (
	BudgetWindowDay     BudgetWindow = "day"
	BudgetWindowWeek    BudgetWindow = "week"
	BudgetWindowMonth   BudgetWindow = "month"
	BudgetWindowYear    BudgetWindow = "year"
	BudgetWindowAllTime BudgetWindow = "all_time"
)

// KeyKind is one of the constants below; a newer service may send others.
type KeyKind string

const (
	KeyKindStandard KeyKind = "standard"
	KeyKindAgent    KeyKind = "agent"
)

// Scope is one of the constants below; a newer service may send others.
type Scope string

const (
	ScopeCardsRead            Scope = "cards:read"
	ScopeCardsWrite           Scope = "cards:write"
	ScopeDetailsRead          Scope = "details:read"
	ScopeFundingWrite         Scope = "funding:write"
	ScopeTransactionsRead     Scope = "transactions:read"
	ScopeWalletRead           Scope = "wallet:read"
	ScopeDepositsRead         Scope = "deposits:read"
	ScopeThreeDSRead          Scope = "3ds:read"
	ScopeWebhooksRead         Scope = "webhooks:read"
	ScopeWebhooksWrite        Scope = "webhooks:write"
	ScopeEventsRead           Scope = "events:read"
	ScopeControlsWrite        Scope = "controls:write"
	ScopeRulesRead            Scope = "rules:read"
	ScopeRulesWrite           Scope = "rules:write"
	ScopeSpendRequestsRead    Scope = "spend_requests:read"
	ScopeSpendRequestsWrite   Scope = "spend_requests:write"
	ScopeSpendRequestsApprove Scope = "spend_requests:approve"
	ScopeSandboxWrite         Scope = "sandbox:write"
)

// CardSort is one of the constants below; a newer service may send others.
type CardSort string

const (
	CardSortCreatedAt CardSort = "created_at"
	CardSortBalance   CardSort = "balance"
	CardSortLastUsed  CardSort = "last_used"
)

// Order is one of the constants below; a newer service may send others.
type Order string

const (
	OrderAsc  Order = "asc"
	OrderDesc Order = "desc"
)

// RevealColorScheme is one of the constants below; a newer service may send others.
type RevealColorScheme string

const (
	RevealColorSchemeAuto  RevealColorScheme = "auto"
	RevealColorSchemeLight RevealColorScheme = "light"
	RevealColorSchemeDark  RevealColorScheme = "dark"
)

// RevealFontFamily is one of the constants below; a newer service may send others.
type RevealFontFamily string

const (
	RevealFontFamilySystem  RevealFontFamily = "system"
	RevealFontFamilySans    RevealFontFamily = "sans"
	RevealFontFamilySerif   RevealFontFamily = "serif"
	RevealFontFamilyMono    RevealFontFamily = "mono"
	RevealFontFamilyRounded RevealFontFamily = "rounded"
)

// ReplacementReason is one of the constants below; a newer service may send others.
type ReplacementReason string

const (
	ReplacementReasonLost        ReplacementReason = "lost"
	ReplacementReasonStolen      ReplacementReason = "stolen"
	ReplacementReasonCompromised ReplacementReason = "compromised"
	ReplacementReasonOther       ReplacementReason = "other"
)

// CardBinding is one of the constants below; a newer service may send others.
type CardBinding string

const (
	CardBindingName          CardBinding = "name"
	CardBindingFirstMerchant CardBinding = "first_merchant"
)

// RequestMethod is one of the constants below; a newer service may send others.
type RequestMethod string

const (
	RequestMethodGET    RequestMethod = "GET"
	RequestMethodHEAD   RequestMethod = "HEAD"
	RequestMethodPOST   RequestMethod = "POST"
	RequestMethodPUT    RequestMethod = "PUT"
	RequestMethodPATCH  RequestMethod = "PATCH"
	RequestMethodDELETE RequestMethod = "DELETE"
)

// FreezeReason is one of the constants below; a newer service may send others.
type FreezeReason string

const (
	FreezeReasonAPI        FreezeReason = "api"
	FreezeReasonDashboard  FreezeReason = "dashboard"
	FreezeReasonAutoFreeze FreezeReason = "auto_freeze"
)
