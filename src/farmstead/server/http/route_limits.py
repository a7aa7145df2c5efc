"""A limit for every route: how often one address may ask, unless the handler counts by itself."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from litestar.connection import ASGIConnection

from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.http.dependencies import AnyRequest, address_of
from farmstead.server.people.rate_limits import Operation

# The option of a route handler, or of what it belongs to, that says which limit it has.

LIMIT_OPTION: Final = "limit"
PAGE_LIMIT: Final[Operation] = "page"  # what counts unless something else is said
UNREADABLE_LIMIT: Final[Operation] = "unreadable"
OWN: Final = "own"  # the handler counts by itself: by player, or something dearer than a page
FREE: Final = "free"  # nothing is made for an answer: it is sent from memory


async def check_pace(request: AnyRequest) -> None:
    """Refuse an address that asks too often; asked before anything of a request is read."""
    limit = request.route_handler.opt.get(LIMIT_OPTION, PAGE_LIMIT)
    if limit == FREE or request.method == "OPTIONS":
        return
    core: Core = request.app.state.core
    if limit == OWN:  # whoever sends what cannot be read never comes as far as that
        if core.limits.has_done(UNREADABLE_LIMIT, address_of(request)):
            core.limits.check(UNREADABLE_LIMIT, address_of(request), "look")
    else:
        core.limits.spend(limit, address_of(request), "look")


# `Any`: Litestar's connections are generic in what this project does not use.
def count_unreadable(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """One more message of an address that could not be read; soon no other is looked at for a while."""
    core: Core = connection.app.state.core
    with suppress(Refused):  # the answer says what was wrong with this one
        core.limits.spend(UNREADABLE_LIMIT, address_of(connection), "look")
