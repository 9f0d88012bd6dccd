// A receiver of Cardwright webhooks:  WEBHOOK_SECRET='whsec_…' go run verify.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	mostBytes = 1 << 20
	tolerance = 5 * time.Minute
)

// verifyPlain is the plain scheme: HMAC-SHA256 of the body in hex. For a day after a rotation the old secret signs a
// second header.
func verifyPlain(secret string, header http.Header, body []byte) bool {
	expected := hex.EncodeToString(sign([]byte(secret), body))
	return isEqual(header.Get("X-Webhook-Signature"), expected) ||
		isEqual(header.Get("X-Webhook-Signature-Previous"), expected)
}

// verifyStandard is Standard Webhooks: it signs the id and the time too, so that a recorded request is refused when it
// is old.
func verifyStandard(secret string, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	if age := time.Since(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return false
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	expected := "v1," + base64.StdEncoding.EncodeToString(sign(standardKey(secret), signed))
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if isEqual(signature, expected) {
			return true
		}
	}
	return false
}

// standardKey is what whsec_ holds when that is base64 of 24 to 64 bytes, else the secret as it is.
func standardKey(secret string) []byte {
	if encoded, isMarked := strings.CutPrefix(secret, "whsec_"); isMarked {
		if key, err := base64.StdEncoding.DecodeString(encoded); err == nil && len(key) >= 24 && len(key) <= 64 {
			return key
		}
	}
	return []byte(secret)
}

func sign(key, message []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	return mac.Sum(nil)
}

// isEqual compares in constant time: how long it takes says nothing of where they differ.
func isEqual(given, expected string) bool {
	return hmac.Equal([]byte(given), []byte(expected))
}

type event struct {
	ID       string          `json:"id"`
	Type     string          `json:"type"`
	Sequence int64           `json:"sequence"`
	Data     json.RawMessage `json:"data"`
}

type receiver struct {
	secret string
	verify func(secret string, header http.Header, body []byte) bool
	mu     sync.Mutex
	seen   map[string]bool // of yours: a table with the event's id as its key
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, mostBytes))
	if err != nil {
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		return
	}
	if !r.verify(r.secret, request.Header, body) {
		http.Error(w, "wrong signature", http.StatusUnauthorized)
		return
	}
	var e event // read only now: until here nobody knows who wrote it
	if err := json.Unmarshal(body, &e); err != nil {
		http.Error(w, "no event", http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.seen[e.ID] {
		r.seen[e.ID] = true
		fmt.Println(e.Sequence, e.Type, e.ID) // of yours: keep it, and work on it after the answer
	}
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	r := &receiver{secret: os.Getenv("WEBHOOK_SECRET"), verify: verifyStandard, seen: map[string]bool{}}
	if r.secret == "" {
		log.Fatal("set WEBHOOK_SECRET")
	}
	// The plain scheme says nothing of the time: it is a choice, and never what a request without the other headers gets.
	if os.Getenv("WEBHOOK_SCHEME") == "plain" {
		r.verify = verifyPlain
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on http://" + listener.Addr().String())
	log.Fatal(http.Serve(listener, r))
}
