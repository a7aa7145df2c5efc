"""The score pad for a real table, and pages to print: score sheets, and sheets to draw on."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Template
from markupsafe import Markup

from farmstead import shelf
from farmstead.render.gallery import GallerySection, gallery_for
from farmstead.render.ink import symbol_sheet
from farmstead.render.tally import tally_for
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept, page_for_all
from farmstead.server.http.template import page
from farmstead.server.pages.games import about_game, games_having, page_of_game
from farmstead.server.pages.rulebook_markdown import MarkdownWriter
from farmstead.server.scorepad.actions import MAX_TABLE, scored
from farmstead.server.scorepad.messages import ScoreIn

SCORE: Final = ("page", "score")
PAPERS: Final = ("a4", "letter")
WHAT: Final = ("sheets", "score")
DRAWN_ON: Final = "sheet"  # the sort of component that is drawn on, where a game has one

Players = Annotated[int, QueryParameter(name="players", ge=0, le=9)]
Paper = Annotated[str, QueryParameter(name="paper", max_length=10)]
What = Annotated[str, QueryParameter(name="what", max_length=10)]
Letter = Annotated[str, QueryParameter(name="sheet", max_length=10)]


@lru_cache(8)
def symbols_of(game: str, language: str) -> Markup:
    """What the pictures of a game use, once for a page; drawn by this server, so it is as it should be."""
    return Markup(symbol_sheet(tally_for(shelf.game(game), language).symbols()))


# ---- scoring -----------------------------------------------------------------------------------------------


def _games(language: str) -> list[dict[str, Any]]:
    return games_having("tally", language)


score_pages: Final = page_for_all(  # of which game a table is to be scored
    "/score", "scorepad/games.html", shown=lambda language: {"games": _games(language)}
)


def _to_score(about: dict[str, Any], language: str) -> dict[str, Any]:
    game = about["name"]
    tally = tally_for(shelf.game(game), language)
    return {
        "symbols": symbols_of(game, language),
        "written": MarkdownWriter([]).line,
        "data": {
            "game": game,
            "prefix": shelf.row(game).prefix,
            "most": tally.most,
            "largest": MAX_TABLE,
            "too_many": tally.too_many()._asdict(),
        },
    }


score_page: Final = page_of_game("/score", "scorepad/page.html", SCORE, _games, _to_score)  # to tap in


# ---- printing ----------------------------------------------------------------------------------------------


@get("/print/{game:str}", include_in_schema=False)
async def print_page(
    request: AnyRequest,
    core: TheCore,
    game: FromPath[str],
    language: TheLanguage,
    players: Players = 0,
    paper: Paper = PAPERS[0],
    what: What = "",
    letter: Letter = "",
) -> Response[bytes]:
    """Score sheets for as many as play, and sheets to draw on, if a game has them."""
    about = about_game(game, language, "tally")
    wish = (players, paper if paper in PAPERS else "", what if what in WHAT else "", letter)
    return await kept(
        request, core, ("print", game, language, *wish), lambda: _printed(game, language, about, *wish)
    )


def _printed(
    game: str, language: str, about: dict[str, Any], players: int, paper: str, what: str, letter: str
) -> Template:
    drawn = _to_draw_on(game, language)
    items = drawn.items if drawn else ()
    letters = [item.name for item in items]
    ties = tally_for(shelf.game(game), language).ties()
    shown = {
        "about": about,
        "symbols": symbols_of(game, language),
        "lines": _lines(game, language, max(2, about["fewest"])),
        "ties": ties,
        "place_rule": ties[-1][1],
        "prefix": shelf.row(game).prefix,
        "players": min(players, about["most"]) or about["most"],
        "paper": paper if paper in PAPERS else PAPERS[0],
        "papers": PAPERS,
        "what": what if what in WHAT and letters else (WHAT[0] if letters else WHAT[1]),
        "letter": letter if letter in letters else "",
        "letters": letters,
        "sheets": [item for item in items if letter in ("", item.name) or letter not in letters],
        "safe": Markup,
    }
    return page("scorepad/print.html", language, shown)


@lru_cache(8)
def _to_draw_on(game: str, language: str) -> GallerySection | None:
    if shelf.part(game, "gallery") is None:
        return None
    sections = gallery_for(shelf.game(game), language, shelf.edition_text(game)).sections()
    return next((each for each in sections if each.kind == DRAWN_ON), None)


@lru_cache(16)
def _lines(game: str, language: str, seats: int) -> list[tuple[str, str]]:
    """The lines of a score sheet with their paragraphs, as a table of several counts them."""
    found, deeds = None, ["add"] * (seats - 1)
    sheets: tuple[dict[str, Any], ...] = ()
    for deed in ["", *deeds]:
        found = scored(shelf.game(game), ScoreIn(sheets=sheets, deed=deed), language).counted
        assert found is not None, "an empty table can be counted"
        sheets = found.sheets
    return [(line.name, line.rule) for line in (found.lines if found else ())]
