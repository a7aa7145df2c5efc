"""Single statements that read SQLite: some connections for them, each of which answers in one step."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast, final

from sqlalchemy import Executable, Result, ScalarResult
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from farmstead.server.store.errors import StoreAway
from farmstead.server.store.straight import Thread


@final
class Glances:
    """Whoever wants to ask something gets a connection that is free, or waits for one."""

    def __init__(self, engine: AsyncEngine, connections: int, patience: float) -> None:
        """The engine makes them, and keeps none; `patience` is how many seconds somebody waits for one."""
        self._engine = engine
        self._turns = asyncio.Semaphore(connections)
        self._patience = patience
        self._free: list[Glance] = []
        self._is_closed = False

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """For statements that need not see the same moment."""
        if self._turns.locked():
            async with asyncio.timeout(self._patience):
                await self._turns.acquire()
        else:
            await self._turns.acquire()
        try:
            if self._is_closed:
                raise StoreAway("The store is closed.")
            glance = self._free.pop() if self._free else await glance_at(self._engine)
            try:
                yield cast(AsyncConnection, glance)
            finally:
                self._free.append(glance)
                if self._is_closed:
                    await self.close()
        finally:
            self._turns.release()

    async def close(self) -> None:
        """Those in use are closed when they are free."""
        self._is_closed = True
        while self._free:
            await self._free.pop().close()


async def glance_at(engine: AsyncEngine) -> Glance:
    connection = await engine.connect()
    return Glance(connection, (await connection.get_raw_connection()).driver_connection)


# `Any` throughout: the driver's own connection, and what SQLAlchemy takes and gives.
@final
class Glance:
    """As much of an `AsyncConnection` as asking takes."""

    def __init__(self, connection: AsyncConnection, driver: Any) -> None:
        self._connection = connection
        self._driver = driver
        self._thread: Thread | None = None  # used in the driver's thread only

    async def execute(self, statement: Executable, values: dict[str, Any] | None = None) -> Result[Any]:
        found: Result[Any] = (await self._driver._execute(self._ask, statement, values))()
        return found

    async def scalar(self, statement: Executable, values: dict[str, Any] | None = None) -> Any:
        return (await self.execute(statement, values)).scalar()

    async def scalars(self, statement: Executable, values: dict[str, Any] | None = None) -> ScalarResult[Any]:
        return (await self.execute(statement, values)).scalars()

    def _ask(self, statement: Executable, values: dict[str, Any] | None) -> Any:
        if self._thread is None:
            self._thread = Thread(self._driver._conn)
        return self._thread.ask(statement, values)

    async def close(self) -> None:
        await self._connection.close()
