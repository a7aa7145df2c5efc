"""Where people begin: the games, a new table, the API in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept, page_for_all, schema_of
from farmstead.server.http.template import page
from farmstead.server.http.texts import PROGRAM, page_texts
from farmstead.server.pages.games import games_in
from farmstead.server.pages.rulebook import paragraphs_of_switches

HOME: Final = ("page", "lobby", "neighbours")
METHODS: Final = ("get", "post", "put", "patch", "delete")  # of the API, as they are listed
NEW: Final = ("page", "making", "neighbours", "switch", "switch_about", "switch_value")


def _home(language: str) -> dict[str, Any]:
    games = games_in(language)
    return {"data": {"games": games}, "games": games}


def _new(language: str) -> dict[str, Any]:
    return {"data": {"games": games_in(language), "rules": paragraphs_of_switches()}}


home_page: Final = page_for_all("/", "lobby/home.html", HOME, _home)
new_table_page: Final = page_for_all("/new", "lobby/new_table.html", NEW, _new)


class Endpoint(NamedTuple):
    """Something that can be asked."""

    method: str
    path: str
    summary: str


# `Any`: whatever JSON can say.
def endpoints(document: Mapping[str, Any]) -> dict[str, list[Endpoint]]:
    """All that can be asked, by the sort of thing it is about."""
    groups: dict[str, list[Endpoint]] = {}
    for path, asked in sorted(document["paths"].items()):
        for method in [each for each in METHODS if each in asked]:
            found = Endpoint(method.upper(), path, asked[method]["summary"])
            groups.setdefault((asked[method].get("tags") or [""])[0], []).append(found)
    return groups


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
