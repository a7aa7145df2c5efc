"""The base of all evaluators: the value of a position to a seat, in final points by line of the score."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from importlib import resources
from typing import Any

from mypy_extensions import mypyc_attr

from farmstead.engine.contract import CHANCE, Action, Seat, State

Numbers = dict[str, float]  # weights by name


def read_weights(package: str) -> Any:
    """The weights that lie in a package, as they are written there."""
    file = resources.files(package).joinpath("weights.json")
    return json.loads(file.read_text(encoding="utf-8"))["weights"]


def read_numbers(package: str) -> Numbers:
    """The weights that lie in a package, where they are plain numbers by name."""
    return {str(key): float(value) for key, value in read_weights(package).items()}


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator(ABC):
    """Evaluates positions of one game."""

    def __init__(self, lines: list[str], horizon: int, stakes: float) -> None:
        self.lines = lines  # of the score, without their total
        self.horizon = horizon  # how far it pays to look ahead, by the clock
        self.careless_loss = stakes  # points that a careless player loses with one decision

    @abstractmethod
    def value(self, state: State, seat: Seat) -> float:
        """The final points `seat` may expect; exact when the game is over."""

    @abstractmethod
    def value_by_line(self, state: State, seat: Seat) -> dict[str, float]:
        """The final points `seat` may expect, by line of the score."""

    @abstractmethod
    def clock(self, state: State) -> int:
        """How far the game has come, in the steps by which a search looks ahead."""

    def effort(self, state: State, seat: Seat) -> float:
        """How much of a search a decision is worth; 0 where the best move can be reckoned."""
        return 1.0

    def turns(self, state: State, seat: Seat) -> list[Turn]:
        """Every way to play the turn to its end, or the next move of it where there are too many."""
        found: list[Turn] = []
        for move in state.legal(seat):
            after = state.clone()
            after.apply(seat, move)
            found.append(Turn([move], self.value(after, seat)))
        return found

    def best_turn(self, state: State, seat: Seat) -> Turn:
        """The turn that looks best, the first of several."""
        turns = self.turns(state, seat)
        best = turns[0]
        for turn in turns:
            if turn.value > best.value:
                best = turn
        return best


class Turn:
    """Moves of one seat, one after the other, and what the position is worth to it then."""

    __slots__ = ("moves", "value")

    def __init__(self, moves: list[Action], worth: float) -> None:
        self.moves = moves
        self.value = worth


def is_waiting(state: State, seat: Seat) -> bool:
    """Whether a seat has nothing to decide now: it is over, chance is due, or others are to act."""
    acting = state.to_act()
    return not acting or acting[0] == CHANCE or seat not in acting
