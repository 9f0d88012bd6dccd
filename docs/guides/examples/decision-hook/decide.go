// A decision hook:  HOOK_SECRET='whsec_…' go run decide.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
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
	mostKept  = 10_000
	tolerance = 5 * time.Minute
)

type question struct {
	ID   string `json:"id"`
	Data struct {
		Amount   float64 `json:"amount"`
		Merchant struct {
			Name string `json:"name"`
		} `json:"merchant"`
	} `json:"data"`
}

type decision struct {
	Approved bool   `json:"approved"`
	Reason   string `json:"reason,omitempty"`
}

// decide is of yours: what a card may do. Be quick, a merchant is waiting.
func decide(q question, maxAmount float64) decision {
	if q.Data.Amount <= maxAmount {
		return decision{Approved: true}
	}
	return decision{Reason: fmt.Sprintf("%s asks for more than %g", q.Data.Merchant.Name, maxAmount)}
}

// isFromCardwright is Standard Webhooks: the id and the time are signed too, so that a recorded question is refused
// when it is old.
func isFromCardwright(key []byte, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	if age := time.Since(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		// In constant time: how long it takes says nothing of where they differ.
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}

type hook struct {
	key       []byte
	maxAmount float64
	mu        sync.Mutex
	// Of yours: a table. A question that comes again, under the same id, gets the same answer.
	answers map[string][]byte
	order   []string
}

func (h *hook) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, mostBytes))
	if err != nil || !isFromCardwright(h.key, request.Header, body) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var q question // read only now: until here nobody knows who wrote it
	if err := json.Unmarshal(body, &q); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(h.answer(q))
}

func (h *hook) answer(q question) []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	if answered, isKnown := h.answers[q.ID]; isKnown {
		return answered
	}
	if len(h.order) >= mostKept {
		delete(h.answers, h.order[0])
		h.order = h.order[1:]
	}
	text, err := json.Marshal(decide(q, h.maxAmount))
	if err != nil {
		log.Fatal(err) // two plain fields: it cannot be
	}
	h.answers[q.ID] = text
	h.order = append(h.order, q.ID)
	fmt.Println(q.ID, q.Data.Amount, string(text))
	return text
}

func main() {
	encoded, isSecret := strings.CutPrefix(os.Getenv("HOOK_SECRET"), "whsec_")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !isSecret || err != nil {
		log.Fatal("set HOOK_SECRET to the secret that the hook was made with")
	}
	maxAmount := 50.0
	if given := os.Getenv("MAX_AMOUNT"); given != "" {
		if maxAmount, err = strconv.ParseFloat(given, 64); err != nil {
			log.Fatal("MAX_AMOUNT must be a number")
		}
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
	log.Fatal(http.Serve(listener, &hook{key: key, maxAmount: maxAmount, answers: map[string][]byte{}}))
}
