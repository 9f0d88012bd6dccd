"""Names of nested objects.

An object is named after the property that holds it, in the singular for a list: `decline_detail` is DeclineDetail.
`objects` in sdks/contract/types.json gives other names, by `Owner.property` or by the property alone. The owner is the
enclosing object, or the operation for the body of a request.
"""

from __future__ import annotations

from typing import Iterator

from .document import Document, Schema, without_null
from .names import OBJECTS, OBJECTS_BY_HAND
from .text import pascal

# A request may accept fewer fields than an answer shows, so the two have separate types.
INPUT_SUFFIX = "Input"


def object_name(owner: str, attribute: str, schema: Schema) -> str:
    named = OBJECTS.get(f"{owner}.{attribute}") or OBJECTS.get(attribute)
    is_list = without_null(schema).get("type") == "array"
    return named or pascal(singular(attribute) if is_list else attribute)


def singular(word: str) -> str:
    return word.removesuffix("ies") + "y" if word.endswith("ies") else word.removesuffix("s")


def inner_object(schema: Schema) -> Schema | None:
    """The object inside a nullable schema or a list, or None when there is no object with known properties."""
    inner = without_null(schema)
    if inner.get("type") == "array":
        return inner_object(inner["items"])
    return inner if inner.get("properties") else None


def nested_objects(owner: str, schema: Schema) -> Iterator[tuple[str, Schema]]:
    """All objects below this one, by name."""
    for attribute, each in schema.get("properties", {}).items():
        found = inner_object(each)
        if found is not None and (owner, attribute) not in OBJECTS_BY_HAND:
            name = object_name(owner, attribute, each)
            yield name, found
            yield from nested_objects(name, found)


def input_objects(document: Document) -> dict[str, Schema]:
    objects: dict[str, Schema] = {}
    for operation in document.operations:
        body = {each.name: each.schema for each in operation.parameters if each.place == "body"}
        for name, schema in nested_objects(operation.id, {"properties": body}):
            add_object(objects, name + INPUT_SUFFIX, schema)
    return objects


def add_object(objects: dict[str, Schema], name: str, schema: Schema) -> None:
    known = objects.setdefault(name, schema)
    if shape_of(known) != shape_of(schema):
        raise SystemExit(f"two different objects would be {name}: name one in `objects` of sdks/contract/types.json")


def shape_of(schema: object) -> object:
    """The schema without descriptions, examples and defaults."""
    if isinstance(schema, list):
        return [shape_of(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    texts = ("description", "examples", "default", "x-error")
    return {key: shape_of(value) for key, value in schema.items() if key not in texts or isinstance(value, dict)}
