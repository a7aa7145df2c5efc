"""Moves everything from one store to another, such as from SQLite to PostgreSQL: all of it or nothing.

The rows are copied in one transaction and compared before it is committed. The source is only read, once it
has been brought up to date.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, RowMapping, Table, func, insert, select, update

from farmstead.server.store import schema
from farmstead.server.store.database import Database, Run
from farmstead.server.store.errors import Conflict, StoreAway, StoreDamaged, translated
from farmstead.server.store.journal import is_sound
from farmstead.server.store.sqlite import file_of
from farmstead.server.store.upgrade import upgrade
from farmstead.server.store.urls import database_at, is_shared, shown_place

ROWS_AT_ONCE: Final = 500  # rows
DIGEST_MODULUS: Final = 1 << 256
ENTRY: Final = ("table", "n", "at", "entry", "crc", "up")  # columns of a journal
MOVED_TABLES: Final[Sequence[Table]] = [
    each for each in schema.metadata.sorted_tables if each is not schema.workers
]

Row: TypeAlias = Mapping[str, Any]  # `Any`: whatever a column holds
# Told after some rows: of which table, how many of how many.
Tell: TypeAlias = Callable[[str, int, int], None]


def silent(*_: object) -> None:
    """Nobody wants to know how far it is."""


@dataclass(slots=True)
class TransferReport:
    """What is in the new store now."""

    rows: dict[str, int] = field(default_factory=dict)  # by table of the database
    spoilt: list[tuple[int, int]] = field(default_factory=list)  # entries that were so before: table, n


@dataclass(slots=True)
class RowDigest:
    """A digest over all rows of a table that does not depend on their order."""

    rows: int = 0
    digest: int = 0

    def add(self, row: Row) -> None:
        text = repr(sorted(row.items())).encode("utf-8", "surrogatepass")
        self.digest = (self.digest + int.from_bytes(sha256(text).digest())) % DIGEST_MODULUS
        self.rows += 1


async def move_store(source: str | Path, target: str | Path, tell: Tell = silent) -> TransferReport:
    """Everything but which workers there are; Conflict when there is something at the target."""
    if not is_shared(source) and not file_of(source).is_file():  # to open a file of SQLite would make one
        raise StoreAway(f"There is no store at {file_of(source)}.")
    old, new = database_at(source), database_at(target)
    if shown_place(source) == shown_place(target):
        raise Conflict(f"Both are the same place: {shown_place(target)}.")
    try:
        for database in (old, new):
            await database.prepare()
            await upgrade(database)
        with translated():
            return await copy_all(old, new, shown_place(target), tell)
    finally:
        await old.close()
        await new.close()


async def copy_all(
    old: Database, new: Database, where: str, tell: Tell = silent, is_alone: bool = True
) -> TransferReport:
    """All rows, as one transaction sees them; unless `is_alone` a server may go on using the old store."""
    async with old.long_transaction(write=False) as read, new.long_transaction(write=True) as write:
        if is_alone:
            await read(old.hold_alone)
        await write(new.hold_alone)
        await write(check_empty, where)
        moved = TransferReport()
        for table in MOVED_TABLES:
            await copy_table(read, write, table, moved, tell)
        await write(new.set_numbers, await read(old.numbers))
        return moved


def check_empty(connection: Connection, where: str) -> None:
    for table in MOVED_TABLES:
        if number_of(connection, table):
            raise Conflict(
                f"{where} is not empty: there are {table.name} in it already. Name one with nothing in it."
            )


def number_of(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


async def copy_table(read: Run, write: Run, table: Table, moved: TransferReport, tell: Tell) -> None:
    number = await read(number_of, table)
    before = RowDigest()
    rematches: list[dict[str, int]] = []
    parts = await read(batches, table)
    while rows := await read(next_of, parts):
        for row in rows:
            before.add(row)
            if table is schema.journal and not is_sound(*[row[name] for name in ENTRY]):
                moved.spoilt.append((row["table"], row["n"]))
        if table is schema.tables:  # a table may be followed by one that comes later
            rematches += [{"its": row["id"], "then": row["rematch"]} for row in rows if row["rematch"]]
            rows = [{**row, "rematch": None} for row in rows]
        await write(insert_all, table, rows)
        tell(table.name, before.rows, number)
    await write(follow_again, rematches)
    await write(compare, table, before)
    moved.rows[table.name] = before.rows


def batches(connection: Connection, table: Table) -> Iterator[Sequence[RowMapping]]:
    found = connection.execute(select(table), execution_options={"stream_results": True})
    return found.mappings().partitions(ROWS_AT_ONCE)


def next_of(_: Connection, parts: Iterator[Sequence[RowMapping]]) -> list[dict[str, Any]]:
    """None when there are no more."""
    return [dict(row) for row in next(parts, ())]


def insert_all(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    connection.execute(insert(table), rows)


def follow_again(connection: Connection, rematches: Sequence[dict[str, int]]) -> None:
    t = schema.tables.c
    for each in rematches:
        connection.execute(update(schema.tables).where(t.id == each["its"]).values(rematch=each["then"]))


def compare(connection: Connection, table: Table, before: RowDigest) -> None:
    """Read what was written; StoreDamaged undoes all of it."""
    after = RowDigest()
    for rows in batches(connection, table):
        for row in rows:
            after.add(dict(row))
    if after != before:
        raise StoreDamaged(
            f"Of {table.name} {before.rows} rows were copied and {after.rows} came out, or not the same;"
            " nothing was moved."
        )
