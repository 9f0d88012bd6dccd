"""Schemas as Python types, and as the functions that decode them."""

from __future__ import annotations

from .document import Document, Schema, name_of_reference
from .names import ANYTHING, EVENT_KINDS, NESTED, NESTED_INPUT, PLAIN_NUMBERS, VALUES
from .text import pascal


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
                return "float" if name in PLAIN_NUMBERS else "Decimal"
            case "array":
                return f"list[{self._plain(owner, name, schema['items'])}]"
            case "object":
                return nested_name(name) if schema.get("properties") else mapping_of(schema)
        raise SystemExit(f"no type for {owner}.{name}: {schema}")

    def _literal(self, schema: Schema) -> str:
        values = tuple(schema.get("enum", [schema.get("const")]))
        named = next((name for name, known in self.values.items() if known == values), None)
        return named or f"Literal[{', '.join(quoted(value) for value in values)}]"

    def of_input(self, name: str, schema: Schema) -> str:
        if "enum" in schema:
            return self._literal(schema)
        if "anyOf" in schema:
            return " | ".join(self.of_input(name, option) for option in schema["anyOf"])
        match schema.get("type"):
            case "null":
                return "None"
            case "number":
                return "Amount"
            case "string":
                return "str | date" if schema.get("maxLength") == 40 and name in ("from", "to") else "str"
            case "integer":
                return "int"
            case "boolean":
                return "bool"
            case "array":
                return f"Sequence[{self.of_input(name, schema['items'])}]"
            case "object":
                return NESTED_INPUT[name] if schema.get("properties") else self._input_mapping(name, schema)
        raise SystemExit(f"no type for the argument {name}: {schema}")

    def _input_mapping(self, name: str, schema: Schema) -> str:
        values = self.of_input(name, schema["additionalProperties"]).split(" | ")
        return f"Mapping[str, {' | '.join(dict.fromkeys(values))}]"

    def decoder(self, owner: str, name: str, schema: Schema) -> str | None:
        """None where the JSON value is the value."""
        if (owner, name) in ANYTHING:
            return None
        inner = without_null(schema)
        if inner.get("type") == "array":
            item = self.decoder(owner, name, inner["items"])
            return item and f"list_of({item})"
        text = self._plain(owner, name, inner)
        if text in self._document.schemas or inner.get("properties"):
            return f"{text}.from_dict"
        return {"Decimal": "money", "datetime": "moment"}.get(text)


def values_at(document: Document, place: str) -> tuple[str, ...]:
    """`Deposit.status` is in an object, `listCards.sort` in what an operation takes."""
    owner, *path = place.split(".")
    schema: Schema = document.schemas.get(owner) or {"properties": document.inputs[owner]}
    for name in path:
        found = without_null(schema["properties"][name])
        schema = without_null(found.get("items", found))
    return tuple(schema["enum"])


def nested_name(attribute: str) -> str:
    return NESTED.get(attribute) or pascal(attribute)


def without_null(schema: Schema) -> Schema:
    """`anyOf` of something and null is that something; the caller sees by identity that it was."""
    options = [each for each in schema.get("anyOf", []) if each.get("type") != "null"]
    return options[0] if len(options) == 1 else schema


def mapping_of(schema: Schema) -> str:
    values = schema.get("additionalProperties")
    return "dict[str, str]" if values == {"type": "string"} else "dict[str, Any]"


def quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)
