"""Events with typed data. An event type that this version does not know becomes a plain `Event`."""

from __future__ import annotations

from typing import Any, Mapping

from ._generated.events import *  # noqa: F403
from ._generated.events import KINDS
from ._generated.models import Event as Event


def decode_event(wire: Mapping[str, Any]) -> Event:
    return KINDS.get(wire["type"].partition(".")[0], Event).from_dict(wire)
