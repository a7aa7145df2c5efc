"""People at the server's door: each with a browser of their own, in this process and without a network."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar

from farmstead.server.app import handlers, open_server, with_middleware
from farmstead.server.base.settings import Settings
from farmstead.server.core import Core
from farmstead.server.store import Milliseconds, wall_clock
from tests.server.fresh import fresh_file

URL = "http://localhost"
ME, OPEN, INVITED, DEVICE, PROGRAM = ({"who": who} for who in ("me", "open", "invited", "device", "client"))
BOT = {"who": "bot", "level": 1}


class Browser:
    """One visitor: cookies are kept, answers are JSON. `Any` in here is whatever JSON can say."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def ask(self, method: str, path: str, status: int = 200, **settings: Any) -> Any:
        answer = await self.http.request(method, f"/api{path}", **settings)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:600]}"
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    async def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return await self.ask(
            "GET", path, status, params=query or None
        )  # none would take away those of `path`

    async def post(self, path: str, status: int = 200, **body: Any) -> Any:
        return await self.ask("POST", path, status, json=body)

    async def refused(self, method: str, path: str, status: int, key: str, **body: Any) -> Any:
        """The problem that comes back, which says all that a refusal has to say."""
        problem = await self.ask(method, path, status, json=body)
        assert problem["key"] == key, problem
        assert problem["sentence"] and problem["rule"]
        return problem

    async def make(self, game: str, *seats: dict[str, Any], **settings: Any) -> Any:
        """A new table, with `invitations` if it has some."""
        made = await self.post("/tables", 201, game=game, seats=list(seats), **settings)
        return {**made["table"], "invitations": {each["seat"]: each["token"] for each in made["invitations"]}}

    async def look(self, code: str, seat: int | None = None) -> Any:
        query = {} if seat is None else {"seat": seat}
        return (await self.get(f"/tables/{code}/position", **query))["position"]

    async def move(self, code: str, seat: int, n: int = 0) -> str:
        """The n-th of the legal moves."""
        position = await self.look(code, seat)
        move: str = position["legal"][n % len(position["legal"])]
        await self.post(f"/tables/{code}/moves", seat=seat, decision=position["decision"], move=move)
        return move


_spare: defaultdict[str, list[Litestar]] = defaultdict(
    list
)  # handlers that no house uses now, by their root path


class Doorstep:
    """A server that has just been opened, and those who come to it."""

    def __init__(self, core: Core, stack: AsyncExitStack) -> None:
        self.core = core
        self._app = with_middleware(self._handlers(stack), core)
        self._stack = stack

    def _handlers(self, stack: AsyncExitStack) -> Litestar:
        """From a house that has closed, if there is one: putting them together is most of a short test."""
        spare = _spare[self.core.settings.root_path]
        taken = spare.pop() if spare else handlers(self.core.settings.root_path)
        stack.callback(spare.append, taken)
        return taken

    async def visitor(self, name: str = "", token: str = "", address: str = "127.0.0.1") -> Browser:
        """Somebody with a browser of their own; with a name they are a player."""
        transport = httpx.ASGITransport(self._app, client=(address, 5000))  # type: ignore[arg-type]
        headers = {"authorization": f"Bearer {token}"} if token else {}
        http = httpx.AsyncClient(transport=transport, base_url=URL, headers=headers)
        browser = Browser(await self._stack.enter_async_context(http))
        if name:
            await browser.ask("PUT", "/me", json={"name": name})
        return browser

    async def people(self, *names: str) -> list[Browser]:
        return [await self.visitor(name) for name in names]


@asynccontextmanager
async def opened(
    folder: Path, pace: float = 0.0, clock: Callable[[], Milliseconds] = wall_clock, **settings: Any
) -> AsyncIterator[Doorstep]:
    """A server on this folder, without limits unless some are asked for.

    No time passes for its limits: how much is refused shall not depend on how fast the machine is.
    """
    wanted = Settings(folder, pace=pace, **settings)
    if not wanted.db:
        await fresh_file(wanted.store)
    async with AsyncExitStack() as stack:
        core = await stack.enter_async_context(open_server(wanted, clock))
        core.limits._clock = lambda: 0.0
        yield Doorstep(core, stack)
