"""What comes in and goes out about games that go on from a move of another. Seats count from 0."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from farmstead.server.play.messages import Incoming
from farmstead.server.replay.messages import LeftOut
from farmstead.server.table.entries import EventName, MoveText, SeatNumber
from farmstead.server.table.setup import Luck

MAX_TITLE = 80  # letters

Title = Annotated[str, Meta(max_length=2 * MAX_TITLE)]


class BranchIn(Incoming, frozen=True):
    """Play on from a move of a game: you at one seat and bots at the others, or you at all of them."""

    ply: Annotated[int, Meta(ge=0, le=999_999)]  # how many of its moves stay; 0: from the beginning
    luck: Luck = "same"
    seat: SeatNumber | None = None  # which is yours; none: you play all of them, on this device
    level: Annotated[int, Meta(ge=1, le=99)] = 3  # of the bots
    title: Title = ""
    shared: bool = False  # whoever looks at that game finds yours


class BranchChangeIn(Incoming, frozen=True):
    """What whoever made a branch may change."""

    title: Title | None = None
    shared: bool | None = None


class BranchOut(Struct, frozen=True):
    """A game that goes on from a move of another."""

    code: str  # of its table
    parent: str  # the study that it left
    ply: int
    luck: str
    title: str
    shared: bool
    mine: bool
    by: str  # who made it
    over: bool  # it can be studied itself
    created: int


class Branches(Struct, frozen=True):
    """Those of one game: your own, and those that are shared; newest first."""

    branches: tuple[BranchOut, ...]
    names: tuple[str, ...]  # of the players of that game, by seat
    length: int  # how many moves it has
    left: LeftOut | None  # the game that it goes on from itself, if it does
    last: int  # the last move from which one can play on


# ---- two side by side --------------------------------------------------------------------------------------


class ComparedSide(Struct, frozen=True):
    """One of two games that are compared."""

    name: str
    game: str
    title: str  # of a branch, if it was given one
    names: tuple[str, ...]
    length: int
    running: bool  # it is not over yet
    left: LeftOut | None
    log: tuple[tuple[str, ...], ...]  # for each move the sentences about it


class ComparedPart(Struct, frozen=True):
    """A season or round, and the step with which it begins."""

    step: int
    words: str


class ComparedOut(Struct, frozen=True):
    """Two games of the same kind; a position is known by how many moves led to it."""

    one: ComparedSide
    other: ComparedSide
    parted: int  # so many moves they have in common
    steps: tuple[tuple[int, int], ...]  # the positions that belong together, from there on
    parts: tuple[ComparedPart, ...]


# ---- luck that is chosen -----------------------------------------------------------------------------------


class FaceOut(Struct, frozen=True):
    """What one of several equal dice may show."""

    face: str
    words: str


class OutcomeOut(Struct, frozen=True):
    """What chance may bring."""

    move: str
    words: str
    weight: int


class LuckChoicesOut(Struct, frozen=True):
    """What is to be chosen now: a face for each of so many dice, or one of the outcomes."""

    number: int  # of the table's last entry
    event: str  # its name; nothing: there is nothing to choose
    dice: int
    faces: tuple[FaceOut, ...]
    outcomes: tuple[OutcomeOut, ...]


class LuckIn(Incoming, frozen=True):
    """What chance brings: an outcome, or the faces of all dice; without either it falls as it may."""

    event: EventName
    move: MoveText | None = None
    dice: Annotated[str, Meta(max_length=40)] = ""  # a letter for each die, in any order
    rest: bool = False  # it falls, and all else does that comes before the next decision
