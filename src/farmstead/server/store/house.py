"""What the server remembers of itself."""

from __future__ import annotations

from typing import Final, final

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from farmstead.server.store import schema
from farmstead.server.store.parts import Access
from farmstead.server.store.rows import Milliseconds

H: Final = schema.house.c
UPTIME: Final = "uptime"


@final
class House:
    """A few numbers by their names."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def uptime(self) -> Milliseconds:
        """How long the server has been running in all, as far as it was written down."""
        async with self._access.reading() as connection:
            return await value_of(connection, UPTIME) or 0

    async def set_uptime(self, uptime: Milliseconds) -> None:
        """It never goes back: of two servers that write, as during an update, the later time holds."""

        async def work(connection: AsyncConnection) -> None:
            before = await value_of(connection, UPTIME)
            if before is None:
                await connection.execute(insert(schema.house).values(key=UPTIME, value=uptime))
            elif before < uptime:
                await connection.execute(update(schema.house).where(H.key == UPTIME).values(value=uptime))

        await self._access.writer.do(work)


async def value_of(connection: AsyncConnection, key: str) -> int | None:
    found: int | None = await connection.scalar(select(H.value).where(H.key == key))
    return found
