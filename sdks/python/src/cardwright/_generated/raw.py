"""Generated from openapi.json by `sdks/python/run generate`. Changes here are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Awaitable, Callable, TypeVar, cast

from .._pages import AsyncPages, Page, Pages
from .._raw import RawResponse

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    from . import async_resources, resources

    P = ParamSpec("P")

T = TypeVar("T")

# The methods given here send through a raw sender and so return what these say. Only the types are changed.


def raw(method: Callable[P, T]) -> Callable[P, RawResponse[T]]:
    return cast("Callable[P, RawResponse[T]]", method)


def raw_list(method: Callable[P, Pages[T]]) -> Callable[P, RawResponse[Page[T]]]:
    return cast("Callable[P, RawResponse[Page[T]]]", method)


def async_raw(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[RawResponse[T]]]:
    return cast("Callable[P, Awaitable[RawResponse[T]]]", method)


def async_raw_list(method: Callable[P, AsyncPages[T]]) -> Callable[P, Awaitable[RawResponse[Page[T]]]]:
    return cast("Callable[P, Awaitable[RawResponse[Page[T]]]]", method)


class RawWalletDepositsResource:
    def __init__(self, of: resources.WalletDepositsResource) -> None:
        self.list = raw_list(of.list)
        self.get = raw(of.get)


class RawWalletTransactionsResource:
    def __init__(self, of: resources.WalletTransactionsResource) -> None:
        self.list = raw_list(of.list)


class RawRulesVersionsResource:
    def __init__(self, of: resources.RulesVersionsResource) -> None:
        self.list = raw_list(of.list)


class RawRulesBacktestsResource:
    def __init__(self, of: resources.RulesBacktestsResource) -> None:
        self.create = raw(of.create)
        self.list = raw_list(of.list)
        self.get = raw(of.get)


class RawWebhooksDeliveriesResource:
    def __init__(self, of: resources.WebhooksDeliveriesResource) -> None:
        self.list = raw_list(of.list)
        self.retry = raw(of.retry)


class RawDecisionHookAttemptsResource:
    def __init__(self, of: resources.DecisionHookAttemptsResource) -> None:
        self.list = raw_list(of.list)


class RawSandboxDepositsResource:
    def __init__(self, of: resources.SandboxDepositsResource) -> None:
        self.create = raw(of.create)
        self.confirm = raw(of.confirm)
        self.expire = raw(of.expire)


class RawSandboxAuthorizationsResource:
    def __init__(self, of: resources.SandboxAuthorizationsResource) -> None:
        self.create = raw(of.create)
        self.increment = raw(of.increment)
        self.settle = raw(of.settle)
        self.reverse = raw(of.reverse)
        self.expire = raw(of.expire)


class RawSandboxSettlementsResource:
    def __init__(self, of: resources.SandboxSettlementsResource) -> None:
        self.create = raw(of.create)


class RawSandboxRefundsResource:
    def __init__(self, of: resources.SandboxRefundsResource) -> None:
        self.create = raw(of.create)


class RawSandboxThreeDsResource:
    def __init__(self, of: resources.SandboxThreeDsResource) -> None:
        self.create = raw(of.create)
        self.verify = raw(of.verify)


class RawSandboxClockResource:
    def __init__(self, of: resources.SandboxClockResource) -> None:
        self.get = raw(of.get)
        self.advance = raw(of.advance)


class RawSandboxRatesResource:
    def __init__(self, of: resources.SandboxRatesResource) -> None:
        self.get = raw(of.get)
        self.set = raw(of.set)


class RawCardsResource:
    def __init__(self, of: resources.CardsResource) -> None:
        self.create = raw(of.create)
        self.list = raw_list(of.list)
        self.get = raw(of.get)
        self.update = raw(of.update)
        self.terminate = raw(of.terminate)
        self.details = raw(of.details)
        self.reveal_session = raw(of.reveal_session)
        self.limits = raw(of.limits)
        self.freeze = raw(of.freeze)
        self.unfreeze = raw(of.unfreeze)
        self.fund = raw(of.fund)
        self.withdraw = raw(of.withdraw)
        self.replace = raw(of.replace)


class RawCardTemplatesResource:
    def __init__(self, of: resources.CardTemplatesResource) -> None:
        self.create = raw(of.create)
        self.list = raw_list(of.list)
        self.get = raw(of.get)
        self.update = raw(of.update)
        self.delete = raw(of.delete)


class RawSpendRequestsResource:
    def __init__(self, of: resources.SpendRequestsResource) -> None:
        self.create = raw(of.create)
        self.list = raw_list(of.list)
        self.get = raw(of.get)
        self.approve = raw(of.approve)
        self.deny = raw(of.deny)
        self.cancel = raw(of.cancel)
        self.report_outcome = raw(of.report_outcome)


class RawTransactionsResource:
    def __init__(self, of: resources.TransactionsResource) -> None:
        self.list = raw_list(of.list)
        self.get = raw(of.get)
        self.explain = raw(of.explain)


class RawWalletResource:
    def __init__(self, of: resources.WalletResource) -> None:
        self.deposits = RawWalletDepositsResource(of.deposits)
        self.transactions = RawWalletTransactionsResource(of.transactions)
        self.balance = raw(of.balance)
        self.deposit_address = raw(of.deposit_address)


class RawBinsResource:
    def __init__(self, of: resources.BinsResource) -> None:
        self.list = raw_list(of.list)


class RawCategoriesResource:
    def __init__(self, of: resources.CategoriesResource) -> None:
        self.list = raw_list(of.list)


class RawThreeDsResource:
    def __init__(self, of: resources.ThreeDsResource) -> None:
        self.list = raw_list(of.list)
        self.get = raw(of.get)
        self.approve = raw(of.approve)
        self.decline = raw(of.decline)


class RawRulesResource:
    def __init__(self, of: resources.RulesResource) -> None:
        self.versions = RawRulesVersionsResource(of.versions)
        self.backtests = RawRulesBacktestsResource(of.backtests)
        self.create = raw(of.create)
        self.list = raw_list(of.list)
        self.get = raw(of.get)
        self.update = raw(of.update)
        self.delete = raw(of.delete)
        self.report = raw(of.report)


class RawWebhooksResource:
    def __init__(self, of: resources.WebhooksResource) -> None:
        self.deliveries = RawWebhooksDeliveriesResource(of.deliveries)
        self.create = raw(of.create)
        self.list = raw_list(of.list)
        self.get = raw(of.get)
        self.update = raw(of.update)
        self.delete = raw(of.delete)
        self.rotate_secret = raw(of.rotate_secret)
        self.test = raw(of.test)


class RawDecisionHookResource:
    def __init__(self, of: resources.DecisionHookResource) -> None:
        self.attempts = RawDecisionHookAttemptsResource(of.attempts)
        self.set = raw(of.set)
        self.get = raw(of.get)
        self.delete = raw(of.delete)
        self.rotate_secret = raw(of.rotate_secret)
        self.test = raw(of.test)


class RawEventsResource:
    def __init__(self, of: resources.EventsResource) -> None:
        self.list = raw_list(of.list)
        self.get = raw(of.get)
        self.resend = raw(of.resend)


class RawRequestLogsResource:
    def __init__(self, of: resources.RequestLogsResource) -> None:
        self.list = raw_list(of.list)


class RawKeysResource:
    def __init__(self, of: resources.KeysResource) -> None:
        self.self = raw(of.self)


class RawSandboxResource:
    def __init__(self, of: resources.SandboxResource) -> None:
        self.deposits = RawSandboxDepositsResource(of.deposits)
        self.authorizations = RawSandboxAuthorizationsResource(of.authorizations)
        self.settlements = RawSandboxSettlementsResource(of.settlements)
        self.refunds = RawSandboxRefundsResource(of.refunds)
        self.three_ds = RawSandboxThreeDsResource(of.three_ds)
        self.clock = RawSandboxClockResource(of.clock)
        self.rates = RawSandboxRatesResource(of.rates)
        self.reset = raw(of.reset)


class RawResources:
    def __init__(self, of: resources.Resources) -> None:
        self.cards = RawCardsResource(of.cards)
        self.card_templates = RawCardTemplatesResource(of.card_templates)
        self.spend_requests = RawSpendRequestsResource(of.spend_requests)
        self.transactions = RawTransactionsResource(of.transactions)
        self.wallet = RawWalletResource(of.wallet)
        self.bins = RawBinsResource(of.bins)
        self.categories = RawCategoriesResource(of.categories)
        self.three_ds = RawThreeDsResource(of.three_ds)
        self.rules = RawRulesResource(of.rules)
        self.webhooks = RawWebhooksResource(of.webhooks)
        self.decision_hook = RawDecisionHookResource(of.decision_hook)
        self.events = RawEventsResource(of.events)
        self.request_logs = RawRequestLogsResource(of.request_logs)
        self.keys = RawKeysResource(of.keys)
        self.sandbox = RawSandboxResource(of.sandbox)


class AsyncRawWalletDepositsResource:
    def __init__(self, of: async_resources.AsyncWalletDepositsResource) -> None:
        self.list = async_raw_list(of.list)
        self.get = async_raw(of.get)


class AsyncRawWalletTransactionsResource:
    def __init__(self, of: async_resources.AsyncWalletTransactionsResource) -> None:
        self.list = async_raw_list(of.list)


class AsyncRawRulesVersionsResource:
    def __init__(self, of: async_resources.AsyncRulesVersionsResource) -> None:
        self.list = async_raw_list(of.list)


class AsyncRawRulesBacktestsResource:
    def __init__(self, of: async_resources.AsyncRulesBacktestsResource) -> None:
        self.create = async_raw(of.create)
        self.list = async_raw_list(of.list)
        self.get = async_raw(of.get)


class AsyncRawWebhooksDeliveriesResource:
    def __init__(self, of: async_resources.AsyncWebhooksDeliveriesResource) -> None:
        self.list = async_raw_list(of.list)
        self.retry = async_raw(of.retry)


class AsyncRawDecisionHookAttemptsResource:
    def __init__(self, of: async_resources.AsyncDecisionHookAttemptsResource) -> None:
        self.list = async_raw_list(of.list)


class AsyncRawSandboxDepositsResource:
    def __init__(self, of: async_resources.AsyncSandboxDepositsResource) -> None:
        self.create = async_raw(of.create)
        self.confirm = async_raw(of.confirm)
        self.expire = async_raw(of.expire)


class AsyncRawSandboxAuthorizationsResource:
    def __init__(self, of: async_resources.AsyncSandboxAuthorizationsResource) -> None:
        self.create = async_raw(of.create)
        self.increment = async_raw(of.increment)
        self.settle = async_raw(of.settle)
        self.reverse = async_raw(of.reverse)
        self.expire = async_raw(of.expire)


class AsyncRawSandboxSettlementsResource:
    def __init__(self, of: async_resources.AsyncSandboxSettlementsResource) -> None:
        self.create = async_raw(of.create)


class AsyncRawSandboxRefundsResource:
    def __init__(self, of: async_resources.AsyncSandboxRefundsResource) -> None:
        self.create = async_raw(of.create)


class AsyncRawSandboxThreeDsResource:
    def __init__(self, of: async_resources.AsyncSandboxThreeDsResource) -> None:
        self.create = async_raw(of.create)
        self.verify = async_raw(of.verify)


class AsyncRawSandboxClockResource:
    def __init__(self, of: async_resources.AsyncSandboxClockResource) -> None:
        self.get = async_raw(of.get)
        self.advance = async_raw(of.advance)


class AsyncRawSandboxRatesResource:
    def __init__(self, of: async_resources.AsyncSandboxRatesResource) -> None:
        self.get = async_raw(of.get)
        self.set = async_raw(of.set)


class AsyncRawCardsResource:
    def __init__(self, of: async_resources.AsyncCardsResource) -> None:
        self.create = async_raw(of.create)
        self.list = async_raw_list(of.list)
        self.get = async_raw(of.get)
        self.update = async_raw(of.update)
        self.terminate = async_raw(of.terminate)
        self.details = async_raw(of.details)
        self.reveal_session = async_raw(of.reveal_session)
        self.limits = async_raw(of.limits)
        self.freeze = async_raw(of.freeze)
        self.unfreeze = async_raw(of.unfreeze)
        self.fund = async_raw(of.fund)
        self.withdraw = async_raw(of.withdraw)
        self.replace = async_raw(of.replace)


class AsyncRawCardTemplatesResource:
    def __init__(self, of: async_resources.AsyncCardTemplatesResource) -> None:
        self.create = async_raw(of.create)
        self.list = async_raw_list(of.list)
        self.get = async_raw(of.get)
        self.update = async_raw(of.update)
        self.delete = async_raw(of.delete)


class AsyncRawSpendRequestsResource:
    def __init__(self, of: async_resources.AsyncSpendRequestsResource) -> None:
        self.create = async_raw(of.create)
        self.list = async_raw_list(of.list)
        self.get = async_raw(of.get)
        self.approve = async_raw(of.approve)
        self.deny = async_raw(of.deny)
        self.cancel = async_raw(of.cancel)
        self.report_outcome = async_raw(of.report_outcome)


class AsyncRawTransactionsResource:
    def __init__(self, of: async_resources.AsyncTransactionsResource) -> None:
        self.list = async_raw_list(of.list)
        self.get = async_raw(of.get)
        self.explain = async_raw(of.explain)


class AsyncRawWalletResource:
    def __init__(self, of: async_resources.AsyncWalletResource) -> None:
        self.deposits = AsyncRawWalletDepositsResource(of.deposits)
        self.transactions = AsyncRawWalletTransactionsResource(of.transactions)
        self.balance = async_raw(of.balance)
        self.deposit_address = async_raw(of.deposit_address)


class AsyncRawBinsResource:
    def __init__(self, of: async_resources.AsyncBinsResource) -> None:
        self.list = async_raw_list(of.list)


class AsyncRawCategoriesResource:
    def __init__(self, of: async_resources.AsyncCategoriesResource) -> None:
        self.list = async_raw_list(of.list)


class AsyncRawThreeDsResource:
    def __init__(self, of: async_resources.AsyncThreeDsResource) -> None:
        self.list = async_raw_list(of.list)
        self.get = async_raw(of.get)
        self.approve = async_raw(of.approve)
        self.decline = async_raw(of.decline)


class AsyncRawRulesResource:
    def __init__(self, of: async_resources.AsyncRulesResource) -> None:
        self.versions = AsyncRawRulesVersionsResource(of.versions)
        self.backtests = AsyncRawRulesBacktestsResource(of.backtests)
        self.create = async_raw(of.create)
        self.list = async_raw_list(of.list)
        self.get = async_raw(of.get)
        self.update = async_raw(of.update)
        self.delete = async_raw(of.delete)
        self.report = async_raw(of.report)


class AsyncRawWebhooksResource:
    def __init__(self, of: async_resources.AsyncWebhooksResource) -> None:
        self.deliveries = AsyncRawWebhooksDeliveriesResource(of.deliveries)
        self.create = async_raw(of.create)
        self.list = async_raw_list(of.list)
        self.get = async_raw(of.get)
        self.update = async_raw(of.update)
        self.delete = async_raw(of.delete)
        self.rotate_secret = async_raw(of.rotate_secret)
        self.test = async_raw(of.test)


class AsyncRawDecisionHookResource:
    def __init__(self, of: async_resources.AsyncDecisionHookResource) -> None:
        self.attempts = AsyncRawDecisionHookAttemptsResource(of.attempts)
        self.set = async_raw(of.set)
        self.get = async_raw(of.get)
        self.delete = async_raw(of.delete)
        self.rotate_secret = async_raw(of.rotate_secret)
        self.test = async_raw(of.test)


class AsyncRawEventsResource:
    def __init__(self, of: async_resources.AsyncEventsResource) -> None:
        self.list = async_raw_list(of.list)
        self.get = async_raw(of.get)
        self.resend = async_raw(of.resend)


class AsyncRawRequestLogsResource:
    def __init__(self, of: async_resources.AsyncRequestLogsResource) -> None:
        self.list = async_raw_list(of.list)


class AsyncRawKeysResource:
    def __init__(self, of: async_resources.AsyncKeysResource) -> None:
        self.self = async_raw(of.self)


class AsyncRawSandboxResource:
    def __init__(self, of: async_resources.AsyncSandboxResource) -> None:
        self.deposits = AsyncRawSandboxDepositsResource(of.deposits)
        self.authorizations = AsyncRawSandboxAuthorizationsResource(of.authorizations)
        self.settlements = AsyncRawSandboxSettlementsResource(of.settlements)
        self.refunds = AsyncRawSandboxRefundsResource(of.refunds)
        self.three_ds = AsyncRawSandboxThreeDsResource(of.three_ds)
        self.clock = AsyncRawSandboxClockResource(of.clock)
        self.rates = AsyncRawSandboxRatesResource(of.rates)
        self.reset = async_raw(of.reset)


class AsyncRawResources:
    def __init__(self, of: async_resources.AsyncResources) -> None:
        self.cards = AsyncRawCardsResource(of.cards)
        self.card_templates = AsyncRawCardTemplatesResource(of.card_templates)
        self.spend_requests = AsyncRawSpendRequestsResource(of.spend_requests)
        self.transactions = AsyncRawTransactionsResource(of.transactions)
        self.wallet = AsyncRawWalletResource(of.wallet)
        self.bins = AsyncRawBinsResource(of.bins)
        self.categories = AsyncRawCategoriesResource(of.categories)
        self.three_ds = AsyncRawThreeDsResource(of.three_ds)
        self.rules = AsyncRawRulesResource(of.rules)
        self.webhooks = AsyncRawWebhooksResource(of.webhooks)
        self.decision_hook = AsyncRawDecisionHookResource(of.decision_hook)
        self.events = AsyncRawEventsResource(of.events)
        self.request_logs = AsyncRawRequestLogsResource(of.request_logs)
        self.keys = AsyncRawKeysResource(of.keys)
        self.sandbox = AsyncRawSandboxResource(of.sandbox)
