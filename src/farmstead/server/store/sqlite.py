"""What is peculiar to SQLite: where the file is, how connections are set up, how things are erased."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final, TypeVar, final

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool

from farmstead.server.store.database import NUMBERED
from farmstead.server.store.errors import StoreAway, StoreDamaged, translated
from farmstead.server.store.glances import Glances
from farmstead.server.store.notices import Notice
from farmstead.server.store.straight import Thread

Result = TypeVar("Result")

DRIVER: Final = "sqlite+aiosqlite"
SHORT_PATIENCE: Final = 200  # to erase; all writing waits for it meanwhile
READERS: Final = 4
GLANCES: Final = 2
SMALL_CACHE: Final = "PRAGMA cache_size = -500"  # kB; SQLite's own is four times that, for each connection
ONLY_READ: Final = "PRAGMA query_only = ON"
PAGE: Final = 4096
MOST_PAGES: Final = 0xFFFFFFFE  # SQLite's own limit
SMALL: Final = 64 << 20  # bytes; up to this size a file is checked when opened and erased when due

EACH: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit is on the disk before it is answered
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten
    "PRAGMA temp_store = MEMORY",
    f"PRAGMA journal_size_limit = {SMALL}",
)


@final
class SqliteDatabase:
    """One SQLite file: a connection that writes, and some that read meanwhile."""

    is_shared = False

    def __init__(self, place: str | Path, patience: int) -> None:
        self.path = path_of(place)
        self._patience = patience
        self._most_pages = MOST_PAGES
        self._is_anew = False  # written anew since the last was marked; the log may still have to be emptied
        self._thread: Thread | None = None  # used in the writing thread only
        self._writing = self._engine("BEGIN IMMEDIATE", 1, "PRAGMA foreign_keys = ON")
        self._writer: AsyncConnection | None = None  # kept: to ask for it each time costs as much as a move
        self._driver: Any = None  # the driver's own connection behind it, of which SQLAlchemy knows no type
        self.reading = self.patient = self._engine("BEGIN", READERS, ONLY_READ)
        self._glancing = self._engine("BEGIN", 0, ONLY_READ, SMALL_CACHE)
        self._glances = Glances(self._glancing, GLANCES, patience / 1000)

    def _engine(self, begin: str, connections: int, *settings: str) -> AsyncEngine:
        """`connections` are kept; with 0 each is closed after use."""
        pool: dict[str, Any] = {"poolclass": NullPool}  # keyword arguments of SQLAlchemy, of many types
        if connections:
            pool = {
                "poolclass": AsyncAdaptedQueuePool,
                "pool_size": connections,
                "max_overflow": 0,
                "pool_timeout": self._patience / 1000,
            }
        engine = create_async_engine(
            URL.create(DRIVER, database=str(self.path)), hide_parameters=True, **pool
        )

        # `Any`: the connection is SQLAlchemy's own, made to look as if nobody had to wait for it.
        def set_up(connection: Any, _: object) -> None:
            connection.isolation_level = None  # transactions begin when we say so, savepoints among them
            cursor = connection.cursor()
            own = (f"PRAGMA busy_timeout = {self._patience}", f"PRAGMA max_page_count = {self._most_pages}")
            for line in (*own, *EACH, *settings):
                cursor.execute(line)
                cursor.fetchall()
            cursor.close()

        def begun(connection: Any) -> None:
            connection.exec_driver_sql(begin)

        event.listen(engine.sync_engine, "connect", set_up)
        event.listen(engine.sync_engine, "begin", begun)
        return engine

    async def prepare(self) -> None:
        """Make file and folder, for nobody else to read: the keys of all tables are in them."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreAway(f"{self.path} cannot be opened: {error.strerror}.") from error

    def migrating(self) -> AsyncEngine:
        """Without foreign keys: a table that is made anew must not take along what refers to it."""
        return self._engine("BEGIN IMMEDIATE", 0, "PRAGMA foreign_keys = OFF")

    async def wait_alone(self, connection: AsyncConnection) -> None:
        """Who has begun to write is alone."""

    def orphans(self, connection: Connection) -> list[str]:
        rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        return [f"A row of {row[0]} refers to one of {row[2]} that is not there." for row in rows]

    async def hold_alone(self, connection: AsyncConnection) -> None:
        """Whoever uses the file has locked its folder."""

    async def numbers(self, connection: AsyncConnection) -> dict[str, int]:
        rows = await connection.exec_driver_sql("SELECT name, seq FROM sqlite_sequence")
        return {row.name: row.seq for row in rows if row.name in NUMBERED}

    async def set_numbers(self, connection: AsyncConnection, numbers: dict[str, int]) -> None:
        for table, number in numbers.items():
            await connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            await connection.exec_driver_sql(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number)
            )

    # `Any`: what a coroutine is sent, which nobody uses.
    async def transact(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, Result]]) -> Result:
        driver = await self._outside()
        found: Result = await driver._execute(self._transact, driver._conn, work)
        return found

    # `Any`: as above.
    async def _outside(self) -> Any:
        """What writes, outside of any transaction."""
        if self._writer is None:
            writer = await self._writing.connect()
            self._driver = (await writer.get_raw_connection()).driver_connection
            self._writer = writer
        return self._driver

    def _transact(
        self, driver: sqlite3.Connection, work: Callable[[AsyncConnection], Coroutine[Any, Any, Result]]
    ) -> Result:
        """In the thread of the connection that writes (straight.py)."""
        if self._thread is None or self._thread.driver is not driver:
            self._thread = Thread(driver)
        return self._thread.transact(work)

    def glancing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return self._glances.connect()

    async def close(self) -> None:
        await self.reading.dispose()
        await self._glances.close()
        await self._glancing.dispose()
        if self._writer is not None:
            await self._writer.close()
        await self._writing.dispose()

    async def notify(self, connection: AsyncConnection, notices: Sequence[Notice]) -> None:
        """There are no others: one server to a file."""

    async def version(self, connection: AsyncConnection) -> int:
        found: int = (await connection.exec_driver_sql("PRAGMA data_version")).scalar_one()
        return found

    async def size(self, connection: AsyncConnection) -> int:
        return self._size()

    def _size(self) -> int:
        try:
            return self.path.stat().st_size
        except OSError as error:
            raise StoreAway(f"{self.path} is out of reach: {error.strerror}.") from error

    @property
    def is_quickly_checked(self) -> bool:
        """Small enough to read or write all of it without anybody noticing."""
        return self._size() <= SMALL

    @property
    def is_quickly_erased(self) -> bool:
        return self._size() <= SMALL

    async def limit(self, connection: AsyncConnection, most: int | None) -> None:
        """Let the file grow to so many bytes and no further."""
        self._most_pages = MOST_PAGES if most is None else max(1, most // PAGE)
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {self._most_pages}")

    # ---- erasing -----------------------------------------------------------------------------------------
    #
    # `secure_delete` overwrites a row where it lies, but when pages are split and joined SQLite leaves copies
    # of rows in their unused parts, and there are the old pages in the write-ahead log. Only a file that is
    # written anew and a log that is emptied have nothing of it. The mark outlives whatever happens before.

    async def mark(self, connection: AsyncConnection) -> None:
        """In the transaction that deletes: there is something to erase."""
        self._is_anew = False
        await connection.exec_driver_sql("PRAGMA user_version = 1")

    async def is_marked(self, connection: AsyncConnection) -> bool:
        return bool((await connection.exec_driver_sql("PRAGMA user_version")).scalar_one())

    async def erase(self) -> bool:
        """Write the file anew and empty the log, if it is marked; False when somebody reads just now."""
        ask = (await self._outside()).execute_fetchall
        if (await ask("PRAGMA user_version")) == [(0,)]:
            return True
        if not self._is_anew:
            await ask("PRAGMA temp_store = FILE")  # the new file is put together there
            await ask("VACUUM")
            await ask("PRAGMA temp_store = MEMORY")
            self._is_anew = True
        await ask(f"PRAGMA busy_timeout = {min(SHORT_PATIENCE, self._patience)}")
        try:
            ((busy, _, _),) = await ask("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await ask(f"PRAGMA busy_timeout = {self._patience}")
        if not busy:
            await ask("PRAGMA user_version = 0")
        return not busy

    async def troubles(
        self, connection: AsyncConnection, thorough: bool, within_s: float | None = None
    ) -> list[str] | None:
        """What SQLite finds wrong with its file, one line each."""
        check = "integrity_check" if thorough else "quick_check"
        found: list[str] = []
        is_late = False

        def stop() -> None:
            nonlocal is_late
            is_late = True
            driver._conn.interrupt()

        driver: Any = (await connection.get_raw_connection()).driver_connection
        timer = None if within_s is None else asyncio.get_running_loop().call_later(within_s, stop)
        try:
            with translated():
                rows = await connection.exec_driver_sql(f"PRAGMA {check}(20)")
                found += [str(text) for (text,) in rows.all() if text != "ok"]
                found += await connection.run_sync(self.orphans)
        except StoreDamaged as error:
            found.append(str(error))
        except StoreAway:
            if not is_late:
                raise
        finally:
            if timer is not None:
                timer.cancel()
        return None if is_late and not found else found


def path_of(place: str | Path) -> Path:
    """The file that a path or a URL such as sqlite:///games.db means."""
    if isinstance(place, Path):
        return place.absolute()
    try:
        url = make_url(place)
    except ArgumentError:
        raise StoreAway(
            "This is no URL of a database. postgresql://user@host/name or sqlite:///games.db would be."
        ) from None
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:" or url.query:
        raise StoreAway(
            f"{url!r} is no place for games. postgresql://user@host/name or sqlite:///games.db would be."
        )
    return Path(url.database).absolute()
