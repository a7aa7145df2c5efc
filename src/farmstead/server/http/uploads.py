"""Large bodies: who may send one is settled before its first byte is read, and how many are held is bounded.

A request of up to 16,384 bytes is read at once: there are as many of those as connections. More than that is
taken only on routes that say so, after asking who sends it, and only while few are being read: so many from
one address, and so many bytes of all. A body with very many values in it is refused before it is decoded:
that would hold up everybody, in whichever thread.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any, Final, final

from litestar import Request
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.http.dependencies import visitor_of
from farmstead.server.people.visitor import Visitor

SMALL_BODY_BYTES: Final = 16_384  # bytes of a request, where nothing else is said
MAX_NUMBER_DIGITS: Final = 20  # digits
MAX_VALUES: Final = 200_000  # commas and opening brackets of a body, those in texts included


@final
class BoundedRequest(Request[Any, Any, Any]):
    """A request whose body has so many values at most; `Any`: Litestar's requests."""

    async def json(self) -> Any:
        """The body, decoded; Refused if it has too many values."""
        body = await self.body()
        if len(body) > SMALL_BODY_BYTES and sum(map(body.count, (b",", b"[", b"{"))) > MAX_VALUES:
            raise Refused("bad_message", self.method, {"why": f"it has more than {MAX_VALUES} values"})
        return await super().json()


@final
class UploadMiddleware(ASGIMiddleware):
    """Admits large bodies before they are read; how long one really is is counted while it is read."""

    scopes = (ScopeType.HTTP,)

    def __init__(
        self, tried: str, admit: Callable[[Core, Visitor], Awaitable[None]], admits_small: bool = False
    ) -> None:
        """`admit` refuses whoever may not send a large one now; with `admits_small` a small one, too.

        `tried` is what it is for, as refusals call it.
        """
        self._tried = tried
        self._admit = admit
        self._admits_small = admits_small

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Refused goes out as it does from anywhere else."""
        request = Request[Any, Any, Any](scope)  # `Any`: Litestar's requests
        size = size_of(request)
        if size <= SMALL_BODY_BYTES and not self._admits_small:
            await next_app(scope, receive, send)
            return
        core: Core = request.app.state.core
        visitor = await visitor_of(request)
        async with core.bringing(visitor, size, self._tried) if size > SMALL_BODY_BYTES else nullcontext():
            await self._admit(core, visitor)
            await next_app(scope, receive, send)


def size_of(request: Request[Any, Any, Any]) -> int:
    """The most bytes that the body of a request can have."""
    most = request.route_handler.resolve_request_max_body_size()
    assert isinstance(most, int)
    told = request.headers.get("content-length", "")
    if told.isascii() and told.isdecimal() and len(told) < MAX_NUMBER_DIGITS:
        return min(int(told), most)
    return most if told or "transfer-encoding" in request.headers else 0
