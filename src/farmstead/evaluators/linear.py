"""A linear evaluator: features of a position times weights, which are trained by self-play.

For each line of the score the guess is the sum of the features, each times a weight that changes with the
time that is left. `scripts/train.py` finds the weights.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from farmstead.engine.contract import Seat, State
from farmstead.evaluators.base import Evaluator

POWERS: Final = 3  # of the time left: a weight is a + b t + c t²
Weights = dict[str, list[list[float]]]  # by line of the score: POWERS lists, a number for each feature


def sparse_weights(features: int, lines: dict[str, dict[int, list[float]]]) -> Weights:
    """Weights somebody guessed: by line and feature, constant and with the time left; all others are 0."""
    found: Weights = {}
    for line, guesses in lines.items():
        rows = [[0.0] * features for _ in range(POWERS)]
        for feature, powers in guesses.items():
            for power in range(len(powers)):
                rows[power][feature] = powers[power]
        found[line] = rows
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class LinearEvaluator(Evaluator):
    """Features times weights."""

    def __init__(
        self, features: tuple[str, ...], steps: int, horizon: int, stakes: float, weights: Weights
    ) -> None:
        super().__init__(list(weights), horizon, stakes)
        self.names = features
        self.weights = weights
        self.steps = steps  # how finely time is told apart
        self._by_line: list[list[list[float]]] = [
            [_at(weights[line], step / steps, len(features)) for line in self.lines]
            for step in range(steps + 1)
        ]
        self._total: list[list[float]] = [_summed(rows, len(features)) for rows in self._by_line]

    @abstractmethod
    def features(self, state: State, seat: Seat) -> list[float]:
        """What matters to `seat`, in the order of `names`."""

    @abstractmethod
    def time_left(self, state: State, seat: Seat) -> int:
        """How much of the game is still to come for `seat`, from `steps` down to 0."""

    def value(self, state: State, seat: Seat) -> float:
        """The final points `seat` may expect; exact when the game is over."""
        if not state.to_act():
            return float(state.scores()[seat])
        weights = self._total[self.time_left(state, seat)]
        values = self.features(state, seat)
        total = 0.0
        for n in range(len(values)):
            total += weights[n] * values[n]
        return total

    def value_by_line(self, state: State, seat: Seat) -> dict[str, float]:
        """The expected points by line of the score, without their total."""
        if not state.to_act():
            final = state.score_lines(seat)
            return {line: float(final[line]) for line in self.lines}
        rows = self._by_line[self.time_left(state, seat)]
        values = self.features(state, seat)
        return {line: _dot(rows[n], values) for n, line in enumerate(self.lines)}


def _at(rows: list[list[float]], time: float, features: int) -> list[float]:
    """The weights of a line at a time."""
    found = [0.0] * features
    power = 1.0
    for row in rows:
        for n in range(features):
            found[n] += power * row[n]
        power *= time
    return found


def _summed(rows: list[list[float]], features: int) -> list[float]:
    found = [0.0] * features
    for row in rows:
        for n in range(features):
            found[n] += row[n]
    return found


def _dot(weights: list[float], values: list[float]) -> float:
    total = 0.0
    for n in range(len(values)):
        total += weights[n] * values[n]
    return total
