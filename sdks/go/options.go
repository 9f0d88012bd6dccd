package cardwright

import (
	"net/http"
	"time"
)

// ClientOption is an option of New.
type ClientOption interface{ applyToClient(*clientConfig) }

// RequestOption is an option of a single call.
type RequestOption interface{ applyToRequest(*settings) }

// Option is for both: given to New it applies to every call, given to a call only to that call.
type Option interface {
	ClientOption
	RequestOption
}

type clientConfig struct {
	key, baseURL string
	httpClient   *http.Client
	hooks        []Hooks
	settings     settings
}

// settings are the options that a call can change.
type settings struct {
	timeout        time.Duration
	maxRetries     int
	header         http.Header
	idempotencyKey string
	raw            **RawResponse
}

func (s settings) with(options []RequestOption) settings {
	s.header = s.header.Clone()
	for _, option := range options {
		option.applyToRequest(&s)
	}
	return s
}

type clientOption func(*clientConfig)

func (o clientOption) applyToClient(config *clientConfig) { o(config) }

type requestOption func(*settings)

func (o requestOption) applyToRequest(s *settings) { o(s) }

type sharedOption func(*settings)

func (o sharedOption) applyToClient(config *clientConfig) { o(&config.settings) }
func (o sharedOption) applyToRequest(s *settings)         { o(s) }

// WithAPIKey sets the key. Its prefix decides the environment.
func WithAPIKey(key string) ClientOption {
	return clientOption(func(config *clientConfig) { config.key = key })
}

// WithBaseURL sets the address of the service, including its /v1.
func WithBaseURL(address string) ClientOption {
	return clientOption(func(config *clientConfig) { config.baseURL = address })
}

// WithHTTPClient sends through your own client, for proxies, certificates or tracing. Redirects are never followed,
// whatever the client says. Its Timeout should be 0: WithTimeout limits an attempt, and an event stream has no end.
func WithHTTPClient(client *http.Client) ClientOption {
	return clientOption(func(config *clientConfig) { config.httpClient = client })
}

// WithHooks observes requests and answers. When it is given several times, all hooks are called.
func WithHooks(hooks Hooks) ClientOption {
	return clientOption(func(config *clientConfig) { config.hooks = append(config.hooks, hooks) })
}

// WithTimeout limits one attempt (30 s by default, 0 for no limit). To limit a call including its retries, give it a
// context with a deadline.
func WithTimeout(timeout time.Duration) Option {
	return sharedOption(func(s *settings) { s.timeout = timeout })
}

// WithMaxRetries says how often a failed attempt is repeated (2 by default, 0 for never).
func WithMaxRetries(retries int) Option {
	return sharedOption(func(s *settings) { s.maxRetries = max(retries, 0) })
}

// WithHeader adds a header. The library always sets Authorization and the headers of the body itself.
func WithHeader(name, value string) Option {
	return sharedOption(func(s *settings) {
		if s.header == nil {
			s.header = http.Header{}
		}
		s.header.Set(name, value)
	})
}

// WithIdempotencyKey gives a write your own key, 1 to 255 printable characters, which is kept for 24 hours. After a
// crash, the same call with the same key returns the first answer and does nothing twice. Without it each call gets its
// own key.
func WithIdempotencyKey(key string) RequestOption {
	return requestOption(func(s *settings) { s.idempotencyKey = key })
}

// WithRawResponse keeps the answer: status, headers, body. It is set for refusals too, and stays nil when none came.
//
//	var response *cardwright.RawResponse
//	card, err := client.Cards.Get(ctx, id, cardwright.WithRawResponse(&response))
func WithRawResponse(response **RawResponse) RequestOption {
	return requestOption(func(s *settings) { s.raw = response })
}
