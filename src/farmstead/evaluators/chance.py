"""What each seat may expect after every outcome of a chance event."""

from __future__ import annotations

from farmstead.engine.contract import CHANCE, State
from farmstead.evaluators.base import Evaluator


def values_after_each(judge: Evaluator, state: State) -> list[list[float]]:
    """By outcome, in the order of the odds, then by seat: the position after it at one look."""
    found: list[list[float]] = []
    for move, _ in state.odds():
        after = state.clone()
        after.apply(CHANCE, move)
        found.append([judge.value(after, seat) for seat in range(after.seats())])
    return found
