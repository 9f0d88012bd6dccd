"""Writes _generated/errors.py: one class for each identifier."""

from __future__ import annotations

from .document import Document
from .names import DOCUMENT_ERROR
from .text import HEAD, all_names, pascal

# The class for an answer whose identifier is missing, for example a proxy's, or newer than the library.
BY_STATUS = {
    400: "BadRequestError",
    401: "UnauthorizedError",
    403: "ForbiddenError",
    404: "NotFoundError",
    429: "RateLimitExceededError",
    500: "ServerError",
    503: "ServerError",
}
PARENTS = list(dict.fromkeys(BY_STATUS.values()))


def error_class(identifier: str) -> str:
    name = pascal(identifier)
    return name if name.endswith("Error") else f"{name}Error"


def write_errors(document: Document) -> str:
    identifiers = document.schemas[DOCUMENT_ERROR]["properties"]["error"]["enum"]
    classes = {each: error_class(each) for each in identifiers}
    text = HEAD + "\nfrom typing import Mapping\n\nfrom .._errors import ApiError\n\n"
    text += all_names(sorted({*classes.values(), *PARENTS}))
    text += "".join(write_class(name, "ApiError", meaning_of(name)) for name in PARENTS)
    for identifier, name in classes.items():
        if name not in PARENTS:
            text += write_class(name, BY_STATUS[document.error_statuses[identifier]], f"`{identifier}`.")
    text += "\n\nERRORS_BY_ID: Mapping[str, type[ApiError]] = {\n"
    text += "".join(f'    "{each}": {name},\n' for each, name in classes.items())
    text += "}\n\n# For answers whose identifier is missing or unknown.\n"
    text += "ERRORS_BY_STATUS: Mapping[int, type[ApiError]] = {\n"
    text += "".join(f"    {status}: {name},\n" for status, name in BY_STATUS.items())
    return text + "}\n"


def write_class(name: str, parent: str, meaning: str) -> str:
    return f'\n\nclass {name}({parent}):\n    """{meaning}"""\n'


def meaning_of(name: str) -> str:
    statuses = [status for status, each in BY_STATUS.items() if each == name]
    return f"Every {'5xx' if 500 in statuses else statuses[0]}, whatever its identifier."
