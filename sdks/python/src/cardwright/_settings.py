"""The settings of a client. No representation shows the key."""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Callable, Literal, Mapping, TypedDict

from ._errors import ConfigurationError
from ._generated.errors import SandboxOnlyError
from ._version import __version__

if TYPE_CHECKING:
    from .hooks import RequestInfo, ResponseInfo

Environment = Literal["sandbox", "production"]

DEFAULT_BASE_URL = "http://127.0.0.1:8080/v1"
DEFAULT_TIMEOUT = 30.0
DEFAULT_MAX_RETRIES = 2
ENVIRONMENTS: Mapping[str, Environment] = {"sk_test_": "sandbox", "sk_live_": "production"}


class ClientOptions(TypedDict, total=False):
    """The options that `with_options` can change."""

    api_key: str
    base_url: str
    timeout: float
    max_retries: int
    headers: Mapping[str, str]
    on_request: Callable[[RequestInfo], object] | None
    on_response: Callable[[ResponseInfo], object] | None


@dataclass(frozen=True)
class Settings:
    api_key: str = field(repr=False)
    base_url: str
    environment: Environment
    timeout: float
    max_retries: int
    headers: Mapping[str, str] = field(repr=False)
    on_request: Callable[[RequestInfo], object] | None = field(repr=False)
    on_response: Callable[[ResponseInfo], object] | None = field(repr=False)

    def request_headers(self) -> dict[str, str]:
        return {
            "Authorization": f"Bearer {self.api_key}",
            "Accept": "application/json",
            "User-Agent": f"cardwright-python/{__version__} (Python {platform.python_version()})",
            **self.headers,
        }

    def overridden(self, options: ClientOptions) -> ClientOptions:
        """These settings, overridden by the given options. Given headers are added to the existing ones."""
        mine: ClientOptions = {
            "api_key": self.api_key,
            "base_url": self.base_url,
            "timeout": self.timeout,
            "max_retries": self.max_retries,
            "on_request": self.on_request,
            "on_response": self.on_response,
        }
        return {**mine, **options, "headers": {**self.headers, **options.get("headers", {})}}

    def judge(self, path: str) -> None:
        """Refuses a sandbox call with a live key before any request is sent."""
        if path.startswith("/sandbox/") and self.environment != "sandbox":
            raise SandboxOnlyError(
                "This call drives the sandbox; use a key that begins with sk_test_. No request was sent.",
                id="sandbox_only",
            )


def read_settings(
    api_key: str | None,
    base_url: str | None,
    timeout: float,
    max_retries: int,
    headers: Mapping[str, str] | None,
    on_request: Callable[[RequestInfo], object] | None,
    on_response: Callable[[ResponseInfo], object] | None,
) -> Settings:
    key = (api_key if api_key is not None else os.environ.get("CARDWRIGHT_API_KEY", "")).strip()
    return Settings(
        api_key=key,
        base_url=read_base_url(base_url or os.environ.get("CARDWRIGHT_BASE_URL") or DEFAULT_BASE_URL),
        environment=environment_of(key),
        timeout=timeout,
        max_retries=max_retries,
        headers=headers or {},
        on_request=on_request,
        on_response=on_response,
    )


def environment_of(key: str) -> Environment:
    if key == "":
        raise ConfigurationError("no API key: give api_key, or set CARDWRIGHT_API_KEY")
    environment = ENVIRONMENTS.get(key[:8])
    if environment is None:
        raise ConfigurationError("an API key begins with sk_test_ (sandbox) or sk_live_ (production)")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ConfigurationError("the API key holds characters that no key has; was it cut short or copied twice?")
    return environment


def address_hint(base_url: str) -> str:
    """The hint that is added when an answer does not look like one of the service at the right address."""
    if re.search(r"/v\d+$", base_url):
        return ""
    return f"; the base address {base_url} does not end in /v1: is that missing?"


def read_base_url(url: str) -> str:
    if not url.startswith(("http://", "https://")):
        raise ConfigurationError(f"base_url must begin with http:// or https://, and is {url!r}")
    return url.rstrip("/")
