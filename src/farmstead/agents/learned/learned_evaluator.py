"""An evaluator that was learned: the numbers a game tells of a position, times weights, all of them whole.

Sums of whole numbers are exact in any order, so the same position has the same value on every machine and
build. A weight changes with the time that is left: a + b t + c t², where t is counted in whole steps.
"""

from __future__ import annotations

from typing import Final, final

from farmstead.engine.contract import Seat, State
from farmstead.evaluators.base import Evaluator, Turn
from farmstead.evaluators.inputs import Inputs

ENVY: Final = 0.5  # how much of the other's points counts against a turn, if there is one other


@final
class LearnedEvaluator(Evaluator):
    def __init__(self, inputs: Inputs, weights: list[list[int]], unit: int, horizon: int, trust: int) -> None:
        """`weights` by power of time and number; `unit` of them are a point."""
        own = inputs.evaluator
        super().__init__(own.lines, horizon, own.careless_loss)
        self.inputs = inputs
        self.trust = trust  # how many tries of a search one look is worth
        self._own = own
        self._rows: list[list[int]] = [
            _at(weights, step, inputs.steps, len(inputs.names)) for step in range(inputs.steps + 1)
        ]
        self._point = float(unit * inputs.steps ** (len(weights) - 1))

    def value(self, state: State, seat: Seat) -> float:
        """The final points `seat` may expect; exact when the game is over."""
        if not state.to_act():
            return float(state.scores()[seat])
        return float(self.total(state, seat)) / self._point

    def total(self, state: State, seat: Seat) -> int:
        """The value in whole numbers."""
        return _product(self.inputs.numbers(state, seat), self._rows[self.inputs.time_left(state, seat)])

    def aim(self, state: State, seat: Seat) -> float:
        """Its own points, less some of what a single other has."""
        value = self.value(state, seat)
        return value if state.seats() != 2 else value - ENVY * self.value(state, 1 - seat)

    def value_by_line(self, state: State, seat: Seat) -> dict[str, float]:
        """The lines as the game's own evaluator sees them, with the learned sum."""
        lines = self._own.value_by_line(state, seat)
        if not state.to_act():
            return lines
        whole, more = 0.0, self.value(state, seat)
        for points in lines.values():
            whole += abs(points)
            more -= points
        if whole == 0.0:
            return lines
        return {line: points + more * abs(points) / whole for line, points in lines.items()}

    def clock(self, state: State) -> int:
        return self._own.clock(state)

    def effort(self, state: State, seat: Seat) -> float:
        return self._own.effort(state, seat)

    def turns(self, state: State, seat: Seat) -> list[Turn]:
        """Those that are worth another look, by what the seat is after: as `aim` says."""
        outcomes = self.inputs.outcomes(state, seat)
        if state.seats() != 2:
            return [Turn(found.moves, self.value(found.state, seat)) for found in outcomes]
        other = 1 - seat
        before = self.inputs.numbers(state, other)
        turns: list[Turn] = []
        for found in outcomes:
            after = found.state
            theirs = (
                self.value(after, other) if not after.to_act() else self._value_of_other(after, other, before)
            )
            turns.append(Turn(found.moves, self.value(after, seat) - ENVY * theirs))
        return turns

    def _value_of_other(self, state: State, seat: Seat, before: list[int]) -> float:
        numbers = self.inputs.numbers_of_other(state, seat, before)
        return float(_product(numbers, self._rows[self.inputs.time_left(state, seat)])) / self._point

    def best_turn(self, state: State, seat: Seat) -> Turn:
        """The turn that looks best for the seat itself; by the game's own evaluator where that is quicker."""
        if not self.inputs.plays_tries:
            return self._own.best_turn(state, seat)
        best: Turn | None = None
        for found in self.inputs.outcomes(state, seat):
            value = self.value(found.state, seat)
            if best is None or value > best.value:
                best = Turn(found.moves, value)
        assert best is not None
        return best


def _product(numbers: list[int], row: list[int]) -> int:
    total = 0
    for n in range(len(numbers)):
        if numbers[n]:
            total += numbers[n] * row[n]
    return total


def _at(weights: list[list[int]], step: int, steps: int, many: int) -> list[int]:
    """The weights at a time, times a power of `steps` so that they stay whole."""
    found = [0] * many
    for power in range(len(weights)):
        factor = step**power * steps ** (len(weights) - 1 - power)
        for n in range(many):
            found[n] += factor * weights[power][n]
    return found
