"""The pages themselves: put together here as far as everybody may see them, filled in by their scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from litestar import Request, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from farmstead.render.words import LANGUAGE
from farmstead.server import showing
from farmstead.server.api.asking import TheTable
from farmstead.server.pages.api_words import endpoints, messages
from farmstead.server.pages.sayings import sayings

LOBBY: Final = ("page", "lobby", "game", "level", "making", "switch", "switch_value", "sitting", "yours")
TABLE: Final = (
    "page", "making", "switch", "switch_value", "sitting", "playing", "hand", "board", "talk", "end",
)  # fmt: skip


def page(template: str, context: Mapping[str, Any] | None = None, status: int = 200) -> Template:
    """A page with the texts that it needs. `Any`: whatever a template can show."""
    say = sayings()
    shown = {"say": say, "language": LANGUAGE, "words": {}, **(context or {})}
    return Template(template_name=template, context=shown, status_code=status)


@get("/", include_in_schema=False)
async def lobby() -> Template:
    """Where people say who they are, begin and find games."""
    data = {"games": msgspec.to_builtins(showing.games())}
    return page("lobby.html", {"words": sayings().some(LOBBY), "data": data})


@get("/t/{code:str}", include_in_schema=False)
async def table(at: TheTable, code: FromPath[str]) -> Template:
    """One table; Refused where there is none. All that happens there comes by the API."""
    data = {"code": code, "games": msgspec.to_builtins(showing.games())}
    return page("table.html", {"words": sayings().some(TABLE), "data": data})


# `Any`: Litestar's requests are generic in what this project does not use.
@get("/api", include_in_schema=False, sync_to_thread=False)
def api(request: Request[Any, Any, Any]) -> Template:
    """The API in words."""
    schema = request.app.openapi_schema.to_schema()
    return page("api.html", {"groups": endpoints(schema), "messages": messages(schema)})


@get("/{rest:path}", include_in_schema=False, sync_to_thread=False)
def astray(rest: FromPath[str]) -> None:
    """Whatever else is asked for: there is no such page."""
    raise NotFoundException
