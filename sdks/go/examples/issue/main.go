// Issue a card, spend it, and read what happened:  CARDWRIGHT_API_KEY='sk_test_…' go run ./examples/issue
package main

import (
	"context"
	"errors"
	"fmt"
	"log"

	cardwright "github.com/cardwright/cardwright-go"
)

func main() {
	client, err := cardwright.New()
	if err != nil {
		log.Fatal(err)
	}
	if err := issueAndSpend(context.Background(), client); err != nil {
		log.Fatal(err)
	}
}

func issueAndSpend(ctx context.Context, client *cardwright.Client) error {
	card, err := issue(ctx, client)
	if err != nil {
		return err
	}
	fmt.Println("issued", card.ID, "with", card.Balance)

	details, err := client.Cards.Details(ctx, card.ID)
	if err != nil {
		return err
	}
	fmt.Println("its number prints as", details.PAN, "and is read with Reveal")

	// A merchant charges the card. In the sandbox you play the merchant.
	outcome, err := client.Sandbox.Authorizations.Create(ctx, cardwright.SandboxAuthorizationCreateParams{
		PAN: details.PAN, CVV: details.CVV,
		ExpMonth: cardwright.Ptr(details.ExpMonth), ExpYear: cardwright.Ptr(details.ExpYear),
		Amount:   cardwright.USD(1234),
		Merchant: cardwright.MerchantParams{Name: "Acme Ads", MCC: "7311", Country: "US"},
	})
	if err != nil {
		return err
	}
	if !outcome.Approved {
		return fmt.Errorf("declined: %s", outcome.DeclineReason)
	}
	settled, err := client.Sandbox.Authorizations.Settle(ctx, outcome.Transaction.ID,
		cardwright.SandboxAuthorizationSettleParams{})
	if err != nil {
		return err
	}
	fmt.Println("settled", settled.Amount, "leaves", settled.BalanceAfter)

	ended, err := client.Cards.Terminate(ctx, card.ID)
	if err != nil {
		return err
	}
	fmt.Println("terminated; returned", ended.RefundedAmount)
	return nil
}

func issue(ctx context.Context, client *cardwright.Client) (*cardwright.Card, error) {
	bins, err := client.Bins.List(ctx)
	if err != nil {
		return nil, err
	}
	card, err := client.Cards.Create(ctx, cardwright.CardCreateParams{
		BinID:             bins[0].ID,
		Amount:            cardwright.Dollars(100),
		Label:             cardwright.Ptr("Ads, November"),
		AllowedCategories: []string{"advertising"},
		Metadata:          cardwright.Metadata{"team": "growth"},
	})
	if errors.Is(err, cardwright.ErrInsufficientFunds) {
		return nil, fmt.Errorf("deposit first: %w", err)
	}
	return card, err
}
