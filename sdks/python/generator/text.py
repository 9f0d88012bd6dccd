"""Makes Python source text: names, wrapped docstrings, file headers."""

from __future__ import annotations

import textwrap

WIDTH = 118
HEAD = '''"""Generated from openapi.json by `sdks/python/run generate`. Changes here are lost."""

from __future__ import annotations
'''


def pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.replace(".", "_").split("_"))


def class_name(resource: str) -> str:
    """sandbox.three_ds → SandboxThreeDsResource. The suffix avoids a clash with models such as SandboxClock."""
    return f"{pascal(resource)}Resource"


def docstring(text: str, indent: str, arguments: list[str] | None = None) -> str:
    """A summary, paragraphs and a list of arguments, or a single line when there is only a short summary."""
    first, *rest = [" ".join(paragraph.split()) for paragraph in text.split("\n") if paragraph.strip()]
    if not rest and not arguments and len(indent) + len(first) + 6 <= WIDTH:
        return f'{indent}"""{first}"""\n'
    lines = textwrap.wrap(first, WIDTH - len(indent) - 3)
    for paragraph in rest:
        lines += ["", *textwrap.wrap(paragraph, WIDTH - len(indent))]
    lines += [""] if arguments else []
    for argument in arguments or []:
        lines += textwrap.wrap(argument, WIDTH - len(indent), subsequent_indent="    ")
    body = "\n".join(f"{indent}{line}".rstrip() for line in lines).removeprefix(indent)
    return f'{indent}"""{body}\n{indent}"""\n'


def all_names(names: list[str]) -> str:
    return "__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted(names)) + "]\n"
