package cardwright

import (
	"encoding/json"
	"testing"
	"time"
)

func TestBodyDistinguishesOmittedSetAndNullFields(t *testing.T) {
	moment := time.Date(2026, 11, 15, 9, 30, 0, 0, time.UTC)
	cases := []struct {
		params any
		want   string
	}{
		{CardUpdateParams{}, `{}`},
		{CardUpdateParams{Controls: Null[ControlsParams]()}, `{"controls":null}`},
		{CardUpdateParams{Controls: Value(ControlsParams{})}, `{"controls":{}}`},
		{CardUpdateParams{Controls: Value(ControlsParams{
			Limits: []ControlLimitParams{}, Uses: Null[int](), ActiveFrom: Value(moment),
		})}, `{"controls":{"active_from":"2026-11-15T09:30:00Z","limits":[],"uses":null}}`},
		{CardCreateParams{BinID: "bin_x", Controls: &ControlsParams{
			Limits:    []ControlLimitParams{{Window: LimitWindowDay, Amount: Ptr(USD(2550))}},
			Merchants: Value(ControlMerchantsParams{Blocked: []MerchantPatternParams{{Name: Ptr("acme*")}}}),
		}}, `{"amount":0.00,"bin_id":"bin_x","controls":{"limits":[{"amount":25.50,"window":"day"}],"merchants":{"blocked":[{"name":"acme*"}]}}}`},
	}
	for _, each := range cases {
		have, err := encodeBody(each.params)
		if err != nil || string(have) != each.want {
			t.Errorf("%+v: have %s, %v, want %s", each.params, have, err, each.want)
		}
		again := CardUpdateParams{}
		if _, isUpdate := each.params.(CardUpdateParams); !isUpdate {
			continue
		}
		if err := json.Unmarshal(have, &again); err != nil {
			t.Fatal(err)
		}
		if back, _ := encodeBody(again); string(back) != each.want {
			t.Errorf("read again: have %s, want %s", back, each.want)
		}
	}
}
