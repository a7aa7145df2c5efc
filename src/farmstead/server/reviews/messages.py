"""What the API says of reviews. Seats count from 0; a ply is how many moves had been made before."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class MoveWords(Struct, frozen=True):
    """A move as it is written, and in words."""

    move: str
    words: str


class LinePoints(Struct, frozen=True):
    """Points in one line of the score."""

    line: str
    words: str
    points: float


class DecisionOut(Struct, frozen=True):
    """A choice between several moves, and what it cost in final points."""

    ply: int
    seat: int
    part: str  # where in the game, in words
    kind: str
    kind_words: str
    choices: int  # legal moves
    made: MoveWords
    best: MoveWords  # what the search would have done
    lost: float
    error: float  # one standard error
    clear: bool  # more than a trifle, and more than chance would make of nothing


class TurningOut(Struct, frozen=True):
    """A decision that cost more than others, measured once more and to the end of the game."""

    letter: str
    ply: int
    seat: int
    part: str
    made: MoveWords
    better: tuple[MoveWords, ...]  # the whole turn that the search would have played
    lost: float
    error: float
    lines: tuple[LinePoints, ...]  # by line of the score, the largest first
    sentence: str
    better_words: str
    because: str  # what it would have brought; or nothing
    made_here: str  # what was done, in words that go with a mark on the board
    better_here: str  # what would have been better, likewise


class LuckOut(Struct, frozen=True):
    """What came, against what could have come: the points that it gave each seat or took from it."""

    ply: int
    name: str
    part: str
    words: str
    outcomes: int  # that could have come
    all_tried: bool
    gains: tuple[float, ...]  # by seat
    errors: tuple[float, ...]


class PointOut(Struct, frozen=True):
    """What each seat could expect at the end, at one moment of the game."""

    ply: int
    points: tuple[float, ...]
    errors: tuple[float, ...]


class StandingOut(Struct, frozen=True):
    """The points of all seats by line of the score, as a part of the game begins."""

    ply: int
    part: str
    lines: tuple[dict[str, int], ...]  # by seat


class KindOut(Struct, frozen=True):
    """Decisions of one kind."""

    kind: str
    words: str
    decisions: int
    lost: float
    error: float


class TotalOut(Struct, frozen=True):
    """All of a seat together."""

    seat: int
    expected_first: float | None
    expected_last: float | None
    luck: float
    luck_error: float
    decisions: int
    as_the_search: int
    lost: float
    error: float
    lost_per_decision: float
    kinds: tuple[KindOut, ...]  # the dearest first


class ReviewFound(Struct, frozen=True):
    """What a review found. All figures are final points of a seat."""

    title: str
    game: str
    names: tuple[str, ...]  # by seat
    moves: int
    over: bool
    scores: tuple[int, ...] | None  # when the game is over
    verdict: tuple[str, ...]
    line_words: dict[str, str]  # lines of the score
    turnings: tuple[TurningOut, ...]  # the dearest first
    own_turnings: tuple[tuple[TurningOut, ...], ...]  # by seat: those of each
    decisions: tuple[DecisionOut, ...]
    lucks: tuple[LuckOut, ...]
    expected: tuple[PointOut, ...]
    standing: tuple[StandingOut, ...]
    totals: tuple[TotalOut, ...]
    strokes: tuple[str, ...]  # the best and the worst luck of each seat, in words


class ReviewOut(Struct, frozen=True):
    """How far a review is, and when it is done what it found."""

    name: str
    state: Literal["none", "waiting", "working", "done", "failed"]
    done: int = 0  # pieces of the work
    whole: int = 0  # 0: that is not known yet
    ahead: int = 0  # reviews that are made before this one
    wanted: bool = False  # by you
    current: bool = True  # made as this server would make it now
    settings: str = ""  # how it is made
    found: ReviewFound | None = None
