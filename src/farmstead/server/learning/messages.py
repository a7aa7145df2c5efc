"""What the coach of a guided game says, and what a lesson answers, as types."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

MAX_MOVES = 8  # of one choice
MAX_MOVE = 200  # letters


class Remark(Struct, frozen=True):
    """Something else was chosen than the coach had in mind."""

    made: str  # in words; nothing where they would name places
    meant: str  # likewise
    text: str  # what that means, where the guide says so


class CoachOut(Struct, frozen=True):
    """What is to be learnt now."""

    step: str  # its name; nothing while others decide, and where the guide has nothing to say
    title: str
    text: str
    rule: str  # the paragraph that says more, such as `WG 3.3`
    link: str  # to it, in the rulebook
    parts: tuple[str, ...]  # of the boards, to be lit; `*` at the end stands for anything
    plan: tuple[str, ...]  # the moves it has in mind, if it has
    words: str  # the same in words
    ply: int  # moves made so far: what to ask with next time
    over: bool
    remark: Remark | None = None  # about what was chosen since


class WeighedOut(Struct, frozen=True):
    """What a choice is worth beside the best."""

    best: str  # in words
    why: str  # what speaks for the best and against it
    behind: float | None  # points less than the best, None where it is not among those that were compared
    least: float  # and at least so many then


class AnswerTo(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody would do in a lesson's position."""

    moves: Annotated[
        tuple[Annotated[str, Meta(max_length=MAX_MOVE)], ...], Meta(min_length=1, max_length=MAX_MOVES)
    ]


class ChoiceWeighed(Struct, frozen=True):
    """A choice of a lesson, in words, and what it loses."""

    words: str  # that go with pointing
    behind: float
    error: float
    mine: bool
    moves: tuple[str, ...]
    placed: str  # in words that name the place


class LessonAnswer(Struct, frozen=True):
    """How good a choice is."""

    right: bool
    words: str  # the choice
    behind: float  # points less than the best
    error: float  # the standard error of that
    lines: tuple[tuple[str, float], ...]  # how much more each line of the score has than with the best
    text: str  # the idea
    best: tuple[str, ...]  # the moves of the best, once it is found or shown
    best_words: str
    others: tuple[ChoiceWeighed, ...]
