"""What a position is worth to a seat. An evaluator knows one game; agents know none."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Final

from farmstead.engine.contract import Seat, State

EVALUATORS: Final[dict[str, str]] = {"walnut-grove": "farmstead.agents.evaluators.walnut_grove"}


@cache
def evaluator_for(game: str) -> Callable[[State, Seat], float]:
    """The evaluator of a game; the plain score where nobody has written one."""
    where = EVALUATORS.get(game)
    if where is None:
        return plain_score
    found: Callable[[State, Seat], float] = import_module(where).worth
    return found


def plain_score(state: State, seat: Seat) -> float:
    """The total as the position stands."""
    return float(state.score_lines(seat)["total"])
