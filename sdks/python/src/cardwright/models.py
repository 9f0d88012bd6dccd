"""The objects that the library returns, generated from `openapi.json`. Events are in `cardwright.webhooks`."""

from ._generated.models import *  # noqa: F403
from ._generated.models import __all__ as __all__
