package cardwright

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
)

// RequestParams holds what Client.Request sends besides the method and the path.
type RequestParams struct {
	Query url.Values
	// Body is written as JSON; nil means no body.
	Body any
}

// anyBody marks a body in the caller's own shape, which encoding/json writes.
type anyBody struct{ value any }

var (
	pathShape = regexp.MustCompile(`^/[^/?#\\{}][^?#\\{}]*$`)
	pathClimb = regexp.MustCompile(`(?i)/(\.|%2e){1,2}(/|$)`)
)

// Request sends any request under the base address, with the retries, idempotency keys and errors of other methods. It
// reads the JSON of the answer into `into`, unless that is nil.
//
//	var answer struct{ OK bool `json:"ok"` }
//	err := client.Request(ctx, "POST", "/new/thing", cardwright.RequestParams{Body: thing}, &answer)
func (c *Client) Request(ctx context.Context, method, path string, params RequestParams, into any, options ...RequestOption) error {
	if !pathShape.MatchString(path) || pathClimb.MatchString(path) {
		return fmt.Errorf("%w: a path begins with one slash, such as /cards, and holds neither a query nor dots alone",
			ErrInvalidArgument)
	}
	request := call{method: method, route: path, query: params.Query}
	if params.Body != nil {
		request.body = anyBody{params.Body}
	}
	response, err := c.transport.do(ctx, request, options)
	if err != nil || into == nil {
		return err
	}
	if err := json.Unmarshal(response.Body(), into); err != nil {
		return errors.Join(fmt.Errorf("cardwright: the answer %s is not of the expected shape", response.RequestID), err)
	}
	return nil
}

// WithOptions returns a copy of the client with other options. Both clients share the same connections.
//
//	patient, err := client.WithOptions(cardwright.WithTimeout(time.Minute))
func (c *Client) WithOptions(options ...ClientOption) (*Client, error) {
	return newClient(c.transport.config(), options)
}
