"""The page of whoever runs the server; nothing is there unless a passphrase was set for it."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.response import Template

from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts
from farmstead.server.moderation.operator import required_hash

WORDS: Final = ("page", "lobby", "operator")


@get("/operator", include_in_schema=False)
async def operator_page(request: AnyRequest, core: TheCore, language: TheLanguage) -> Response[bytes]:
    """One page for all: what it shows comes by the API, to those who know the passphrase."""
    required_hash(core)

    def made() -> Template:
        return page("moderation/page.html", language, {"words": page_texts(language).some(WORDS), "data": {}})

    return await kept(request, core, ("/operator", language), made)
