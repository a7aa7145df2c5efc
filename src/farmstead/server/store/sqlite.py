"""What is peculiar to SQLite: where the file is, how connections are set up, how things are erased."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Timer
from typing import Any, Final, TypeVar, final

from sqlalchemy import URL, Connection, create_engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from farmstead.server.store.database import NUMBERED_TABLES, Database, Run
from farmstead.server.store.errors import StoreAway, StoreDamaged, translated

Result = TypeVar("Result")

ERASE_TIMEOUT_MS: Final = 200  # to erase; all writing waits for it meanwhile
READER_THREADS: Final = 4  # threads, each with a connection
SMALL_CACHE: Final = "PRAGMA cache_size = -500"  # kB; SQLite's own is four times that, for each connection
ONLY_READ: Final = "PRAGMA query_only = ON"
BEGIN_WRITING: Final = "BEGIN IMMEDIATE"
PAGE_BYTES: Final = 4096
MAX_PAGES: Final = 0xFFFFFFFE  # SQLite's own limit
SMALL_FILE_BYTES: Final = 64 << 20  # bytes; up to this size a file is checked when opened and erased when due

CONNECTION_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit is on the disk before it is answered
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten
    "PRAGMA temp_store = MEMORY",
    f"PRAGMA journal_size_limit = {SMALL_FILE_BYTES}",
)


@final
class SqliteDatabase(Database):
    """One SQLite file: a thread with a connection that writes, and some that read meanwhile.

    A function goes to its thread once, with all its statements, and comes back with its result: a way there
    and back for each statement would take longer than the statements. Who is cancelled while he waits leaves
    the thread to its end.
    """

    is_shared = False

    def __init__(self, place: str | Path, patience: int) -> None:
        self.path = file_of(place)
        self._patience = patience
        self._most_pages = MAX_PAGES
        self._is_anew = False  # written anew since the last was marked; the log may still have to be emptied
        self._engine = create_engine(
            URL.create("sqlite", database=str(self.path)),
            connect_args={"check_same_thread": False},  # whoever closes them is in none of these threads
            poolclass=NullPool,
            hide_parameters=True,
        )
        self._writing = ThreadPoolExecutor(1, "writes")
        self._reading = ThreadPoolExecutor(READER_THREADS, "reads")
        self._writer: Connection | None = None  # used in the thread that writes only
        self._readers: list[Connection] = []  # those that nobody uses just now

    def _connect(self, *settings: str) -> Connection:
        connection = self._engine.connect()
        driver = driver_of(connection)
        driver.isolation_level = None  # transactions begin when we say so, savepoints among them
        own = (f"PRAGMA busy_timeout = {self._patience}", f"PRAGMA max_page_count = {self._most_pages}")
        try:
            for line in (*own, *CONNECTION_PRAGMAS, *settings):
                driver.execute(line).fetchall()
        except BaseException:
            connection.close()
            raise
        return connection

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """For a thread that is free somebody waits only so long."""
        asked = self._reading.submit(self._read, work)
        answer = asyncio.wrap_future(asked)
        limit = asyncio.get_running_loop().call_later(self._patience / 1000, asked.cancel)  # if not begun
        try:
            return await answer
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            raise TimeoutError from None
        finally:
            limit.cancel()

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        try:
            connection = self._readers.pop()
        except IndexError:
            connection = self._connect(ONLY_READ, SMALL_CACHE)
        try:
            return work(connection)
        finally:
            connection.rollback()  # SQLAlchemy thinks that there is a transaction, and there may be one
            self._readers.append(connection)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run a whole transaction in the writing thread."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, self._write, work)

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        connection = self._writer or self._outside()
        try:
            connection.exec_driver_sql(BEGIN_WRITING)
            found = work(connection)
            connection.commit()
        except BaseException:
            connection.rollback()
            if driver_of(connection).in_transaction:  # a commit that was broken off
                driver_of(connection).rollback()
            raise
        return found

    def _outside(self) -> Connection:
        """What writes, outside of any transaction."""
        if self._writer is None:
            self._writer = self._connect("PRAGMA foreign_keys = ON")
        return self._writer

    @asynccontextmanager
    async def long_transaction(self, write: bool) -> AsyncIterator[Run]:
        """Without foreign keys: a table that is made anew must not take along what refers to it."""
        with ThreadPoolExecutor(1) as thread:
            loop = asyncio.get_running_loop()

            # `Any`: as `Run` has it.
            async def run(work: Callable[..., Result], *given: Any) -> Result:
                return await loop.run_in_executor(thread, work, connection, *given)

            setting = "PRAGMA foreign_keys = OFF" if write else ONLY_READ
            connection = await loop.run_in_executor(thread, self._connect, setting)
            try:
                await run(Connection.exec_driver_sql, BEGIN_WRITING if write else "BEGIN")
                yield run
                if write:
                    await run(Connection.commit)
            except asyncio.CancelledError:
                driver_of(connection).interrupt()  # what is under way there
                raise
            finally:
                await run(Connection.close)

    async def close(self) -> None:
        """What is being read is read to its end."""
        for threads in (self._reading, self._writing):
            await asyncio.to_thread(threads.shutdown)
        for connection in (self._writer, *self._readers):
            if connection is not None:
                connection.close()

    async def prepare(self) -> None:
        """Make file and folder, for nobody else to read: the keys of all tables are in them."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreAway(f"{self.path} cannot be opened: {error.strerror}.") from error

    def orphans(self, connection: Connection) -> list[str]:
        rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        return [f"A row of {row[0]} refers to one of {row[2]} that is not there." for row in rows]

    def numbers(self, connection: Connection) -> dict[str, int]:
        rows = connection.exec_driver_sql("SELECT name, seq FROM sqlite_sequence")
        return {row.name: row.seq for row in rows if row.name in NUMBERED_TABLES}

    def set_numbers(self, connection: Connection, numbers: dict[str, int]) -> None:
        for table, number in numbers.items():
            connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            connection.exec_driver_sql(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number)
            )

    def changes(self, connection: Connection) -> int:
        """How many rows this connection has ever changed."""
        driver = connection.connection.driver_connection
        return 0 if driver is None else int(driver.total_changes)

    def version(self, connection: Connection) -> int:
        found: int = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
        return found

    def size(self, connection: Connection | None = None) -> int:
        try:
            return self.path.stat().st_size
        except OSError as error:
            raise StoreAway(f"{self.path} is out of reach: {error.strerror}.") from error

    @property
    def is_quickly_checked(self) -> bool:
        """Small enough to read or write all of it without anybody noticing."""
        return self.size() <= SMALL_FILE_BYTES

    is_quickly_erased = is_quickly_checked

    def limit(self, connection: Connection, most: int | None) -> None:
        """Let the file grow to so many bytes and no further."""
        self._most_pages = MAX_PAGES if most is None else max(1, most // PAGE_BYTES)
        connection.exec_driver_sql(f"PRAGMA max_page_count = {self._most_pages}")

    # ---- erasing -----------------------------------------------------------------------------------------
    #
    # `secure_delete` overwrites a row where it lies, but when pages are split and joined SQLite leaves copies
    # of rows in their unused parts, and there are the old pages in the write-ahead log. Only a file that is
    # written anew and a log that is emptied have nothing of it. The mark outlives whatever happens before.

    def mark(self, connection: Connection) -> None:
        """In the transaction that deletes: there is something to erase."""
        self._is_anew = False
        connection.exec_driver_sql("PRAGMA user_version = 1")

    def is_marked(self, connection: Connection) -> bool:
        return bool(connection.exec_driver_sql("PRAGMA user_version").scalar_one())

    async def erase(self) -> bool:
        """Write the file anew and empty the log, if it is marked; False when somebody reads just now."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, self._erase)

    def _erase(self) -> bool:
        # `Any`: rows of one PRAGMA or another.
        def ask(line: str) -> list[Any]:
            return driver.execute(line).fetchall()

        driver = driver_of(self._outside())
        if ask("PRAGMA user_version") == [(0,)]:
            return True
        if not self._is_anew:
            ask("PRAGMA temp_store = FILE")  # the new file is put together there
            ask("VACUUM")
            ask("PRAGMA temp_store = MEMORY")
            self._is_anew = True
        ask(f"PRAGMA busy_timeout = {min(ERASE_TIMEOUT_MS, self._patience)}")
        try:
            ((busy, _, _),) = ask("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            ask(f"PRAGMA busy_timeout = {self._patience}")
        if not busy:
            ask("PRAGMA user_version = 0")
        return not busy

    def troubles(
        self, connection: Connection, thorough: bool, within_s: float | None = None
    ) -> list[str] | None:
        """What SQLite finds wrong with its file, one line each."""
        check = "integrity_check" if thorough else "quick_check"
        found: list[str] = []
        is_late = False

        def stop() -> None:
            nonlocal is_late
            is_late = True
            driver_of(connection).interrupt()

        limit = Timer(within_s or 0, stop)
        if within_s is not None:
            limit.start()
        try:
            with translated():
                rows = connection.exec_driver_sql(f"PRAGMA {check}(20)").all()
                found += [str(text) for (text,) in rows if text != "ok"]
                found += self.orphans(connection)
        except StoreDamaged as error:
            found.append(str(error))
        except StoreAway:
            if not is_late:
                raise
        finally:
            limit.cancel()
            if limit.is_alive():
                limit.join()
        return None if is_late and not found else found


def driver_of(connection: Connection) -> sqlite3.Connection:
    driver: sqlite3.Connection | None = connection.connection.driver_connection
    assert driver is not None
    return driver


def file_of(place: str | Path) -> Path:
    """The file that a path or a URL such as sqlite:///games.db means; StoreAway for anything else."""
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
