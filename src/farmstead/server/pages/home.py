"""Where people begin: the games, a new table, the API in words."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept, page_for_all, schema_of
from farmstead.server.http.template import page
from farmstead.server.http.texts import PROGRAM, page_texts
from farmstead.server.pages.api_docs import endpoints
from farmstead.server.pages.games import games_in
from farmstead.server.pages.rulebook import paragraphs_of_switches

HOME: Final = ("page", "lobby")
NEW: Final = ("page", "making", "switch", "switch_about", "switch_value")


def _home(language: str) -> dict[str, Any]:
    games = games_in(language)
    return {"data": {"games": games}, "games": games}


def _new(language: str) -> dict[str, Any]:
    return {"data": {"games": games_in(language), "rules": paragraphs_of_switches()}}


home_page: Final = page_for_all("/", "lobby/home.html", HOME, _home)
new_table_page: Final = page_for_all("/new", "lobby/new_table.html", NEW, _new)


@get("/api", include_in_schema=False)
async def api_page(request: AnyRequest, core: TheCore, language: TheLanguage) -> Response[bytes]:
    """The API in words: in English, as its own are."""

    def made() -> Template:
        shown = {"tell": page_texts(file=PROGRAM), "groups": endpoints(schema_of(request))}
        return page("api_docs/page.html", language, shown)

    return await kept(request, core, ("api", language), made)


@get("/{rest:path}", include_in_schema=False, sync_to_thread=False)
def astray(rest: FromPath[str]) -> None:
    """Whatever else is asked for: there is no such page."""
    raise NotFoundException
