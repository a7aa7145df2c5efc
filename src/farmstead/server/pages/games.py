"""What pages say about the games, in the language of whoever reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Template
from msgspec import structs

from farmstead import shelf
from farmstead.agents.characters import neighbours
from farmstead.guides import guided
from farmstead.messages import GameOut, LevelOut, NeighbourOut
from farmstead.render.words import Words, words_for
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts
from farmstead.server.lobby import listing

Shown: TypeAlias = dict[str, Any]  # `Any`: whatever a template can show


class LevelShown(LevelOut, frozen=True):
    """How well a bot plays, as a page calls it, and how that is."""

    how: str


class NeighbourShown(NeighbourOut, frozen=True):
    """A neighbour, with a sentence about them."""

    about: str


class GameShown(GameOut, frozen=True):
    """A game that can be played here, as pages tell of it."""

    levels: tuple[LevelShown, ...]
    neighbours: tuple[NeighbourShown, ...]
    options: dict[str, str]
    guided: bool  # it has guided games
    editions: bool  # it can be played with components of one's own


def games_in(language: str) -> list[dict[str, Any]]:
    """What can be played here; levels are called as that language calls them, and say how they play.

    `Any`: a `GameShown` as scripts and templates are given it.
    """
    return [
        msgspec.to_builtins(_shown(game, words_for(language=language), language)) for game in listing.games()
    ]


def _shown(game: GameOut, words: Words, language: str) -> GameShown:
    levels = [
        LevelShown(each.level, words.called(each.name), words.called(str(each.level), "level"))
        for each in game.levels
    ]
    bots = [
        NeighbourShown(each.id, each.name, each.level, neighbours()[each.id].said("about", language))
        for each in game.neighbours
    ]
    editions = shelf.part(game.name, "game_with") is not None
    told = structs.asdict(game) | {"levels": tuple(levels), "neighbours": tuple(bots)}
    return GameShown(**told, guided=game.name in guided(), editions=editions)


def games_having(which: str, language: str) -> list[dict[str, Any]]:
    """Those of `games_in` that have a part. `Any`: what a script is given."""
    return [game for game in games_in(language) if game["name"] in shelf.having(which)]


def about_game(game: str, language: str, which: str = "game") -> dict[str, Any]:
    """What pages say of a game; a page that is not there where there is none, or it lacks a part."""
    return _found(games_having(which, language), game)


def _found(games: Sequence[Shown], game: str) -> Shown:
    for each in games:
        if each["name"] == game:
            return each
    raise NotFoundException


def page_of_game(
    path: str,
    template: str,
    words: Sequence[str],
    games: Callable[[str], Sequence[Shown]],
    shown: Callable[[Shown, str], Shown],
) -> HTTPRouteHandler:
    """A page about each of some games, the same for all who read a language: as `page_for_all`."""

    @get(f"{path}/{{game:str}}", include_in_schema=False)
    async def answer(
        request: AnyRequest, core: TheCore, game: FromPath[str], language: TheLanguage
    ) -> Response[bytes]:
        about = _found(games(language), game)

        def made() -> Template:
            said = {"about": about, "words": page_texts(language).some(words), "data": {}}
            return page(template, language, said | shown(about, language))

        return await kept(request, core, (path, game, language), made)

    return answer
