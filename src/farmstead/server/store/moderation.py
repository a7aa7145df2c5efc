"""What whoever runs a server sees and does: people, tables, reports, orders to the server, invitations."""

from collections.abc import Sequence
from typing import Final, final

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, or_, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, erases, hashed, new_id, new_token, reads, writes
from farmstead.server.store.errors import NotThere
from farmstead.server.store.lease import tell
from farmstead.server.store.people import HAS_ACCOUNT, no_player
from farmstead.server.store.rows import (
    AccountInvitation,
    Milliseconds,
    Order,
    Person,
    PlayerId,
    Report,
    TableId,
    TableRow,
    TableState,
)
from farmstead.server.store.tables import TABLE, page

P: Final = schema.players.c
S: Final = schema.sessions.c
T: Final = schema.tables.c
D: Final = schema.orders.c
R: Final = schema.reports.c
V: Final = schema.invitations.c
ORDER: Final = (D.id, D.at, D.deed, D.number, D.name, D.done, D.answer)
REPORT: Final = (R.id, R.at, R.reporter, R.table, R.player, R.text, R.done)
INVITATION: Final = (V.id, V.created, V.until, V.uses, V.note)
SEEN: Final = (
    select(func.max(S.seen))
    .where(S.player == P.id, S.revoked.is_(None))
    .correlate(schema.players)
    .scalar_subquery()
)
SITS: Final = exists().where(schema.seats.c.table == T.id, schema.seats.c.player == P.id)
TABLES: Final = (
    select(func.count())
    .select_from(schema.tables)
    .where(or_(T.owner == P.id, SITS.correlate(schema.tables, schema.players)))
    .correlate(schema.players)
    .scalar_subquery()
)
PERSON: Final = (
    *(P.id, P.name, P.created, HAS_ACCOUNT.correlate(schema.players).label("has_account"), P.blocked),
    *(SEEN.label("seen"), TABLES.label("tables")),
)
PAGE_SIZE: Final = 50  # rows
KEPT_ORDERS_MS: Final[Milliseconds] = 86_400_000  # after which one that was done is forgotten


@final
class Moderation(StorePart):
    """For the commands and the page of whoever runs the server; nobody else is told any of it."""

    # ---- people and tables -------------------------------------------------------------------------------

    async def people(
        self, find: str = "", before: PlayerId | None = None, most: int = PAGE_SIZE
    ) -> list[Person]:
        """Those whose name has this in it, or whose number it is; newest first, page by page."""
        wanted: ColumnElement[bool] = P.name.icontains(find, autoescape=True)
        if find.isascii() and find.isdecimal() and len(find) < 19:
            wanted |= P.id == int(find)
        return await self._people(wanted if before is None else wanted & (P.id < before), most)

    async def person(self, player: PlayerId) -> Person:
        if not (found := await self._people(P.id == player, 1)):
            raise no_player(player)
        return found[0]

    async def idle_guests(self, since: Milliseconds, most: int = PAGE_SIZE) -> list[Person]:
        """Guests who were made before and have not been here since, the first `most` of them."""
        seen = exists().where(S.player == P.id, S.revoked.is_(None), S.seen >= since)
        return await self._people((P.created < since) & ~HAS_ACCOUNT & ~seen & P.blocked.is_(None), most)

    @reads
    def _people(self, connection: Connection, which: ColumnElement[bool], most: int) -> list[Person]:
        wanted = select(*PERSON).where(which).order_by(P.id.desc()).limit(most)
        return [Person(*row) for row in connection.execute(wanted)]

    @writes
    def block(self, connection: Connection, player: PlayerId, is_blocked: bool) -> None:
        """From now on they may do nothing here, or may again."""
        since = self._access.clock() if is_blocked else None
        change = update(schema.players).where(P.id == player)
        if not connection.execute(change.values(blocked=since)).rowcount:
            raise no_player(player)
        tell(connection, "people", player)

    @reads
    def tables(
        self,
        connection: Connection,
        states: Sequence[TableState],
        before: TableId | None = None,
        unchanged_since: Milliseconds | None = None,
        most: int = PAGE_SIZE,
    ) -> list[TableRow]:
        """Those in one of these states, perhaps only such as nothing has happened at, newest first."""
        which: ColumnElement[bool] = T.state.in_(states)
        if unchanged_since is not None:
            which &= T.changed < unchanged_since
        rows = connection.execute(page(select(*TABLE), which, before, most))
        return [TableRow(*row) for row in map(tuple, rows)]

    # ---- orders ------------------------------------------------------------------------------------------

    @writes
    def order(self, connection: Connection, deed: str, number: int, name: str = "") -> int:
        """Have the server do something; those that were done long ago are forgotten."""
        now = self._access.clock()
        connection.execute(delete(schema.orders).where(D.done < now - KEPT_ORDERS_MS))
        row = {"at": now, "deed": deed, "number": number, "name": name, "answer": ""}
        return new_id(connection.execute(insert(schema.orders).values(row)))

    @reads
    def orders(self, connection: Connection, most: int = PAGE_SIZE) -> list[Order]:
        """Those that are still to be done, oldest first."""
        wanted = select(*ORDER).where(D.done.is_(None)).order_by(D.id).limit(most)
        return [Order(*row) for row in connection.execute(wanted)]

    @reads
    def what_became(self, connection: Connection, order: int) -> Order:
        """Of an order; NotThere when it has been withdrawn."""
        row = connection.execute(select(*ORDER).where(D.id == order)).one_or_none()
        if row is None:
            raise NotThere(f"There is no order {order}.")
        return Order(*row)

    @writes
    def close_order(self, connection: Connection, order: int, answer: str) -> None:
        """It was done, or cannot be; a name that stood in it is not kept."""
        values = {"done": self._access.clock(), "answer": answer, "name": ""}
        connection.execute(update(schema.orders).where(D.id == order).values(values))

    @writes
    def withdraw_order(self, connection: Connection, order: int) -> bool:
        """Whether it had not been done yet."""
        undone = delete(schema.orders).where(D.id == order, D.done.is_(None))
        return bool(connection.execute(undone).rowcount)

    # ---- reports -----------------------------------------------------------------------------------------

    @writes
    def report(
        self, connection: Connection, reporter: PlayerId, table: TableId, player: PlayerId | None, text: str
    ) -> int:
        row = {"at": self._access.clock(), "reporter": reporter, "table": table, "player": player}
        return new_id(connection.execute(insert(schema.reports).values(row | {"text": text})))

    @reads
    def reports(
        self, connection: Connection, is_done: bool = False, before: int | None = None, most: int = PAGE_SIZE
    ) -> list[Report]:
        """Those that wait for somebody, or were dealt with, newest first."""
        which = R.done.is_not(None) if is_done else R.done.is_(None)
        wanted = select(*REPORT).where(which if before is None else which & (R.id < before))
        return [Report(*row) for row in connection.execute(wanted.order_by(R.id.desc()).limit(most))]

    @reads
    def open_reports(self, connection: Connection) -> int:
        return (
            connection.scalar(select(func.count()).select_from(schema.reports).where(R.done.is_(None))) or 0
        )

    @writes
    def settle(self, connection: Connection, report: int) -> None:
        """Somebody has dealt with it."""
        change = update(schema.reports).where(R.id == report).values(done=self._access.clock())
        if not connection.execute(change).rowcount:
            raise NotThere(f"There is no report {report}.")

    # ---- invitations to make an account ------------------------------------------------------------------

    @writes
    def invite(
        self, connection: Connection, uses: int, until: Milliseconds, note: str
    ) -> tuple[AccountInvitation, str]:
        """With its code, which is told here and never again."""
        code, now = new_token(), self._access.clock()
        row = {"hash": hashed(code), "created": now, "until": until, "uses": uses, "note": note}
        made = new_id(connection.execute(insert(schema.invitations).values(row)))
        return AccountInvitation(made, now, until, uses, note), code

    @reads
    def invitations(self, connection: Connection) -> list[AccountInvitation]:
        """Those that are still good, newest first."""
        wanted = select(*INVITATION).where(is_good(self._access.clock())).order_by(V.id.desc())
        return [AccountInvitation(*row) for row in connection.execute(wanted)]

    @reads
    def is_invited(self, connection: Connection, code: str) -> bool:
        """Whether an account could be made by this code now."""
        which = is_good(self._access.clock()) & (V.hash == hashed(code))
        return bool(connection.scalar(select(exists().where(which))))

    @erases
    def withdraw_invitation(self, connection: Connection, invitation: int) -> None:
        if not connection.execute(delete(schema.invitations).where(V.id == invitation)).rowcount:
            raise NotThere(f"There is no invitation {invitation}.")


def is_good(now: Milliseconds) -> ColumnElement[bool]:
    return (V.uses > 0) & (V.until > now)


def use_invitation(connection: Connection, code: str, now: Milliseconds) -> bool:
    """One use less, in the transaction that makes the account; False when there was none."""
    its = is_good(now) & (V.hash == hashed(code))
    return bool(connection.execute(update(schema.invitations).where(its).values(uses=V.uses - 1)).rowcount)
