package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	cardwright "github.com/cardwright/cardwright-go"
)

const (
	longestWait = 15 * time.Second
	waitPause   = 100 * time.Millisecond
)

type scenario struct {
	Name  string `json:"name"`
	Steps []step `json:"steps"`
}

type step struct {
	Call    string         `json:"call"`
	Args    map[string]any `json:"args"`
	Options struct {
		IdempotencyKey string `json:"idempotency_key"`
	} `json:"options"`
	Client      string            `json:"client"`
	Environment string            `json:"environment"`
	Expect      map[string]any    `json:"expect"`
	Save        map[string]string `json:"save"`
	Raw         *struct {
		Status  int            `json:"status"`
		Headers map[string]any `json:"headers"`
	} `json:"raw"`
	Collect *struct {
		Count any `json:"count"`
		Pages any `json:"pages"`
		Each  *struct {
			Call string         `json:"call"`
			Args map[string]any `json:"args"`
		} `json:"each"`
	} `json:"collect"`
	Times       int            `json:"times"`
	Take        int            `json:"take"`
	Until       bool           `json:"until"`
	ExpectError *expectedError `json:"expect_error"`
}

type expectedError struct {
	ID            cardwright.ErrorID `json:"id"`
	Status        int                `json:"status"`
	Param         string             `json:"param"`
	BeforeRequest bool               `json:"before_request"`
}

// play runs the steps in order, with the values that earlier steps saved.
func (s scenario) play(ctx context.Context, clients *clients) error {
	saved := map[string]any{"receiver": os.Getenv("CARDWRIGHT_CONTRACT_RECEIVER")}
	for i, each := range s.Steps {
		if err := each.playUntil(ctx, clients, saved); err != nil {
			return fmt.Errorf("step %d, %s: %w", i+1, each.Call, err)
		}
	}
	return nil
}

func (s step) playUntil(ctx context.Context, clients *clients, saved map[string]any) error {
	deadline := time.Now().Add(longestWait)
	for {
		err := s.play(ctx, clients, saved)
		if err == nil || !s.Until || time.Now().After(deadline) {
			return err
		}
		time.Sleep(waitPause)
	}
}

func (s step) play(ctx context.Context, clients *clients, saved map[string]any) error {
	client, err := clients.get(s.Client)
	if err != nil {
		return err
	}
	if s.Environment != "" && string(client.Environment()) != s.Environment {
		return fmt.Errorf("the client says %s", client.Environment())
	}
	sent := clients.sent.Load()
	result, raw, err := s.perform(ctx, client, saved)
	if s.ExpectError != nil {
		return s.ExpectError.check(err, clients.sent.Load() != sent)
	}
	if err != nil {
		return err
	}
	if err := s.checkRaw(raw); err != nil {
		return err
	}
	return s.checkResult(result, saved)
}

func (s step) checkRaw(raw *cardwright.RawResponse) error {
	if s.Raw == nil {
		return nil
	}
	if raw == nil {
		return fmt.Errorf("no raw response")
	}
	if raw.Status != s.Raw.Status {
		return fmt.Errorf("expected status %d, have %d", s.Raw.Status, raw.Status)
	}
	for name, expected := range s.Raw.Headers {
		var have any
		if values := raw.Header.Values(name); len(values) > 0 {
			have = values[0]
		}
		if err := match(expected, have); err != nil {
			return fmt.Errorf("header %s: %w", name, err)
		}
	}
	return nil
}

func (s step) checkResult(result outcome, saved map[string]any) error {
	for path, expected := range s.Expect {
		if err := match(replaced(expected, saved), at(result.answer, path)); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	for name, path := range s.Save {
		saved[name] = at(result.answer, path)
	}
	if s.Collect == nil {
		return nil
	}
	if err := match(s.Collect.Count, result.count); err != nil {
		return fmt.Errorf("items: %w", err)
	}
	if s.Collect.Pages == nil {
		return nil
	}
	if err := match(s.Collect.Pages, result.pages); err != nil {
		return fmt.Errorf("pages: %w", err)
	}
	return nil
}

// replaced puts saved values in the place of "$name".
func replaced(value any, saved map[string]any) any {
	switch typed := value.(type) {
	case string:
		name, isName := strings.CutPrefix(typed, "$")
		if known, ok := saved[name]; isName && ok {
			return known
		}
	case []any:
		items := make([]any, len(typed))
		for i, each := range typed {
			items[i] = replaced(each, saved)
		}
		return items
	case map[string]any:
		fields := map[string]any{}
		for name, each := range typed {
			fields[name] = replaced(each, saved)
		}
		return fields
	}
	return value
}
