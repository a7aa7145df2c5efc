"""Tables, from the moment they are made until they are deleted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, final

from sqlalchemy import ColumnElement, delete, exists, func, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from farmstead.server.store import schema
from farmstead.server.store.access import Access, new_id, new_token
from farmstead.server.store.batching import BatchLoader
from farmstead.server.store.branches import put_branch, records_left
from farmstead.server.store.dailies import put_attempt
from farmstead.server.store.editions import is_used, put_edition
from farmstead.server.store.errors import Conflict, NotThere, no_table
from farmstead.server.store.journal import Append, lasts, write
from farmstead.server.store.notices import Notice, note
from farmstead.server.store.records import delete_unheld
from farmstead.server.store.reviews import drop_unwanted
from farmstead.server.store.rows import (
    RUNNING,
    Milliseconds,
    NewTable,
    Opening,
    PlayerId,
    Seat,
    Table,
    TableId,
    TableState,
)
from farmstead.server.store.seats import put_tokens

T: Final = schema.tables.c
S: Final = schema.seats.c
TABLE: Final = (
    *(T.id, T.code, T.game, T.setup, T.options, T.owner, T.public, T.edition),
    *(T.state, T.why, T.last, T.created, T.changed, T.rematch),
)
NOTHING: Final = Opening()
PAGE: Final = 50  # rows
AT_ONCE: Final = 1000  # a statement takes only so many values


@final
class Tables:
    """All tables; whoever has the code of one may look on."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._now: BatchLoader[TableId, tuple[int, bytes]] = access.gathering(self._all_now)

    async def create(self, new: NewTable, seats: Sequence[Seat] = (), opening: Opening = NOTHING) -> Table:
        """A table with its seats, and with all that happens when it is made; nobody ever sees half of it.

        Conflict when the table that it follows is followed by another already, or the attempt that it is
        made for has been made.
        """
        code, now = new_token(), self._access.clock()
        is_due = opening.state == "playing" or opening.due

        async def work(connection: AsyncConnection) -> Table:
            if new.edition is not None and opening.components:
                await put_edition(connection, new.edition, opening.components, now)
            done = await connection.execute(insert(schema.tables).values(created(new, code, now)))
            table = new_id(done)
            first = Append(table, 1, opening.entries, now, opening.state, seats, opening.up, is_due)
            await write(connection, [first])
            await put_tokens(connection, table, opening.tokens)
            if opening.follows is not None:
                await follow(connection, opening.follows, table, now)
            if opening.attempt is not None:
                await put_attempt(connection, opening.attempt, table, now)
            if opening.branch is not None:
                await put_branch(connection, opening.branch, table, now)
            return await one_table(connection, T.id == table)

        return await self._access.writer.do(work)

    async def get(self, table: TableId) -> Table:
        async with self._access.reading("glancing") as connection:
            return await one_table(connection, T.id == table)

    async def find(self, code: str) -> Table:
        """By the code in its link."""
        async with self._access.reading("glancing") as connection:
            return await one_table(connection, T.code == code)

    async def codes(self, tables: Collection[TableId]) -> dict[TableId, str]:
        """The codes in their links, of those that are there."""
        async with self._access.reading("glancing") as connection:
            found = await connection.execute(select(T.id, T.code).where(T.id.in_(tables)))
            return {row.id: row.code for row in found}

    async def now(self, table: TableId) -> tuple[int, bytes]:
        """The number of its last entry, and its options: what others may have changed."""
        found = await self._now.answer(table)
        if found is None:
            raise no_table(table)
        return found

    async def _all_now(self, tables: Collection[TableId]) -> dict[TableId, tuple[int, bytes]]:
        async with self._access.reading("glancing") as connection:
            found = await connection.execute(select(T.id, T.last, T.options).where(T.id.in_(tables)))
            return {row.id: (row.last, row.options) for row in found}

    async def key(self, table: TableId) -> bytes:
        """The secret from which all chance at this table follows."""
        async with self._access.reading("glancing") as connection:
            found: bytes | None = await connection.scalar(select(T.key).where(T.id == table))
        if found is None:
            raise no_table(table)
        return found

    async def public(
        self, states: Sequence[TableState] = RUNNING, before: TableId | None = None, most: int = PAGE
    ) -> list[Table]:
        """Those in the lobby, newest first; the next page is `before` the last of this one."""
        return await self._page(T.public & T.state.in_(states), before, most)

    async def of_player(
        self, player: PlayerId, before: TableId | None = None, most: int = PAGE
    ) -> list[Table]:
        """Those that a player sits at or has made, newest first, page by page."""
        sits = exists().where(S.table == T.id, S.player == player)
        return await self._page(sits | (T.owner == player), before, most)

    async def of_bots(self, player: PlayerId) -> int:
        """How many tables that a player has made are being played by bots alone."""
        others = exists().where(S.table == T.id, S.kind != "bot")
        theirs = (T.owner == player) & (T.state == "playing") & ~others
        async with self._access.reading("glancing") as connection:
            wanted = select(func.count()).select_from(schema.tables).where(theirs)
            return int(await connection.scalar(wanted) or 0)

    async def playing(self, before: TableId | None = None, most: int = PAGE) -> list[TableId]:
        """The numbers of all that are being played, newest first, page by page."""
        return await self._numbers(T.state == "playing", before, most)

    async def starting(self, before: TableId | None = None, most: int = PAGE) -> list[TableId]:
        """The numbers of those that wait though no seat is free, newest first, page by page."""
        free = exists().where(S.table == T.id, S.kind.in_(("open", "invited")))
        return await self._numbers((T.state == "waiting") & ~free, before, most)

    async def every(self, before: TableId | None = None, most: int = PAGE) -> list[TableId]:
        """The numbers of all there are, newest first, page by page."""
        return await self._numbers(true(), before, most)

    async def _numbers(self, which: ColumnElement[bool], before: TableId | None, most: int) -> list[TableId]:
        wanted = select(T.id).where(which).order_by(T.id.desc()).limit(most)
        if before is not None:
            wanted = wanted.where(T.id < before)
        async with self._access.reading("glancing") as connection:
            return list((await connection.scalars(wanted)).all())

    async def _page(self, which: ColumnElement[bool], before: TableId | None, most: int) -> list[Table]:
        wanted = select(*TABLE).where(which).order_by(T.id.desc()).limit(most)
        if before is not None:
            wanted = wanted.where(T.id < before)
        async with self._access.reading("glancing") as connection:
            return [Table(*values) for values in map(tuple, await connection.execute(wanted))]

    async def set_state(self, table: TableId, state: TableState, why: str = "") -> None:
        """Such as `aside` for a table that is damaged, with a sentence about it."""
        await self._change(table, state=state, why=why)

    async def set_options(self, table: TableId, options: bytes) -> None:
        await self._change(table, options=options)

    async def set_public(self, table: TableId, public: bool) -> None:
        await self._change(table, public=public)

    async def _change(self, table: TableId, **values: str | bytes | bool) -> None:
        change = update(schema.tables).where(T.id == table).values(changed=self._access.clock(), **values)

        async def work(connection: AsyncConnection) -> None:
            if not (await connection.execute(change)).rowcount:
                raise no_table(table)
            note(connection, Notice("table", table))
            if values.get("state") == "over":
                note(connection, Notice("over", table))

        await self._access.writer.do(work)

    async def delete(self, table: TableId, by: PlayerId | None = None) -> None:
        """With its journal and its chat, and with its edition when no other table has it.

        Deleted `by` a player it stays, and there is a Conflict, when somebody else sits there.
        """
        others = (S.table == table) & S.kind.in_(("person", "device")) & (S.player != by)

        async def work(connection: AsyncConnection) -> None:
            await lasts(connection, [table], hold=True)  # nobody sits down meanwhile
            if by is not None and await connection.scalar(select(exists().where(others))):
                raise Conflict(f"Somebody else sits at table {table}.")
            if not await delete_tables(connection, [table]):
                raise no_table(table)
            await self._access.mark(connection)

        await self._access.writer.do(work)
        await self._access.writer.erase()


def created(new: NewTable, code: str, now: Milliseconds) -> dict[str, object]:
    """The row of a new table."""
    return {
        "code": code,
        "game": new.game,
        "setup": new.setup,
        "key": new.key,
        "options": new.options,
        "owner": new.owner,
        "public": new.public,
        "edition": new.edition,
        "state": "waiting",
        "why": "",
        "last": 0,
        "created": now,
        "changed": now,
    }


async def one_table(connection: AsyncConnection, which: ColumnElement[bool]) -> Table:
    row = (await connection.execute(select(*TABLE).where(which))).one_or_none()
    if row is None:
        raise NotThere("There is no such table.")
    return Table(*tuple(row))


async def follow(connection: AsyncConnection, table: TableId, follower: TableId, now: Milliseconds) -> None:
    """Note at which table the people of `table` play again, unless they do at another."""
    free = update(schema.tables).where(T.id == table, T.rematch.is_(None))
    if not (await connection.execute(free.values(changed=now, rematch=follower))).rowcount:
        found = (await one_table(connection, T.id == table)).rematch
        raise Conflict(f"Table {table} is followed by table {found} already.")
    note(connection, Notice("table", table))


async def delete_tables(connection: AsyncConnection, tables: Sequence[TableId]) -> int:
    """Foreign keys take along what belongs to them; an edition goes with the last table that has it."""
    number = 0
    for start in range(0, len(tables), AT_ONCE):
        some = tables[start : start + AT_ONCE]
        its = select(T.edition).where(T.id.in_(some), T.edition.is_not(None)).distinct()
        editions = list((await connection.scalars(its)).all())
        records = await records_left(connection, some)
        number += (await connection.execute(delete(schema.tables).where(T.id.in_(some)))).rowcount
        unused = delete(schema.editions).where(schema.editions.c.digest.in_(editions), ~is_used())
        await connection.execute(unused)
        await delete_unheld(connection, records)
        note(connection, *[Notice("deleted", table) for table in some])
    await drop_unwanted(connection)  # reviews of these games
    return number
