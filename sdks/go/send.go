package cardwright

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// send makes a call and reads its answer.
func send[T any](ctx context.Context, t *transport, c call, options []RequestOption) (*T, error) {
	response, err := t.do(ctx, c, options)
	if err != nil {
		return nil, err
	}
	return decode[T](response)
}

// sendForList is for lists without pages.
func sendForList[T any](ctx context.Context, t *transport, c call, options []RequestOption) ([]T, error) {
	list, err := send[struct {
		Data []T `json:"data"`
	}](ctx, t, c, options)
	if err != nil {
		return nil, err
	}
	return list.Data, nil
}

func decode[T any](response *RawResponse) (*T, error) {
	var value T
	if err := json.Unmarshal(response.Body(), &value); err != nil {
		return nil, fmt.Errorf("cardwright: the answer %s is not of the expected shape: %w", response.RequestID, err)
	}
	return &value, nil
}

// refuseLiveKey refuses sandbox calls with a live key before a request shows the key: a program that simulates deposits
// with a production key is misconfigured.
func (t *transport) refuseLiveKey(route string) error {
	if t.environment == EnvironmentSandbox || !strings.HasPrefix(route, "/sandbox/") {
		return nil
	}
	return &APIError{
		ID:      ErrSandboxOnly,
		Message: "client.Sandbox works with keys that begin with sk_test_; no request was sent",
	}
}
