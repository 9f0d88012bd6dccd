package cardwright

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"time"
)

// maxResponseBytes limits an answer. A page of a hundred events is smaller than one MiB.
const maxResponseBytes = 32 << 20

// transport sends calls. Services hold a pointer to it, so that printing them shows an address and no key.
type transport struct {
	key         Secret
	environment Environment
	baseURL     string
	httpClient  *http.Client
	hooks       []Hooks
	settings    settings
	silence     time.Duration // the longest silence of an event stream
	sleep       func(context.Context, time.Duration) error
	now         func() time.Time
}

func newTransport(config clientConfig) (*transport, error) {
	environment, err := environmentOf(config.key)
	if err != nil {
		return nil, err
	}
	baseURL, err := checkBaseURL(config.baseURL)
	if err != nil {
		return nil, err
	}
	client := *config.httpClient
	// A redirect would repeat a write as a read, or send the key to another host.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &transport{
		key: NewSecret(config.key), environment: environment, baseURL: baseURL,
		httpClient: &client, hooks: config.hooks, settings: config.settings,
		silence: longestSilence, sleep: sleep, now: time.Now,
	}, nil
}

// config returns a copy of the settings to make a similar client from. Options that change the copy do not affect this
// client.
func (t *transport) config() clientConfig {
	return clientConfig{
		key: t.key.Reveal(), baseURL: t.baseURL, httpClient: t.httpClient,
		hooks: slices.Clone(t.hooks), settings: t.settings.with(nil),
	}
}

// call is one operation with its arguments.
type call struct {
	method, route string
	ids           []string
	query, body   any // params structs, the arguments of Request, or nil
}

// prepared is a call in the form in which it is sent, the same for every attempt.
type prepared struct {
	method, path, query string
	body                []byte
	idempotencyKey      string
	settings            settings
}

func (t *transport) prepare(c call, options []RequestOption) (*prepared, error) {
	if err := t.refuseLiveKey(c.route); err != nil {
		return nil, err
	}
	path, err := pathOf(c.route, c.ids)
	if err != nil {
		return nil, err
	}
	p := &prepared{method: c.method, path: path, settings: t.settings.with(options)}
	if c.query != nil {
		p.query = encodeQuery(c.query).Encode()
	}
	if c.body != nil {
		if p.body, err = encodeBody(c.body); err != nil {
			return nil, err
		}
	}
	if c.method != http.MethodGet {
		p.idempotencyKey = p.settings.keyOfWrite()
	}
	return p, nil
}

func (p *prepared) request(ctx context.Context, t *transport) (*http.Request, error) {
	address := t.baseURL + p.path
	if p.query != "" {
		address += "?" + p.query
	}
	request, err := http.NewRequestWithContext(ctx, p.method, address, bytes.NewReader(p.body))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalidArgument, err)
	}
	request.Header.Set("User-Agent", "cardwright-go/"+Version+" ("+runtime.Version()+")")
	request.Header.Set("Accept", "application/json")
	for name, values := range p.settings.header {
		request.Header[name] = values
	}
	request.Header.Set("Authorization", "Bearer "+t.key.Reveal())
	if p.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if p.idempotencyKey != "" {
		request.Header.Set("X-Idempotency-Key", p.idempotencyKey)
	}
	return request, nil
}

// do sends a call until it gets a final answer or its retries are used up.
func (t *transport) do(ctx context.Context, c call, options []RequestOption) (*RawResponse, error) {
	p, err := t.prepare(c, options)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		response, err := t.attempt(ctx, p, attempt)
		if response != nil && p.settings.raw != nil {
			*p.settings.raw = response
		}
		wait, again := t.retryPause(ctx, response, err, attempt)
		if !again || attempt > p.settings.maxRetries {
			return response, err
		}
		if interrupted := t.sleep(ctx, wait); interrupted != nil {
			return nil, fmt.Errorf("%w; gave up waiting to retry: %w", err, interrupted)
		}
	}
}

// attempt sends once. An error is a *APIConnectionError, an *APIError, or ErrInvalidArgument.
func (t *transport) attempt(ctx context.Context, p *prepared, attempt int) (*RawResponse, error) {
	bounded, cancel := withTimeout(ctx, p.settings.timeout)
	defer cancel()
	request, err := p.request(bounded, t)
	if err != nil {
		return nil, err
	}
	watch := t.watch(ctx, p, attempt)
	answer, err := t.httpClient.Do(request)
	var response *RawResponse
	if err == nil {
		defer answer.Body.Close()
		response, err = readResponse(answer, attempt, t)
	}
	watch.done(answer, err)
	if err != nil {
		return nil, p.connectionError(attempt, err)
	}
	if response.Status >= 300 {
		return response, p.refusal(response, t.baseURL)
	}
	return response, nil
}

func (p *prepared) refusal(response *RawResponse, baseURL string) error {
	refusal := errorOf(response, baseURL)
	refusal.IdempotencyKey, refusal.Attempts = p.idempotencyKey, response.Attempts
	return refusal
}

func (p *prepared) connectionError(attempts int, err error) error {
	return &APIConnectionError{
		Method: p.method, Path: p.path, Attempts: attempts, IdempotencyKey: p.idempotencyKey, Err: causeOf(err),
	}
}

// readResponse reads the whole body. A success whose body was cut off or is not JSON does not count as an answer: the
// retry gets the stored answer under the same idempotency key.
func readResponse(answer *http.Response, attempt int, t *transport) (*RawResponse, error) {
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxResponseBytes+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxResponseBytes {
		return nil, errors.New("the answer is too large")
	}
	if answer.StatusCode < 300 && !json.Valid(body) {
		return nil, errors.New("the answer is not JSON" + pageHint(answer.Header, t.baseURL))
	}
	return newRawResponse(answer, body, attempt, t.now()), nil
}

func withTimeout(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, timeout)
}

// keyOfWrite is the caller's key, from either option, or a new one.
func (s settings) keyOfWrite() string {
	return cmp.Or(s.idempotencyKey, s.header.Get("X-Idempotency-Key"), newIdempotencyKey())
}

// newIdempotencyKey is the name of the library followed by a random UUID (version 4).
func newIdempotencyKey() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails on the systems Go supports
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("cardwright-go-retry-%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
