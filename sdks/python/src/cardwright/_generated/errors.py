"""Generated from openapi.json by `sdks/python/run generate`. Changes here are lost."""

from __future__ import annotations

from typing import Mapping

from .._errors import ApiError

__all__ = [
    "BacktestNotFoundError",
    "BadRequestError",
    "BudgetExceededError",
    "CardNotFoundError",
    "CardTerminatedError",
    "ChallengeNotFoundError",
    "DecisionHookNotFoundError",
    "DepositNotFoundError",
    "EventNotFoundError",
    "ForbiddenError",
    "IdempotencyKeyReusedError",
    "InsufficientFundsError",
    "InternalError",
    "InvalidAmountError",
    "InvalidBinError",
    "InvalidCategoryError",
    "InvalidControlsError",
    "InvalidCurrencyError",
    "InvalidEventTypeError",
    "InvalidJsonError",
    "InvalidMetadataError",
    "InvalidOtpError",
    "InvalidRequestError",
    "InvalidRuleError",
    "InvalidSpendingLimitError",
    "InvalidStateError",
    "InvalidTemplateError",
    "InvalidUrlError",
    "NotFoundError",
    "ProcessorRefusedError",
    "RateLimitExceededError",
    "ReauthenticationRequiredError",
    "RevealSessionRequiredError",
    "RuleNotFoundError",
    "SandboxOnlyError",
    "ServerError",
    "ServiceUnavailableError",
    "SpendRequestNotFoundError",
    "TemplateNotFoundError",
    "TransactionNotFoundError",
    "UnauthorizedError",
    "WebhookNotFoundError",
]


class BadRequestError(ApiError):
    """Every 400, whatever its identifier."""


class UnauthorizedError(ApiError):
    """Every 401, whatever its identifier."""


class ForbiddenError(ApiError):
    """Every 403, whatever its identifier."""


class NotFoundError(ApiError):
    """Every 404, whatever its identifier."""


class RateLimitExceededError(ApiError):
    """Every 429, whatever its identifier."""


class ServerError(ApiError):
    """Every 5xx, whatever its identifier."""


class InvalidRequestError(BadRequestError):
    """`invalid_request`."""


class InvalidJsonError(BadRequestError):
    """`invalid_json`."""


class InvalidAmountError(BadRequestError):
    """`invalid_amount`."""


class InvalidBinError(BadRequestError):
    """`invalid_bin`."""


class InvalidCategoryError(BadRequestError):
    """`invalid_category`."""


class InvalidEventTypeError(BadRequestError):
    """`invalid_event_type`."""


class InvalidUrlError(BadRequestError):
    """`invalid_url`."""


class InvalidCurrencyError(BadRequestError):
    """`invalid_currency`."""


class InvalidSpendingLimitError(BadRequestError):
    """`invalid_spending_limit`."""


class InvalidMetadataError(BadRequestError):
    """`invalid_metadata`."""


class InvalidRuleError(BadRequestError):
    """`invalid_rule`."""


class InvalidControlsError(BadRequestError):
    """`invalid_controls`."""


class InvalidTemplateError(BadRequestError):
    """`invalid_template`."""


class InsufficientFundsError(BadRequestError):
    """`insufficient_funds`."""


class BudgetExceededError(BadRequestError):
    """`budget_exceeded`."""


class CardTerminatedError(BadRequestError):
    """`card_terminated`."""


class InvalidStateError(BadRequestError):
    """`invalid_state`."""


class InvalidOtpError(BadRequestError):
    """`invalid_otp`."""


class ProcessorRefusedError(BadRequestError):
    """`processor_refused`."""


class RevealSessionRequiredError(BadRequestError):
    """`reveal_session_required`."""


class IdempotencyKeyReusedError(BadRequestError):
    """`idempotency_key_reused`."""


class SandboxOnlyError(BadRequestError):
    """`sandbox_only`."""


class ReauthenticationRequiredError(ForbiddenError):
    """`reauthentication_required`."""


class CardNotFoundError(NotFoundError):
    """`card_not_found`."""


class TransactionNotFoundError(NotFoundError):
    """`transaction_not_found`."""


class DepositNotFoundError(NotFoundError):
    """`deposit_not_found`."""


class ChallengeNotFoundError(NotFoundError):
    """`challenge_not_found`."""


class TemplateNotFoundError(NotFoundError):
    """`template_not_found`."""


class SpendRequestNotFoundError(NotFoundError):
    """`spend_request_not_found`."""


class WebhookNotFoundError(NotFoundError):
    """`webhook_not_found`."""


class DecisionHookNotFoundError(NotFoundError):
    """`decision_hook_not_found`."""


class EventNotFoundError(NotFoundError):
    """`event_not_found`."""


class RuleNotFoundError(NotFoundError):
    """`rule_not_found`."""


class BacktestNotFoundError(NotFoundError):
    """`backtest_not_found`."""


class InternalError(ServerError):
    """`internal_error`."""


class ServiceUnavailableError(ServerError):
    """`service_unavailable`."""


ERRORS_BY_ID: Mapping[str, type[ApiError]] = {
    "invalid_request": InvalidRequestError,
    "invalid_json": InvalidJsonError,
    "invalid_amount": InvalidAmountError,
    "invalid_bin": InvalidBinError,
    "invalid_category": InvalidCategoryError,
    "invalid_event_type": InvalidEventTypeError,
    "invalid_url": InvalidUrlError,
    "invalid_currency": InvalidCurrencyError,
    "invalid_spending_limit": InvalidSpendingLimitError,
    "invalid_metadata": InvalidMetadataError,
    "invalid_rule": InvalidRuleError,
    "invalid_controls": InvalidControlsError,
    "invalid_template": InvalidTemplateError,
    "insufficient_funds": InsufficientFundsError,
    "budget_exceeded": BudgetExceededError,
    "card_terminated": CardTerminatedError,
    "invalid_state": InvalidStateError,
    "invalid_otp": InvalidOtpError,
    "processor_refused": ProcessorRefusedError,
    "reveal_session_required": RevealSessionRequiredError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "sandbox_only": SandboxOnlyError,
    "unauthorized": UnauthorizedError,
    "forbidden": ForbiddenError,
    "reauthentication_required": ReauthenticationRequiredError,
    "card_not_found": CardNotFoundError,
    "transaction_not_found": TransactionNotFoundError,
    "deposit_not_found": DepositNotFoundError,
    "challenge_not_found": ChallengeNotFoundError,
    "template_not_found": TemplateNotFoundError,
    "spend_request_not_found": SpendRequestNotFoundError,
    "webhook_not_found": WebhookNotFoundError,
    "decision_hook_not_found": DecisionHookNotFoundError,
    "event_not_found": EventNotFoundError,
    "rule_not_found": RuleNotFoundError,
    "backtest_not_found": BacktestNotFoundError,
    "not_found": NotFoundError,
    "rate_limit_exceeded": RateLimitExceededError,
    "internal_error": InternalError,
    "service_unavailable": ServiceUnavailableError,
}

# For answers whose identifier is missing or unknown.
ERRORS_BY_STATUS: Mapping[int, type[ApiError]] = {
    400: BadRequestError,
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    429: RateLimitExceededError,
    500: ServerError,
    503: ServerError,
}
