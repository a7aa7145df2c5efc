"""Walnut Grove's judge."""

from farmstead.agents.judges.judge import Numbers, read_numbers
from farmstead.agents.judges.walnut_grove.judge import GroveJudge
from farmstead.agents.judges.walnut_grove.prices import HUNCH
from farmstead.walnut_grove.notation import NAME

__all__ = ["hunch", "judge"]


def judge(weights: Numbers | None = None) -> GroveJudge:
    """With these weights, or with those in the package."""
    return GroveJudge(read_numbers(NAME) if weights is None else weights)


def hunch() -> Numbers:
    """Weights that somebody guessed."""
    return dict(HUNCH)
