"""The gallery: every component of a game, drawn, and how we know what it shows."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Template
from markupsafe import Markup

from farmstead import shelf
from farmstead.render.gallery import gallery_for
from farmstead.render.ink import symbol_sheet
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept, page_for_all
from farmstead.server.http.template import page
from farmstead.server.pages.games import about_game, games_having
from farmstead.server.pages.rulebook_markdown import MarkdownWriter

GALLERY: Final = ("page", "gallery")


def _shown(language: str) -> dict[str, Any]:
    return {"games": games_having("gallery", language), "written": MarkdownWriter([]).line}


# Which box to look into; and a place to check an edition of one's own.
galleries: Final = page_for_all("/gallery", "gallery/games.html", GALLERY, _shown)


@get("/gallery/{game:str}", include_in_schema=False)
async def gallery_of(
    request: AnyRequest, core: TheCore, game: FromPath[str], language: TheLanguage
) -> Response[bytes]:
    """One box, piece by piece."""
    about = about_game(game, language, "gallery")

    def made() -> Template:
        shown = {"about": about, "prefix": shelf.row(game).prefix, **_drawn(game, language)}
        return page("gallery/page.html", language, shown)

    return await kept(request, core, ("gallery", game, language), made)


# The pictures are drawn by this server, so they are as they should be.
def _drawn(game: str, language: str) -> dict[str, Any]:
    """`Any`: whatever a template can show."""
    found = gallery_for(shelf.game(game), language, shelf.edition_text(game))
    return {
        "sections": found.sections(),
        "label": shelf.edition_of(shelf.game(game)),
        "symbols": Markup(symbol_sheet(found.symbols)),
        "safe": Markup,
    }


@get(
    "/gallery/{game:str}/edition.toml", include_in_schema=False, media_type="text/plain", sync_to_thread=False
)
def edition_file(game: FromPath[str], language: TheLanguage) -> str:
    """The packaged edition, to copy and to change."""
    about_game(game, language, "game_with")
    return shelf.edition_text(game)
