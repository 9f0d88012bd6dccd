package cardwright

import (
	"crypto/hmac"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	defaultTolerance = 5 * time.Minute
	maxWebhookBytes  = 1 << 20
)

// VerificationCode is why a webhook was not accepted. The constants are errors themselves: match them with errors.Is.
type VerificationCode string

// Why a webhook was not accepted.
const (
	ErrMissingHeader    VerificationCode = "missing_header"
	ErrInvalidTimestamp VerificationCode = "invalid_timestamp"
	ErrTimestampTooOld  VerificationCode = "timestamp_too_old"
	ErrTimestampTooNew  VerificationCode = "timestamp_too_new"
	ErrBadSignature     VerificationCode = "bad_signature"
	ErrInvalidBody      VerificationCode = "invalid_body"
)

// Error makes a code an error that errors.Is can compare with.
func (c VerificationCode) Error() string { return string(c) }

// WebhookVerificationError says why a webhook was not accepted. Answer the request with 400 and do nothing else.
type WebhookVerificationError struct {
	Code    VerificationCode
	Message string
}

func (e *WebhookVerificationError) Error() string { return "cardwright: webhook: " + e.Message }

// Unwrap returns the code, for errors.Is.
func (e *WebhookVerificationError) Unwrap() error { return e.Code }

func refuse(code VerificationCode, format string, values ...any) error {
	return &WebhookVerificationError{Code: code, Message: fmt.Sprintf(format, values...)}
}

// VerifyWebhook checks that a request is from the service, and returns its event. The body must be the received bytes:
// JSON that was parsed and serialized again has another signature. If several secrets are given, one of them must fit.
//
// It checks the signature of Standard Webhooks, which covers the time. A request whose time differs from now by more
// than five minutes is refused, and so is a request without that signature. For X-Webhook-Signature, see
// WebhookVerifier.Scheme.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*Event, error) {
	return WebhookVerifier{Secrets: secrets}.Verify(body, header)
}

// WebhookScheme is a way to sign a webhook. The service sends both signatures with every request.
type WebhookScheme string

const (
	// SchemeStandard is webhook-signature, of Standard Webhooks. It also covers the id and the time.
	SchemeStandard WebhookScheme = "standard"
	// SchemePlain is X-Webhook-Signature. It covers only the body, so a recorded request stays valid for ever.
	SchemePlain WebhookScheme = "plain"
)

// WebhookVerifier is VerifyWebhook with settings.
type WebhookVerifier struct {
	// Secrets are the accepted secrets. During a change of secrets, give the new and the old one.
	Secrets []string
	// Tolerance is the largest accepted difference between the clock of the service and yours, five minutes when 0.
	Tolerance time.Duration
	// Now returns the time to compare with, time.Now when nil.
	Now func() time.Time
	// Scheme says which of the two signatures is checked, SchemeStandard when "". Only that signature counts, so that a
	// sender cannot choose the weaker one by leaving out a header.
	Scheme WebhookScheme
}

// VerifyRequest reads the body of a request, at most 1 MiB, and verifies it.
func (v WebhookVerifier) VerifyRequest(request *http.Request) (*Event, error) {
	body, err := io.ReadAll(http.MaxBytesReader(nil, request.Body, maxWebhookBytes))
	if err != nil {
		return nil, refuse(ErrInvalidBody, "the body cannot be read: %v", err)
	}
	return v.Verify(body, request.Header)
}

// VerifyQuestion is VerifyWebhook for the question that the decision hook is asked. Answer it with a DecisionAnswer as
// JSON, and status 200.
func VerifyQuestion(body []byte, header http.Header, secrets ...string) (*DecisionQuestion, error) {
	return WebhookVerifier{Secrets: secrets}.VerifyQuestion(body, header)
}

// VerifyQuestion checks a body and its headers, and returns the question to the decision hook.
func (v WebhookVerifier) VerifyQuestion(body []byte, header http.Header) (*DecisionQuestion, error) {
	if err := v.check(body, header); err != nil {
		return nil, err
	}
	var question DecisionQuestion
	if err := json.Unmarshal(body, &question); err != nil || question.Type != "authorization.request" {
		return nil, refuse(ErrInvalidBody, "the body is signed but is no question to a decision hook")
	}
	return &question, nil
}

func (v WebhookVerifier) check(body []byte, header http.Header) error {
	if err := v.checkSecrets(); err != nil {
		return err
	}
	return v.checkSignature(body, header)
}

// Verify checks a body and its headers, and returns the event.
func (v WebhookVerifier) Verify(body []byte, header http.Header) (*Event, error) {
	if err := v.check(body, header); err != nil {
		return nil, err
	}
	var event Event // decoded only now, because until here the sender was unknown
	if err := json.Unmarshal(body, &event); err != nil {
		return nil, refuse(ErrInvalidBody, "the body is signed but is no event: %v", err)
	}
	return &event, nil
}

// checkSecrets refuses an empty secret: with an unset variable anybody could sign.
func (v WebhookVerifier) checkSecrets() error {
	for _, secret := range v.Secrets {
		if secret == "" {
			return fmt.Errorf("%w: a webhook secret is empty", ErrInvalidArgument)
		}
	}
	if len(v.Secrets) == 0 {
		return fmt.Errorf("%w: no webhook secret is given", ErrInvalidArgument)
	}
	return nil
}

func (v WebhookVerifier) checkSignature(body []byte, header http.Header) error {
	switch v.Scheme {
	case "", SchemeStandard:
		return v.checkStandard(body, header)
	case SchemePlain:
		return v.checkPlain(body, header)
	}
	return fmt.Errorf("%w: %q is no webhook scheme", ErrInvalidArgument, string(v.Scheme))
}

func (v WebhookVerifier) checkStandard(body []byte, header http.Header) error {
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	if id == "" || timestamp == "" || len(header.Values("Webhook-Signature")) == 0 {
		return refuse(ErrMissingHeader, "webhook-id, webhook-timestamp or webhook-signature is missing")
	}
	if err := v.checkTime(timestamp); err != nil {
		return err
	}
	given := strings.Fields(strings.Join(header.Values("Webhook-Signature"), " "))
	for _, secret := range v.Secrets {
		expected := []byte(signStandard(secret, id, timestamp, body))
		for _, signature := range given {
			if hmac.Equal([]byte(signature), expected) {
				return nil
			}
		}
	}
	return refuse(ErrBadSignature, "webhook-signature fits none of the secrets")
}

func (v WebhookVerifier) checkTime(timestamp string) error {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return refuse(ErrInvalidTimestamp, "webhook-timestamp is not a number of seconds")
	}
	now, tolerance := time.Now, defaultTolerance
	if v.Now != nil {
		now = v.Now
	}
	if v.Tolerance > 0 {
		tolerance = v.Tolerance
	}
	// In whole seconds, like the header. An age of exactly the tolerance is accepted.
	age := now().Unix() - seconds
	switch limit := int64(tolerance / time.Second); {
	case age > limit:
		return refuse(ErrTimestampTooOld, "signed %d s ago, more than %d s", age, limit)
	case age < -limit:
		return refuse(ErrTimestampTooNew, "signed %d s in the future, more than %d s", -age, limit)
	}
	return nil
}

// checkPlain checks both headers: for a day after a rotation, the old secret signs the second one.
func (v WebhookVerifier) checkPlain(body []byte, header http.Header) error {
	given := append(header.Values("X-Webhook-Signature"), header.Values("X-Webhook-Signature-Previous")...)
	if len(given) == 0 {
		return refuse(ErrMissingHeader, "x-webhook-signature is missing")
	}
	for _, secret := range v.Secrets {
		expected := []byte(signPlain(secret, body))
		for _, signature := range given {
			if hmac.Equal([]byte(signature), expected) {
				return nil
			}
		}
	}
	return refuse(ErrBadSignature, "x-webhook-signature fits none of the secrets")
}

// IsWebhookVerificationError distinguishes a webhook that was not accepted from a mistake in the program.
func IsWebhookVerificationError(err error) bool {
	var refusal *WebhookVerificationError
	return errors.As(err, &refusal)
}
