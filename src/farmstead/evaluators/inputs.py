"""What a learned evaluator reads: a position in whole numbers, as one seat may know it.

Each game turns its positions into such numbers; what they are worth is learned (`agents/learned/`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from farmstead.engine.contract import Action, Seat, State
from farmstead.evaluators.base import Evaluator, Turn

LOOKED_AT: Final = 16  # turns that are judged again, of those that look best to the game's own evaluator


class TurnOutcome:
    """Moves of one seat, one after the other, and the position they lead to."""

    __slots__ = ("moves", "state")

    def __init__(self, moves: list[Action], state: State) -> None:
        self.moves = moves
        self.state = state


@mypyc_attr(allow_interpreted_subclasses=True)
class Inputs(ABC):
    """The numbers of one game's positions."""

    def __init__(self, names: tuple[str, ...], steps: int, evaluator: Evaluator, plays_tries: bool) -> None:
        self.names = names  # of the numbers; weights belong to these and no others
        self.steps = steps  # how finely time is told apart
        self.evaluator = evaluator  # the game's own
        self.plays_tries = (
            plays_tries  # whether it is quick enough to play on with; if not, the game's own does
        )

    @abstractmethod
    def numbers(self, state: State, seat: Seat) -> list[int]:
        """What matters to `seat`, in the order of `names`."""

    def numbers_of_other(self, state: State, seat: Seat, before: list[int]) -> list[int]:
        """Those of a seat after a turn of somebody else; `before` are those of before it."""
        return self.numbers(state, seat)

    @abstractmethod
    def time_left(self, state: State, seat: Seat) -> int:
        """How much of the game is still to come for `seat`, from `steps` down to 0."""

    @abstractmethod
    def first_weights(self) -> list[list[float]]:
        """Weights by which these numbers say what the game's own evaluator says: training starts here.

        By power of the part of time that is left, then by number.
        """

    def outcomes(self, state: State, seat: Seat) -> list[TurnOutcome]:
        """The ways to play the turn that are worth another look, and what they lead to."""
        turns = sorted(self.evaluator.turns(state, seat), key=_value, reverse=True)
        found: list[TurnOutcome] = []
        for turn in turns[:LOOKED_AT]:
            after = state.clone()
            for move in turn.moves:
                after.apply(seat, move)
            found.append(TurnOutcome(turn.moves, after))
        return found


def _value(turn: Turn) -> float:
    return turn.value
