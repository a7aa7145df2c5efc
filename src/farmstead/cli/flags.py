"""Commands whose help says of a flag what it does and not that it is one."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

__all__ = ["Command", "Group"]

# `Any` below is what typer's own methods take and give: its command classes have no public names.


class Command(TyperCommand):
    """One command."""

    def get_params(self, ctx: Any) -> Any:
        return _quiet(super().get_params(ctx))


class Group(TyperGroup):
    """A command that has commands of its own."""

    def get_params(self, ctx: Any) -> Any:
        return _quiet(super().get_params(ctx))


def _quiet(params: Any) -> Any:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
    return params
