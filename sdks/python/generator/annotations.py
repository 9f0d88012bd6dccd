"""Translates schemas into Python types, and into the functions that decode them."""

from __future__ import annotations

from .document import Document, Schema, name_of_reference, without_null
from .names import ANYTHING, EVENT_KINDS, PLAIN_NUMBERS, VALUES
from .objects import INPUT_SUFFIX, inner_object, object_name


class Annotations:
    def __init__(self, document: Document) -> None:
        self._document = document
        self.values: dict[str, tuple[str, ...]] = {}
        for name, place in VALUES.items():
            self.values[name] = values_at(document, place)
        for name, kind in EVENT_KINDS.items():
            self.values[name] = tuple(each for each in self.values["EventType"] if each.startswith(f"{kind}."))

    def of_answer(self, owner: str, name: str, schema: Schema) -> str:
        if (owner, name) in ANYTHING:
            return "Any"
        inner = without_null(schema)
        text = self._plain(owner, name, inner)
        return f"{text} | None" if inner is not schema else text

    def _plain(self, owner: str, name: str, schema: Schema) -> str:
        reference = name_of_reference(schema)
        if reference:
            return reference
        if "enum" in schema or "const" in schema:
            return self._literal(schema)
        match schema.get("type"):
            case "string":
                return "datetime" if schema.get("format") == "date-time" else "str"
            case "integer":
                return "int"
            case "boolean":
                return "bool"
            case "number":
                return "float" if is_plain_number(owner, name) else "Decimal"
            case "array":
                return f"list[{self._item(owner, name, schema)}]"
            case "object":
                return object_name(owner, name, schema) if schema.get("properties") else mapping_of(schema)
        # One of several types, which can be distinguished by the JSON value itself.
        return "Any"

    def _item(self, owner: str, name: str, schema: Schema) -> str:
        is_object = schema["items"].get("properties")
        return object_name(owner, name, schema) if is_object else self._plain(owner, name, schema["items"])

    def _literal(self, schema: Schema) -> str:
        values = tuple(schema.get("enum", [schema.get("const")]))
        named = next((name for name, known in self.values.items() if known == values), None)
        return named or f"Literal[{', '.join(quoted(value) for value in values)}]"

    def of_input(self, owner: str, name: str, schema: Schema) -> str:
        if "enum" in schema or "const" in schema:
            return self._literal(schema)
        if "anyOf" in schema:
            options = [self.of_input(owner, name, option) for option in schema["anyOf"]]
            return " | ".join(dict.fromkeys(options))
        match schema.get("type"):
            case "null":
                return "None"
            case "number":
                return "Amount"
            case "string":
                return self._input_text(name, schema)
            case "integer":
                return "int"
            case "boolean":
                return "bool"
            case "array":
                return f"Sequence[{self._input_item(owner, name, schema)}]"
            case "object":
                is_object = schema.get("properties")
                return input_name(owner, name, schema) if is_object else self._input_mapping(owner, name, schema)
        return "Any"

    def _input_text(self, name: str, schema: Schema) -> str:
        if schema.get("format") == "date-time":
            return "str | datetime"
        return "str | date" if schema.get("maxLength") == 40 and name in ("from", "to") else "str"

    def _input_item(self, owner: str, name: str, schema: Schema) -> str:
        is_object = schema["items"].get("properties")
        return input_name(owner, name, schema) if is_object else self.of_input(owner, name, schema["items"])

    def _input_mapping(self, owner: str, name: str, schema: Schema) -> str:
        values = schema.get("additionalProperties")
        return f"Mapping[str, {self.of_input(owner, name, values) if isinstance(values, dict) else 'Any'}]"

    def decoder(self, owner: str, name: str, schema: Schema) -> str | None:
        """The function that decodes a value, or None when the JSON value needs no decoding."""
        if (owner, name) in ANYTHING:
            return None
        inner = without_null(schema)
        is_list = inner.get("type") == "array"
        single = inner["items"] if is_list else inner
        text = object_name(owner, name, inner) if inner_object(inner) else self._plain(owner, name, single)
        is_model = inner_object(inner) or name_of_reference(single)
        decode = f"{text}.from_dict" if is_model else {"Decimal": "money", "datetime": "moment"}.get(text)
        return f"list_of({decode})" if decode and is_list else decode


def values_at(document: Document, place: str) -> tuple[str, ...]:
    """Finds an enum: `Deposit.status` is in an object, `listCards.sort` in the input of an operation."""
    owner, *path = place.split(".")
    schema: Schema = document.schemas.get(owner) or {"properties": document.inputs[owner]}
    for name in path:
        found = without_null(schema["properties"][name])
        schema = without_null(found.get("items", found))
    return tuple(schema["enum"])


def input_name(owner: str, name: str, schema: Schema) -> str:
    return object_name(owner, name, schema) + INPUT_SUFFIX


def is_plain_number(owner: str, name: str) -> bool:
    return name in PLAIN_NUMBERS or f"{owner}.{name}" in PLAIN_NUMBERS


def mapping_of(schema: Schema) -> str:
    values = schema.get("additionalProperties")
    return "dict[str, str]" if values == {"type": "string"} else "dict[str, Any]"


def quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)
