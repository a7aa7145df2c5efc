"""What is said at the tables."""

from __future__ import annotations

from typing import Final, final

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from farmstead.server.store import schema
from farmstead.server.store.access import Access
from farmstead.server.store.errors import no_table
from farmstead.server.store.journal import lasts
from farmstead.server.store.notices import Notice, note
from farmstead.server.store.rows import Line, PlayerId, TableId

C: Final = schema.chat.c
PAGE: Final = 200  # lines


@final
class Chat:
    """The chat of all tables; lines are numbered from 1 at each."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def append(self, table: TableId, player: PlayerId, text: str) -> Line:
        at = self._access.clock()

        async def work(connection: AsyncConnection) -> Line:
            if table not in await lasts(connection, [table], hold=True):
                raise no_table(table)
            n = (await connection.scalar(select(func.max(C.n)).where(C.table == table)) or 0) + 1
            row = {"table": table, "n": n, "at": at, "player": player, "text": text}
            await connection.execute(insert(schema.chat), row)
            note(connection, Notice("chat", table))
            return Line(n, at, player, text)

        return await self._access.writer.do(work)

    async def read(self, table: TableId, after: int = 0, most: int = PAGE) -> list[Line]:
        """The lines that follow, oldest first."""
        wanted = select(C.n, C.at, C.player, C.text).where(C.table == table, C.n > after)
        async with self._access.reading("glancing") as connection:
            rows = await connection.execute(wanted.order_by(C.n).limit(most))
            return [Line(*row) for row in rows]

    async def latest(self, table: TableId, most: int = PAGE) -> list[Line]:
        """The last lines, oldest first."""
        wanted = select(C.n, C.at, C.player, C.text).where(C.table == table)
        async with self._access.reading("glancing") as connection:
            rows = await connection.execute(wanted.order_by(C.n.desc()).limit(most))
            return [Line(*row) for row in rows][::-1]
