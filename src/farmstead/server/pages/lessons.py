"""Lessons as pages: a position as at a table, something to choose, and what the choice is worth."""

from __future__ import annotations

from typing import Final, TypeAlias

from litestar import Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody
from litestar.response import Template

from farmstead import shelf
from farmstead.guides import words_of
from farmstead.guides.lessons import Lesson, Weighed, lessons, lessons_of
from farmstead.render.words import words_for
from farmstead.server.base.refusals import Refused
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage, TheVisitor
from farmstead.server.http.page_cache import kept
from farmstead.server.http.route_limits import PAGE_LIMIT
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts
from farmstead.server.learning.messages import AnswerTo, LessonAnswer
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


def _page(lesson: Lesson, language: str) -> Template:
    words = words_for(words_of(lesson.game), language)
    all_of_it = lessons_of(lesson.game)
    following = all_of_it[all_of_it.index(lesson) + 1 :]
    shown = {
        "lesson": lesson,
        "title": words.say("lesson_title", lesson.name),
        "about": words.say("lesson_about", lesson.name),
        "question": words.say("lesson_question", lesson.name),
        "rule": f"{shelf.row(lesson.game).prefix} {lesson.rule}",
        "next": following[0].name if following else "",
        "words": page_texts(language).some(WORDS),
        **shown_of(lesson, f"/lessons/{lesson.name}", language),
    }
    return page("learning/lesson.html", language, shown)


TheLesson: TypeAlias = NamedDependency[Lesson]


async def the_lesson(name: FromPath[str]) -> Lesson:
    """The lesson that a path names; Refused when there is none."""
    lesson = lessons().get(name)
    if lesson is None:
        raise Refused("no_lesson", "look")
    return lesson


async def at_lesson(
    core: TheCore, visitor: TheVisitor, lesson: TheLesson, language: TheLanguage
) -> AtPosition:
    """Who asks for a lesson."""
    return AtPosition(core, visitor, lesson, language)


AT_LESSON: Final = {"lesson": Provide(the_lesson), "at": Provide(at_lesson)}


def answer_of(lesson: Lesson, chosen: Weighed, language: str, told: bool) -> LessonAnswer:
    """With `told` everything is said, without it nothing that gives the best choice away."""
    own = words_for(words_of(lesson.game), language)
    key = "lesson_good" if chosen.is_right else "lesson_other"
    best = lesson.choices[0].moves
    return LessonAnswer(
        right=chosen.is_right,
        words=said(lesson, chosen.moves, language),
        behind=chosen.behind,
        error=chosen.error,
        lines=told_lines(lesson, chosen, language),
        text=own.say(key, lesson.name),
        best=best if told else (),
        best_words=said(lesson, best, language) if told else "",
        others=listed(lesson, chosen, language) if told else (),
    )


class LessonPages(PositionPages):
    """One lesson: its page, its boards, and what a choice is worth."""

    path = "/lessons/{name:str}"
    dependencies = AT_LESSON

    @get("/", limit=PAGE_LIMIT)
    async def page(self, request: AnyRequest, at: ThePosition, lesson: TheLesson) -> Response[bytes]:
        """The page."""
        key = ("lesson", lesson.name, at.language)
        return await kept(request, at.core, key, lambda: _page(lesson, at.language))

    @post("/answer", status_code=200)
    async def answer(self, at: ThePosition, lesson: TheLesson, data: JSONBody[AnswerTo]) -> LessonAnswer:
        """How good a choice is; the best is told when it is found."""

        def answered() -> LessonAnswer:
            chosen = lesson.chosen(data.moves)
            if chosen is None:
                raise Refused("not_a_choice", "answer")
            return answer_of(lesson, chosen, at.language, chosen.is_right)

        return await at.draw(answered)

    @get("/answer")
    async def best(self, at: ThePosition, lesson: TheLesson) -> LessonAnswer:
        """The best choice, for those who want to see it."""
        return await at.draw(lambda: answer_of(lesson, lesson.choices[0], at.language, True))
