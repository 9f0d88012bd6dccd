package cardwright

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestErrorCarriesTheAnswerOfTheService(t *testing.T) {
	fake := newFake(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-RateLimit-Limit", "1000")
		w.Header().Set("X-RateLimit-Remaining", "12")
		w.Header().Set("X-RateLimit-Reset", "34")
		reply(w, 400, `{"error":"insufficient_funds","message":"Too little.","code":400,"request_id":"req_1","param":"amount"}`)
	})
	_, err := fake.fund()
	var refusal *APIError
	if !errors.As(err, &refusal) {
		t.Fatal(err)
	}
	if refusal.Status != 400 || refusal.ID != ErrInsufficientFunds || refusal.Message != "Too little." ||
		refusal.RequestID != "req_test" || refusal.Param != "amount" {
		t.Errorf("%+v", *refusal)
	}
	if limit := refusal.RateLimit; limit == nil || *limit != (RateLimit{1000, 12, 34 * time.Second}) {
		t.Errorf("%+v", limit)
	}
	for _, part := range []string{"insufficient_funds", "Too little.", "400", "req_test"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q lacks %q", err, part)
		}
	}
}

func TestErrorMatchesOnlyItsOwnIdentifier(t *testing.T) {
	err := fmt.Errorf("funding: %w", &APIError{Status: 400, ID: ErrInsufficientFunds, Message: "Too little."})
	if !errors.Is(err, ErrInsufficientFunds) || errors.Is(err, ErrCardTerminated) || errors.Is(err, ErrNotFound) {
		t.Errorf("%v matches the wrong identifiers", err)
	}
	var id ErrorID
	if !errors.As(err, &id) || id != "insufficient_funds" {
		t.Errorf("the identifier is %q", id)
	}
}

func TestNotFoundMatchesEvery404(t *testing.T) {
	err := error(&APIError{Status: 404, ID: ErrCardNotFound, Message: "No such card."})
	if !errors.Is(err, ErrNotFound) || !errors.Is(err, ErrCardNotFound) || errors.Is(err, ErrWebhookNotFound) {
		t.Errorf("%v matches the wrong identifiers", err)
	}
}

func TestStatusMatchesEveryIdentifierOfThatStatus(t *testing.T) {
	kinds := []error{ErrBadRequest, ErrUnauthorized, ErrForbidden, ErrNotFound, ErrRateLimitExceeded, ErrServer}
	for status, want := range map[int]error{
		400: ErrBadRequest, 401: ErrUnauthorized, 403: ErrForbidden, 404: ErrNotFound, 429: ErrRateLimitExceeded,
		500: ErrServer, 503: ErrServer,
	} {
		for _, kind := range kinds {
			if errors.Is(&APIError{Status: status, ID: "a_newer_one"}, kind) != (kind == want) {
				t.Errorf("status %d and %v match wrongly", status, kind)
			}
		}
	}
}

func TestErrorCarriesItsIdempotencyKey(t *testing.T) {
	fake := newFake(t, always(400, `{"error":"insufficient_funds","message":"Too little.","code":400,"request_id":"req_1"}`))
	_, err := fake.fund(WithIdempotencyKey("order-1"))
	var refusal *APIError
	if !errors.As(err, &refusal) || refusal.IdempotencyKey != "order-1" || refusal.Attempts != 1 {
		t.Errorf("%+v", refusal)
	}
	_, err = fake.client.Cards.Get(background, "card_1")
	if !errors.As(err, &refusal) || refusal.IdempotencyKey != "" {
		t.Errorf("%+v", refusal)
	}
}

func TestErrorSuggestsV1WhenTheBaseURLLacksIt(t *testing.T) {
	unknown := `{"error":"not_found","message":"No such route.","code":404,"request_id":"req_1"}`
	for _, each := range []struct {
		status int
		body   string
	}{{404, unknown}, {404, "<html>"}, {200, "<html>"}} {
		fake := newFake(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
			if each.body[0] == '<' {
				w.Header().Set("Content-Type", "text/html")
				w.WriteHeader(each.status)
				_, _ = io.WriteString(w, each.body)
				return
			}
			reply(w, each.status, each.body)
		}, WithMaxRetries(0))
		wrong := must[*Client](t)(fake.client.WithOptions(WithBaseURL(strings.TrimSuffix(fake.client.BaseURL(), "/v1"))))
		if _, err := wrong.Cards.Get(background, "card_1"); err == nil || !strings.Contains(err.Error(), "does not end in /v1") {
			t.Error(each, err)
		}
		if _, err := fake.client.Cards.Get(background, "card_1"); err == nil || strings.Contains(err.Error(), "/v1") {
			t.Error(each, err)
		}
	}
}

func TestErrorPageOfAProxyIsReturnedWithItsStatus(t *testing.T) {
	for _, body := range []string{"<html>Bad gateway</html>", "", `{"oops":1}`, `[]`} {
		fake := newFake(t, always(http.StatusBadGateway, body))
		_, err := fake.fund(WithMaxRetries(0))
		var refusal *APIError
		if !errors.As(err, &refusal) || refusal.Status != 502 || refusal.ID != "" || refusal.RequestID != "req_test" {
			t.Errorf("%q: %v", body, err)
		}
		if errors.Is(err, ErrInternalError) || strings.Contains(err.Error(), "html") {
			t.Error(err)
		}
	}
}

func TestUnknownErrorIdentifierIsKept(t *testing.T) {
	fake := newFake(t, always(400, `{"error":"moon_phase","message":"Wait.","code":400,"request_id":"req_1"}`))
	if _, err := fake.fund(); !errors.Is(err, ErrorID("moon_phase")) {
		t.Error(err)
	}
}

func TestRetryAfterIsReadFromTheBodyWhenTheHeaderIsMissing(t *testing.T) {
	fake := newFake(t, always(429, `{"error":"rate_limit_exceeded","message":"Wait.","code":429,"request_id":"req_1","retry_after":5}`))
	_, err := fake.fund(WithMaxRetries(0))
	var refusal *APIError
	if !errors.As(err, &refusal) || refusal.RetryAfter != 5*time.Second {
		t.Error(err)
	}
}

func TestLiveKeyCannotCallSandboxMethods(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, `{"ok":true}`), WithAPIKey("sk_live_0123456789abcdef"))
	sandbox := fake.client.Sandbox
	_, reset := sandbox.Reset(background)
	_, clock := sandbox.Clock.Get(background)
	_, refund := sandbox.Refunds.Create(background, SandboxRefundCreateParams{})
	for _, err := range []error{reset, clock, refund} {
		var refusal *APIError
		if !errors.Is(err, ErrSandboxOnly) || !errors.As(err, &refusal) || refusal.Status != 0 {
			t.Error(err)
		}
	}
	if fake.count() != 0 {
		t.Errorf("%d requests were sent", fake.count())
	}
	if fake.client.Environment() != EnvironmentProduction {
		t.Error(fake.client.Environment())
	}
}
