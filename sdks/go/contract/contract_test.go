package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	cardwright "github.com/cardwright/cardwright-go"
)

// The suite is shared with the other libraries and is next to this module in the repository of the service.
func TestMain(m *testing.M) {
	if os.Getenv("CARDWRIGHT_CONTRACT_DIR") == "" {
		_ = os.Setenv("CARDWRIGHT_CONTRACT_DIR", "../../contract")
	}
	os.Exit(m.Run())
}

func read(t *testing.T, name string, into any) {
	t.Helper()
	if err := readJSON(name, into); err != nil {
		t.Fatal(err)
	}
}

func TestLibraryHasEveryMethodOfTheSuite(t *testing.T) {
	operations := map[string]string{}
	read(t, "operations.json", &operations)
	client, err := cardwright.New(cardwright.WithAPIKey("sk_test_" + strings.Repeat("0", 32)))
	if err != nil {
		t.Fatal(err)
	}
	var have, expected []string
	for _, each := range methodsOf(client) {
		have = append(have, each.path)
	}
	for _, path := range operations {
		expected = append(expected, path)
	}
	slices.Sort(have)
	slices.Sort(expected)
	if !slices.Equal(have, expected) {
		t.Errorf("have %v,\nexpected %v", have, expected)
	}
}

func TestLibraryPassesTheVectorsOfTheSuite(t *testing.T) {
	var all vectors
	read(t, "webhook-vectors.json", &all)
	var tally tally
	all.play(&tally)
	if tally.failed > 0 || tally.passed == 0 {
		t.Errorf("%d passed, %d failed", tally.passed, tally.failed)
	}
}
