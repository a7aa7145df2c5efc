"""Games that go on from a move of another. The other's record is kept as long as one of them needs it."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Final, final

from sqlalchemy import ColumnElement, Connection, insert, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, reads, writes
from farmstead.server.store.errors import no_table
from farmstead.server.store.records import put_record
from farmstead.server.store.rows import BranchRow, Milliseconds, NewBranch, PlayerId, TableId

B: Final = schema.branches.c
T: Final = schema.tables.c
P: Final = schema.players.c
BRANCH: Final = (
    *(B.table, T.code, T.game, T.owner, P.name, B.record, B.parent),
    *(B.ply, B.luck, B.title, B.shared, T.state, T.created),
)
PAGE_SIZE: Final = 100


@final
class BranchStore(StorePart):
    """Games that branch off others, each with its table."""

    async def at(self, table: TableId) -> BranchRow | None:
        """Where the game of a table comes from, if it comes from another."""
        found = await self._some(B.table == table)
        return found[0] if found else None

    async def at_several(self, tables: Collection[TableId]) -> dict[TableId, BranchRow]:
        """The branches of several tables, by table; tables that are no branch are missing."""
        found = await self._some(B.table.in_(tables), len(tables))
        return {branch.table: branch for branch in found}

    async def of(self, record: str, player: PlayerId | None, most: int = PAGE_SIZE) -> list[BranchRow]:
        """The games that go on from a record: a player's own, and those that are shared; newest first."""
        seen = B.shared if player is None else B.shared | (T.owner == player)
        return await self._some((B.record == record) & seen, most)

    @reads
    def _some(
        self, connection: Connection, which: ColumnElement[bool], most: int = PAGE_SIZE
    ) -> list[BranchRow]:
        joined = schema.branches.join(schema.tables, T.id == B.table)
        joined = joined.outerjoin(schema.players, P.id == T.owner)
        wanted = select(*BRANCH).select_from(joined).where(which).order_by(B.table.desc()).limit(most)
        return [BranchRow(*row) for row in map(tuple, connection.execute(wanted))]

    @writes
    def change(
        self, connection: Connection, table: TableId, title: str | None = None, shared: bool | None = None
    ) -> None:
        """How it is called, and whether others find it by the game it left."""
        wanted = {"title": title, "shared": shared}
        values = {name: value for name, value in wanted.items() if value is not None}
        if values:
            change = update(schema.branches).where(B.table == table).values(values)
            if not connection.execute(change).rowcount:
                raise no_table(table)


def put_branch(connection: Connection, new: NewBranch, table: TableId, now: Milliseconds) -> None:
    """With its table, or neither."""
    put_record(connection, new.record, now)
    values = {**asdict(new), "table": table, "record": new.record.name}
    connection.execute(insert(schema.branches).values(values))


def records_left(connection: Connection, tables: Sequence[TableId]) -> list[str]:
    """The records that these go on from."""
    return list(connection.scalars(select(B.record).where(B.table.in_(tables)).distinct()))
