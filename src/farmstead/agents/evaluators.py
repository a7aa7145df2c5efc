"""Evaluators by game: what a position is worth to a seat. Each knows one game; agents know none."""

from functools import cache

from farmstead import shelf
from farmstead.defaults.evaluator import PlayoutEvaluator
from farmstead.evaluators.base import Evaluator, Turn

__all__ = ["Evaluator", "Turn", "evaluator_for", "plain_evaluator_for"]


@cache
def evaluator_for(game: str) -> Evaluator:
    """The evaluator of a game with the weights that games have taught it; without one, random games judge."""
    build = shelf.part(game, "evaluator")
    found: Evaluator = PlayoutEvaluator(shelf.game(game)) if build is None else build()
    return found


@cache
def plain_evaluator_for(game: str) -> Evaluator:
    """The evaluator of a game with weights that somebody guessed, if there are such."""
    default_weights = shelf.part(game, "default_weights")
    if default_weights is None:
        return evaluator_for(game)
    found: Evaluator = shelf.part(game, "evaluator")(default_weights())
    return found
