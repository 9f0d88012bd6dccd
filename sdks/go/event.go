package cardwright

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"
)

// Event is something that happened in the workspace.
type Event struct {
	ID        string
	Type      EventType
	CreatedAt time.Time
	// Environment is the environment of the workspace.
	Environment Environment
	// Sequence rises by one with every event of the workspace, without gaps.
	Sequence int64
	// Data is the object as it was at that moment: *CardEvent, *TransactionEvent, *ThreeDSChallenge, *Deposit,
	// *SpendRequest or *TestEvent, and *UnknownEvent for types that this version of the library does not know.
	Data EventData

	raw *[]byte // behind a pointer, for the reason given at Secret
}

// EventData is one of the types that Event.Data lists.
type EventData interface{ isEventData() }

// UnknownEvent is the data of an event type that is newer than the library; Event.Raw holds it.
type UnknownEvent struct{}

func (*UnknownEvent) isEventData() {}

// readEventData never refuses an object: an event whose shape the library does not know must not stop a receiver.
func readEventData(kind EventType, text json.RawMessage) (EventData, error) {
	data := newEventData(kind)
	if json.Unmarshal(text, data) == nil {
		return data, nil
	}
	if text[0] != '{' {
		return nil, fmt.Errorf("cardwright: data of %s is no object", kind)
	}
	return &UnknownEvent{}, nil
}

// UnmarshalJSON reads an event and, by its type, its data.
func (e *Event) UnmarshalJSON(text []byte) error {
	var envelope struct {
		ID          string          `json:"id"`
		Type        EventType       `json:"type"`
		CreatedAt   time.Time       `json:"created_at"`
		Environment Environment     `json:"environment"`
		Sequence    int64           `json:"sequence"`
		Data        json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(text, &envelope); err != nil {
		return err
	}
	if envelope.ID == "" || envelope.Type == "" || len(envelope.Data) == 0 {
		return errors.New("cardwright: not an event: id, type or data is missing")
	}
	data, err := readEventData(envelope.Type, envelope.Data)
	if err != nil {
		return err
	}
	raw := append([]byte(nil), text...)
	*e = Event{
		ID: envelope.ID, Type: envelope.Type, CreatedAt: envelope.CreatedAt, Environment: envelope.Environment,
		Sequence: envelope.Sequence, Data: data, raw: &raw,
	}
	return nil
}

// MarshalJSON returns the event as it was received, so that it can be put on a queue. A 3ds.challenge contains a
// passcode.
func (e Event) MarshalJSON() ([]byte, error) { return e.Raw(), nil }

// Raw is the event as it was received.
func (e Event) Raw() json.RawMessage {
	if e.raw == nil {
		return json.RawMessage("null")
	}
	return *e.raw
}

// String shows which event it is, not its data.
func (e Event) String() string { return fmt.Sprintf("Event{%s %s #%d}", e.Type, e.ID, e.Sequence) }

// GoString is the same as String, so that %#v shows no more.
func (e Event) GoString() string { return e.String() }

// Format writes String for every verb.
func (e Event) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, e.String()) }

// LogValue is what log/slog writes.
func (e Event) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("id", e.ID), slog.String("type", string(e.Type)), slog.Int64("sequence", e.Sequence))
}
