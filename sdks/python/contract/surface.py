"""Lists the methods of a client by inspecting it."""

from __future__ import annotations

import inspect
from typing import Iterator


def methods_of(client: object, prefix: str = "") -> Iterator[str]:
    for name, value in sorted(vars(client).items()):
        if not name.startswith("_") and type(value).__module__.startswith("cardwright."):
            yield from own_methods(value, f"{prefix}{name}.")
            yield from methods_of(value, f"{prefix}{name}.")


def own_methods(resource: object, prefix: str) -> list[str]:
    return [f"{prefix}{name}" for name, _ in inspect.getmembers(resource, inspect.ismethod) if not name.startswith("_")]
