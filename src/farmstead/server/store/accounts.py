"""Accounts: players who are known by a passphrase wherever they are.

Whatever changes what somebody can do by a session gives it another token: whoever knew the one before,
because he had put it into a browser or had read it there, knows nothing then.
"""

from collections.abc import Collection
from typing import Final, final

from sqlalchemy import ColumnElement, Connection, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, hashed, new_token, reads, writes
from farmstead.server.store.database import insert_once
from farmstead.server.store.errors import Conflict, NotThere
from farmstead.server.store.lease import tell
from farmstead.server.store.moderation import use_invitation
from farmstead.server.store.people import in_force, new_player, new_session, no_player
from farmstead.server.store.rows import Account, Milliseconds, NewSession, PlayerId, Session

A: Final = schema.accounts.c
ACCOUNT: Final = (A.player, schema.players.c.name, A.login, A.hash, A.created, A.changed)


@final
class Accounts(StorePart):
    """Accounts of players. Of a passphrase only its hash is stored, which others make and compare."""

    async def find(self, login: str) -> Account | None:
        return await self._one(A.login == login)

    async def of(self, player: PlayerId) -> Account | None:
        """None for a guest."""
        return await self._one(A.player == player)

    @reads
    def _one(self, connection: Connection, which: ColumnElement[bool]) -> Account | None:
        wanted = select(*ACCOUNT).join(schema.players, A.player == schema.players.c.id).where(which)
        row = connection.execute(wanted).one_or_none()
        return None if row is None else Account(*row)

    @reads
    def since(self, connection: Connection, players: Collection[PlayerId]) -> dict[PlayerId, Milliseconds]:
        """Since when those of them who are no guests have their accounts."""
        wanted = select(A.player, A.created).where(A.player.in_(players))
        return {row.player: row.created for row in connection.execute(wanted)}

    @reads
    def some(self, connection: Connection, after: str = "", most: int = 500) -> list[Account]:
        """A page of accounts, in the order of their names."""
        joined = select(*ACCOUNT).join(schema.players, A.player == schema.players.c.id)
        wanted = joined.where(A.login > after).order_by(A.login).limit(most)
        return [Account(*row) for row in connection.execute(wanted)]

    @writes
    def create(
        self,
        connection: Connection,
        name: str,
        login: str,
        hash: str,
        guest: Session | None,
        device: str,
        invitation: str | None = None,
    ) -> NewSession:
        """Of a guest, who stays the same player, or of somebody new; Conflict when there is such an account.

        The guest is known only here then, and by a new token. With an invitation it is used once more;
        NotThere when it is not good any more.
        """
        now = self._access.clock()
        if invitation is not None and not use_invitation(connection, invitation, now):
            raise NotThere("There is no such invitation, or it has been used up.")
        player = new_player(connection, name, now).id if guest is None else guest.player
        row = {"player": player, "login": login, "hash": hash, "created": now, "changed": now}
        if not insert_once(connection, schema.accounts, row):
            raise Conflict("There is an account by this name, or of this player, already.")
        if guest is None:
            return new_session(connection, player, device, now)
        set_name(connection, player, name)
        return only_session(connection, guest, now)

    @writes
    def enter(self, connection: Connection, account: Account, device: str) -> NewSession:
        """A session for whoever has shown the passphrase; NotThere when it is another one by now."""
        if connection.scalar(select(A.player).where(is_same(account)).with_for_update()) is None:
            raise NotThere("The account is gone, or has another passphrase.")
        return new_session(connection, account.player, device, self._access.clock())

    @writes
    def rename(self, connection: Connection, player: PlayerId, name: str, login: str) -> None:
        """Conflict when another account is called so; NotThere for a guest."""
        change = update(schema.accounts).where(A.player == player).values(login=login)
        if not connection.execute(change).rowcount:
            raise NotThere(f"Player {player} has no account.")
        set_name(connection, player, name)
        tell(connection, "people")

    @writes
    def rehash(self, connection: Connection, account: Account, hash: str) -> None:
        """Store another hash of an unchanged passphrase; nothing happens when it was changed meanwhile."""
        connection.execute(update(schema.accounts).where(is_same(account)).values(hash=hash))

    @writes
    def change(self, connection: Connection, account: Account, hash: str, session: Session) -> NewSession:
        """Another passphrase: known only here then, by a new token. Conflict when it was changed before."""
        now = self._access.clock()
        set_hash(connection, account, hash, now)
        return only_session(connection, session, now)

    @writes
    def replace(self, connection: Connection, account: Account, hash: str) -> int:
        """Another passphrase, from whoever runs the server: known nowhere then. How many sessions ended."""
        now = self._access.clock()
        end = update(schema.sessions).where(in_force(account.player)).values(revoked=now)
        set_hash(connection, account, hash, now)
        tell(connection, "people", account.player)
        return connection.execute(end).rowcount


def set_name(connection: Connection, player: PlayerId, name: str) -> None:
    change = update(schema.players).where(schema.players.c.id == player).values(name=name)
    if not connection.execute(change).rowcount:
        raise no_player(player)


def is_same(account: Account) -> ColumnElement[bool]:
    """With the passphrase that was seen."""
    return (A.player == account.player) & (A.hash == account.hash)


def set_hash(connection: Connection, account: Account, hash: str, now: Milliseconds) -> None:
    """Conflict when it is no longer the one that was seen."""
    change = update(schema.accounts).where(is_same(account)).values(hash=hash, changed=now)
    if not connection.execute(change).rowcount:
        raise Conflict("The passphrase has been changed meanwhile.")


def only_session(connection: Connection, session: Session, now: Milliseconds) -> NewSession:
    """This one under a new token, so that it goes on where it was; all others of the player end."""
    token = new_token()
    theirs, own = in_force(session.player), schema.sessions.c.id == session.id
    renewed = update(schema.sessions).where(theirs & own).values(hash=hashed(token))
    if not connection.execute(renewed).rowcount:
        raise NotThere(f"Player {session.player} has no session {session.id}.")
    connection.execute(update(schema.sessions).where(theirs & ~own).values(revoked=now))
    tell(connection, "people", session.player)
    return NewSession(session, token)
