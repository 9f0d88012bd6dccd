// Code generated from openapi.json by internal/generate. DO NOT EDIT.

package cardwright

import (
	"strings"
)

// CardEvent is the data of card.created, card.frozen, card.unfrozen, card.terminated and card.funded.
type CardEvent struct {
	CardSummary
	// Given for card.frozen.
	Reason FreezeReason `json:"reason,omitempty"`
	// The amount that was added, in USD. Given for card.funded.
	FundedAmount *USD `json:"funded_amount,omitempty"`
}

// TransactionEvent is the data of transaction.authorized, transaction.settled, transaction.declined,
// transaction.refunded, transaction.reversed and transaction.expired.
type TransactionEvent struct {
	Transaction
	AuthorizationID string        `json:"authorization_id,omitempty"`
	DeclineReason   DeclineReason `json:"decline_reason,omitempty"`
	// For an authorization or increment that passed all controls: every rule that was evaluated, and why it matched or
	// not, with the values of that moment. Given for transaction.authorized, transaction.settled, transaction.declined and
	// transaction.refunded.
	RuleResults   []RuleResult  `json:"rule_results,omitempty"`
	ThreeDSStatus ThreeDSStatus `json:"3ds_status"`
	// Given for transaction.reversed and transaction.expired.
	AuthorizationStatus AuthorizationStatus `json:"authorization_status,omitempty"`
	// The amount that the authorization still reserves, in USD. Given for transaction.reversed and transaction.expired.
	HeldAmount *USD `json:"held_amount,omitempty"`
}

// TestEvent is the data of webhook.test.
type TestEvent struct {
	WebhookID string `json:"webhook_id"`
	Message   string `json:"message"`
}

func (*CardEvent) isEventData()        {}
func (*TransactionEvent) isEventData() {}
func (*ThreeDSChallenge) isEventData() {}
func (*Deposit) isEventData()          {}
func (*TestEvent) isEventData()        {}
func (*SpendRequest) isEventData()     {}

// newEventData decides by the noun of the type, so that a verb that is newer than the library also has typed data.
func newEventData(kind EventType) EventData {
	switch noun, _, _ := strings.Cut(string(kind), "."); noun {
	case "card":
		return &CardEvent{}
	case "transaction":
		return &TransactionEvent{}
	case "3ds":
		return &ThreeDSChallenge{}
	case "deposit":
		return &Deposit{}
	case "webhook":
		return &TestEvent{}
	case "spend_request":
		return &SpendRequest{}
	}
	return &UnknownEvent{}
}
