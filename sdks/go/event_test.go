package cardwright

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/cardwright/cardwright-go/internal/routes"
)

func TestEventDataHasTheTypeOfTheEvent(t *testing.T) {
	for _, each := range []struct{ kind, data, expected string }{
		{"card.created", `{"id":"card_1","balance":1.5}`, "*cardwright.CardEvent"},
		{"card.frozen", `{"id":"card_1","reason":"auto_freeze"}`, "*cardwright.CardEvent"},
		{"transaction.declined", `{"id":"txn_1","amount":-5,"decline_reason":"card_frozen"}`, "*cardwright.TransactionEvent"},
		{"transaction.reversed", `{"id":"txn_1","held_amount":0,"authorization_status":"reversed"}`, "*cardwright.TransactionEvent"},
		{"3ds.challenge", `{"id":"3ds_1","otp":"042318"}`, "*cardwright.ThreeDSChallenge"},
		{"deposit.expired", `{"id":"dep_1"}`, "*cardwright.Deposit"},
		{"spend_request.used", `{"id":"spr_1","status":"used"}`, "*cardwright.SpendRequest"},
		{"webhook.test", `{"webhook_id":"wh_1","message":"This is a test."}`, "*cardwright.TestEvent"},
		{"card.renamed", `{"id":"card_1"}`, "*cardwright.CardEvent"},
		{"moon.rose", `{"anything":[1]}`, "*cardwright.UnknownEvent"},
	} {
		text := fmt.Sprintf(`{"id":"evt_1","type":%q,"created_at":"2026-11-15T09:30:00.000Z","environment":"sandbox","sequence":7,"data":%s}`,
			each.kind, each.data)
		event, err := eventOf(text)
		if err != nil || fmt.Sprintf("%T", event.Data) != each.expected {
			t.Errorf("%s: %T, %v", each.kind, event.Data, err)
			continue
		}
		if event.Sequence != 7 || event.Environment != EnvironmentSandbox || event.CreatedAt.Hour() != 9 {
			t.Error(event)
		}
		if written, err := json.Marshal(event); err != nil || string(written) != text {
			t.Errorf("%s was written as %s, %v", text, written, err)
		}
	}
}

func TestEveryEventTypeOfTheServiceIsKnown(t *testing.T) {
	for _, kind := range routes.EventTypes {
		if _, isUnknown := newEventData(EventType(kind)).(*UnknownEvent); isUnknown {
			t.Errorf("%s is read as an unknown event", kind)
		}
	}
}

func TestEventWithUnexpectedDataIsReadAsUnknown(t *testing.T) {
	event := must[*Event](t)(eventOf(`{"id":"evt_1","type":"card.counted","data":{"id":5}}`))
	if _, isUnknown := event.Data.(*UnknownEvent); !isUnknown {
		t.Errorf("%T", event.Data)
	}
}

func TestFieldsOfEventsAreRead(t *testing.T) {
	authorized := must[*Event](t)(eventOf(`{"id":"evt_1","type":"transaction.authorized","data":{"id":"txn_1","rule_results":[{"rule_id":"rule_1","matched":true}]}}`))
	if results := authorized.Data.(*TransactionEvent).RuleResults; len(results) != 1 || !results[0].Matched {
		t.Errorf("%+v", results)
	}
	funded := must[*Event](t)(eventOf(`{"id":"evt_1","type":"card.funded","data":{"id":"card_1","balance":12.3,"funded_amount":2.3}}`))
	card, ok := funded.Data.(*CardEvent)
	if !ok || card.ID != "card_1" || card.Balance != USD(1230) || *card.FundedAmount != USD(230) {
		t.Errorf("%+v", card)
	}
}

// sse writes events with these sequences and leaves the response open.
func sse(w http.ResponseWriter, sequences ...int) {
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "retry: 2000\n\n: still here\n\n")
	for _, n := range sequences {
		fmt.Fprintf(w, "id: %d\nevent: card.created\ndata: {\"id\":\"evt_%d\",\"type\":\"card.created\",\ndata: \"sequence\":%d,\"data\":{}}\n\n", n, n, n)
	}
	w.(http.Flusher).Flush()
}

func TestBrokenStreamContinuesAfterTheLastEvent(t *testing.T) {
	fake := newFake(t, func(n int, w http.ResponseWriter, r *http.Request) {
		switch n {
		case 1:
			sse(w, 6, 7)
		case 2:
			panic(http.ErrAbortHandler)
		case 3:
			reply(w, 503, `{}`)
		default:
			sse(w, 7, 8)
			<-r.Context().Done()
		}
	})
	var seen []int64
	for event, err := range fake.client.Events.Stream(background, EventStreamParams{AfterSequence: Ptr(int64(5))}) {
		if err != nil {
			t.Fatal(err)
		}
		if seen = append(seen, event.Sequence); event.Sequence == 8 {
			break
		}
	}
	if fmt.Sprint(seen) != "[6 7 8]" {
		t.Errorf("the sequences are %v", seen)
	}
	if fake.requests[0].query != "after_sequence=5" || fake.requests[3].query != "after_sequence=7" {
		t.Error(fake.requests)
	}
	if accept := fake.requests[0].header.Get("Accept"); accept != "text/event-stream" {
		t.Errorf("the Accept header is %q", accept)
	}
}

func TestStreamWithoutAStartBeginsAfterTheNewestEvent(t *testing.T) {
	fake := newFake(t, func(n int, w http.ResponseWriter, r *http.Request) {
		switch n {
		case 1:
			reply(w, 200, `{"data":[{"id":"evt_41","type":"card.created","sequence":41,"data":{}}],"pagination":{"page":1,"per_page":1,"total":41}}`)
		case 2: // The stream breaks before the first event.
		default:
			sse(w, 42)
		}
	})
	for event, err := range fake.client.Events.Stream(background, EventStreamParams{}) {
		if err != nil || event.Sequence != 42 {
			t.Fatal(event, err)
		}
		break
	}
	if fake.requests[0].path != "/v1/events" || fake.requests[1].query != "after_sequence=41" || fake.requests[2].query != "after_sequence=41" {
		t.Error(fake.requests)
	}
}

func TestStreamEndsAfterARefusalOrTooManyFailures(t *testing.T) {
	for status, requests := range map[int]int{401: 1, 503: 3} {
		fake := newFake(t, always(status, `{"error":"x","message":"No.","code":1,"request_id":"req_1"}`))
		failures := 0
		for _, err := range fake.client.Events.Stream(background, EventStreamParams{AfterSequence: Ptr(int64(0))}) {
			if err == nil {
				t.Fatal("the stream returned an event")
			}
			failures++
		}
		if failures != 1 || fake.count() != requests {
			t.Errorf("%d: %d failures, %d requests", status, failures, fake.count())
		}
	}
}

func TestStreamContinuesAfterARestartOfTheService(t *testing.T) {
	fake := newFake(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		switch {
		case n == 1:
			sse(w, 1)
		case n == maxReconnects+1:
			sse(w, 2)
		case n%2 == 0: // A proxy answers this while the service is unavailable.
			w.Header().Set("Retry-After", "1")
			reply(w, 503, `{"error":"service_unavailable","message":"Away.","code":503,"request_id":"req_1"}`)
		default:
			panic(http.ErrAbortHandler)
		}
	})
	var seen []int64
	for event, err := range fake.client.Events.Stream(background, EventStreamParams{AfterSequence: Ptr(int64(0))}) {
		if err != nil {
			t.Fatal(err)
		}
		if seen = append(seen, event.Sequence); event.Sequence == 2 {
			break
		}
	}
	var away time.Duration
	for _, each := range fake.pauses {
		away += each
	}
	if fmt.Sprint(seen) != "[1 2]" || away < time.Minute {
		t.Errorf("the sequences are %v after pauses of %s", seen, away)
	}
}

func TestOpenStreamEndsAfterTooManyFailuresInARow(t *testing.T) {
	for _, test := range []struct {
		options  []RequestOption
		requests int
	}{{nil, 1 + maxReconnects}, {[]RequestOption{WithMaxRetries(3)}, 1 + 3}} {
		fake := newFake(t, func(n int, w http.ResponseWriter, _ *http.Request) {
			if n == 1 {
				sse(w, 1)
				return
			}
			reply(w, 503, `{}`)
		})
		var last error
		for _, err := range fake.client.Events.Stream(background, EventStreamParams{AfterSequence: Ptr(int64(0))}, test.options...) {
			last = err
		}
		// The first connection ends after its event, which is the first failure in a row.
		if last == nil || fake.count() != test.requests {
			t.Errorf("%v, %d requests, not %d", last, fake.count(), test.requests)
		}
	}
}

func TestStreamEndsWhenItsContextIsCancelled(t *testing.T) {
	fake := newFake(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		sse(w, 1)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	var last error
	for _, err := range fake.client.Events.Stream(ctx, EventStreamParams{AfterSequence: Ptr(int64(0))}) {
		if last = err; err == nil {
			cancel()
		}
	}
	if last == nil || last != ctx.Err() {
		t.Errorf("the stream ended with %v", last)
	}
}

func TestSilentStreamIsOpenedAgain(t *testing.T) {
	fake := newFake(t, func(n int, w http.ResponseWriter, r *http.Request) {
		sse(w, n)
		<-r.Context().Done()
	})
	fake.client.transport.silence = 50 * time.Millisecond
	var seen []int64
	for event, err := range fake.client.Events.Stream(background, EventStreamParams{AfterSequence: Ptr(int64(0))}) {
		if err != nil {
			t.Fatal(err)
		}
		if seen = append(seen, event.Sequence); len(seen) == 3 {
			break
		}
	}
	if fmt.Sprint(seen) != "[1 2 3]" || len(fake.pauses) != 2 {
		t.Errorf("the sequences are %v after pauses of %v", seen, fake.pauses)
	}
}
