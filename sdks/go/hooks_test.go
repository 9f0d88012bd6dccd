package cardwright

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

func TestHooksSeeEveryAttemptButNoSecret(t *testing.T) {
	var asked []RequestInfo
	var answered []ResponseInfo
	fake := newFake(t, failFirst(1, 503, `{"approved":true}`), WithHooks(Hooks{
		OnRequest:  func(_ context.Context, r RequestInfo) { asked = append(asked, r) },
		OnResponse: func(_ context.Context, r ResponseInfo) { answered = append(answered, r) },
	}), WithHooks(Hooks{}))
	_ = must[*AuthorizationOutcome](t)(fake.client.Sandbox.Authorizations.Create(background,
		SandboxAuthorizationCreateParams{PAN: NewSecret(testPAN), Amount: Dollars(1)}))
	if len(asked) != 2 || asked[1].Attempt != 2 || asked[0].IdempotencyKey != asked[1].IdempotencyKey {
		t.Errorf("%+v", asked)
	}
	if len(answered) != 2 || answered[0].Status != 503 || answered[1].Status != 200 ||
		answered[1].RequestID != "req_test" || answered[1].Duration <= 0 || answered[1].Path != "/sandbox/authorizations" {
		t.Errorf("%+v", answered)
	}
	if found := leaks(fmt.Sprintf("%+v %+v", asked, answered), testPAN, testKey); found != nil {
		t.Errorf("leaks %v", found)
	}
}

func TestHooksSeeAFailedAttempt(t *testing.T) {
	var answered []ResponseInfo
	fake := newFake(t, func(_ int, w http.ResponseWriter, _ *http.Request) { cut(w) }, WithMaxRetries(0), WithHooks(Hooks{
		OnResponse: func(_ context.Context, r ResponseInfo) { answered = append(answered, r) },
	}))
	_, _ = fake.fund()
	if len(answered) != 1 || answered[0].Err == nil || answered[0].Status != 200 {
		t.Errorf("%+v", answered)
	}
}

func TestLoggerWritesOneLinePerAttempt(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	fake := newFake(t, failFirst(1, 503, `{"data":[],"pagination":{}}`), WithLogger(logger))
	_ = must[*Page[CardListItem]](t)(fake.client.Cards.List(background, CardListParams{Label: "private"}).Page())
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "level=WARN") || !strings.Contains(lines[1], "level=DEBUG") {
		t.Fatal(log.String())
	}
	for _, part := range []string{"method=GET", "path=/cards", "status=200", "attempt=2", "request_id=req_test"} {
		if !strings.Contains(lines[1], part) {
			t.Errorf("%q lacks %s", lines[1], part)
		}
	}
	if leaks(log.String(), testKey, "private") != nil {
		t.Error(log.String())
	}
}
