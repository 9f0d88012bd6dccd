package cardwright

import "encoding/json"

// Nullable is a field of a body that can be left out, given, or emptied: its zero value is left out.
//
//	cardwright.ControlsParams{Uses: cardwright.Value(5), MerchantLock: cardwright.Null[cardwright.MerchantLock]()}
type Nullable[T any] struct {
	value   T
	isGiven bool
	isNull  bool
}

// Value gives a value to a nullable field.
func Value[T any](value T) Nullable[T] { return Nullable[T]{value: value, isGiven: true} }

// Null empties a nullable field.
func Null[T any]() Nullable[T] { return Nullable[T]{isGiven: true, isNull: true} }

// wireValue returns what encodeBody writes: the value, or nil for null.
func (n Nullable[T]) wireValue() (value any, isGiven bool) {
	if n.isNull {
		return nil, n.isGiven
	}
	return n.value, n.isGiven
}

// UnmarshalJSON reads a value or a null, for example from your own file. A field that is missing there stays left out.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Null[T]()
		return nil
	}
	*n = Nullable[T]{isGiven: true}
	return json.Unmarshal(text, &n.value)
}
