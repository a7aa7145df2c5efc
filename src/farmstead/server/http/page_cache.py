"""A cache of the pages that are equal for everybody: rendered once for each language, in a thread."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

from litestar import MediaType, Response, get
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.response import Template

from farmstead.server.base.cache import DrawingCache
from farmstead.server.core import Core
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage, address_of
from farmstead.server.http.gzip import packed
from farmstead.server.http.openapi import complete
from farmstead.server.http.template import around, page
from farmstead.server.http.texts import page_texts

CACHED_PAGES: Final = 160  # all there are in three languages, and some of those with settings
PAGE_CACHE: Final = DrawingCache[bytes](CACHED_PAGES)
IS_MADE: Final = "is_schema_made"  # what the app remembers


async def kept(
    request: AnyRequest, core: Core, key: tuple[Hashable, ...], make: Callable[[], Template]
) -> Response[bytes]:
    """The page, made if it is not kept; `key` says what it depends on besides the server's own path."""
    body = await PAGE_CACHE.get(
        core.pools.pictures,
        address_of(request),
        (core.settings.root_path, core.settings.url, request.app.state.own_pages.shown("").stamp, *key),
        lambda: rendered(request, make()),
    )
    return packed(request, body, MediaType.HTML)


def page_for_all(
    path: str,
    template: str,
    words: Sequence[str] = (),
    shown: Callable[[str], dict[str, Any]] = lambda language: {},
) -> HTTPRouteHandler:
    """A page that is the same for all who read a language: its script gets these tables of words and `data`.

    `Any`: what is `shown` in a language, which can be all that a template can show.
    """

    @get(path, include_in_schema=False)
    async def answer(request: AnyRequest, core: TheCore, language: TheLanguage) -> Response[bytes]:
        def made() -> Template:
            said = {"words": page_texts(language).some(words), "data": {}}
            return page(template, language, {**said, **shown(language)})

        return await kept(request, core, (path, language), made)

    return answer


def rendered(request: AnyRequest, page: Template) -> bytes:
    """A page as it goes out."""
    engine, name = request.app.template_engine, page.template_name
    assert engine is not None and name is not None
    html: str = engine.get_template(name).render(**around(request.app, page.context))
    return html.encode()


async def make_schema_once(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Litestar makes the OpenAPI document when it is first wanted, which takes long: here in a thread."""
    state = connection.app.state
    if not state.get(IS_MADE):
        core: Core = state.core
        await core.pools.files.run(address_of(connection), "look", lambda: schema_of(connection))
        state[IS_MADE] = True


def schema_of(connection: ASGIConnection[Any, Any, Any, Any]) -> dict[str, Any]:
    """The OpenAPI document, as the part of Litestar keeps it that answers with it."""
    app = connection.app
    keepers = [each for each in app.plugins if hasattr(each, "provide_openapi_schema")]
    found: dict[str, Any] = keepers[0].provide_openapi_schema() if keepers else app.openapi_schema.to_schema()
    complete(found)
    return found
