"""_generated/errors.py: one class for each identifier."""

from __future__ import annotations

from .document import Document
from .names import DOCUMENT_ERROR
from .text import HEAD, all_names, pascal

# What an answer without an identifier is, such as a proxy's.
BY_STATUS = {
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    429: "rate_limit_exceeded",
    500: "internal_error",
    503: "service_unavailable",
}


def error_class(identifier: str) -> str:
    name = pascal(identifier)
    return name if name.endswith("Error") else f"{name}Error"


def write_errors(document: Document) -> str:
    identifiers = document.schemas[DOCUMENT_ERROR]["properties"]["error"]["enum"]
    # Parents first.
    ordered = sorted(identifiers, key=lambda each: each != "not_found")
    text = HEAD + "\nfrom typing import Mapping\n\nfrom .._errors import ApiError\n\n"
    text += all_names([error_class(each) for each in identifiers])
    text += "".join(write_class(each) for each in ordered)
    text += "\n\nERRORS_BY_ID: Mapping[str, type[ApiError]] = {\n"
    text += "".join(f'    "{each}": {error_class(each)},\n' for each in identifiers)
    text += "}\n\n# For answers without an identifier.\nERRORS_BY_STATUS: Mapping[int, type[ApiError]] = {\n"
    text += "".join(f"    {status}: {error_class(each)},\n" for status, each in BY_STATUS.items())
    return text + "}\n"


def write_class(identifier: str) -> str:
    is_missing = identifier.endswith("_not_found")
    note = ' Every "…NotFoundError" is one.' if identifier == "not_found" else ""
    parent = "NotFoundError" if is_missing else "ApiError"
    return f'\n\nclass {error_class(identifier)}({parent}):\n    """`{identifier}`.{note}"""\n'
