"""What pages say about the games, in the language of whoever reads them."""

from __future__ import annotations

from typing import Any

import msgspec

from farmstead.messages import GameOut, LevelOut
from farmstead.render.words import words_for
from farmstead.server.lobby import listing


class LevelShown(LevelOut, frozen=True):
    """How well a bot plays, as a page calls it, and how that is."""

    how: str


class GameShown(GameOut, frozen=True):
    """A game that can be played here, as pages tell of it."""

    levels: tuple[LevelShown, ...]


def games_in(language: str) -> list[dict[str, Any]]:
    """What can be played here; levels are called as that language calls them, and say how they play.

    `Any`: a `GameShown` as scripts and templates are given it.
    """
    words = words_for(language=language)
    shown = []
    for game in listing.games():
        levels = [
            LevelShown(each.level, words.called(each.name), words.called(str(each.level), "level"))
            for each in game.levels
        ]
        told = GameShown(game.name, game.title, game.fewest, game.most, game.switches, tuple(levels))
        shown.append(msgspec.to_builtins(told))
    return shown
