"""Judges: what a position is worth to a seat. Each knows one game; agents know none."""

from functools import cache

from farmstead import shelf
from farmstead.defaults.evaluator import PlayoutEvaluator
from farmstead.evaluators.judge import Judge, Turn

__all__ = ["Judge", "Turn", "judge_for", "plain_judge_for"]


@cache
def judge_for(game: str) -> Judge:
    """The judge of a game with the weights that games have taught it; without one, random games judge."""
    build = shelf.part(game, "judge")
    found: Judge = PlayoutEvaluator(shelf.game(game)) if build is None else build()
    return found


@cache
def plain_judge_for(game: str) -> Judge:
    """The judge of a game with weights that somebody guessed, if there are such."""
    hunch = shelf.part(game, "hunch")
    if hunch is None:
        return judge_for(game)
    found: Judge = shelf.part(game, "judge")(hunch())
    return found
