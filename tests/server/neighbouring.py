"""Servers that share a database of PostgreSQL, in this process, and people who go from one to the other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from farmstead.server.core import Core
from tests.server.asking import Browser, Doorstep, opened
from tests.server.hubs import until

PATIENCE = 120.0  # seconds


def leads(core: Core) -> bool:
    return core.uptime.leads


# `Any`: whatever a setting is.
@asynccontextmanager
async def several(folder: Path, url: str, number: int = 2, **settings: Any) -> AsyncIterator[list[Doorstep]]:
    """So many servers; the first leads."""
    async with AsyncExitStack() as stack:
        doors: list[Doorstep] = []
        for _ in range(number):
            door = await stack.enter_async_context(opened(folder, db=url, processes=1, **settings))
            doors.append(door)
            await until(lambda: any(leads(each.core) for each in doors), PATIENCE)
        await until(lambda: all(is_agreed(each.core, doors[0].core) for each in doors), PATIENCE)
        yield doors


def is_agreed(one: Core, other: Core) -> bool:
    """Whether both know which worker counts for all."""
    return one.membership.first is not None and one.membership.first == other.membership.first


async def at_door(door: Doorstep, browser: Browser) -> Browser:
    """The same person, who asks another server."""
    there = await door.visitor()
    there.http.cookies = browser.http.cookies
    return there
