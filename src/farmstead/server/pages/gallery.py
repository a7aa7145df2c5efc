"""The gallery: every component of a game, drawn, and how we know what it shows."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Template
from markupsafe import Markup

from farmstead import shelf
from farmstead.render.gallery import gallery_for
from farmstead.render.ink import symbol_sheet
from farmstead.server.http.dependencies import TheCore, TheLanguage
from farmstead.server.http.page_cache import kept
from farmstead.server.http.template import page
from farmstead.server.http.texts import sayings
from farmstead.server.pages.games import about_game, games_having
from farmstead.server.pages.rulebook_markdown import Writer

GALLERY: Final = ("page", "gallery")


@get("/gallery", include_in_schema=False)
async def galleries(request: Request[Any, Any, Any], core: TheCore, language: TheLanguage) -> Response[bytes]:
    """Which box to look into; and a place to check an edition of one's own."""

    def made() -> Template:
        shown = {
            "games": games_having("gallery", language),
            "written": Writer([]).line,
            "words": sayings(language).some(GALLERY),
            "data": {},
        }
        return page("gallery/games.html", language, shown)

    return await kept(request, core, ("galleries", language), made)


@get("/gallery/{game:str}", include_in_schema=False)
async def gallery_of(
    request: Request[Any, Any, Any], core: TheCore, game: FromPath[str], language: TheLanguage
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
