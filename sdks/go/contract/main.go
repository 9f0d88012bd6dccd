// Contract plays the scenarios that all client libraries share through the public surface of this one. Its modes and
// variables are described in ../contract/README.md of the repository.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	cardwright "github.com/cardwright/cardwright-go"
)

func main() {
	failed, err := run(context.Background(), os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || failed {
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) (failed bool, err error) {
	switch {
	case len(args) == 1 && args[0] == "--operations":
		return false, printOperations()
	case len(args) >= 2 && args[0] == "fund":
		return false, fund(ctx, args[1:])
	case len(args) > 0:
		return false, fmt.Errorf("usage: contract [--operations | fund N [CARD_ID]]")
	}
	return play(ctx)
}

// printOperations finds the methods by reflection on the library.
func printOperations() error {
	client, err := cardwright.New(cardwright.WithAPIKey("sk_test_" + strings.Repeat("0", 32)))
	if err != nil {
		return err
	}
	for _, each := range methodsOf(client) {
		fmt.Println(each.path)
	}
	return nil
}

func play(ctx context.Context) (failed bool, err error) {
	var suite struct {
		Scenarios []scenario `json:"scenarios"`
	}
	if err := readJSON("scenarios.json", &suite); err != nil {
		return true, err
	}
	var vectors vectors
	if err := readJSON("webhook-vectors.json", &vectors); err != nil {
		return true, err
	}
	var tally tally
	clients := &clients{}
	for _, each := range suite.Scenarios {
		tally.add(each.Name, each.play(ctx, clients))
	}
	vectors.play(&tally)
	fmt.Printf("%d passed, %d failed\n", tally.passed, tally.failed)
	return tally.failed > 0, nil
}

type tally struct{ passed, failed int }

func (t *tally) add(name string, err error) {
	if err != nil {
		t.failed++
		fmt.Printf("not ok %s: %s\n", name, strings.ReplaceAll(err.Error(), "\n", " "))
		return
	}
	t.passed++
	fmt.Println("ok", name)
}

// readJSON reads a file of the shared suite. Numbers stay text, so that none is rounded.
func readJSON(name string, into any) error {
	folder := os.Getenv("CARDWRIGHT_CONTRACT_DIR")
	if folder == "" {
		folder = "../contract"
	}
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	return decoder.Decode(into)
}
