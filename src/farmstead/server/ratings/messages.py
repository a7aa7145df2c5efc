"""Messages about ratings and the game of the day. Times are milliseconds since 1970 (UTC)."""

from __future__ import annotations

from msgspec import Struct


class RatingKind(Struct, frozen=True):
    """Ratings are kept for each game and number of seats."""

    game: str
    title: str
    seats: int


class RatedOut(Struct, frozen=True):
    """Somebody in a list of ratings: a person, or a level of bots."""

    place: int  # in the list
    name: str  # of a person
    level: int  # of bots; 0 for a person
    mu: float  # how strong they are thought to be; everybody begins at 25
    sigma: float  # how unsure that is: mu is right within 2 sigma, nineteen times of twenty
    games: int
    mine: bool


class StepOut(Struct, frozen=True):
    """What a game did to your rating."""

    n: int  # your first rated game is 1
    at: int
    place: int  # you came to in it
    mu: float
    sigma: float


class Ratings(Struct, frozen=True):
    """Those of one game and number of seats, by mu − 2 sigma: who is surely strong comes first."""

    kind: RatingKind
    rated: tuple[RatedOut, ...]
    mine: RatedOut | None  # place 0: not among those
    history: tuple[StepOut, ...]  # of your rating


class ResultOut(Struct, frozen=True):
    """What came of somebody's attempt."""

    place: int  # among accounts, or among guests; 0: it was resigned or not ended in time
    shared: bool  # others have as many points, and so the same place: nothing breaks such a tie
    name: str  # of a person
    level: int  # of a bot; 0 for a person
    account: bool  # of guests it is not known whether it was their only attempt
    points: int | None
    other: int | None  # the points of who played against
    how: str  # playing, over, resigned or late
    mine: bool
    code: str  # of the table, once the day has ended
    together: bool = False  # you have sat at a table with them


class DailyOut(Struct, frozen=True):
    """The game of a day."""

    day: str  # such as 2031-05-06, UTC
    game: str
    title: str
    level: int  # of the bots to play against; 0: you play alone
    ends: int
    commitment: str  # SHA-256 of the key, hexadecimal
    key: str  # hexadecimal, once the day has ended; all chance follows from it
    mine: str  # nothing, playing, over, resigned or late
    code: str  # of your table
    results: tuple[ResultOut, ...] | None  # None: when your own attempt is over, or the day
    par: int | None = None  # the best points found with all luck known, once results are told
    par_game: str = ""  # by which its record is found, at `/api/studies`


class Dailies(Struct, frozen=True):
    """The games of a day, or of several."""

    games: tuple[DailyOut, ...]
    streak: int = 0  # days in a row with an attempt of yours that counts, up to today or yesterday
