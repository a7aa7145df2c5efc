"""What is asked and answered about puzzles, as types."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from farmstead.server.learning.messages import MAX_MOVE, MAX_MOVES, ChoiceWeighed


class PuzzleChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody would do in a puzzle's position; no moves: the answer is to be shown."""

    moves: Annotated[tuple[Annotated[str, Meta(max_length=MAX_MOVE)], ...], Meta(max_length=MAX_MOVES)]


class PuzzleAnswered(Struct, frozen=True):
    """How good a choice is, and what it did to a rating: the first answer to a puzzle counts."""

    game: str
    solved: bool
    words: str  # the choice; nothing where the answer was to be shown
    behind: float  # points less than the best
    error: float  # the standard error of that
    lines: tuple[tuple[str, float], ...]  # how much more each line of the score has than with the best
    best: tuple[str, ...]  # the moves of the best
    best_words: str
    others: tuple[ChoiceWeighed, ...]
    counted: bool  # it was the first answer
    rating: int | None  # the visitor's now; None for somebody without a name
    change: int | None  # by this answer, where it counted
    streak: int  # days in a row with the puzzle of the day answered
    next: str  # another puzzle of that game, of about the same rating; nothing: all are answered
