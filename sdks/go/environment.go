package cardwright

import (
	"errors"
	"fmt"
	"strings"
)

// ErrInvalidKey is returned by New for a missing or malformed key.
var ErrInvalidKey = errors.New("cardwright: invalid API key")

// environmentOf reads the prefix of a key. The message never repeats the key.
func environmentOf(key string) (Environment, error) {
	if key == "" {
		return "", fmt.Errorf("%w: give WithAPIKey, or set CARDWRIGHT_API_KEY", ErrInvalidKey)
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fmt.Errorf("%w: it holds a space or a character that is not printable ASCII", ErrInvalidKey)
	}
	switch {
	case strings.HasPrefix(key, "sk_test_"):
		return EnvironmentSandbox, nil
	case strings.HasPrefix(key, "sk_live_"):
		return EnvironmentProduction, nil
	}
	return "", fmt.Errorf("%w: it must begin with sk_test_ or sk_live_", ErrInvalidKey)
}
