"""What the store needs of a database: SQLite for one server, PostgreSQL for one or several."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from farmstead.server.store.notices import Notice
from farmstead.server.store.rows import Milliseconds

Result = TypeVar("Result")

NUMBERED: Final = ("players", "sessions", "tables")  # tables whose rows are numbered
PATIENCE: Final[Milliseconds] = 5000  # until what does not answer, or is locked by others, is StoreAway


class Database(Protocol):
    """Where the rows are. One connection writes; `reading` has some that never do."""

    reading: AsyncEngine
    patient: AsyncEngine  # to read everything, however long it takes

    @property
    def is_shared(self) -> bool:
        """Several servers may use it at once; they hear of each other's changes."""

    @property
    def is_quickly_checked(self) -> bool:
        """So small that all of it can be read when it is opened."""

    @property
    def is_quickly_erased(self) -> bool:
        """So small that what has been deleted can be erased at once."""

    async def prepare(self) -> None:
        """See to it that there is something to connect to; StoreAway says why not."""

    def migrating(self) -> AsyncEngine:
        """For steps to a newer version, however long they take."""

    async def wait_alone(self, connection: AsyncConnection) -> None:
        """In the transaction that upgrades: until nobody else does."""

    def orphans(self, connection: Connection) -> list[str]:
        """A sentence for each row that refers to one which is not there."""

    async def hold_alone(self, connection: AsyncConnection) -> None:
        """In a transaction that moves everything: StoreAway when a server uses it."""

    async def numbers(self, connection: AsyncConnection) -> dict[str, int]:
        """The highest number that a row of each table had; such a number is never used again."""

    async def set_numbers(self, connection: AsyncConnection, numbers: dict[str, int]) -> None:
        """Go on from these."""

    # `Any`: what a coroutine is sent, which nobody uses.
    async def transact(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, Result]]) -> Result:
        """Do this in a transaction of the connection that writes. It may wait for nothing but that."""

    def glancing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection to read by one statement, or by several that need not see the same moment."""

    async def close(self) -> None: ...

    async def version(self, connection: AsyncConnection) -> int:
        """By the connection that writes: another number when somebody else has written, who tells nobody."""

    async def size(self, connection: AsyncConnection) -> int:
        """Bytes on the disk."""

    async def limit(self, connection: AsyncConnection, most: int | None) -> None:
        """Let it grow to so many bytes and no further, where that can be said."""

    async def mark(self, connection: AsyncConnection) -> None:
        """In the transaction that deletes: there is something to erase."""

    async def is_marked(self, connection: AsyncConnection) -> bool: ...

    async def erase(self) -> bool:
        """Leave no trace of what has been deleted; False when that has to wait."""

    async def troubles(
        self, connection: AsyncConnection, thorough: bool, within_s: float | None = None
    ) -> list[str] | None:
        """What is wrong with it, a sentence each; None when it could not be read to the end in that time."""

    async def notify(self, connection: AsyncConnection, notices: Sequence[Notice]) -> None:
        """Tell other servers when the transaction is committed, and only then."""


# `Any`: whatever a column holds.
async def insert_once(connection: AsyncConnection, table: Table, values: dict[str, Any]) -> bool:
    """Add a row unless there is one with the same key; whether it was added."""
    if connection.dialect.name == "postgresql":
        done = await connection.execute(postgresql.insert(table).values(values).on_conflict_do_nothing())
    else:
        done = await connection.execute(sqlite.insert(table).values(values).on_conflict_do_nothing())
    return bool(done.rowcount)
