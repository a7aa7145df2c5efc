"""What programs find in `farmstead` besides rules and records: games by name, records as tables, drawings."""

import os
from collections.abc import Callable
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console

from farmstead import shelf
from farmstead.engine import record as records
from farmstead.engine.contract import CHANCE, FarmsteadError, Game, IllegalMove, State
from farmstead.engine.record import FORMAT, BadRecord, Record, re_execute
from farmstead.engine.table import Table
from farmstead.render import Drawing, drawing_for
from farmstead.render.words import TABLE, game_of, say_bad_record, words_for

WIDTH: Final = 100  # columns of a position in letters
MAX_PATH_SAID: Final = 80  # letters of a path in a sentence


class UnreadableFile(FarmsteadError):
    """There is no such file, or it may not be read; the OSError is its `__cause__`."""


def game(name: str, edition: str | os.PathLike[str] = "") -> Game:
    """A game by its name, such as `walnut-grove`; `edition` is the text or the path of an edition file."""
    return shelf.game_with(name, _text_of(edition)) if edition else shelf.game(name)


def game_names() -> list[str]:
    """The names of the games there are."""
    return shelf.names()


def load(
    record: str | bytes | os.PathLike[str], edition: str | os.PathLike[str] = "", moves: int | None = None
) -> Table:
    """The table at the end of a record, or after so many of its moves, ready to be played on.

    `record` is the path of a record file, or its text. Whatever is wrong with it is a BadRecord, which names
    the line; UnreadableFile where there is none. `edition` is needed for components of a box of one's own:
    text or path of their file.
    """
    find: Callable[[str, str], Game] = shelf.games_from(_text_of(edition)) if edition else shelf.game_for
    found = read_record(record, edited=True)
    table = re_execute(found, find, moves)  # first, as it may say which line was changed
    if not found.intact:
        raise BadRecord(found.last_line(), "checksum")
    return table


def read_record(record: str | bytes | os.PathLike[str], edited: bool = False) -> Record:
    """What a record says, its form and checksum checked, but not played: `load` does that, too.

    `record` is the path of a record file, or its text. BadRecord names the line that is wrong. With `edited`
    a wrong checksum is let pass; see `Record.intact`.
    """
    return records.read_record(_bytes_of(record), edited)


def _bytes_of(record: str | bytes | os.PathLike[str]) -> bytes:
    if isinstance(record, bytes):
        return record
    if isinstance(record, str) and record.lstrip("\ufeff").startswith(FORMAT):
        return record.encode()
    if isinstance(record, str) and ("\n" in record or not record):
        raise BadRecord(1, "not_a_record" if record else "empty", record.partition("\n")[0][:60])
    return _read(record, "a record file, or its text")


def _text_of(edition: str | os.PathLike[str]) -> str:
    """An edition file's text, given as such or by its path."""
    if isinstance(edition, str) and "\n" in edition:
        return edition
    return _read(edition, "an edition file, or its text").decode("utf-8")


def _read(path: str | os.PathLike[str], wanted: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        name = str(path) if len(str(path)) <= MAX_PATH_SAID else f"{str(path)[:MAX_PATH_SAID]}…"
        raise UnreadableFile(f"`{name}` can’t be read: {why.lower()}. Give the path of {wanted}.") from error


# ---- what the engine shows by us (hooks.py) ----------------------------------------------------------------


def drawn(state: object) -> str:
    """All boards of a position in letters, as a spectator sees them."""
    assert isinstance(state, State)
    played = state.game()
    if not shelf.is_known(played.name):
        return ""
    drawing, view = _drawing(played), state.view(None)
    has_begun = state.to_act() != [CHANCE] or any(state.scores())
    scores = {seat: state.score_lines(seat) for seat in range(state.seats())} if has_begun else {}
    land = next(iter(drawing.looks))
    out = StringIO()
    console = Console(file=out, width=WIDTH, color_system=None, highlight=False, emoji=False)
    console.print(drawing.sheet(view, [], scores, WIDTH))
    for seat in range(1, state.seats()) if has_begun else ():  # the sheet has the land of the first
        console.print(drawing.look(land, view, seat, scores, WIDTH))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


@cache
def _drawing(played: Game) -> Drawing:
    return drawing_for(played, shelf.edition_text(played.name))


def in_a_sentence(error: object) -> str:
    """What is wrong, for programmers, who count seats from 0; empty where there are no words for it."""
    try:
        if isinstance(error, IllegalMove):
            return words_for(game_of(error.refusal.rule)).say_refusal(error.refusal, to_programmers=True)
        if not isinstance(error, BadRecord):
            return ""
        why = say_bad_record(error).rstrip(".")
        return words_for(TABLE).say("refusal", "bad_record", line=error.line, why=why)
    except LookupError:  # a game of another distribution may lack words
        return ""
