"""What a position is worth to a seat: a guess of its final points, for each line of the score.

A judge knows one game. It looks at a position and writes down numbers that matter (its features); for each
line of the score the guess is their sum, each times a weight that changes with the time that is left. The
weights are data: `scripts/train.py` finds them from games that the judge plays against itself.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from importlib import resources
from typing import Final

from mypy_extensions import mypyc_attr

from farmstead.engine.contract import CHANCE, Action, Seat, State

POWERS: Final = 3  # of the time left: a weight is a + b t + c t²
Weights = dict[str, list[list[float]]]  # by line of the score: POWERS lists, a number for each feature


def read_weights(name: str) -> Weights:
    """The weights in the package."""
    file = resources.files("farmstead.agents.judges").joinpath(f"data/{name}.json")
    document = json.loads(file.read_text(encoding="utf-8"))
    return {str(line): rows for line, rows in document["weights"].items()}


def hunches(features: int, lines: dict[str, dict[int, list[float]]]) -> Weights:
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
class Judge(ABC):
    """Looks at positions of one game."""

    def __init__(self, features: tuple[str, ...], steps: int, weights: Weights) -> None:
        self.names = features
        self.steps = steps  # how finely time is told apart
        self.lines = list(weights)
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

    def worth(self, state: State, seat: Seat) -> float:
        """The final points `seat` may expect; exact when the game is over."""
        if not state.to_act():
            return float(state.scores()[seat])
        weights = self._total[self.time_left(state, seat)]
        values = self.features(state, seat)
        total = 0.0
        for n in range(len(values)):
            total += weights[n] * values[n]
        return total

    def guess(self, state: State, seat: Seat) -> dict[str, float]:
        """The same by line of the score, without their total."""
        if not state.to_act():
            final = state.score_lines(seat)
            return {line: float(final[line]) for line in self.lines}
        rows = self._by_line[self.time_left(state, seat)]
        values = self.features(state, seat)
        return {line: _dot(rows[n], values) for n, line in enumerate(self.lines)}

    def turns(self, state: State, seat: Seat) -> list[Turn]:
        """Every way to play the turn to its end, or the next move of it where there are too many."""
        found: list[Turn] = []
        for move in state.legal(seat):
            after = state.clone()
            after.apply(seat, move)
            found.append(Turn([move], self.worth(after, seat)))
        return found

    def clock(self, state: State) -> int:
        """How far the game has come, in the steps by which a search looks ahead."""
        return 0

    def best_turn(self, state: State, seat: Seat) -> Turn:
        """The turn that looks best, the first of several."""
        turns = self.turns(state, seat)
        best = turns[0]
        for turn in turns:
            if turn.worth > best.worth:
                best = turn
        return best


class Turn:
    """Moves of one seat, one after the other, and what the position is worth to it then."""

    __slots__ = ("moves", "worth")

    def __init__(self, moves: list[Action], worth: float) -> None:
        self.moves = moves
        self.worth = worth


def is_waiting(state: State, seat: Seat) -> bool:
    """Whether a seat has nothing to decide now: it is over, chance is due, or others are to act."""
    acting = state.to_act()
    return not acting or acting[0] == CHANCE or seat not in acting


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
