"""The gallery: every component of a game, drawn, and how we know what it shows."""

from __future__ import annotations

from typing import Any, Final

from litestar import get
from litestar.params import FromPath
from markupsafe import Markup

from farmstead import shelf
from farmstead.render.gallery import gallery_for
from farmstead.render.ink import symbol_sheet
from farmstead.server.http.dependencies import TheLanguage
from farmstead.server.http.page_cache import page_for_all
from farmstead.server.pages.games import about_game, games_having, page_of_game
from farmstead.server.pages.rulebook_markdown import MarkdownWriter

GALLERY: Final = ("page", "gallery")


def _games(language: str) -> list[dict[str, Any]]:
    return games_having("gallery", language)


def _shown(language: str) -> dict[str, Any]:
    return {"games": _games(language), "written": MarkdownWriter([]).line}


# Which box to look into; and a place to check an edition of one's own.
galleries: Final = page_for_all("/gallery", "gallery/games.html", GALLERY, _shown)


# The pictures are drawn by this server, so they are as they should be.
def _drawn(about: dict[str, Any], language: str) -> dict[str, Any]:
    """`Any`: whatever a template can show."""
    game = shelf.game(about["name"])
    found = gallery_for(game, language, shelf.edition_text(game.name))
    return {
        "prefix": shelf.row(game.name).prefix,
        "sections": found.sections(),
        "label": shelf.edition_of(game),
        "symbols": Markup(symbol_sheet(found.symbols)),
        "safe": Markup,
    }


gallery_of: Final = page_of_game("/gallery", "gallery/page.html", (), _games, _drawn)  # piece by piece


@get(
    "/gallery/{game:str}/edition.toml", include_in_schema=False, media_type="text/plain", sync_to_thread=False
)
def edition_file(game: FromPath[str], language: TheLanguage) -> str:
    """The packaged edition, to copy and to change."""
    about_game(game, language, "game_with")
    return shelf.edition_text(game)
