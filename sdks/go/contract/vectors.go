package main

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	cardwright "github.com/cardwright/cardwright-go"
)

type vectors struct {
	Verify []struct {
		Name        string                      `json:"name"`
		Body        string                      `json:"body"`
		Headers     map[string]string           `json:"headers"`
		Secrets     []string                    `json:"secrets"`
		Now         int64                       `json:"now"`
		Tolerance   int                         `json:"tolerance"`
		Scheme      cardwright.WebhookScheme    `json:"scheme"`
		Expect      map[string]any              `json:"expect"`
		ExpectError cardwright.VerificationCode `json:"expect_error"`
	} `json:"verify"`
	Sign []struct {
		Name      string            `json:"name"`
		Body      string            `json:"body"`
		Secret    string            `json:"secret"`
		Timestamp int64             `json:"timestamp"`
		Headers   map[string]string `json:"headers"`
	} `json:"sign"`
}

func (v vectors) play(tally *tally) {
	for _, each := range v.Verify {
		verifier := cardwright.WebhookVerifier{
			Secrets:   each.Secrets,
			Tolerance: time.Duration(each.Tolerance) * time.Second,
			Scheme:    each.Scheme,
			Now:       func() time.Time { return time.Unix(each.Now, 0) },
		}
		event, err := verifier.Verify([]byte(each.Body), headerOf(each.Headers))
		if each.ExpectError != "" {
			tally.add(each.Name, checkVerdict(err, each.ExpectError))
			continue
		}
		if err == nil {
			err = checkEvent(event, each.Expect)
		}
		tally.add(each.Name, err)
	}
	for _, each := range v.Sign {
		made := cardwright.SignTestPayload([]byte(each.Body), each.Secret, time.Unix(each.Timestamp, 0))
		tally.add(each.Name, checkHeaders(made, each.Headers))
	}
}

func headerOf(values map[string]string) http.Header {
	header := http.Header{}
	for name, value := range values {
		header.Set(name, value)
	}
	return header
}

func checkVerdict(err error, expected cardwright.VerificationCode) error {
	var refusal *cardwright.WebhookVerificationError
	if !errors.As(err, &refusal) || refusal.Code != expected || !errors.Is(err, expected) {
		return fmt.Errorf("expected %s, have %w", expected, errOrNone(err))
	}
	return nil
}

func errOrNone(err error) error {
	if err == nil {
		return errors.New("an event")
	}
	return err
}

func checkEvent(event *cardwright.Event, expect map[string]any) error {
	answer, err := plain(event)
	if err != nil {
		return err
	}
	for path, expected := range expect {
		if err := match(expected, at(answer, path)); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func checkHeaders(made http.Header, expected map[string]string) error {
	for name, value := range expected {
		if made.Get(name) != value {
			return fmt.Errorf("%s: expected %q, have %q", name, value, made.Get(name))
		}
	}
	return nil
}
