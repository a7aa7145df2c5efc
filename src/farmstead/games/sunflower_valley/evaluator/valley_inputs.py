"""What a learned evaluator reads of a Sunflower Valley position: the features of the game's own evaluator."""

from __future__ import annotations

from typing import final

from farmstead.engine.contract import Seat, State
from farmstead.evaluators.inputs import Inputs, TurnOutcome
from farmstead.evaluators.linear import POWERS
from farmstead.games.sunflower_valley.evaluator.valley_evaluator import (
    COMPARED,
    NAMES,
    ValleyEvaluator,
    compare,
    drawings,
)
from farmstead.games.sunflower_valley.rules.names import TURNS
from farmstead.games.sunflower_valley.rules.state import SunflowerValley


@final
class ValleyInputs(Inputs):
    def __init__(self, evaluator: ValleyEvaluator) -> None:
        super().__init__(NAMES, TURNS, evaluator, True)
        self._own = evaluator

    def numbers(self, state: State, seat: Seat) -> list[int]:
        return [int(feature) for feature in self._own.features(state, seat)]

    def numbers_of_other(self, state: State, seat: Seat, before: list[int]) -> list[int]:
        """One's own sheet is as it was; how it compares is not."""
        assert isinstance(state, SunflowerValley)
        compared = [0.0] * len(NAMES)
        compare(state.valleys, seat, compared)
        found = before[:]
        for feature in COMPARED:
            found[feature] = int(compared[feature])
        return found

    def time_left(self, state: State, seat: Seat) -> int:
        return self._own.time_left(state, seat)

    def first_weights(self) -> list[list[float]]:
        found = [[0.0] * len(NAMES) for _ in range(POWERS)]
        for rows in self._own.weights.values():
            for power in range(POWERS):
                for n in range(len(NAMES)):
                    found[power][n] += rows[power][n]
        return found

    def outcomes(self, state: State, seat: Seat) -> list[TurnOutcome]:
        """All drawings there are."""
        return drawings(state, seat)
