package cardwright_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	cardwright "github.com/cardwright/cardwright-go"
)

func ExampleNew() {
	client, err := cardwright.New(
		cardwright.WithAPIKey("sk_test_0123456789abcdef"),
		cardwright.WithBaseURL("https://cards.example.com/v1"),
		cardwright.WithTimeout(10*time.Second),
		cardwright.WithMaxRetries(4),
	)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(client.Environment(), client)
	// Output: sandbox cardwright.Client{sandbox https://cards.example.com/v1}
}

func ExampleCardsService_Create() {
	client, err := cardwright.New()
	if err != nil {
		log.Fatal(err)
	}
	card, err := client.Cards.Create(context.Background(), cardwright.CardCreateParams{
		BinID:  "bin_visa_us_prepaid_1",
		Amount: cardwright.Dollars(100),
		Label:  cardwright.Ptr("Ads"),
	}, cardwright.WithIdempotencyKey("order-4711"))
	var refusal *cardwright.APIError
	switch {
	case errors.Is(err, cardwright.ErrInsufficientFunds):
		fmt.Println("deposit first")
	case errors.As(err, &refusal):
		fmt.Println(refusal.ID, refusal.Param, refusal.RequestID)
	case err != nil:
		log.Fatal(err)
	default:
		fmt.Println(card.ID, card.Balance)
	}
}

func ExamplePager_All() {
	client, err := cardwright.New()
	if err != nil {
		log.Fatal(err)
	}
	frozen := cardwright.CardListParams{Status: cardwright.CardStatusFrozen}
	for card, err := range client.Cards.List(context.Background(), frozen).All() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(card.ID, card.Label, card.Balance)
	}
}

func ExampleVerifyWebhook() {
	body := []byte(`{"id":"evt_1","type":"card.funded","sequence":7,"data":{"id":"card_1","funded_amount":2.5}}`)
	header := cardwright.SignTestPayload(body, "whsec_test", time.Now()) // in production, request.Header

	event, err := cardwright.VerifyWebhook(body, header, "whsec_test")
	if err != nil {
		log.Fatal(err)
	}
	if card, ok := event.Data.(*cardwright.CardEvent); ok {
		fmt.Println(event.Type, card.ID, card.FundedAmount)
	}
	_, err = cardwright.VerifyWebhook(body, header, "another secret")
	fmt.Println(errors.Is(err, cardwright.ErrBadSignature))
	// Output:
	// card.funded card_1 2.50
	// true
}

func ExampleUSD() {
	amount, err := cardwright.ParseUSD("12.34")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(amount+cardwright.Dollars(100), amount.Cents())
	// Output: 112.34 1234
}
