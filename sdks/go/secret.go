package cardwright

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
)

const hidden = "[hidden]"

// Secret holds a value that must not reach a log: a card number, verification value, passcode or signing secret.
// Printing it, inside any struct and with any verb, shows "[hidden]". Reveal returns the value.
//
// The value is behind a pointer because fmt cannot call methods on unexported fields. It prints their contents instead,
// and a pointer inside a struct prints as an address.
type Secret struct{ value *string }

// NewSecret wraps your own value, such as a signing secret that you chose.
func NewSecret(value string) Secret { return Secret{&value} }

// Reveal returns the value. Do not log it, and do not store it unencrypted.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// IsZero reports whether there is no value.
func (s Secret) IsZero() bool { return s.value == nil }

// String hides the value.
func (s Secret) String() string { return hidden }

// GoString hides the value from %#v.
func (s Secret) GoString() string { return hidden }

// Format hides the value from every verb.
func (s Secret) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hidden) }

// LogValue hides the value from log/slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON returns an error. Writing the value would leak it wherever a struct is logged as JSON, and writing a mask
// would silently lose it where somebody meant to store it.
func (s Secret) MarshalJSON() ([]byte, error) {
	return nil, errors.New("cardwright: a Secret is not written as JSON; call Reveal for its value")
}

// UnmarshalJSON reads a JSON string.
func (s *Secret) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &s.value)
}

// lastFour shows the end of a card number, which the card object shows too.
func (s Secret) lastFour() string {
	if pan := s.Reveal(); len(pan) > 8 {
		return "…" + pan[len(pan)-4:]
	}
	return hidden
}
