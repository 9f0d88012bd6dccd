package cardwright

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// SignTestPayload makes the headers that the service would send with a body at a time, so that a test can call your
// handler. The id and the type are those of the event in the body.
//
//	request := httptest.NewRequest("POST", "/webhooks", bytes.NewReader(body))
//	request.Header = cardwright.SignTestPayload(body, "whsec_…", time.Now())
func SignTestPayload(body []byte, secret string, at time.Time) http.Header {
	var event struct{ ID, Type string }
	_ = json.Unmarshal(body, &event) // any other body is signed too, so that tests can use it
	timestamp := strconv.FormatInt(at.Unix(), 10)
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("X-Webhook-Id", event.ID)
	header.Set("X-Webhook-Timestamp", timestamp)
	header.Set("X-Webhook-Event", event.Type)
	header.Set("X-Webhook-Signature", signPlain(secret, body))
	header.Set("Webhook-Id", event.ID)
	header.Set("Webhook-Timestamp", timestamp)
	header.Set("Webhook-Signature", signStandard(secret, event.ID, timestamp, body))
	return header
}

// signPlain is the plain scheme: the key is the text of the secret, and the body is signed.
func signPlain(secret string, body []byte) string {
	return hex.EncodeToString(signed([]byte(secret), body))
}

// signStandard is Standard Webhooks, which also signs the id and the time.
func signStandard(secret, id, timestamp string, body []byte) string {
	content := append([]byte(id+"."+timestamp+"."), body...)
	return "v1," + base64.StdEncoding.EncodeToString(signed(standardKey(secret), content))
}

func signed(key, content []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(content)
	return mac.Sum(nil)
}

// standardKey is the decoded rest after whsec_ if that is base64 of 24 to 64 bytes, otherwise the text itself: a secret
// that a user chose may begin with whsec_ without being base64.
func standardKey(secret string) []byte {
	encoded, isMarked := strings.CutPrefix(secret, "whsec_")
	if !isMarked || strings.ContainsAny(encoded, "\r\n") { // base64 would skip line breaks
		return []byte(secret)
	}
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(key) < 24 || len(key) > 64 {
		return []byte(secret)
	}
	return key
}
