"""The results of a review. All figures are final points of a seat; a spread is a standard error."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from farmstead.engine.contract import Seat

TRIFLE: Final = 0.5  # points that nobody need talk about
CLEAR: Final = 2.0  # standard errors


@dataclass(frozen=True, slots=True)
class Measure:
    """How many points less one turn brings than another, with the same luck for both."""

    loss: float
    spread: float
    lines: Mapping[str, float]  # the loss by line of the score
    tries: int  # 0: there was nothing to measure

    def stands_clear(self) -> bool:
        """Whether it is more than chance would make of nothing, and more than a trifle."""
        return self.loss >= TRIFLE and self.loss > CLEAR * self.spread


NOTHING: Final = Measure(0.0, 0.0, {}, 0)


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice between several moves, as the seat saw it."""

    ply: int  # how many moves had been made before
    seat: Seat
    made: str
    choices: int  # legal moves
    plan: tuple[str, ...]  # what the search would have played, its first move first
    own: tuple[str, ...]  # the best that begins with the move that was made
    turn: int  # how many moves of the plan are one turn; the rest is what would come after
    measure: Measure

    @property
    def best(self) -> str:
        return self.plan[0]

    @property
    def better(self) -> tuple[str, ...]:
        """The turn that the search would have played."""
        return self.plan[: self.turn]

    @property
    def loss(self) -> float:
        return self.measure.loss

    @property
    def spread(self) -> float:
        return self.measure.spread


@dataclass(frozen=True, slots=True)
class Luck:
    """What came, against what could have come, for every seat."""

    ply: int
    name: str  # of the event: `round 3 roll`
    came: str
    outcomes: int  # that could have come
    listed: bool  # each of them was tried; otherwise some were drawn
    gains: tuple[float, ...]
    spreads: tuple[float, ...]
    before: tuple[float, ...]  # what each seat could expect, whatever came
    before_spreads: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """What each seat could expect at one moment of the game."""

    ply: int  # moves that had been made
    worths: tuple[float, ...]
    spreads: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """A decision that cost more than others, measured once more with other luck and more of it."""

    decision: Decision
    measure: Measure


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """All decisions of a seat together, or those of one kind."""

    decisions: int = 0
    lost: float = 0.0
    spread: float = 0.0
    best: int = 0  # decisions in which the search would have done the same

    @property
    def mean(self) -> float:
        return self.lost / self.decisions if self.decisions else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """A game, or what one seat may know of one that is still being played."""

    seats: int
    eyes: Seat | None  # whose knowledge it keeps to, None where the game is over and all may be known
    of: tuple[Seat, ...]  # whose decisions and luck are looked at
    first: int  # from which ply on
    end: int  # up to which
    tries: int
    decisions: tuple[Decision, ...]
    lucks: tuple[Luck, ...]
    curve: tuple[Point, ...]
    turnings: tuple[Turning, ...]
    scores: tuple[int, ...] | None = None  # when the game is over
    own: tuple[tuple[Turning, ...], ...] = ()  # the turning points of each of those, where wanted

    def total(self, seat: Seat) -> SeatTotal:
        """What a seat lost in all."""
        return total_of([one for one in self.decisions if one.seat == seat])

    def by_kind(self, seat: Seat, kinds: Mapping[int, str]) -> dict[str, SeatTotal]:
        """The total of a seat by the kind of decision, which is given by ply; the dearest first."""
        found: dict[str, list[Decision]] = {}
        for one in self.decisions:
            if one.seat == seat:
                found.setdefault(kinds[one.ply], []).append(one)
        totals = {kind: total_of(ones) for kind, ones in found.items()}
        return dict(sorted(totals.items(), key=lambda item: -item[1].lost))

    def luck(self, seat: Seat) -> tuple[float, float]:
        """All luck of a seat together, and its standard error."""
        return sum(one.gains[seat] for one in self.lucks), root(one.spreads[seat] for one in self.lucks)


def total_of(decisions: list[Decision]) -> SeatTotal:
    """What was lost is nothing at the least: below that the tries are only unsure."""
    return SeatTotal(
        len(decisions),
        max(0.0, sum(one.loss for one in decisions)),
        root(one.spread for one in decisions),
        sum(one.best == one.made for one in decisions),
    )


def root(spreads: Iterable[float]) -> float:
    """The standard error of a sum of things that are independent of each other."""
    return float(sum(spread * spread for spread in spreads) ** 0.5)
