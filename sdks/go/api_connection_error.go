package cardwright

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
)

// ErrConnection matches every failure to get an answer, ErrTimeout those for which the time ran out.
var (
	ErrConnection = errors.New("cardwright: no answer")
	ErrTimeout    = errors.New("cardwright: no answer in time")
)

// ErrInvalidArgument is returned, before anything is sent, for an argument that no request can be made of.
var ErrInvalidArgument = errors.New("cardwright: invalid argument")

// APIConnectionError says that no whole answer came: whether a write happened is not known. Repeat it with the same
// idempotency key to find out without doing it twice.
type APIConnectionError struct {
	Method, Path string
	// Attempts is how often it was tried.
	Attempts int
	// IdempotencyKey is what the write was sent under, "" for a read.
	IdempotencyKey string
	// Err is the cause; errors.Is(err, context.Canceled) and the like look into it.
	Err error
}

func (e *APIConnectionError) Error() string {
	return fmt.Sprintf("cardwright: %s %s: no answer after %d attempt(s): %v", e.Method, e.Path, e.Attempts, e.Err)
}

// Unwrap gives the cause.
func (e *APIConnectionError) Unwrap() error { return e.Err }

// Timeout tells whether the time ran out, as net.Error has it.
func (e *APIConnectionError) Timeout() bool {
	var timed net.Error
	return errors.Is(e.Err, context.DeadlineExceeded) || (errors.As(e.Err, &timed) && timed.Timeout())
}

// Is matches ErrConnection, and ErrTimeout where the time ran out.
func (e *APIConnectionError) Is(target error) bool {
	return target == ErrConnection || (target == ErrTimeout && e.Timeout())
}

// causeOf strips the wrapping of net/http, which repeats method and address.
func causeOf(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}
