package cardwright

import (
	"encoding/json"
	"math"
	"testing"
)

func TestAmountsAreParsedExactly(t *testing.T) {
	for text, cents := range map[string]USD{
		"0": 0, "0.01": 1, "0.1": 10, "12.34": 1234, "12.340": 1234, "100": 10000, "-0.5": -50, "-12.34": -1234,
		"24750": 2475000, "0.29": 29, "1.15": 115, "90071992547409.91": 9007199254740991, "12.00000": 1200,
	} {
		var amount USD
		if err := json.Unmarshal([]byte(text), &amount); err != nil || amount != cents {
			t.Errorf("%s: %d, %v", text, amount, err)
		}
	}
}

func TestInvalidAmountIsRejected(t *testing.T) {
	for _, text := range []string{"", "-", ".", "1.", ".5", "1.234", "1e3", "0x10", "1,000", " 1", "+1", "--1", "abc",
		"99999999999999999999", "1.2.3", "1.-2"} {
		if amount, err := ParseUSD(text); err == nil {
			t.Errorf("%q was read as %s", text, amount)
		}
	}
	var amount USD
	if err := json.Unmarshal([]byte(`"12.34"`), &amount); err == nil {
		t.Error("a JSON string was read as an amount")
	}
}

func TestAmountsAreWrittenWithTwoDecimals(t *testing.T) {
	for amount, text := range map[USD]string{
		0: "0.00", 1: "0.01", -1: "-0.01", 10: "0.10", 110: "1.10", -1234: "-12.34", Dollars(5000): "5000.00",
		math.MaxInt64: "92233720368547758.07", math.MinInt64: "-92233720368547758.08",
	} {
		written, err := json.Marshal(amount)
		if err != nil || string(written) != text || amount.String() != text {
			t.Errorf("%d: %s, %s, %v", int64(amount), written, amount, err)
		}
	}
}

func TestSumOfAMillionDimesIsExact(t *testing.T) {
	var sum USD
	for range 1_000_000 {
		sum += USD(10)
	}
	if sum != Dollars(100_000) || sum.Cents() != 10_000_000 {
		t.Errorf("the sum is %s", sum)
	}
}

func FuzzAmountsAreParsedAsTheyAreWritten(f *testing.F) {
	f.Add(int64(0))
	f.Add(int64(-1))
	f.Add(int64(math.MaxInt64))
	f.Fuzz(func(t *testing.T, cents int64) {
		if cents == math.MinInt64 {
			return // This number has no positive counterpart and is not an amount of money.
		}
		if read, err := ParseUSD(USD(cents).String()); err != nil || read != USD(cents) {
			t.Errorf("%d was read as %d, %v", cents, read, err)
		}
	})
}
