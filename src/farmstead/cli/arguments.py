"""What several commands ask for: a game, its options, an edition file, an input file."""

import os
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Annotated, Final

from typer import Argument, Option

from farmstead import shelf
from farmstead.cli import language
from farmstead.cli.errors import BadInput
from farmstead.cli.typer_commands import GAMES
from farmstead.engine.contract import BadSetup, Game
from farmstead.engine.record import MAX_RECORD_BYTES as LARGEST_RECORD
from farmstead.engine.record import GameFor, Record
from farmstead.render import embedded_record

GameName = Annotated[str, Argument(metavar="GAME", help=f"The game: {GAMES}.", show_default=False)]
Options = Annotated[
    list[str] | None,
    Option("--options", "-o", metavar="WORDS", help="What the game can be played with: `french`, `sheet=A`."),
]
EditionFile = Annotated[
    str | None, Option("--edition", metavar="FILE", help="Play with the components of this edition file.")
]
RecordFile = Annotated[
    Path,
    Argument(
        metavar="RECORD", help="The record of a game, or a picture that carries one; `-` is standard input."
    ),
]
MAX_EDITION_BYTES: Final = 4_000_000  # bytes of an edition file
STDIN_NAME: Final = "-"


def words(options: Iterable[str] | None) -> list[str]:
    """Options as typed: several words may stand in one, divided by blanks or commas."""
    return [word for option in options or () for word in option.replace(",", " ").split()]


def chosen_game(name: str, edition: str | None) -> Game:
    """The game, with the components of an edition file if one is named."""
    return game_and_text(name, edition)[0]


def game_and_text(name: str, edition: str | None) -> tuple[Game, str | None]:
    """The game, and the text of the edition file if one is named; stdin can be read only once."""
    shelf.row(name)
    return (shelf.game(name), None) if edition is None else edition_and_text(edition, name)


def edition_and_text(edition: str, name: str | None = None) -> tuple[Game, str]:
    """The game with the components of an edition file, which itself says for which game it is."""
    text = read_text(edition)
    if name is not None:
        _must_be_of(name, edition, text)
    try:
        return shelf.game_with(name or shelf.edition_game(text), text), text
    except BadSetup as error:  # the file's fault, not the command line's
        raise BadInput(f"{edition}: {error}") from None


def _must_be_of(name: str, edition: str, text: str) -> None:
    """An edition of another game is no faulty one of this."""
    try:
        other = shelf.edition_game(text)
    except BadSetup:  # it has faults enough of its own
        return
    if other != name:
        raise BadInput(language.say("file", "other_edition", file=edition, found=other, asked=name))


def games_for(edition: str | None) -> GameFor:
    """The games of records: the packaged ones, and that of an edition file if one is named."""
    if edition is None:
        return shelf.game_for
    try:
        return shelf.games_from(read_text(edition))
    except BadSetup as error:
        raise BadInput(f"{edition}: {error}") from None


def games_of(record: Record, path: Path, edition: str | None) -> GameFor:
    """The games for one record; an edition file that it was not played with is of no use to it."""
    if edition is None:
        return shelf.game_for
    game, _ = edition_and_text(edition)
    if game.name != (other := record.setup.game):
        fields = {"game": game.name, "other": other[:60]}
        raise BadInput(language.say("file", "edition_of_other", file=str(edition), path=str(path), **fields))
    here, played = shelf.edition_of(game), record.setup.edition
    if here != played:
        fields = {"played": repr(played[:60]), "here": repr(here)}
        raise BadInput(language.say("file", "edition_differs", file=str(edition), path=str(path), **fields))
    return lambda name, edition: game


def read_text(path: str) -> str:
    """A text file, or stdin for `-`."""
    with open_input(path) as file:
        data = file.read(MAX_EDITION_BYTES + 1)
    if len(data) > MAX_EDITION_BYTES:
        raise BadInput(language.say("file", "too_large", path=path, bytes=f"{MAX_EDITION_BYTES:,}"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadInput(language.say("file", "line_not_text", path=path, line=line)) from None


def read_record_bytes(path: str) -> bytes:
    """A record file or stdin, or the record inside a picture.

    One byte more than a record may have shows that it has too many.
    """
    with open_input(path) as file:
        data = file.read(embedded_record.MAX_FILE_BYTES + 1)
    if (kind := embedded_record.kind_of(data)) is None:
        return data[: LARGEST_RECORD + 1]
    if (found := embedded_record.record_in(data)) is None:
        raise BadInput(language.say("file", "no_record", path=path, kind=kind.upper()))
    return found.encode()


def must_be_writable(path: Path | None) -> None:
    """Notice at the start that a file cannot be written in the end."""
    if path is None:
        return
    if path.is_dir():
        raise BadInput(language.say("file", "is_folder", path=str(path)))
    if not path.parent.is_dir():
        raise BadInput(language.say("file", "no_folder", path=str(path), folder=str(path.parent)))
    may_write = os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
    if not (may_write and _takes_files(path.parent)):
        raise BadInput(language.say("file", "not_writable", path=str(path)))


def _takes_files(directory: Path) -> bool:
    """Whether one can be made there; some directories only say so, such as /proc to root."""
    try:
        with TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


def open_input(path: str) -> AbstractContextManager[IO[bytes]]:
    """A file to read bytes from; `-` is stdin."""
    return nullcontext(sys.stdin.buffer) if path == STDIN_NAME else open(path, "rb")
