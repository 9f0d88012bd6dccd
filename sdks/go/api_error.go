package cardwright

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// ErrorID is the machine-readable identifier of a refusal. The constants, such as ErrInsufficientFunds, are errors
// themselves, so that both of these work:
//
//	errors.Is(err, cardwright.ErrInsufficientFunds)
//
//	var refusal *cardwright.APIError
//	if errors.As(err, &refusal) {
//		switch refusal.ID { case cardwright.ErrInsufficientFunds: … }
//	}
type ErrorID string

// Error makes an identifier an error that errors.Is can compare with.
func (id ErrorID) Error() string { return string(id) }

// ErrBadRequest matches every 400, ErrServer every 5xx. ErrUnauthorized, ErrForbidden, ErrNotFound and
// ErrRateLimitExceeded match every 401, 403, 404 and 429.
var (
	ErrBadRequest = errors.New("cardwright: bad request")
	ErrServer     = errors.New("cardwright: the service failed")
)

// APIError is a refusal by the service. Use ID for decisions and log RequestID; the wording of Message may change.
type APIError struct {
	Status    int     // HTTP status; 0 when the client refused before it sent anything
	ID        ErrorID // "" when the answer is not from the service, for example a proxy's page
	Message   string
	RequestID string
	// Param is the invalid field, if there is one.
	Param string
	// RetryAfter is how long the service asks the client to wait, 0 when it does not say.
	RetryAfter time.Duration
	// RateLimit is the remainder of the tightest limit, nil when the answer does not say.
	RateLimit *RateLimit
	// IdempotencyKey is the key that a write was sent with: the same call with this key can be repeated safely. "" for a
	// read.
	IdempotencyKey string
	// Attempts is the number of times that the request was sent.
	Attempts int
}

// Error shows what a log needs: identifier, message, field and request id.
func (e *APIError) Error() string {
	text := "cardwright: " + e.Message
	if e.ID != "" {
		text = fmt.Sprintf("cardwright: %s: %s", e.ID, e.Message)
	}
	if e.RequestID != "" {
		text += fmt.Sprintf(" (%d, %s)", e.Status, e.RequestID)
	} else if e.Status != 0 {
		text += fmt.Sprintf(" (%d)", e.Status)
	}
	return text
}

// Unwrap returns the identifier, for errors.Is.
func (e *APIError) Unwrap() error {
	if e.ID == "" {
		return nil
	}
	return e.ID
}

// Is lets the error of a status match every identifier with that status: ErrNotFound matches every 404.
func (e *APIError) Is(target error) bool {
	switch target {
	case ErrBadRequest:
		return e.Status == http.StatusBadRequest
	case ErrUnauthorized:
		return e.Status == http.StatusUnauthorized
	case ErrForbidden:
		return e.Status == http.StatusForbidden
	case ErrNotFound:
		return e.Status == http.StatusNotFound
	case ErrRateLimitExceeded:
		return e.Status == http.StatusTooManyRequests
	case ErrServer:
		return e.Status >= http.StatusInternalServerError
	}
	return false
}

// errorOf reads a refusal. An answer that is not an error object of the service also becomes an *APIError, with its
// status.
func errorOf(response *RawResponse, baseURL string) *APIError {
	refusal := &APIError{
		Status:     response.Status,
		RequestID:  response.RequestID,
		RetryAfter: response.retryAfter,
		RateLimit:  response.RateLimit,
	}
	var body struct {
		Error      ErrorID `json:"error"`
		Message    string  `json:"message"`
		RequestID  string  `json:"request_id"`
		Param      string  `json:"param"`
		RetryAfter int     `json:"retry_after"`
	}
	if err := json.Unmarshal(response.Body(), &body); err != nil || body.Error == "" {
		refusal.Message = fmt.Sprintf("answered %d %s without an error object", response.Status,
			http.StatusText(response.Status))
		if response.Status < http.StatusInternalServerError {
			refusal.Message += addressHint(baseURL)
		}
		return refusal
	}
	refusal.ID, refusal.Message, refusal.Param = body.Error, body.Message, body.Param
	if body.Error == ErrNotFound {
		refusal.Message += addressHint(baseURL)
	}
	if refusal.RequestID == "" {
		refusal.RequestID = body.RequestID
	}
	if refusal.RetryAfter == 0 {
		refusal.RetryAfter = time.Duration(body.RetryAfter) * time.Second
	}
	return refusal
}
