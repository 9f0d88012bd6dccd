"""Generated from openapi.json by `sdks/python/run generate`. Changes here are lost."""

from __future__ import annotations


from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence, TypedDict

from .._model import Model, list_of, moment, money

if TYPE_CHECKING:
    from typing_extensions import NotRequired


__all__ = [
    "Addresses",
    "Amount",
    "AskedAuthorization",
    "AskedMerchant",
    "AuthorizationOutcome",
    "AuthorizationStatus",
    "AuthorizationStep",
    "AuthorizationStepEvent",
    "AutoApproval",
    "BacktestDay",
    "BacktestExample",
    "BacktestStatus",
    "BillingAddress",
    "Bin",
    "BinType",
    "BudgetWindow",
    "Card",
    "CardBinding",
    "CardDetails",
    "CardEventType",
    "CardFreeze",
    "CardFunding",
    "CardLimits",
    "CardListItem",
    "CardSort",
    "CardStatus",
    "CardSummary",
    "CardTemplate",
    "CardTemplateDeletion",
    "CardTermination",
    "CardUses",
    "CardWithdrawal",
    "Category",
    "ChallengeEventType",
    "ChallengeMethod",
    "ChallengeOutcome",
    "ChallengeStatus",
    "ControlCategories",
    "ControlCategoriesInput",
    "ControlCountries",
    "ControlCountriesInput",
    "ControlLimit",
    "ControlLimitInput",
    "ControlMerchants",
    "ControlMerchantsInput",
    "Controls",
    "ControlsInput",
    "Currency",
    "Decision",
    "DecisionAnswer",
    "DecisionAttempt",
    "DecisionFallback",
    "DecisionHook",
    "DecisionHookDeletion",
    "DecisionHookWithSecret",
    "DecisionOutcome",
    "DecisionQuestion",
    "DeclineDetail",
    "DeclineReason",
    "Delivery",
    "DeliveryStatus",
    "Deposit",
    "DepositAddresses",
    "DepositEventType",
    "DepositStatus",
    "Environment",
    "Event",
    "EventResend",
    "EventType",
    "ExplainedNow",
    "ExplainedOutcome",
    "ExplainedTest",
    "Explanation",
    "FullTransaction",
    "Key",
    "KeyBudget",
    "KeyKind",
    "LimitUnit",
    "LimitUse",
    "LimitWindow",
    "LockedMerchant",
    "LoggedRequest",
    "Merchant",
    "MerchantInput",
    "MerchantLock",
    "MerchantPattern",
    "MerchantPatternInput",
    "MinDeposit",
    "Network",
    "Networks",
    "NewRequestedMerchantInput",
    "Order",
    "PolicyMerchant",
    "ProcessorBalance",
    "ReplacementReason",
    "RequestMethod",
    "RequestedMerchant",
    "RevealColorScheme",
    "RevealFontFamily",
    "RevealSession",
    "RevealThemeInput",
    "Rule",
    "RuleAction",
    "RuleBacktest",
    "RuleCondition",
    "RuleDeletion",
    "RuleMode",
    "RuleOp",
    "RuleReport",
    "RuleReportDay",
    "RuleResult",
    "RuleState",
    "RuleVersion",
    "SandboxClock",
    "SandboxRates",
    "SandboxReset",
    "Scope",
    "SpendOutcome",
    "SpendPolicy",
    "SpendRequest",
    "SpendRequestEventType",
    "SpendRequestStatus",
    "TestEventType",
    "TestOutcome",
    "ThreeDsChallenge",
    "ThreeDsStatus",
    "Transaction",
    "TransactionEventType",
    "TransactionSource",
    "TransactionType",
    "WalletBalance",
    "WalletTransaction",
    "WalletTransactionType",
    "Webhook",
    "WebhookDeletion",
    "WebhookEventType",
    "WebhookWithSecret",
]

Amount = int | float | Decimal

CardStatus = Literal[
    "active",
    "frozen",
    "terminated",
]

CardSort = Literal[
    "created_at",
    "balance",
    "last_used",
]

Order = Literal[
    "asc",
    "desc",
]

RevealColorScheme = Literal[
    "auto",
    "light",
    "dark",
]

RevealFontFamily = Literal[
    "system",
    "sans",
    "serif",
    "mono",
    "rounded",
]

ReplacementReason = Literal[
    "lost",
    "stolen",
    "compromised",
    "other",
]

TransactionType = Literal[
    "authorization",
    "settlement",
    "refund",
    "decline",
]

ThreeDsStatus = Literal[
    "not_required",
    "pending",
    "authenticated",
    "failed",
]

AuthorizationStatus = Literal[
    "pending",
    "settled",
    "reversed",
    "expired",
    "declined",
]

AuthorizationStepEvent = Literal[
    "authorized",
    "incremented",
    "reversed",
    "expired",
    "settled",
    "refunded",
    "declined",
]

DeclineReason = Literal[
    "invalid_card",
    "card_terminated",
    "card_frozen",
    "card_expired",
    "expiry_mismatch",
    "cvv_mismatch",
    "authentication_required",
    "authentication_failed",
    "transaction_limit_exceeded",
    "category_not_allowed",
    "merchant_not_allowed",
    "country_not_allowed",
    "outside_active_period",
    "use_limit_reached",
    "spending_limit_exceeded",
    "limit_exceeded",
    "insufficient_funds",
    "rule_declined",
    "hook_declined",
    "hook_unavailable",
    "declined_by_processor",
]

TransactionSource = Literal[
    "stand_in",
]

Currency = Literal[
    "btc",
    "eth",
    "sol",
    "usdt",
]

DepositStatus = Literal[
    "pending",
    "confirmed",
    "expired",
]

WalletTransactionType = Literal[
    "deposit",
    "deposit_reversal",
    "fund",
    "withdraw",
    "terminate",
    "hold",
    "settle",
    "reverse",
    "expire",
    "refund",
]

Network = Literal[
    "visa",
    "mastercard",
]

BinType = Literal[
    "prepaid",
    "debit",
    "credit",
]

ChallengeStatus = Literal[
    "pending",
    "completed",
    "expired",
]

ChallengeMethod = Literal[
    "passcode",
    "out_of_band",
]

ChallengeOutcome = Literal[
    "approved",
    "declined",
]

EventType = Literal[
    "card.created",
    "card.frozen",
    "card.unfrozen",
    "card.terminated",
    "card.funded",
    "transaction.authorized",
    "transaction.settled",
    "transaction.declined",
    "transaction.refunded",
    "transaction.reversed",
    "transaction.expired",
    "3ds.challenge",
    "deposit.pending",
    "deposit.confirmed",
    "deposit.expired",
    "webhook.test",
    "spend_request.created",
    "spend_request.approved",
    "spend_request.denied",
    "spend_request.expired",
    "spend_request.used",
]

WebhookEventType = Literal[
    "*",
    "card.created",
    "card.frozen",
    "card.unfrozen",
    "card.terminated",
    "card.funded",
    "transaction.authorized",
    "transaction.settled",
    "transaction.declined",
    "transaction.refunded",
    "transaction.reversed",
    "transaction.expired",
    "3ds.challenge",
    "deposit.pending",
    "deposit.confirmed",
    "deposit.expired",
    "spend_request.created",
    "spend_request.approved",
    "spend_request.denied",
    "spend_request.expired",
    "spend_request.used",
]

DeliveryStatus = Literal[
    "pending",
    "succeeded",
    "failed",
]

DecisionOutcome = Literal[
    "approved",
    "declined",
    "timeout",
    "error",
    "fallback",
]

DecisionFallback = Literal[
    "decline",
    "approve",
]

Environment = Literal[
    "sandbox",
    "production",
]

RequestMethod = Literal[
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
]

KeyKind = Literal[
    "standard",
    "agent",
]

Scope = Literal[
    "cards:read",
    "cards:write",
    "details:read",
    "funding:write",
    "transactions:read",
    "wallet:read",
    "deposits:read",
    "3ds:read",
    "webhooks:read",
    "webhooks:write",
    "events:read",
    "controls:write",
    "rules:read",
    "rules:write",
    "spend_requests:read",
    "spend_requests:write",
    "spend_requests:approve",
    "sandbox:write",
]

BudgetWindow = Literal[
    "day",
    "week",
    "month",
    "year",
    "all_time",
]

LimitWindow = Literal[
    "per_transaction",
    "day",
    "week",
    "month",
    "year",
    "all_time",
]

LimitUnit = Literal[
    "amount",
    "count",
]

MerchantLock = Literal[
    "first",
]

RuleAction = Literal[
    "decline",
    "challenge",
]

RuleState = Literal[
    "shadow",
    "active",
    "off",
]

RuleMode = Literal[
    "shadow",
    "active",
]

RuleOp = Literal[
    "is",
    "is_not",
    "in",
    "not_in",
    "above",
    "at_least",
    "below",
    "at_most",
    "contains",
    "starts_with",
]

BacktestStatus = Literal[
    "pending",
    "running",
    "completed",
    "failed",
]

ExplainedOutcome = Literal[
    "approved",
    "declined",
    "not_judged",
]

TestOutcome = Literal[
    "passed",
    "failed",
    "not_reached",
    "assumed",
]

SpendRequestStatus = Literal[
    "pending",
    "approved",
    "used",
    "denied",
    "expired",
    "canceled",
]

SpendOutcome = Literal[
    "success",
    "blocked",
    "abandoned",
]

CardBinding = Literal[
    "name",
    "first_merchant",
]

CardEventType = Literal[
    "card.created",
    "card.frozen",
    "card.unfrozen",
    "card.terminated",
    "card.funded",
]

TransactionEventType = Literal[
    "transaction.authorized",
    "transaction.settled",
    "transaction.declined",
    "transaction.refunded",
    "transaction.reversed",
    "transaction.expired",
]

ChallengeEventType = Literal[
    "3ds.challenge",
]

DepositEventType = Literal[
    "deposit.pending",
    "deposit.confirmed",
    "deposit.expired",
]

SpendRequestEventType = Literal[
    "spend_request.created",
    "spend_request.approved",
    "spend_request.denied",
    "spend_request.expired",
    "spend_request.used",
]

TestEventType = Literal[
    "webhook.test",
]


class ControlsInput(TypedDict, total=False):
    limits: Sequence[ControlLimitInput] | None
    """At most 10; each has an amount, a count or both."""
    merchants: ControlMerchantsInput | None
    categories: ControlCategoriesInput | None
    countries: ControlCountriesInput | None
    uses: int | None
    """Purchases, then the card is terminated."""
    merchant_lock: MerchantLock | None
    """`first`: only the first merchant that is approved."""
    active_from: str | datetime | None
    """Declined before this moment."""
    active_until: str | datetime | None
    """Declined from this moment on."""


class ControlLimitInput(TypedDict):
    window: LimitWindow
    """UTC; a week begins on Monday."""
    amount: NotRequired[Amount]
    """USD."""
    count: NotRequired[int]
    """Purchases."""
    categories: NotRequired[Sequence[str]]
    """Count only these; names of GET /categories or codes. Empty: everything."""


class ControlMerchantsInput(TypedDict, total=False):
    allowed: Sequence[MerchantPatternInput]
    """With `allowed_categories`: who is on either list passes."""
    blocked: Sequence[MerchantPatternInput]
    """Declined, whatever else allows them."""


class MerchantPatternInput(TypedDict, total=False):
    id: str
    """The network's id of the merchant."""
    name: str
    """Upper and lower case are the same; * stands for anything."""


class ControlCategoriesInput(TypedDict, total=False):
    blocked: Sequence[str]
    """Names of GET /categories or four-digit codes."""


class ControlCountriesInput(TypedDict, total=False):
    allowed: Sequence[str]
    """Only merchants in these."""
    blocked: Sequence[str]
    """No merchants in these; not together with `allowed`."""


class RevealThemeInput(TypedDict, total=False):
    color_scheme: RevealColorScheme
    """The colours of the page where none are given; `auto` follows the device."""
    background: str
    """Behind everything. As `#rgb`, `#rrggbb` or `#rrggbbaa`."""
    text: str
    """Of number, expiry and CVV. As `#rgb`, `#rrggbb` or `#rrggbbaa`."""
    label: str
    """Of their names, and of the line below them. As `#rgb`, `#rrggbb` or `#rrggbbaa`."""
    border: str
    """Between the rows. As `#rgb`, `#rrggbb` or `#rrggbbaa`."""
    button: str
    """Of the copy buttons. As `#rgb`, `#rrggbb` or `#rrggbbaa`."""
    button_text: str
    """Of what stands on the copy buttons. As `#rgb`, `#rrggbb` or `#rrggbbaa`."""
    font_family: RevealFontFamily
    """A family of the device."""
    font_size: int
    """Pixels."""
    radius: int
    """Of the corners of the buttons, pixels."""
    timer: bool
    """Whether the page says when it will hide the number."""
    padding: int
    """Around everything, pixels."""


class NewRequestedMerchantInput(TypedDict):
    name: str
    """A part of the name under which the merchant charges cards; the card works nowhere else. At least three
    characters, no * and no URL, for which `url` is the place.
    """
    url: NotRequired[str]
    """https; shown to whoever decides."""
    id: NotRequired[str]
    """The network's id of the merchant, which then counts in place of the name."""


class MerchantInput(TypedDict):
    name: str
    mcc: str
    """Merchant category code, ISO 18245."""
    country: str
    """ISO 3166 code of two letters."""
    id: NotRequired[str]
    """The network's id of the merchant."""
    city: NotRequired[str]


class ControlLimit(Model):
    _decoders = {
        "amount": money,
    }

    window: LimitWindow
    amount: Decimal | None
    """USD; null where only purchases are counted."""
    count: int | None
    """Purchases; null where only the amount counts."""
    categories: list[str]
    """Empty: everything counts."""


class MerchantPattern(Model):
    id: str | None = None
    name: str | None = None


class ControlMerchants(Model):
    _decoders = {
        "allowed": list_of(MerchantPattern.from_dict),
        "blocked": list_of(MerchantPattern.from_dict),
    }

    allowed: list[MerchantPattern]
    blocked: list[MerchantPattern]


class ControlCategories(Model):
    blocked: list[str]


class ControlCountries(Model):
    allowed: list[str]
    blocked: list[str]


class LockedMerchant(Model):
    id: str | None
    name: str


class Controls(Model):
    _decoders = {
        "limits": list_of(ControlLimit.from_dict),
        "merchants": ControlMerchants.from_dict,
        "categories": ControlCategories.from_dict,
        "countries": ControlCountries.from_dict,
        "locked_to": LockedMerchant.from_dict,
        "active_from": moment,
        "active_until": moment,
    }

    limits: list[ControlLimit]
    merchants: ControlMerchants
    categories: ControlCategories
    countries: ControlCountries
    uses: int | None
    """Purchases, then the card is terminated."""
    merchant_lock: MerchantLock | None
    """Bound to the first merchant that is approved."""
    locked_to: LockedMerchant | None
    """The merchant that the lock has bound the card to; null before its first purchase."""
    active_from: datetime | None
    """Declined before this moment."""
    active_until: datetime | None
    """Declined from this moment on."""


class CardListItem(Model):
    _decoders = {
        "balance": money,
        "held": money,
        "created_at": moment,
    }

    id: str
    bin_id: str
    network: str
    last4: str
    status: CardStatus
    balance: Decimal
    """What can be spent, USD: holds are already out of it. Below zero only after a forced or larger settlement."""
    held: Decimal
    """Reserved by authorizations that have not settled, USD."""
    label: str
    created_at: datetime
    """When the card was created."""


class Card(CardListItem):
    _decoders = {
        "spending_limit": money,
        "auto_freeze_at": money,
        "controls": Controls.from_dict,
        "expires_at": moment,
    }

    spending_limit: Decimal
    """Most that may be spent in a calendar month (UTC), USD."""
    allowed_categories: list[str]
    """Empty: all categories."""
    auto_freeze_at: Decimal | None
    """The card freezes when a debit leaves its balance below this."""
    metadata: dict[str, Any]
    controls: Controls
    expires_at: datetime
    """Last moment of the month in which the card expires."""
    replaces: str | None
    """The card whose place this one took; null where there is none."""
    replaced_by: str | None
    """The card that took the place of this one; null where there is none."""


class CardSummary(CardListItem):
    _decoders = {
        "spending_limit": money,
        "total_spent": money,
        "controls": Controls.from_dict,
        "expires_at": moment,
        "last_used_at": moment,
    }

    spending_limit: Decimal
    total_spent: Decimal
    """Settlements less refunds, USD."""
    transaction_count: int
    """Authorizations, settlements, refunds and declines."""
    metadata: dict[str, Any]
    controls: Controls
    expires_at: datetime
    """Last moment of the month in which the card expires."""
    last_used_at: datetime | None
    """Last approved authorization or settlement; null before the first."""
    replaces: str | None
    """The card whose place this one took; null where there is none."""
    replaced_by: str | None
    """The card that took the place of this one; null where there is none."""


class BillingAddress(Model):
    line1: str
    city: str
    state: str
    zip: str
    country: str


class CardDetails(Model):
    _decoders = {
        "billing_address": BillingAddress.from_dict,
    }
    _masked = frozenset({"cvv", "pan"})

    id: str
    pan: str
    """Full card number."""
    cvv: str
    exp_month: int
    exp_year: int
    holder_name: str
    billing_address: BillingAddress


class RevealSession(Model):
    _decoders = {
        "expires_at": moment,
    }

    id: str
    url: str
    """For the `src` of an iframe. Whoever has it can open it: send it to one browser and store it nowhere. For an
    agent key it is a page of the dashboard, which a signed-in person with the right `reveal` opens.
    """
    expires_at: datetime
    """Until then it can be opened, and shows the number."""


class LimitUse(Model):
    _decoders = {
        "amount": money,
        "used_amount": money,
        "remaining_amount": money,
        "resets_at": moment,
    }

    window: LimitWindow
    categories: list[str]
    """Empty: everything counts."""
    amount: Decimal | None
    """USD; null where only purchases are counted."""
    count: int | None
    """Purchases; null where only the amount counts."""
    used_amount: Decimal
    """USD; 0 for `per_transaction`, which resets with each purchase."""
    used_count: int | None
    """Purchases; null for the monthly spending limit, which counts none."""
    remaining_amount: Decimal | None
    """USD, not below zero."""
    remaining_count: int | None
    """Purchases, not below zero."""
    resets_at: datetime | None
    """When the window resets; null if it never does."""


class CardUses(Model):
    limit: int
    used: int
    remaining: int


class CardLimits(Model):
    _decoders = {
        "data": list_of(LimitUse.from_dict),
        "uses": CardUses.from_dict,
    }

    data: list[LimitUse]
    uses: CardUses | None
    """Purchases until the card is terminated; null where they are not limited."""


class CardTemplate(Model):
    _decoders = {
        "spending_limit": money,
        "auto_freeze_at": money,
        "controls": Controls.from_dict,
        "created_at": moment,
        "updated_at": moment,
    }

    id: str
    name: str
    bin_id: str | None
    """Null: whoever creates a card names the BIN."""
    spending_limit: Decimal | None
    """Monthly, USD. Null: the maximum of the BIN."""
    allowed_categories: list[str]
    """Empty: all categories."""
    auto_freeze_at: Decimal | None
    """A card freezes when a debit leaves its balance below this."""
    controls: Controls
    metadata: dict[str, Any]
    created_at: datetime
    """When the template was created."""
    updated_at: datetime
    """When it was last changed."""


class RequestedMerchant(Model):
    name: str
    url: str | None
    """Where the purchase is to be made."""
    id: str | None
    """The network's id of the merchant."""


class SpendRequest(Model):
    _decoders = {
        "amount": money,
        "merchant": RequestedMerchant.from_dict,
        "decided_at": moment,
        "created_at": moment,
        "expires_at": moment,
        "ended_at": moment,
    }

    id: str
    status: SpendRequestStatus
    """`pending` until it is decided or ten minutes have passed; `approved` while its card can be used; `used` once it
    was.
    """
    amount: Decimal
    """USD."""
    merchant: RequestedMerchant
    reason: str
    valid_for: int
    """How long the card can be used once it is approved, in seconds."""
    metadata: dict[str, Any]
    requested_by: str
    """The key or the person that asked."""
    approval_url: str
    """Where a person decides, in the dashboard."""
    card_id: str | None
    """The card that was made for it; null until it is approved."""
    decided_by: str | None
    """Null while nobody has decided, and where the policy of the key did."""
    decided_at: datetime | None
    """When it was approved or denied."""
    note: str | None
    """What whoever decided had to say."""
    created_at: datetime
    """When it was made."""
    expires_at: datetime | None
    """When it ends by itself; null once it has ended."""
    ended_at: datetime | None
    """When it was used, denied or canceled, or expired."""
    outcome: SpendOutcome | None
    """What became of the purchase, as whoever asked has reported; null until then."""
    outcome_note: str | None
    """What was said about the outcome."""


class Merchant(Model):
    name: str
    category: str
    """A name of GET /categories."""
    mcc: str
    country: str


class DeclineDetail(Model):
    _decoders = {
        "limit": money,
        "used": money,
        "resets_at": moment,
        "returned": money,
        "taken": money,
    }

    window: LimitWindow | None = None
    categories: list[str] | None = None
    unit: LimitUnit | None = None
    """Of `limit` and `used`: USD, or purchases."""
    limit: Decimal | None = None
    used: Decimal | None = None
    """Before this purchase."""
    resets_at: datetime | None = None
    """When the window resets; null if it never does."""
    rule_id: str | None = None
    """The rule that stopped the payment."""
    explanation: str | None = None
    """Why the rule did, in words."""
    reason: str | None = None
    """Of `hook_declined`: the reason that the hook gave."""
    returned: Decimal | None = None
    """Of an increment after the last use has ended the card: what the card returned to the wallet when it ended, USD.
    Increments may take no more.
    """
    taken: Decimal | None = None
    """With `returned`: what increments, and settlements above their hold, have taken since, USD."""


class Decision(Model):
    id: str
    """Of the question."""
    hook_id: str
    outcome: DecisionOutcome
    """What the hook answered. Without a valid answer: `timeout` where none came in time, `error` where something else
    came or the connection failed, `fallback` where it was not asked because it kept failing or no time was left.
    """
    fallback: DecisionFallback | None
    """What counted in place of an answer; null where there was one."""
    duration_ms: int
    """How long the question took."""
    metadata: dict[str, Any] | None
    """As the hook answered."""


class Transaction(Model):
    _decoders = {
        "amount": money,
        "merchant": Merchant.from_dict,
        "balance_after": money,
        "created_at": moment,
        "decline_detail": DeclineDetail.from_dict,
        "decision": Decision.from_dict,
        "merchant_amount": money,
    }

    id: str
    card_id: str
    type: TransactionType
    amount: Decimal
    """USD, signed: authorizations, settlements and declines are negative, refunds positive."""
    currency: Literal["USD"]
    merchant: Merchant
    balance_after: Decimal
    """Balance of the card after the transaction."""
    created_at: datetime
    """When it happened."""
    merchant_id: str | None
    """The network's id of the merchant, where known."""
    merchant_city: str | None
    """Where the merchant says it is, where known."""
    decline_detail: DeclineDetail | None
    """Of a decline by a limit: which one, and how much of it was used at that moment. Of a decline by a rule: which
    one, and why.
    """
    decision: Decision | None
    """The question to the decision hook; null where none was asked."""
    merchant_amount: Decimal | None
    """What the merchant asked for, in its own currency and with the sign of `amount`. Null where that was USD."""
    merchant_currency: str | None
    """Of `merchant_amount`, ISO 4217. Null where the merchant asked in USD."""
    conversion_rate: str | None
    """Decimal text: USD for one unit of `merchant_currency`."""
    processor: str | None
    """The processor that asked for it or reported it, where there is one."""
    network_transaction_id: str | None
    """As the card network calls it, where known."""
    auth_code: str | None
    """The approval code that the merchant was given, where known."""
    arn: str | None
    """The acquirer reference number of a settlement or refund, where known."""
    source: TransactionSource | None
    """`stand_in`: the processor or the network approved it in our place. Null where we decided."""


class RuleResult(Model):
    rule_id: str
    version: int
    mode: RuleMode
    matched: bool
    explanation: str


class AuthorizationStep(Model):
    _decoders = {
        "amount": money,
        "created_at": moment,
    }

    event: AuthorizationStepEvent
    amount: Decimal
    reason: DeclineReason | None
    processor_word: str | None
    """Of `declined_by_processor`: the processor's own word for it."""
    created_at: datetime
    """When it happened."""


class FullTransaction(Transaction):
    _names = {"3ds_status": "three_ds_status"}
    _decoders = {
        "held_amount": money,
        "rule_results": list_of(RuleResult.from_dict),
        "authorization_timeline": list_of(AuthorizationStep.from_dict),
    }

    three_ds_status: ThreeDsStatus
    authorization_id: str | None
    authorization_status: AuthorizationStatus | None
    held_amount: Decimal
    """Still reserved by the authorization, USD."""
    decline_reason: DeclineReason | None
    rule_results: list[RuleResult]
    """Of an authorization or increment that passed all controls: every rule that judged it, and why it matched or
    not, with the values of that moment.
    """
    authorization_timeline: list[AuthorizationStep]
    """Oldest first; amounts are positive."""


class ExplainedTest(Model):
    test: DeclineReason
    """The reason that a failure has."""
    outcome: TestOutcome
    """`not_reached`: an earlier test failed. `assumed`: what the merchant will send is not known."""
    words: str
    """What the test asks."""
    numbers: str | None
    """What it was judged by, where that is known."""


class ExplainedNow(Model):
    _decoders = {
        "tests": list_of(ExplainedTest.from_dict),
        "judged_at": moment,
    }

    would_pass: bool
    decline_reason: DeclineReason | None
    """Null where it was, or would be, approved."""
    title: str
    """The shortest way to say it."""
    because: str
    """Why, in a sentence."""
    remedy: str | None
    """What can be done about it; null where nothing need be."""
    tests: list[ExplainedTest]
    """In the order in which they are made; the first that fails decides."""
    judged_at: datetime
    """This moment, in workspace time."""


class Explanation(Model):
    _decoders = {
        "tests": list_of(ExplainedTest.from_dict),
        "now": ExplainedNow.from_dict,
    }

    transaction_id: str
    card_id: str
    outcome: ExplainedOutcome
    """`not_judged`: settlements and refunds are posted as they come, and others may approve in our place."""
    decline_reason: DeclineReason | None
    """Null where it was, or would be, approved."""
    title: str
    """The shortest way to say it."""
    because: str
    """Why, in a sentence."""
    remedy: str | None
    """What can be done about it; null where nothing need be."""
    tests: list[ExplainedTest]
    """In the order in which they are made; the first that fails decides."""
    now: ExplainedNow | None
    """The same purchase at this moment. Null where there is nothing to judge."""


class ProcessorBalance(Model):
    _decoders = {
        "available": money,
        "as_of": moment,
    }

    processor: str
    """As the operator calls it."""
    available: Decimal
    currency: Literal["USD"]
    as_of: datetime
    """When the processor was asked."""


class WalletBalance(Model):
    _decoders = {
        "balance": money,
        "pending_deposits": money,
        "total_deposited": money,
        "total_spent": money,
        "cards_total_balance": money,
        "processor_balances": list_of(ProcessorBalance.from_dict),
    }

    balance: Decimal
    currency: Literal["USD"]
    pending_deposits: Decimal
    """What the pending deposits would credit at the rates of now."""
    total_deposited: Decimal
    """Credited by confirmed deposits, after fees."""
    total_spent: Decimal
    """Settlements less refunds, over all cards. For a key that is bound to cards, over those."""
    cards_active: int
    """For a key that is bound to cards, how many of those are active."""
    cards_total_balance: Decimal
    """Sum of the balances of the cards that are not terminated. For a key that is bound to cards, of those."""
    processor_balances: list[ProcessorBalance] | None = None
    """Money at the processors whose BINs this workspace can use, where they say. It belongs to the whole service and
    is apart from the wallet: a processor declines what it does not cover. In production, and in a sandbox that has
    such BINs; not for a key that is bound to cards.
    """


class Addresses(Model):
    btc: str | None = None
    eth: str | None = None
    sol: str | None = None
    usdt: str | None = None


class Networks(Model):
    btc: str | None = None
    eth: str | None = None
    sol: str | None = None
    usdt: str | None = None


class MinDeposit(Model):
    btc: str | None = None
    eth: str | None = None
    sol: str | None = None
    usdt: str | None = None


class DepositAddresses(Model):
    _decoders = {
        "addresses": Addresses.from_dict,
        "networks": Networks.from_dict,
        "min_deposit": MinDeposit.from_dict,
    }

    addresses: Addresses
    """Where to send each currency; `usdt` shares the address of `eth`."""
    networks: Networks
    """The chain to send it on."""
    min_deposit: MinDeposit
    """Decimal text; less is shown as expired and never credited."""
    environment: Literal["sandbox"] | None = None
    """Present in the sandbox: nobody holds a key to these addresses."""


class Deposit(Model):
    _decoders = {
        "amount_usd": money,
        "fee_usd": money,
        "credited_usd": money,
        "created_at": moment,
        "confirmed_at": moment,
    }

    id: str
    currency: Currency
    amount_crypto: str
    amount_usd: Decimal
    fee_usd: Decimal
    credited_usd: Decimal
    """An estimate while pending, 0 when expired."""
    status: DepositStatus
    tx_hash: str
    confirmations: int
    created_at: datetime
    """When the deposit was detected."""
    confirmed_at: datetime | None = None
    """Present once it is confirmed."""


class WalletTransaction(Model):
    _decoders = {
        "amount": money,
        "balance_after": money,
        "created_at": moment,
    }

    sequence: int
    """Counts the movements of the wallet, from 1."""
    type: WalletTransactionType
    """`deposit`: a deposit was credited; `deposit_reversal`: a credited deposit had left its chain, and was taken
    back; `fund`: money went to a card, at its creation too; first to its overdraft, which is a movement of its
    own; `withdraw`: money came back from a card; `terminate`: a terminated card gave back what it held, or its
    overdraft was paid; `hold`: more was held for a purchase after its card was terminated; `settle`: a settlement
    came after its card was terminated; `reverse`: a hold on a terminated card was reversed; `expire`: a hold on a
    terminated card expired; `refund`: a refund came after its card was terminated
    """
    amount: Decimal
    """Positive into the wallet, negative out of it."""
    balance_after: Decimal
    """The balance of the wallet right after this movement."""
    created_at: datetime
    """When the money moved."""
    card_id: str | None = None
    """The card the money came from or went to."""
    deposit_id: str | None = None
    """The deposit, for `deposit` and `deposit_reversal`."""


class Bin(Model):
    _names = {"3ds": "three_ds"}
    _decoders = {
        "max_transaction": money,
        "max_monthly": money,
    }

    id: str
    network: Network
    type: BinType
    issuer_country: str
    """ISO 3166 code of two letters."""
    three_ds: bool
    apple_pay: bool
    google_pay: bool
    max_transaction: Decimal
    """Most that one authorization may ask for, USD."""
    max_monthly: Decimal
    """Most that a card may spend in a month, USD."""
    acceptance_rate: float
    """Share of merchants that accept it, from 0 to 1."""
    best_for: list[str]


class Category(Model):
    name: str
    description: str
    mccs: list[str]


class ThreeDsChallenge(Model):
    _decoders = {
        "amount": money,
        "expires_at": moment,
        "created_at": moment,
    }
    _masked = frozenset({"otp"})

    id: str
    card_id: str
    merchant: str
    amount: Decimal
    """Zero where a merchant stores the card and nothing is paid yet."""
    method: ChallengeMethod
    """`passcode`: type `otp` on the page of the bank. `out_of_band`: approve or decline the payment here."""
    otp: str | None
    """The passcode, six digits as a rule. Null where the method is `out_of_band`."""
    status: ChallengeStatus
    outcome: ChallengeOutcome | None
    """What an `out_of_band` challenge was answered with. Null before, and for a passcode."""
    expires_at: datetime
    """Five minutes after it was made, or when the processor that asked stops waiting."""
    created_at: datetime
    """When the merchant asked for it."""


class RuleCondition(Model):
    attribute: str
    """One of: `amount`, `mcc`, `category`, `merchant_id`, `merchant_name`, `country`, `card_age_days`,
    `card_count_1h`, `card_count_24h`, `card_declines_1h`, `card_declines_24h`, `is_first_purchase`,
    `is_new_merchant`, `is_new_country`, `hour`, `weekday`, `three_ds`, `card_metadata.KEY`.
    """
    op: RuleOp
    """Each attribute takes some of them."""
    value: Any
    """A text, a number (of `amount` in dollars), true or false, as the attribute wants; for `in` and `not_in` a list
    of 1 to 100 of them.
    """


class Rule(Model):
    _decoders = {
        "when": list_of(RuleCondition.from_dict),
        "created_at": moment,
        "updated_at": moment,
    }

    id: str
    version: int
    """Counted from 1; each change makes a new one."""
    name: str
    action: RuleAction
    when: list[RuleCondition]
    card_ids: list[str] | None
    """Null: all cards."""
    state: RuleState
    created_at: datetime
    """When the rule was made."""
    updated_at: datetime
    """When this version was made."""


class RuleVersion(Model):
    _decoders = {
        "when": list_of(RuleCondition.from_dict),
        "created_at": moment,
    }

    rule_id: str
    version: int
    """Counted from 1; each change makes a new one."""
    name: str
    action: RuleAction
    when: list[RuleCondition]
    card_ids: list[str] | None
    """Null: all cards."""
    state: RuleState
    created_at: datetime
    """When this version was made."""


class RuleReportDay(Model):
    date: str
    """UTC, workspace time."""
    matched: int
    """Payments that the rule matched, in whatever state it was."""
    acted: int
    """Payments that the rule stopped: while it was active, and named as `rule_id` of the decline."""


class RuleReport(Model):
    _decoders = {
        "days": list_of(RuleReportDay.from_dict),
    }

    rule_id: str
    matched: int
    """Payments that the rule matched, in whatever state it was."""
    acted: int
    """Payments that the rule stopped: while it was active, and named as `rule_id` of the decline."""
    days: list[RuleReportDay]
    """Every day of the range, oldest first."""


class BacktestDay(Model):
    _decoders = {
        "amount": money,
    }

    date: str
    """UTC, workspace time."""
    would_stop: int
    """Payments that the rule would have declined or challenged."""
    false: int
    """Those of them that were approved."""
    amount: Decimal
    """The sum of the payments that the rule would have stopped, USD."""


class BacktestExample(Model):
    _decoders = {
        "amount": money,
        "created_at": moment,
    }

    transaction_id: str
    amount: Decimal
    """USD, positive."""
    approved: bool
    """What became of it then."""
    explanation: str
    created_at: datetime
    """When the payment was judged then."""


class RuleBacktest(Model):
    _names = {"from": "from_"}
    _decoders = {
        "from_": moment,
        "to": moment,
        "days": list_of(BacktestDay.from_dict),
        "examples": list_of(BacktestExample.from_dict),
        "created_at": moment,
        "completed_at": moment,
    }

    id: str
    rule_id: str
    version: int
    """The version of the rule that is tried."""
    from_: datetime
    """Of the first payment that is judged."""
    to: datetime
    """Of the last payment that is judged."""
    status: BacktestStatus
    progress: int
    """Percent of the history that has been read."""
    judged: int
    """New authorizations that were decided in that time, approved or declined."""
    would_decline: int
    would_challenge: int
    """Those that had completed 3-D Secure are not among them."""
    false: int
    """Payments that were approved and that the rule would have stopped."""
    days: list[BacktestDay]
    """The days on which the rule would have stopped a payment, oldest first."""
    examples: list[BacktestExample]
    """The newest that it would have stopped, at most 20."""
    created_at: datetime
    """When the backtest was asked for."""
    completed_at: datetime | None
    """When it was done."""


class Webhook(Model):
    _decoders = {
        "created_at": moment,
    }

    id: str
    url: str
    events: list[str]
    """Event types, or `*` alone for all."""
    active: bool
    """False: nothing is sent. Set by PATCH, by an answer 410, or by five days of failure."""
    created_at: datetime
    """When the endpoint was registered."""


class WebhookWithSecret(Webhook):
    _masked = frozenset({"secret"})

    secret: str
    """Signs what is sent. Shown only now."""


class Delivery(Model):
    _decoders = {
        "next_attempt_at": moment,
        "created_at": moment,
    }

    id: str
    event_id: str
    event_type: EventType
    attempt: int
    """Attempts made so far."""
    status: DeliveryStatus
    response_status: int | None
    """Of the last attempt; null when there was no answer."""
    response_body: str | None
    """The first KiB of the last answer, or why there was none; null for a read-only key."""
    duration_ms: int | None
    """Of the last attempt."""
    next_attempt_at: datetime | None
    """While pending, in workspace time."""
    created_at: datetime
    """When it was queued, in workspace time."""


class DecisionHookWithSecret(Model):
    _decoders = {
        "paused_until": moment,
        "created_at": moment,
        "updated_at": moment,
    }
    _masked = frozenset({"secret"})

    id: str
    url: str
    timeout_ms: int
    """How long an answer is waited for."""
    on_timeout: DecisionFallback
    """What counts where there is no valid answer in time, and while the hook is not asked because it kept failing."""
    active: bool
    """False: nothing is asked, and authorizations are decided without it."""
    card_ids: list[str] | None
    """The cards whose authorizations are asked about; null for all cards."""
    paused_until: datetime | None
    """While the hook is not asked because ten questions in a row failed, in real time; else null."""
    created_at: datetime
    """When the hook was first set."""
    updated_at: datetime
    """When its settings were last changed."""
    secret: str | None
    """Signs the questions. Shown only now, where this call has made it; else null."""


class DecisionHook(Model):
    _decoders = {
        "paused_until": moment,
        "created_at": moment,
        "updated_at": moment,
    }

    id: str
    url: str
    timeout_ms: int
    """How long an answer is waited for."""
    on_timeout: DecisionFallback
    """What counts where there is no valid answer in time, and while the hook is not asked because it kept failing."""
    active: bool
    """False: nothing is asked, and authorizations are decided without it."""
    card_ids: list[str] | None
    """The cards whose authorizations are asked about; null for all cards."""
    paused_until: datetime | None
    """While the hook is not asked because ten questions in a row failed, in real time; else null."""
    created_at: datetime
    """When the hook was first set."""
    updated_at: datetime
    """When its settings were last changed."""


class DecisionAttempt(Model):
    _decoders = {
        "amount": money,
        "created_at": moment,
    }

    id: str
    decision_id: str
    """The `id` of the question, and of `decision` on its transaction."""
    hook_id: str
    card_id: str | None
    """Null for a test."""
    authorization_id: str | None
    """The authorization that was to be increased, if any."""
    amount: Decimal
    """What was asked for, USD."""
    merchant: str
    """Its name."""
    outcome: DecisionOutcome
    fallback: DecisionFallback | None
    """What counted where there was no valid answer."""
    response_status: int | None
    """Null where nothing came back."""
    response_body: str | None
    """The first KiB of what came back."""
    error: str | None
    """Why there was no valid answer."""
    duration_ms: int
    """From the question to the answer, or to the end of the waiting."""
    test: bool
    """Whether it was a test, on which nothing depended."""
    created_at: datetime
    """When it was asked, in workspace time."""


class Event(Model):
    _decoders = {
        "created_at": moment,
    }

    id: str
    type: EventType
    created_at: datetime
    """When it happened, in workspace time."""
    environment: Environment
    sequence: int
    """Rises by one with every event of the workspace, without gaps."""
    data: Any
    """The object as GET of it showed it at that moment."""


class LoggedRequest(Model):
    _decoders = {
        "created_at": moment,
    }

    request_id: str
    """As in the header X-Request-Id and in every error."""
    method: str
    path: str
    """Without the query."""
    status: int
    duration_ms: int
    """Until the answer was handed to the connection."""
    error: str | None
    """The identifier of the error; null when there was none."""
    actor: str
    """The key that asked, or the user of the dashboard."""
    source: Literal["api_key", "dashboard"]
    """`api_key`, or `dashboard` where a person asked through it."""
    ip: str
    """The address it came from."""
    created_at: datetime
    """When the request arrived."""


class KeyBudget(Model):
    _decoders = {
        "amount": money,
        "used": money,
        "remaining": money,
        "resets_at": moment,
    }

    amount: Decimal
    """USD that the key may move to cards in one window."""
    window: BudgetWindow
    """A UTC calendar unit of workspace time."""
    used: Decimal
    """USD moved in the window that runs. What returns to the wallet is not given back, except the amount of a spend
    request that ends unused in the same window.
    """
    remaining: Decimal
    """USD that are left of it."""
    resets_at: datetime | None
    """When the next window begins, in real time as all times of a key: a sandbox whose clock is moved gets there
    earlier. Null for `all_time`.
    """


class AutoApproval(Model):
    _decoders = {
        "per_request": money,
        "per_day": money,
    }

    per_request: Decimal
    per_day: Decimal


class PolicyMerchant(Model):
    id: str | None = None
    name: str | None = None


class SpendPolicy(Model):
    _decoders = {
        "auto_approve": AutoApproval.from_dict,
        "merchants": list_of(PolicyMerchant.from_dict),
        "confirm_above": money,
    }

    auto_approve: AutoApproval | None
    """What is approved without a person, USD; null: nothing."""
    merchants: list[PolicyMerchant]
    """Only at these; empty: at all."""
    confirm_above: Decimal | None
    """Above it a person must have proved lately who they are; null: above 100.00."""


class Key(Model):
    _decoders = {
        "budget": KeyBudget.from_dict,
        "expires_at": moment,
        "spend_policy": SpendPolicy.from_dict,
        "created_at": moment,
    }

    id: str
    name: str
    environment: Environment
    kind: KeyKind
    """`agent`: a key for software. Whatever its scopes, it never reveals a number, raises or removes a limit,
    unfreezes a card, moves money beyond its budget or makes keys.
    """
    scopes: list[Scope]
    """What it may ask for."""
    read_only: bool
    """Whether it can only read, and sees neither numbers nor passcodes."""
    card_ids: list[str] | None
    """The only cards that it reaches; null where it is not bound by a list."""
    own_cards: bool
    """Whether it reaches only cards that were made through it."""
    budget: KeyBudget | None
    """Null where it has none: then a standard key is bound by the wallet alone, and an agent key moves nothing."""
    expires_at: datetime | None
    """When it ends, in real time; null where it does not."""
    spend_policy: SpendPolicy | None
    """Which of its spend requests need no person; null: a person decides on all of them."""
    ip_allow: list[str] | None
    """The networks that it may come from; null where it may come from anywhere."""
    created_at: datetime
    """When it was made."""


class AuthorizationOutcome(Model):
    _decoders = {
        "transaction": Transaction.from_dict,
        "requested_amount": money,
    }

    approved: bool
    decline_reason: DeclineReason | None
    transaction: Transaction | None
    """Null for a card number that was never issued."""
    requested_amount: Decimal | None = None
    """USD, where a partial approval was asked for."""


class SandboxClock(Model):
    _decoders = {
        "now": moment,
    }

    now: datetime
    """Workspace time."""


class SandboxRates(Model):
    rates: dict[str, str]
    """USD for one unit of each currency, as decimal text."""
    overridden: list[str]
    """The currencies whose rate was set; the others have the built-in one."""


class AskedMerchant(Model):
    id: str | None
    """The network's id of the merchant. Null if it is not known."""
    name: str
    category: str
    """A name of GET /categories."""
    mcc: str
    country: str
    city: str | None
    """The city that the merchant reports. Null if it is not known."""


class AskedAuthorization(Model):
    _decoders = {
        "card": Card.from_dict,
        "amount": money,
        "merchant": AskedMerchant.from_dict,
        "expires_at": moment,
    }

    card: Card
    amount: Decimal
    """The amount that the merchant asks for, USD."""
    currency: Literal["USD"]
    merchant: AskedMerchant
    partial: bool
    """Whether the merchant accepts a part of the amount."""
    three_ds_status: ThreeDsStatus
    authorization_id: str | None
    """The authorization that the merchant asks to increase. Null for a new one."""
    expires_at: datetime
    """The time until which an answer counts, by the wall clock."""


class DecisionQuestion(Model):
    _decoders = {
        "created_at": moment,
        "data": AskedAuthorization.from_dict,
    }

    id: str
    """The same when the question is repeated."""
    type: Literal["authorization.request"]
    created_at: datetime
    """The time of the question, by the wall clock."""
    environment: Environment
    data: AskedAuthorization
    test: bool | None = None
    """True in a question of `POST /decision-hook/test`, and absent in any other."""


class DecisionAnswer(Model):
    _decoders = {
        "amount": money,
    }

    approved: bool
    """Whether the card may pay."""
    amount: Decimal | None = None
    reason: str | None = None
    metadata: dict[str, Any] | None = None


class CardTermination(Model):
    _decoders = {
        "refunded_amount": money,
        "terminated_at": moment,
    }

    id: str
    status: Literal["terminated"]
    refunded_amount: Decimal
    """Returned to the wallet, USD."""
    terminated_at: datetime
    """When the card was terminated."""


class CardFreeze(Model):
    _decoders = {
        "frozen_at": moment,
    }

    id: str
    status: Literal["frozen"]
    frozen_at: datetime
    """When the card was frozen."""


class CardFunding(Model):
    _decoders = {
        "previous_balance": money,
        "funded_amount": money,
        "new_balance": money,
        "wallet_balance": money,
    }

    id: str
    previous_balance: Decimal
    funded_amount: Decimal
    new_balance: Decimal
    wallet_balance: Decimal


class CardWithdrawal(Model):
    _decoders = {
        "previous_balance": money,
        "withdrawn_amount": money,
        "new_balance": money,
        "wallet_balance": money,
    }

    id: str
    previous_balance: Decimal
    withdrawn_amount: Decimal
    new_balance: Decimal
    wallet_balance: Decimal


class CardTemplateDeletion(Model):
    id: str
    deleted: Literal[True]


class RuleDeletion(Model):
    id: str
    deleted: Literal[True]


class WebhookDeletion(Model):
    id: str
    deleted: Literal[True]


class DecisionHookDeletion(Model):
    id: str
    deleted: Literal[True]


class EventResend(Model):
    _decoders = {
        "deliveries": list_of(Delivery.from_dict),
    }

    deliveries: list[Delivery]


class SandboxReset(Model):
    ok: Literal[True]

