"""Writes _generated/models.py: the objects in answers and in requests."""

from __future__ import annotations

import re

from .annotations import Annotations
from .document import Document, Schema, description_of, name_of_reference
from .names import ATTRIBUTES, BY_HAND, EXTENDS, MASKED
from .objects import INPUT_SUFFIX, add_object, input_objects, nested_objects
from .text import HEAD, all_names, docstring

IMPORTS = """
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence, TypedDict

from .._model import Model, list_of, moment, money

if TYPE_CHECKING:
    from typing_extensions import NotRequired

"""
AMOUNT = "Amount = int | float | Decimal\n"


def write_models(document: Document, annotations: Annotations) -> str:
    models = all_models(document)
    inputs = input_objects(document)
    names = ["Amount", *annotations.values, *models, *inputs]
    parts = [HEAD, IMPORTS, all_names(names), AMOUNT]
    parts += [write_values(name, values) for name, values in annotations.values.items()]
    parts += [write_input(name, schema, annotations) for name, schema in inputs.items()]
    parts += [write_model(name, schema, models, annotations) for name, schema in in_order(models).items()]
    return "\n".join(parts).replace("\n\n\n\n", "\n\n\n")


def all_models(document: Document) -> dict[str, Schema]:
    models = {name: schema for name, schema in document.schemas.items() if name not in BY_HAND}
    for operation in document.operations:
        is_object = not operation.is_list and not operation.is_stream
        if is_object and name_of_reference(operation.answer) is None:
            models[operation.answer_name()] = operation.answer
    for owner, schema in list(models.items()):
        for name, each in nested_objects(owner, schema):
            add_object(models, name, each)
    return models


def in_order(models: dict[str, Schema]) -> dict[str, Schema]:
    """Sorts the models: each comes after the models that it refers to."""
    ordered: dict[str, Schema] = {}

    def place(name: str) -> None:
        if name in ordered or name not in models:
            return
        for needed in needed_by(name, models[name]):
            place(needed)
        ordered[name] = models[name]

    for name in models:
        place(name)
    return ordered


def needed_by(name: str, schema: Schema) -> list[str]:
    nested = [each for each, _ in nested_objects(name, schema)]
    references = re.findall(r"#/components/schemas/(\w+)", str(schema))
    return [each for each in [EXTENDS.get(name, ""), *nested, *references] if each not in ("", name)]


def write_values(name: str, values: tuple[str, ...]) -> str:
    return f"{name} = Literal[\n" + "".join(f'    "{value}",\n' for value in values) + "]\n"


def write_input(name: str, schema: Schema, annotations: Annotations) -> str:
    required = schema.get("required", [])
    text = f"\nclass {name}(TypedDict{'' if required else ', total=False'}):\n"
    for attribute, each in schema["properties"].items():
        annotation = annotations.of_input(name.removesuffix(INPUT_SUFFIX), attribute, each)
        is_optional = required and attribute not in required
        text += f"    {attribute}: {f'NotRequired[{annotation}]' if is_optional else annotation}\n"
        description = description_of(each)
        text += docstring(description, "    ") if description else ""
    return text + "\n"


def write_model(name: str, schema: Schema, models: dict[str, Schema], annotations: Annotations) -> str:
    parent = EXTENDS.get(name)
    inherited = models[parent]["properties"] if parent else {}
    if not inherited.keys() <= schema["properties"].keys():
        raise SystemExit(f"{name} does not hold all of {parent}: see EXTENDS in generator/names.py")
    own = {each: value for each, value in schema["properties"].items() if each not in inherited}
    lines = [write_attribute(name, each, value, schema, annotations) for each, value in own.items()]
    tables = write_tables(name, own, annotations)
    return f"\nclass {name}({parent or 'Model'}):\n{tables}{''.join(sorted(lines, key=has_default))}\n"


def write_attribute(owner: str, name: str, schema: Schema, whole: Schema, annotations: Annotations) -> str:
    text = annotations.of_answer(owner, name, schema)
    is_optional = name not in whole.get("required", [])
    optional = f"{'' if text.endswith('None') else ' | None'} = None" if is_optional else ""
    description = schema.get("description")
    return f"    {ATTRIBUTES.get(name, name)}: {text}{optional}\n" + (docstring(description, "    ") if description else "")


def has_default(line: str) -> bool:
    return " = None\n" in line


def write_tables(owner: str, own: dict[str, Schema], annotations: Annotations) -> str:
    names = {each: ATTRIBUTES[each] for each in own if each in ATTRIBUTES}
    decoders = {ATTRIBUTES.get(each, each): annotations.decoder(owner, each, own[each]) for each in own}
    masked = sorted(own.keys() & MASKED)
    text = f"    _names = {{{pairs(names, quote=True)}}}\n" if names else ""
    if any(decoders.values()):
        text += "    _decoders = {\n"
        text += "".join(f'        "{name}": {decode},\n' for name, decode in decoders.items() if decode)
        text += "    }\n"
    text += "    _masked = frozenset({" + ", ".join(f'"{each}"' for each in masked) + "})\n" if masked else ""
    return text + "\n" if text else ""


def pairs(names: dict[str, str], quote: bool) -> str:
    return ", ".join(f'"{key}": "{value}"' if quote else f'"{key}": {value}' for key, value in names.items())
