"""What is remembered of visits where several servers share a store: who holds a device, who did how much."""

from __future__ import annotations

from typing import Final, final

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from farmstead.server.store import schema
from farmstead.server.store.access import Access
from farmstead.server.store.database import insert_once
from farmstead.server.store.notices import Notice, note
from farmstead.server.store.rows import Milliseconds, TableId

H: Final = schema.handovers.c
P: Final = schema.paces.c
LONGEST: Final[Milliseconds] = 4 * 3_600_000  # after which nobody's bucket has anything in it


@final
class Handovers:
    """On a device with several seats at a table: which of them holds it."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def get(self, session: int, table: TableId) -> int | None:
        wanted = select(H.seat).where(H.session == session, H.table == table)
        async with self._access.reading("glancing") as connection:
            found: int | None = await connection.scalar(wanted)
            return found

    async def set(self, session: int, table: TableId, seat: int | None) -> None:
        """None: nobody holds it. Others are told that something at the table has changed."""
        row = {"session": session, "table": table, "seat": seat}
        which = (H.session == session) & (H.table == table)

        async def work(connection: AsyncConnection) -> None:
            if seat is None:
                await connection.execute(delete(schema.handovers).where(which))
            elif not await insert_once(connection, schema.handovers, row):
                await connection.execute(update(schema.handovers).where(which).values(seat=seat))
            note(connection, Notice("table", table))

        await self._access.writer.do(work)


@final
class Paces:
    """Buckets that drip empty: one for each visitor and deed."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def level(self, deed: str, who: bytes, drip: float) -> float:
        """How much is in a bucket that loses `drip` in a millisecond."""
        now = self._access.clock()
        async with self._access.reading("glancing") as connection:
            row = (await connection.execute(select(P.level, P.at).where(of(deed, who)))).one_or_none()
        return 0.0 if row is None else left(row.level, now - row.at, drip)

    async def add(self, deed: str, who: bytes, drip: float, most: float) -> float:
        """One more, unless the bucket would then hold over `most`; answers by how much it would."""
        now = self._access.clock()
        empty = {"deed": deed, "who": who, "level": 0.0, "at": now}

        async def work(connection: AsyncConnection) -> float:
            await insert_once(connection, schema.paces, empty)
            held = select(P.level, P.at).where(of(deed, who)).with_for_update()
            row = (await connection.execute(held)).one()
            level = left(row.level, now - row.at, drip) + 1
            if level <= most:
                change = update(schema.paces).where(of(deed, who))
                await connection.execute(change.values(level=level, at=max(now, row.at)))
            return level - most

        return await self._access.writer.do(work)

    async def tidy(self) -> int:
        """Delete what has long been empty; answers how many."""
        gone = delete(schema.paces).where(P.at < self._access.clock() - LONGEST)

        async def work(connection: AsyncConnection) -> int:
            return (await connection.execute(gone)).rowcount

        return await self._access.writer.do(work)


def of(deed: str, who: bytes) -> ColumnElement[bool]:
    return (P.deed == deed) & (P.who == who)


def left(level: float, passed: Milliseconds, drip: float) -> float:
    """Machines need not agree about the time to the millisecond."""
    return max(0.0, level - max(0, passed) * drip)
