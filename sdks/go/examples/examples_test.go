// Package examples contains programs to start from. Every test run compiles them, and runs them if
// CARDWRIGHT_CONTRACT_URL and CARDWRIGHT_CONTRACT_KEY name a service.
package examples

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cardwright "github.com/cardwright/cardwright-go"
)

// build compiles an example, so that a signal reaches the program and not the go command.
func build(t *testing.T, name string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name)
	if output, err := exec.Command("go", "build", "-o", program, "./"+name).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, output)
	}
	return program
}

func live(t *testing.T) (address, key string) {
	t.Helper()
	address, key = os.Getenv("CARDWRIGHT_CONTRACT_URL"), os.Getenv("CARDWRIGHT_CONTRACT_KEY")
	if os.Getenv("CI") == "true" && (address == "" || key == "") {
		t.Fatal("there is no service to run the examples on: CARDWRIGHT_CONTRACT_URL, CARDWRIGHT_CONTRACT_KEY")
	}
	if address == "" || key == "" {
		t.Skip("compiled; to run it, name a service in CARDWRIGHT_CONTRACT_URL and CARDWRIGHT_CONTRACT_KEY")
	}
	return address, key
}

func command(t *testing.T, program string) *exec.Cmd {
	address, key := live(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), "CARDWRIGHT_BASE_URL="+address, "CARDWRIGHT_API_KEY="+key, "PORT=0")
	return cmd
}

func TestExamplesRunAndPrintTheExpectedOutput(t *testing.T) {
	for _, each := range []struct{ name, last string }{
		{"issue", "terminated; returned 87.66"},
		{"passcode", "challenge completed - approved: true"},
		{"reconcile", "the books agree"},
	} {
		t.Run(each.name, func(t *testing.T) {
			output, err := command(t, build(t, each.name)).CombinedOutput()
			if err != nil || !strings.HasSuffix(strings.TrimSpace(string(output)), each.last) {
				t.Errorf("%v\n%s", err, output)
			}
		})
	}
}

func TestWebhookExampleReceivesAnEvent(t *testing.T) {
	cmd := command(t, build(t, "webhooks"))
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	if !lines.Scan() || !strings.HasPrefix(lines.Text(), "listening at") {
		t.Fatalf("the example printed %q", lines.Text())
	}
	card := freezeACard(t)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "card.frozen "+card) {
	}
	if !strings.HasPrefix(lines.Text(), "card.frozen "+card+" frozen 1.00") {
		t.Errorf("the example printed %q", lines.Text())
	}
	_ = cmd.Process.Signal(os.Interrupt)
	_, _ = io.Copy(io.Discard, output)
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func freezeACard(t *testing.T) string {
	t.Helper()
	address, key := live(t)
	client, err := cardwright.New(cardwright.WithBaseURL(address), cardwright.WithAPIKey(key))
	if err != nil {
		t.Fatal(err)
	}
	card, err := client.Cards.Create(context.Background(), cardwright.CardCreateParams{
		BinID: "bin_visa_us_prepaid_1", Amount: cardwright.Dollars(1),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Cards.Freeze(context.Background(), card.ID); err != nil {
		t.Fatal(err)
	}
	return card.ID
}
