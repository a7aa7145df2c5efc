"""Lessons as pages: a position as at a table, something to choose, and what the choice is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Template
from msgspec.json import encode

from farmstead import shelf
from farmstead.guides import words_of
from farmstead.guides.lessons import Lesson, Weighed, lessons, lessons_of
from farmstead.messages import Position, SeatNow
from farmstead.render import drawing_for
from farmstead.render.page import page_for
from farmstead.render.words import page_words, words_for
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.http.dependencies import AnyRequest, Result, TheCore, TheLanguage, TheVisitor
from farmstead.server.http.gzip import packed
from farmstead.server.http.page_cache import kept
from farmstead.server.http.route_limits import OWN, PAGE_LIMIT
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts, sayings_of
from farmstead.server.learning.messages import AnswerTo, ChoiceWeighed, LessonAnswer
from farmstead.server.pages.games import games_in
from farmstead.server.pages.table_boards import JSON, SVG_TYPE, Chosen, Have, all_symbols
from farmstead.server.pages.table_preview import Moves, Part, Preview, Why, preview_of, why_not
from farmstead.server.people.visitor import Visitor
from farmstead.server.play.board_messages import BoardsOut
from farmstead.server.play.boards import PageContext, boards_of, without

LESSON: Final = ("page", "board", "missing", "tray", "settings", "keys", "playing", "sitting", "learning")
BETWEEN: Final = " · "  # the moves of one choice
MAX_CHOICES_LISTED: Final = 8  # choices that are listed beside the best
MIN_TOLD: Final = 0.25  # points from which a line of the score is named


def _page(lesson: Lesson, language: str) -> Template:
    names = sight_of(lesson, language).names
    words = words_for(words_of(lesson.game), language)
    all_of_it = lessons_of(lesson.game)
    following = all_of_it[all_of_it.index(lesson) + 1 :]
    shown = {
        "lesson": lesson,
        "title": words.say("lesson_title", lesson.name),
        "about": words.say("lesson_about", lesson.name),
        "question": words.say("lesson_question", lesson.name),
        "rule": f"{shelf.row(lesson.game).prefix} {lesson.rule}",
        "game_title": shelf.game(lesson.game).title,
        "next": following[0].name if following else "",
        "others": [(seat, each) for seat, each in enumerate(names) if seat != lesson.seat],
        "words": page_texts(language).some(LESSON),
        "data": {"lesson": lesson.name, "seat": lesson.seat, "names": names, "games": games_in(language)},
    }
    return page("learning/lesson.html", language, shown)


# ---- the position ------------------------------------------------------------------------------------------


@cache
def sight_of(lesson: Lesson, language: str) -> PageContext:
    """What the player of that seat saw. The game is played again for it: in a thread, and once."""
    table = lesson.table()
    state, seat, seats = table.state, lesson.seat, table.setup.seats
    legal = tuple([str(move) for move in state.legal(seat)])
    position = Position(
        number=lesson.ply, phase="playing", seat=seat, view=state.view(seat), to_act=(seat,), stage="",
        decision=1, next=1, legal=legal, undo=0, back=0, ask=None, marked=False,
        seats=(SeatNow("person"),) * seats, lines=(), places=(),
    )  # fmt: skip
    say = sayings_of(table.game.name, language)
    names = tuple(
        [say("learning.other", number=n + 1) if n != seat else say("learning.you") for n in range(seats)]
    )
    assert position.view is not None
    drawing, shown = drawing_for(table.game, None, language), page_for(table.game, language, names)
    return PageContext(position, position.view, table.game, drawing, shown, language, names)


@lru_cache(128)
def _boards(lesson: Lesson, language: str, narrow: bool) -> BoardsOut:
    return boards_of(sight_of(lesson, language), narrow)


class AtLesson(NamedTuple):
    """Somebody at a lesson."""

    core: Core
    visitor: Visitor
    lesson: Lesson
    language: str

    def sight(self) -> PageContext:
        """The lesson's position, for a thread."""
        return sight_of(self.lesson, self.language)

    async def draw(self, draw: Callable[[], Result]) -> Result:
        """Draw in a thread, when it is the visitor's turn; whoever asks too often is refused."""
        self.core.limits.spend("read", self.visitor.rate_limit_key, "look")
        try:
            return await self.core.pools.pictures.run(self.visitor.address, "look", draw)
        except ValueError:
            raise Refused("nothing_there", "look") from None


TheLesson: TypeAlias = NamedDependency[AtLesson]


async def at_lesson(
    core: TheCore, visitor: TheVisitor, name: FromPath[str], language: TheLanguage
) -> AtLesson:
    """The lesson that a path names, and who asks for it; Refused when there is none."""
    lesson = lessons().get(name)
    if lesson is None:
        raise Refused("no_lesson", "look")
    return AtLesson(core, visitor, lesson, language)


AT_LESSON: Final = {"at": Provide(at_lesson)}
OWN_LIMIT: Final = {"limit": OWN}

# ---- the answer --------------------------------------------------------------------------------------------


def answer_of(lesson: Lesson, chosen: Weighed, language: str, told: bool) -> LessonAnswer:
    """With `told` everything is said, without it nothing that gives the best choice away."""
    words = page_words(lesson.game, language)
    own = words_for(words_of(lesson.game), language)
    key = "lesson_good" if chosen.is_right else "lesson_other"
    lines = [(words.called(line, "line"), points) for line, points in chosen.lines if abs(points) >= MIN_TOLD]
    listed = lesson.choices[: MAX_CHOICES_LISTED + 1] if told else ()
    others = [
        ChoiceWeighed(
            _said(lesson, each.moves, language), each.behind, each.error, each.moves == chosen.moves
        )
        for each in listed
    ]
    return LessonAnswer(
        right=chosen.is_right,
        words=_said(lesson, chosen.moves, language),
        behind=chosen.behind,
        error=chosen.error,
        lines=tuple(sorted(lines, key=lambda line: line[1])),
        text=own.say(key, lesson.name),
        best=lesson.choices[0].moves if told else (),
        best_words=_said(lesson, lesson.choices[0].moves, language) if told else "",
        others=tuple(others),
    )


def _said(lesson: Lesson, moves: Sequence[str], language: str) -> str:
    seen = sight_of(lesson, language)
    words = page_words(lesson.game, language)
    decision = seen.drawing.decision(seen.view)
    return BETWEEN.join([words.describe_move(move, decision) for move in moves])


# ---- what is asked -----------------------------------------------------------------------------------------


class LessonPages(Controller):
    """One lesson: its page, its boards, and what a choice is worth."""

    path = "/lessons/{name:str}"
    dependencies = AT_LESSON
    include_in_schema = False
    opt = OWN_LIMIT

    @get("/", limit=PAGE_LIMIT)
    async def page(self, request: AnyRequest, at: TheLesson) -> Response[bytes]:
        """The page."""
        key = ("lesson", at.lesson.name, at.language)
        return await kept(request, at.core, key, lambda: _page(at.lesson, at.language))

    @get("/boards")
    async def boards(
        self, request: AnyRequest, at: TheLesson, narrow: FromQuery[bool] = False, have: Have = ""
    ) -> Response[bytes]:
        """The boards of the position."""
        known = have.split()
        return await at.draw(
            lambda: packed(request, encode(without(_boards(at.lesson, at.language, narrow), known)), JSON)
        )

    @get("/symbols")
    async def symbols(
        self, request: AnyRequest, at: TheLesson, letters: FromQuery[bool] = False
    ) -> Response[bytes]:
        """All that the pictures of its game use."""
        shown = page_for(shelf.game(at.lesson.game), at.language)
        return await at.draw(lambda: packed(request, all_symbols(shown, letters), SVG_TYPE))

    @get("/unfolded")
    async def unfolded(self, request: AnyRequest, at: TheLesson, chosen: Chosen = None) -> Response[bytes]:
        """What is still to be chosen once some parts are, as a picture."""
        parts = [part for part in chosen or [] if ":" in part]

        def drawn() -> Response[bytes]:
            sight = at.sight()
            return packed(request, sight.page.unfolded(sight.view, sight.seat, parts).encode(), SVG_TYPE)

        return await at.draw(drawn)

    @get("/preview")
    async def preview(self, at: TheLesson, moves: Moves, narrow: FromQuery[bool] = False) -> Preview:
        """What some moves would do."""
        return await at.draw(lambda: preview_of(at.sight(), at.lesson.seat, moves, narrow))

    @get("/why")
    async def why(self, at: TheLesson, part: Part, chosen: Chosen = None) -> Why:
        """Why a part cannot be chosen."""
        return await at.draw(lambda: why_not(at.sight(), at.lesson.seat, part, chosen or []))

    @post("/answer", status_code=200)
    async def answer(self, at: TheLesson, data: JSONBody[AnswerTo]) -> LessonAnswer:
        """How good a choice is; the best is told when it is found."""

        def answered() -> LessonAnswer:
            chosen = at.lesson.chosen(data.moves)
            if chosen is None:
                raise Refused("not_a_choice", "answer")
            return answer_of(at.lesson, chosen, at.language, chosen.is_right)

        return await at.draw(answered)

    @get("/answer")
    async def best(self, at: TheLesson) -> LessonAnswer:
        """The best choice, for those who want to see it."""
        return await at.draw(lambda: answer_of(at.lesson, at.lesson.choices[0], at.language, True))
