"""Judges: what a position is worth to a seat. Each knows one game; agents know none."""

from functools import cache

from farmstead import shelf
from farmstead.evaluators.judge import Judge, Turn

__all__ = ["Judge", "Turn", "judge_for", "plain_judge_for"]


@cache
def judge_for(game: str) -> Judge:
    """The judge of a game, with the weights that games have taught it."""
    found: Judge = shelf.load(shelf.row(game).judge)()
    return found


@cache
def plain_judge_for(game: str) -> Judge:
    """The same with weights that somebody guessed."""
    row = shelf.row(game)
    found: Judge = shelf.load(row.judge)(shelf.load(row.hunch)())
    return found
