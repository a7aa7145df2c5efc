"""Players and the sessions by which they are known."""

from collections.abc import Collection
from typing import Any, Final, final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, or_, select, update

from farmstead.server.base.days import day_of
from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, erases, hashed, new_id, new_token, reads, writes
from farmstead.server.store.errors import Conflict, NotThere
from farmstead.server.store.export import exported
from farmstead.server.store.lease import tell
from farmstead.server.store.records import delete_unheld, names_kept
from farmstead.server.store.reviews import drop_unwanted
from farmstead.server.store.rows import (
    Deleted,
    KnownSession,
    Milliseconds,
    NewSession,
    Player,
    PlayerId,
    SeatAt,
    SeatRow,
    Session,
)
from farmstead.server.store.seats import seats_where
from farmstead.server.store.tables import delete_tables

HAS_ACCOUNT: Final = exists().where(schema.accounts.c.player == schema.players.c.id)
P: Final = schema.players.c
S: Final = schema.sessions.c
PLAYER: Final = (
    P.id,
    P.name,
    P.created,
    HAS_ACCOUNT.correlate(schema.players).label("has_account"),
    P.blocked,
)
SESSION: Final = (S.id, S.player, S.created, S.seen, S.device)
SEEN_AGAIN_MS: Final = 3_600_000  # milliseconds; that somebody was here is written down once in these


@final
class Players(StorePart):
    """Everybody who has told a name."""

    @writes
    def create(self, connection: Connection, name: str) -> Player:
        return new_player(connection, name, self._access.clock())

    @writes
    def rename(self, connection: Connection, player: PlayerId, name: str) -> None:
        """A guest; Conflict for who has an account by now, whose name is no other account's."""
        change = update(schema.players).where(P.id == player, ~HAS_ACCOUNT).values(name=name)
        if connection.scalar(select(P.id).where(P.id == player).with_for_update(key_share=True)) is None:
            raise no_player(player)
        if not connection.execute(change).rowcount:
            raise Conflict(f"Player {player} has an account.")
        tell(connection, "people")

    @reads
    def has_tables(self, connection: Connection, player: PlayerId) -> bool:
        """Whether they sit at one, or have made one."""
        sits = exists().where(schema.seats.c.player == player)
        return bool(connection.scalar(select(or_(sits, exists().where(schema.tables.c.owner == player)))))

    async def get(self, player: PlayerId) -> Player:
        found = await self.several([player])
        if player not in found:
            raise no_player(player)
        return found[player]

    @reads
    def several(self, connection: Connection, players: Collection[PlayerId]) -> dict[PlayerId, Player]:
        """Those that are there, by their number."""
        wanted = select(*PLAYER).where(schema.players.c.id.in_(players))
        return {row.id: Player(*row) for row in connection.execute(wanted)}

    @reads
    def export(self, connection: Connection, player: PlayerId) -> dict[str, Any]:
        """Everything that is theirs, as JSON would have it; of games that are not over, no moves."""
        return exported(connection, player, day_of(self._access.clock()))

    @reads
    def places(self, connection: Connection, player: PlayerId) -> list[SeatAt]:
        """Their seats at the tables that would stay if they were deleted, because others are there."""
        among_others = schema.seats.c.table.not_in(select(schema.tables.c.id).where(of_nobody_else(player)))
        return seats_where(connection, (schema.seats.c.player == player) & among_others)

    @erases
    def delete(self, connection: Connection, player: PlayerId) -> Deleted:
        """With all that is theirs; of a small store nothing of it can be found in the file afterwards.

        A table goes with the last of its people. Where others play on, the seats are a former player's, and
        what was said in the chat is no longer there.
        """
        return delete_player(connection, player)


def new_player(connection: Connection, name: str, now: Milliseconds) -> Player:
    done = connection.execute(insert(schema.players).values(name=name, created=now))
    return Player(new_id(done), name, now)


def no_player(player: PlayerId) -> NotThere:
    return NotThere(f"There is no player {player}.")


def delete_player(connection: Connection, player: PlayerId) -> Deleted:
    """The steps of it; foreign keys take the sessions along."""
    hold_all_of(connection, player)
    gone = list(connection.scalars(select(schema.tables.c.id).where(of_nobody_else(player))).all())
    delete_tables(connection, gone)
    held = seats_where(connection, schema.seats.c.player == player)
    nobody = {"player": None, "level": None, "name": "", "hash": None}
    theirs = update(schema.seats).where(schema.seats.c.player == player)
    connection.execute(theirs.where(schema.seats.c.kind == "invited").values(kind="open", **nobody))
    connection.execute(theirs.values(kind="former", **nobody))
    connection.execute(update(schema.chat).where(schema.chat.c.player == player).values(player=None, text=""))
    kept = names_kept(connection, player)
    if not connection.execute(delete(schema.players).where(schema.players.c.id == player)).rowcount:
        raise no_player(player)
    delete_unheld(connection, kept)
    drop_unwanted(connection)  # reviews that only they wanted
    tell(connection, "people", player)
    return Deleted(gone, [SeatAt(place.table, left_behind(place.seat)) for place in held])


def hold_all_of(connection: Connection, player: PlayerId) -> None:
    """Nobody else sits down at their tables, and they sit down nowhere, until the transaction ends."""
    connection.execute(select(P.id).where(P.id == player).with_for_update())
    t, s = schema.tables.c, schema.seats.c
    sits = exists().where(s.table == t.id, s.player == player)
    connection.execute(select(t.id).where(sits | (t.owner == player)).order_by(t.id).with_for_update())


def left_behind(seat: SeatRow) -> SeatRow:
    """A seat of somebody who is gone; one that was only kept for them is anybody's now."""
    return SeatRow(seat.seat, "open" if seat.kind == "invited" else "former")


def of_nobody_else(player: PlayerId) -> ColumnElement[bool]:
    """The tables that this player sits at or has made, and nobody else who is still there."""
    tables, seats = schema.tables, schema.seats
    at_table = seats.c.table == tables.c.id
    sits = exists().where(at_table, seats.c.player == player)
    others_sit = exists().where(at_table, seats.c.player != player)
    no_other_owner = or_(tables.c.owner == player, tables.c.owner.is_(None))
    return or_(sits, tables.c.owner == player) & ~others_sit & no_other_owner


@final
class Sessions(StorePart):
    """Who is known by which token. Of a token only its SHA-256 is stored."""

    @writes
    def create(self, connection: Connection, player: PlayerId, device: str = "") -> NewSession:
        """A new session; its token is told here and never again."""
        return new_session(connection, player, device, self._access.clock())

    @reads
    def find(self, connection: Connection, token: str) -> KnownSession:
        """Who this is; NotThere for a token that was never given out or has been revoked."""
        wanted = select(*SESSION, *PLAYER).join(schema.players, S.player == P.id)
        wanted = wanted.where(S.hash == hashed(token), S.revoked.is_(None))
        if (row := connection.execute(wanted).one_or_none()) is None:
            raise NotThere("There is no session with this token, or it has been revoked.")
        n = len(SESSION)
        return KnownSession(Session(*row[:n]), Player(*row[n:]))

    async def see(self, session: Session) -> None:
        """Note that somebody was here, unless it has been noted within the hour."""
        if self._access.clock() - session.seen >= SEEN_AGAIN_MS:
            await self._see(session)

    @writes
    def _see(self, connection: Connection, session: Session) -> None:
        seen = update(schema.sessions).where(schema.sessions.c.id == session.id)
        connection.execute(seen.values(seen=self._access.clock()))

    @reads
    def of(self, connection: Connection, player: PlayerId) -> list[Session]:
        """Those of a player that are not revoked, newest first."""
        wanted = select(*SESSION).where(in_force(player)).order_by(schema.sessions.c.id.desc())
        return [Session(*row) for row in connection.execute(wanted)]

    async def revoke(self, player: PlayerId, session: int) -> None:
        """One of a player's own; NotThere when it is somebody else's or has been revoked before."""
        if not await self._revoke(player, in_force(player) & (schema.sessions.c.id == session)):
            raise NotThere(f"Player {player} has no session {session}.")

    async def revoke_all(self, player: PlayerId, but: int | None = None) -> int:
        """All of a player, perhaps but one; answers how many."""
        which = in_force(player)
        return await self._revoke(player, which if but is None else which & (schema.sessions.c.id != but))

    @writes
    def _revoke(self, connection: Connection, player: PlayerId, which: ColumnElement[bool]) -> int:
        change = update(schema.sessions).where(which).values(revoked=self._access.clock())
        tell(connection, "people", player)
        return connection.execute(change).rowcount


def new_session(connection: Connection, player: PlayerId, device: str, now: Milliseconds) -> NewSession:
    token = new_token()
    row = {"hash": hashed(token), "player": player, "created": now, "seen": now, "device": device}
    done = connection.execute(insert(schema.sessions).values(row))
    return NewSession(Session(new_id(done), player, now, now, device), token)


def in_force(player: PlayerId) -> ColumnElement[bool]:
    return and_(schema.sessions.c.player == player, schema.sessions.c.revoked.is_(None))


def count(connection: Connection) -> tuple[int, int]:
    """Players, and sessions that are not revoked."""
    open_ones = select(func.count()).select_from(schema.sessions).where(schema.sessions.c.revoked.is_(None))
    players = connection.scalar(select(func.count()).select_from(schema.players))
    return players or 0, connection.scalar(open_ones) or 0
