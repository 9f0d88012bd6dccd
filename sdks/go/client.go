package cardwright

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

// Version is the version of the library. It is part of the User-Agent.
const Version = "0.1.0"

const (
	defaultBaseURL    = "http://127.0.0.1:8080/v1"
	defaultTimeout    = 30 * time.Second
	defaultMaxRetries = 2
)

// defaultHTTPClient and its connections are shared by all clients. With two idle connections per host, the default of
// net/http, a busy program would open a new connection for most of its requests.
var defaultHTTPClient = func() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 32
	return &http.Client{Transport: transport}
}()

// Client uses one workspace: the account and environment that its key belongs to. It is safe for concurrent use.
type Client struct {
	Cards         *CardsService
	CardTemplates *CardTemplatesService
	SpendRequests *SpendRequestsService
	DecisionHook  *DecisionHookService
	Transactions  *TransactionsService
	Wallet        *WalletService
	Bins          *BinsService
	Categories    *CategoriesService
	ThreeDS       *ThreeDSService
	Rules         *RulesService
	Webhooks      *WebhooksService
	Events        *EventsService
	RequestLogs   *RequestLogsService
	Keys          *KeysService
	// Sandbox simulates the outside world: merchants, card holders, the blockchain and the clock. With a live key its
	// methods fail before they send anything.
	Sandbox *SandboxService

	transport *transport
}

// New makes a client. Without WithAPIKey it takes the key from CARDWRIGHT_API_KEY. Without WithBaseURL it takes the
// address from CARDWRIGHT_BASE_URL, or else uses http://127.0.0.1:8080/v1.
func New(options ...ClientOption) (*Client, error) {
	config := clientConfig{
		key:        os.Getenv("CARDWRIGHT_API_KEY"),
		baseURL:    os.Getenv("CARDWRIGHT_BASE_URL"),
		httpClient: defaultHTTPClient,
		settings:   settings{timeout: defaultTimeout, maxRetries: defaultMaxRetries},
	}
	return newClient(config, options)
}

func newClient(config clientConfig, options []ClientOption) (*Client, error) {
	for _, option := range options {
		option.applyToClient(&config)
	}
	t, err := newTransport(config)
	if err != nil {
		return nil, err
	}
	client := &Client{transport: t}
	client.addServices(t)
	return client, nil
}

// Environment is the environment of the key: EnvironmentSandbox for sk_test_, EnvironmentProduction for sk_live_.
func (c *Client) Environment() Environment { return c.transport.environment }

// BaseURL is the address that the client sends to.
func (c *Client) BaseURL() string { return c.transport.baseURL }

// String shows the environment and the address, never the key.
func (c *Client) String() string {
	return fmt.Sprintf("cardwright.Client{%s %s}", c.transport.environment, c.transport.baseURL)
}

// GoString is the same as String, so that %#v shows no more.
func (c *Client) GoString() string { return c.String() }

// Format writes String for every verb.
func (c *Client) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, c.String()) }

// LogValue is what log/slog writes.
func (c *Client) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("environment", string(c.transport.environment)),
		slog.String("base_url", c.transport.baseURL),
	)
}

// checkBaseURL refuses an address that no request could be sent to.
func checkBaseURL(address string) (string, error) {
	if address == "" {
		return defaultBaseURL, nil
	}
	parsed, err := url.Parse(address)
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "" ||
		parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return "", fmt.Errorf("%w: the base URL must be like https://cards.example.com/v1", ErrInvalidArgument)
	}
	return strings.TrimRight(address, "/"), nil
}

var versionEnd = regexp.MustCompile(`/v\d+$`)

// addressHint is added to an error when the answer is not one that the service gives under its own address.
func addressHint(baseURL string) string {
	if versionEnd.MatchString(baseURL) {
		return ""
	}
	return fmt.Sprintf("; the base address %s does not end in /v1: is that missing?", baseURL)
}

func pageHint(header http.Header, baseURL string) string {
	if kind := header.Get("Content-Type"); kind == "" || strings.Contains(kind, "json") {
		return "" // the answer was cut off on its way
	}
	return addressHint(baseURL)
}
