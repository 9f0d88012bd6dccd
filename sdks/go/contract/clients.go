package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"

	cardwright "github.com/cardwright/cardwright-go"
)

// clients are made when a step first needs one, and count their requests.
type clients struct {
	made map[string]*cardwright.Client
	sent atomic.Int64
}

func (c *clients) get(name string) (*cardwright.Client, error) {
	if made, ok := c.made[name]; ok {
		return made, nil
	}
	key, err := keyOf(name)
	if err != nil {
		return nil, err
	}
	made, err := newClient(key, cardwright.Hooks{
		OnRequest: func(context.Context, cardwright.RequestInfo) { c.sent.Add(1) },
	})
	if err != nil {
		return nil, err
	}
	if c.made == nil {
		c.made = map[string]*cardwright.Client{}
	}
	c.made[name] = made
	return made, nil
}

func keyOf(name string) (string, error) {
	switch name {
	case "":
		return os.Getenv("CARDWRIGHT_CONTRACT_KEY"), nil
	case "live":
		return os.Getenv("CARDWRIGHT_CONTRACT_LIVE_KEY"), nil
	case "wrong_key":
		return "sk_test_" + strings.Repeat("0", 32), nil
	}
	return "", fmt.Errorf("no client is called %q", name)
}

func newClient(key string, hooks cardwright.Hooks, options ...cardwright.ClientOption) (*cardwright.Client, error) {
	return cardwright.New(append(options,
		cardwright.WithAPIKey(key),
		cardwright.WithBaseURL(os.Getenv("CARDWRIGHT_CONTRACT_URL")),
		cardwright.WithHooks(hooks),
	)...)
}
