package cardwright

import "time"

// Ptr gives a pointer to a value, for the optional fields of a body:
//
//	cardwright.CardUpdateParams{Label: cardwright.Ptr("Ads"), AutoFreezeAt: cardwright.Ptr(cardwright.Dollars(20))}
//
// A nil field is left out of the request. An empty slice or map that is not nil is sent: AllowedCategories: []string{}
// allows all categories again, while leaving the field out changes nothing.
func Ptr[T any](value T) *T { return &value }

// Moment bounds a list in time: "2026-11-15" means that whole UTC day, "2026-11-15T09:30:00Z" that moment.
type Moment string

// At is the moment of a time.
func At(t time.Time) Moment { return Moment(t.UTC().Format(time.RFC3339Nano)) }

// Day is the whole UTC day of a time.
func Day(t time.Time) Moment { return Moment(t.UTC().Format(time.DateOnly)) }

// Metadata holds up to 20 keys that you choose. Values are strings, numbers or booleans. An update merges it with the
// existing metadata, and a nil value removes its key.
type Metadata map[string]any
