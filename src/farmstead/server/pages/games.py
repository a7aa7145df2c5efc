"""What pages say about the games, in the language of whoever reads them."""

from __future__ import annotations

from typing import Any

import msgspec

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
    return {**game, "levels": levels}
