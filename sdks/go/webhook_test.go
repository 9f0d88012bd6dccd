package cardwright

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// The signatures were made with openssl dgst -sha256 -hmac, not with this library.
const (
	signedBody = `{"id":"evt_1","type":"card.frozen","created_at":"2026-11-15T09:30:00.000Z","environment":"sandbox",` +
		`"sequence":7,"data":{"id":"card_1","label":"Zoë","balance":12.3,"reason":"auto_freeze"}}`
	signedAt = 1800000000

	encodedSecret   = "whsec_a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=" // 32 times "k"
	encodedPlain    = "6756ddf094f6988e917324ebb421aac84f0fac19b72cd05c8cfcb33364204a3d"
	encodedStandard = "v1,hy8eSfK//dE+9BAOrpllcD16ou3UWXqp1MH51hdbRak="

	customSecret   = "not base64, my own"
	customPlain    = "432557f5e0f62a28f0efc950fcc6c70b1c06a48baf7f18ac0ed895034b0c4a24"
	customStandard = "v1,584imzfHZK6dlnyLxKsGkKTA6ZV1XnrF/AUGII68INQ="
)

func standardHeader(signatures ...string) http.Header {
	header := http.Header{}
	header.Set("webhook-id", "evt_1")
	header.Set("webhook-timestamp", "1800000000")
	header.Set("webhook-signature", strings.Join(signatures, " "))
	return header
}

func plainHeader(signature, previous string) http.Header {
	header := http.Header{}
	header.Set("x-webhook-signature", signature)
	if previous != "" {
		header.Set("x-webhook-signature-previous", previous)
	}
	return header
}

func verifierAt(seconds int64, secrets ...string) WebhookVerifier {
	return WebhookVerifier{Secrets: secrets, Now: func() time.Time { return time.Unix(seconds, 999) }}
}

// schemeOf returns the plain scheme for cases whose name begins with "plain, ".
func schemeOf(name string) WebhookScheme {
	if strings.HasPrefix(name, "plain, ") {
		return SchemePlain
	}
	return ""
}

func TestSignaturesOfOtherProgramsAreAccepted(t *testing.T) {
	for name, each := range map[string]struct {
		header  http.Header
		secrets []string
	}{
		"standard, encoded secret":      {standardHeader(encodedStandard), []string{encodedSecret}},
		"standard, custom secret":       {standardHeader(customStandard), []string{customSecret}},
		"standard, during a rotation":   {standardHeader("v1a,AAAA", customStandard, encodedStandard), []string{encodedSecret}},
		"standard, second secret":       {standardHeader(encodedStandard), []string{customSecret, encodedSecret}},
		"plain, encoded secret":         {plainHeader(encodedPlain, ""), []string{encodedSecret}},
		"plain, custom secret":          {plainHeader(customPlain, ""), []string{customSecret}},
		"plain, during a rotation, old": {plainHeader(customPlain, encodedPlain), []string{encodedSecret}},
		"plain, during a rotation, new": {plainHeader(customPlain, encodedPlain), []string{customSecret}},
	} {
		verifier := verifierAt(signedAt, each.secrets...)
		verifier.Scheme = schemeOf(name)
		event, err := verifier.Verify([]byte(signedBody), each.header)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		card, ok := event.Data.(*CardEvent)
		if !ok || card.Label != "Zoë" || card.Reason != "auto_freeze" || event.Sequence != 7 {
			t.Errorf("%s: %v", name, event)
		}
	}
}

func TestSigningKeyDependsOnTheLengthOfTheSecret(t *testing.T) {
	for name, each := range map[string]struct{ secret, signature string }{
		"23 bytes are text":    {"whsec_cXFxcXFxcXFxcXFxcXFxcXFxcXFxcXE=", "v1,E5DDBFPJ+aZo9S0vjE3PuxcGtCqXmS+83q4uSoKoeJ8="},
		"24 bytes are decoded": {"whsec_cXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFx", "v1,Q8P4JMBgIU9yECyTW/4gcOILXGZNoQT+Bwmi/GrGM5w="},
		"64 bytes are decoded": {"whsec_" + strings.Repeat("cXFx", 21) + "cQ==", "v1,d2L5NNPpe2VLnZkHSidPnN9fAAU28lTgMiDqZSvcEqw="},
		"65 bytes are text":    {"whsec_" + strings.Repeat("cXFx", 21) + "cXE=", "v1,qPQsZtFpr9euGW0eEFligY2LIc5XSmM8+TotTEZ5/Xs="},
	} {
		if _, err := verifierAt(signedAt, each.secret).Verify([]byte(signedBody), standardHeader(each.signature)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func without(header http.Header, name string) http.Header {
	header.Del(name)
	return header
}

func with(header http.Header, name, value string) http.Header {
	header.Set(name, value)
	return header
}

func TestRejectionNamesItsCause(t *testing.T) {
	good := func() http.Header { return standardHeader(encodedStandard) }
	for name, each := range map[string]struct {
		header http.Header
		at     int64
		body   string
		code   VerificationCode
	}{
		"nothing":              {http.Header{}, signedAt, signedBody, ErrMissingHeader},
		"no id":                {without(good(), "webhook-id"), signedAt, signedBody, ErrMissingHeader},
		"no time":              {without(good(), "webhook-timestamp"), signedAt, signedBody, ErrMissingHeader},
		"no number":            {with(good(), "webhook-timestamp", "1e9"), signedAt, signedBody, ErrInvalidTimestamp},
		"too old":              {good(), signedAt + 301, signedBody, ErrTimestampTooOld},
		"too new":              {good(), signedAt - 301, signedBody, ErrTimestampTooNew},
		"another time":         {with(good(), "webhook-timestamp", "1800000001"), signedAt, signedBody, ErrBadSignature},
		"another id":           {with(good(), "webhook-id", "evt_2"), signedAt, signedBody, ErrBadSignature},
		"another body":         {good(), signedAt, signedBody + " ", ErrBadSignature},
		"another secret":       {standardHeader(customStandard), signedAt, signedBody, ErrBadSignature},
		"empty signature":      {standardHeader(""), signedAt, signedBody, ErrBadSignature},
		"without its version":  {standardHeader(encodedStandard[3:]), signedAt, signedBody, ErrBadSignature},
		"plain, another":       {plainHeader(customPlain, ""), signedAt, signedBody, ErrBadSignature},
		"plain, empty":         {plainHeader("", ""), signedAt, signedBody, ErrBadSignature},
		"plain, cut":           {plainHeader(encodedPlain[:10], ""), signedAt, signedBody, ErrBadSignature},
		"plain does not help":  {with(standardHeader(customStandard), "x-webhook-signature", encodedPlain), signedAt, signedBody, ErrBadSignature},
		"signed without an id": {SignTestPayload([]byte(`[]`), encodedSecret, time.Unix(signedAt, 0)), signedAt, `[]`, ErrMissingHeader},
	} {
		verifier := verifierAt(each.at, encodedSecret)
		verifier.Scheme = schemeOf(name)
		_, err := verifier.Verify([]byte(each.body), each.header)
		var refusal *WebhookVerificationError
		if !errors.Is(err, each.code) || !errors.As(err, &refusal) || refusal.Code != each.code || !IsWebhookVerificationError(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSignedBodyThatIsNoEventIsRejected(t *testing.T) {
	for _, body := range []string{`hello`, `[]`, `{}`, `{"id":"evt_1"}`, `{"id":"evt_1","type":"card.frozen","data":5}`, ``} {
		verifier := WebhookVerifier{Secrets: []string{encodedSecret}, Scheme: SchemePlain}
		_, err := verifier.Verify([]byte(body), plainHeader(signPlain(encodedSecret, []byte(body)), ""))
		if !errors.Is(err, ErrInvalidBody) {
			t.Errorf("%q: %v", body, err)
		}
	}
}

func TestEmptySecretIsRejected(t *testing.T) {
	forged := plainHeader(signPlain("", []byte(signedBody)), "")
	for _, secrets := range [][]string{{}, {""}, {encodedSecret, ""}} {
		if _, err := VerifyWebhook([]byte(signedBody), forged, secrets...); !errors.Is(err, ErrInvalidArgument) {
			t.Errorf("%q: %v", secrets, err)
		}
	}
}

func TestTimestampsAtTheLimitOfTheToleranceAreAccepted(t *testing.T) {
	for _, at := range []int64{signedAt - 300, signedAt, signedAt + 300} {
		if _, err := verifierAt(at, encodedSecret).Verify([]byte(signedBody), standardHeader(encodedStandard)); err != nil {
			t.Error(at, err)
		}
	}
	narrow := verifierAt(signedAt+11, encodedSecret)
	narrow.Tolerance = 10 * time.Second
	if _, err := narrow.Verify([]byte(signedBody), standardHeader(encodedStandard)); !errors.Is(err, ErrTimestampTooOld) {
		t.Error(err)
	}
}

func TestRequestWithoutTimestampedHeadersIsRejected(t *testing.T) {
	stripped := SignTestPayload([]byte(signedBody), encodedSecret, time.Unix(signedAt, 0))
	for _, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		stripped.Del(name)
	}
	if _, err := VerifyWebhook([]byte(signedBody), stripped, encodedSecret); !errors.Is(err, ErrMissingHeader) {
		t.Error(err)
	}
	chosen := WebhookVerifier{Secrets: []string{encodedSecret}, Scheme: SchemePlain}
	if _, err := chosen.Verify([]byte(signedBody), stripped); err != nil {
		t.Error(err)
	}
	unknown := WebhookVerifier{Secrets: []string{encodedSecret}, Scheme: "none"}
	if _, err := unknown.Verify([]byte(signedBody), stripped); !errors.Is(err, ErrInvalidArgument) {
		t.Error(err)
	}
}

func TestSignedTestPayloadIsAccepted(t *testing.T) {
	at := time.Unix(signedAt, 0)
	header := SignTestPayload([]byte(signedBody), encodedSecret, at)
	if header.Get("Webhook-Signature") != encodedStandard || header.Get("X-Webhook-Signature") != encodedPlain ||
		header.Get("X-Webhook-Event") != "card.frozen" || header.Get("X-Webhook-Id") != "evt_1" {
		t.Error(header)
	}
	request := httptest.NewRequest(http.MethodPost, "/webhooks", bytes.NewReader([]byte(signedBody)))
	request.Header = header
	event, err := verifierAt(signedAt, encodedSecret).VerifyRequest(request)
	if err != nil || event.ID != "evt_1" {
		t.Error(event, err)
	}
}

func TestBodyAboveOneMebibyteIsRejected(t *testing.T) {
	request := httptest.NewRequest(http.MethodPost, "/webhooks", bytes.NewReader(make([]byte, maxWebhookBytes+1)))
	if _, err := verifierAt(signedAt, encodedSecret).VerifyRequest(request); !errors.Is(err, ErrInvalidBody) {
		t.Error(err)
	}
}

func FuzzVerificationNeverPanicsAndNeverAccepts(f *testing.F) {
	f.Add([]byte(signedBody), "evt_1", "1800000000", customStandard, customPlain)
	f.Add([]byte(`{}`), "", "-1", "v1,", "")
	f.Fuzz(func(t *testing.T, body []byte, id, timestamp, standard, plain string) {
		header := with(plainHeader(plain, plain), "webhook-id", id)
		header.Set("webhook-timestamp", timestamp)
		if standard != "" {
			header.Set("webhook-signature", standard)
		}
		for _, scheme := range []WebhookScheme{SchemeStandard, SchemePlain} {
			verifier := verifierAt(signedAt, encodedSecret)
			verifier.Scheme = scheme
			if _, err := verifier.Verify(body, header); !IsWebhookVerificationError(err) {
				t.Errorf("the request was not rejected: %v", err)
			}
		}
	})
}

func TestRequestOfTheDecisionHookIsTyped(t *testing.T) {
	body := []byte(`{"id":"dec_1","type":"authorization.request","data":{"amount":12.5,"merchant":{"name":"Acme Ads"},"partial":false}}`)
	question, err := VerifyQuestion(body, SignTestPayload(body, encodedSecret, time.Now()), encodedSecret)
	if err != nil || question.Data.Amount != USD(1250) || question.Data.Merchant.Name != "Acme Ads" {
		t.Error(question, err)
	}
	if _, err := VerifyQuestion(body, SignTestPayload(body, customSecret, time.Now()), encodedSecret); !errors.Is(err, ErrBadSignature) {
		t.Error(err)
	}
	event := []byte(signedBody)
	if _, err := VerifyQuestion(event, SignTestPayload(event, encodedSecret, time.Now()), encodedSecret); !errors.Is(err, ErrInvalidBody) {
		t.Error(err)
	}
}
