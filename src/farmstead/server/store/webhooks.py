"""The webhooks of players, and the calls that are to be made or have been, one for each seat."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final, final

from sqlalchemy import ColumnElement, Connection, delete, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, erases, reads, writes
from farmstead.server.store.database import insert_once
from farmstead.server.store.rows import Call, Milliseconds, PlayerId, TableId, Webhook

W: Final = schema.webhooks.c
C: Final = schema.calls.c
T: Final = schema.tables.c
S: Final = schema.seats.c
HOOK: Final = (W.player, W.url, W.language, W.created, W.failures, W.paused, W.why)
CALL: Final = (C.table, C.seat, C.decision, C.tries, T.code, T.game, *HOOK)


@final
class Webhooks(StorePart):
    """One address for each player who wants one; a seat has one call, for its last decision."""

    # ---- addresses ---------------------------------------------------------------------------------------

    @reads
    def get(self, connection: Connection, player: PlayerId) -> Webhook | None:
        row = connection.execute(select(*HOOK).where(W.player == player)).one_or_none()
        return None if row is None else Webhook(*row)

    @writes
    def set(self, connection: Connection, player: PlayerId, url: str, language: str) -> Webhook:
        """A new address, which has not failed yet."""
        new = Webhook(player, url, language, self._access.clock())
        if not insert_once(connection, schema.webhooks, asdict(new)):
            connection.execute(update(schema.webhooks).where(W.player == player).values(asdict(new)))
        return new

    @erases
    def delete(self, connection: Connection, player: PlayerId) -> bool:
        """With all calls there; whether there was one. Nothing of the address stays in a small store."""
        return bool(connection.execute(delete(schema.webhooks).where(W.player == player)).rowcount)

    @writes
    def worked(self, connection: Connection, player: PlayerId) -> None:
        """It has answered: it is called again, should it have been paused."""
        change = update(schema.webhooks).where(W.player == player)
        connection.execute(change.values(failures=0, paused=None, why=""))

    @writes
    def failed(self, connection: Connection, player: PlayerId, why: str, most: int) -> None:
        """Once more; after `most` times in a row it is called no longer."""
        now = self._access.clock()
        its = W.player == player
        connection.execute(update(schema.webhooks).where(its).values(failures=W.failures + 1, why=why))
        too_often = its & (W.failures >= most) & W.paused.is_(None)
        if connection.execute(update(schema.webhooks).where(too_often).values(paused=now)).rowcount:
            connection.execute(update(schema.calls).where(C.player == player).values(due=None))

    # ---- calls -------------------------------------------------------------------------------------------

    @reads
    def tables(self, connection: Connection) -> list[tuple[TableId, int]]:
        """Tables in play at which somebody sits who wants to be called, and the last entry of each."""
        wanted = (
            select(T.id, T.last)
            .join(schema.seats, S.table == T.id)
            .join(schema.webhooks, W.player == S.player)
            .where(T.state == "playing", W.paused.is_(None))
            .distinct()
            .order_by(T.id)
        )
        return [(row.id, row.last) for row in connection.execute(wanted)]

    @writes
    def expect(
        self,
        connection: Connection,
        table: TableId,
        waited_for: Sequence[tuple[int, PlayerId, int]],
        patient: bool,
        due: Milliseconds,
    ) -> None:
        """These seats, of these players, have these decisions before them: each is called for once."""
        hooked = select(W.player).where(W.paused.is_(None), W.player.in_([who for _, who, _ in waited_for]))
        players = set(connection.scalars(hooked))
        for seat, player, decision in waited_for:
            row = {"player": player, "decision": decision, "patient": patient, "due": due, "tries": 0}
            if player not in players or insert_once(
                connection, schema.calls, {"table": table, "seat": seat, **row}
            ):
                continue
            its = (C.table == table) & (C.seat == seat)
            is_other = (C.decision != decision) | (C.player != player)
            connection.execute(update(schema.calls).where(its & is_other).values(row))

    @reads
    def due(self, connection: Connection, now: Milliseconds, most: int) -> list[Call]:
        """Those to be made now, the oldest first."""
        wanted = (
            select(*CALL)
            .join(schema.tables, T.id == C.table)
            .join(schema.webhooks, W.player == C.player)
            .where(C.due <= now, W.paused.is_(None))
            .order_by(C.due)
            .limit(most)
        )
        return [Call(*row[:6], Webhook(*row[6:])) for row in connection.execute(wanted).all()]

    @reads
    def patient(self, connection: Connection, until: Milliseconds) -> list[tuple[TableId, int, int]]:
        """Table, seat and decision of those that come up soon, and can be put off."""
        wanted = select(C.table, C.seat, C.decision).where(C.due <= until, C.patient, C.tries == 0)
        return [(row.table, row.seat, row.decision) for row in connection.execute(wanted)]

    async def put_off(self, table: TableId, seat: int, decision: int, due: Milliseconds) -> None:
        await self._move(of(table, seat, decision) & C.due.is_not(None) & (C.tries == 0), {"due": due})

    async def try_again(self, table: TableId, seat: int, decision: int, due: Milliseconds) -> None:
        """It is made just now; unless it is said to be done, again at `due`."""
        await self._move(of(table, seat, decision), {"due": due, "tries": C.tries + 1})

    async def done(self, table: TableId, seat: int, decision: int) -> None:
        """Made, given up, or needless."""
        await self._move(of(table, seat, decision), {"due": None})

    # `Any`: whatever a column holds.
    @writes
    def _move(self, connection: Connection, which: ColumnElement[bool], values: dict[str, Any]) -> None:
        connection.execute(update(schema.calls).where(which).values(values))


def of(table: TableId, seat: int, decision: int) -> ColumnElement[bool]:
    return (C.table == table) & (C.seat == seat) & (C.decision == decision)
