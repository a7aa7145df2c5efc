"""Who sits where, and the tokens that give a seat away."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Final, final

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, hashed, new_token, reads, writes
from farmstead.server.store.errors import NotThere
from farmstead.server.store.lease import tell
from farmstead.server.store.rows import SeatAt, SeatRow, TableId

S: Final = schema.seats.c
SEAT: Final = (S.table, S.seat, S.kind, S.player, S.level, S.name)


@final
class Seats(StorePart):
    """Who sits where. To set a seat takes the token from it that it may have had."""

    @writes
    def set(self, connection: Connection, table: TableId, *seats: SeatRow) -> None:
        put_seats(connection, [SeatAt(table, seat) for seat in seats])
        tell(connection, "people")

    async def of(self, table: TableId) -> list[SeatRow]:
        """In order; none when there is no such table."""
        return (await self.of_several([table])).get(table, [])

    @reads
    def of_several(self, connection: Connection, tables: Collection[TableId]) -> dict[TableId, list[SeatRow]]:
        found: dict[TableId, list[SeatRow]] = {}
        for place in seats_where(connection, S.table.in_(tables)):
            found.setdefault(place.table, []).append(place.seat)
        return found

    @writes
    def give_token(self, connection: Connection, table: TableId, seat: int) -> str:
        """A new token for a seat, for an invitation or a program; the one before is worth nothing now."""
        token = new_token()
        put_tokens(connection, table, {seat: token})
        tell(connection, "people")
        return token

    @reads
    def find(self, connection: Connection, token: str) -> SeatAt:
        """The seat that a token is for."""
        if not (found := seats_where(connection, S.hash == hashed(token))):
            raise NotThere("There is no seat with this token.")
        return found[0]


def seats_where(connection: Connection, which: ColumnElement[bool]) -> list[SeatAt]:
    """By table and seat, in order."""
    rows = connection.execute(select(*SEAT).where(which).order_by(S.table, S.seat))
    return [SeatAt(row[0], SeatRow(*row[1:])) for row in rows]


def put_seats(connection: Connection, places: Sequence[SeatAt]) -> None:
    """In place of what was there."""
    if not places:
        return
    old = delete(schema.seats).where(S.table == bindparam("at_table"), S.seat == bindparam("at_seat"))
    connection.execute(old, [{"at_table": place.table, "at_seat": place.seat.seat} for place in places])
    rows = [{"table": place.table, **asdict(place.seat)} for place in places]
    connection.execute(insert(schema.seats), rows)


def put_tokens(connection: Connection, table: TableId, tokens: Mapping[int, str]) -> None:
    """Of each only its hash; NotThere for a seat that the table does not have."""
    for seat, token in tokens.items():
        change = update(schema.seats).where(S.table == table, S.seat == seat).values(hash=hashed(token))
        if not connection.execute(change).rowcount:
            raise NotThere(f"Table {table} has no seat {seat}.")
