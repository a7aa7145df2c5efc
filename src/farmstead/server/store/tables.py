"""Tables, from the moment they are made until they are deleted."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any, Final, final

from sqlalchemy import ColumnElement, Connection, Select, delete, exists, func, insert, select, true, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, erases, new_id, new_token, reads, writes
from farmstead.server.store.branches import put_branch, records_left
from farmstead.server.store.dailies import put_attempt
from farmstead.server.store.editions import is_used, put_edition
from farmstead.server.store.errors import Conflict, NotOwner, NotThere, Owner, no_table
from farmstead.server.store.journal import Append, insert_entries, lasts
from farmstead.server.store.lease import tell
from farmstead.server.store.records import delete_unheld
from farmstead.server.store.reviews import drop_unwanted
from farmstead.server.store.rows import (
    RUNNING,
    Milliseconds,
    NewTable,
    Opening,
    PlayerId,
    SeatRow,
    TableId,
    TableRow,
    TableState,
)
from farmstead.server.store.seats import put_tokens
from farmstead.server.store.workers import is_orphan

T: Final = schema.tables.c
S: Final = schema.seats.c
TABLE: Final = (
    *(T.id, T.code, T.game, T.setup, T.options, T.owner, T.public, T.edition),
    *(T.state, T.why, T.last, T.created, T.changed, T.rematch),
)
NO_OPENING: Final = Opening()
PAGE_SIZE: Final = 50  # rows
MAX_VALUES_IN_STATEMENT: Final = 1000  # a statement takes only so many values


@final
class TableStore(StorePart):
    """All tables; whoever has the code of one may look on."""

    @writes
    def create(
        self,
        connection: Connection,
        new: NewTable,
        seats: Sequence[SeatRow] = (),
        opening: Opening = NO_OPENING,
    ) -> TableRow:
        """A table with its seats, and with all that happens when it is made; nobody ever sees half of it.

        Conflict when the table that it follows is followed by another already, or the attempt that it is
        made for has been made.
        """
        code, now = new_token(), self._access.clock()
        if new.edition is not None and opening.components:
            put_edition(connection, new.edition, opening.components, now)
        row = {**asdict(new), "code": code, "created": now, "changed": now, "worker": self._access.worker}
        row |= {"state": opening.state or "waiting", "why": "", "last": len(opening.entries)}
        table = new_id(connection.execute(insert(schema.tables).values(row)))
        insert_entries(connection, [Append(table, 1, opening.entries, now, opening.state, seats, opening.up)])
        put_tokens(connection, table, opening.tokens)
        if opening.follows is not None:
            follow(connection, opening.follows, table, now)
        if opening.attempt is not None:
            put_attempt(connection, opening.attempt, table, now)
        if opening.branch is not None:
            put_branch(connection, opening.branch, table, now)
        return one_table(connection, T.id == table)

    @reads
    def get(self, connection: Connection, table: TableId) -> TableRow:
        return one_table(connection, T.id == table)

    @reads
    def find(self, connection: Connection, code: str) -> TableRow:
        """By the code in its link."""
        return one_table(connection, T.code == code)

    @reads
    def codes(self, connection: Connection, tables: Collection[TableId]) -> dict[TableId, str]:
        """The codes in their links, of those that are there."""
        return {row.id: row.code for row in connection.execute(select(T.id, T.code).where(T.id.in_(tables)))}

    @reads
    def key(self, connection: Connection, table: TableId) -> bytes:
        """The secret from which all chance at this table follows."""
        found: bytes | None = connection.scalar(select(T.key).where(T.id == table))
        if found is None:
            raise no_table(table)
        return found

    async def public(
        self, states: Sequence[TableState] = RUNNING, before: TableId | None = None, most: int = PAGE_SIZE
    ) -> list[TableRow]:
        """Those in the lobby, newest first; the next page is `before` the last of this one."""
        return await self._page(T.public & T.state.in_(states), before, most)

    async def of_player(
        self, player: PlayerId, before: TableId | None = None, most: int = PAGE_SIZE
    ) -> list[TableRow]:
        """Those that a player sits at or has made, newest first, page by page."""
        sits = exists().where(S.table == T.id, S.player == player)
        return await self._page(sits | (T.owner == player), before, most)

    @reads
    def of_bots(self, connection: Connection, player: PlayerId) -> int:
        """How many tables that a player has made are being played by bots alone."""
        others = exists().where(S.table == T.id, S.kind != "bot")
        theirs = (T.owner == player) & (T.state == "playing") & ~others
        return int(connection.scalar(select(func.count()).select_from(schema.tables).where(theirs)) or 0)

    async def to_resume(
        self, before: TableId | None = None, share: int = 0, shares: int = 1, most: int = PAGE_SIZE
    ) -> list[TableId]:
        """Those that are being played or about to begin and that nobody serves, newest first, page by page.

        Of so many `shares` one: each worker takes another.
        """
        free = exists().where(S.table == T.id, S.kind.in_(("open", "invited")))
        is_played = (T.state == "playing") | ((T.state == "waiting") & ~free)
        return await self._numbers(is_played & (T.id % shares == share) & is_orphan(), before, most)

    async def every(self, before: TableId | None = None, most: int = PAGE_SIZE) -> list[TableId]:
        """The numbers of all there are, newest first, page by page."""
        return await self._numbers(true(), before, most)

    @reads
    def _numbers(
        self, connection: Connection, which: ColumnElement[bool], before: TableId | None, most: int
    ) -> list[TableId]:
        return list(connection.scalars(page(select(T.id), which, before, most)))

    @reads
    def _page(
        self, connection: Connection, which: ColumnElement[bool], before: TableId | None, most: int
    ) -> list[TableRow]:
        wanted = page(select(*TABLE), which, before, most)
        return [TableRow(*row) for row in map(tuple, connection.execute(wanted))]

    async def set_state(self, table: TableId, state: TableState, why: str = "") -> None:
        """Such as `aside` for a table that is damaged, with a sentence about it."""
        await self._change(table, state=state, why=why)

    async def set_options(self, table: TableId, options: bytes) -> None:
        await self._change(table, options=options)

    async def set_public(self, table: TableId, public: bool) -> None:
        await self._change(table, public=public)

    @writes
    def _change(self, connection: Connection, /, table: TableId, **values: str | bytes | bool) -> None:
        own = self._access.worker
        its = (T.id == table) & (true() if own is None else T.worker == own)
        change = update(schema.tables).where(its).values(changed=self._access.clock(), **values)
        if not connection.execute(change).rowcount:
            raise NotOwner(Owner()) if lasts(connection, [table]) else no_table(table)

    @erases
    def delete(self, connection: Connection, table: TableId, by: PlayerId | None = None) -> None:
        """With its journal and its chat, and with its edition when no other table has it.

        Deleted `by` a player it stays, and there is a Conflict, when somebody else sits there.
        """
        others = (S.table == table) & S.kind.in_(("person", "device")) & (S.player != by)
        lasts(connection, [table], hold=True)  # nobody sits down meanwhile
        if by is not None and connection.scalar(select(exists().where(others))):
            raise Conflict(f"Somebody else sits at table {table}.")
        if not delete_tables(connection, [table]):
            raise no_table(table)


# `Any`: whatever is wanted of them.
def page(wanted: Select[Any], which: ColumnElement[bool], before: TableId | None, most: int) -> Select[Any]:
    """The newest of these tables, or the newest `before` one of them."""
    newest = wanted.where(which).order_by(T.id.desc()).limit(most)
    return newest if before is None else newest.where(T.id < before)


def one_table(connection: Connection, which: ColumnElement[bool]) -> TableRow:
    if (row := connection.execute(select(*TABLE).where(which)).one_or_none()) is None:
        raise NotThere("There is no such table.")
    return TableRow(*tuple(row))


def follow(connection: Connection, table: TableId, follower: TableId, now: Milliseconds) -> None:
    """Note at which table the people of `table` play again, unless they do at another."""
    free = update(schema.tables).where(T.id == table, T.rematch.is_(None))
    if not connection.execute(free.values(changed=now, rematch=follower)).rowcount:
        found = one_table(connection, T.id == table).rematch
        raise Conflict(f"Table {table} is followed by table {found} already.")


def delete_tables(connection: Connection, tables: Sequence[TableId]) -> int:
    """Foreign keys take along what belongs to them; an edition goes with the last table that has it."""
    number = 0
    for start in range(0, len(tables), MAX_VALUES_IN_STATEMENT):
        some = tables[start : start + MAX_VALUES_IN_STATEMENT]
        its = select(T.edition).where(T.id.in_(some), T.edition.is_not(None)).distinct()
        editions = list(connection.scalars(its))
        records = records_left(connection, some)
        number += connection.execute(delete(schema.tables).where(T.id.in_(some))).rowcount
        connection.execute(delete(schema.editions).where(schema.editions.c.digest.in_(editions), ~is_used()))
        delete_unheld(connection, records)
        tell(connection, "deleted", *some)
    drop_unwanted(connection)  # reviews of these games
    return number
