package cardwright

import (
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestRequestHasKeyUserAgentAndBody(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, fundedBody))
	_ = must[*CardFunding](t)(fake.fund(WithHeader("X-Trace", "abc"), WithHeader("Authorization", "Bearer other")))
	sent := fake.requests[0]
	for name, value := range map[string]string{
		"Authorization": "Bearer " + testKey, "Content-Type": "application/json", "Accept": "application/json",
		"X-Trace": "abc",
	} {
		if sent.header.Get(name) != value {
			t.Errorf("%s: %q", name, sent.header.Get(name))
		}
	}
	if agent := sent.header.Get("User-Agent"); !strings.HasPrefix(agent, "cardwright-go/"+Version) {
		t.Errorf("the User-Agent header is %q", agent)
	}
	if sent.method != "POST" || sent.path != "/v1/cards/card_1/fund" || string(sent.body) != `{"amount":1.10}` {
		t.Errorf("%s %s %s", sent.method, sent.path, sent.body)
	}
}

func TestCallWithoutABodySendsNoBody(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, `{"id":"card_1","status":"frozen"}`))
	_ = must[*CardFreeze](t)(fake.client.Cards.Freeze(background, "card_1"))
	if sent := fake.requests[0]; len(sent.body) != 0 || sent.header.Get("Content-Type") != "" {
		t.Errorf("%q, %q", sent.body, sent.header.Get("Content-Type"))
	}
}

func TestOptionsOfACallApplyToThatCallOnly(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, fundedBody), WithHeader("X-All", "1"))
	_ = must[*CardFunding](t)(fake.fund(WithHeader("X-Once", "1")))
	_ = must[*CardFunding](t)(fake.fund())
	if last := fake.requests[1].header; last.Get("X-Once") != "" || last.Get("X-All") != "1" {
		t.Error(last)
	}
}

func TestNilFieldsAreOmittedAndEmptyFieldsAreSent(t *testing.T) {
	for _, each := range []struct {
		params   CardUpdateParams
		expected map[string]any
	}{
		{CardUpdateParams{}, map[string]any{}},
		{CardUpdateParams{Label: Ptr(""), AutoFreezeAt: Ptr(USD(0))}, map[string]any{"label": "", "auto_freeze_at": 0.0}},
		{CardUpdateParams{AllowedCategories: []string{}}, map[string]any{"allowed_categories": []any{}}},
		{CardUpdateParams{Metadata: Metadata{"a": nil, "b": true, "c": 1.5, "d": "x"}},
			map[string]any{"metadata": map[string]any{"a": nil, "b": true, "c": 1.5, "d": "x"}}},
	} {
		fake := newFake(t, always(http.StatusOK, `{"id":"card_1"}`))
		_ = must[*Card](t)(fake.client.Cards.Update(background, "card_1", each.params))
		if sent := fake.requests[0].json(t); !reflect.DeepEqual(sent, each.expected) {
			t.Errorf("%v, expected %v", sent, each.expected)
		}
	}
}

func TestSecretsInABodyAreSentUnmasked(t *testing.T) {
	fake := newFake(t, always(http.StatusCreated, `{"approved":true}`))
	_ = must[*AuthorizationOutcome](t)(fake.client.Sandbox.Authorizations.Create(background, SandboxAuthorizationCreateParams{
		PAN: NewSecret(testPAN), CVV: NewSecret(testCVV), Amount: Dollars(25),
		Merchant: MerchantParams{Name: "Acme Ads", MCC: "7311", Country: "US"},
	}))
	expected := map[string]any{"pan": testPAN, "cvv": testCVV, "amount": 25.0,
		"merchant": map[string]any{"name": "Acme Ads", "mcc": "7311", "country": "US"}}
	if sent := fake.requests[0].json(t); !reflect.DeepEqual(sent, expected) {
		t.Error(sent)
	}
}

func TestFiltersAreSentAsAQuery(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, `{"data":[],"pagination":{"page":1,"per_page":50,"total":0}}`))
	at := time.Date(2026, 11, 15, 10, 30, 0, 0, time.FixedZone("CET", 3600))
	_ = must[*Page[Transaction]](t)(fake.client.Transactions.List(background, TransactionListParams{
		Type: TransactionTypeSettlement, Merchant: "50 % & more", MinAmount: Ptr(USD(0)), MaxAmount: Ptr(USD(350)),
		From: At(at), To: Day(at),
	}).Page())
	expected := "from=2026-11-15T09%3A30%3A00Z&max_amount=3.50&merchant=50+%25+%26+more&min_amount=0.00&to=2026-11-15&type=settlement"
	if fake.requests[0].query != expected {
		t.Error(fake.requests[0].query)
	}
}

func TestIDCannotChangeThePath(t *testing.T) {
	for id, path := range map[string]string{
		"../wallet/balance": "/v1/cards/..%2Fwallet%2Fbalance", "a?b#c": "/v1/cards/a%3Fb%23c", "a b": "/v1/cards/a%20b",
		"%2e%2e": "/v1/cards/%252e%252e", "{card_id}": "/v1/cards/%7Bcard_id%7D",
	} {
		fake := newFake(t, always(http.StatusOK, `{"id":"card_1"}`))
		if _, err := fake.client.Cards.Get(background, id); err != nil || fake.requests[0].path != path {
			t.Errorf("%q: %v, %v", id, fake.requests, err)
		}
	}
	for _, id := range []string{"", ".", ".."} {
		fake := newFake(t, always(http.StatusOK, `{}`))
		if _, err := fake.client.Cards.Get(background, id); !errors.Is(err, ErrInvalidArgument) || fake.count() != 0 {
			t.Errorf("%q: %v after %d requests", id, err, fake.count())
		}
	}
}

func TestSecondIDIsPutInTheSecondPlaceOfThePath(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, `{"id":"dlv_1"}`))
	_ = must[*Delivery](t)(fake.client.Webhooks.Deliveries.Retry(background, "wh_1", "dlv_1"))
	if path := fake.requests[0].path; path != "/v1/webhooks/wh_1/deliveries/dlv_1/retry" {
		t.Errorf("the path is %q", path)
	}
}

func TestRawResponseIsAvailableForSuccessAndError(t *testing.T) {
	fake := newFake(t, func(n int, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Idempotent-Replayed", "true")
		failFirst(1, 503, fundedBody)(n, w, r)
	})
	var raw *RawResponse
	_, err := fake.fund(WithRawResponse(&raw), WithMaxRetries(0))
	if err == nil || raw == nil || raw.Status != 503 || raw.RequestID != "req_test" {
		t.Fatal(raw, err)
	}
	_ = must[*CardFunding](t)(fake.fund(WithRawResponse(&raw)))
	var own struct{ ID string }
	if err := raw.Decode(&own); err != nil || own.ID != "card_1" || !raw.IsReplay || raw.Attempts != 1 {
		t.Error(raw, err)
	}
	if string(raw.Body()) != fundedBody || raw.RateLimit != nil {
		t.Error(string(raw.Body()))
	}
}

func TestNewRejectsInvalidKeysAndURLs(t *testing.T) {
	t.Setenv("CARDWRIGHT_API_KEY", "")
	t.Setenv("CARDWRIGHT_BASE_URL", "")
	for _, key := range []string{"", "pk_test_1", "sk_tes_1", "sk_test_\n", "sk_test_é"} {
		if _, err := New(WithAPIKey(key)); !errors.Is(err, ErrInvalidKey) {
			t.Errorf("%q: %v", key, err)
		} else if key != "" && strings.Contains(err.Error(), key) {
			t.Errorf("the message contains the key: %v", err)
		}
	}
	for _, address := range []string{"localhost:8080", "ftp://a", "http://", "http://u:p@a/v1", "http://a/v1?x=1", "::"} {
		if _, err := New(WithAPIKey(testKey), WithBaseURL(address)); !errors.Is(err, ErrInvalidArgument) {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestNewReadsTheEnvironment(t *testing.T) {
	t.Setenv("CARDWRIGHT_API_KEY", "sk_live_fromtheenvironment")
	t.Setenv("CARDWRIGHT_BASE_URL", "https://cards.example.com/v1/")
	client := must[*Client](t)(New())
	if client.Environment() != EnvironmentProduction || client.BaseURL() != "https://cards.example.com/v1" {
		t.Error(client)
	}
	client = must[*Client](t)(New(WithAPIKey(testKey), WithBaseURL("")))
	if client.Environment() != EnvironmentSandbox || client.BaseURL() != defaultBaseURL {
		t.Error(client)
	}
}

func TestWithOptionsLeavesTheOriginalClientUnchanged(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, `{}`), WithHeader("X-Team", "a"))
	other := must[*Client](t)(fake.client.WithOptions(WithHeader("X-Trace", "t"), WithAPIKey("sk_live_0123456789abcdef")))
	for _, client := range []*Client{other, fake.client} {
		if err := client.Request(background, "GET", "/anything", RequestParams{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	first, second := fake.requests[0].header, fake.requests[1].header
	if first.Get("X-Team") != "a" || first.Get("X-Trace") != "t" || second.Get("X-Team") != "a" || second.Get("X-Trace") != "" {
		t.Error(first, second)
	}
	if other.Environment() != EnvironmentProduction || fake.client.Environment() != EnvironmentSandbox {
		t.Error(other, fake.client)
	}
}

func TestRequestSendsAnyPathAndRejectsInvalidOnes(t *testing.T) {
	fake := newFake(t, failFirst(1, 503, `{"ok":true}`))
	var answer struct {
		OK bool `json:"ok"`
	}
	params := RequestParams{Query: url.Values{"dry": {"a b"}}, Body: map[string]int{"amount": 1}}
	err := fake.client.Request(background, "POST", "/new/thing", params, &answer, WithIdempotencyKey("k1"))
	if err != nil || !answer.OK || fake.count() != 2 {
		t.Fatal(err, answer, fake.count())
	}
	for _, request := range fake.requests {
		if request.method != "POST" || request.path != "/v1/new/thing" || request.query != "dry=a+b" ||
			string(request.body) != `{"amount":1}` || request.header.Get("X-Idempotency-Key") != "k1" {
			t.Error(request.path, string(request.body))
		}
	}
	for _, path := range []string{"cards", "//host/x", "/../admin", "/a/%2E%2e/b", "/cards?x=1", "/cards#x", "/{id}", `/a\b`} {
		if err := fake.client.Request(background, "GET", path, RequestParams{}, nil); !errors.Is(err, ErrInvalidArgument) {
			t.Error(path, err)
		}
	}
	live := must[*Client](t)(fake.client.WithOptions(WithAPIKey("sk_live_0123456789abcdef")))
	if err := live.Request(background, "POST", "/sandbox/reset", RequestParams{}, nil); !errors.Is(err, ErrSandboxOnly) {
		t.Error(err)
	}
	if fake.count() != 2 {
		t.Error("a request was sent")
	}
}
