"""The outermost middleware: counts requests and answers /healthz.

What it counts and logs of a request is its route, such as `/api/tables/{code}/moves`, never its path: that
holds the code of a table.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final, final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from farmstead._build import VERSION, commit
from farmstead.server.base.logs import ACCESS
from farmstead.server.core import Core
from farmstead.server.http.security import send_json

LOG: Final = logging.getLogger(ACCESS)
HEALTH_PATH: Final = "/healthz"
METHODS: Final = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}
MOVE_ROUTES: Final = {  # by programs, and by the page
    ("POST", "/api/tables/{code}/moves"),
    ("POST", "/api/tables/{code}/moves/together"),
    ("POST", "/t/{code}/boards"),
}
NO_ROUTE: Final = "-"  # refused at the door
CLOSED: Final = "the handler is closed"  # how uvloop says that a connection was dropped meanwhile


@final
class MetricsMiddleware:
    """Counts and logs the requests to an app, and answers whether the server is healthy."""

    def __init__(self, app: ASGIApp, core: Core) -> None:
        self._app = app
        self._core = core
        self._figures = core.figures
        self._counted: dict[tuple[str, str, int], Callable[[], None]] = {}
        self._is_logged = core.settings.access_log
        self._health = {HEALTH_PATH, f"{core.settings.root_path}{HEALTH_PATH}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and count its answer; a health check is answered here."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        if scope["path"] in self._health:  # by whatever name it is called: it tells nothing
            await self._tell_health(send)
            return
        begun, asked = time.perf_counter(), scope

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                status, seconds = message["status"], time.perf_counter() - begun
                method = asked["method"] if asked["method"] in METHODS else "other"
                route = asked.get("path_template") or NO_ROUTE
                if (key := (method, route, status)) not in self._counted:  # `labels` takes ten times as long
                    self._counted[key] = self._figures.requests.labels(*key).inc
                self._counted[key]()
                if (method, route) in MOVE_ROUTES and status == 200:
                    self._figures.moves.observe(seconds)
                if self._is_logged:
                    ms = round(1000 * seconds, 1)
                    told = {"method": method, "route": route, "status": status, "ms": ms}
                    LOG.info("%(method)s %(route)s %(status)s %(ms)s ms", told, extra=told)
            try:
                await send(message)
            except RuntimeError as error:  # a connection dropped meanwhile is no fault
                if CLOSED not in str(error):
                    raise
                while (await receive())["type"] != "http.disconnect":  # until uvicorn knows of it, too
                    pass

        await self._app(scope, receive, send_counted)

    async def _tell_health(self, send: Send) -> None:
        felt = await self._core.pulse.report()
        told: dict[str, object] = {"ok": felt.is_well, "store": felt.store}
        told |= {"writes": felt.writes, "open": felt.open}
        if felt.why:
            told["why"] = felt.why
        told |= {"version": VERSION, "commit": commit()}
        await send_json(send, 200 if felt.is_well else 503, told)
