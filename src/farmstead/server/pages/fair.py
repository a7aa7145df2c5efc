"""The page on which the luck of a table is checked."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get
from litestar.response import Template

from farmstead.server.http.dependencies import TheCore, TheLanguage
from farmstead.server.http.page_cache import kept
from farmstead.server.http.template import page
from farmstead.server.http.texts import sayings

FAIR: Final = ("page", "fair")


@get("/fair", include_in_schema=False)
async def fair_page(request: Request[Any, Any, Any], core: TheCore, language: TheLanguage) -> Response[bytes]:
    """Where luck comes from. The table whose luck is checked stands behind a #, and is not sent here."""

    def made() -> Template:
        return page("fair/page.html", language, {"words": sayings(language).some(FAIR), "data": {}})

    return await kept(request, core, ("fair", language), made)
