"""How the program and its groups of commands are set up."""

from typing import Any

import typer


# `Any`: what typer takes.
def typer_app(**settings: Any) -> typer.Typer:
    """A program or a group of commands, as all of ours are set up."""
    usual = {
        "add_completion": False,
        "pretty_exceptions_enable": False,
        "rich_markup_mode": "markdown",
        "context_settings": {"help_option_names": ["-h", "--help"]},
    }
    return typer.Typer(**{**usual, **settings})
