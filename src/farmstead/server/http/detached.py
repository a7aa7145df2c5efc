"""Long-lived responses: release the request, keep only the sender.

Whatever looked at a request on its way in would wait until the answer is complete, with all that it knows of
it. For a stream that is most of the memory it takes, and there are thousands of them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias, cast, final

from litestar.types import ASGIApp, Receive, Scope, Send

Gone: TypeAlias = Callable[[Callable[[], None] | None], None]  # whom to call when the connection ends
Rest: TypeAlias = Callable[[Receive, Send, Gone | None], Awaitable[None]]  # what is still to be sent
# An extension of ASGI: what is given to it is called when the connection ends.
GONE_EXTENSION: Final = "farmstead.gone"
REST_KEY: Final = "farmstead.rest"
NEEDED_SCOPE_KEYS: Final = ("type", "method", "http_version")  # of a request, until the end of its answer


def detach(scope: Scope, rest: Rest) -> None:
    """After this, `rest` is sent; the answer has begun. It is told by whom it hears that nobody reads it any
    more; if by nobody, it has to `receive` that.
    """
    open_scope(scope)[REST_KEY] = rest


@final
class DetachedResponses:
    """An app whose answers may go on after it. Outermost of all."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; a response that is a long-lived stream goes on without the request."""
        await self._app(scope, receive, send)
        if REST_KEY not in scope:
            return
        rest: Rest = open_scope(scope).pop(REST_KEY)
        gone: Gone | None = open_scope(scope).get("extensions", {}).get(GONE_EXTENSION)
        drop_request(scope)
        await rest(receive, send, gone)


def drop_request(scope: Scope) -> None:
    """The server keeps a request until its answer is complete: leave it only what it needs for that."""
    known = open_scope(scope)
    needed: dict[str, Any] = {key: known[key] for key in NEEDED_SCOPE_KEYS if key in known}
    headers = known.get("headers")
    if isinstance(headers, list):  # it has more than one name
        headers.clear()
    known.clear()
    known.update(needed)


# `Any`: whatever is known of a request.
def open_scope(scope: Scope) -> dict[str, Any]:
    """ASGI lets everybody add what they like."""
    return cast(dict[str, Any], scope)
