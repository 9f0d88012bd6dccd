// Recompute what was spent from every transaction and compare it with the books of the service:
//
//	CARDWRIGHT_API_KEY='sk_test_…' go run ./examples/reconcile
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
	if err := reconcile(context.Background(), client); err != nil {
		log.Fatal(err)
	}
}

func reconcile(ctx context.Context, client *cardwright.Client) error {
	var spent cardwright.USD // whole cents, so the sum is always exact
	seen := map[string]bool{}
	for _, kind := range []cardwright.TransactionType{
		cardwright.TransactionTypeSettlement, cardwright.TransactionTypeRefund,
	} {
		list := client.Transactions.List(ctx, cardwright.TransactionListParams{Type: kind, PerPage: 100})
		for transaction, err := range list.All() {
			if err != nil {
				return err
			}
			// New transactions during the walk shift the pages, so an item at the edge of a page may appear twice.
			if !seen[transaction.ID] {
				seen[transaction.ID] = true
				spent -= transaction.Amount // settlements are negative, refunds positive
			}
		}
	}
	wallet, err := client.Wallet.Balance(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%d transactions, %s spent; the service says %s\n", len(seen), spent, wallet.TotalSpent)
	if spent != wallet.TotalSpent {
		return fmt.Errorf("they differ by %s", wallet.TotalSpent-spent)
	}
	fmt.Println("the books agree")
	return nil
}
