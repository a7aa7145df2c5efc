"""Which worker serves a table, where several share a database."""

from typing import Final, final

from sqlalchemy import ColumnElement, Connection, delete, exists, or_, select, text, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, reads, writes
from farmstead.server.store.errors import NotOwner, Owner, no_table
from farmstead.server.store.rows import Milliseconds, TableId

T: Final = schema.tables.c
W: Final = schema.workers.c
SILENT_MS: Final[Milliseconds] = 700  # of a worker that cannot be reached, before it is taken to be dead
HEARD: Final = text("seen >= (extract(epoch FROM clock_timestamp()) * 1000)::bigint - :silent")
MAX_SILENT_MS: Final[Milliseconds] = 5000  # of one that is still there for a command
SILENT: Final = text("seen < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - :silent")


@final
class Workers(StorePart):
    """Those that are there, and their tables."""

    @property
    def own(self) -> int | None:
        """The number of this one; None where there is no other."""
        return self._access.worker

    async def claim(self, table: TableId) -> None:
        """From now on this worker serves a table; NotOwner when another does that is there."""
        own = self.own
        if own is not None and not await self._is_ours(table, own) and not await self._claim(table, own):
            raise NotOwner(Owner())  # somebody was faster: whoever asks again finds out who

    @reads
    def _is_ours(self, connection: Connection, table: TableId, own: int) -> bool:
        wanted = select(T.worker, W.address).outerjoin(schema.workers, W.id == T.worker).where(T.id == table)
        if (row := connection.execute(wanted).one_or_none()) is None:
            raise no_table(table)
        if row.worker != own and row.address is not None:
            raise NotOwner(Owner(row.worker, row.address))
        return bool(row.worker == own)

    @writes
    def _claim(self, connection: Connection, table: TableId, own: int) -> int:
        change = update(schema.tables).where(T.id == table, is_orphan()).values(worker=own)
        return connection.execute(change).rowcount

    @reads
    def any_alive(self, connection: Connection) -> bool:
        """Whether one has renewed its lease a moment ago: rows of killed ones may still be there."""
        heard = select(W.id).where(HEARD.bindparams(silent=MAX_SILENT_MS))
        return connection.scalar(heard.limit(1)) is not None

    @writes
    def give_up_on(self, connection: Connection, worker: int) -> int:
        """One that cannot be reached is no more, unless it has just renewed its lease; whether it is so."""
        silent = SILENT.bindparams(silent=SILENT_MS)
        return connection.execute(delete(schema.workers).where(W.id == worker, silent)).rowcount


def is_orphan() -> ColumnElement[bool]:
    """Whether no worker that is there serves a table."""
    return or_(T.worker.is_(None), ~exists().where(W.id == T.worker))
