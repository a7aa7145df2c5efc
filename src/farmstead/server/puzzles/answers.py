"""Answering puzzles: the first answer to each counts for a rating of one's own. See docs/puzzles.md."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.guides.lessons import Weighed
from farmstead.guides.puzzles import MIDDLE, Puzzle, of_day, puzzled, puzzles_of, rated
from farmstead.server.base.days import days_in_a_row
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.store import PuzzleAnswer, day_of

DAYS_AT_ONCE: Final = 14  # former days on a page


class Noted(NamedTuple):
    """What an answer did."""

    counted: bool
    rating: int | None
    change: int | None
    streak: int
    next: str


class Solver(NamedTuple):
    """Somebody's answers to the puzzles of all games."""

    answers: tuple[PuzzleAnswer, ...] = ()

    def of(self, game: str) -> Mapping[str, PuzzleAnswer]:
        """Those of one game, by puzzle."""
        return {each.puzzle: each for each in self.answers if each.game == game}

    def rating(self, game: str) -> float | None:
        """None where nothing has been answered."""
        found = list(self.of(game).values())
        return found[-1].rating if found else None

    def streak(self, today: str) -> int:
        """Days in a row with the puzzle of the day answered, up to today, or to yesterday."""
        return days_in_a_row([each.day for each in self.answers if each.day], today)


class DayPuzzle(NamedTuple):
    """The puzzle of a day, and what the visitor made of it."""

    day: str
    puzzle: Puzzle
    answer: PuzzleAnswer | None


# ---- answering ---------------------------------------------------------------------------------------------


async def note(core: Core, visitor: Visitor, puzzle: Puzzle, chosen: Weighed | None) -> Noted:
    """What comes of a choice; None: the answer was shown, which counts as not solved."""
    if visitor.player is None:
        return Noted(False, None, None, 0, next_for(puzzle.game, Solver(), {puzzle.name}))
    today = day_of(core.store.now())
    day = today if of_day(puzzle.game, today) == puzzle else ""
    solved = chosen is not None and chosen.is_right
    lost = None if chosen is None else chosen.behind
    player = visitor.player.id
    before = (await solver(core, visitor)).of(puzzle.game)
    made = await core.store.puzzles.answer(
        player,
        puzzle.game,
        puzzle.name,
        day,
        lost,
        solved,
        lambda rating, count: rated(rating, count, puzzle.rating, solved),
    )
    known = await solver(core, visitor)
    rating = known.rating(puzzle.game)
    counted = puzzle.name not in before
    earlier = next((each.rating for each in before.values() if each.n == made.n - 1), MIDDLE)
    return Noted(
        counted=counted,
        rating=None if rating is None else round(rating),
        change=round(made.rating) - round(earlier) if counted else None,
        streak=known.streak(today),
        next=next_for(puzzle.game, known, {puzzle.name}),
    )


async def solver(core: Core, visitor: Visitor) -> Solver:
    """What a visitor has answered so far."""
    if visitor.player is None:
        return Solver()
    return Solver(tuple(await core.store.puzzles.of(visitor.player.id)))


def next_for(game: str, known: Solver, without: Collection[str] = ()) -> str:
    """The puzzle nearest to somebody's rating of those not answered yet; nothing: there is none."""
    answered, rating = known.of(game), known.rating(game) or MIDDLE
    left = [
        each for each in puzzles_of(game).values() if each.name not in answered and each.name not in without
    ]
    return min(left, key=lambda each: (abs(each.rating - rating), int(each.name))).name if left else ""


# ---- looking at them ---------------------------------------------------------------------------------------


def days_of(game: str, known: Solver, days: Sequence[str]) -> list[DayPuzzle]:
    """The puzzles of some days."""
    answered = known.of(game)
    found = [(day, of_day(game, day)) for day in days]
    return [DayPuzzle(day, puzzle, answered.get(puzzle.name)) for day, puzzle in found]


def former_days(today: str, before: str) -> list[str]:
    """Days before one, the last first; every puzzle has had its day within as many as there are puzzles."""
    most = max([len(puzzles_of(game)) for game in puzzled()], default=0)
    now = date.fromisoformat(today)
    first = (now - date.fromisoformat(min(before or today, today))).days + 1
    return [(now - timedelta(days=n)).isoformat() for n in range(first, min(first + DAYS_AT_ONCE, most))]


def games() -> tuple[str, ...]:
    """The games that have puzzles, in the order of the shelf."""
    return tuple([game for game in shelf.names() if game in puzzled()])
