"""Large files that people bring along: who may is settled before the first byte of one is read."""

from __future__ import annotations

from typing import Any, final

from litestar import Request
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from farmstead.server import studies
from farmstead.server.api.asking import visitor_of
from farmstead.server.house import House


@final
class Bringing(ASGIMiddleware):
    """In front of what reads a body of millions of bytes; how long it is is counted while it is read."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Refused goes out as it does from anywhere else."""
        request = Request[Any, Any, Any](scope)  # `Any`: Litestar's requests
        house: House = request.app.state.house
        visitor = await visitor_of(request, house)
        async with house.bringing(visitor):
            await studies.admit(house, visitor)
            await next_app(scope, receive, send)
