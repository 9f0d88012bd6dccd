"""Reads openapi.json into the form that the writers need."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable

from .names import ANSWERS, METHODS, PARAMETERS_LEFT_OUT, UNDOCUMENTED_ERRORS

Schema = dict[str, Any]


@dataclass(frozen=True)
class Parameter:
    name: str
    schema: Schema
    required: bool
    description: str
    place: str  # path, query or body


@dataclass(frozen=True)
class Operation:
    id: str  # createCard
    place: str  # cards.create
    http_method: str
    path: str
    summary: str
    description: str
    parameters: list[Parameter]
    answer: Schema
    is_stream: bool

    @property
    def resource(self) -> str:
        return self.place.rpartition(".")[0]

    @property
    def name(self) -> str:
        return self.place.rpartition(".")[2]

    @property
    def is_list(self) -> bool:
        return self.name == "list"

    @property
    def is_write(self) -> bool:
        return self.http_method != "GET"

    @property
    def item(self) -> Schema:
        """The schema of an item, for an operation that returns a list."""
        items: Schema = self.answer["properties"]["data"]["items"]
        return items

    def answer_name(self) -> str:
        return name_of_reference(self.answer) or ANSWERS[self.place]


@dataclass(frozen=True)
class Document:
    schemas: dict[str, Schema]
    operations: list[Operation]
    error_statuses: dict[str, int]
    inputs: dict[str, Schema]
    """The input of each operation by its id, as the properties of one object."""
    event_data: dict[str, Schema]
    """The schema of `data` for each event type."""


def read_document(path: Path) -> Document:
    document = json.loads(path.read_text())
    shared = document["components"].get("responses", {})
    found = {
        f"{method.upper()} {path}": with_responses(operation, shared)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    unnamed = found.keys() - METHODS.keys()
    if unnamed:
        raise SystemExit(f"generator/names.py has no method for {', '.join(sorted(unnamed))}")
    operations = [read_operation(key, found[key]) for key in METHODS if key in found]
    inputs = {each["operationId"]: input_of(each) for each in found.values()}
    return Document(
        document["components"]["schemas"],
        operations,
        error_statuses_of(found.values()),
        inputs,
        {each: body_of(item["post"])["properties"]["data"] for each, item in events_of(document).items()},
    )


def events_of(document: Schema) -> dict[str, Schema]:
    """The webhooks that carry an event. The question to the decision hook is no event."""
    types = document["components"]["schemas"]["Event"]["properties"]["type"]["enum"]
    return {each: document["webhooks"][each] for each in types}


def with_responses(operation: Schema, shared: dict[str, Schema]) -> Schema:
    """The operation with the responses that it shares with others, which are among the components."""
    responses = {
        status: shared[name_of_reference(answer) or ""] if "$ref" in answer else answer
        for status, answer in operation["responses"].items()
    }
    return operation | {"responses": responses}


def error_statuses_of(operations: Iterable[Schema]) -> dict[str, int]:
    """The description of each refusal lists its identifiers."""
    return UNDOCUMENTED_ERRORS | {
        identifier: int(status)
        for operation in operations
        for status, answer in operation["responses"].items()
        for identifier in re.findall(r"`(\w+)`", answer["description"])
    }


def input_of(operation: Schema) -> Schema:
    query = {each["name"]: each["schema"] for each in operation.get("parameters", []) if each.get("in") == "query"}
    taken: Schema = body_of(operation).get("properties", query)
    return taken


def body_of(operation: Schema) -> Schema:
    body: Schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return body


def read_operation(key: str, operation: Schema) -> Operation:
    method, _, path = key.partition(" ")
    place = METHODS[key]
    success = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    media = next((each for each in success["content"] if each == "application/json"), next(iter(success["content"])))
    return Operation(
        id=operation["operationId"],
        place=place,
        http_method=method,
        path=path,
        summary=operation["summary"],
        description=operation.get("description") or "",
        parameters=[each for each in read_parameters(operation) if (place, each.name) not in PARAMETERS_LEFT_OUT],
        answer=success["content"][media]["schema"],
        is_stream=media == "text/event-stream",
    )


def read_parameters(operation: Schema) -> list[Parameter]:
    """In the order of a signature: path parameters, then required parameters, then the rest."""
    given = [
        Parameter(each["name"], each["schema"], each["required"], each.get("description") or "", each["in"])
        for each in operation.get("parameters", [])
        if each.get("in") in ("path", "query")
    ]
    body = body_of(operation)
    required = body.get("required", [])
    given += [
        Parameter(name, schema, name in required, description_of(schema), "body")
        for name, schema in body.get("properties", {}).items()
    ]
    return sorted(given, key=lambda each: (each.place != "path", not each.required))


def name_of_reference(schema: Schema) -> str | None:
    reference: str = schema.get("$ref", "")
    return reference.rpartition("/")[2] or None


def without_null(schema: Schema) -> Schema:
    """The schema without its null option. A schema that is not nullable is returned unchanged, the same object."""
    options = [each for each in schema.get("anyOf", []) if each.get("type") != "null"]
    return options[0] if len(options) == 1 else schema


def description_of(schema: Schema) -> str:
    return schema.get("description") or without_null(schema).get("description") or ""
