"""What the store needs of a database: SQLite for one server, PostgreSQL for one or several."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import sqlite

from farmstead.server.store.rows import Milliseconds

Result = TypeVar("Result")

# Tables whose rows are numbered.
NUMBERED_TABLES: Final = ("players", "sessions", "tables", "orders", "reports", "invitations")
# Until what does not answer, or is locked by others, is StoreAway.
DEFAULT_TIMEOUT_MS: Final[Milliseconds] = 5000


class Run(Protocol):
    """Runs functions one after the other on the same connection, in the same transaction.

    `Any`: whatever they are given besides the connection.
    """

    def __call__(self, work: Callable[..., Result], /, *given: Any) -> Awaitable[Result]: ...


class Database(Protocol):
    """Where the rows are. One connection writes; some others read and never write.

    Functions that take a connection are run by these methods and by nobody else. They may wait for nothing
    but the database. What is not said otherwise is so where there is nothing to do.
    """

    @property
    def is_shared(self) -> bool:
        """Several servers may use it at once."""

    @property
    def is_quickly_checked(self) -> bool:
        """So small that all of it can be read when it is opened."""

    @property
    def is_quickly_erased(self) -> bool:
        """So small that what has been deleted can be erased at once."""

    async def prepare(self) -> None:
        """See to it that there is something to connect to; StoreAway says why not."""

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Each statement sees what has been committed before it; see `begin_snapshot`."""

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """All of it in a transaction of the connection that writes, which is committed on return."""

    def long_transaction(self, write: bool) -> AbstractAsyncContextManager[Run]:
        """For steps to a newer version and for what reads everything, however long it takes."""

    async def close(self) -> None: ...

    def wait_alone(self, connection: Connection) -> None:
        """In the transaction that upgrades: until nobody else does. Who writes to a file is alone anyway."""
        return

    def orphans(self, connection: Connection) -> list[str]:
        """A sentence for each row that refers to one which is not there, where that can be."""
        return []

    def hold_alone(self, connection: Connection) -> None:
        """In a transaction that moves everything: StoreAway when a server uses it.

        Whoever uses a file has locked its folder.
        """
        return

    def numbers(self, connection: Connection) -> dict[str, int]:
        """The highest number that a row of each table had; such a number is never used again."""

    def set_numbers(self, connection: Connection, numbers: dict[str, int]) -> None:
        """Go on from these."""

    def changes(self, connection: Connection) -> int | None:
        """How many rows this connection has written so far; None where that is not counted."""
        return None

    def version(self, connection: Connection) -> int:
        """By the connection that writes: another number when somebody else has written, who tells nobody."""
        return 0

    def size(self, connection: Connection) -> int:
        """Bytes on the disk."""

    def limit(self, connection: Connection, most: int | None) -> None:
        """Let it grow to so many bytes and no further, where that can be said."""
        return

    def mark(self, connection: Connection) -> None:
        """In the transaction that deletes: there is something to erase."""
        return

    def is_marked(self, connection: Connection) -> bool:
        """Where what is deleted is left to the database nothing is."""
        return False

    async def erase(self) -> bool:
        """Leave no trace of what has been deleted; False when that has to wait."""
        return True

    def troubles(
        self, connection: Connection, thorough: bool, within_s: float | None = None
    ) -> list[str] | None:
        """What is wrong with it, a sentence each; None when it could not be read to the end in that time.

        Its own files are a database's to check (`pg_amcheck`).
        """
        return []


def begin_snapshot(connection: Connection) -> None:
    """Whoever reads by several statements sees the store from here on as it is at one moment."""
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="REPEATABLE READ")
    else:
        connection.exec_driver_sql("BEGIN")


# `Any`: whatever a column holds.
def insert_once(connection: Connection, table: Table, values: dict[str, Any]) -> bool:
    """Add a row unless there is one with the same key; whether it was added."""
    insert: Any = sqlite.insert
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert  # most servers need nothing of it
    return bool(connection.execute(insert(table).values(values).on_conflict_do_nothing()).rowcount)
