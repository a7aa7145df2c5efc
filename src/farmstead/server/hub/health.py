"""Whether a server is well, for those who watch over it: its store answers, and can be written."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, Literal, NamedTuple, TypeAlias, final

from farmstead.server.base.closing import end_tasks
from farmstead.server.hub.hub import Hub
from farmstead.server.store import Store, StoreError, StoreFull

Why: TypeAlias = Literal["", "closing", "store_away", "store_full"]

STORE_TIMEOUT_S: Final = 2.0  # seconds for the store to answer
REPORT_CACHE_S: Final = 1.0  # seconds for which it need not be asked again, however many want to know


class HealthReport(NamedTuple):
    """How it is."""

    store: bool  # has answered
    writes: bool  # what was to be written last could be
    open: bool  # is not about to close
    why: Why = ""  # it is not well

    @property
    def is_well(self) -> bool:
        return self.store and self.writes and self.open


@final
class StoreProbe:
    """Put to the store for all who want to know, one at a time."""

    def __init__(self, ask: Callable[[], Awaitable[object]]) -> None:
        self._ask = ask
        self._asking: asyncio.Task[bool] | None = None
        self._answered: float | None = None  # when it was last, well

    async def is_answered(self) -> bool:
        """One that is not answered in time goes on: to break it off would cost a connection."""
        if self._answered is not None and time.monotonic() - self._answered < REPORT_CACHE_S:
            return True
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._try())
        asked = self._asking
        done, _ = await asyncio.wait([asked], timeout=STORE_TIMEOUT_S)
        return asked in done and not asked.cancelled() and asked.result()

    async def _try(self) -> bool:
        try:
            await self._ask()
        except StoreError:
            return False
        self._answered = time.monotonic()
        return True

    async def close(self) -> None:
        await end_tasks(self._asking)


@final
class ServerHealth:
    """Asks the store, and has it write something when writing has failed, to notice when that works again."""

    def __init__(self, hub: Hub, store: Store) -> None:
        self._hub = hub
        self._store = store
        self._reading = StoreProbe(lambda: store.server_state.uptime())
        self._writing = StoreProbe(lambda: store.server_state.try_writing())

    async def report(self) -> HealthReport:
        answers, writes = await asyncio.gather(self._reading.is_answered(), self._can_be_written())
        is_open = not self._hub.is_closing
        why: Why = ""
        if not is_open:
            why = "closing"
        elif not answers:
            why = "store_away"
        elif not writes:
            is_full = isinstance(self._store.availability.failure("written"), StoreFull)
            why = "store_full" if is_full else "store_away"
        return HealthReport(answers, writes, is_open, why)

    async def _can_be_written(self) -> bool:
        """Nothing is written to find it out as long as all goes well."""
        if self._store.availability.failure("written") is None:
            return True
        return await self._writing.is_answered()

    async def close(self) -> None:
        await self._reading.close()
        await self._writing.close()
