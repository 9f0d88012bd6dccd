package main

import "strings"

// schemaNames are the types whose Go name differs from the document's.
var schemaNames = map[string]string{"ThreeDsChallenge": "ThreeDSChallenge"}

// unusedParameters choose a format of the answer that the library does not read.
var unusedParameters = map[string]bool{"wallet.transactions.list format": true, "transactions.list format": true}

// schemasByHand need more than fields: an event has typed data, an error is matched by its identifier, and a page knows
// whether its list can be walked by cursor.
var schemasByHand = map[string]bool{"Event": true, "Error": true, "Pagination": true}

// fieldTypes names the types of fields, by "Type.field" or by "field" alone.
var fieldTypes = map[string]string{
	"Card.status":                         "CardStatus",
	"CardListItem.status":                 "CardStatus",
	"CardSummary.status":                  "CardStatus",
	"CardTermination.status":              "CardStatus",
	"CardFreeze.status":                   "CardStatus",
	"CardListParams.status":               "CardStatus",
	"CardListParams.sort":                 "CardSort",
	"Bin.network":                         "Network",
	"Card.network":                        "Network",
	"CardListItem.network":                "Network",
	"CardSummary.network":                 "Network",
	"Bin.type":                            "BinType",
	"Transaction.type":                    "TransactionType",
	"FullTransaction.type":                "TransactionType",
	"TransactionListParams.type":          "TransactionType",
	"Transaction.source":                  "TransactionSource",
	"FullTransaction.source":              "TransactionSource",
	"ThreeDSChallenge.status":             "ChallengeStatus",
	"ThreeDSChallenge.method":             "ChallengeMethod",
	"ThreeDSChallenge.outcome":            "ChallengeOutcome",
	"SandboxThreeDSCreateParams.method":   "ChallengeMethod",
	"ThreeDSListParams.status":            "ChallengeStatus",
	"Deposit.status":                      "DepositStatus",
	"WalletDepositListParams.status":      "DepositStatus",
	"Delivery.status":                     "DeliveryStatus",
	"WebhookDeliveryListParams.status":    "DeliveryStatus",
	"EventListParams.type":                "EventType",
	"Delivery.event_type":                 "EventType",
	"Deposit.currency":                    "Currency",
	"SandboxDepositCreateParams.currency": "Currency",
	"WalletDepositListParams.currency":    "Currency",
	"WalletDepositAddressParams.currency": "Currency",
	"AuthorizationStep.event":             "AuthorizationStepEvent",
	"AuthorizationStep.reason":            "DeclineReason",
	"RequestLogListParams.method":         "RequestMethod",
	"Bin.acceptance_rate":                 "float64", // a share, not an amount
	"DeclineDetail.limit":                 "float64", // dollars or purchases, depending on unit
	"DeclineDetail.used":                  "float64",
	"CardEvent.reason":                    "FreezeReason",
	"RuleCondition.value":                 "any",
	"RuleConditionParams.value":           "any",

	"DepositAddresses.addresses":   "map[Currency]string",
	"DepositAddresses.networks":    "map[Currency]string",
	"DepositAddresses.min_deposit": "map[Currency]string",
	"SandboxRates.rates":           "map[string]string",
	"SandboxRateSetParams.rates":   "map[string]string",
	"WalletTransaction.type":       "WalletTransactionType",

	"environment":          "Environment",
	"order":                "Order",
	"3ds_status":           "ThreeDSStatus",
	"three_ds_status":      "ThreeDSStatus",
	"authorization_status": "AuthorizationStatus",
	"source":               "TransactionSource",
	"merchant_amount":      "float64", // in any currency, with any number of decimals
	"decline_reason":       "DeclineReason",
	"events":               "[]EventType",
	"metadata":             "Metadata",
	"pan":                  "Secret",
	"cvv":                  "Secret",
	"otp":                  "Secret",
	"secret":               "Secret",
	"from":                 "Moment",
	"to":                   "Moment",
	"sequence":             "int64",
	"after_sequence":       "int64",
}

// typeComments describe the document's objects. The generator requires a comment for each.
var typeComments = map[string]string{
	"Card":                   "is a card as its creation, an update and an unfreeze answer it.",
	"CardListItem":           "is a card as a list shows it.",
	"CardSummary":            "is a card with what it has spent; it holds no number and no CVV.",
	"CardDetails":            "holds what one pays with. Printing it shows the last four digits only; see Secret.",
	"BillingAddress":         "is the address of a card's holder.",
	"Transaction":            "is an authorization, a settlement, a refund or a decline. It never changes.",
	"FullTransaction":        "is a transaction with its 3-D Secure status and the story of its authorization.",
	"Merchant":               "is who asked for the money.",
	"MerchantParams":         "is the merchant of a simulated transaction.",
	"AuthorizationStep":      "is one line of an authorization's story.",
	"WalletBalance":          "is what the workspace holds.",
	"ProcessorBalance":       "is money at a processor, as it was last seen.",
	"Bin":                    "is a card product: the range its numbers come from, with its capabilities and limits.",
	"Category":               "is a group of merchant category codes.",
	"ThreeDSChallenge":       "is a 3-D Secure challenge: answered with its one-time passcode, or with approve or decline.",
	"Webhook":                "is a registered endpoint.",
	"WebhookWithSecret":      "is an endpoint with its signing secret, which is shown once.",
	"Delivery":               "is one event on its way to one endpoint.",
	"DepositAddresses":       "is where to send crypto, on which network, and the least that is credited.",
	"WalletTransaction":      "is a movement of the wallet.",
	"Deposit":                "is a crypto deposit to the wallet.",
	"AuthorizationOutcome":   "is the answer to a merchant: a decline is an answer like an approval.",
	"LoggedRequest":          "is a request of the last seven days, and how it was answered.",
	"RevealSession":          "is the address of a page that shows a card once, inside a page of yours.",
	"RevealThemeParams":      "is how the page of a reveal session looks.",
	"SpendRequest":           "is somebody's wish to make one purchase, and what became of it.",
	"Key":                    "is what an API key may do, and how far.",
	"SpendPolicy":            "is which spend requests of a key need no person.",
	"KeyBudget":              "is what a key may move to cards in one window, and what is left of it.",
	"CardTemplate":           "is the settings that new cards are filled from.",
	"Controls":               "is what a card may do; a part that is not used is empty.",
	"ControlLimit":           "bounds what a card may spend in a window of time, by amount, by count or by both.",
	"ControlMerchants":       "names the merchants that a card may or may not pay.",
	"ControlCategories":      "names the categories that a card may not pay.",
	"ControlCountries":       "names the countries that a card may or may not pay in.",
	"LockedMerchant":         "is the merchant that a card is bound to.",
	"MerchantPattern":        "matches merchants by the network's id, or by name with * as a wildcard.",
	"LimitUse":               "is a limit of a card with what is used of it.",
	"CardLimits":             "is what a card has used of its limits.",
	"DecisionHook":           "is the server that is asked before an authorization is approved.",
	"DecisionHookWithSecret": "is a decision hook with the secret that its questions are signed with.",
	"DecisionAttempt":        "is a question to the decision hook, and what came of it.",
	"DecisionQuestion":       "is the question that the decision hook is asked before an authorization is approved.",
	"DecisionAnswer":         "is the answer of the decision hook. Send it as JSON, with status 200.",
	"AskedAuthorization":     "is the payment that the decision hook is asked about.",
	"AskedMerchant":          "is the merchant of the payment that the decision hook is asked about.",
	"CardUses":               "counts the purchases until a card is terminated.",
	"DeclineDetail":          "says which limit declined, and how much of it was used at that moment.",

	"ControlsParams":          "is what a card may do. A part that is left out stays as it is, a null part is emptied.",
	"ControlLimitParams":      "bounds what a card may spend in a window of time; it has an amount, a count or both.",
	"ControlMerchantsParams":  "names the merchants that a card may or may not pay.",
	"ControlCategoriesParams": "names the categories that a card may not pay.",
	"ControlCountriesParams":  "names the countries that a card may or may not pay in.",
	"MerchantPatternParams":   "matches merchants by the network's id, or by name with * as a wildcard.",

	"Rule":            "is what the workspace wants declined or challenged.",
	"RuleVersion":     "is a rule as it was between two changes. It never changes.",
	"RuleCondition":   "is one of the conditions of a rule, all of which must hold.",
	"RuleResult":      "is what a rule came to for a payment, with the values of that moment.",
	"RuleReport":      "is how often a rule matched and acted.",
	"RuleReportDay":   "is one day of a report.",
	"RuleBacktest":    "is what a rule would have done to the payments of a past time.",
	"BacktestDay":     "is one day of a backtest.",
	"BacktestExample": "is a payment that the rule would have stopped.",

	"Explanation":   "shows every check of a transaction, and whether the same purchase would pass now.",
	"ExplainedNow":  "shows whether the same purchase would be approved now.",
	"ExplainedTest": "is one check of a purchase, with its result.",
	"SandboxClock":  "is the time of the workspace.",
	"SandboxRates":  "are the exchange rates of the sandbox.",
}

// plainTexts may be left out of a body but are not pointers: "" is never a valid value, and programs that set them
// without a pointer still compile.
var plainTexts = map[string]bool{"CardCreateParams.bin_id": true}

// enumPrefixes are the prefixes of constants whose type has too long a name.
var enumPrefixes = map[string]string{
	"EventType": "Event", "DeclineReason": "Decline", "AuthorizationStepEvent": "Step",
}

var initialisms = map[string]string{
	"api": "API", "arn": "ARN", "id": "ID", "url": "URL", "pan": "PAN", "cvv": "CVV", "mcc": "MCC", "mccs": "MCCs", "otp": "OTP", "usd": "USD",
	"3ds": "ThreeDS", "ds": "DS", "ms": "MS", "ip": "IP", "btc": "BTC", "eth": "ETH", "sol": "SOL", "usdt": "USDT",
}

// goName turns snake_case, kebab-case, dotted names and scopes into Go names.
func goName(name string) string {
	var built strings.Builder
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_-.: ", r) }) {
		if known, ok := initialisms[part]; ok {
			built.WriteString(known)
			continue
		}
		built.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return built.String()
}

// argument is the Go name of a path parameter: card_id is cardID.
func argument(name string) string {
	built := goName(name)
	return strings.ToLower(built[:1]) + built[1:]
}

func singular(word string) string {
	switch {
	case strings.HasSuffix(word, "ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	case word == "three_ds":
		return word
	}
	return strings.TrimSuffix(word, "s")
}

func (m method) segments() (services []string, verb string) {
	parts := strings.Split(m.path, ".")
	return parts[:len(parts)-1], parts[len(parts)-1]
}

// params is the name of the type that holds the query or the body: sandbox.refunds.create takes SandboxRefundCreateParams.
func (m method) params() string {
	services, verb := m.segments()
	name := ""
	for _, service := range services {
		name += goName(singular(service))
	}
	return name + goName(verb) + "Params"
}

func serviceName(path []string) string {
	return goName(strings.Join(path, "_")) + "Service"
}
