"""The journals: entries are added and never changed. When two add the same number, the second is refused."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple, TypeAlias, final
from zlib import crc32

from sqlalchemy import ARRAY, BigInteger, Connection, bindparam, column, func, insert, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import Access, Part, reads
from farmstead.server.store.batching import BatchLoader
from farmstead.server.store.database import begin_snapshot
from farmstead.server.store.errors import (
    Conflict,
    JournalDamaged,
    StoreDamaged,
    StoreError,
    no_table,
    translated,
)
from farmstead.server.store.notices import Notice, note
from farmstead.server.store.rows import Entry, Milliseconds, Seat, SeatAt, TableId, TableState
from farmstead.server.store.seats import put_seats

J: Final = schema.journal.c
T: Final = schema.tables.c
ROW: Final = (J.n, J.at, J.entry, J.crc, J.up)
Stored: TypeAlias = tuple[int, Milliseconds, bytes, int, Milliseconds]  # as in ROW
After: TypeAlias = tuple[TableId, int]  # all entries of a table with higher numbers
Found: TypeAlias = tuple[int, list[Stored]]  # the last number of a table, and what was asked for

# Of many tables at once, each after a number of its own; only PostgreSQL understands it. One statement sees
# everything as it was at one moment.
WANTED: Final = (
    func.unnest(
        bindparam("tables", type_=ARRAY(BigInteger)),
        bindparam("afters", type_=ARRAY(BigInteger)),
    )
    .table_valued(column("id", BigInteger), column("after", BigInteger))
    .render_derived(name="wanted")
)
READ_ALL: Final = (
    select(WANTED.c.id, WANTED.c.after, T.last, *ROW)
    .select_from(
        WANTED.join(schema.tables, WANTED.c.id == T.id).outerjoin(
            schema.journal, (J.table == T.id) & (J.n > WANTED.c.after) & (J.n <= T.last)
        )
    )
    .order_by(WANTED.c.id, WANTED.c.after, J.n)
)

# Statements for every move are put together once.
LASTS: Final = select(T.id, T.last).where(T.id.in_(bindparam("tables", expanding=True))).order_by(T.id)
LASTS_HELD: Final = LASTS.with_for_update(
    key_share=True
)  # SQLite needs none: there only one writes at a time
INSERT: Final = insert(schema.journal)
LATER: Final = (
    update(schema.tables)
    .where(T.id == bindparam("of"))
    .values(
        last=bindparam("now_last"),
        changed=bindparam("now"),
        state=func.coalesce(bindparam("now_state"), T.state),
    )
)


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
    seats: Sequence[Seat]
    up: Milliseconds
    due: bool  # a bot or a clock may have something to do after it


@final
class Journal(Part):
    """The journals of all tables."""

    def __init__(self, access: Access) -> None:
        super().__init__(access)
        self._questions: BatchLoader[After, Found] = access.gathering(self._read_all)

    async def append(
        self,
        table: TableId,
        n: int,
        entries: Sequence[bytes],
        state: TableState | None = None,
        seats: Sequence[Seat] = (),
        up: Milliseconds = 0,
        due: bool = True,
    ) -> Milliseconds:
        """Write entries n, n + 1, …, all or none; answers the time beside them when they are on the disk.

        A new state of the table and new seats are written with them, and beside them the server time `up`.
        Other servers are told; without `due` whoever leads need not look after it.
        Conflict when `n` is not the next number. Who is cancelled while he waits cannot know whether they
        were written.
        """
        new = Append(table, n, list(entries), self._access.clock(), state, list(seats), up, due)
        return await self._access.writer.do_together(append_all, new)

    async def read(self, table: TableId, after: int = 0) -> list[Entry]:
        """All entries with higher numbers; JournalDamaged has those before the first that is spoilt."""
        if self._access.is_shared:
            last, found = await self._read_together(table, after)
        else:
            last, found = await self._read_alone(table, after)
        good = as_written(table, after, found)
        if len(good) < last - after:
            raise JournalDamaged(table, after + len(good) + 1, good)
        return good

    @reads
    def _read_alone(self, connection: Connection, table: TableId, after: int) -> Found:
        begin_snapshot(connection)
        last = lasts(connection, [table]).get(table)
        if last is None:
            raise no_table(table)
        try:
            with translated():
                return last, _rows(connection, table, after, last)
        except StoreDamaged:
            return last, _rows_that_can_be_read(connection, table, after, last)

    async def _read_together(self, table: TableId, after: int) -> Found:
        """The same, with all others who want to read something now."""
        try:
            found = await self._questions.answer((table, after))
        except StoreDamaged:  # of one of them
            return await self._read_alone(table, after)
        if found is None:
            raise no_table(table)
        return found

    @reads
    def _read_all(self, connection: Connection, wanted: Collection[After]) -> dict[After, Found]:
        tables, afters = zip(*wanted, strict=True)
        found: dict[After, Found] = {}
        values = {"tables": list(tables), "afters": list(afters)}
        for table, after, last, *row in connection.execute(READ_ALL, values):
            _, rows = found.setdefault((table, after), (last, []))
            if row[0] is not None:  # otherwise there is nothing after that number
                rows.append((row[0], row[1], row[2], row[3], row[4]))
        return found


def append_all(connection: Connection, appends: Sequence[Append]) -> list[Milliseconds | StoreError]:
    """Everything that waits to be appended, in a few statements however much it is; what each is answered."""
    last = lasts(connection, sorted({new.table for new in appends}), hold=True)
    good: list[Append] = []
    outcomes: list[Milliseconds | StoreError] = []
    for new in appends:
        before = last.get(new.table)
        if before is None:
            outcomes.append(no_table(new.table))
        elif new.n != before + 1:
            outcomes.append(Conflict(f"Table {new.table} has {before} entries; the next is not {new.n}."))
        else:
            last[new.table] = before + len(new.entries)
            good.append(new)
            outcomes.append(new.at)
    if good:
        write(connection, good)
    return outcomes


def write(connection: Connection, appends: Sequence[Append]) -> None:
    rows: list[dict[str, object]] = []
    tables: list[dict[str, object]] = []
    for new in appends:
        for n, entry in enumerate(new.entries, new.n):
            crc = checksum(new.table, n, new.at, entry, new.up)
            rows.append({"table": new.table, "n": n, "at": new.at, "entry": entry, "crc": crc, "up": new.up})
        last = new.n + len(new.entries) - 1
        tables.append({"of": new.table, "now_last": last, "now": new.at, "now_state": new.state})
        if new.seats:
            put_seats(connection, [SeatAt(new.table, seat) for seat in new.seats])
        if connection.dialect.name == "postgresql":  # there may be other servers
            note(connection, Notice("due" if new.due else "entries", new.table, last))
            note(connection, *[Notice("table", new.table)] * bool(new.seats))
    if rows:
        connection.execute(INSERT, rows)
    connection.execute(LATER, tables)


def checksum(table: TableId, n: int, at: Milliseconds, entry: bytes, up: Milliseconds = 0) -> int:
    """Over all of an entry, so that one which is spoilt or in another's place is noticed.

    Entries from before there was a server time have none in it.
    """
    time = f"{up} " if up else ""
    return crc32(entry, crc32(f"{table} {n} {at} {time}".encode()))


def lasts(connection: Connection, tables: Collection[TableId], hold: bool = False) -> dict[TableId, int]:
    """The last number of each table; held, nobody else changes them until the transaction ends."""
    found = connection.execute(LASTS_HELD if hold else LASTS, {"tables": list(tables)})
    return {row.id: row.last for row in found}


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


def as_written(table: TableId, after: int, rows: Sequence[Stored]) -> list[Entry]:
    """The entries up to the first that is missing or spoilt."""
    good: list[Entry] = []
    for n, (number, at, entry, crc, up) in enumerate(rows, after + 1):
        is_sound = isinstance(entry, bytes) and checksum(table, n, at, entry, up) == crc
        if number != n or not is_sound:  # whoever changes a file by hand can make a text of bytes
            break
        good.append(Entry(n, at, entry, up))
    return good
