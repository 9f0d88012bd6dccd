package cardwright

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// ErrorID is the machine-readable identifier of a refusal. The constants, such as ErrInsufficientFunds, are errors
// themselves, so that both of these work:
//
//	errors.Is(err, cardwright.ErrInsufficientFunds)
//
//	var refusal *cardwright.Error
//	if errors.As(err, &refusal) {
//		switch refusal.ID { case cardwright.ErrInsufficientFunds: … }
//	}
type ErrorID string

// Error makes an identifier an error to compare with.
func (id ErrorID) Error() string { return string(id) }

// Error is a refusal by the service. Decide by ID, log RequestID; the wording of Message may change.
type Error struct {
	Status    int     // HTTP status; 0 when the client refused before it sent anything
	ID        ErrorID // "" when the answer was none of the service, a proxy's page for instance
	Message   string
	RequestID string
	// Param is the field at fault, where one is.
	Param string
	// RetryAfter is how long the service asks to wait, 0 when it does not say.
	RetryAfter time.Duration
	// RateLimit is what is left of the tightest limit, nil when the answer does not say.
	RateLimit *RateLimit
}

// Error shows what a log needs: identifier, message, field and request.
func (e *Error) Error() string {
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

// Unwrap gives the identifier, for errors.Is.
func (e *Error) Unwrap() error {
	if e.ID == "" {
		return nil
	}
	return e.ID
}

// Is lets ErrNotFound match every 404: card_not_found, transaction_not_found and so on.
func (e *Error) Is(target error) bool {
	return target == error(ErrNotFound) && e.Status == http.StatusNotFound
}

// errorOf reads a refusal. What is no error object of the service still becomes an *Error, with its status.
func errorOf(response *Response) *Error {
	refusal := &Error{
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
		return refusal
	}
	refusal.ID, refusal.Message, refusal.Param = body.Error, body.Message, body.Param
	if refusal.RequestID == "" {
		refusal.RequestID = body.RequestID
	}
	if refusal.RetryAfter == 0 {
		refusal.RetryAfter = time.Duration(body.RetryAfter) * time.Second
	}
	return refusal
}
