"""The pages themselves: put together here as far as everybody may see them, filled in by their scripts."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from farmstead.server.api.asking import TheLanguage, TheTable
from farmstead.server.pages.api_words import endpoints, messages
from farmstead.server.pages.language import games_in
from farmstead.server.pages.paper import page
from farmstead.server.pages.parts import COACH, parts_of, scripts_with, styles_of
from farmstead.server.pages.rulebook import paragraphs_of_switches
from farmstead.server.pages.sayings import PROGRAM, sayings

HOME: Final = ("page", "lobby")
YOU: Final = ("page", "lobby", "yours", "webhook")
NEW: Final = ("page", "making", "switch", "switch_about", "switch_value")
FAIR: Final = ("page", "fair")
TABLE: Final = (
    "page", "making", "switch", "switch_value", "sitting", "playing", "hand", "board", "talk", "end",
    "missing", "tray", "settings", "keys", "notice", "fair",
)  # fmt: skip


@get("/", include_in_schema=False)
async def home(language: TheLanguage) -> Template:
    """Where people begin and find games."""
    games = games_in(language)
    shown = {"words": sayings(language).some(HOME), "data": {"games": games}, "games": games}
    return page("lobby.html", language, shown)


@get("/new", include_in_schema=False)
async def new(language: TheLanguage) -> Template:
    """Where a table is set up, with every choice there is."""
    data = {"games": games_in(language), "rules": paragraphs_of_switches()}
    return page("lobby_new.html", language, {"words": sayings(language).some(NEW), "data": data})


@get("/you", include_in_schema=False)
async def you(language: TheLanguage) -> Template:
    """Where people see what is theirs: name, account, devices."""
    return page("you.html", language, {"words": sayings(language).some(YOU), "data": {}})


@get("/t/{code:str}", include_in_schema=False)
async def table(at: TheTable, language: TheLanguage, code: FromPath[str]) -> Template:
    """One table; Refused where there is none. All that happens there comes by the API."""
    parts = await parts_of(at.house, at.table)
    words = sayings(language).some((*TABLE, *[part.words for part in parts]))
    data = {"code": code, "games": games_in(language), "parts": [part.name for part in parts]}
    scripts, styles = scripts_with("table.js", parts), styles_of(parts)
    shown = {"words": words, "data": data, "scripts": scripts, "styles": styles, "guided": COACH in parts}
    return page("table.html", language, shown)


@get("/fair", include_in_schema=False)
async def fair(language: TheLanguage) -> Template:
    """Where luck comes from. The table whose luck is checked stands behind a #, and is not sent here."""
    return page("fair.html", language, {"words": sayings(language).some(FAIR), "data": {}})


# `Any`: Litestar's requests are generic in what this project does not use.
@get("/api", include_in_schema=False, sync_to_thread=False)
def api(request: Request[Any, Any, Any], language: TheLanguage) -> Template:
    """The API in words: in English, as its own are."""
    schema = request.app.openapi_schema.to_schema()
    shown = {"tell": sayings(file=PROGRAM), "groups": endpoints(schema), "messages": messages(schema)}
    return page("api.html", language, shown)


@get("/{rest:path}", include_in_schema=False, sync_to_thread=False)
def astray(rest: FromPath[str]) -> None:
    """Whatever else is asked for: there is no such page."""
    raise NotFoundException
