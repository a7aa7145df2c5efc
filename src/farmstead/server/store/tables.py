"""Tables and who sits at them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, final

from sqlalchemy import ColumnElement, bindparam, delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from farmstead.server.store import schema
from farmstead.server.store.errors import Conflict, NotThere
from farmstead.server.store.parts import Access, hashed, new_id, new_token
from farmstead.server.store.rows import (
    RUNNING,
    Milliseconds,
    NewTable,
    PlayerId,
    Seat,
    SeatAt,
    Table,
    TableId,
    TableState,
)

T: Final = schema.tables.c
S: Final = schema.seats.c
TABLE: Final = (
    *(T.id, T.code, T.game, T.setup, T.options, T.owner, T.public, T.edition),
    *(T.state, T.why, T.last, T.created, T.changed, T.rematch),
)
SEAT: Final = (S.table, S.seat, S.kind, S.player, S.level, S.name)
PAGE: Final = 50  # rows
AT_ONCE: Final = 1000  # a statement takes only so many values


@final
class Tables:
    """All tables; whoever has the code of one may look on."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def create(self, new: NewTable, seats: Sequence[Seat] = ()) -> Table:
        """A table that waits for its players, with its seats."""
        row = created(new, new_token(), self._access.clock())

        async def work(connection: AsyncConnection) -> Table:
            done = await connection.execute(insert(schema.tables).values(row))
            table = new_id(done)
            await put_seats(connection, [SeatAt(table, seat) for seat in seats])
            return await one_table(connection, T.id == table)

        return await self._access.writer.do(work)

    async def get(self, table: TableId) -> Table:
        async with self._access.reading() as connection:
            return await one_table(connection, T.id == table)

    async def find(self, code: str) -> Table:
        """By the code in its link."""
        async with self._access.reading() as connection:
            return await one_table(connection, T.code == code)

    async def key(self, table: TableId) -> bytes:
        """The secret from which all chance at this table follows."""
        async with self._access.reading() as connection:
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

    async def playing(self, before: TableId | None = None, most: int = PAGE) -> list[TableId]:
        """The numbers of all that are being played, newest first, page by page."""
        wanted = select(T.id).where(T.state == "playing").order_by(T.id.desc()).limit(most)
        if before is not None:
            wanted = wanted.where(T.id < before)
        async with self._access.reading() as connection:
            return list((await connection.scalars(wanted)).all())

    async def _page(self, which: ColumnElement[bool], before: TableId | None, most: int) -> list[Table]:
        wanted = select(*TABLE).where(which).order_by(T.id.desc()).limit(most)
        if before is not None:
            wanted = wanted.where(T.id < before)
        async with self._access.reading() as connection:
            return [Table(*values) for values in map(tuple, await connection.execute(wanted))]

    async def set_state(self, table: TableId, state: TableState, why: str = "") -> None:
        """Such as `aside` for a table that is damaged, with a sentence about it."""
        await self._change(table, state=state, why=why)

    async def set_options(self, table: TableId, options: bytes) -> None:
        await self._change(table, options=options)

    async def set_public(self, table: TableId, public: bool) -> None:
        await self._change(table, public=public)

    async def set_rematch(self, table: TableId, follower: TableId) -> None:
        """Note at which table they play again; Conflict when there is one already, which `rematch` tells."""
        free = update(schema.tables).where(T.id == table, T.rematch.is_(None))
        change = free.values(changed=self._access.clock(), rematch=follower)

        async def work(connection: AsyncConnection) -> None:
            if not (await connection.execute(change)).rowcount:
                found = (await one_table(connection, T.id == table)).rematch
                raise Conflict(f"Table {table} is followed by table {found} already.")

        await self._access.writer.do(work)

    async def _change(self, table: TableId, **values: str | bytes | bool) -> None:
        change = update(schema.tables).where(T.id == table).values(changed=self._access.clock(), **values)

        async def work(connection: AsyncConnection) -> None:
            if not (await connection.execute(change)).rowcount:
                raise no_table(table)

        await self._access.writer.do(work)

    async def delete(self, table: TableId) -> None:
        """With its journal and its chat, and with its edition when no other table has it."""

        async def work(connection: AsyncConnection) -> None:
            if not await delete_tables(connection, [table]):
                raise no_table(table)
            await self._access.mark(connection)

        await self._access.writer.do(work)
        await self._access.writer.erase()


@final
class Seats:
    """Who sits where. To set a seat takes the token from it that it may have had."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def set(self, table: TableId, *seats: Seat) -> None:
        places = [SeatAt(table, seat) for seat in seats]

        async def work(connection: AsyncConnection) -> None:
            await put_seats(connection, places)

        await self._access.writer.do(work)

    async def of(self, table: TableId) -> list[Seat]:
        """In order; none when there is no such table."""
        return (await self.of_several([table])).get(table, [])

    async def of_several(self, tables: Collection[TableId]) -> dict[TableId, list[Seat]]:
        async with self._access.reading() as connection:
            places = await seats_where(connection, S.table.in_(tables))
        found: dict[TableId, list[Seat]] = {}
        for place in places:
            found.setdefault(place.table, []).append(place.seat)
        return found

    async def give_token(self, table: TableId, seat: int) -> str:
        """A new token for a seat, for an invitation or a program; the one before is worth nothing now."""
        token = new_token()
        change = update(schema.seats).where(S.table == table, S.seat == seat).values(hash=hashed(token))

        async def work(connection: AsyncConnection) -> str:
            if not (await connection.execute(change)).rowcount:
                raise NotThere(f"Table {table} has no seat {seat}.")
            return token

        return await self._access.writer.do(work)

    async def find(self, token: str) -> SeatAt:
        """The seat that a token is for."""
        async with self._access.reading() as connection:
            found = await seats_where(connection, S.hash == hashed(token))
        if not found:
            raise NotThere("There is no seat with this token.")
        return found[0]


def no_table(table: TableId) -> NotThere:
    return NotThere(f"There is no table {table}.")


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


async def seats_where(connection: AsyncConnection, which: ColumnElement[bool]) -> list[SeatAt]:
    """By table and seat, in order."""
    rows = await connection.execute(select(*SEAT).where(which).order_by(S.table, S.seat))
    return [SeatAt(row[0], Seat(*row[1:])) for row in rows]


async def put_seats(connection: AsyncConnection, places: Sequence[SeatAt]) -> None:
    """In place of what was there."""
    if not places:
        return
    keys = [{"at_table": place.table, "at_seat": place.seat.seat} for place in places]
    old = delete(schema.seats).where(S.table == bindparam("at_table"), S.seat == bindparam("at_seat"))
    await connection.execute(old, keys)
    await connection.execute(insert(schema.seats), [seat_row(place) for place in places])


def seat_row(place: SeatAt) -> dict[str, object]:
    seat = place.seat
    return {
        "table": place.table,
        "seat": seat.seat,
        "kind": seat.kind,
        "player": seat.player,
        "level": seat.level,
        "name": seat.name,
    }


async def delete_tables(connection: AsyncConnection, tables: Sequence[TableId]) -> int:
    """Foreign keys take along what belongs to them; an edition goes with the last table that has it."""
    number = 0
    for start in range(0, len(tables), AT_ONCE):
        some = tables[start : start + AT_ONCE]
        its = select(T.edition).where(T.id.in_(some), T.edition.is_not(None)).distinct()
        editions = list((await connection.scalars(its)).all())
        number += (await connection.execute(delete(schema.tables).where(T.id.in_(some)))).rowcount
        used = exists().where(T.edition == schema.editions.c.digest)
        unused = delete(schema.editions).where(schema.editions.c.digest.in_(editions), ~used)
        await connection.execute(unused)
    return number
