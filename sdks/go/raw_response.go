package cardwright

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// RateLimit is the state of the tightest limit of the workspace.
type RateLimit struct {
	Limit, Remaining int
	// Reset is the time until more requests are allowed.
	Reset time.Duration
}

// RawResponse is the answer as it was received; request it with WithRawResponse. Printing it does not show the body,
// which may contain a card number.
type RawResponse struct {
	Status    int
	Header    http.Header
	RequestID string
	// IsReplay is true when the idempotency key was used before, and this is the first answer again.
	IsReplay bool
	// RateLimit is nil when the answer does not say.
	RateLimit *RateLimit
	// Attempts is the number of times that the request was sent.
	Attempts int

	retryAfter time.Duration
	body       *[]byte // behind a pointer, for the reason given at Secret
}

func newRawResponse(from *http.Response, body []byte, attempts int, now time.Time) *RawResponse {
	return &RawResponse{
		Status:     from.StatusCode,
		Header:     from.Header,
		RequestID:  from.Header.Get("X-Request-Id"),
		IsReplay:   from.Header.Get("Idempotent-Replayed") == "true",
		RateLimit:  rateLimitOf(from.Header),
		Attempts:   attempts,
		retryAfter: retryAfterOf(from.Header, now),
		body:       &body,
	}
}

// Body is the text of the answer.
func (r *RawResponse) Body() []byte {
	if r.body == nil {
		return nil
	}
	return *r.body
}

// Decode reads the body as JSON into your own type, for fields that this version of the library does not know.
func (r *RawResponse) Decode(into any) error { return json.Unmarshal(r.Body(), into) }

// String shows the status and the request, never the body.
func (r RawResponse) String() string {
	return fmt.Sprintf("RawResponse{%d %s, %d bytes}", r.Status, r.RequestID, len(r.Body()))
}

// GoString is the same as String, so that %#v shows no more.
func (r RawResponse) GoString() string { return r.String() }

// Format writes String for every verb.
func (r RawResponse) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, r.String()) }

// LogValue is what log/slog writes.
func (r RawResponse) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("status", r.Status), slog.String("request_id", r.RequestID))
}

func rateLimitOf(header http.Header) *RateLimit {
	limit, err := strconv.Atoi(header.Get("X-RateLimit-Limit"))
	if err != nil {
		return nil
	}
	remaining, _ := strconv.Atoi(header.Get("X-RateLimit-Remaining"))
	reset, _ := strconv.Atoi(header.Get("X-RateLimit-Reset"))
	return &RateLimit{Limit: limit, Remaining: remaining, Reset: time.Duration(reset) * time.Second}
}
