"""Walnut Grove's judge."""

from farmstead.evaluators.judge import Numbers, read_numbers
from farmstead.games.walnut_grove.evaluator.judge import GroveJudge
from farmstead.games.walnut_grove.evaluator.prices import HUNCH

__all__ = ["hunch", "judge"]


def judge(weights: Numbers | None = None) -> GroveJudge:
    """With these weights, or with those in the package."""
    return GroveJudge(read_numbers(__name__) if weights is None else weights)


def hunch() -> Numbers:
    """Weights that somebody guessed."""
    return dict(HUNCH)
