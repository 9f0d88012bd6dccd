"""Writes _generated/resources.py and async_resources.py: the methods of the clients, grouped by resource."""

from __future__ import annotations

import re

from .annotations import Annotations
from .document import Document, Operation, Parameter, without_null
from .names import ATTRIBUTES
from .text import HEAD, class_name, docstring

TYPING = """
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence

from .._call import NOT_GIVEN, Call, NotGiven, RequestOptions, WriteOptions, nullable, segment
from .._events import decode_event
from .._pages import {pages}
from . import models
from .models import *  # noqa: F403

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._{module} import {sender}
    from .._stream import {stream}
"""


def resources_of(document: Document) -> list[str]:
    """Every resource after its parents. A parent is included even if it has no methods."""
    found: dict[str, None] = {}
    for operation in document.operations:
        parts = operation.resource.split(".")
        for end in range(1, len(parts) + 1):
            found[".".join(parts[:end])] = None
    return list(found)


def children_of(resource: str, resources: list[str]) -> list[str]:
    return [each for each in resources if each.rpartition(".")[0] == resource]


class ResourceWriter:
    def __init__(self, document: Document, annotations: Annotations, is_async: bool) -> None:
        self._document = document
        self._annotations = annotations
        self._is_async = is_async
        self._prefix = "Async" if is_async else ""

    def write(self) -> str:
        resources = resources_of(self._document)
        prefix = self._prefix
        kinds = {"pages": f"{prefix}Pages", "sender": f"{prefix}Sender", "stream": f"{prefix}EventStream"}
        kinds["module"] = "async_sender" if self._is_async else "sender"
        text = HEAD + TYPING.format(**kinds)
        for resource in sorted(resources, key=lambda each: -each.count(".")):
            text += self._class(resource, resources)
        return text + self._root(resources)

    def _class(self, resource: str, resources: list[str]) -> str:
        text = f"\n\nclass {self._prefix}{class_name(resource)}:\n"
        text += self._init(children_of(resource, resources))
        return text + "".join(self._method(each) for each in self._document.operations if each.resource == resource)

    def _init(self, children: list[str]) -> str:
        text = f"    def __init__(self, sender: {self._prefix}Sender) -> None:\n        self._sender = sender\n"
        for child in children:
            text += f"        self.{child.rpartition('.')[2]} = {self._prefix}{class_name(child)}(sender)\n"
        return text

    def _root(self, resources: list[str]) -> str:
        text = f"\n\nclass {self._prefix}Resources:\n    def __init__(self, sender: {self._prefix}Sender) -> None:\n"
        for resource in children_of("", resources):
            text += f"        self.{resource} = {self._prefix}{class_name(resource)}(sender)\n"
        return text

    def _method(self, operation: Operation) -> str:
        is_coroutine = self._is_async and not operation.is_list and not operation.is_stream
        text = f"\n    {'async ' if is_coroutine else ''}def {operation.name}(\n        self,\n"
        text += "".join(f"        {each}: str,\n" for each in path_parameters(operation))
        text += self._keywords(operation)
        options = "WriteOptions" if operation.is_write else "RequestOptions"
        text += f"        **options: Unpack[{options}],\n    ) -> {self._returns(operation)}:\n"
        text += docstring(f"{operation.summary}.\n{operation.description}", " " * 8, arguments_of(operation))
        text += call_text(operation)
        return text + f"        return {'await ' if is_coroutine else ''}{self._sending(operation)}\n"

    def _keywords(self, operation: Operation) -> str:
        given = [each for each in operation.parameters if each.place != "path"]
        lines = [f"        {python_name(each)}: {self._annotation(operation, each)},\n" for each in given]
        return "        *,\n" + "".join(lines) if given else ""

    def _annotation(self, operation: Operation, parameter: Parameter) -> str:
        text = self._annotations.of_input(operation.id, parameter.name, parameter.schema)
        if parameter.required:
            return text
        return f"{text} | NotGiven = NOT_GIVEN" if can_be_emptied(parameter) else f"{text} | None = None"

    def _returns(self, operation: Operation) -> str:
        if operation.is_stream:
            return f"{self._prefix}EventStream"
        if operation.is_list:
            return f"{self._prefix}Pages[{self._item(operation)}]"
        return operation.answer_name()

    def _item(self, operation: Operation) -> str:
        return self._annotations.of_answer("", "", operation.item)

    def _sending(self, operation: Operation) -> str:
        if operation.is_stream:
            return "self._sender.stream(call, options)"
        name = self._item(operation) if operation.is_list else operation.answer_name()
        decode = "decode_event" if name == "Event" else f"models.{name}.from_dict"
        return f"self._sender.{'list' if operation.is_list else 'send'}(call, {decode}, options)"


def call_text(operation: Operation) -> str:
    method, path = f'"{operation.http_method}"', path_text(operation)
    places = {place: [each for each in operation.parameters if each.place == place] for place in ("query", "body")}
    if not any(places.values()):
        return f"        call = Call({method}, {path})\n"
    text = f"        call = Call(\n            {method},\n            {path},\n"
    for place, parameters in places.items():
        if parameters:
            pairs = "".join(f'                "{each.name}": {value_text(each)},\n' for each in parameters)
            text += f"            {place}={{\n{pairs}            }},\n"
    return f"{text}        )\n"


def value_text(parameter: Parameter) -> str:
    name = python_name(parameter)
    return f"nullable({name})" if can_be_emptied(parameter) else name


def can_be_emptied(parameter: Parameter) -> bool:
    """True when None is a value that is sent, so it cannot also mean that the parameter was left out."""
    return parameter.place == "body" and without_null(parameter.schema) is not parameter.schema


def python_name(parameter: Parameter) -> str:
    return ATTRIBUTES.get(parameter.name, parameter.name)


def path_parameters(operation: Operation) -> list[str]:
    return [each.name for each in operation.parameters if each.place == "path"]


def path_text(operation: Operation) -> str:
    text = re.sub(r"\{(\w+)\}", r"{segment(\1)}", operation.path)
    return f'f"{text}"' if text != operation.path else f'"{text}"'


def arguments_of(operation: Operation) -> list[str]:
    """The descriptions of the parameters that have one."""
    return [f"{python_name(each)}: {each.description}" for each in operation.parameters if each.description]
