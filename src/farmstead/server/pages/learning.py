"""Where people learn: the guided games, the lessons and the rulebooks, and the door to each guided game."""

from __future__ import annotations

from typing import Any, Final

from farmstead.guides import guide_of, words_of
from farmstead.guides.lessons import lessons_of
from farmstead.render.words import words_for
from farmstead.rulebooks import languages_of
from farmstead.server.http.page_cache import page_for_all
from farmstead.server.pages.games import games_in, page_of_game

LEARN: Final = ("page", "learning")


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


def _games(language: str) -> list[dict[str, Any]]:
    return [game for game in games_in(language) if game["guided"]]


def _shown(language: str) -> dict[str, Any]:
    return {"games": [_told(game, language) for game in _games(language)]}


learn: Final = page_for_all("/learn", "learning/games.html", LEARN, _shown)
# What a guided game is, and the button that begins it.
learn_game: Final = page_of_game(
    "/learn", "learning/page.html", LEARN, _games, lambda game, language: {"game": _told(game, language)}
)
