"""Game records that players uploaded: each is stored once, however many keep it."""

from dataclasses import asdict, dataclass
from typing import Final, final

from sqlalchemy import ColumnElement, Connection, delete, exists, func, or_, select

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, erases, reads, writes
from farmstead.server.store.database import insert_once
from farmstead.server.store.editions import is_used
from farmstead.server.store.errors import NotThere
from farmstead.server.store.reviews import forget_reviews
from farmstead.server.store.rows import Milliseconds, PlayerId, StoredRecord

R: Final = schema.records.c
K: Final = schema.keepers.c
T: Final = schema.tables.c
MAX_RECORDS: Final = 200  # records that one player keeps
MAX_RECORD_BYTES: Final = 20_000_000  # of all that one player keeps


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """One of those that a player keeps."""

    name: str
    game: str
    size: int  # bytes
    at: Milliseconds  # since when


@final
class Records(StorePart):
    """Records by name. Whoever knows the name of one may read it."""

    @writes
    def put(self, connection: Connection, record: StoredRecord, player: PlayerId) -> bool:
        """Keep a record for a player; again does no harm. False: they keep so many that there is no room."""
        now = self._access.clock()
        put_record(connection, record, now)
        row = {"player": player, "record": record.name, "at": now}
        if insert_once(connection, schema.keepers, row) and not has_room(connection, player):
            let_go(connection, player, record.name)
            return False
        return True

    @reads
    def get(self, connection: Connection, name: str) -> StoredRecord:
        wanted = select(R.name, R.game, R.edition, R.components, R.text, R.created).where(R.name == name)
        if (row := connection.execute(wanted).one_or_none()) is None:
            raise NotThere("There is no record by this name.")
        return StoredRecord(*row)

    @reads
    def of(self, connection: Connection, player: PlayerId) -> list[KeptRecord]:
        """Those that a player keeps, newest first."""
        wanted = select(R.name, R.game, R.size, K.at).join(schema.keepers, K.record == R.name)
        newest = wanted.where(K.player == player).order_by(K.at.desc(), R.name)
        return [KeptRecord(*row) for row in connection.execute(newest)]

    @erases
    def drop(self, connection: Connection, player: PlayerId, name: str) -> None:
        """A player keeps it no longer; with the last of them it goes. NotThere when they do not keep it."""
        if not let_go(connection, player, name):
            raise NotThere("This player keeps no record by this name.")

    @reads
    def components(self, connection: Connection, game: str, edition: str) -> str | None:
        """The digest of the components that a record of this edition was kept with."""
        wanted = select(R.components).where(R.game == game, R.edition == edition, R.components.is_not(None))
        found: str | None = connection.scalar(wanted.limit(1))
        return found

    @reads
    def played(self, connection: Connection, game: str) -> list[tuple[str, bytes]]:
        """The editions that tables of a game have, by digest, each with the set-up of one such table."""
        first = select(func.min(T.id)).where(T.game == game, T.edition.is_not(None)).group_by(T.edition)
        rows = connection.execute(select(T.edition, T.setup).where(T.id.in_(first)))
        return [(row.edition, row.setup) for row in rows]


def put_record(connection: Connection, record: StoredRecord, now: Milliseconds) -> None:
    """It stays at least until the transaction ends, also when the last who kept it lets it go."""
    row = {**asdict(record), "size": len(record.text.encode()), "created": now}
    insert_once(connection, schema.records, row)
    connection.scalar(select(R.name).where(R.name == record.name).with_for_update(read=True, key_share=True))


def has_room(connection: Connection, player: PlayerId) -> bool:
    wanted = select(func.count(), func.coalesce(func.sum(R.size), 0)).select_from(schema.keepers)
    theirs = wanted.join(schema.records, R.name == K.record).where(K.player == player)
    number, size = connection.execute(theirs).one()
    return bool(number <= MAX_RECORDS and size <= MAX_RECORD_BYTES)


def let_go(connection: Connection, player: PlayerId, name: str) -> bool:
    """A player keeps a record no longer; whether they did."""
    connection.execute(select(R.name).where(R.name == name).with_for_update())
    its = (K.player == player) & (K.record == name)
    if not connection.execute(delete(schema.keepers).where(its)).rowcount:
        return False
    delete_unheld(connection, [name])
    return True


def delete_unheld(connection: Connection, names: list[str]) -> None:
    """Delete those of these records that nobody keeps any more, with their editions.

    They are held first: who has just kept one, or played on from it, is seen by what comes after.
    """
    connection.execute(select(R.name).where(R.name.in_(names)).order_by(R.name).with_for_update())
    gone = R.name.in_(names) & ~is_held()
    editions = list(connection.scalars(select(R.components).where(gone).distinct()).all())
    connection.execute(delete(schema.records).where(gone))
    forget_reviews(connection, names)
    unused = schema.editions.c.digest.in_([each for each in editions if each]) & ~is_used()
    connection.execute(delete(schema.editions).where(unused))


def is_held() -> ColumnElement[bool]:
    """A record that somebody keeps, that a game here goes on from, or that is the par of a day."""
    others = [schema.branches.c.record, schema.daily_pars.c.record]
    return or_(exists().where(K.record == R.name), *[exists().where(each == R.name) for each in others])


def names_kept(connection: Connection, player: PlayerId) -> list[str]:
    return list(connection.scalars(select(K.record).where(K.player == player)).all())
