"""Typer's commands as ours look: help with examples line by line, flags without metavar."""

import inspect
import math
import re
from typing import Any, Final

from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from farmstead import shelf

__all__ = ["GAMES", "Command", "CommandGroup", "number_only", "with_games"]

GAMES: Final = "[games]"  # in a help text: the names of all games, looked up when somebody reads it
EXAMPLES: Final = re.compile(r"(?:^ {4}.*\n?)+", re.MULTILINE)

# `Any` below is what typer's own methods take and give: its command classes have no public names.


class Command(TyperCommand):
    """One command."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.help = EXAMPLES.sub(_fenced, inspect.cleandoc(self.help or ""))

    def get_params(self, ctx: Any) -> Any:
        return _quiet(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        params: list[Any] = self.params
        for param in params:
            param.help = with_games(param.help or "")
        super().format_help(ctx, formatter)


class CommandGroup(TyperGroup):
    """A command that has commands of its own."""

    def get_params(self, ctx: Any) -> Any:
        return _quiet(super().get_params(ctx))


def number_only(value: float | None) -> float | None:
    """For an option with limits: `nan` is neither below nor above any, so some versions of typer take it."""
    if value is not None and math.isnan(value):
        raise BadParameter("nan is no number.")
    return value


def with_games(text: str) -> str:
    """A help text with the names of the games there are."""
    return text.replace(GAMES, " or ".join(shelf.names())) if GAMES in text else text


def _fenced(lines: re.Match[str]) -> str:
    """Indented lines between fences; where all lines but the first are indented, typer would join them."""
    return "\n".join(["```", *[line.strip() for line in lines[0].splitlines()], "```", ""])


def _quiet(params: Any) -> Any:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
    return params
