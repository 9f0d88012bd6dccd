// Receive webhooks with net/http. It registers itself for as long as it runs:
//
//	CARDWRIGHT_API_KEY='sk_test_…' PORT=3000 go run ./examples/webhooks
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"time"

	cardwright "github.com/cardwright/cardwright-go"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	client, err := cardwright.New()
	if err != nil {
		log.Fatal(err)
	}
	if err := receive(ctx, client, "127.0.0.1:"+os.Getenv("PORT")); err != nil {
		log.Fatal(err)
	}
}

func receive(ctx context.Context, client *cardwright.Client, address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	webhook, err := client.Webhooks.Create(ctx, cardwright.WebhookCreateParams{
		URL:    fmt.Sprintf("http://%s/webhooks", listener.Addr()),
		Events: []cardwright.EventType{cardwright.EventAll},
	})
	if err != nil {
		return err
	}
	handler := &receiver{seen: map[string]bool{}, verifier: cardwright.WebhookVerifier{
		Secrets: []string{webhook.Secret.Reveal()},
	}}
	server := &http.Server{Handler: handler, ReadTimeout: 15 * time.Second}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	fmt.Println("listening at", webhook.URL)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	_, err = client.Webhooks.Delete(context.WithoutCancel(ctx), webhook.ID)
	return err
}

type receiver struct {
	verifier cardwright.WebhookVerifier
	mu       sync.Mutex
	seen     map[string]bool // replace it with a table whose key is the event's id
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	event, err := r.verifier.VerifyRequest(request)
	if err != nil {
		log.Print(err)
		http.Error(w, "not accepted", http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.seen[event.ID] { // an event is delivered at least once
		r.seen[event.ID] = true
		handle(event) // replace it: store the event, and process it after the answer
	}
	w.WriteHeader(http.StatusNoContent)
}

func handle(event *cardwright.Event) {
	switch data := event.Data.(type) {
	case *cardwright.CardEvent:
		fmt.Println(event.Type, data.ID, data.Status, data.Balance)
	case *cardwright.TransactionEvent:
		fmt.Println(event.Type, data.ID, data.Amount, data.Merchant.Name)
	case *cardwright.ThreeDSChallenge:
		fmt.Println(event.Type, data.ID, "passcode", data.OTP) // prints [hidden]
	case *cardwright.Deposit:
		fmt.Println(event.Type, data.ID, data.CreditedUSD)
	default:
		fmt.Println(event.Type)
	}
}
