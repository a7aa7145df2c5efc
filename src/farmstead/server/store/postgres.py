"""What is peculiar to PostgreSQL: how it is reached, and what its connections are told.

What has been deleted there is gone for whoever asks the database; when its bytes leave the disk is for the
database to decide (VACUUM, its write-ahead log, backups).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, final
from urllib.parse import SplitResult, urlsplit

from sqlalchemy import Connection, ExceptionContext, event, text
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool

from farmstead.server.store.database import NUMBERED_TABLES, Database, Run
from farmstead.server.store.errors import StoreAway, translated
from farmstead.server.store.rows import Milliseconds

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

Result = TypeVar("Result")

SCHEMES: Final = ("postgresql", "postgres")
READER_CONNECTIONS: Final = 4
UPGRADE_LOCK: Final = 7_146_206_101  # numbers of advisory locks, each database has its own
LEADER_LOCK: Final = 7_146_206_102
LIKE_THIS: Final = "postgresql://user@localhost/farmstead would be one"

CONNECTION_SETTINGS: Final = {
    "application_name": "farmstead",
    "tcp_keepalives_idle": "5",  # seconds; a machine that is gone holds no lock for long
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
WRITER_SETTINGS: Final = {
    "synchronous_commit": "on",  # a commit is on the disk before it is answered
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "60000",
}
READER_SETTINGS: Final = {
    "default_transaction_isolation": "repeatable read",  # all is seen as it was at one moment
    "default_transaction_read_only": "on",
}


@final
class PostgresDatabase(Database):
    """A database of a PostgreSQL server, which other servers of ours may use as well.

    It checks references also while tables are changed, and whoever writes something about people tells the
    others. How large it may become is for those to say who run it.
    """

    is_shared = True
    is_quickly_checked = False
    is_quickly_erased = True  # there is nothing to do

    def __init__(self, url: str, patience: Milliseconds) -> None:
        check(url)
        check_driver()
        self._url = url
        self._patience = patience / 1000
        # A worker that sleeps in the middle of a transaction holds nobody up for longer.
        asleep = {"idle_in_transaction_session_timeout": "1500"}
        self._writing = self._engine(1, {**WRITER_SETTINGS, **asleep, "lock_timeout": str(patience)})
        # A transaction for a single statement would take as long as two more.
        self._reading = self._engine(READER_CONNECTIONS, READER_SETTINGS, isolation_level="AUTOCOMMIT")

    # `Any`: asyncpg says nothing about its types.
    async def connect(self, settings: dict[str, str], patience: float | None) -> Any:
        """A connection of the driver's own."""
        import asyncpg

        wanted = {**CONNECTION_SETTINGS, **settings}
        # A statement can wait longer than a connection: alone for its lock it may wait as long.
        most = None if patience is None else 2 * patience
        return await asyncpg.connect(
            self._url, timeout=self._patience, command_timeout=most, server_settings=wanted
        )

    # `Any`: keyword arguments of SQLAlchemy, of many types.
    def _engine(self, connections: int, settings: dict[str, str], **options: Any) -> AsyncEngine:
        """`connections` are kept; with 0 each is closed after use, and may take its time."""
        from sqlalchemy.ext.asyncio import create_async_engine  # large, and not for those who have a file

        options |= {"poolclass": NullPool}
        if connections:
            options |= {
                "poolclass": AsyncAdaptedQueuePool,
                "pool_size": connections,
                "max_overflow": 0,
                "pool_timeout": self._patience,
            }
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=partial(self.connect, settings, self._patience if connections else None),
            hide_parameters=True,  # keys and hashes of tokens are among them
            **options,
        )
        event.listen(engine.sync_engine, "checkout", not_a_dead_one)
        event.listen(engine.sync_engine, "handle_error", let_go_of_it)
        return engine

    async def prepare(self) -> None:
        """Connect once, so that whatever is wrong with it is said at the start."""
        with translated():
            connection = await self.connect({}, self._patience)
            await connection.close(timeout=self._patience)

    def wait_alone(self, connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})

    def hold_alone(self, connection: Connection) -> None:
        """Nobody can lead meanwhile, and where nobody leads there is no server."""
        wanted = text("SELECT pg_try_advisory_xact_lock(:lock)")
        if not connection.execute(wanted, {"lock": LEADER_LOCK}).scalar_one():
            raise StoreAway(f"A Farmstead server uses {shown(self._url)}. Stop it first.")

    def numbers(self, connection: Connection) -> dict[str, int]:
        return {table: self._number(connection, table) for table in NUMBERED_TABLES}

    def _number(self, connection: Connection, table: str) -> int:
        """None has been given out when it was not called yet."""
        wanted = text(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table}_id_seq")
        found: int = connection.execute(wanted).scalar_one()
        return found

    def set_numbers(self, connection: Connection, numbers: dict[str, int]) -> None:
        for table, number in numbers.items():
            if number:
                connection.execute(text(f"SELECT setval('{table}_id_seq', :number)"), {"number": number})

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        async with self._reading.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        async with self._writing.begin() as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def long_transaction(self, write: bool) -> AsyncIterator[Run]:
        async with self._engine(0, WRITER_SETTINGS if write else READER_SETTINGS).begin() as connection:
            yield connection.run_sync

    async def close(self) -> None:
        await self._reading.dispose()
        await self._writing.dispose()

    def size(self, connection: Connection) -> int:
        found: int = connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
        return found


# ---- the connections of the pools --------------------------------------------------------------------------


# `Any`: SQLAlchemy's own objects, of which it says little.
def not_a_dead_one(connection: Any, *_: object) -> None:
    """Have the pool replace a connection that the server has closed."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError("The server has closed this connection.")


def let_go_of_it(context: ExceptionContext) -> None:
    """Drop a connection that does not answer, without a rollback that would not be answered either."""
    if isinstance(context.original_exception, OSError):
        context.is_disconnect = True


# ---- URLs --------------------------------------------------------------------------------------------------


def is_postgres(url: str) -> bool:
    return url.partition(":")[0].partition("+")[0].lower() in SCHEMES


def check(url: str) -> None:
    """StoreAway, without what may be secret, for a URL that asyncpg would not understand."""
    parts = split(url)
    if parts is None or parts.scheme not in SCHEMES:
        raise StoreAway(f"This is no URL of a database; {LIKE_THIS}.")
    if not parts.path.strip("/"):
        raise StoreAway(f"The URL {shown(url)} names no database; {LIKE_THIS}.")


def split(url: str) -> SplitResult | None:
    """None for what is no URL, such as one whose port is no number."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts


def shown(url: str) -> str:
    """A URL as it may be printed and logged: without password and settings."""
    if (parts := split(url)) is None:
        return "(a URL that cannot be read)"
    whose = f"{parts.username}@" if parts.username else ""
    host = parts.hostname or ""
    place = f"{f'[{host}]' if ':' in host else host}{f':{parts.port}' if parts.port else ''}"
    return f"{parts.scheme}://{whose}{place}{parts.path}"


def check_driver() -> None:
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise StoreAway(
            "PostgreSQL needs a package that is not installed. Try: pip install 'farmstead[postgres]'"
        ) from None
