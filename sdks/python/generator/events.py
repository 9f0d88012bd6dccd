"""Writes _generated/events.py: a class for the events of each noun, with the class of their data."""

from __future__ import annotations

import re

from .annotations import Annotations
from .document import Document, Schema, name_of_reference
from .models import write_attribute, write_tables
from .names import EVENT_KINDS
from .text import HEAD, all_names

# Test runners must not take a class for a test because of its name.
NO_TEST = "    __test__ = False\n\n"


def write_events(document: Document, annotations: Annotations) -> str:
    kinds = {name.removesuffix("Type"): noun for name, noun in EVENT_KINDS.items()}
    unnamed = {each.partition(".")[0] for each in document.event_data} - set(kinds.values())
    if unnamed:
        raise SystemExit(f"generator/names.py has no kind of event for {', '.join(sorted(unnamed))}")
    merged = {name: merged_data(document, noun) for name, noun in kinds.items()}
    classes = [write_data(name, base, own, annotations) for name, (base, own) in merged.items() if own["properties"]]
    events = [write_event(name, base, own) for name, (base, own) in merged.items()]
    table = "".join(f'    "{noun}": {name},\n' for name, noun in kinds.items())
    names = [*kinds, *(f"{name}Data" for name, (_, own) in merged.items() if own["properties"]), "KINDS"]
    text = "".join([*classes, *events])
    parts = [HEAD, imports(text), all_names(names), text, f"\nKINDS: Mapping[str, type[Event]] = {{\n{table}}}\n"]
    return "\n".join(parts).replace("\n\n\n\n", "\n\n\n")


def imports(text: str) -> str:
    typing = ", ".join(name for name in ("Any", "Literal", "Mapping") if f"{name}[" in text or name == "Mapping")
    decimal = "from decimal import Decimal\n" if "Decimal" in text else ""
    helpers = ", ".join(name for name in ("Model", "list_of", "moment", "money") if re.search(rf"[:(] ?{name}\b", text))
    return f"""
{decimal}from typing import {typing}

from .._model import {helpers}
from .models import *  # noqa: F403
from .models import Event
"""


def merged_data(document: Document, noun: str) -> tuple[str | None, Schema]:
    """The object that the data of these events is, and the fields that one of the events adds to it."""
    types = [each for each in document.event_data if each.startswith(f"{noun}.")]
    parts = {each: parts_of(document.event_data[each]) for each in types}
    bases = {base for base, _ in parts.values()}
    if len(bases) != 1:
        raise SystemExit(f"the events of {noun} do not have one object in common")
    properties: Schema = {}
    for _, own in parts.values():
        properties |= {name: schema for name, schema in own.items() if name not in properties}
    given_for = {name: [each for each in types if name in parts[each][1]] for name in properties}
    always = [name for name in properties if given_for[name] == types]
    described = {
        name: schema if name in always else schema | {"description": set_for(schema, given_for[name])}
        for name, schema in properties.items()
    }
    return bases.pop(), {"properties": described, "required": always}


def parts_of(data: Schema) -> tuple[str | None, Schema]:
    if "allOf" in data:
        base, own = data["allOf"]
        return name_of_reference(base), own["properties"]
    return name_of_reference(data), data.get("properties", {})


def set_for(schema: Schema, types: list[str]) -> str:
    return f"{schema.get('description', '')} Set for {', '.join(f'`{each}`' for each in types)}.".strip()


def write_data(name: str, base: str | None, own: Schema, annotations: Annotations) -> str:
    owner = f"{name}Data"
    lines = [write_attribute(owner, each, schema, own, annotations) for each, schema in own["properties"].items()]
    doc = '    """The object as it was at the time of the event."""\n\n'
    tables = (NO_TEST if name.startswith("Test") else "") + write_tables(owner, own["properties"], annotations)
    ordered = sorted(lines, key=lambda line: " = None\n" in line)
    return f"\nclass {owner}({base or 'Model'}):\n{doc}{tables}{''.join(ordered)}\n"


def write_event(name: str, base: str | None, own: Schema) -> str:
    data = f"{name}Data" if own["properties"] else base
    test = NO_TEST if name.startswith("Test") else ""
    decoders = f'    _decoders = {{"data": {data}.from_dict}}\n\n'
    return f"\nclass {name}(Event):\n{test}{decoders}    type: {name}Type\n    data: {data}\n\n"
