"""A whole transaction, or a single question, in the thread of SQLite's connection.

Each step that is waited for from outside costs a way there and back, and both threads want the interpreter:
together more than the statement itself, which takes eight such steps. So what is to be written is not sent
there statement by statement: the whole of it runs there, on a connection whose statements are done when they
are asked for. And a question goes there once, and comes back with its answer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar, cast, final

from sqlalchemy import Connection, Executable, FrozenResult, NestedTransaction, create_engine
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import StaticPool

Result = TypeVar("Result")

BEGIN: Final = "BEGIN IMMEDIATE"


@final
class Thread:
    """SQLAlchemy on a connection of the driver; used in the driver's thread only."""

    def __init__(self, driver: sqlite3.Connection) -> None:
        self.driver = driver
        engine = create_engine(
            "sqlite://",
            poolclass=StaticPool,
            creator=lambda: driver,
            pool_reset_on_return=None,  # it is not ours to close
            hide_parameters=True,
        )
        self._connection = engine.connect()

    # `Any`: what a coroutine is sent, which nobody uses.
    def transact(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, Result]]) -> Result:
        """Everything or nothing. `work` must wait for the connection only."""
        connection = self._connection
        try:
            connection.exec_driver_sql(BEGIN)
            found = done(work(cast(AsyncConnection, Straight(connection, self.driver))))
            connection.commit()
            return found
        except BaseException:
            connection.rollback()
            if self.driver.in_transaction:  # a commit that was broken off
                self.driver.rollback()
            raise

    # `Any`: rows and values of all types.
    def ask(self, statement: Executable, values: dict[str, Any] | None) -> FrozenResult[Any]:
        """All that is found. SQLite itself needs no transaction for a single statement."""
        try:
            return self._connection.execute(statement, values).freeze()
        finally:
            self._connection.rollback()  # SQLAlchemy thinks that there is one


def plain(connection: AsyncConnection) -> sqlite3.Connection | None:
    """The driver's own connection, for what has to be quicker still; None where there is none at hand."""
    found: object = connection
    return found.driver if isinstance(found, Straight) else None


# `Any`: as above.
def done(work: Coroutine[Any, Any, Result]) -> Result:
    """What comes of something that never really waits."""
    try:
        work.send(None)
    except StopIteration as finished:
        result: Result = finished.value
        return result
    work.close()
    raise RuntimeError("what is written in one transaction may wait for its connection only")


# `Any` throughout: these hand on what SQLAlchemy takes and gives.
@final
class Straight:
    """As much of an `AsyncConnection` as writing takes, done at once."""

    def __init__(self, connection: Connection, driver: sqlite3.Connection) -> None:
        self._connection = connection
        self.driver = driver
        self.info = connection.info
        self.dialect = connection.dialect

    async def execute(self, *arguments: Any, **named: Any) -> Any:
        return self._connection.execute(*arguments, **named)

    async def scalar(self, *arguments: Any, **named: Any) -> Any:
        return self._connection.scalar(*arguments, **named)

    async def scalars(self, *arguments: Any, **named: Any) -> Any:
        return self._connection.scalars(*arguments, **named)

    async def exec_driver_sql(self, *arguments: Any, **named: Any) -> Any:
        return self._connection.exec_driver_sql(*arguments, **named)

    async def run_sync(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return work(self._connection, *arguments)

    async def begin_nested(self) -> Savepoint:
        return Savepoint(self._connection.begin_nested())


@final
class Savepoint:
    """What is done after it can be undone by itself."""

    def __init__(self, transaction: NestedTransaction) -> None:
        self._transaction = transaction

    async def commit(self) -> None:
        self._transaction.commit()

    async def rollback(self) -> None:
        self._transaction.rollback()
