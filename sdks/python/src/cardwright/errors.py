"""Every error of the library. The classes for the identifiers of the service are generated from `openapi.json`."""

from ._errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    CardwrightError,
    ConfigurationError,
    RateLimit,
    RequestError,
    VerificationCode,
    WebhookVerificationError,
)
from ._generated.errors import *  # noqa: F403
from ._generated.errors import __all__ as _identifiers

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "CardwrightError",
    "ConfigurationError",
    "RateLimit",
    "RequestError",
    "VerificationCode",
    "WebhookVerificationError",
    *_identifiers,
]
