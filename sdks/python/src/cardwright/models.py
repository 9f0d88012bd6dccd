"""What the service answers. Generated from `openapi.json`; the events are in `cardwright.webhooks`."""

from ._generated.models import *  # noqa: F403
from ._generated.models import __all__ as __all__
