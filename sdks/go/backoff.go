package cardwright

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	firstPause   = 500 * time.Millisecond
	longestPause = 8 * time.Second
	// A longer wait is for the caller to decide, not for the library: the hourly limit may ask for an hour.
	longestRetryAfter = 60 * time.Second
)

// pause is the wait before a retry, counted from 1: 0.5 s, doubled each time, at most 8 s, multiplied by a random 0.5
// to 1 so that clients that failed together do not retry together.
func pause(retry int) time.Duration {
	longest := min(firstPause<<min(retry-1, 10), longestPause)
	return longest/2 + rand.N(longest/2+1)
}

// retryPause decides whether a failure is worth a retry, and how long to wait before it.
func (t *transport) retryPause(ctx context.Context, response *RawResponse, err error, attempt int) (time.Duration, bool) {
	wait := pause(attempt)
	switch {
	case err == nil || ctx.Err() != nil:
		return 0, false
	case response == nil:
		return wait, errors.Is(err, ErrConnection) && t.hasTime(ctx, wait)
	case !isWorthRetrying(response.Status) || response.retryAfter > longestRetryAfter:
		return 0, false
	case response.Header.Get("Retry-After") != "":
		wait = response.retryAfter
	}
	return wait, t.hasTime(ctx, wait)
}

// hasTime is false when the caller's deadline is before the end of a pause. The present failure then says more than the
// time-out that would follow.
func (t *transport) hasTime(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || t.now().Add(wait).Before(deadline)
}

// isWorthRetrying is true for time-outs, conflicts, rate limits and failures of the service. Other requests would be
// refused again.
func isWorthRetrying(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests:
		return true
	}
	return status >= 500
}

// retryAfterOf reads seconds or a date. It returns 0 when there is neither.
func retryAfterOf(header http.Header, now time.Time) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds >= 0 && seconds < 1e9 {
		return time.Duration(seconds * float64(time.Second))
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(date.Sub(now), 0)
	}
	return 0
}

// sleep waits until the time is over or the context ends.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
