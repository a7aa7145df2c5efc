"""The page of what is yours: name, account, devices, webhook."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get
from litestar.response import Template

from farmstead.server.http.dependencies import TheCore, TheLanguage
from farmstead.server.http.page_cache import kept
from farmstead.server.http.template import page
from farmstead.server.http.texts import sayings

YOU: Final = ("page", "lobby", "yours", "webhook")


@get("/you", include_in_schema=False)
async def account_page(
    request: Request[Any, Any, Any], core: TheCore, language: TheLanguage
) -> Response[bytes]:
    """Where people see what is theirs: name, account, devices."""

    def made() -> Template:
        return page("accounts/page.html", language, {"words": sayings(language).some(YOU), "data": {}})

    return await kept(request, core, ("you", language), made)
