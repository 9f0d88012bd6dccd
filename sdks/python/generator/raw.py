"""Writes _generated/raw.py: the resources of `with_raw_response`, with types derived from the wrapped methods."""

from __future__ import annotations

from .document import Document
from .resources import children_of, resources_of
from .text import HEAD, class_name

BODY = '''
from typing import TYPE_CHECKING, Awaitable, Callable, TypeVar, cast

from .._pages import AsyncPages, Page, Pages
from .._raw import RawResponse

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    from . import async_resources, resources

    P = ParamSpec("P")

T = TypeVar("T")

# The methods given here send through a raw sender and so return what these say. Only the types are changed.


def raw(method: Callable[P, T]) -> Callable[P, RawResponse[T]]:
    return cast("Callable[P, RawResponse[T]]", method)


def raw_list(method: Callable[P, Pages[T]]) -> Callable[P, RawResponse[Page[T]]]:
    return cast("Callable[P, RawResponse[Page[T]]]", method)


def async_raw(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[RawResponse[T]]]:
    return cast("Callable[P, Awaitable[RawResponse[T]]]", method)


def async_raw_list(method: Callable[P, AsyncPages[T]]) -> Callable[P, Awaitable[RawResponse[Page[T]]]]:
    return cast("Callable[P, Awaitable[RawResponse[Page[T]]]]", method)
'''


def write_raw(document: Document) -> str:
    text = HEAD + BODY
    for is_async in (False, True):
        resources = resources_of(document)
        for resource in sorted(resources, key=lambda each: -each.count(".")):
            text += write_class(document, resource, resources, is_async)
        text += write_root(resources, is_async)
    return text


def write_class(document: Document, resource: str, resources: list[str], is_async: bool) -> str:
    prefix, module = ("Async", "async_resources") if is_async else ("", "resources")
    name = class_name(resource)
    text = f"\n\nclass {prefix}Raw{name}:\n    def __init__(self, of: {module}.{prefix}{name}) -> None:\n"
    for child in children_of(resource, resources):
        attribute = child.rpartition(".")[2]
        text += f"        self.{attribute} = {prefix}Raw{class_name(child)}(of.{attribute})\n"
    for operation in document.operations:
        if operation.resource == resource and not operation.is_stream:
            wrap = ("async_" if is_async else "") + ("raw_list" if operation.is_list else "raw")
            text += f"        self.{operation.name} = {wrap}(of.{operation.name})\n"
    return text


def write_root(resources: list[str], is_async: bool) -> str:
    prefix, module = ("Async", "async_resources") if is_async else ("", "resources")
    text = f"\n\nclass {prefix}RawResources:\n    def __init__(self, of: {module}.{prefix}Resources) -> None:\n"
    for resource in children_of("", resources):
        text += f"        self.{resource} = {prefix}Raw{class_name(resource)}(of.{resource})\n"
    return text
