package cardwright

import (
	"fmt"
	"io"
	"log/slog"
)

// String shows which card it is, and nothing that can be used to pay.
func (d CardDetails) String() string {
	return fmt.Sprintf("CardDetails{%s %s}", d.ID, d.PAN.lastFour())
}

// GoString is the same as String, so that %#v shows no more.
func (d CardDetails) GoString() string { return d.String() }

// Format writes String for every verb.
func (d CardDetails) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, d.String()) }

// LogValue is what log/slog writes.
func (d CardDetails) LogValue() slog.Value {
	return slog.GroupValue(slog.String("id", d.ID), slog.String("pan", d.PAN.lastFour()))
}
