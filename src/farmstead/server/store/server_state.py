"""What the server remembers of itself."""

from __future__ import annotations

from typing import Final, final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from farmstead.server.store import schema
from farmstead.server.store.access import Access
from farmstead.server.store.database import insert_once
from farmstead.server.store.notices import Notice, note
from farmstead.server.store.rows import Milliseconds

STATE: Final = schema.server_state.c
UPTIME: Final = "uptime"
SECRET: Final = "secret"
TRIED: Final = "tried"


@final
class ServerState:
    """A few numbers by their names."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def uptime(self) -> Milliseconds:
        """How long the server has been running in all, as far as it was written down."""
        async with self._access.reading("glancing") as connection:
            return await value_of(connection, UPTIME) or 0

    async def set_uptime(self, uptime: Milliseconds) -> None:
        """It never goes back: of two servers that write, as during an update, the later time holds."""

        async def work(connection: AsyncConnection) -> None:
            if not await insert_once(connection, schema.server_state, {"key": UPTIME, "value": uptime}):
                change = update(schema.server_state).where(STATE.key == UPTIME, STATE.value < uptime)
                await connection.execute(change.values(value=uptime))
            note(connection, Notice("uptime", n=uptime))

        await self._access.writer.do(work)

    async def try_writing(self) -> None:
        """Write something small; a StoreError says why nothing can be written."""
        now = self._access.clock()

        async def work(connection: AsyncConnection) -> None:
            if not await insert_once(connection, schema.server_state, {"key": TRIED, "value": now}):
                change = update(schema.server_state).where(STATE.key == TRIED).values(value=now)
                await connection.execute(change)

        await self._access.writer.do(work)

    async def same_secret(self, mark: int) -> bool:
        """Whether the server that came before this one had the same secret, by a mark of it; this is kept."""

        async def work(connection: AsyncConnection) -> bool:
            if await insert_once(connection, schema.server_state, {"key": SECRET, "value": mark}):
                return True
            before = await value_of(connection, SECRET)
            if before != mark:
                await connection.execute(
                    update(schema.server_state).where(STATE.key == SECRET).values(value=mark)
                )
            return before == mark

        return await self._access.writer.do(work)


async def value_of(connection: AsyncConnection, key: str) -> int | None:
    found: int | None = await connection.scalar(select(STATE.value).where(STATE.key == key))
    return found
