"""Generated from openapi.json by `sdks/python/run generate`. Changes here are lost."""

from __future__ import annotations

from typing import Mapping

from .._errors import ApiError

__all__ = [
    "CardNotFoundError",
    "CardTerminatedError",
    "ChallengeNotFoundError",
    "DepositNotFoundError",
    "EventNotFoundError",
    "ForbiddenError",
    "IdempotencyKeyReusedError",
    "InsufficientFundsError",
    "InternalError",
    "InvalidAmountError",
    "InvalidBinError",
    "InvalidCategoryError",
    "InvalidCurrencyError",
    "InvalidEventTypeError",
    "InvalidJsonError",
    "InvalidMetadataError",
    "InvalidOtpError",
    "InvalidRequestError",
    "InvalidSpendingLimitError",
    "InvalidStateError",
    "InvalidUrlError",
    "NotFoundError",
    "RateLimitExceededError",
    "ReauthenticationRequiredError",
    "SandboxOnlyError",
    "ServiceUnavailableError",
    "TransactionNotFoundError",
    "UnauthorizedError",
    "WebhookNotFoundError",
]


class NotFoundError(ApiError):
    """`not_found`. Every "…NotFoundError" is one."""


class InvalidRequestError(ApiError):
    """`invalid_request`."""


class InvalidJsonError(ApiError):
    """`invalid_json`."""


class InvalidAmountError(ApiError):
    """`invalid_amount`."""


class InvalidBinError(ApiError):
    """`invalid_bin`."""


class InvalidCategoryError(ApiError):
    """`invalid_category`."""


class InvalidEventTypeError(ApiError):
    """`invalid_event_type`."""


class InvalidUrlError(ApiError):
    """`invalid_url`."""


class InvalidCurrencyError(ApiError):
    """`invalid_currency`."""


class InvalidSpendingLimitError(ApiError):
    """`invalid_spending_limit`."""


class InvalidMetadataError(ApiError):
    """`invalid_metadata`."""


class InsufficientFundsError(ApiError):
    """`insufficient_funds`."""


class CardTerminatedError(ApiError):
    """`card_terminated`."""


class InvalidStateError(ApiError):
    """`invalid_state`."""


class InvalidOtpError(ApiError):
    """`invalid_otp`."""


class IdempotencyKeyReusedError(ApiError):
    """`idempotency_key_reused`."""


class SandboxOnlyError(ApiError):
    """`sandbox_only`."""


class UnauthorizedError(ApiError):
    """`unauthorized`."""


class ForbiddenError(ApiError):
    """`forbidden`."""


class ReauthenticationRequiredError(ApiError):
    """`reauthentication_required`."""


class CardNotFoundError(NotFoundError):
    """`card_not_found`."""


class TransactionNotFoundError(NotFoundError):
    """`transaction_not_found`."""


class DepositNotFoundError(NotFoundError):
    """`deposit_not_found`."""


class ChallengeNotFoundError(NotFoundError):
    """`challenge_not_found`."""


class WebhookNotFoundError(NotFoundError):
    """`webhook_not_found`."""


class EventNotFoundError(NotFoundError):
    """`event_not_found`."""


class RateLimitExceededError(ApiError):
    """`rate_limit_exceeded`."""


class InternalError(ApiError):
    """`internal_error`."""


class ServiceUnavailableError(ApiError):
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
    "insufficient_funds": InsufficientFundsError,
    "card_terminated": CardTerminatedError,
    "invalid_state": InvalidStateError,
    "invalid_otp": InvalidOtpError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "sandbox_only": SandboxOnlyError,
    "unauthorized": UnauthorizedError,
    "forbidden": ForbiddenError,
    "reauthentication_required": ReauthenticationRequiredError,
    "card_not_found": CardNotFoundError,
    "transaction_not_found": TransactionNotFoundError,
    "deposit_not_found": DepositNotFoundError,
    "challenge_not_found": ChallengeNotFoundError,
    "webhook_not_found": WebhookNotFoundError,
    "event_not_found": EventNotFoundError,
    "not_found": NotFoundError,
    "rate_limit_exceeded": RateLimitExceededError,
    "internal_error": InternalError,
    "service_unavailable": ServiceUnavailableError,
}

# For answers without an identifier.
ERRORS_BY_STATUS: Mapping[int, type[ApiError]] = {
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    429: RateLimitExceededError,
    500: InternalError,
    503: ServiceUnavailableError,
}
