package cardwright

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

// wireValue is what encodeBody writes: the value, or nil for null.
func (n Nullable[T]) wireValue() (value any, isGiven bool) {
	if n.isNull {
		return nil, n.isGiven
	}
	return n.value, n.isGiven
}
