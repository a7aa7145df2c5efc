"""What goes into the store and comes out of it about ratings and the game of the day: plain values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from farmstead.server.store.rows import Milliseconds, PlayerId, TableId


class Skill(NamedTuple):
    """How strong somebody is thought to be, and how sure that is."""

    mu: float
    sigma: float


class RatedParty(NamedTuple):
    """Somebody as they sat at a table; a level of bots may sit there several times."""

    seat: int
    who: str  # `p12` or `level:3`
    player: PlayerId | None
    place: int


# From those who are still here, and from what is known of some of them, to what is thought of them now.
RatingFunction: TypeAlias = Callable[[Sequence[RatedParty], Mapping[str, Skill]], Mapping[str, Skill]]


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A line of a list of ratings."""

    game: str
    seats: int
    who: str
    player: PlayerId | None
    name: str  # of a player
    skill: Skill
    games: int
    at: Milliseconds


@dataclass(frozen=True, slots=True)
class RatingStep:
    """What a game did to a rating."""

    n: int
    at: Milliseconds
    place: int
    skill: Skill  # after it


@dataclass(frozen=True, slots=True)
class Daily:
    """The game of a day; its key is asked for by name: `Dailies.key`."""

    day: str
    game: str
    seats: int
    level: int


class Par(NamedTuple):
    """The best game that was found with all luck of a day known."""

    day: str
    game: str
    points: int
    record: str  # its name


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody's one attempt at the game of a day, and what came of it."""

    day: str
    game: str
    who: str
    player: PlayerId | None
    name: str
    table: TableId
    code: str
    began: Milliseconds
    ended: Milliseconds | None
    how: str
    points: int | None
    other: int | None
