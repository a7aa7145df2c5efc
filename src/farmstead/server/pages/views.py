"""The pages themselves: put together here as far as everybody may see them, filled in by their scripts."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from farmstead.server.api.asking import TheHouse, TheLanguage, TheTable
from farmstead.server.pages.api_words import endpoints, messages
from farmstead.server.pages.kept import kept, schema_of
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
async def home(request: Request[Any, Any, Any], house: TheHouse, language: TheLanguage) -> Response[bytes]:
    """Where people begin and find games."""

    def made() -> Template:
        games = games_in(language)
        shown = {"words": sayings(language).some(HOME), "data": {"games": games}, "games": games}
        return page("lobby/home.html", language, shown)

    return await kept(request, house, ("home", language), made)


@get("/new", include_in_schema=False)
async def new(request: Request[Any, Any, Any], house: TheHouse, language: TheLanguage) -> Response[bytes]:
    """Where a table is set up, with every choice there is."""

    def made() -> Template:
        data = {"games": games_in(language), "rules": paragraphs_of_switches()}
        return page("lobby/new_table.html", language, {"words": sayings(language).some(NEW), "data": data})

    return await kept(request, house, ("new", language), made)


@get("/you", include_in_schema=False)
async def you(request: Request[Any, Any, Any], house: TheHouse, language: TheLanguage) -> Response[bytes]:
    """Where people see what is theirs: name, account, devices."""

    def made() -> Template:
        return page("accounts/page.html", language, {"words": sayings(language).some(YOU), "data": {}})

    return await kept(request, house, ("you", language), made)


@get("/t/{code:str}", include_in_schema=False)
async def table(at: TheTable, language: TheLanguage, code: FromPath[str]) -> Template:
    """One table; Refused where there is none. All that happens there comes by the API."""
    parts = await parts_of(at.house, at.table)
    words = sayings(language).some((*TABLE, *[part.words for part in parts]))
    data = {"code": code, "games": games_in(language), "parts": [part.name for part in parts]}
    scripts, styles = scripts_with("table/table.js", parts), styles_of(parts)
    shown = {"words": words, "data": data, "scripts": scripts, "styles": styles, "guided": COACH in parts}
    return page("table/page.html", language, shown)


@get("/fair", include_in_schema=False)
async def fair(request: Request[Any, Any, Any], house: TheHouse, language: TheLanguage) -> Response[bytes]:
    """Where luck comes from. The table whose luck is checked stands behind a #, and is not sent here."""

    def made() -> Template:
        return page("fair/page.html", language, {"words": sayings(language).some(FAIR), "data": {}})

    return await kept(request, house, ("fair", language), made)


# `Any`: Litestar's requests are generic in what this project does not use.
@get("/api", include_in_schema=False)
async def api(request: Request[Any, Any, Any], house: TheHouse, language: TheLanguage) -> Response[bytes]:
    """The API in words: in English, as its own are."""

    def made() -> Template:
        schema = schema_of(request)
        shown = {"tell": sayings(file=PROGRAM), "groups": endpoints(schema), "messages": messages(schema)}
        return page("api_docs/page.html", language, shown)

    return await kept(request, house, ("api", language), made)


@get("/{rest:path}", include_in_schema=False, sync_to_thread=False)
def astray(rest: FromPath[str]) -> None:
    """Whatever else is asked for: there is no such page."""
    raise NotFoundException
