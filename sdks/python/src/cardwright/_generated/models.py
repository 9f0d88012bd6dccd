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
    """At most 10 limits. Each has an amount, a count or both."""
    merchants: ControlMerchantsInput | None
    categories: ControlCategoriesInput | None
    countries: ControlCountriesInput | None
    uses: int | None
    """The number of purchases after which the card is terminated."""
    merchant_lock: MerchantLock | None
    """`first` locks the card to the first merchant that is approved."""
    active_from: str | datetime | None
    """Purchases before this time are declined."""
    active_until: str | datetime | None
    """Purchases from this time on are declined."""


class ControlLimitInput(TypedDict):
    window: LimitWindow
    """The window of the limit, a UTC calendar unit. A week begins on Monday."""
    amount: NotRequired[Amount]
    """The maximum amount in USD."""
    count: NotRequired[int]
    """The maximum number of purchases."""
    categories: NotRequired[Sequence[str]]
    """The categories that count, as names from GET /categories or merchant category codes. Empty means that every
    purchase counts.
    """


class ControlMerchantsInput(TypedDict, total=False):
    allowed: Sequence[MerchantPatternInput]
    """Merchants that are allowed. A merchant passes if it is on this list or in `allowed_categories`."""
    blocked: Sequence[MerchantPatternInput]
    """Merchants that are always declined."""


class MerchantPatternInput(TypedDict, total=False):
    id: str
    """The network's id of the merchant."""
    name: str
    """The name of the merchant. Case is ignored, and * matches any text."""


class ControlCategoriesInput(TypedDict, total=False):
    blocked: Sequence[str]
    """Names from GET /categories or four-digit merchant category codes."""


class ControlCountriesInput(TypedDict, total=False):
    allowed: Sequence[str]
    """Only merchants in these countries are allowed."""
    blocked: Sequence[str]
    """Merchants in these countries are declined. Cannot be combined with `allowed`."""


class RevealThemeInput(TypedDict, total=False):
    color_scheme: RevealColorScheme
    """The default colours of the page. `auto` follows the device."""
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
    """A font family of the device."""
    font_size: int
    """The size of the text, in pixels."""
    radius: int
    """The radius of the corners of the buttons, in pixels."""
    timer: bool
    """Whether the page shows when it will hide the number."""
    padding: int
    """The space around the content, in pixels."""


class NewRequestedMerchantInput(TypedDict):
    name: str
    """A part of the name under which the merchant charges cards. The card works nowhere else. At least three
    characters, without *. A URL belongs in `url`.
    """
    url: NotRequired[str]
    """An https address, shown to the person who decides."""
    id: NotRequired[str]
    """The network's id of the merchant. If it is given, the id must match instead of the name."""


class MerchantInput(TypedDict):
    name: str
    mcc: str
    """The merchant category code, ISO 18245."""
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
    """The maximum amount in USD. Null if only purchases are counted."""
    count: int | None
    """The maximum number of purchases. Null if only the amount counts."""
    categories: list[str]
    """The categories that count. Empty means that every purchase counts."""


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
    """The number of purchases after which the card is terminated."""
    merchant_lock: MerchantLock | None
    """`first` locks the card to the first merchant that is approved."""
    locked_to: LockedMerchant | None
    """The merchant that the card is locked to. Null before its first purchase."""
    active_from: datetime | None
    """Purchases before this time are declined."""
    active_until: datetime | None
    """Purchases from this time on are declined."""


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
    """The amount that can be spent, in USD. Held money is already subtracted. It is below zero only after a forced
    settlement or one above its hold.
    """
    held: Decimal
    """The amount reserved by authorizations that have not settled yet, in USD."""
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
    """The maximum that may be spent in a calendar month (UTC), in USD."""
    allowed_categories: list[str]
    """The merchant categories that are allowed. Empty means all categories."""
    auto_freeze_at: Decimal | None
    """The card is frozen when a debit leaves its balance below this amount."""
    metadata: dict[str, Any]
    controls: Controls
    expires_at: datetime
    """The last moment of the month in which the card expires."""
    replaces: str | None
    """The card that this one replaced. Null if it replaced none."""
    replaced_by: str | None
    """The card that replaced this one. Null if it was not replaced."""


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
    """The sum of settlements less refunds, in USD."""
    transaction_count: int
    """The number of authorizations, settlements, refunds and declines."""
    metadata: dict[str, Any]
    controls: Controls
    expires_at: datetime
    """The last moment of the month in which the card expires."""
    last_used_at: datetime | None
    """When the card was last used: its last approved authorization or settlement. Null before the first."""
    replaces: str | None
    """The card that this one replaced. Null if it replaced none."""
    replaced_by: str | None
    """The card that replaced this one. Null if it was not replaced."""


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
    """The full card number."""
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
    """For the `src` of an iframe. Anybody who has it can open it: send it to one browser and store it nowhere. For an
    agent key it is a page of the dashboard, which a signed-in person with the right `reveal` opens.
    """
    expires_at: datetime
    """Until when the page can be opened and shows the number."""


class LimitUse(Model):
    _decoders = {
        "amount": money,
        "used_amount": money,
        "remaining_amount": money,
        "resets_at": moment,
    }

    window: LimitWindow
    categories: list[str]
    """The categories that count. Empty means that every purchase counts."""
    amount: Decimal | None
    """The maximum amount in USD. Null if only purchases are counted."""
    count: int | None
    """The maximum number of purchases. Null if only the amount counts."""
    used_amount: Decimal
    """The amount that is used, in USD. 0 for `per_transaction`, which starts again with each purchase."""
    used_count: int | None
    """The number of purchases in the window. Null for the monthly spending limit, which does not count purchases."""
    remaining_amount: Decimal | None
    """The amount that is left, in USD. Never below zero."""
    remaining_count: int | None
    """The number of purchases that are left. Never below zero."""
    resets_at: datetime | None
    """When the window resets. Null if it never resets."""


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
    """The number of purchases after which the card is terminated. Null if purchases are not limited."""


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
    """A BIN from GET /bins. Null means that the request to create a card names the BIN."""
    spending_limit: Decimal | None
    """The monthly limit in USD. Null means the maximum of the BIN."""
    allowed_categories: list[str]
    """The merchant categories that are allowed. Empty means all categories."""
    auto_freeze_at: Decimal | None
    """A card made from the template is frozen when a debit leaves its balance below this amount."""
    controls: Controls
    metadata: dict[str, Any]
    created_at: datetime
    """When the template was created."""
    updated_at: datetime
    """When the template was last changed."""


class RequestedMerchant(Model):
    name: str
    url: str | None
    """The address of the shop."""
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
    """`pending` until the request is decided or ten minutes have passed; `approved` while its card can be used;
    `used` after the purchase.
    """
    amount: Decimal
    """The requested amount in USD."""
    merchant: RequestedMerchant
    reason: str
    valid_for: int
    """How long the card can be used after the approval, in seconds."""
    metadata: dict[str, Any]
    requested_by: str
    """The key or the person that made the request."""
    approval_url: str
    """The page of the dashboard on which a person decides."""
    card_id: str | None
    """The card that was made for the request. Null until the request is approved."""
    decided_by: str | None
    """Who decided. Null while nobody has decided, and when the policy of the key decided."""
    decided_at: datetime | None
    """When the request was approved or denied."""
    note: str | None
    """The note of the person or key that decided."""
    created_at: datetime
    """When the request was made."""
    expires_at: datetime | None
    """When the request expires. Null once it has ended."""
    ended_at: datetime | None
    """When the request was used, denied or canceled, or expired."""
    outcome: SpendOutcome | None
    """What became of the purchase, as reported by the requester. Null until it is reported."""
    outcome_note: str | None
    """What was said about the outcome."""


class Merchant(Model):
    name: str
    category: str
    """The merchant category, a name from GET /categories."""
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
    """The unit of `limit` and `used`: USD or purchases."""
    limit: Decimal | None = None
    used: Decimal | None = None
    """How much of the limit was used before this purchase."""
    resets_at: datetime | None = None
    """When the window resets. Null if it never resets."""
    rule_id: str | None = None
    """The rule that stopped the payment."""
    explanation: str | None = None
    """Why the rule stopped the payment, in words."""
    reason: str | None = None
    """The reason that the hook gave. Present for `hook_declined`."""
    returned: Decimal | None = None
    """Of an increment after the last use has ended the card: what the card returned to the wallet when it ended, USD.
    Increments may take no more.
    """
    taken: Decimal | None = None
    """With `returned`: what increments, and settlements above their hold, have taken since, USD."""


class Decision(Model):
    id: str
    """The id of the question."""
    hook_id: str
    outcome: DecisionOutcome
    """The hook's answer. Without a valid answer: `timeout` if none came in time, `error` if the answer was invalid or
    the connection failed, `fallback` if the hook was not asked because it kept failing or no time was left.
    """
    fallback: DecisionFallback | None
    """The fallback that was applied. Null if the hook answered."""
    duration_ms: int
    """The time that the hook took to answer, in milliseconds."""
    metadata: dict[str, Any] | None
    """The metadata of the hook's answer."""


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
    """The amount in USD, with a sign: authorizations, settlements and declines are negative, refunds are positive."""
    currency: Literal["USD"]
    merchant: Merchant
    balance_after: Decimal
    """The balance of the card after the transaction."""
    created_at: datetime
    """When the transaction happened."""
    merchant_id: str | None
    """The network's id of the merchant. Null if not known."""
    merchant_city: str | None
    """The city of the merchant. Null if not known."""
    decline_detail: DeclineDetail | None
    """Details of a decline. For a limit: which one, and how much of it was used at that moment. For a rule: which
    one, and why.
    """
    decision: Decision | None
    """The question to the decision hook. Null if the hook was not asked."""
    merchant_amount: Decimal | None
    """The amount in the merchant's currency, with the sign of `amount`. Null if the merchant charged USD."""
    merchant_currency: str | None
    """The currency of `merchant_amount`, ISO 4217. Null if the merchant charged USD."""
    conversion_rate: str | None
    """The value of one unit of `merchant_currency` in USD, as decimal text."""
    processor: str | None
    """The processor that requested or reported the transaction. Null if there is none."""
    network_transaction_id: str | None
    """The card network's id of the transaction. Null if not known."""
    auth_code: str | None
    """The approval code that the merchant received. Null if not known."""
    arn: str | None
    """The acquirer reference number of a settlement or refund. Null if not known."""
    source: TransactionSource | None
    """`stand_in`: the processor or the network approved the transaction instead of this service. Null if this service
    decided.
    """


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
    """The processor's own reason. Present for `declined_by_processor`."""
    created_at: datetime
    """When this happened."""


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
    """The amount that the authorization still reserves, in USD."""
    decline_reason: DeclineReason | None
    rule_results: list[RuleResult]
    """For an authorization or increment that passed all controls: every rule that was evaluated, and why it matched
    or not, with the values of that moment.
    """
    authorization_timeline: list[AuthorizationStep]
    """What happened to the authorization, oldest first. Amounts are positive."""


class ExplainedTest(Model):
    test: DeclineReason
    """The decline reason that a failure of this check has."""
    outcome: TestOutcome
    """The outcome of the check. `not_reached`: an earlier check failed. `assumed`: the check depends on what the
    merchant will send.
    """
    words: str
    """What the check asks, in words."""
    numbers: str | None
    """The numbers that the check compared, where they are known."""


class ExplainedNow(Model):
    _decoders = {
        "tests": list_of(ExplainedTest.from_dict),
        "judged_at": moment,
    }

    would_pass: bool
    decline_reason: DeclineReason | None
    """The reason for the decline. Null if the purchase was, or would be, approved."""
    title: str
    """A short title of the outcome."""
    because: str
    """The explanation in a sentence."""
    remedy: str | None
    """What can be done about it. Null if nothing needs to be done."""
    tests: list[ExplainedTest]
    """The checks in the order in which they are made. The first one that fails decides."""
    judged_at: datetime
    """When this was evaluated, in workspace time."""


class Explanation(Model):
    _decoders = {
        "tests": list_of(ExplainedTest.from_dict),
        "now": ExplainedNow.from_dict,
    }

    transaction_id: str
    card_id: str
    outcome: ExplainedOutcome
    """What was decided. `not_judged`: nothing was decided here, because settlements and refunds are always posted, or
    because the processor approved the transaction.
    """
    decline_reason: DeclineReason | None
    """The reason for the decline. Null if the purchase was, or would be, approved."""
    title: str
    """A short title of the outcome."""
    because: str
    """The explanation in a sentence."""
    remedy: str | None
    """What can be done about it. Null if nothing needs to be done."""
    tests: list[ExplainedTest]
    """The checks in the order in which they are made. The first one that fails decides."""
    now: ExplainedNow | None
    """Whether the same purchase would pass now. Null if there is nothing to check."""


class ProcessorBalance(Model):
    _decoders = {
        "available": money,
        "as_of": moment,
    }

    processor: str
    """The operator's name for the processor."""
    available: Decimal
    currency: Literal["USD"]
    as_of: datetime
    """When the processor reported the balance."""


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
    """The amount that the pending deposits would credit at the current rates."""
    total_deposited: Decimal
    """The sum credited by confirmed deposits, after fees."""
    total_spent: Decimal
    """The sum of settlements less refunds over all cards. A key that is limited to cards sees the sum over those
    cards.
    """
    cards_active: int
    """For a key that is bound to cards, how many of those are active."""
    cards_total_balance: Decimal
    """The sum of the balances of all cards that are not terminated. A key that is limited to cards sees the sum over
    those cards.
    """
    processor_balances: list[ProcessorBalance] | None = None
    """The balances at the processors whose BINs this workspace can use, as far as they report them. This money
    belongs to the whole service and is separate from the wallet; a processor declines payments that it does not
    cover. Present in production, and in a sandbox with such BINs, but not for a key that is limited to cards.
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
    """The deposit address of each currency. `usdt` shares the address of `eth`."""
    networks: Networks
    """The chain of each currency."""
    min_deposit: MinDeposit
    """The minimum deposit of each currency, as decimal text. A smaller deposit is shown as expired and never
    credited.
    """
    environment: Literal["sandbox"] | None = None
    """Present in the sandbox, where nobody holds a key to these addresses."""


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
    """The amount credited to the wallet, in USD. An estimate while the deposit is pending, 0 if it expired."""
    status: DepositStatus
    tx_hash: str
    confirmations: int
    created_at: datetime
    """When the deposit was detected."""
    confirmed_at: datetime | None = None
    """When the deposit was confirmed. Present only after confirmation."""


class WalletTransaction(Model):
    _decoders = {
        "amount": money,
        "balance_after": money,
        "created_at": moment,
    }

    sequence: int
    """The number of the movement, counted from 1."""
    type: WalletTransactionType
    """`deposit`: a deposit was credited; `deposit_reversal`: a credited deposit had left its chain, and was taken
    back; `fund`: money went to a card, at its creation too; first to its overdraft, which is a movement of its
    own; `withdraw`: money came back from a card; `terminate`: a terminated card gave back what it held, or its
    overdraft was paid; `hold`: more was held for a purchase after its card was terminated; `settle`: a settlement
    came after its card was terminated; `reverse`: a hold on a terminated card was reversed; `expire`: a hold on a
    terminated card expired; `refund`: a refund came after its card was terminated
    """
    amount: Decimal
    """The amount in USD. Positive into the wallet, negative out of it."""
    balance_after: Decimal
    """The balance of the wallet right after this movement."""
    created_at: datetime
    """When the money moved."""
    card_id: str | None = None
    """The card that the money came from or went to."""
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
    """The maximum amount of one authorization, in USD."""
    max_monthly: Decimal
    """The maximum that a card may spend in a month, in USD."""
    acceptance_rate: float
    """The share of merchants that accept cards of this BIN, from 0 to 1."""
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
    """The amount of the payment. Zero when a merchant stores the card and nothing is paid yet."""
    method: ChallengeMethod
    """`passcode`: type `otp` on the page of the bank. `out_of_band`: approve or decline the payment here."""
    otp: str | None
    """The passcode, usually six digits. Null if the method is `out_of_band`."""
    status: ChallengeStatus
    outcome: ChallengeOutcome | None
    """The answer to an `out_of_band` challenge. Null before it is answered, and for a passcode."""
    expires_at: datetime
    """When the challenge expires: after five minutes, or when the processor stops waiting."""
    created_at: datetime
    """When the merchant requested the challenge."""


class RuleCondition(Model):
    attribute: str
    """One of: `amount`, `mcc`, `category`, `merchant_id`, `merchant_name`, `country`, `card_age_days`,
    `card_count_1h`, `card_count_24h`, `card_declines_1h`, `card_declines_24h`, `is_first_purchase`,
    `is_new_merchant`, `is_new_country`, `hour`, `weekday`, `three_ds`, `card_metadata.KEY`.
    """
    op: RuleOp
    """The comparison. Each attribute supports some of them."""
    value: Any
    """A text, a number, true or false, as the attribute requires; an `amount` is in dollars. For `in` and `not_in`, a
    list of 1 to 100 such values.
    """


class Rule(Model):
    _decoders = {
        "when": list_of(RuleCondition.from_dict),
        "created_at": moment,
        "updated_at": moment,
    }

    id: str
    version: int
    """The version of the rule, counted from 1. Each change makes a new version."""
    name: str
    action: RuleAction
    when: list[RuleCondition]
    card_ids: list[str] | None
    """The cards that the rule applies to. Null means all cards."""
    state: RuleState
    created_at: datetime
    """When the rule was created."""
    updated_at: datetime
    """When this version was created."""


class RuleVersion(Model):
    _decoders = {
        "when": list_of(RuleCondition.from_dict),
        "created_at": moment,
    }

    rule_id: str
    version: int
    """The version of the rule, counted from 1. Each change makes a new version."""
    name: str
    action: RuleAction
    when: list[RuleCondition]
    card_ids: list[str] | None
    """The cards that the rule applies to. Null means all cards."""
    state: RuleState
    created_at: datetime
    """When this version was created."""


class RuleReportDay(Model):
    date: str
    """The UTC day, in workspace time."""
    matched: int
    """The number of payments that the rule matched, in any state."""
    acted: int
    """The number of payments that the rule stopped while it was active. Their declines name it as `rule_id`."""


class RuleReport(Model):
    _decoders = {
        "days": list_of(RuleReportDay.from_dict),
    }

    rule_id: str
    matched: int
    """The number of payments that the rule matched, in any state."""
    acted: int
    """The number of payments that the rule stopped while it was active. Their declines name it as `rule_id`."""
    days: list[RuleReportDay]
    """Every day of the range, oldest first."""


class BacktestDay(Model):
    _decoders = {
        "amount": money,
    }

    date: str
    """The UTC day, in workspace time."""
    would_stop: int
    """The number of payments that the rule would have declined or challenged."""
    false: int
    """How many of them had been approved."""
    amount: Decimal
    """The sum of the payments that the rule would have stopped, in USD."""


class BacktestExample(Model):
    _decoders = {
        "amount": money,
        "created_at": moment,
    }

    transaction_id: str
    amount: Decimal
    """The amount of the payment in USD, positive."""
    approved: bool
    """Whether the payment was approved at the time."""
    explanation: str
    created_at: datetime
    """When the payment was decided."""


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
    """The version of the rule that the backtest uses."""
    from_: datetime
    """Time of the first payment that the backtest checks."""
    to: datetime
    """Time of the last payment that the backtest checks."""
    status: BacktestStatus
    progress: int
    """The percentage of the history that has been read."""
    judged: int
    """The number of new authorizations decided in the range, approved or declined."""
    would_decline: int
    would_challenge: int
    """The number of payments that the rule would have challenged. Payments that had completed 3-D Secure are not
    counted.
    """
    false: int
    """The number of approved payments that the rule would have stopped."""
    days: list[BacktestDay]
    """The days on which the rule would have stopped a payment, oldest first."""
    examples: list[BacktestExample]
    """The newest payments that the rule would have stopped, at most 20."""
    created_at: datetime
    """When the backtest was requested."""
    completed_at: datetime | None
    """When the backtest was completed."""


class Webhook(Model):
    _decoders = {
        "created_at": moment,
    }

    id: str
    url: str
    events: list[str]
    """The event types. `*` alone means all of them."""
    active: bool
    """Whether events are sent. Set to false by PATCH, by a response with status 410, or after five days of failures.
    """
    created_at: datetime
    """When the endpoint was registered."""


class WebhookWithSecret(Webhook):
    _masked = frozenset({"secret"})

    secret: str
    """The secret that signs deliveries. Shown only in this response."""


class Delivery(Model):
    _decoders = {
        "next_attempt_at": moment,
        "created_at": moment,
    }

    id: str
    event_id: str
    event_type: EventType
    attempt: int
    """The number of attempts made so far."""
    status: DeliveryStatus
    response_status: int | None
    """The HTTP status of the last attempt. Null if there was no response."""
    response_body: str | None
    """The first KiB of the last response, or the reason why there was none. Null for a read-only key."""
    duration_ms: int | None
    """The duration of the last attempt."""
    next_attempt_at: datetime | None
    """When the next attempt is due, in workspace time. Null unless the delivery is pending."""
    created_at: datetime
    """When the delivery was queued, in workspace time."""


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
    """How long the service waits for an answer, in milliseconds."""
    on_timeout: DecisionFallback
    """The decision when no valid answer comes in time, and while the hook is paused because it kept failing."""
    active: bool
    """Whether the hook is asked. When false, authorizations are decided without it."""
    card_ids: list[str] | None
    """The cards whose authorizations are sent to the hook. Null means all cards."""
    paused_until: datetime | None
    """Until when the hook is not asked, because ten questions in a row failed. In real time. Null if the hook is
    asked.
    """
    created_at: datetime
    """When the hook was first set."""
    updated_at: datetime
    """When the settings of the hook were last changed."""
    secret: str | None
    """The secret that signs the questions. Shown only in the response that creates it, otherwise null."""


class DecisionHook(Model):
    _decoders = {
        "paused_until": moment,
        "created_at": moment,
        "updated_at": moment,
    }

    id: str
    url: str
    timeout_ms: int
    """How long the service waits for an answer, in milliseconds."""
    on_timeout: DecisionFallback
    """The decision when no valid answer comes in time, and while the hook is paused because it kept failing."""
    active: bool
    """Whether the hook is asked. When false, authorizations are decided without it."""
    card_ids: list[str] | None
    """The cards whose authorizations are sent to the hook. Null means all cards."""
    paused_until: datetime | None
    """Until when the hook is not asked, because ten questions in a row failed. In real time. Null if the hook is
    asked.
    """
    created_at: datetime
    """When the hook was first set."""
    updated_at: datetime
    """When the settings of the hook were last changed."""


class DecisionAttempt(Model):
    _decoders = {
        "amount": money,
        "created_at": moment,
    }

    id: str
    decision_id: str
    """The `id` of the question. The `decision` of the transaction shows the same id."""
    hook_id: str
    card_id: str | None
    """The card of the authorization. Null for a test."""
    authorization_id: str | None
    """The authorization that the merchant asked to increase, if any."""
    amount: Decimal
    """The amount of the request, in USD."""
    merchant: str
    """The name of the merchant."""
    outcome: DecisionOutcome
    fallback: DecisionFallback | None
    """The fallback that was applied. Null if the hook answered."""
    response_status: int | None
    """The HTTP status of the response. Null if there was no response."""
    response_body: str | None
    """The first KiB of the response."""
    error: str | None
    """Why there was no valid answer. Null if there was one."""
    duration_ms: int
    """The time from the question to the answer, or to the timeout."""
    test: bool
    """Whether this was a test, which decides nothing."""
    created_at: datetime
    """When the hook was asked, in workspace time."""


class Event(Model):
    _decoders = {
        "created_at": moment,
    }

    id: str
    type: EventType
    created_at: datetime
    """When the event happened, in workspace time."""
    environment: Environment
    sequence: int
    """The number of the event in its workspace. It increases by one with every event, without gaps."""
    data: Any
    """The object as its GET request showed it at the time of the event."""


class LoggedRequest(Model):
    _decoders = {
        "created_at": moment,
    }

    request_id: str
    """The id of the request, as in the header X-Request-Id and in every error."""
    method: str
    path: str
    """The path of the request, without its query."""
    status: int
    duration_ms: int
    """The time until the response was handed to the connection."""
    error: str | None
    """The identifier of the error. Null if there was none."""
    actor: str
    """The key or the dashboard user that made the request."""
    source: Literal["api_key", "dashboard"]
    """`api_key` for a request with a key, `dashboard` for a person."""
    ip: str
    """The IP address that the request came from."""
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
    """The amount that the key may move to cards in one window, in USD."""
    window: BudgetWindow
    """The window of the budget: a UTC calendar unit of workspace time."""
    used: Decimal
    """USD moved in the window that runs. What returns to the wallet is not given back, except the amount of a spend
    request that ends unused in the same window.
    """
    remaining: Decimal
    """The amount that is left in the current window, in USD."""
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
    """The amounts that are approved automatically, in USD. Null means that nothing is."""
    merchants: list[PolicyMerchant]
    """Merchants approved automatically. Empty means any merchant."""
    confirm_above: Decimal | None
    """Above this amount, the person who approves must have signed in again within the last five minutes. Null means
    above 100.00.
    """


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
    """The scopes of the key."""
    read_only: bool
    """Whether the key can only read. A read-only key sees neither card numbers nor passcodes."""
    card_ids: list[str] | None
    """The only cards that the key can reach. Null if the key is not limited to a list of cards."""
    own_cards: bool
    """Whether the key can reach only cards that were made with it."""
    budget: KeyBudget | None
    """The budget of the key. Null if it has none: a standard key is then limited by the wallet alone, and an agent
    key cannot move money.
    """
    expires_at: datetime | None
    """When the key expires, in real time. Null if it does not expire."""
    spend_policy: SpendPolicy | None
    """Which spend requests of the key are approved automatically. Null means that a person decides on all of them."""
    ip_allow: list[str] | None
    """The networks that requests with the key may come from. Null means anywhere."""
    created_at: datetime
    """When the key was created."""


class AuthorizationOutcome(Model):
    _decoders = {
        "transaction": Transaction.from_dict,
        "requested_amount": money,
    }

    approved: bool
    decline_reason: DeclineReason | None
    transaction: Transaction | None
    """The transaction. Null for a card number that was never issued."""
    requested_amount: Decimal | None = None
    """The amount that the merchant asked for, in USD. Present when a partial approval was requested."""


class SandboxClock(Model):
    _decoders = {
        "now": moment,
    }

    now: datetime
    """The current workspace time."""


class SandboxRates(Model):
    rates: dict[str, str]
    """The value of one unit of each currency in USD, as decimal text."""
    overridden: list[str]
    """The currencies whose rate was set. The others use the built-in rate."""


class AskedMerchant(Model):
    id: str | None
    """The network's id of the merchant. Null if it is not known."""
    name: str
    category: str
    """The merchant category, a name from GET /categories."""
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
    """The amount returned to the wallet, in USD."""
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

