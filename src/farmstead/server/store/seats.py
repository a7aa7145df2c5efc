"""Who sits where, and the tokens that give a seat away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, final

from sqlalchemy import ColumnElement, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from farmstead.server.store import schema
from farmstead.server.store.access import Access, hashed, new_token
from farmstead.server.store.errors import NotThere
from farmstead.server.store.notices import Notice, note
from farmstead.server.store.rows import Seat, SeatAt, TableId

S: Final = schema.seats.c
SEAT: Final = (S.table, S.seat, S.kind, S.player, S.level, S.name)


@final
class Seats:
    """Who sits where. To set a seat takes the token from it that it may have had."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def set(self, table: TableId, *seats: Seat) -> None:
        places = [SeatAt(table, seat) for seat in seats]

        async def work(connection: AsyncConnection) -> None:
            await put_seats(connection, places)
            note(connection, Notice("table", table), Notice("people"))

        await self._access.writer.do(work)

    async def of(self, table: TableId) -> list[Seat]:
        """In order; none when there is no such table."""
        return (await self.of_several([table])).get(table, [])

    async def of_several(self, tables: Collection[TableId]) -> dict[TableId, list[Seat]]:
        async with self._access.reading("glancing") as connection:
            places = await seats_where(connection, S.table.in_(tables))
        found: dict[TableId, list[Seat]] = {}
        for place in places:
            found.setdefault(place.table, []).append(place.seat)
        return found

    async def give_token(self, table: TableId, seat: int) -> str:
        """A new token for a seat, for an invitation or a program; the one before is worth nothing now."""
        token = new_token()

        async def work(connection: AsyncConnection) -> str:
            await put_tokens(connection, table, {seat: token})
            note(connection, Notice("people"), Notice("table", table))
            return token

        return await self._access.writer.do(work)

    async def find(self, token: str) -> SeatAt:
        """The seat that a token is for."""
        async with self._access.reading("glancing") as connection:
            found = await seats_where(connection, S.hash == hashed(token))
        if not found:
            raise NotThere("There is no seat with this token.")
        return found[0]


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


async def put_tokens(connection: AsyncConnection, table: TableId, tokens: Mapping[int, str]) -> None:
    """Of each only its hash; NotThere for a seat that the table does not have."""
    for seat, token in tokens.items():
        change = update(schema.seats).where(S.table == table, S.seat == seat).values(hash=hashed(token))
        if not (await connection.execute(change)).rowcount:
            raise NotThere(f"Table {table} has no seat {seat}.")
