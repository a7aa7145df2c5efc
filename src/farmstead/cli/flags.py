"""Commands whose help shows examples line by line, and says of a flag what it does and not that it is one."""

from __future__ import annotations

import inspect
import re
from typing import Any, Final

from typer.core import TyperCommand, TyperGroup

__all__ = ["Command", "Group"]

EXAMPLES: Final = re.compile(r"(?:^ {4}.*\n?)+", re.MULTILINE)

# `Any` below is what typer's own methods take and give: its command classes have no public names.


class Command(TyperCommand):
    """One command."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.help = EXAMPLES.sub(_fenced, inspect.cleandoc(self.help or ""))

    def get_params(self, ctx: Any) -> Any:
        return _quiet(super().get_params(ctx))


class Group(TyperGroup):
    """A command that has commands of its own."""

    def get_params(self, ctx: Any) -> Any:
        return _quiet(super().get_params(ctx))


def _fenced(lines: re.Match[str]) -> str:
    """Indented lines between fences; where all lines but the first are indented, typer would join them."""
    return "\n".join(["```", *[line.strip() for line in lines[0].splitlines()], "```", ""])


def _quiet(params: Any) -> Any:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
    return params
