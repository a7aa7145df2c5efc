"""Worlds from their beginning to their end, each on a server of its own that is gone afterwards."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from uvicorn.server import ServerState

from farmstead.server.app import open_server
from farmstead.server.base.settings import Settings
from farmstead.server.core import Core
from farmstead.server.run.serve import listening_at, server_for
from farmstead.server.store import sqlite
from farmstead.server.table import journaled_game
from tests.server.fresh import fresh_file
from tests.server.leaks.script import Script
from tests.server.leaks.world import Who, World

QUICK = tuple([line.replace("synchronous = FULL", "synchronous = OFF") for line in sqlite.CONNECTION_PRAGMAS])


@asynccontextmanager
async def served(folder: Path, db: str = "", workers: int = 1) -> AsyncIterator[tuple[Core, int]]:
    """The server behind its own door, and the port; without the pauses in which it waits for others to go.

    Several `workers` answer there in turn, as the system lets them.
    """
    with listening_at("127.0.0.1", 0, is_firm=True) as listener:
        port: int = listener.getsockname()[1]
        settings = Settings(folder, port=port, processes=1, pace=0, db=db)
        async with AsyncExitStack() as stack:
            cores = [await stack.enter_async_context(answering(settings, listener)) for _ in range(workers)]
            yield cores[0], port


@asynccontextmanager
async def answering(settings: Settings, listener: socket.socket) -> AsyncIterator[Core]:
    """One of those who answer."""
    async with open_server(settings) as core:
        config, state = server_for(core, lambda: None).config, ServerState()
        config.load()
        connection: Any = config.http_protocol_class  # `Any`: it takes more than its type tells

        def answered() -> asyncio.Protocol:
            made: asyncio.Protocol = connection(config=config, server_state=state, app_state={})
            return made

        async with await asyncio.get_running_loop().create_server(answered, sock=listener.dup()):
            yield core
        await asyncio.gather(*state.tasks, return_exceptions=True)


@asynccontextmanager
async def opened(
    folder: Path, script: Script, seating: Sequence[Who], db: str = "", workers: int = 1
) -> AsyncIterator[World]:
    """A world in which chance does what the script says. Nothing in it has to outlast a power cut."""
    lucky = patch.object(journaled_game, "KeyedDealer", lambda key: script.dealer())
    with lucky, patch.object(sqlite, "CONNECTION_PRAGMAS", QUICK):
        async with served(folder, db, workers) as (core, port):
            world = World(core, port, script, seating)
            try:
                await world.open()
                yield world
            finally:
                await world.close()


def no_matter(core: Core) -> None:
    """Nothing is to be done when the server is open."""


def played(
    folder: Path,
    script: Script,
    seating: Sequence[Who],
    channels: Collection[str],
    begun: Callable[[Core], object] = no_matter,
    db: str = "",
    workers: int = 1,
) -> World:
    """The world after the whole script, when everybody has looked at these channels once more."""
    folder.mkdir(mode=0o700)
    if not db:
        asyncio.run(fresh_file(Settings(folder).store))

    async def play() -> World:
        async with opened(folder, script, seating, db, workers) as world:
            begun(world.core)
            await world.play()
            await world.look_at(channels)
            return world

    return asyncio.run(play())
