"""What pages say about the games, in the language of whoever reads them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.exceptions import NotFoundException

from farmstead import shelf
from farmstead.guides import guided
from farmstead.render.words import words_for
from farmstead.server.lobby import listing


def games_in(language: str) -> list[dict[str, Any]]:
    """What can be played here; levels are called as that language calls them, and say how they play.

    `Any`: what a script is given.
    """
    return [_told(msgspec.to_builtins(game), language) for game in listing.games()]


def _told(game: dict[str, Any], language: str) -> dict[str, Any]:
    words = words_for(language=language)
    levels = [
        {**each, "name": words.called(each["name"]), "how": words.called(str(each["level"]), "level")}
        for each in game["levels"]
    ]
    name = game["name"]
    editions = shelf.part(name, "game_with") is not None
    return {**game, "levels": levels, "guided": name in guided(), "editions": editions}


def games_having(which: str, language: str) -> list[dict[str, Any]]:
    """Those of `games_in` that have a part. `Any`: what a script is given."""
    return [game for game in games_in(language) if game["name"] in shelf.having(which)]


def about_game(game: str, language: str, which: str = "game") -> dict[str, Any]:
    """What pages say of a game; a page that is not there where there is none, or it lacks a part."""
    found = next((each for each in games_having(which, language) if each["name"] == game), None)
    if found is None:
        raise NotFoundException
    return found
