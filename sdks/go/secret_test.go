package cardwright

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

const (
	testPAN = "4242420123456789"
	testCVV = "987"
)

func testDetails(t *testing.T) *CardDetails {
	var details CardDetails
	text := fmt.Sprintf(`{"id":"card_1","pan":"%s","cvv":"%s","exp_month":12,"exp_year":2029,"holder_name":"A B"}`,
		testPAN, testCVV)
	if err := json.Unmarshal([]byte(text), &details); err != nil {
		t.Fatal(err)
	}
	return &details
}

var verbs = []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T %v"}

// timeless removes times from the log, because the digits of a time may equal those of a CVV.
var timeless = &slog.HandlerOptions{ReplaceAttr: func(_ []string, attr slog.Attr) slog.Attr {
	if attr.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return attr
}}

// prints shows a value in every way that a log may.
func prints(value any) string {
	var built bytes.Buffer
	for _, verb := range verbs {
		fmt.Fprintf(&built, strings.ReplaceAll(verb, "%T ", "")+"\n", value)
	}
	fmt.Fprintln(&built, value)
	if shown, ok := value.(fmt.Stringer); ok {
		built.WriteString(shown.String())
	}
	if shown, ok := value.(fmt.GoStringer); ok {
		built.WriteString(shown.GoString())
	}
	slog.New(slog.NewTextHandler(&built, timeless)).Info("seen", "value", value)
	slog.New(slog.NewJSONHandler(&built, timeless)).Info("seen", "value", value)
	fmt.Fprintln(&built, errors.Join(fmt.Errorf("with %v", value)))
	return built.String()
}

func leaks(printed string, secrets ...string) (found []string) {
	for _, secret := range secrets {
		if strings.Contains(printed, secret) || strings.Contains(printed, fmt.Sprintf("%x", secret)) {
			found = append(found, secret)
		}
	}
	return found
}

func TestCardDetailsNeverPrintNumberAndCVV(t *testing.T) {
	details := testDetails(t)
	type hiding struct{ details CardDetails } // Package fmt calls no methods on unexported fields.
	type showing struct{ Details *CardDetails }
	for name, value := range map[string]any{
		"value": *details, "pointer": details, "PAN": details.PAN, "CVV": &details.CVV,
		"unexported field": hiding{*details}, "pointer in a field": showing{details},
		"slice": []CardDetails{*details}, "map": map[string]*CardDetails{"a": details}, "any": []any{details.PAN},
	} {
		if found := leaks(prints(value), testPAN, testPAN[:12], testCVV); found != nil {
			t.Errorf("%s leaks %v:\n%s", name, found, prints(value))
		}
	}
	if printed := fmt.Sprint(details); printed != "CardDetails{card_1 …6789}" {
		t.Error(printed)
	}
}

func TestCardDetailsReturnTheirValues(t *testing.T) {
	details := testDetails(t)
	if details.PAN.Reveal() != testPAN || details.CVV.Reveal() != testCVV || details.ExpYear != 2029 {
		t.Error("the values are not those of the answer")
	}
}

func TestSecretIsNotWrittenAsJSON(t *testing.T) {
	written, err := json.Marshal(testDetails(t))
	if err == nil || leaks(string(written)+err.Error(), testPAN, testCVV) != nil {
		t.Errorf("%s, %v", written, err)
	}
}

func TestPasscodesAndSigningSecretsAreMasked(t *testing.T) {
	challenge := ThreeDSChallenge{ID: "3ds_1", OTP: NewSecret("042318")}
	webhook := WebhookWithSecret{ID: "wh_1", Secret: NewSecret("whsec_abcdefgh")}
	params := SandboxThreeDSVerifyParams{OTP: NewSecret("042318")}
	for _, value := range []any{challenge, &challenge, webhook, &webhook, params} {
		if found := leaks(prints(value), "042318", "whsec_abcdefgh"); found != nil {
			t.Errorf("%T leaks %v", value, found)
		}
	}
}

func TestPrintedEventOmitsItsData(t *testing.T) {
	event := must[*Event](t)(eventOf(`{"id":"evt_1","type":"3ds.challenge","sequence":3,"data":{"id":"3ds_1","otp":"042318"}}`))
	if found := leaks(prints(event)+prints(*event)+prints(event.Data), "042318"); found != nil {
		t.Errorf("leaks %v", found)
	}
}

func TestPrintedClientOmitsTheKey(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, fmt.Sprintf(`{"id":"card_1","pan":"%s"}`, testPAN)))
	var raw *RawResponse
	_ = must[*CardDetails](t)(fake.client.Cards.Details(background, "card_1", WithRawResponse(&raw)))
	for _, value := range []any{fake.client, *fake.client, fake.client.Cards, *fake.client.Cards, raw, *raw,
		struct{ raw *RawResponse }{raw}, struct{ raw RawResponse }{*raw}, struct{ client *Client }{fake.client}} {
		if found := leaks(prints(value), testKey, testPAN); found != nil {
			t.Errorf("%T leaks %v:\n%s", value, found, prints(value))
		}
	}
	if shown := fake.client.String(); !strings.Contains(shown, "sandbox") {
		t.Error(shown)
	}
}

func eventOf(text string) (*Event, error) {
	var event Event
	return &event, json.Unmarshal([]byte(text), &event)
}
