"""What a position is worth to a seat. An evaluator knows one game; agents know none."""

from collections.abc import Callable
from functools import cache

from farmstead import shelf
from farmstead.engine.contract import Seat, State


@cache
def evaluator_for(game: str) -> Callable[[State, Seat], float]:
    """The evaluator of a game; the plain score where the shelf has none."""
    row = shelf.SHELF.get(game)
    if row is None:
        return plain_score
    found: Callable[[State, Seat], float] = shelf.load(row.evaluator)
    return found


def plain_score(state: State, seat: Seat) -> float:
    """The total as the position stands."""
    return float(state.score_lines(seat)["total"])
