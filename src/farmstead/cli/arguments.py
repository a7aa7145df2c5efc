"""What several commands ask for: a game, its options, an edition file, an input file."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import IO, Annotated, Final

import typer

from farmstead import shelf
from farmstead.cli.errors import BadInput
from farmstead.engine.contract import BadSetup, Game

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as walnut-grove.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--options", "-o", metavar="WORDS", help="Presets and switches: `french`, `jokers=buildings`."
    ),
]
EditionFile = Annotated[
    str | None,
    typer.Option("--edition", metavar="FILE", help="Play with the components of this edition file."),
]
LARGEST: Final = 4_000_000  # bytes of an edition file
STDIN: Final = "-"


def words(options: Iterable[str] | None) -> list[str]:
    """Options as typed: several words may stand in one, divided by blanks or commas."""
    return [word for option in options or () for word in option.replace(",", " ").split()]


def chosen_game(name: str, edition: str | None) -> Game:
    """The game, with the components of an edition file if one is named."""
    if edition is None:
        return shelf.game(name)
    shelf.row(name)
    return game_with_file(name, edition)


def game_with_file(name: str, path: str) -> Game:
    """The game with the components of a file; a bad edition is the file's fault, not the command line's."""
    try:
        return shelf.game_with(name, read_text(path))
    except BadSetup as error:
        raise BadInput(f"{path}: {error}") from None


def read_text(path: str) -> str:
    """A text file, or stdin for `-`."""
    with open_input(path) as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise BadInput(f"{path}: this is too large, more than {LARGEST:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadInput(f"{path}: line {line} is not text in UTF-8") from None


def open_input(path: str) -> AbstractContextManager[IO[bytes]]:
    """A file to read bytes from; `-` is stdin."""
    return nullcontext(sys.stdin.buffer) if path == STDIN else open(path, "rb")
