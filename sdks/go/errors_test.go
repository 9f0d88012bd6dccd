package cardwright

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestARefusalCarriesWhatTheServiceSaid(t *testing.T) {
	fake := newFake(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-RateLimit-Limit", "1000")
		w.Header().Set("X-RateLimit-Remaining", "12")
		w.Header().Set("X-RateLimit-Reset", "34")
		reply(w, 400, `{"error":"insufficient_funds","message":"Too little.","code":400,"request_id":"req_1","param":"amount"}`)
	})
	_, err := fake.fund()
	var refusal *Error
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

func TestARefusalMatchesItsIdentifierOnly(t *testing.T) {
	err := fmt.Errorf("funding: %w", &Error{Status: 400, ID: ErrInsufficientFunds, Message: "Too little."})
	if !errors.Is(err, ErrInsufficientFunds) || errors.Is(err, ErrCardTerminated) || errors.Is(err, ErrNotFound) {
		t.Error("matched wrongly")
	}
	var id ErrorID
	if !errors.As(err, &id) || id != "insufficient_funds" {
		t.Error(id)
	}
}

func TestNotFoundMatchesEvery404(t *testing.T) {
	err := error(&Error{Status: 404, ID: ErrCardNotFound, Message: "No such card."})
	if !errors.Is(err, ErrNotFound) || !errors.Is(err, ErrCardNotFound) || errors.Is(err, ErrWebhookNotFound) {
		t.Error("matched wrongly")
	}
}

func TestAPageOfAProxyIsAnErrorWithItsStatus(t *testing.T) {
	for _, body := range []string{"<html>Bad gateway</html>", "", `{"oops":1}`, `[]`} {
		fake := newFake(t, always(http.StatusBadGateway, body))
		_, err := fake.fund(WithMaxRetries(0))
		var refusal *Error
		if !errors.As(err, &refusal) || refusal.Status != 502 || refusal.ID != "" || refusal.RequestID != "req_test" {
			t.Errorf("%q: %v", body, err)
		}
		if errors.Is(err, ErrInternalError) || strings.Contains(err.Error(), "html") {
			t.Error(err)
		}
	}
}

func TestAnIdentifierNewerThanTheLibraryIsKept(t *testing.T) {
	fake := newFake(t, always(400, `{"error":"moon_phase","message":"Wait.","code":400,"request_id":"req_1"}`))
	if _, err := fake.fund(); !errors.Is(err, ErrorID("moon_phase")) {
		t.Error(err)
	}
}

func TestRetryAfterOfTheBodyServesWhereTheHeaderIsMissing(t *testing.T) {
	fake := newFake(t, always(429, `{"error":"rate_limit_exceeded","message":"Wait.","code":429,"request_id":"req_1","retry_after":5}`))
	_, err := fake.fund(WithMaxRetries(0))
	var refusal *Error
	if !errors.As(err, &refusal) || refusal.RetryAfter != 5*time.Second {
		t.Error(err)
	}
}

func TestALiveKeyNeverReachesTheSandbox(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, `{"ok":true}`), WithAPIKey("sk_live_0123456789abcdef"))
	sandbox := fake.client.Sandbox
	_, reset := sandbox.Reset(background)
	_, clock := sandbox.Clock.Get(background)
	_, refund := sandbox.Refunds.Create(background, SandboxRefundCreateParams{})
	for _, err := range []error{reset, clock, refund} {
		var refusal *Error
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
