"""Puzzles as pages: that of today, those of former days, and each by itself."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final, TypeAlias

from litestar import Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Template

from farmstead import shelf
from farmstead.guides.puzzles import Puzzle, puzzles_of
from farmstead.server.base.days import is_day
from farmstead.server.base.refusals import Refused
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage, TheVisitor
from farmstead.server.http.page_cache import kept
from farmstead.server.http.route_limits import PAGE_LIMIT
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts
from farmstead.server.pages.posed import (
    WORDS,
    AtPosition,
    PositionPages,
    ThePosition,
    listed,
    said,
    shown_of,
    told_lines,
)
from farmstead.server.puzzles import answers
from farmstead.server.puzzles.answers import DayPuzzle, Solver
from farmstead.server.puzzles.messages import PuzzleAnswered, PuzzleChoice
from farmstead.server.store import day_of

Before = Annotated[str, QueryParameter(name="before", max_length=10, pattern=r"^(\d{4}-\d\d-\d\d)?$")]

# ---- all of them -------------------------------------------------------------------------------------------


@get("/puzzles", include_in_schema=False)
async def puzzles_page(
    core: TheCore, visitor: TheVisitor, language: TheLanguage, before: Before = ""
) -> Template:
    """The puzzles of today and of former days, with what the visitor made of them."""
    if before and not is_day(before):
        raise Refused("bad_message", "look", {"why": f"before: {before} is no day"})
    core.limits.spend("read", visitor.rate_limit_key, "look")
    known = await answers.solver(core, visitor)
    today = day_of(core.store.now())
    drawn = partial(_shown, known, today, before, language)
    shown = await core.pools.files.run(visitor.address, "look", drawn)
    return page("puzzles/page.html", language, shown)


def _shown(known: Solver, today: str, before: str, language: str) -> dict[str, Any]:
    """`Any`: whatever a template can show."""
    days = answers.former_days(today, before)
    found = [_game(game, known, today) for game in answers.games()]
    former = {game: answers.days_of(game, known, days) for game in answers.games()}
    more = answers.former_days(today, days[-1]) if days else []
    return {
        "day": today,
        "games": found,
        "streak": known.streak(today),
        "former": [(day, [_row(former[game][n]) for game in former]) for n, day in enumerate(days)],
        "older": days[-1] if more else "",
        "words": page_texts(language).some(("page",)),
        "data": {},
    }


def _game(game: str, known: Solver, today: str) -> dict[str, Any]:
    rating, answered = known.rating(game), known.of(game)
    return {
        "name": game,
        "title": shelf.game(game).title,
        "today": _row(answers.days_of(game, known, [today])[0]),
        "rating": None if rating is None else round(rating),
        "answered": len(answered),
        "solved": len([each for each in answered.values() if each.solved]),
        "count": len(puzzles_of(game)),
        "next": answers.next_for(game, known),
    }


def _row(day: DayPuzzle) -> dict[str, Any]:
    answer = day.answer
    how = "" if answer is None else "solved" if answer.solved else "missed"
    return {
        "game": day.puzzle.game,
        "title": shelf.game(day.puzzle.game).title,
        "name": day.puzzle.name,
        "rating": day.puzzle.rating,
        "how": how,
    }


# ---- one of them -------------------------------------------------------------------------------------------

ThePuzzle: TypeAlias = NamedDependency[Puzzle]


async def the_puzzle(core: TheCore, visitor: TheVisitor, game: FromPath[str], name: FromPath[str]) -> Puzzle:
    """The puzzle that a path names; Refused when there is none."""

    def found() -> Puzzle | None:
        return puzzles_of(game).get(name) if game in shelf.names() else None

    core.limits.check("read", visitor.rate_limit_key, "look")
    puzzle = await core.pools.files.run(visitor.address, "look", found)
    if puzzle is None:
        core.limits.spend("read", visitor.rate_limit_key, "look")
        raise Refused("no_puzzle", "look")
    return puzzle


async def at_puzzle(
    core: TheCore, visitor: TheVisitor, puzzle: ThePuzzle, language: TheLanguage
) -> AtPosition:
    """Who asks for a puzzle."""
    return AtPosition(core, visitor, puzzle, language)


AT_PUZZLE: Final = {"puzzle": Provide(the_puzzle), "at": Provide(at_puzzle)}


def _page(puzzle: Puzzle, language: str) -> Template:
    texts = page_texts(language)
    shown = {
        "title": texts("puzzles.one", number=puzzle.name),
        "rating": puzzle.rating,
        "words": texts.some((*WORDS, "puzzles")),
        **shown_of(puzzle, f"/puzzles/{puzzle.game}/{puzzle.name}", language),
    }
    return page("puzzles/puzzle.html", language, shown)


class PuzzlePages(PositionPages):
    """One puzzle: its page, its boards, and what a choice is worth."""

    path = "/puzzles/{game:str}/{name:str}"
    dependencies = AT_PUZZLE

    @get("/", limit=PAGE_LIMIT)
    async def page(self, request: AnyRequest, at: ThePosition, puzzle: ThePuzzle) -> Response[bytes]:
        """The page."""
        key = ("puzzle", puzzle.game, puzzle.name, at.language)
        return await kept(request, at.core, key, lambda: _page(puzzle, at.language))

    @post("/answer", status_code=200)
    async def answer(
        self, at: ThePosition, puzzle: ThePuzzle, data: JSONBody[PuzzleChoice]
    ) -> PuzzleAnswered:
        """How good a choice is, told at once; the first answer counts for the visitor's rating."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "answer")
        chosen = puzzle.chosen(data.moves)
        if chosen is None and data.moves:
            at.core.limits.spend("read", at.visitor.rate_limit_key, "answer")
            raise Refused("not_a_choice", "answer")
        noted = await answers.note(at.core, at.visitor, puzzle, chosen)

        def told() -> PuzzleAnswered:
            best, language = puzzle.choices[0].moves, at.language
            return PuzzleAnswered(
                game=puzzle.game,
                solved=chosen is not None and chosen.is_right,
                words=said(puzzle, chosen.moves, language) if chosen is not None else "",
                behind=chosen.behind if chosen is not None else puzzle.gap,
                error=chosen.error if chosen is not None else 0.0,
                lines=told_lines(puzzle, chosen, language) if chosen is not None else (),
                best=best,
                best_words=said(puzzle, best, language),
                others=listed(puzzle, chosen, language),
                **noted._asdict(),
            )

        return await at.draw(told)
