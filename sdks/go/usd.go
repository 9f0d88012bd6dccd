package cardwright

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// USD is an amount of US dollars in whole cents. On the wire amounts are JSON numbers with at most two decimals; here
// they are integers, so that a sum of a million of them is still exact.
//
//	total := cardwright.Dollars(10) + cardwright.USD(50) // 10.50
type USD int64

// Dollars is a whole number of dollars: Dollars(100) is 100.00.
func Dollars(dollars int64) USD { return USD(dollars * 100) }

// ParseUSD reads an amount such as "12.34", "-0.5" or "100". More than two decimals are refused rather than rounded.
func ParseUSD(text string) (USD, error) {
	digits, negative := strings.CutPrefix(text, "-")
	whole, fraction, hasPoint := strings.Cut(digits, ".")
	fraction = strings.TrimRight(fraction, "0")
	if !isDigits(whole) || (hasPoint && digits[len(digits)-1] == '.') || len(fraction) > 2 {
		return 0, fmt.Errorf("cardwright: %q is not an amount in dollars and cents", text)
	}
	cents, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("cardwright: %q is not an amount in dollars and cents", text)
	}
	if negative {
		cents = -cents
	}
	return USD(cents), nil
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// Cents is the amount in whole cents.
func (u USD) Cents() int64 { return int64(u) }

// String shows dollars and cents: "12.34".
func (u USD) String() string {
	sign, cents := "", uint64(u)
	if u < 0 {
		sign, cents = "-", uint64(-u)
	}
	if u == math.MinInt64 { // has no positive counterpart
		cents = 1 << 63
	}
	return fmt.Sprintf("%s%d.%02d", sign, cents/100, cents%100)
}

// MarshalJSON writes a JSON number with two decimals.
func (u USD) MarshalJSON() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalJSON reads a JSON number digit by digit, without a float.
func (u *USD) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	amount, err := ParseUSD(string(text))
	if err != nil {
		return err
	}
	*u = amount
	return nil
}
