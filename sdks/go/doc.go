// Package cardwright is the client of Cardwright, a self-hosted service that issues virtual cards.
//
//	client, err := cardwright.New(cardwright.WithAPIKey("sk_test_…"))
//	card, err := client.Cards.Create(ctx, cardwright.CardCreateParams{
//		BinID:  "bin_visa_us_prepaid_1",
//		Amount: cardwright.Dollars(100),
//		Label:  cardwright.Ptr("Ads"),
//	})
//
// Amounts are USD, whole cents. Lists are iterated over all their pages:
//
//	for card, err := range client.Cards.List(ctx, cardwright.CardListParams{}).All() { … }
//
// A refusal is an *APIError and matches its identifier: errors.Is(err, cardwright.ErrInsufficientFunds). A call without
// an answer returns an *APIConnectionError. Failures that may be temporary are retried. All attempts of a write carry
// the same idempotency key, so that a retry never does anything twice.
//
// Webhooks are verified without a client: see VerifyWebhook.
package cardwright

//go:generate go run ./internal/generate
