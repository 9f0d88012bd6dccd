package cardwright

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
)

// ErrConnection matches every failure to get an answer. ErrTimeout matches those that ran out of time.
var (
	ErrConnection = errors.New("cardwright: no answer")
	ErrTimeout    = errors.New("cardwright: no answer in time")
)

// ErrInvalidArgument is returned, before anything is sent, for an argument from which no request can be made.
var ErrInvalidArgument = errors.New("cardwright: invalid argument")

// APIConnectionError says that no complete answer came, so it is not known whether a write happened. Repeat the write
// with the same idempotency key to find out without doing it twice.
type APIConnectionError struct {
	Method, Path string
	// Attempts is the number of times that the request was sent.
	Attempts int
	// IdempotencyKey is the key that the write was sent with, "" for a read.
	IdempotencyKey string
	// Err is the cause. errors.Is(err, context.Canceled) and the like examine it.
	Err error
}

func (e *APIConnectionError) Error() string {
	return fmt.Sprintf("cardwright: %s %s: no answer after %d attempt(s): %v", e.Method, e.Path, e.Attempts, e.Err)
}

// Unwrap returns the cause.
func (e *APIConnectionError) Unwrap() error { return e.Err }

// Timeout reports whether the time ran out, as in net.Error.
func (e *APIConnectionError) Timeout() bool {
	var timed net.Error
	return errors.Is(e.Err, context.DeadlineExceeded) || (errors.As(e.Err, &timed) && timed.Timeout())
}

// Is matches ErrConnection, and also ErrTimeout when the time ran out.
func (e *APIConnectionError) Is(target error) bool {
	return target == ErrConnection || (target == ErrTimeout && e.Timeout())
}

// causeOf removes the wrapper of net/http, which repeats the method and the address.
func causeOf(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}
