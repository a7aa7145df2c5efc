"""The line between servers that share a database: a connection of its own, on which each hears of the others.

The same connection holds the lock of the one that leads. When it is lost nothing is heard and nobody leads
here; it is made again, and then everything has to be looked at, since something may have been missed.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final, Protocol, Self, final

from farmstead.server.store.availability import Availability
from farmstead.server.store.errors import StoreAway, translated
from farmstead.server.store.notices import Notice, read
from farmstead.server.store.postgres import CHANNEL, LEADING, PostgresDatabase

LOG: Final = logging.getLogger(__name__)
EVERY: Final = 1.0  # seconds between two looks whether the line holds, and who leads
AGAIN: Final = 0.5  # seconds until it is made again
TRY: Final = "SELECT pg_try_advisory_lock($1)"


class PeerListener(Protocol):
    """Whoever is on the line."""

    def heard(self, notice: Notice) -> None:
        """Another server has changed something. Nobody waits for anything here."""

    async def connected(self) -> None:
        """From now on everything is heard; what was before may have been missed."""

    def lost(self) -> None:
        """Nothing is heard any more, and others may lead."""

    async def lead(self) -> None:
        """What has to be done once, for all servers, is to be done here, until the line is lost."""


@final
class PeerConnection:
    """Use it as a context; it is made in the background, as often as it has to be."""

    def __init__(self, database: PostgresDatabase, ears: PeerListener, availability: Availability) -> None:
        self._database = database
        self._ears = ears
        self._availability = availability
        self._is_reached = False  # since the line was last tried
        self._broken = asyncio.Event()
        self._fails = False
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._hold(), name="the line to other servers")
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _hold(self) -> None:
        while True:
            try:
                with translated():
                    await self._hold_once()
            except StoreAway as error:
                if not self._fails:
                    LOG.warning("The line to other servers is broken: %s", error)
                self._fails = True
                if not self._is_reached:
                    self._availability.failed("read", error)
            except Exception:  # a fault of the program; the next time may be better
                LOG.exception("Something went wrong on the line to other servers.")
            await asyncio.sleep(AGAIN)

    async def _hold_once(self) -> None:
        """Until it breaks."""
        self._is_reached = False
        connection = await self._database.connect({}, EVERY)
        self._is_reached = True
        self._availability.worked("read")
        self._broken.clear()
        connection.add_termination_listener(self._terminated)
        try:
            await connection.add_listener(CHANNEL, self._told)
            await self._ears.connected()
            if self._fails:
                LOG.warning("The line to other servers is whole again.")
            self._fails = False
            await self._lead_or_wait(connection)
        finally:
            self._ears.lost()
            await close(connection)

    # `Any`: asyncpg says nothing about its types.
    async def _lead_or_wait(self, connection: Any) -> None:
        leads = False
        while not self._broken.is_set():
            if leads:
                await connection.fetchval("SELECT 1")
            elif await connection.fetchval(TRY, LEADING):
                leads = True
                await self._ears.lead()
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._broken.wait()
        raise StoreAway("The database has closed the connection.")

    def _terminated(self, _: object) -> None:
        self._broken.set()

    def _told(self, _connection: object, _pid: int, _channel: str, message: object) -> None:
        sender, notices = read(str(message))
        if sender == self._database.sender:
            return
        for notice in notices:
            try:
                self._ears.heard(notice)
            except Exception:  # the others are to be heard all the same
                LOG.exception("Something went wrong with what another server said.")


# `Any`: as above.
async def close(connection: Any) -> None:
    """Also one that does not answer: its lock is to be another's soon."""
    try:
        await connection.close(timeout=EVERY)
    except Exception:  # whatever it is: it is closed then
        connection.terminate()
