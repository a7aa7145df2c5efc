"""The journals: entries are added and never changed. When two add the same number, the second is refused."""

import sqlite3
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, final
from zlib import crc32

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Connection,
    Text,
    Update,
    bindparam,
    column,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects.sqlite.base import SQLiteDialect

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, reads
from farmstead.server.store.database import begin_snapshot
from farmstead.server.store.errors import (
    Conflict,
    JournalDamaged,
    NotOwner,
    Owner,
    StoreDamaged,
    StoreError,
    no_table,
    translated,
)
from farmstead.server.store.rows import JournalEntry, Milliseconds, SeatAt, SeatRow, TableId, TableState
from farmstead.server.store.seats import put_seats

J: Final = schema.journal.c
T: Final = schema.tables.c
ROW: Final = (J.n, J.at, J.entry, J.crc, J.up)
Stored: TypeAlias = tuple[int, Milliseconds, bytes, int, Milliseconds]  # as in ROW

# Statements for every move are put together once. A table steps on only from the number that is known of it,
# and only for the worker that serves it; where there is but one it has none.
LASTS: Final = select(T.id, T.last, T.worker).where(T.id.in_(bindparam("tables", expanding=True)))
INSERT: Final = insert(schema.journal)
NUMBERS: Final = ("of", "before", "now_last", "now", "own")
FIELDS: Final[Mapping[str, type[BigInteger | Text]]] = dict.fromkeys(NUMBERS, BigInteger) | {
    "now_state": Text
}


# `Any`: of whatever type a column is.
def stepped(its: Mapping[str, ColumnElement[Any]]) -> Update:
    """The step of a table, from what is known of it to what it is after some entries."""
    is_own = its["own"].is_(None) | (T.worker == its["own"])
    step = update(schema.tables).where(T.id == its["of"], T.last == its["before"], is_own)
    state = func.coalesce(its["now_state"], T.state)
    return step.values(last=its["now_last"], changed=its["now"], state=state)


# For SQLite, past SQLAlchemy, which takes ten times as long; it has one statement for each table.
STEP: Final = str(
    stepped({name: bindparam(name, type_=kind()) for name, kind in FIELDS.items()}).compile(
        dialect=SQLiteDialect(paramstyle="named")
    )
)
# Of many tables at once; only PostgreSQL understands it.
STEPS: Final = (
    func.unnest(*[bindparam(name, type_=ARRAY(kind)) for name, kind in FIELDS.items()])
    .table_valued(*[column(name, kind()) for name, kind in FIELDS.items()])
    .render_derived(name="step")
)
STEP_ALL: Final = stepped({name: STEPS.c[name] for name in FIELDS}).returning(T.id)


def wall_clock() -> Milliseconds:
    """The time that is written beside an entry."""
    return time.time_ns() // 1_000_000


class Append(NamedTuple):
    """Entries to be written, the first as number `n`, and what changes with them."""

    table: TableId
    n: int
    entries: Sequence[bytes]
    at: Milliseconds
    state: TableState | None
    seats: Sequence[SeatRow]
    up: Milliseconds
    worker: int | None = None  # who writes them


@final
class Journal(StorePart):
    """The journals of all tables."""

    async def append(
        self,
        table: TableId,
        n: int,
        entries: Sequence[bytes],
        state: TableState | None = None,
        seats: Sequence[SeatRow] = (),
        up: Milliseconds = 0,
    ) -> Milliseconds:
        """Write entries n, n + 1, …, all or none; answers the time beside them when they are on the disk.

        A new state of the table and new seats are written with them, and beside them the server time `up`.
        Conflict when `n` is not the next number, NotOwner when another worker serves the table. Who is
        cancelled while he waits cannot know whether they were written.
        """
        now, own = self._access.clock(), self._access.worker
        new = Append(table, n, list(entries), now, state, list(seats), up, own)
        return await self._access.writer.do_together(append_all, new)

    async def read(self, table: TableId, after: int = 0) -> list[JournalEntry]:
        """All entries with higher numbers; JournalDamaged has those before the first that is spoilt."""
        last, found = await self._read(table, after)
        good = as_written(table, after, found)
        if len(good) < last - after:
            raise JournalDamaged(table, after + len(good) + 1, good)
        return good

    @reads
    def _read(self, connection: Connection, table: TableId, after: int) -> tuple[int, list[Stored]]:
        begin_snapshot(connection)
        if (found := lasts(connection, [table]).get(table)) is None:
            raise no_table(table)
        last, _ = found
        try:
            with translated():
                return last, _rows(connection, table, after, last)
        except StoreDamaged:
            return last, _rows_that_can_be_read(connection, table, after, last)


def append_all(connection: Connection, appends: Sequence[Append]) -> list[Milliseconds | StoreError]:
    """Append all that waits, together for all tables: advance them, then insert the entries."""
    firsts = {new.table: new for new in reversed(appends)}
    done = advance_tables(connection, [firsts[table] for table in sorted(firsts)])
    insert_entries(connection, [new for table, new in firsts.items() if table in done])
    known = lasts(connection, firsts.keys() - done) if len(done) < len(firsts) else {}
    rest = [new for new in appends if new is not firsts[new.table]]  # to tables that have just stepped on
    later = iter(append_all(connection, rest)) if rest else iter(())
    return [
        next(later)
        if new is not firsts[new.table]
        else new.at
        if new.table in done
        else why_refused(new, known.get(new.table))
        for new in appends
    ]


def advance_tables(connection: Connection, appends: Sequence[Append]) -> set[TableId]:
    """Advance the tables that are as expected, and lock their rows until the commit; which they are."""
    steps = [
        {
            "of": new.table,
            "before": new.n - 1,
            "now_last": new.n + len(new.entries) - 1,
            "now": new.at,
            "now_state": new.state,
            "own": new.worker,
        }
        for new in appends
    ]
    if connection.dialect.name == "postgresql":
        return set(connection.scalars(STEP_ALL, {name: [step[name] for step in steps] for name in FIELDS}))
    driver: sqlite3.Connection | None = connection.connection.driver_connection
    assert driver is not None
    return {
        new.table for new, step in zip(appends, steps, strict=True) if driver.execute(STEP, step).rowcount
    }


def why_refused(new: Append, known: tuple[int, int | None] | None) -> StoreError:
    if known is None:
        return no_table(new.table)
    last, worker = known
    if new.worker is not None and worker != new.worker:  # whoever asks again finds out whose it is
        return NotOwner(Owner())
    return Conflict(f"Table {new.table} has {last} entries; the next is not {new.n}.")


def insert_entries(connection: Connection, appends: Sequence[Append]) -> None:
    rows = [
        {
            "table": new.table,
            "n": n,
            "at": new.at,
            "entry": entry,
            "crc": checksum(new.table, n, new.at, entry, new.up),
            "up": new.up,
        }
        for new in appends
        for n, entry in enumerate(new.entries, new.n)
    ]
    if rows:
        connection.execute(INSERT, rows)
    if seats := [SeatAt(new.table, seat) for new in appends for seat in new.seats]:
        put_seats(connection, seats)


def checksum(table: TableId, n: int, at: Milliseconds, entry: bytes, up: Milliseconds = 0) -> int:
    """The checksum of an entry, its table and number: one that is damaged or misplaced is noticed.

    Entries from before there was a server time have none in it.
    """
    time = f"{up} " if up else ""
    return crc32(entry, crc32(f"{table} {n} {at} {time}".encode()))


def is_sound(table: object, n: object, at: object, entry: object, crc: object, up: object) -> bool:
    """Whether an entry is as it was written; whoever changes a file by hand can put anything anywhere."""
    numbers = all(isinstance(each, int) for each in (table, n, at, crc, up))
    return numbers and isinstance(entry, bytes) and checksum(table, n, at, entry, up) == crc  # type: ignore[arg-type]


def lasts(
    connection: Connection, tables: Collection[TableId], hold: bool = False
) -> dict[TableId, tuple[int, int | None]]:
    """The last number of each table, and the worker that serves it.

    Held, nobody else changes them until the transaction ends; in SQLite only one writes at a time.
    """
    wanted = LASTS.with_for_update(key_share=True) if hold else LASTS
    return {row.id: (row.last, row.worker) for row in connection.execute(wanted, {"tables": list(tables)})}


def _rows(connection: Connection, table: TableId, after: int, last: int) -> list[Stored]:
    wanted = select(*ROW).where(J.table == table, J.n > after, J.n <= last).order_by(J.n)
    return [tuple(found) for found in connection.execute(wanted)]


def _rows_that_can_be_read(connection: Connection, table: TableId, after: int, last: int) -> list[Stored]:
    """One by one, up to the first that cannot: a part of the file is damaged."""
    found: list[Stored] = []
    try:
        for n in range(after + 1, last + 1):
            with translated():
                found += _rows(connection, table, n - 1, n)
    except StoreDamaged:
        pass
    return found


def as_written(table: TableId, after: int, rows: Sequence[Stored]) -> list[JournalEntry]:
    """The entries up to the first that is missing or spoilt."""
    good: list[JournalEntry] = []
    for n, (number, at, entry, crc, up) in enumerate(rows, after + 1):
        if number != n or not is_sound(table, n, at, entry, crc, up):
            break
        good.append(JournalEntry(n, at, entry, up))
    return good
