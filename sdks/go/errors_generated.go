// Code generated from openapi.json by internal/generate. DO NOT EDIT.

package cardwright

// What the service refuses with. Match them with errors.Is, or switch over Error.ID.
const (
	ErrInvalidRequest           ErrorID = "invalid_request"
	ErrInvalidJson              ErrorID = "invalid_json"
	ErrInvalidAmount            ErrorID = "invalid_amount"
	ErrInvalidBin               ErrorID = "invalid_bin"
	ErrInvalidCategory          ErrorID = "invalid_category"
	ErrInvalidEventType         ErrorID = "invalid_event_type"
	ErrInvalidURL               ErrorID = "invalid_url"
	ErrInvalidCurrency          ErrorID = "invalid_currency"
	ErrInvalidSpendingLimit     ErrorID = "invalid_spending_limit"
	ErrInvalidMetadata          ErrorID = "invalid_metadata"
	ErrInvalidControls          ErrorID = "invalid_controls"
	ErrInsufficientFunds        ErrorID = "insufficient_funds"
	ErrCardTerminated           ErrorID = "card_terminated"
	ErrInvalidState             ErrorID = "invalid_state"
	ErrInvalidOTP               ErrorID = "invalid_otp"
	ErrProcessorRefused         ErrorID = "processor_refused"
	ErrRevealSessionRequired    ErrorID = "reveal_session_required"
	ErrIdempotencyKeyReused     ErrorID = "idempotency_key_reused"
	ErrSandboxOnly              ErrorID = "sandbox_only"
	ErrUnauthorized             ErrorID = "unauthorized"
	ErrForbidden                ErrorID = "forbidden"
	ErrReauthenticationRequired ErrorID = "reauthentication_required"
	ErrCardNotFound             ErrorID = "card_not_found"
	ErrTransactionNotFound      ErrorID = "transaction_not_found"
	ErrDepositNotFound          ErrorID = "deposit_not_found"
	ErrChallengeNotFound        ErrorID = "challenge_not_found"
	ErrWebhookNotFound          ErrorID = "webhook_not_found"
	ErrEventNotFound            ErrorID = "event_not_found"
	ErrNotFound                 ErrorID = "not_found"
	ErrRateLimitExceeded        ErrorID = "rate_limit_exceeded"
	ErrInternalError            ErrorID = "internal_error"
	ErrServiceUnavailable       ErrorID = "service_unavailable"
)
