"""Puzzles: positions cut from games of bots in which one choice stands clear, by the hundred.

`scripts.puzzles` finds them. A game's puzzles are one packed file: a line of JSON each, with set-up, moves
and choices. How hard one is follows from how far the best stands clear and how many choices come near it; by
that number, and by whether they solve them, players have ratings of their own (Elo).
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from math import log2
from typing import Any, Final, NamedTuple

from farmstead import shelf
from farmstead.engine.contract import Seat, Setup, seat_text
from farmstead.engine.record import UNFINISHED, Record, re_execute
from farmstead.engine.table import Table
from farmstead.guides.lessons import Weighed

# How hard a puzzle is: as far from the middle as these say.
MIDDLE: Final = 1500.0
PER_DOUBLE_CHOICES: Final = 100.0  # twice as many choices
USUAL_CHOICES: Final = 8
PER_NEAR: Final = 60.0  # each wrong choice that is near the best
NEAR_POINTS: Final = 2.0
MOST_NEAR: Final = 5
PER_DOUBLE_GAP: Final = 150.0  # the best is twice as far ahead
USUAL_GAP: Final = 1.5  # points
LOWEST: Final = 900.0
HIGHEST: Final = 2200.0

# Ratings of players, as Elo has them.
SCALE: Final = 400.0
FIRST_STEPS: Final = ((10, 64.0), (30, 40.0))  # up to so many answers a step is at most so large
STEP: Final = 24.0  # and later


class Puzzle(NamedTuple):
    """A position of a game between bots and its choices, the best first."""

    game: str
    name: str  # among those of its game; it never changes
    setup: Setup
    moves: tuple[str, ...]  # as a record has them
    seat: Seat
    choices: tuple[Weighed, ...]

    def __hash__(self) -> int:
        return hash((self.game, self.name))

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def gap(self) -> float:
        """How far the best stands clear of the next that is not as good."""
        return min([each.behind for each in self.choices if not each.is_right])

    @property
    def rating(self) -> int:
        """How hard it is."""
        near = len([each for each in self.choices if not each.is_right and each.behind < NEAR_POINTS])
        found = MIDDLE + PER_DOUBLE_CHOICES * log2(len(self.choices) / USUAL_CHOICES)
        found += PER_NEAR * (min(near, MOST_NEAR) - 1) - PER_DOUBLE_GAP * log2(self.gap / USUAL_GAP)
        return round(min(max(found, LOWEST), HIGHEST))

    def chosen(self, moves: tuple[str, ...]) -> Weighed | None:
        """What was weighed for these moves; None where that is no choice."""
        return next((choice for choice in self.choices if choice.moves == moves), None)

    def table(self) -> Table:
        """The game as it stands."""
        made = [move.partition(" ") for move in self.moves]
        seats = {seat_text(seat): seat for seat in range(-1, self.setup.seats)}
        record = Record(self.setup, [(seats[who], text) for who, _, text in made], UNFINISHED, 0)
        return re_execute(record, shelf.game_for)


def packed_file(game: str) -> Traversable:
    """Where the puzzles of a game lie."""
    return shelf.folder(game).joinpath("guide/puzzles.jsonl.xz")


@cache
def puzzles_of(game: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game by name, in the order in which they were found; none for a game without."""
    file = packed_file(game)
    if not file.is_file():
        return {}
    lines = lzma.decompress(file.read_bytes()).decode().splitlines()
    return {puzzle.name: puzzle for puzzle in [_puzzle(game, json.loads(line)) for line in lines]}


@cache
def puzzled() -> tuple[str, ...]:
    """The games that have puzzles."""
    return tuple([game for game in shelf.names() if puzzles_of(game)])


# `Any`: what stands in a file.
def _puzzle(game: str, data: Mapping[str, Any]) -> Puzzle:
    setup = Setup(game, data["rules"], data["seats"], tuple(data["options"]), data["edition"])
    choices = [
        Weighed(tuple(moves), behind, error, tuple(lines.items()))
        for moves, behind, error, lines in data["choices"]
    ]
    return Puzzle(game, data["name"], setup, tuple(data["moves"]), data["seat"], tuple(choices))


# ---- one for each day --------------------------------------------------------------------------------------


def of_day(game: str, day: str) -> Puzzle:
    """The puzzle of a day: the same for everybody, and another one each day until all have had theirs."""
    order = _order(game)
    return puzzles_of(game)[order[date.fromisoformat(day).toordinal() % len(order)]]


@cache
def _order(game: str) -> list[str]:
    return sorted(puzzles_of(game), key=lambda name: sha256(f"{game} {name}".encode()).digest())


# ---- ratings of players ------------------------------------------------------------------------------------


def expected(rating: float, puzzle: float) -> float:
    """How probably somebody of a rating solves a puzzle."""
    return float(1 / (1 + 10 ** ((puzzle - rating) / SCALE)))


def rated(rating: float | None, answers: int, puzzle: float, solved: bool) -> float:
    """The rating after one more answer; everybody begins in the middle, and first answers count more."""
    before = MIDDLE if rating is None else rating
    step = next((size for most, size in FIRST_STEPS if answers < most), STEP)
    return before + step * (solved - expected(before, puzzle))
