"""`farmstead`: the commands there are, each imported only when it is called."""

import gc
import re
import sys
from collections.abc import Sequence
from contextvars import copy_context
from importlib import import_module
from typing import Annotated, Any, Final, get_args

import typer
from typer import Option
from typer.main import get_command

from farmstead import _build, shelf
from farmstead.cli import errors
from farmstead.cli.app_settings import typer_app
from farmstead.cli.errors import BAD_USAGE, OK_STATUS, UNREAD, spoken
from farmstead.cli.typer_commands import Command, CommandGroup, with_games

# Each is in the module of its name: a function that is called so, or a whole typer app.
COMMANDS: Final = {
    "play": "Play a game in the terminal.",
    "serve": "Open a place to play in the browser, alone or by link.",
    "move-store": "Move a server's games to another database.",
    "account": "List a server's accounts, reset a forgotten passphrase, invite members.",
    "people": "See, rename, sign out, block and delete people of a server; read reports.",
    "tables": "See, close and delete tables of a server.",
    "tidy": "Delete idle guests and tables of a server.",
    "operator": "Set up the page for the person who runs a server.",
    "backup": "Take a backup of a server while it runs.",
    "restore": "Put a backup of a server back.",
    "replay": "Step through a recorded game.",
    "hint": "Show the best moves of a position, and why.",
    "review": "Show what each decision cost, and how lucky each player was.",
    "show": "Draw a component: a tile, a board, a sheet.",
    "rules": "Read the rules, whole or one paragraph.",
    "verify": "Check records of games move by move.",
    "score": "Score farms or valleys written down as JSON.",
    "simulate": "Play many random games and count.",
    "arena": "Let agents play matches; who is the stronger?",
    "bot": "Check a program of yours that plays.",
    "think": "Tell programs what moves lead to.",
    "dataset": "Write whole games as rows of a Parquet file.",
    "train": "Learn to play a game better by playing it.",
    "edition": "Check or print the components of a game.",
    "schema": "Print the JSON Schema of what a seat sees.",
}
# Typer shows it under no name of its own.
UsageError: Final[type[Exception]] = typer.BadParameter.__bases__[0]

QUOTE: Final = "'"
CHOICES: Final = re.compile(r"'(.*)' is not one of (.+?)\.?$")
MAX_QUOTE: Final = 60  # letters of a word that are said again
NOT_ALLOWED: Final = re.compile(r"'(.*)' is not (readable|writable)\.?$")
LONG_WORD: Final = re.compile(rf"\S{{{MAX_QUOTE + 10},}}")

# `Any` below is what typer's own methods take and give: its command classes have no public names.


class Commands(CommandGroup):
    """Lists the commands by their short texts and imports the one that is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, short in COMMANDS.items():
            self.add_command(Command(name, help=short))

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, found, rest = super().resolve_command(ctx, args)
        return name, found if name is None else load(name), rest

    def make_context(self, *args: Any, **settings: Any) -> Any:
        with spoken():  # `--help` and `--version` print here
            return super().make_context(*args, **settings)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        if len(shelf.names()) > len(shelf.SHELF):
            self.epilog = f"Games: {', '.join(shelf.names())}."
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        with spoken():
            return super().invoke(ctx)


def load(name: str) -> Any:
    """The command of that name, with everything it needs."""
    gc.enable()
    called = name.replace("-", "_")
    module = import_module(f"farmstead.cli.{called}")
    if (found := getattr(module, "app", None)) is None:
        found = typer_app()
        found.command(name, cls=Command)(getattr(module, called))
    command = get_command(found)
    command.name = name
    return command


app = typer_app(
    cls=Commands, rich_markup_mode=None
)  # a plain list: rich takes longer to import than all else


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"farmstead {_build.version_and_commit()} ({_build.build()})")
        raise typer.Exit(OK_STATUS)


@app.callback(invoke_without_command=True)
def farmstead(
    context: typer.Context,
    version: Annotated[
        bool,
        Option("--version", callback=_show_version, is_eager=True, help="Print version and build, and stop."),
    ] = False,
) -> None:
    """Walnut Grove and Sunflower Valley in your browser or here in the terminal.

    `farmstead serve` opens a place to play in the browser, `farmstead play` starts a game in the terminal;
    `farmstead COMMAND --help` explains a command.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line, that of the process unless `args` are given; the exit status."""
    errors.open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a letter that cannot be shown is a question mark
    try:
        with spoken():
            status = copy_context().run(run, args)  # what it settles, such as its language, ends with it
            errors.flush_output()
            return status
    except typer.Exit as error:
        return error.exit_code


def run(args: Sequence[str] | None) -> int:
    """What typer makes of a command line, as a status."""
    try:
        status = get_command(app).main(args=args, prog_name="farmstead", standalone_mode=False)
    except UsageError as error:
        errors.complain(usage_sentence(error, sys.argv[1:] if args is None else args))
        return BAD_USAGE
    except SystemExit:  # so rich and typer end when nobody reads
        errors.drop_output()
        return UNREAD
    except typer.Abort:
        return BAD_USAGE
    return status if isinstance(status, int) else OK_STATUS


def usage_sentence(error: Any, args: Sequence[str]) -> str:
    """What is wrong with the command line, and what would do."""
    context = error.ctx
    path = context.command_path if context is not None else "farmstead"
    wrong = choice_hint(error) or number_hint(error, args) or option_hint(error)
    hint = path_hint(error) or LONG_WORD.sub(lambda word: f"{word[0][:MAX_QUOTE]}…", wrong)
    return f"{hint.rstrip('. ')}\nTry: {path} --help"


def choice_hint(error: Any) -> str:
    """What was given in place of one of a few words, and which would do; empty where it is about another."""
    option = getattr(error, "param", None)
    choices = CHOICES.search(str(error.message))
    if option is None or choices is None:
        return ""
    return f"{option.opts[0]} {choices[1]}: one of {choices[2].replace(QUOTE, '')} is needed"


def path_hint(error: Any) -> str:
    """Which file or folder is shut to the user, and what to do; empty where it is about another thing."""
    option = getattr(error, "param", None)
    shut = NOT_ALLOWED.search(str(error.message))
    if option is None or shut is None:
        return ""
    names = [f"{name} " for name in option.opts if name.startswith("-")]  # none where it is an argument
    done = {"readable": "read", "writable": "written"}[shut[2]]
    named = f"{''.join(names[:1])}{errors.short_path(shut[1])}"
    return f"{named}: this may not be {done} by you. Name another, or ask its owner to let you"


def number_hint(error: Any, args: Sequence[str]) -> str:
    """What was given in place of a number, and which would do; empty where no option was read."""
    option = getattr(error, "param", None)
    names = [name for name in getattr(option, "opts", []) if name.startswith("-")]
    tried = given(names, args)
    if tried is None or hasattr(error, "param_type") or not kinds_of(option):
        return ""
    kind = getattr(option, "type", option)  # where it is kept depends on typer's version
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    limits = "" if least is None else f" from {least} on" if most is None else f" from {least} to {most}"
    number = "a number" if float in kinds_of(option) else "a whole number"
    return f"{names[0]} {tried[:MAX_QUOTE]}: {number}{limits} is needed"


def kinds_of(option: Any) -> set[type]:
    """The kinds of numbers that an option takes; where that is kept depends on typer's version."""
    annotation = getattr(getattr(option, "type_descriptor", None), "annotation", None)
    name = str(getattr(option, "type", "")).upper()
    named = {kind for kind, word in ((int, "INT"), (float, "FLOAT")) if word in name}
    return named | ({annotation, *get_args(annotation)} & {int, float})


def given(names: Sequence[str], args: Sequence[str]) -> str | None:
    """What stands behind an option on a command line; the last counts where it is repeated."""
    found: str | None = None
    for word, following in zip(args, [*args[1:], ""], strict=True):
        name, joined, value = word.partition("=")
        if name in names:
            found = value if joined else following
        elif word[:2] in names and not word.startswith("--"):  # `-i4`
            found = word[2:]
    return found


def option_hint(error: Any) -> str:
    """What typer says, with a question for what looks alike, and what it is that is missing."""
    alike = getattr(error, "possibilities", None)
    message = str(error.message) if alike else str(error.format_message())
    if alike:
        return f"{message.rstrip('.')}; did you mean {' or '.join(sorted(alike))}?"
    missing = getattr(error, "param", None) if hasattr(error, "param_type") else None
    return f"{message.rstrip('.')} ({with_games(missing.help).rstrip('.')})" if missing else message
