"""What is remembered of visits where several servers share a store: who holds a device, who did how much."""

from __future__ import annotations

from typing import Final, final

from sqlalchemy import ColumnElement, Connection, delete, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import Part, reads, writes
from farmstead.server.store.database import insert_once
from farmstead.server.store.notices import Notice, note
from farmstead.server.store.rows import Milliseconds, TableId

H: Final = schema.handovers.c
P: Final = schema.paces.c
LONGEST: Final[Milliseconds] = 4 * 3_600_000  # after which nobody's bucket has anything in it


@final
class Handovers(Part):
    """On a device with several seats at a table: which of them holds it."""

    @reads
    def get(self, connection: Connection, session: int, table: TableId) -> int | None:
        wanted = select(H.seat).where(H.session == session, H.table == table)
        found: int | None = connection.scalar(wanted)
        return found

    @writes
    def set(self, connection: Connection, session: int, table: TableId, seat: int | None) -> None:
        """None: nobody holds it. Others are told that something at the table has changed."""
        row = {"session": session, "table": table, "seat": seat}
        which = (H.session == session) & (H.table == table)
        if seat is None:
            connection.execute(delete(schema.handovers).where(which))
        elif not insert_once(connection, schema.handovers, row):
            connection.execute(update(schema.handovers).where(which).values(seat=seat))
        note(connection, Notice("table", table))


@final
class Paces(Part):
    """Buckets that drip empty: one for each visitor and deed."""

    @reads
    def level(self, connection: Connection, deed: str, who: bytes, drip: float) -> float:
        """How much is in a bucket that loses `drip` in a millisecond."""
        now = self._access.clock()
        row = connection.execute(select(P.level, P.at).where(of(deed, who))).one_or_none()
        return 0.0 if row is None else left(row.level, now - row.at, drip)

    @writes
    def add(self, connection: Connection, deed: str, who: bytes, drip: float, most: float) -> float:
        """One more, unless the bucket would then hold over `most`; answers by how much it would."""
        now = self._access.clock()
        empty = {"deed": deed, "who": who, "level": 0.0, "at": now}
        insert_once(connection, schema.paces, empty)
        held = select(P.level, P.at).where(of(deed, who)).with_for_update()
        row = connection.execute(held).one()
        level = left(row.level, now - row.at, drip) + 1
        if level <= most:
            change = update(schema.paces).where(of(deed, who))
            connection.execute(change.values(level=level, at=max(now, row.at)))
        return level - most

    @writes
    def tidy(self, connection: Connection) -> int:
        """Delete what has long been empty; answers how many."""
        gone = delete(schema.paces).where(P.at < self._access.clock() - LONGEST)
        return connection.execute(gone).rowcount


def of(deed: str, who: bytes) -> ColumnElement[bool]:
    return (P.deed == deed) & (P.who == who)


def left(level: float, passed: Milliseconds, drip: float) -> float:
    """Machines need not agree about the time to the millisecond."""
    return max(0.0, level - max(0, passed) * drip)
