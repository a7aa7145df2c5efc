"""Where people learn: the guided games, the lessons and the rulebooks, and the door to each guided game."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from farmstead.guides import guide_of, guided, words_of
from farmstead.guides.lessons import lessons_of
from farmstead.render.words import words_for
from farmstead.rulebooks import languages_of
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept, page_for_all
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts
from farmstead.server.pages.games import about_game, games_in

LEARN: Final = ("page", "learning")


@get("/learn/{game:str}", include_in_schema=False)
async def learn_game(
    request: AnyRequest, core: TheCore, game: FromPath[str], language: TheLanguage
) -> Response[bytes]:
    """What a guided game is, and the button that begins it."""
    if game not in guided():
        raise NotFoundException

    def made() -> Template:
        shown = {
            "game": _told(about_game(game, language), language),
            "words": page_texts(language).some(LEARN),
            "data": {},
        }
        return page("learning/page.html", language, shown)

    return await kept(request, core, ("learn", game, language), made)


# `Any`: what a template is given.
def _told(game: dict[str, Any], language: str) -> dict[str, Any]:
    guide, words = guide_of(game["name"]), words_for(words_of(game["name"]), language)
    lessons = [
        {
            "name": lesson.name,
            "title": words.say("lesson_title", lesson.name),
            "about": words.say("lesson_about", lesson.name),
        }
        for lesson in lessons_of(game["name"])
    ]
    return {
        **game,
        "minutes": guide.minutes,
        "about": words.say("guide", "about"),
        "learnt": [words.say("guide", key) for key in ("first", "second", "third")],
        "afterwards": words.say("guide", "afterwards"),
        "lessons": lessons,
        "book": bool(languages_of(game["name"])),
    }


def _shown(language: str) -> dict[str, Any]:
    return {"games": [_told(game, language) for game in games_in(language) if game["name"] in guided()]}


learn: Final = page_for_all("/learn", "learning/games.html", LEARN, _shown)
