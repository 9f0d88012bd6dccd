package cardwright

import (
	"context"
	"log/slog"
	"net/http"
	"time"
)

// Hooks observe the requests and answers of a client. They see no header, query or body, so no key, card number or
// passcode. They are called on the goroutine of the call and should return quickly.
type Hooks struct {
	OnRequest  func(ctx context.Context, request RequestInfo)
	OnResponse func(ctx context.Context, response ResponseInfo)
}

// RequestInfo describes an attempt that is about to be sent.
type RequestInfo struct {
	Method string
	Path   string // without the query
	// Attempt counts from 1.
	Attempt int
	// IdempotencyKey is the same for all attempts of a write, "" for a read.
	IdempotencyKey string
}

// ResponseInfo describes how an attempt ended.
type ResponseInfo struct {
	RequestInfo
	// Status is 0 when no answer came.
	Status    int
	Duration  time.Duration
	RequestID string
	// Err is the reason why no complete answer came.
	Err error
}

// WithLogger writes a line for every attempt: Debug for a success, Warn for anything else.
func WithLogger(logger *slog.Logger) ClientOption {
	return WithHooks(Hooks{OnResponse: func(ctx context.Context, r ResponseInfo) {
		level := slog.LevelDebug
		if r.Err != nil || r.Status >= 400 {
			level = slog.LevelWarn
		}
		logger.LogAttrs(ctx, level, "cardwright request",
			slog.String("method", r.Method), slog.String("path", r.Path), slog.Int("status", r.Status),
			slog.Duration("duration", r.Duration), slog.Int("attempt", r.Attempt),
			slog.String("request_id", r.RequestID), slog.Any("error", r.Err))
	}})
}

// watch reports one attempt to the hooks.
type watch struct {
	ctx   context.Context
	t     *transport
	info  RequestInfo
	start time.Time
}

func (t *transport) watch(ctx context.Context, p *prepared, attempt int) watch {
	info := RequestInfo{Method: p.method, Path: p.path, Attempt: attempt, IdempotencyKey: p.idempotencyKey}
	for _, each := range t.hooks {
		if each.OnRequest != nil {
			each.OnRequest(ctx, info)
		}
	}
	return watch{ctx: ctx, t: t, info: info, start: t.now()}
}

func (w watch) done(answer *http.Response, err error) {
	info := ResponseInfo{RequestInfo: w.info, Duration: w.t.now().Sub(w.start)}
	if answer != nil {
		info.Status, info.RequestID = answer.StatusCode, answer.Header.Get("X-Request-Id")
	}
	if err != nil {
		info.Err = causeOf(err)
	}
	for _, each := range w.t.hooks {
		if each.OnResponse != nil {
			each.OnResponse(w.ctx, info)
		}
	}
}
