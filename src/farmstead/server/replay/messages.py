"""What is asked and told about games that are looked back at, as types. Seats count from 0, chance is -1."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from farmstead.engine.contract import Seat
from farmstead.server.play.messages import Incoming

MAX_FILE: Final = 12_000_000  # bytes of a file that is brought along: films of a game are large
MAX_MESSAGE: Final = MAX_FILE * 4 // 3 + 1000  # the same as text


class RecordIn(Incoming, frozen=True):
    """A record of a game: as it is, or a file that it is in, such as a picture, in base 64."""

    text: Annotated[str, Meta(max_length=MAX_MESSAGE)] = ""
    file: Annotated[str, Meta(max_length=MAX_MESSAGE)] = ""


class NamedOut(Struct, frozen=True):
    """Where a record is to be found from now on."""

    name: str


class KeptOut(Struct, frozen=True):
    """One of the records that you brought along."""

    name: str
    game: str
    title: str
    size: int  # bytes
    at: int  # when it was brought


class KeptsOut(Struct, frozen=True):
    records: tuple[KeptOut, ...]


class PartOut(Struct, frozen=True):
    """A season or round, and the first position in it."""

    ply: int
    words: str
    number: int = 0  # of the year or round, where games have such


class LeftOut(Struct, frozen=True):
    """Where a game left another."""

    parent: str  # the name of the other's record
    ply: int  # how many moves are the other's
    luck: str  # same, fresh or chosen


class StudyOut(Struct, frozen=True):
    """A game to be looked back at. A position is known by how many moves, chance included, led to it."""

    name: str
    table: str  # its code; nothing for a record that was brought along
    game: str
    title: str
    switches: tuple[str, ...]  # what `options` was called once
    rules: int  # the revision of the rules that it was played under
    edition: str
    names: tuple[str, ...]  # by seat
    mine: tuple[Seat, ...]  # seats of yours
    seat: Seat | None  # through whose eyes; none: everybody's, or a spectator's while it is being played
    running: bool  # it is only what was seen and heard of it, as far as it has come
    eyes: tuple[Seat, ...]  # seats through whose eyes you may look
    length: int  # the number of moves
    marks: tuple[str, ...]  # `fair`, `undone`, `branched`, `unfinished`
    score: tuple[int, ...]  # nothing while it is not over
    movers: tuple[Seat, ...]  # who made each move, from the first on
    choices: tuple[int, ...]  # the positions to which somebody's choice led
    parts: tuple[PartOut, ...]
    log: tuple[tuple[str, ...], ...]  # for each move the sentences about it
    left: LeftOut | None = None  # the game that it goes on from, if it does
    taken_back: int = 0  # while it is being played: another number as soon as moves have been taken back
    options: tuple[str, ...] = ()  # that were chosen, in canonical form
