// Read a 3-D Secure passcode and pay with it:  CARDWRIGHT_API_KEY='sk_test_…' go run ./examples/passcode
package main

import (
	"context"
	"fmt"
	"log"

	cardwright "github.com/cardwright/cardwright-go"
)

func main() {
	client, err := cardwright.New()
	if err != nil {
		log.Fatal(err)
	}
	if err := payWithPasscode(context.Background(), client); err != nil {
		log.Fatal(err)
	}
}

func payWithPasscode(ctx context.Context, client *cardwright.Client) error {
	card, err := client.Cards.Create(ctx, cardwright.CardCreateParams{
		BinID: "bin_visa_us_prepaid_1", Amount: cardwright.Dollars(50),
	})
	if err != nil {
		return err
	}
	// A shop asks for a passcode. In the sandbox you play the shop.
	_, err = client.Sandbox.ThreeDS.Create(ctx, cardwright.SandboxThreeDSCreateParams{
		CardID: card.ID, Merchant: "Acme Ads", Amount: cardwright.Dollars(40),
	})
	if err != nil {
		return err
	}
	challenge, err := pendingChallenge(ctx, client, card.ID)
	if err != nil {
		return err
	}
	// Reveal is for the person at the shop; logs show [hidden].
	fmt.Printf("passcode for %s over %s: %d digits\n", challenge.Merchant, challenge.Amount, len(challenge.OTP.Reveal()))

	verified, err := client.Sandbox.ThreeDS.Verify(ctx, challenge.ID,
		cardwright.SandboxThreeDSVerifyParams{OTP: challenge.OTP})
	if err != nil {
		return err
	}
	outcome, err := client.Sandbox.Authorizations.Create(ctx, cardwright.SandboxAuthorizationCreateParams{
		CardID: cardwright.Ptr(card.ID), Amount: challenge.Amount,
		Merchant:           cardwright.MerchantParams{Name: challenge.Merchant, MCC: "7311", Country: "US"},
		ThreeDSChallengeID: cardwright.Ptr(verified.ID),
	})
	if err != nil {
		return err
	}
	fmt.Println("challenge", verified.Status, "- approved:", outcome.Approved)
	return nil
}

func pendingChallenge(ctx context.Context, client *cardwright.Client, cardID string) (cardwright.ThreeDSChallenge, error) {
	pending := client.ThreeDS.List(ctx, cardwright.ThreeDSListParams{
		CardID: cardID, Status: cardwright.ChallengeStatusPending,
	})
	for challenge, err := range pending.All() {
		return challenge, err // newest first
	}
	return cardwright.ThreeDSChallenge{}, fmt.Errorf("no shop waits for a passcode of %s", cardID)
}
