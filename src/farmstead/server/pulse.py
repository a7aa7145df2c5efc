"""Whether a server is well: it answers, and its store does so in time. For those who watch over it."""

from __future__ import annotations

import asyncio
import time
from typing import Final, NamedTuple, final

from farmstead.server.hub import Hub
from farmstead.server.store import Store, StoreError

PATIENCE: Final = 2.0  # seconds for the store to answer
FRESH: Final = 1.0  # seconds for which it need not be asked again, however many want to know


class Felt(NamedTuple):
    """How it is."""

    store: bool  # has answered
    open: bool  # is not about to close

    @property
    def is_well(self) -> bool:
        return self.store and self.open


@final
class Pulse:
    """Asks the store one question at a time, for all who want to know."""

    def __init__(self, hub: Hub, store: Store) -> None:
        self._hub = hub
        self._store = store
        self._asking: asyncio.Task[bool] | None = None
        self._answered: float | None = None  # when it did last

    async def feel(self) -> Felt:
        return Felt(await self._answers(), not self._hub.is_closing)

    async def _answers(self) -> bool:
        """A question that is not answered in time goes on: to break it off would cost a connection."""
        if self._answered is not None and time.monotonic() - self._answered < FRESH:
            return True
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        asked = self._asking
        done, _ = await asyncio.wait([asked], timeout=PATIENCE)
        return asked in done and not asked.cancelled() and asked.result()

    async def _ask(self) -> bool:
        try:
            await self._store.house.uptime()
        except StoreError:
            return False
        self._answered = time.monotonic()
        return True

    async def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
