"""A limit for every route: how often one address may ask, unless the handler counts by itself."""

from __future__ import annotations

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from farmstead.server.core import Core
from farmstead.server.http.dependencies import address_of
from farmstead.server.people.rate_limits import Operation

LIMIT: Final = (
    "limit"  # the option of a route handler, or of what it belongs to, that says which limit it has
)
PAGE: Final[Operation] = "page"  # what counts unless something else is said
OWN: Final = "own"  # the handler counts by itself: by player, or something dearer than a page
FREE: Final = "free"  # nothing is made for an answer: it is sent from memory


# `Any`: Litestar's connections are generic in what this project does not use.
async def check_pace(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse an address that asks too often; asked before anything of a request is read."""
    deed = handler.opt.get(LIMIT, PAGE)
    if deed in (OWN, FREE) or connection.scope.get("method") == "OPTIONS":
        return
    core: Core = connection.app.state.core
    core.limits.spend(deed, address_of(connection), "look")
