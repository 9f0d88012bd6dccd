package cardwright

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"strings"
	"time"
)

const (
	// The service sends something every 15 s. After three times as long without anything, the connection is dead.
	longestSilence = 45 * time.Second
	maxEventBytes  = 1 << 20
	// A service that restarts is away for a minute, and a stream must outlast it. 40 pauses of the backoff take at least two
	// and a half minutes, and at most five.
	maxReconnects = 40
)

// Stream follows events as they happen. It ends only with the context, with a break, or with an error. It begins after
// AfterSequence, or with the next event when AfterSequence is not set. A lost connection is opened again after the last
// event that was seen, so that no event is missed or repeated. After 40 failures in a row, which takes minutes, it ends;
// WithMaxRetries, given to this call, sets another limit. A stream that was never open ends like any other call.
// WithTimeout does not apply; instead, 45 s of silence end a connection.
//
//	for event, err := range client.Events.Stream(ctx, cardwright.EventStreamParams{}) { … }
//
// GET /events/stream
func (s *EventsService) Stream(ctx context.Context, params EventStreamParams, options ...RequestOption) iter.Seq2[*Event, error] {
	return func(yield func(*Event, error) bool) {
		// Without a starting point, a stream that breaks before its first event would begin again with a later "next" event
		// and miss the events in between.
		if params.AfterSequence == nil {
			newest, err := s.newestSequence(ctx, options)
			if err != nil {
				yield(nil, err)
				return
			}
			params.AfterSequence = &newest
		}
		follow := &stream{transport: s.transport, after: *params.AfterSequence, options: options, yield: yield}
		follow.run(ctx)
	}
}

func (s *EventsService) newestSequence(ctx context.Context, options []RequestOption) (int64, error) {
	page, err := s.List(ctx, EventListParams{PerPage: 1}, options...).Page()
	if err != nil || len(page.Data) == 0 {
		return 0, err
	}
	return page.Data[0].Sequence, nil
}

type stream struct {
	transport *transport
	after     int64
	options   []RequestOption
	yield     func(*Event, error) bool
	failures  int
	wasOpen   bool
}

var errStreamStopped = errors.New("the reader has enough")

func (s *stream) run(ctx context.Context) {
	for {
		response, err := s.follow(ctx)
		switch {
		case errors.Is(err, errStreamStopped):
			return
		case ctx.Err() != nil:
			s.yield(nil, ctx.Err())
			return
		}
		s.failures++
		wait, again := s.transport.retryPause(ctx, response, err, s.failures)
		if !again || s.failures > s.limit() {
			s.yield(nil, err)
			return
		}
		// The backoff counts even if the service asks for less: 40 pauses of one second would not outlast a restart.
		if s.transport.sleep(ctx, max(wait, pause(s.failures))) != nil {
			s.yield(nil, ctx.Err())
			return
		}
	}
}

// limit is how many failures in a row are followed by another attempt.
func (s *stream) limit() int {
	settings := s.transport.settings
	if s.wasOpen {
		settings.maxRetries = maxReconnects
	}
	return settings.with(s.options).maxRetries
}

// follow opens a connection and reads it to its end. It always returns an error: of the reader, of the connection or of
// the service.
func (s *stream) follow(ctx context.Context) (*RawResponse, error) {
	p, err := s.transport.prepare(call{
		method: http.MethodGet, route: "/events/stream", query: EventStreamParams{AfterSequence: &s.after},
	}, s.options)
	if err != nil {
		return nil, err
	}
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(s.transport.silence, func() { cancel(context.DeadlineExceeded) })
	defer silence.Stop()
	answer, err := s.open(ctx, watched, p)
	if err != nil {
		return nil, p.connectionError(s.failures+1, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		response, err := readResponse(answer, s.failures+1, s.transport)
		if err != nil {
			return nil, p.connectionError(s.failures+1, err)
		}
		return response, p.refusal(response, s.transport.baseURL)
	}
	s.wasOpen = true
	err = s.read(answer.Body, func() { silence.Reset(s.transport.silence) })
	if errors.Is(err, errStreamStopped) {
		return nil, err
	}
	if cause := context.Cause(watched); cause != nil {
		err = cause
	}
	return nil, p.connectionError(s.failures+1, err)
}

func (s *stream) open(ctx, watched context.Context, p *prepared) (*http.Response, error) {
	request, err := p.request(watched, s.transport)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "text/event-stream")
	watch := s.transport.watch(ctx, p, s.failures+1)
	answer, err := s.transport.httpClient.Do(request)
	watch.done(answer, err)
	return answer, err
}

// read passes on the events of one connection.
func (s *stream) read(body io.Reader, isAlive func()) error {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxEventBytes)
	var data []string
	for lines.Scan() {
		isAlive()
		name, value, _ := strings.Cut(lines.Text(), ":")
		switch {
		case strings.HasPrefix(lines.Text(), ":"): // the connection has lasted for 15 s
			s.failures = 0
		case name == "data":
			data = append(data, strings.TrimPrefix(value, " "))
		case lines.Text() == "" && len(data) > 0:
			if err := s.dispatch(strings.Join(data, "\n")); err != nil {
				return err
			}
			data = nil
		}
	}
	if lines.Err() != nil {
		return lines.Err()
	}
	return io.ErrUnexpectedEOF // the service closed it: it is restarting, or the key was revoked
}

func (s *stream) dispatch(text string) error {
	var event Event
	if err := json.Unmarshal([]byte(text), &event); err != nil {
		return err
	}
	if event.Sequence <= s.after {
		return nil
	}
	s.failures = 0
	if !s.yield(&event, nil) {
		return errStreamStopped
	}
	s.after = event.Sequence
	return nil
}
