"""Client library of Cardwright: issue virtual cards by API.

Each name is imported on first use, so a webhook receiver loads neither the client nor httpx.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from . import errors, hooks, models, webhooks
    from ._call import Method, RequestOptions, WriteOptions
    from ._pages import AsyncPages, Page, Pages
    from ._raw import RawResponse
    from ._settings import ClientOptions
    from ._stream import AsyncEventStream, EventStream
    from .async_client import AsyncCardwright
    from .client import Cardwright
    from .errors import *  # noqa: F403

__all__ = [
    "AsyncCardwright",
    "AsyncEventStream",
    "AsyncPages",
    "Cardwright",
    "ClientOptions",
    "EventStream",
    "Method",
    "Page",
    "Pages",
    "RawResponse",
    "RequestOptions",
    "WriteOptions",
    "__version__",
    "errors",
    "hooks",
    "models",
    "webhooks",
]

_PLACES = {
    "AsyncCardwright": ".async_client",
    "AsyncEventStream": "._stream",
    "AsyncPages": "._pages",
    "Cardwright": ".client",
    "ClientOptions": "._settings",
    "EventStream": "._stream",
    "Method": "._call",
    "Page": "._pages",
    "Pages": "._pages",
    "RawResponse": "._raw",
    "RequestOptions": "._call",
    "WriteOptions": "._call",
}


def __getattr__(name: str) -> Any:
    if name in {"errors", "hooks", "models", "webhooks"}:
        return import_module(f".{name}", __name__)
    place = _PLACES.get(name) or (".errors" if name.endswith(("Error", "RateLimit")) else None)
    if place is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(place, __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    from .errors import __all__ as names

    return sorted({*__all__, *names})
