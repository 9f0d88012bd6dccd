package cardwright

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

func TestTransientFailuresAreRetriedWithTheSameKey(t *testing.T) {
	for _, status := range []int{408, 409, 429, 500, 502, 503, 504} {
		fake := newFake(t, failFirst(2, status, fundedBody))
		funding, err := fake.fund()
		if err != nil || funding.NewBalance != USD(1110) {
			t.Errorf("%d: %v, %v", status, funding, err)
			continue
		}
		first := fake.requests[0].header.Get("X-Idempotency-Key")
		if len(fake.requests) != 3 || len(first) < 36 {
			t.Errorf("%d: %d requests, key %q", status, len(fake.requests), first)
		}
		for _, each := range fake.requests {
			if each.header.Get("X-Idempotency-Key") != first || string(each.body) != string(fake.requests[0].body) {
				t.Errorf("%d: a retry differs from the first attempt", status)
			}
		}
	}
}

func TestRefusalIsNotRetried(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 410, 422, 302} {
		fake := newFake(t, always(status, `{"error":"invalid_request","message":"No.","code":400,"request_id":"req_1"}`))
		if _, err := fake.fund(); err == nil || fake.count() != 1 {
			t.Errorf("%d: %d requests, %v", status, fake.count(), err)
		}
	}
}

func TestEveryCallHasItsOwnKey(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, fundedBody))
	for range 2 {
		_ = must[*CardFunding](t)(fake.fund())
	}
	keys := []string{fake.requests[0].header.Get("X-Idempotency-Key"), fake.requests[1].header.Get("X-Idempotency-Key")}
	if keys[0] == keys[1] || keys[0] == "" {
		t.Errorf("the keys are %q", keys)
	}
}

func TestKeyOfTheCallerIsSent(t *testing.T) {
	for _, option := range []RequestOption{WithIdempotencyKey("order 1"), WithHeader("X-Idempotency-Key", "order 1")} {
		fake := newFake(t, failFirst(1, 503, fundedBody))
		_ = must[*CardFunding](t)(fake.fund(option))
		for _, each := range fake.requests {
			if each.header.Get("X-Idempotency-Key") != "order 1" {
				t.Error(each.header)
			}
		}
	}
}

func TestReadsHaveNoKey(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, `{"id":"card_1"}`))
	_ = must[*CardSummary](t)(fake.client.Cards.Get(background, "card_1", WithIdempotencyKey("x")))
	if key := fake.requests[0].header.Get("X-Idempotency-Key"); key != "" {
		t.Errorf("a read was sent with the key %q", key)
	}
}

func TestPausesDoubleWithJitter(t *testing.T) {
	fake := newFake(t, always(http.StatusServiceUnavailable, `{}`), WithMaxRetries(7))
	_, _ = fake.fund()
	longest := []time.Duration{500, 1000, 2000, 4000, 8000, 8000, 8000}
	if len(fake.pauses) != len(longest) {
		t.Fatal(fake.pauses)
	}
	for i, pause := range fake.pauses {
		if limit := longest[i] * time.Millisecond; pause < limit/2 || pause > limit {
			t.Errorf("pause %d: %s, expected %s to %s", i+1, pause, limit/2, limit)
		}
	}
}

func TestClientsThatFailTogetherRetryAtDifferentTimes(t *testing.T) {
	different := map[time.Duration]bool{}
	for range 20 {
		different[pause(3)] = true
	}
	if len(different) < 10 {
		t.Errorf("%d different pauses in 20", len(different))
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	fake := newFake(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/v1/elsewhere", http.StatusTemporaryRedirect)
	})
	_, err := fake.fund()
	var refusal *APIError
	if !errors.As(err, &refusal) || refusal.Status != 307 || fake.count() != 1 {
		t.Errorf("%v after %d requests", err, fake.count())
	}
}

func TestRetryAfterIsRespected(t *testing.T) {
	now := time.Date(2026, 11, 15, 9, 30, 0, 0, time.UTC)
	for header, expected := range map[string]time.Duration{
		"0": 0, "7": 7 * time.Second, "1.5": 1500 * time.Millisecond, "60": time.Minute,
		now.Add(9 * time.Second).Format(http.TimeFormat):  9 * time.Second,
		now.Add(-9 * time.Second).Format(http.TimeFormat): 0,
	} {
		fake := newFake(t, func(n int, w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", header)
			failFirst(1, 429, fundedBody)(n, w, r)
		})
		fake.client.transport.now = func() time.Time { return now }
		if _, err := fake.fund(); err != nil || len(fake.pauses) != 1 || fake.pauses[0] != expected {
			t.Errorf("%s: %v, %v", header, fake.pauses, err)
		}
	}
}

func TestLongRetryAfterIsReturnedAsAnError(t *testing.T) {
	fake := newFake(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		reply(w, 429, `{"error":"rate_limit_exceeded","message":"Wait.","code":429,"request_id":"req_1","retry_after":3600}`)
	})
	_, err := fake.fund()
	var refusal *APIError
	if !errors.As(err, &refusal) || refusal.RetryAfter != time.Hour || fake.count() != 1 {
		t.Errorf("%v after %d requests", err, fake.count())
	}
}

func TestRetriesStopAtTheMaximum(t *testing.T) {
	for retries, requests := range map[int]int{0: 1, 1: 2, 5: 6, -3: 1} {
		fake := newFake(t, always(http.StatusInternalServerError, `{"error":"internal_error","message":"Oh.","code":500,"request_id":"req_1"}`))
		_, err := fake.fund(WithMaxRetries(retries))
		if !errors.Is(err, ErrInternalError) || fake.count() != requests {
			t.Errorf("%d retries: %d requests, %v", retries, fake.count(), err)
		}
	}
}

// cut drops the connection in the middle of the body.
func cut(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"id":`))
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func TestTruncatedOrInvalidAnswerIsRetried(t *testing.T) {
	for name, fault := range map[string]func(http.ResponseWriter){
		"no answer": func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"cut":       cut,
		"no JSON":   func(w http.ResponseWriter) { _, _ = w.Write([]byte("<html>")) },
		"empty":     func(w http.ResponseWriter) { w.WriteHeader(http.StatusOK) },
		"half JSON": func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"id":"card_1"`)) },
	} {
		fake := newFake(t, func(n int, w http.ResponseWriter, _ *http.Request) {
			if n == 1 {
				fault(w)
				return
			}
			reply(w, http.StatusOK, fundedBody)
		})
		funding, err := fake.fund()
		if err != nil || funding.ID != "card_1" || fake.count() != 2 {
			t.Errorf("%s: %v, %d requests", name, err, fake.count())
		}
	}
}

func TestMissingAnswerIsAConnectionErrorWithItsKey(t *testing.T) {
	fake := newFake(t, func(_ int, w http.ResponseWriter, _ *http.Request) { cut(w) })
	_, err := fake.fund(WithIdempotencyKey("order 1"))
	var lost *APIConnectionError
	if !errors.As(err, &lost) || !errors.Is(err, ErrConnection) || errors.Is(err, ErrTimeout) {
		t.Fatal(err)
	}
	if lost.Attempts != 3 || lost.IdempotencyKey != "order 1" || lost.Path != "/cards/card_1/fund" {
		t.Errorf("%+v", *lost)
	}
}

func TestAttemptThatTimesOutIsRetried(t *testing.T) {
	fake := newFake(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n == 1 {
			<-r.Context().Done()
			return
		}
		reply(w, http.StatusOK, fundedBody)
	})
	if _, err := fake.fund(WithTimeout(50 * time.Millisecond)); err != nil || fake.count() != 2 {
		t.Errorf("%v after %d requests", err, fake.count())
	}
}

func TestTimeoutIsATimeoutError(t *testing.T) {
	fake := newFake(t, func(_ int, _ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	_, err := fake.fund(WithTimeout(20*time.Millisecond), WithMaxRetries(0))
	if !errors.Is(err, ErrTimeout) || !errors.Is(err, ErrConnection) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestCancelledCallEndsImmediately(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	fake := newFake(t, func(_ int, _ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	_, err := fake.client.Wallet.Balance(ctx)
	if !errors.Is(err, context.Canceled) || !errors.Is(err, ErrConnection) || fake.count() != 1 {
		t.Errorf("%v after %d requests", err, fake.count())
	}
}

func TestCallCancelledDuringAPauseKeepsTheLastFailure(t *testing.T) {
	fake := newFake(t, always(http.StatusServiceUnavailable, `{"error":"service_unavailable","message":"Later.","code":503}`))
	fake.client.transport.sleep = func(context.Context, time.Duration) error { return context.Canceled }
	_, err := fake.fund()
	if !errors.Is(err, context.Canceled) || !errors.Is(err, ErrServiceUnavailable) {
		t.Error(err)
	}
}

func TestPauseNeverExceedsTheDeadlineOfTheCaller(t *testing.T) {
	fake := newFake(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		reply(w, 503, `{"error":"service_unavailable","message":"Later.","code":503}`)
	})
	ctx, cancel := context.WithTimeout(background, 5*time.Second)
	defer cancel()
	_, err := fake.client.Wallet.Balance(ctx)
	if !errors.Is(err, ErrServiceUnavailable) || len(fake.pauses) != 0 {
		t.Errorf("%v after pauses of %v", err, fake.pauses)
	}
}

func TestRefusedConnectionIsAConnectionError(t *testing.T) {
	client := must[*Client](t)(New(WithAPIKey(testKey), WithBaseURL("http://127.0.0.1:1/v1"), WithMaxRetries(0)))
	_, err := client.Wallet.Balance(background)
	if !errors.Is(err, ErrConnection) || leaks(fmt.Sprint(err), testKey) != nil {
		t.Error(err)
	}
}
