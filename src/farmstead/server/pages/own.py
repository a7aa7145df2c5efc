"""Pages of a server's own, such as its imprint, and what tells search engines where not to look."""

from __future__ import annotations

from typing import Final

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept
from farmstead.server.http.template import page
from farmstead.server.pages.own_pages import OwnPages

# What belongs to somebody, or is different for each who looks.
NOT_FOR_ROBOTS: Final = ("api/", "t/", "replay/", "review/", "compare", "mine", "you", "operator")


@get("/about/{name:str}", include_in_schema=False)
async def own_page(
    request: AnyRequest, core: TheCore, name: FromPath[str], language: TheLanguage
) -> Response[bytes]:
    """One of them."""
    pages: OwnPages = request.app.state.own_pages
    found = pages.page(name, language)
    if found is None:
        raise NotFoundException

    def made() -> Template:
        return page("own/page.html", language, {"page": found})

    return await kept(request, core, ("about", name, language), made)


@get("/.well-known/security.txt", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=True)
def security_txt(request: AnyRequest) -> str:
    """How to report a weakness of this server, where whoever runs it has written that down."""
    pages: OwnPages = request.app.state.own_pages
    if not (text := pages.security()):
        raise NotFoundException
    return text


@get("/robots.txt", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def robots(core: TheCore) -> str:
    """Nothing at all where only members are let in."""
    root = core.settings.root_path
    kept_out = [""] if core.settings.members_only else NOT_FOR_ROBOTS
    return "\n".join(["User-agent: *", *[f"Disallow: {root}/{path}" for path in kept_out], ""])
