"""What every seat may expect from a position, and what chance has changed about it.

Everybody plays on as the evaluator would, to its horizon. What chance does in a try follows from the
number of the try and the name of the event alone: in one try `round 7 roll` shows the same dice whatever was
done before. So two positions are compared on the same luck, however far apart they lie.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from farmstead.agents.review.results import Luck, Point
from farmstead.agents.search import Search, play_on, standard_error
from farmstead.engine.contract import CHANCE, Action, Dealer, Seat, State
from farmstead.engine.dealer import KeyedDealer
from farmstead.evaluators.base import Evaluator

MAX_OUTCOMES_LISTED: Final = 8  # outcomes that are all tried; of more some are drawn
OUTCOMES_DRAWN: Final = 4  # for each try
ENDLESS_HORIZON: Final = 1_000_000  # beyond any horizon

Positions: TypeAlias = Callable[[int], State]  # the number of a try -> the position it begins with


def key_of(*words: object) -> bytes:
    """A dealer's key for one purpose and one try."""
    return hashlib.sha256(" ".join(["farmstead review", *map(str, words)]).encode()).digest()


def always(state: State) -> Positions:
    """Every try begins with the true position."""
    return lambda sample: state.clone()


class MeanEstimate:
    """The mean of numbers, and how sure it is."""

    def __init__(self) -> None:
        self.many = 0
        self.sum = 0.0
        self.squares = 0.0

    def note(self, value: float) -> None:
        self.many += 1
        self.sum += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.sum / self.many if self.many else 0.0

    @property
    def spread(self) -> float:
        return standard_error(self.many, self.sum, self.squares)


class Expectation:
    """Estimates expected final points by playouts with named luck."""

    def __init__(self, search: Search, tries: int, seed: str) -> None:
        self.evaluator: Evaluator = search.evaluator
        self.horizon: int = search.horizon
        self.tries = tries
        self.seed = seed

    def at(self, ply: int, positions: Positions) -> Point:
        """What each seat may expect."""
        first = positions(0)
        tallies = [MeanEstimate() for _ in range(first.seats())]
        for sample in range(self.tries):
            note(tallies, self.points(positions(sample), self._luck(sample)))
        return Point(ply, *_said(tallies))

    def luck(self, ply: int, positions: Positions, came: str) -> Luck | None:
        """What each seat has won or lost by what came; None where that could not come as far as is known."""
        first = positions(0)
        gains, before = ([MeanEstimate() for _ in range(first.seats())] for _ in range(2))
        odds = first.odds()
        listed = len(odds) <= MAX_OUTCOMES_LISTED
        for sample in range(self.tries):
            state = positions(sample)
            move = next((move for move, _ in state.odds() if str(move) == came), None)
            if move is None:
                continue
            points, average = self._against(state, move, sample, listed)
            note(before, average)
            note(gains, [one - other for one, other in zip(points, average, strict=True)])
        if not gains[0].many:
            return None
        return Luck(ply, first.chance_name(), came, len(odds), listed, *_said(gains), *_said(before))

    def _against(
        self, state: State, move: Action, sample: int, listed: bool
    ) -> tuple[list[float], list[float]]:
        """What a try gives after what came, and on the average over what could have come."""
        found: dict[str, list[float]] = {}
        own = self._after(state, move, sample, found)
        odds = (
            state.odds() if listed else [(self._instead(state, sample, n), 1) for n in range(OUTCOMES_DRAWN)]
        )
        tried = [(self._after(state, other, sample, found), weight) for other, weight in odds]
        whole = sum(weight for _, weight in odds)
        average = [sum(points[seat] * weight for points, weight in tried) / whole for seat in range(len(own))]
        return own, average

    def _after(self, state: State, move: Action, sample: int, found: dict[str, list[float]]) -> list[float]:
        """What each seat gets in a try after an outcome; the same outcome is tried once."""
        text = str(move)
        if text not in found:
            after = state.clone()
            after.apply(CHANCE, move)
            found[text] = self.points(after, self._luck(sample))
        return found[text]

    def points(self, state: State, dealer: Dealer) -> list[float]:
        """Play on from a position, which is used up, and judge it for every seat."""
        self._play_on(state, self.horizon, dealer)
        return [self.evaluator.value(state, seat) for seat in range(state.seats())]

    def lines(self, state: State, seat: Seat, dealer: Dealer, to_the_end: bool = False) -> dict[str, float]:
        """What one seat may expect by line of the score; or what it has when the game has been played out."""
        self._play_on(state, ENDLESS_HORIZON if to_the_end else self.horizon, dealer)
        return self.evaluator.value_by_line(state, seat)

    def _play_on(self, state: State, horizon: int, dealer: Dealer) -> None:
        play_on(self.evaluator, state, self.evaluator.clock(state) + horizon, dealer)

    def _luck(self, sample: int) -> KeyedDealer:
        return KeyedDealer(key_of(self.seed, "luck", sample))

    def _instead(self, state: State, sample: int, number: int) -> Action:
        return KeyedDealer(key_of(self.seed, "instead", sample, number)).deal(state)


def note(tallies: Sequence[MeanEstimate], values: Sequence[float]) -> None:
    for tally, value in zip(tallies, values, strict=True):
        tally.note(value)


def _said(tallies: Sequence[MeanEstimate]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return tuple(tally.mean for tally in tallies), tuple(tally.spread for tally in tallies)
