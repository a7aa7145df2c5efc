"""What pages say about the games, in the language of whoever reads them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.exceptions import NotFoundException

from farmstead import shelf
from farmstead.guides import guided
from farmstead.messages import GameOut, LevelOut
from farmstead.render.words import words_for
from farmstead.server.lobby import listing


class LevelShown(LevelOut, frozen=True):
    """How well a bot plays, as a page calls it, and how that is."""

    how: str


class GameShown(GameOut, frozen=True):
    """A game that can be played here, as pages tell of it."""

    levels: tuple[LevelShown, ...]
    guided: bool  # it has guided games
    editions: bool  # it can be played with components of one's own


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
        told = GameShown(
            game.name,
            game.title,
            game.fewest,
            game.most,
            game.switches,
            tuple(levels),
            game.name in guided(),
            shelf.part(game.name, "game_with") is not None,
        )
        shown.append(msgspec.to_builtins(told))
    return shown


def games_having(which: str, language: str) -> list[dict[str, Any]]:
    """Those of `games_in` that have a part. `Any`: what a script is given."""
    return [game for game in games_in(language) if game["name"] in shelf.having(which)]


def about_game(game: str, language: str, which: str = "game") -> dict[str, Any]:
    """What pages say of a game; a page that is not there where there is none, or it lacks a part."""
    found = next((each for each in games_having(which, language) if each["name"] == game), None)
    if found is None:
        raise NotFoundException
    return found
