"""The store as a whole: opened, checked, counted, closed."""

from pathlib import Path
from typing import Self, final

from sqlalchemy import Connection, func, select

from farmstead.server.store import schema
from farmstead.server.store.access import Access, Clock
from farmstead.server.store.accounts import Accounts
from farmstead.server.store.availability import Availability
from farmstead.server.store.branches import BranchStore
from farmstead.server.store.chat import Chat
from farmstead.server.store.dailies import DailyStore
from farmstead.server.store.database import DEFAULT_TIMEOUT_MS, Database, begin_snapshot
from farmstead.server.store.editions import Editions
from farmstead.server.store.errors import damage_at
from farmstead.server.store.journal import Journal, wall_clock
from farmstead.server.store.lease import LeaseListener, WorkerLease
from farmstead.server.store.moderation import Moderation
from farmstead.server.store.people import Players, Sessions
from farmstead.server.store.people import count as count_people
from farmstead.server.store.postgres import PostgresDatabase
from farmstead.server.store.puzzles import PuzzleStore
from farmstead.server.store.ratings import RatingStore
from farmstead.server.store.records import Records
from farmstead.server.store.reviews import Reviews
from farmstead.server.store.rollback import keep_copy
from farmstead.server.store.rows import Health, Milliseconds, StoreCounts, TableId
from farmstead.server.store.seats import Seats
from farmstead.server.store.server_state import ServerState
from farmstead.server.store.sqlite import SqliteDatabase
from farmstead.server.store.tables import TableStore
from farmstead.server.store.transfer import number_of
from farmstead.server.store.upgrade import upgrade
from farmstead.server.store.urls import database_at, shown_place
from farmstead.server.store.webhooks import Webhooks
from farmstead.server.store.workers import Workers
from farmstead.server.store.writer import Writer


@final
class Store:
    """Everything the server keeps. Use it as a context, or close it.

        async with await Store.open("sqlite:///games.db") as store:
            player = await store.players.create("Ada")

    All methods raise only what `errors.py` lists. What changes something has been committed when it returns.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        """For `open`, which also brings the database up to date."""
        self._database = database
        self.availability = Availability()
        self._writer = Writer(database, self.availability)
        self._access = Access(database, self._writer, clock, self.availability)
        self._version = 0  # as it was when somebody asked last whether others have written
        self.players = Players(self._access)
        self.sessions = Sessions(self._access)
        self.accounts = Accounts(self._access)
        self.tables = TableStore(self._access)
        self.seats = Seats(self._access)
        self.journal = Journal(self._access)
        self.chat = Chat(self._access)
        self.editions = Editions(self._access)
        self.server_state = ServerState(self._access)
        self.workers = Workers(self._access)
        self.webhooks = Webhooks(self._access)
        self.ratings = RatingStore(self._access)
        self.dailies = DailyStore(self._access)
        self.puzzles = PuzzleStore(self._access)
        self.records = Records(self._access)
        self.branches = BranchStore(self._access)
        self.reviews = Reviews(self._access)
        self.moderation = Moderation(self._access)
        self.now = clock
        self.health = Health([], [])  # as it was found at the opening, or later where that would take long
        self.is_checked = False

    @classmethod
    async def open(
        cls, place: str | Path, clock: Clock = wall_clock, patience: Milliseconds = DEFAULT_TIMEOUT_MS
    ) -> Self:
        """The store in a file or in PostgreSQL, by its path or a URL, and brought up to date.

        A file is made if it is not there. `patience` is how long somebody else may keep it locked before
        that is StoreAway.

        A small file is checked, and `health` says what was found; for a large one call `check` when there
        is time.
        """
        database = database_at(place, patience)
        await database.prepare()
        with damage_at(shown_place(place)):
            if isinstance(database, SqliteDatabase):
                await keep_copy(database)
            await upgrade(database)
            store = cls(database, clock)
            try:
                if database.is_quickly_checked:
                    store.health, store.is_checked = await store.check(thorough=False), True
                if await store._access.read(database.is_marked):  # deleted before the server was killed
                    store._writer.erase_soon()
            except BaseException:
                await store.close()
                raise
        return store

    async def close(self) -> None:
        """Finish what is being written; again and again does no harm."""
        if self._access.is_closed:
            return
        self._access.is_closed = True
        await self._writer.close()
        await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def is_shared(self) -> bool:
        """Other servers may be using it, too."""
        return self._database.is_shared

    def lease(self, address: str, listener: LeaseListener) -> WorkerLease:
        """Of a worker that others reach at this address, on a store that is shared."""
        assert isinstance(self._database, PostgresDatabase)
        return WorkerLease(self._database, self._access, self.availability, address, listener)

    # ---- how it is ---------------------------------------------------------------------------------------

    @property
    def transactions(self) -> int:
        """How many have been committed since it was opened; under load far fewer than `changes`."""
        return self._writer.transactions

    @property
    def changes(self) -> int:
        """How many have been asked for and answered."""
        return self._writer.jobs

    async def check(self, thorough: bool = True, within_s: float | None = None) -> Health:
        """Whether the file is sound and no journal has a gap; it reads everything, which may take seconds.

        What takes longer than `within_s` is broken off, and is not complete then.
        """
        with self._access.reading():
            async with self._database.long_transaction(write=False) as run:
                return await run(self._check, thorough, within_s)

    def _check(self, connection: Connection, thorough: bool, within_s: float | None) -> Health:
        if (troubles := self._database.troubles(connection, thorough, within_s)) is None:
            return Health([], [], is_complete=False)
        return Health(troubles, [] if troubles else with_gaps(connection))

    async def counts(self) -> StoreCounts:
        """For a status page; quick also when the store is large."""
        return await self._access.read(self._counts)

    def _counts(self, connection: Connection) -> StoreCounts:
        begin_snapshot(connection)
        players, sessions = count_people(connection)
        t = schema.tables.c
        states = connection.execute(select(t.state, func.count().label("number")).group_by(t.state))
        return StoreCounts(
            players=players,
            sessions=sessions,
            tables={row.state: row.number for row in states},
            entries=connection.scalar(select(func.coalesce(func.sum(t.last), 0))) or 0,
            lines=number_of(connection, schema.chat),
            editions=number_of(connection, schema.editions),
            bytes=self._database.size(connection),
            accounts=number_of(connection, schema.accounts),
        )

    async def erase(self) -> bool:
        """Leave no trace of what has been deleted, now; False when that must wait for somebody who reads.

        A small store sees to it itself. In a large one it takes seconds, in which nothing else is written:
        to be called when it is quiet.
        """
        return await self._writer.erase(now=True)

    async def has_changed_elsewhere(self) -> bool:
        """Whether another program has written since this was asked last, such as `farmstead account`."""
        before, self._version = self._version, await self._writer.do(self._database.version)
        return before != self._version

    async def limit(self, most: int | None) -> None:
        """Let the file grow to so many bytes and no further; what does not fit is refused as StoreFull."""
        await self._writer.do(lambda connection: self._database.limit(connection, most))


def with_gaps(connection: Connection) -> list[TableId]:
    """The tables whose journal has not exactly the entries 1 to `last`."""
    t, j = schema.tables.c, schema.journal.c
    counts = select(j.table, func.count().label("number"), func.max(j.n).label("highest"))
    its = counts.group_by(j.table).subquery()
    number, highest = func.coalesce(its.c.number, 0), func.coalesce(its.c.highest, 0)
    wrong = (number != t.last) | (highest != t.last)
    found = connection.scalars(select(t.id).outerjoin(its, its.c.table == t.id).where(wrong).order_by(t.id))
    return list(found.all())
