"""Lessons: positions of real games in which one choice clearly is the best, and what each choice loses.

`scripts.lessons` finds and measures them; the words stand with those of their game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from farmstead import shelf
from farmstead.engine.contract import Seat
from farmstead.engine.record import re_execute, read_record
from farmstead.engine.table import Table
from farmstead.guides import guided

AS_GOOD_WITHIN_POINTS: Final = 0.5  # points that a choice may lose and still be as good as the best


class Weighed(NamedTuple):
    """One of the choices: what it loses beside the best, and in which lines of the score."""

    moves: tuple[str, ...]
    behind: float
    error: float
    lines: tuple[tuple[str, float], ...]

    @property
    def is_right(self) -> bool:
        return self.behind < AS_GOOD_WITHIN_POINTS


class Lesson(NamedTuple):
    """A position and its choices, the best first."""

    name: str
    game: str
    record: str  # the file of the game it is from
    ply: int  # after so many moves
    seat: Seat
    rule: str
    choices: tuple[Weighed, ...]

    def chosen(self, moves: Sequence[str]) -> Weighed | None:
        """What was weighed for these moves; None where that is no choice."""
        return next((choice for choice in self.choices if choice.moves == tuple(moves)), None)

    def table(self) -> Table:
        """The game as it stands."""
        data = shelf.folder(self.game).joinpath(f"guide/records/{self.record}").read_bytes()
        return re_execute(read_record(data), shelf.game_for, self.ply)


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by name, game by game in their order."""
    return {lesson.name: lesson for game in guided() for lesson in _of(game)}


def lessons_of(game: str) -> list[Lesson]:
    """The lessons of a game."""
    return [lesson for lesson in lessons().values() if lesson.game == game]


def _of(game: str) -> list[Lesson]:
    file = shelf.folder(game).joinpath("guide/lessons.toml")
    if not file.is_file():
        return []
    return [_lesson(game, each) for each in tomllib.loads(file.read_text("utf-8"))["lesson"]]


# `Any`: what stands in a file.
def _lesson(game: str, data: Mapping[str, Any]) -> Lesson:
    choices = [
        Weighed(tuple(each["moves"]), each["behind"], each["error"], tuple(each["lines"].items()))
        for each in data["choice"]
    ]
    return Lesson(data["name"], game, data["record"], data["ply"], data["seat"], data["rule"], tuple(choices))
