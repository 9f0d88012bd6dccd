"""Generated from openapi.json by `sdks/python/run generate`. Changes here are lost."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence

from .._call import NOT_GIVEN, Call, NotGiven, RequestOptions, WriteOptions, nullable, segment
from .._events import decode_event
from .._pages import Pages
from . import models
from .models import *  # noqa: F403

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._sender import Sender
    from .._stream import EventStream


class WalletDepositsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        status: DepositStatus | None = None,
        currency: Currency | None = None,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[Deposit]:
        """List deposits.

        Lists deposits, newest first. `total` is counted up to 10,000.

        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            "/wallet/deposits",
            query={
                "status": status,
                "currency": currency,
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, models.Deposit.from_dict, options)

    def get(
        self,
        deposit_id: str,
        **options: Unpack[RequestOptions],
    ) -> Deposit:
        """Get a deposit."""
        call = Call("GET", f"/wallet/deposits/{segment(deposit_id)}")
        return self._sender.send(call, models.Deposit.from_dict, options)


class WalletTransactionsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[WalletTransaction]:
        """List movements of the wallet.

        Lists every movement of the wallet, newest first. Each `balance_after` is the one below it plus `amount`.

        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            "/wallet/transactions",
            query={
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, models.WalletTransaction.from_dict, options)


class RulesVersionsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        rule_id: str,
        *,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[RuleVersion]:
        """List the versions of a rule.

        Lists the versions, newest first. To return to one, PATCH the rule with its values, which makes a new version.

        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            f"/rules/{segment(rule_id)}/versions",
            query={
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, models.RuleVersion.from_dict, options)


class RulesBacktestsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        rule_id: str,
        *,
        from_: str | date,
        to: str | date,
        **options: Unpack[WriteOptions],
    ) -> RuleBacktest:
        """Create a backtest.

        Computes what the newest version of the rule would have done to the payments of a range, velocity included. It
        runs in the background: read the backtest until it is `completed`. The history stays as it was: a payment that
        the rule would have stopped still counts for later ones. The range has at most 366 days, and a workspace has
        at most 5 unfinished backtests.

        from_: The start of the range, ISO 8601, inclusive. A bare date means that UTC day.
        to: The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.
        """
        call = Call(
            "POST",
            f"/rules/{segment(rule_id)}/backtests",
            body={
                "from": from_,
                "to": to,
            },
        )
        return self._sender.send(call, models.RuleBacktest.from_dict, options)

    def list(
        self,
        rule_id: str,
        **options: Unpack[RequestOptions],
    ) -> Pages[RuleBacktest]:
        """List the backtests of a rule.

        The newest 20, newest first.
        """
        call = Call("GET", f"/rules/{segment(rule_id)}/backtests")
        return self._sender.list(call, models.RuleBacktest.from_dict, options)

    def get(
        self,
        rule_id: str,
        backtest_id: str,
        **options: Unpack[RequestOptions],
    ) -> RuleBacktest:
        """Get a backtest."""
        call = Call("GET", f"/rules/{segment(rule_id)}/backtests/{segment(backtest_id)}")
        return self._sender.send(call, models.RuleBacktest.from_dict, options)


class WebhooksDeliveriesResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        webhook_id: str,
        *,
        status: DeliveryStatus | None = None,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[Delivery]:
        """List the deliveries of an endpoint.

        Lists deliveries, newest first, each with the response to its last attempt. They are kept for 30 days.

        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            f"/webhooks/{segment(webhook_id)}/deliveries",
            query={
                "status": status,
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, models.Delivery.from_dict, options)

    def retry(
        self,
        webhook_id: str,
        delivery_id: str,
        **options: Unpack[WriteOptions],
    ) -> Delivery:
        """Retry a delivery.

        Tries the delivery again immediately, even if it succeeded or was given up. For a delivery of a
        `3ds.challenge` event, this needs the scope `3ds:read` too.
        """
        call = Call("POST", f"/webhooks/{segment(webhook_id)}/deliveries/{segment(delivery_id)}/retry")
        return self._sender.send(call, models.Delivery.from_dict, options)


class DecisionHookAttemptsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        card_id: str | None = None,
        outcome: DecisionOutcome | None = None,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[DecisionAttempt]:
        """List the attempts of the hook.

        Lists the questions to the hook, newest first, tests included. They are kept for 30 days, even after the hook
        is deleted. A question appears within a second.

        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            "/decision-hook/attempts",
            query={
                "card_id": card_id,
                "outcome": outcome,
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, models.DecisionAttempt.from_dict, options)


class SandboxDepositsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        *,
        currency: Currency,
        amount_crypto: str,
        confirm: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> Deposit:
        """Simulate a deposit.

        Simulates the detection of a crypto deposit. With `confirm` it is confirmed and credited immediately, at the
        fixed rates of the sandbox.

        amount_crypto: The amount in units of the currency, as decimal text.
        """
        call = Call(
            "POST",
            "/sandbox/deposits",
            body={
                "currency": currency,
                "amount_crypto": amount_crypto,
                "confirm": confirm,
            },
        )
        return self._sender.send(call, models.Deposit.from_dict, options)

    def confirm(
        self,
        deposit_id: str,
        **options: Unpack[WriteOptions],
    ) -> Deposit:
        """Confirm a pending deposit.

        Confirms the deposit and credits the wallet. Repeating the call changes nothing.
        """
        call = Call("POST", f"/sandbox/deposits/{segment(deposit_id)}/confirm")
        return self._sender.send(call, models.Deposit.from_dict, options)

    def expire(
        self,
        deposit_id: str,
        **options: Unpack[WriteOptions],
    ) -> Deposit:
        """Expire a pending deposit.

        Expires the deposit as if it had vanished from its chain. Repeating the call changes nothing.
        """
        call = Call("POST", f"/sandbox/deposits/{segment(deposit_id)}/expire")
        return self._sender.send(call, models.Deposit.from_dict, options)


class SandboxAuthorizationsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        *,
        amount: Amount,
        merchant: MerchantInput,
        card_id: str | None = None,
        pan: str | None = None,
        cvv: str | None = None,
        exp_month: int | None = None,
        exp_year: int | None = None,
        currency: str | None = None,
        three_ds_challenge_id: str | None = None,
        partial: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> AuthorizationOutcome:
        """Simulate an authorization.

        Simulates a merchant that asks for money. A decline is a successful response too: look at `approved`. The
        first check that fails decides the reason.

        amount: The amount in units of `currency`, with no more decimals than the currency has: two for USD and most
            others, none for JPY, three for BHD.
        pan: The card number, instead of `card_id`, as a merchant would send it.
        currency: The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.
        partial: Whether to approve up to the balance instead of declining.
        """
        call = Call(
            "POST",
            "/sandbox/authorizations",
            body={
                "amount": amount,
                "merchant": merchant,
                "card_id": card_id,
                "pan": pan,
                "cvv": cvv,
                "exp_month": exp_month,
                "exp_year": exp_year,
                "currency": currency,
                "three_ds_challenge_id": three_ds_challenge_id,
                "partial": partial,
            },
        )
        return self._sender.send(call, models.AuthorizationOutcome.from_dict, options)

    def increment(
        self,
        txn_id: str,
        *,
        amount: Amount,
        currency: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> AuthorizationOutcome:
        """Increment an authorization.

        Simulates a merchant that asks for more money on an authorization. An approval is a further authorization of
        the same hold. A decline does not change the hold. After the last use has ended the card, increments take at
        most what the card returned to the wallet, less what was taken since.

        amount: The amount in units of `currency`, with no more decimals than the currency has: two for USD and most
            others, none for JPY, three for BHD.
        currency: The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.
        """
        call = Call(
            "POST",
            f"/sandbox/authorizations/{segment(txn_id)}/increment",
            body={
                "amount": amount,
                "currency": currency,
            },
        )
        return self._sender.send(call, models.AuthorizationOutcome.from_dict, options)

    def settle(
        self,
        txn_id: str,
        *,
        amount: Amount | None = None,
        currency: str | None = None,
        final: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> Transaction:
        """Settle an authorization.

        Captures the amount of the hold, or less, or more. With `final: false` the rest stays held for further
        captures. An authorization can be settled after it expired or was reversed; the amount is then required.
        Without an amount, an authorization in another currency settles the units that it still holds at the current
        rate, so the amount in USD may differ from the held amount.

        amount: The amount in units of `currency`, with no more decimals than the currency has: two for USD and most
            others, none for JPY, three for BHD.
        currency: The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.
        """
        call = Call(
            "POST",
            f"/sandbox/authorizations/{segment(txn_id)}/settle",
            body={
                "amount": amount,
                "currency": currency,
                "final": final,
            },
        )
        return self._sender.send(call, models.Transaction.from_dict, options)

    def reverse(
        self,
        txn_id: str,
        *,
        amount: Amount | None = None,
        **options: Unpack[WriteOptions],
    ) -> FullTransaction:
        """Reverse an authorization.

        Releases the hold or a part of it.

        amount: The amount in USD, at least 0.01.
        """
        call = Call(
            "POST",
            f"/sandbox/authorizations/{segment(txn_id)}/reverse",
            body={
                "amount": amount,
            },
        )
        return self._sender.send(call, models.FullTransaction.from_dict, options)

    def expire(
        self,
        txn_id: str,
        **options: Unpack[WriteOptions],
    ) -> FullTransaction:
        """Expire an authorization.

        Releases the hold as if it had expired. Repeating the call changes nothing.
        """
        call = Call("POST", f"/sandbox/authorizations/{segment(txn_id)}/expire")
        return self._sender.send(call, models.FullTransaction.from_dict, options)


class SandboxSettlementsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        *,
        card_id: str,
        amount: Amount,
        merchant: MerchantInput,
        currency: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> Transaction:
        """Simulate a forced settlement.

        Simulates a settlement without an authorization. It is always posted and may take the balance of the card
        below zero.

        amount: The amount in units of `currency`, with no more decimals than the currency has: two for USD and most
            others, none for JPY, three for BHD.
        currency: The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.
        """
        call = Call(
            "POST",
            "/sandbox/settlements",
            body={
                "card_id": card_id,
                "amount": amount,
                "merchant": merchant,
                "currency": currency,
            },
        )
        return self._sender.send(call, models.Transaction.from_dict, options)


class SandboxRefundsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        *,
        transaction_id: str | None = None,
        card_id: str | None = None,
        merchant: MerchantInput | None = None,
        amount: Amount | None = None,
        currency: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> Transaction:
        """Simulate a refund.

        Simulates a refund of a settlement (`transaction_id`; the amount is in USD and defaults to the rest), or a
        refund without a settlement (`card_id`, `merchant`, `amount`, and `currency` if it is not USD).

        transaction_id: The settlement to refund.
        amount: The amount in units of `currency`, with no more decimals than the currency has: two for USD and most
            others, none for JPY, three for BHD.
        currency: The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.
        """
        call = Call(
            "POST",
            "/sandbox/refunds",
            body={
                "transaction_id": transaction_id,
                "card_id": card_id,
                "merchant": merchant,
                "amount": amount,
                "currency": currency,
            },
        )
        return self._sender.send(call, models.Transaction.from_dict, options)


class SandboxThreeDsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        *,
        card_id: str,
        merchant: str,
        amount: Amount,
        method: ChallengeMethod | None = None,
        **options: Unpack[WriteOptions],
    ) -> ThreeDsChallenge:
        """Simulate a 3-D Secure challenge.

        Simulates a merchant that asks for verification of a payment. The passcode is in the response and in the event
        `3ds.challenge`; a key without `3ds:read` gets it masked. With the method `out_of_band` there is no passcode:
        approve or decline the payment instead.

        amount: The amount in USD, at least 0.01.
        """
        call = Call(
            "POST",
            "/sandbox/3ds",
            body={
                "card_id": card_id,
                "merchant": merchant,
                "amount": amount,
                "method": method,
            },
        )
        return self._sender.send(call, models.ThreeDsChallenge.from_dict, options)

    def verify(
        self,
        challenge_id: str,
        *,
        otp: str,
        **options: Unpack[WriteOptions],
    ) -> ThreeDsChallenge:
        """Enter the passcode of a challenge.

        Enters the passcode as the cardholder would. The third wrong code ends the challenge.
        """
        call = Call(
            "POST",
            f"/sandbox/3ds/{segment(challenge_id)}/verify",
            body={
                "otp": otp,
            },
        )
        return self._sender.send(call, models.ThreeDsChallenge.from_dict, options)


class SandboxClockResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def get(
        self,
        **options: Unpack[RequestOptions],
    ) -> SandboxClock:
        """Read the sandbox clock."""
        call = Call("GET", "/sandbox/clock")
        return self._sender.send(call, models.SandboxClock.from_dict, options)

    def advance(
        self,
        *,
        seconds: int,
        **options: Unpack[WriteOptions],
    ) -> SandboxClock:
        """Move the sandbox clock forward.

        Moves the clock. When the call returns, everything that became due has happened, in order and with its own
        time: holds and deposits have expired, challenges have ended, a new month may have begun. A 503 means that the
        clock has not arrived yet; the next call continues from there.
        """
        call = Call(
            "POST",
            "/sandbox/clock/advance",
            body={
                "seconds": seconds,
            },
        )
        return self._sender.send(call, models.SandboxClock.from_dict, options)


class SandboxRatesResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def get(
        self,
        **options: Unpack[RequestOptions],
    ) -> SandboxRates:
        """Read the conversion rates of the sandbox."""
        call = Call("GET", "/sandbox/rates")
        return self._sender.send(call, models.SandboxRates.from_dict, options)

    def set(
        self,
        *,
        rates: Mapping[str, str],
        **options: Unpack[WriteOptions],
    ) -> SandboxRates:
        """Set conversion rates of the sandbox.

        Sets the rates for authorizations, settlements and refunds with a `currency`. A rate applies from the next
        call on, so a settlement after a change may differ from the held amount. A reset restores the built-in rates.

        rates: The value of one unit in USD by ISO 4217 code, as decimal text above zero. The given rates replace all
            that were set before; an empty object restores the built-in rates.
        """
        call = Call(
            "PUT",
            "/sandbox/rates",
            body={
                "rates": rates,
            },
        )
        return self._sender.send(call, models.SandboxRates.from_dict, options)


class CardsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        *,
        amount: Amount,
        bin_id: str | None = None,
        template_id: str | None = None,
        label: str | None = None,
        spending_limit: Amount | None = None,
        allowed_categories: Sequence[str] | None = None,
        auto_freeze_at: Amount | None = None,
        controls: ControlsInput | None = None,
        metadata: Mapping[str, str | Amount | bool] | None = None,
        **options: Unpack[WriteOptions],
    ) -> Card:
        """Create a card.

        Issues a virtual card and funds it from the wallet. The card is active immediately and enrolled in 3-D Secure.
        With `template_id`, the template supplies the settings that the request leaves out. A given part of `controls`
        replaces that part of the template, and a given key of `metadata` replaces the key of the same name.

        amount: The amount in USD, from 1.00 to 5,000.00.
        bin_id: A BIN from GET /bins. May be omitted if the template names one.
        template_id: A template from GET /card-templates. It supplies the settings that this request leaves out.
        label: Your name for the card.
        spending_limit: The monthly limit in USD. Defaults to the maximum of the BIN.
        allowed_categories: Names from GET /categories or four-digit merchant category codes. Empty means all
            categories.
        auto_freeze_at: Freezes the card when a debit leaves its balance below this amount. 0 turns this off.
        controls: The spend controls of the card. Each given part replaces that part; null removes it.
        metadata: Up to 20 keys of your own. Values are text, numbers or booleans.
        """
        call = Call(
            "POST",
            "/cards",
            body={
                "amount": amount,
                "bin_id": bin_id,
                "template_id": template_id,
                "label": label,
                "spending_limit": spending_limit,
                "allowed_categories": allowed_categories,
                "auto_freeze_at": auto_freeze_at,
                "controls": controls,
                "metadata": metadata,
            },
        )
        return self._sender.send(call, models.Card.from_dict, options)

    def list(
        self,
        *,
        status: CardStatus | None = None,
        bin_id: str | None = None,
        label: str | None = None,
        search: str | None = None,
        sort: CardSort | None = None,
        order: Order | None = None,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[CardListItem]:
        """List cards.

        label: A part of the label. Case is ignored, and % and _ have no special meaning.
        search: A part of the label. Case is ignored. Four digits also find cards whose number ends in them.
        sort: The order of the list. With `last_used`, cards that were never used come last. `balance` and `last_used`
            change while you read, so they support pages but no cursor.
        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            "/cards",
            query={
                "status": status,
                "bin_id": bin_id,
                "label": label,
                "search": search,
                "sort": sort,
                "order": order,
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, models.CardListItem.from_dict, options)

    def get(
        self,
        card_id: str,
        **options: Unpack[RequestOptions],
    ) -> CardSummary:
        """Get a card.

        Returns the card without its number and CVV.
        """
        call = Call("GET", f"/cards/{segment(card_id)}")
        return self._sender.send(call, models.CardSummary.from_dict, options)

    def update(
        self,
        card_id: str,
        *,
        label: str | None = None,
        spending_limit: Amount | None = None,
        allowed_categories: Sequence[str] | None = None,
        auto_freeze_at: Amount | None = None,
        metadata: Mapping[str, str | Amount | bool | None] | None = None,
        controls: ControlsInput | None | NotGiven = NOT_GIVEN,
        **options: Unpack[WriteOptions],
    ) -> Card:
        """Update a card.

        Changes the given settings and keeps the others. Works on a frozen card too. Metadata that a rule reads
        (`card_metadata.KEY`) is a control: a key needs `controls:write` to change it, and an agent key never does.

        label: Your name for the card.
        spending_limit: The monthly limit in USD.
        allowed_categories: Names from GET /categories or four-digit merchant category codes. Empty means all
            categories.
        auto_freeze_at: Freezes the card when a debit leaves its balance below this amount. 0 turns this off.
        metadata: Merged with the existing metadata. Null removes a key.
        controls: The spend controls of the card. Each given part replaces that part; null removes it.
        """
        call = Call(
            "PATCH",
            f"/cards/{segment(card_id)}",
            body={
                "label": label,
                "spending_limit": spending_limit,
                "allowed_categories": allowed_categories,
                "auto_freeze_at": auto_freeze_at,
                "metadata": metadata,
                "controls": nullable(controls),
            },
        )
        return self._sender.send(call, models.Card.from_dict, options)

    def terminate(
        self,
        card_id: str,
        **options: Unpack[WriteOptions],
    ) -> CardTermination:
        """Terminate a card.

        Terminates the card permanently. The available balance returns to the wallet immediately. Held money stays
        reserved until it settles, reverses or expires, and the rest then returns to the wallet. Repeating the call
        returns the first result.
        """
        call = Call("DELETE", f"/cards/{segment(card_id)}")
        return self._sender.send(call, models.CardTermination.from_dict, options)

    def details(
        self,
        card_id: str,
        **options: Unpack[RequestOptions],
    ) -> CardDetails:
        """Reveal a card.

        Returns the number, CVV, expiry and billing address. This data is sensitive under PCI DSS: do not log it and
        do not store it unencrypted. Every read is recorded in the audit log. Limited to 30 requests a minute. A read-
        only key gets 403.
        """
        call = Call("GET", f"/cards/{segment(card_id)}/details")
        return self._sender.send(call, models.CardDetails.from_dict, options)

    def reveal_session(
        self,
        card_id: str,
        *,
        origin: str,
        theme: RevealThemeInput | None = None,
        **options: Unpack[WriteOptions],
    ) -> RevealSession:
        """Show a card without touching its number.

        A page of this service shows number, expiry and CVV inside yours: it opens once, within five minutes, and only
        inside a page of `origin`. Your page never sees a digit. An agent key needs `cards:read` and asks for cards
        that were made through it: it gets the address of a page of the dashboard that a signed-in person with the
        right `reveal` opens, and that no program can open. Counts as a reveal: 30 a minute, in the audit log. Where
        the processor of a card shows numbers itself, `url` is a page of the processor.

        origin: The origin of the page that will contain the frame, or for an agent key the origin of the shop, which
            the person sees: `https://` and a host. The sandbox also accepts `http://localhost` and `http://127.0.0.1`
            with any port.
        theme: The appearance of the page. Every field is optional.
        """
        call = Call(
            "POST",
            f"/cards/{segment(card_id)}/reveal-sessions",
            body={
                "origin": origin,
                "theme": theme,
            },
        )
        return self._sender.send(call, models.RevealSession.from_dict, options)

    def limits(
        self,
        card_id: str,
        **options: Unpack[RequestOptions],
    ) -> CardLimits:
        """Get the limits of a card.

        Returns the monthly spending limit first, then the limits of the card's controls in their order. The numbers
        are exact: each purchase is checked against them in the commit that changes them.
        """
        call = Call("GET", f"/cards/{segment(card_id)}/limits")
        return self._sender.send(call, models.CardLimits.from_dict, options)

    def freeze(
        self,
        card_id: str,
        **options: Unpack[WriteOptions],
    ) -> CardFreeze:
        """Freeze a card.

        Suspends all transactions of the card and keeps its balance. Freezing a frozen card changes nothing.
        """
        call = Call("POST", f"/cards/{segment(card_id)}/freeze")
        return self._sender.send(call, models.CardFreeze.from_dict, options)

    def unfreeze(
        self,
        card_id: str,
        **options: Unpack[WriteOptions],
    ) -> Card:
        """Unfreeze a card.

        Allows transactions again. Unfreezing an active card changes nothing.
        """
        call = Call("POST", f"/cards/{segment(card_id)}/unfreeze")
        return self._sender.send(call, models.Card.from_dict, options)

    def fund(
        self,
        card_id: str,
        *,
        amount: Amount,
        **options: Unpack[WriteOptions],
    ) -> CardFunding:
        """Fund a card.

        Moves money from the wallet to the card. An overdraft of the card is repaid first.

        amount: The amount in USD, from 1.00 to 5,000.00.
        """
        call = Call(
            "POST",
            f"/cards/{segment(card_id)}/fund",
            body={
                "amount": amount,
            },
        )
        return self._sender.send(call, models.CardFunding.from_dict, options)

    def withdraw(
        self,
        card_id: str,
        *,
        amount: Amount,
        **options: Unpack[WriteOptions],
    ) -> CardWithdrawal:
        """Withdraw from a card.

        Moves money from the card back to the wallet, up to its balance.

        amount: The amount in USD, from 0.01 to the balance of the card.
        """
        call = Call(
            "POST",
            f"/cards/{segment(card_id)}/withdraw",
            body={
                "amount": amount,
            },
        )
        return self._sender.send(call, models.CardWithdrawal.from_dict, options)

    def replace(
        self,
        card_id: str,
        *,
        reason: ReplacementReason,
        **options: Unpack[WriteOptions],
    ) -> Card:
        """Replace a card.

        Replaces a card that is lost, stolen or compromised. The old card is terminated. The new card has a new number
        and the balance, settings, metadata and used limits of the old one, and it is active even if the old one was
        frozen. Holds stay with the old card and settle there: the wallet pays what exceeds them and receives what is
        left of them. An overdraft of the old card is paid by the wallet. The call counts as the creation of a card.
        If a processor refuses the new card, the old one is terminated anyway, and its balance is in the wallet.

        reason: The reason, which is kept in the history of the old card.
        """
        call = Call(
            "POST",
            f"/cards/{segment(card_id)}/replace",
            body={
                "reason": reason,
            },
        )
        return self._sender.send(call, models.Card.from_dict, options)


class CardTemplatesResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        *,
        name: str,
        bin_id: str | None = None,
        spending_limit: Amount | None = None,
        allowed_categories: Sequence[str] | None = None,
        auto_freeze_at: Amount | None = None,
        controls: ControlsInput | None = None,
        metadata: Mapping[str, str | Amount | bool] | None = None,
        **options: Unpack[WriteOptions],
    ) -> CardTemplate:
        """Create a card template.

        Stores settings for future cards. When a card is created with `template_id`, the template supplies the
        settings that the request leaves out. A workspace has at most 200 templates.

        name: The name of the template. Surrounding spaces are removed. Two templates may have the same name.
        bin_id: A BIN from GET /bins.
        spending_limit: The monthly limit in USD. Defaults to the maximum of the BIN.
        allowed_categories: Names from GET /categories or four-digit merchant category codes. Empty means all
            categories.
        auto_freeze_at: Freezes the card when a debit leaves its balance below this amount. 0 turns this off.
        controls: The spend controls of the card. Each given part replaces that part; null removes it.
        metadata: Up to 20 keys of your own. Values are text, numbers or booleans.
        """
        call = Call(
            "POST",
            "/card-templates",
            body={
                "name": name,
                "bin_id": bin_id,
                "spending_limit": spending_limit,
                "allowed_categories": allowed_categories,
                "auto_freeze_at": auto_freeze_at,
                "controls": controls,
                "metadata": metadata,
            },
        )
        return self._sender.send(call, models.CardTemplate.from_dict, options)

    def list(
        self,
        **options: Unpack[RequestOptions],
    ) -> Pages[CardTemplate]:
        """List card templates.

        Lists all templates, newest first.
        """
        call = Call("GET", "/card-templates")
        return self._sender.list(call, models.CardTemplate.from_dict, options)

    def get(
        self,
        template_id: str,
        **options: Unpack[RequestOptions],
    ) -> CardTemplate:
        """Get a card template."""
        call = Call("GET", f"/card-templates/{segment(template_id)}")
        return self._sender.send(call, models.CardTemplate.from_dict, options)

    def update(
        self,
        template_id: str,
        *,
        name: str | None = None,
        bin_id: str | None | NotGiven = NOT_GIVEN,
        spending_limit: Amount | None | NotGiven = NOT_GIVEN,
        allowed_categories: Sequence[str] | None = None,
        auto_freeze_at: Amount | None = None,
        controls: ControlsInput | None = None,
        metadata: Mapping[str, str | Amount | bool | None] | None = None,
        **options: Unpack[WriteOptions],
    ) -> CardTemplate:
        """Update a card template.

        Changes the given settings and keeps the others. Existing cards do not change.

        name: The name of the template. Surrounding spaces are removed. Two templates may have the same name.
        bin_id: A BIN from GET /bins. Null means that the request to create a card names the BIN.
        spending_limit: The monthly limit in USD. Null means the maximum of the BIN.
        allowed_categories: Names from GET /categories or four-digit merchant category codes. Empty means all
            categories.
        auto_freeze_at: Freezes the card when a debit leaves its balance below this amount. 0 turns this off.
        controls: The spend controls of the card. Each given part replaces that part; null removes it.
        metadata: Merged with the existing metadata. Null removes a key.
        """
        call = Call(
            "PATCH",
            f"/card-templates/{segment(template_id)}",
            body={
                "name": name,
                "bin_id": nullable(bin_id),
                "spending_limit": nullable(spending_limit),
                "allowed_categories": allowed_categories,
                "auto_freeze_at": auto_freeze_at,
                "controls": controls,
                "metadata": metadata,
            },
        )
        return self._sender.send(call, models.CardTemplate.from_dict, options)

    def delete(
        self,
        template_id: str,
        **options: Unpack[WriteOptions],
    ) -> CardTemplateDeletion:
        """Delete a card template.

        Deletes the template. Cards created from it do not change.
        """
        call = Call("DELETE", f"/card-templates/{segment(template_id)}")
        return self._sender.send(call, models.CardTemplateDeletion.from_dict, options)


class SpendRequestsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        *,
        amount: Amount,
        merchant: NewRequestedMerchantInput,
        reason: str,
        valid_for: int | None = None,
        metadata: Mapping[str, str | Amount | bool] | None = None,
        **options: Unpack[WriteOptions],
    ) -> SpendRequest:
        """Create a spend request.

        A person, or a key that may approve, decides; the policy of the key may have decided already, and then the
        answer is `approved`. Approval makes a card with the amount on it that can be used once, at this merchant, for
        `valid_for` seconds. What nobody decides within ten minutes expires.

        amount: The amount in USD, from 1.00 to 5,000.00.
        reason: What for, to the person who decides. One line, without invisible characters.
        valid_for: How long the card can be used after the approval, in seconds.
        metadata: Up to 20 keys of your own. Values are text, numbers or booleans.
        """
        call = Call(
            "POST",
            "/spend-requests",
            body={
                "amount": amount,
                "merchant": merchant,
                "reason": reason,
                "valid_for": valid_for,
                "metadata": metadata,
            },
        )
        return self._sender.send(call, models.SpendRequest.from_dict, options)

    def list(
        self,
        *,
        status: SpendRequestStatus | None = None,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[SpendRequest]:
        """List spend requests.

        Lists spend requests, newest first. An agent key, and a key that is limited to cards, sees its own requests.
        `total` is counted up to 10,000.

        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            "/spend-requests",
            query={
                "status": status,
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, models.SpendRequest.from_dict, options)

    def get(
        self,
        spend_request_id: str,
        **options: Unpack[RequestOptions],
    ) -> SpendRequest:
        """Get a spend request."""
        call = Call("GET", f"/spend-requests/{segment(spend_request_id)}")
        return self._sender.send(call, models.SpendRequest.from_dict, options)

    def approve(
        self,
        spend_request_id: str,
        *,
        note: str | None = None,
        bind: CardBinding | None = None,
        **options: Unpack[WriteOptions],
    ) -> SpendRequest:
        """Approve a spend request.

        Makes the card in the same commit: funded with the amount, for one purchase at this merchant, or at the first
        one that charges it (`bind`). A key does not approve what it asked for itself. Above the amount that the
        policy of the key names (100.00 where it names none), a person must have proved within five minutes who they
        are.

        note: A note to the requester.
        bind: `name`: the card works only where the merchant of the request charges. `first_merchant`: it works at the
            merchant that charges it first, whatever its name, for a shop that charges under a name nobody knows
            beforehand.
        """
        call = Call(
            "POST",
            f"/spend-requests/{segment(spend_request_id)}/approve",
            body={
                "note": note,
                "bind": bind,
            },
        )
        return self._sender.send(call, models.SpendRequest.from_dict, options)

    def deny(
        self,
        spend_request_id: str,
        *,
        note: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> SpendRequest:
        """Deny a spend request.

        note: A note to the requester.
        """
        call = Call(
            "POST",
            f"/spend-requests/{segment(spend_request_id)}/deny",
            body={
                "note": note,
            },
        )
        return self._sender.send(call, models.SpendRequest.from_dict, options)

    def cancel(
        self,
        spend_request_id: str,
        **options: Unpack[WriteOptions],
    ) -> SpendRequest:
        """Cancel a spend request.

        Cancels a request that is no longer needed. If it was approved and its card was not used, the card is
        terminated, the money returns to the wallet, and the amount returns to the budget of the key if the window in
        which it was approved has not ended.
        """
        call = Call("POST", f"/spend-requests/{segment(spend_request_id)}/cancel")
        return self._sender.send(call, models.SpendRequest.from_dict, options)

    def report_outcome(
        self,
        spend_request_id: str,
        *,
        outcome: SpendOutcome,
        note: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> SpendRequest:
        """Report the outcome of a purchase.

        For the people who approved it. With `blocked` and `abandoned` nothing more is to be bought: a card that is
        not terminated yet is terminated, and its money returns to the wallet. A later report takes the place of an
        earlier one. Only for a request that was approved.

        outcome: `success`: the purchase was made. `blocked`: the shop did not accept the purchase. `abandoned`: the
            purchase was given up.
        note: What happened, in words.
        """
        call = Call(
            "POST",
            f"/spend-requests/{segment(spend_request_id)}/outcome",
            body={
                "outcome": outcome,
                "note": note,
            },
        )
        return self._sender.send(call, models.SpendRequest.from_dict, options)


class TransactionsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        card_id: str | None = None,
        type: TransactionType | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
        merchant: str | None = None,
        min_amount: Amount | None = None,
        max_amount: Amount | None = None,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[Transaction]:
        """List transactions.

        Lists transactions, newest first. `total` is exact without filters and for `card_id` and `type`; with other
        filters it is counted up to 10,000.

        from_: The start of the range, ISO 8601, inclusive. A bare date means that UTC day.
        to: The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.
        merchant: A part of the merchant's name. Case is ignored.
        min_amount: An amount in USD, compared with the absolute value of the transaction's amount.
        max_amount: An amount in USD, compared with the absolute value of the transaction's amount.
        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            "/transactions",
            query={
                "card_id": card_id,
                "type": type,
                "from": from_,
                "to": to,
                "merchant": merchant,
                "min_amount": min_amount,
                "max_amount": max_amount,
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, models.Transaction.from_dict, options)

    def get(
        self,
        txn_id: str,
        **options: Unpack[RequestOptions],
    ) -> FullTransaction:
        """Get a transaction.

        Returns the transaction with its 3-D Secure status and the timeline of its authorization.
        """
        call = Call("GET", f"/transactions/{segment(txn_id)}")
        return self._sender.send(call, models.FullTransaction.from_dict, options)

    def explain(
        self,
        txn_id: str,
        **options: Unpack[RequestOptions],
    ) -> Explanation:
        """Explain a transaction.

        Shows every check of the transaction in order, with the numbers of that moment, and whether the same purchase
        would pass now. Nothing is changed.
        """
        call = Call("GET", f"/transactions/{segment(txn_id)}/explanation")
        return self._sender.send(call, models.Explanation.from_dict, options)


class WalletResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self.deposits = WalletDepositsResource(sender)
        self.transactions = WalletTransactionsResource(sender)

    def balance(
        self,
        **options: Unpack[RequestOptions],
    ) -> WalletBalance:
        """Get the wallet balance."""
        call = Call("GET", "/wallet/balance")
        return self._sender.send(call, models.WalletBalance.from_dict, options)

    def deposit_address(
        self,
        *,
        currency: Currency | None = None,
        **options: Unpack[RequestOptions],
    ) -> DepositAddresses:
        """Get deposit addresses.

        Returns one permanent address for each currency. With `currency`, the three objects contain only that
        currency. A currency that is not set up in this installation is left out; requesting it by name, or when none
        is set up, gives `invalid_currency`.
        """
        call = Call(
            "GET",
            "/wallet/deposit-address",
            query={
                "currency": currency,
            },
        )
        return self._sender.send(call, models.DepositAddresses.from_dict, options)


class BinsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        **options: Unpack[RequestOptions],
    ) -> Pages[Bin]:
        """List BIN ranges.

        Lists the card number ranges that cards can be created from, with their capabilities and limits. The list is
        not paged.
        """
        call = Call("GET", "/bins")
        return self._sender.list(call, models.Bin.from_dict, options)


class CategoriesResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        **options: Unpack[RequestOptions],
    ) -> Pages[Category]:
        """List merchant categories.

        Lists the names that `allowed_categories` accepts, each with the merchant category codes that it covers. The
        list is not paged.
        """
        call = Call("GET", "/categories")
        return self._sender.list(call, models.Category.from_dict, options)


class ThreeDsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        card_id: str | None = None,
        status: ChallengeStatus | None = None,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[ThreeDsChallenge]:
        """List 3-D Secure challenges.

        Lists challenges, newest first, each with its one-time passcode. `total` is counted up to 10,000. Every read
        is recorded in the audit log.

        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            "/3ds",
            query={
                "card_id": card_id,
                "status": status,
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, models.ThreeDsChallenge.from_dict, options)

    def get(
        self,
        challenge_id: str,
        **options: Unpack[RequestOptions],
    ) -> ThreeDsChallenge:
        """Get a 3-D Secure challenge.

        Returns the challenge with its one-time passcode. Every read is recorded in the audit log. A read-only key
        gets 403.
        """
        call = Call("GET", f"/3ds/{segment(challenge_id)}")
        return self._sender.send(call, models.ThreeDsChallenge.from_dict, options)

    def approve(
        self,
        challenge_id: str,
        **options: Unpack[WriteOptions],
    ) -> ThreeDsChallenge:
        """Approve a payment.

        Approves a challenge whose `method` is `out_of_band`. The processor is told before the response is sent. If it
        does not answer, the response is 503 and the challenge stays pending. Repeating the call changes nothing once
        the challenge is approved.
        """
        call = Call("POST", f"/3ds/{segment(challenge_id)}/approve")
        return self._sender.send(call, models.ThreeDsChallenge.from_dict, options)

    def decline(
        self,
        challenge_id: str,
        **options: Unpack[WriteOptions],
    ) -> ThreeDsChallenge:
        """Decline a payment.

        Declines a challenge whose `method` is `out_of_band`. The processor is told before the response is sent. If it
        does not answer, the response is 503 and the challenge stays pending. Repeating the call changes nothing once
        the challenge is declined.
        """
        call = Call("POST", f"/3ds/{segment(challenge_id)}/decline")
        return self._sender.send(call, models.ThreeDsChallenge.from_dict, options)


class RulesResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self.versions = RulesVersionsResource(sender)
        self.backtests = RulesBacktestsResource(sender)

    def create(
        self,
        *,
        name: str,
        action: RuleAction,
        when: Sequence[Any],
        card_ids: Sequence[str] | None | NotGiven = NOT_GIVEN,
        state: RuleState | None = None,
        **options: Unpack[WriteOptions],
    ) -> Rule:
        """Create a rule.

        Checked on every new authorization, after the card's own controls. It begins in `shadow`: matches are recorded
        and nothing is stopped. At most 100 rules.

        action: `challenge` declines with `authentication_required` unless 3-D Secure was completed.
        when: The conditions. All of them must hold.
        card_ids: The cards that the rule applies to, at most 100. Null, or omitted, means all cards.
        state: `shadow`: the rule is evaluated and recorded but stops nothing. `active`: it stops matching payments.
            `off`: it is not evaluated.
        """
        call = Call(
            "POST",
            "/rules",
            body={
                "name": name,
                "action": action,
                "when": when,
                "card_ids": nullable(card_ids),
                "state": state,
            },
        )
        return self._sender.send(call, models.Rule.from_dict, options)

    def list(
        self,
        **options: Unpack[RequestOptions],
    ) -> Pages[Rule]:
        """List rules.

        Lists all rules in the order in which they were created.
        """
        call = Call("GET", "/rules")
        return self._sender.list(call, models.Rule.from_dict, options)

    def get(
        self,
        rule_id: str,
        **options: Unpack[RequestOptions],
    ) -> Rule:
        """Get a rule."""
        call = Call("GET", f"/rules/{segment(rule_id)}")
        return self._sender.send(call, models.Rule.from_dict, options)

    def update(
        self,
        rule_id: str,
        *,
        name: str | None = None,
        action: RuleAction | None = None,
        when: Sequence[Any] | None = None,
        card_ids: Sequence[str] | None | NotGiven = NOT_GIVEN,
        state: RuleState | None = None,
        **options: Unpack[WriteOptions],
    ) -> Rule:
        """Change a rule.

        Creates a new version of the rule. Earlier versions do not change, and transactions show the version that was
        evaluated. The new version applies from the next authorization on.

        action: `challenge` declines with `authentication_required` unless 3-D Secure was completed.
        when: The conditions. All of them must hold.
        card_ids: The cards that the rule applies to, at most 100. Null, or omitted, means all cards.
        state: `shadow`: the rule is evaluated and recorded but stops nothing. `active`: it stops matching payments.
            `off`: it is not evaluated.
        """
        call = Call(
            "PATCH",
            f"/rules/{segment(rule_id)}",
            body={
                "name": name,
                "action": action,
                "when": when,
                "card_ids": nullable(card_ids),
                "state": state,
            },
        )
        return self._sender.send(call, models.Rule.from_dict, options)

    def delete(
        self,
        rule_id: str,
        **options: Unpack[WriteOptions],
    ) -> RuleDeletion:
        """Delete a rule.

        Deletes the rule. Payments are no longer checked by it, and transactions keep showing its results.
        """
        call = Call("DELETE", f"/rules/{segment(rule_id)}")
        return self._sender.send(call, models.RuleDeletion.from_dict, options)

    def report(
        self,
        rule_id: str,
        *,
        from_: str | date | None = None,
        to: str | date | None = None,
        **options: Unpack[RequestOptions],
    ) -> RuleReport:
        """Get the daily report of a rule.

        Returns what the rule did on whole UTC days, at most 366 of them. The default is the last 30 days. All
        versions of the rule count.

        from_: The start of the range, ISO 8601, inclusive. A bare date means that UTC day.
        to: The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.
        """
        call = Call(
            "GET",
            f"/rules/{segment(rule_id)}/report",
            query={
                "from": from_,
                "to": to,
            },
        )
        return self._sender.send(call, models.RuleReport.from_dict, options)


class WebhooksResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self.deliveries = WebhooksDeliveriesResource(sender)

    def create(
        self,
        *,
        url: str,
        events: Sequence[WebhookEventType],
        secret: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> WebhookWithSecret:
        """Register a webhook endpoint.

        Registers an endpoint that receives events from now on. Only this response shows the secret; rotate the secret
        if it is lost. A workspace has at most 20 endpoints. An endpoint for all events or for `3ds.challenge`
        receives passcodes, so creating it needs the scope `3ds:read` too.

        url: An HTTPS URL at a public address. On a laptop, the sandbox also accepts http://localhost and
            http://127.0.0.1.
        events: The event types. `*` alone subscribes to all of them.
        secret: A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted.
        """
        call = Call(
            "POST",
            "/webhooks",
            body={
                "url": url,
                "events": events,
                "secret": secret,
            },
        )
        return self._sender.send(call, models.WebhookWithSecret.from_dict, options)

    def list(
        self,
        **options: Unpack[RequestOptions],
    ) -> Pages[Webhook]:
        """List webhook endpoints.

        Lists all endpoints, newest first, without their secrets.
        """
        call = Call("GET", "/webhooks")
        return self._sender.list(call, models.Webhook.from_dict, options)

    def get(
        self,
        webhook_id: str,
        **options: Unpack[RequestOptions],
    ) -> Webhook:
        """Get a webhook endpoint."""
        call = Call("GET", f"/webhooks/{segment(webhook_id)}")
        return self._sender.send(call, models.Webhook.from_dict, options)

    def update(
        self,
        webhook_id: str,
        *,
        url: str | None = None,
        events: Sequence[WebhookEventType] | None = None,
        active: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> Webhook:
        """Update a webhook endpoint.

        Changes the endpoint. While it is inactive, queued deliveries wait, and new events are not queued for it; find
        them with `GET /events` and resend them. Changing the URL of an endpoint that passcodes can reach, turning it
        on, or subscribing an endpoint to passcodes needs the scope `3ds:read` too.

        url: An HTTPS URL at a public address. On a laptop, the sandbox also accepts http://localhost and
            http://127.0.0.1.
        events: The event types. `*` alone subscribes to all of them.
        """
        call = Call(
            "PATCH",
            f"/webhooks/{segment(webhook_id)}",
            body={
                "url": url,
                "events": events,
                "active": active,
            },
        )
        return self._sender.send(call, models.Webhook.from_dict, options)

    def delete(
        self,
        webhook_id: str,
        **options: Unpack[WriteOptions],
    ) -> WebhookDeletion:
        """Delete a webhook endpoint.

        Deletes the endpoint. Nothing more is sent to it, including queued deliveries.
        """
        call = Call("DELETE", f"/webhooks/{segment(webhook_id)}")
        return self._sender.send(call, models.WebhookDeletion.from_dict, options)

    def rotate_secret(
        self,
        webhook_id: str,
        *,
        secret: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> WebhookWithSecret:
        """Rotate the signing secret.

        Makes a new secret. For 24 hours, deliveries also carry a signature made with the old secret: in `X-Webhook-
        Signature-Previous` and as the second entry of `webhook-signature`. For an endpoint that passcodes can reach,
        this needs the scope `3ds:read` too.

        secret: A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted.
        """
        call = Call(
            "POST",
            f"/webhooks/{segment(webhook_id)}/rotate-secret",
            body={
                "secret": secret,
            },
        )
        return self._sender.send(call, models.WebhookWithSecret.from_dict, options)

    def test(
        self,
        webhook_id: str,
        **options: Unpack[WriteOptions],
    ) -> Delivery:
        """Send a test event.

        Sends a `webhook.test` event to this endpoint only, whatever it subscribes to.
        """
        call = Call("POST", f"/webhooks/{segment(webhook_id)}/test")
        return self._sender.send(call, models.Delivery.from_dict, options)


class DecisionHookResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self.attempts = DecisionHookAttemptsResource(sender)

    def set(
        self,
        *,
        url: str,
        timeout_ms: int | None = None,
        on_timeout: DecisionFallback | None = None,
        active: bool | None = None,
        card_ids: Sequence[str] | None | NotGiven = NOT_GIVEN,
        secret: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> DecisionHookWithSecret:
        """Set the decision hook.

        Sets the address of your server, which is asked before an authorization is approved and may decline it.
        Omitted settings get their default value. Only the first response shows the secret; a later PUT keeps it.

        url: An HTTPS URL at a public address. On a laptop, the sandbox also accepts http://localhost and
            http://127.0.0.1.
        timeout_ms: How long an answer is waited for. At most 2000 in production, where a merchant waits for it too.
            In a sandbox it may be longer, so that a handler can be stepped through; only that authorization waits,
            and at most ten of a workspace wait longer than 2000 at the same time.
        on_timeout: The decision when no valid answer comes in time, and while the hook is paused because it kept
            failing.
        card_ids: The cards whose authorizations are sent to the hook. Null, or omitted, means all cards.
        secret: A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted.
        """
        call = Call(
            "PUT",
            "/decision-hook",
            body={
                "url": url,
                "timeout_ms": timeout_ms,
                "on_timeout": on_timeout,
                "active": active,
                "card_ids": nullable(card_ids),
                "secret": secret,
            },
        )
        return self._sender.send(call, models.DecisionHookWithSecret.from_dict, options)

    def get(
        self,
        **options: Unpack[RequestOptions],
    ) -> DecisionHook:
        """Get the decision hook.

        Returns the hook without its secret.
        """
        call = Call("GET", "/decision-hook")
        return self._sender.send(call, models.DecisionHook.from_dict, options)

    def delete(
        self,
        **options: Unpack[WriteOptions],
    ) -> DecisionHookDeletion:
        """Delete the decision hook.

        Deletes the hook. Authorizations are decided without it from now on. Its earlier answers stay in the list of
        attempts.
        """
        call = Call("DELETE", "/decision-hook")
        return self._sender.send(call, models.DecisionHookDeletion.from_dict, options)

    def rotate_secret(
        self,
        *,
        secret: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> DecisionHookWithSecret:
        """Rotate the signing secret of the hook.

        Makes a new secret. For 24 hours, questions also carry a signature made with the old secret: in `X-Webhook-
        Signature-Previous` and as the second entry of `webhook-signature`.

        secret: A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted.
        """
        call = Call(
            "POST",
            "/decision-hook/rotate-secret",
            body={
                "secret": secret,
            },
        )
        return self._sender.send(call, models.DecisionHookWithSecret.from_dict, options)

    def test(
        self,
        **options: Unpack[WriteOptions],
    ) -> DecisionAttempt:
        """Test the decision hook.

        Sends a question about a card and a payment that do not exist, marked with `test: true`, and returns the
        hook's response. Works while the hook is not active and decides nothing.
        """
        call = Call("POST", "/decision-hook/test")
        return self._sender.send(call, models.DecisionAttempt.from_dict, options)


class EventsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        type: EventType | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
        after_sequence: int | None = None,
        order: Order | None = None,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[Event]:
        """List events.

        Lists events, newest first. With `order=asc` the oldest come first, which together with `after_sequence`
        continues where you stopped. Events are kept for 30 days. A key without the scope 3ds:read sees masked
        passcodes. A key that is limited to some cards sees the events of those cards: the newest 10,000 events are
        searched, and `total` counts the ones that were found. Reading by cursor continues from there, so a page may
        be short or empty.

        from_: The start of the range, ISO 8601, inclusive. A bare date means that UTC day.
        to: The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.
        after_sequence: Returns only events after this sequence.
        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            "/events",
            query={
                "type": type,
                "from": from_,
                "to": to,
                "after_sequence": after_sequence,
                "order": order,
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, decode_event, options)

    def get(
        self,
        event_id: str,
        **options: Unpack[RequestOptions],
    ) -> Event:
        """Get an event."""
        call = Call("GET", f"/events/{segment(event_id)}")
        return self._sender.send(call, decode_event, options)

    def resend(
        self,
        event_id: str,
        *,
        webhook_id: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> EventResend:
        """Send an event again.

        Sends the event to one endpoint, whatever it subscribes to, or without `webhook_id` to every active endpoint
        that subscribes to its type. The event keeps its id. For a `3ds.challenge` event, this needs the scope
        `3ds:read` too.
        """
        call = Call(
            "POST",
            f"/events/{segment(event_id)}/resend",
            body={
                "webhook_id": webhook_id,
            },
        )
        return self._sender.send(call, models.EventResend.from_dict, options)

    def stream(
        self,
        *,
        after_sequence: int | None = None,
        **options: Unpack[RequestOptions],
    ) -> EventStream:
        """Follow events as they happen.

        Streams events as server-sent events: `id` is the sequence, `event` the type and `data` the event. The stream
        begins after `Last-Event-ID` (a sequence or an event id) or `after_sequence`; without either, it begins with
        the next event.

        after_sequence: Returns only events after this sequence.
        """
        call = Call(
            "GET",
            "/events/stream",
            query={
                "after_sequence": after_sequence,
            },
        )
        return self._sender.stream(call, options)


class RequestLogsResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        method: RequestMethod | None = None,
        status: str | None = None,
        path: str | None = None,
        request_id: str | None = None,
        source: Literal["api_key", "dashboard"] | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
        page: int | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Pages[LoggedRequest]:
        """List requests.

        Lists every authenticated request of the last seven days, newest first. Neither bodies nor queries are kept.
        The newest 100,000 requests of the range are searched: `total` is counted up to 10,000, and `total_capped`
        says that there may be more. Reading by cursor searches the next 100,000 from its position, so a page may be
        short or empty; it ends when `next_cursor` is null. A request appears within a second. Reading a page is a
        request too: read by cursor or with `to` so that pages do not shift.

        status: A status such as `404`, or a class of statuses such as `4xx`.
        path: A part of the path. Case is ignored.
        source: Returns only requests by API keys, or only requests by people in the dashboard.
        from_: The start of the range, ISO 8601, inclusive. A bare date means that UTC day.
        to: The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.
        page: The number of the page, counted from 1. With filters whose total is capped, the last page ends at the
            10,000th item.
        per_page: The number of items on a page.
        cursor: The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor
            repeats an item while others are added, changed or removed. Cannot be combined with `page`.
        """
        call = Call(
            "GET",
            "/request-logs",
            query={
                "method": method,
                "status": status,
                "path": path,
                "request_id": request_id,
                "source": source,
                "from": from_,
                "to": to,
                "page": page,
                "per_page": per_page,
                "cursor": cursor,
            },
        )
        return self._sender.list(call, models.LoggedRequest.from_dict, options)


class KeysResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def self(
        self,
        **options: Unpack[RequestOptions],
    ) -> Key:
        """Get the rights of this key.

        Returns the scopes and limits of the key that makes the request, and what is left of its budget. Every key may
        call this.
        """
        call = Call("GET", "/keys/self")
        return self._sender.send(call, models.Key.from_dict, options)


class SandboxResource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self.deposits = SandboxDepositsResource(sender)
        self.authorizations = SandboxAuthorizationsResource(sender)
        self.settlements = SandboxSettlementsResource(sender)
        self.refunds = SandboxRefundsResource(sender)
        self.three_ds = SandboxThreeDsResource(sender)
        self.clock = SandboxClockResource(sender)
        self.rates = SandboxRatesResource(sender)

    def reset(
        self,
        **options: Unpack[WriteOptions],
    ) -> SandboxReset:
        """Reset the sandbox.

        Resets cards, transactions, deposits, challenges, events, books and conversion rates to the state of the first
        start, and the clock to real time. Keys, settings, the audit log and the event sequence stay.
        """
        call = Call("POST", "/sandbox/reset")
        return self._sender.send(call, models.SandboxReset.from_dict, options)


class Resources:
    def __init__(self, sender: Sender) -> None:
        self.cards = CardsResource(sender)
        self.card_templates = CardTemplatesResource(sender)
        self.spend_requests = SpendRequestsResource(sender)
        self.transactions = TransactionsResource(sender)
        self.wallet = WalletResource(sender)
        self.bins = BinsResource(sender)
        self.categories = CategoriesResource(sender)
        self.three_ds = ThreeDsResource(sender)
        self.rules = RulesResource(sender)
        self.webhooks = WebhooksResource(sender)
        self.decision_hook = DecisionHookResource(sender)
        self.events = EventsResource(sender)
        self.request_logs = RequestLogsResource(sender)
        self.keys = KeysResource(sender)
        self.sandbox = SandboxResource(sender)
