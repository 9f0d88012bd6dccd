package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"

	cardwright "github.com/cardwright/cardwright-go"
)

const (
	maxConcurrent = 32
	maxRetries    = 12
)

// fund moves 1.00 to a card N times, over a connection that may lose or cut off answers. Without a card it makes one.
func fund(ctx context.Context, args []string) error {
	times, err := strconv.Atoi(args[0])
	if err != nil || times < 1 {
		return fmt.Errorf("fund takes a number, not %q", args[0])
	}
	var retries atomic.Int64
	client, err := newClient(os.Getenv("CARDWRIGHT_CONTRACT_KEY"), cardwright.Hooks{
		OnRequest: func(_ context.Context, request cardwright.RequestInfo) {
			if request.Attempt > 1 {
				retries.Add(1)
			}
		},
	}, cardwright.WithMaxRetries(maxRetries))
	if err != nil {
		return err
	}
	card, err := cardToFund(ctx, client, args[1:])
	if err != nil {
		return err
	}
	funded, err := fundAtOnce(ctx, client, card, times)
	line, _ := json.Marshal(map[string]any{"card": card, "funded": funded, "retries": retries.Load()})
	fmt.Println(string(line))
	return err
}

func cardToFund(ctx context.Context, client *cardwright.Client, args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	card, err := client.Cards.Create(ctx, cardwright.CardCreateParams{
		BinID: "bin_visa_us_prepaid_1", Amount: cardwright.Dollars(1),
	})
	if err != nil {
		return "", err
	}
	return card.ID, nil
}

func fundAtOnce(ctx context.Context, client *cardwright.Client, card string, times int) (int, error) {
	places := make(chan struct{}, maxConcurrent)
	failures := make([]error, times)
	var running sync.WaitGroup
	for i := range times {
		places <- struct{}{}
		running.Add(1)
		go func() {
			defer running.Done()
			_, failures[i] = client.Cards.Fund(ctx, card, cardwright.CardFundParams{Amount: cardwright.Dollars(1)})
			<-places
		}()
	}
	running.Wait()
	funded := 0
	for _, err := range failures {
		if err == nil {
			funded++
		}
	}
	return funded, errors.Join(failures...)
}
