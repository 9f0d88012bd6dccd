package cardwright

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

var background = context.Background()

const testKey = "sk_test_0123456789abcdef"

// fakeService answers as a test tells it to, and records the requests and the client's pauses.
type fakeService struct {
	client *Client

	mu       sync.Mutex
	requests []recorded
	pauses   []time.Duration
}

type recorded struct {
	method, path, query string
	header              http.Header
	body                []byte
}

func (r recorded) json(t *testing.T) map[string]any {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(r.body, &fields); err != nil {
		t.Fatalf("the body %q is not an object: %v", r.body, err)
	}
	return fields
}

// newFake starts a service that answers the n-th request, counted from 1, with a function.
func newFake(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request), options ...ClientOption) *fakeService {
	t.Helper()
	fake := &fakeService{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer(fake.record(r), w, r)
	}))
	t.Cleanup(server.Close)
	client, err := New(append([]ClientOption{WithAPIKey(testKey), WithBaseURL(server.URL + "/v1")}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	client.transport.sleep = func(ctx context.Context, d time.Duration) error {
		fake.mu.Lock()
		defer fake.mu.Unlock()
		fake.pauses = append(fake.pauses, d)
		return ctx.Err()
	}
	fake.client = client
	return fake
}

func (f *fakeService) record(r *http.Request) int {
	body, _ := io.ReadAll(r.Body)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = append(f.requests, recorded{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, r.Header.Clone(), body})
	return len(f.requests)
}

func (f *fakeService) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.requests)
}

// reply writes JSON.
func reply(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Request-Id", "req_test")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// always gives every request the same answer.
func always(status int, body string) func(int, http.ResponseWriter, *http.Request) {
	return func(_ int, w http.ResponseWriter, _ *http.Request) { reply(w, status, body) }
}

// failFirst fails the first requests with a status and then succeeds.
func failFirst(failures, status int, body string) func(int, http.ResponseWriter, *http.Request) {
	return func(n int, w http.ResponseWriter, _ *http.Request) {
		if n <= failures {
			reply(w, status, `{"error":"service_unavailable","message":"Later.","code":503,"request_id":"req_test"}`)
			return
		}
		reply(w, http.StatusOK, body)
	}
}

const fundedBody = `{"id":"card_1","previous_balance":10,"funded_amount":1.1,"new_balance":11.1,"wallet_balance":0.01}`

func (f *fakeService) fund(options ...RequestOption) (*CardFunding, error) {
	return f.client.Cards.Fund(context.Background(), "card_1", CardFundParams{Amount: USD(110)}, options...)
}

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}
