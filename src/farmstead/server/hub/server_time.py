"""Server time: how long the server has been running in all, in milliseconds.

The clocks of the tables go by it, so that nobody's time runs while the server is down, and nobody cares when
the date of the machine is set. It is written down every few seconds: a server that was killed gives these
back to the players.

Where several workers share a store, the one that leads writes it down, and the others read it and follow.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Self, final

from farmstead.server.base.closing import ClosedAtExit, end_tasks
from farmstead.server.base.periodic import run_periodically
from farmstead.server.store import Milliseconds, Store, StoreError

LOG: Final = logging.getLogger(__name__)
WRITE_PERIOD_S: Final = 5.0  # seconds between two times that it is written down
EVERY_SHARED: Final = 1.0  # where other servers follow it


@final
class ServerTime(ClosedAtExit):
    """Goes on from where it was written down last. Use it as a context, or close it, before the store.

    async with await Uptime.start(store) as uptime, Hub(store, up=uptime.now) as hub: ...
    """

    def __init__(
        self,
        store: Store,
        before: Milliseconds,
        clock: Callable[[], float] = time.monotonic,
        every: float = WRITE_PERIOD_S,
    ) -> None:
        """`before`: what it was when the server stopped; `clock`: seconds that never go back."""
        self._store = store
        self._before = before
        self._clock = clock
        self._begun = clock()
        self._fails = False
        self.leads = True  # else another server does, and this one follows
        self._task = run_periodically("the server clock", self.write, every)

    @classmethod
    async def start(
        cls, store: Store, clock: Callable[[], float] = time.monotonic, every: float = WRITE_PERIOD_S
    ) -> Self:
        """From what the store has."""
        return cls(store, await store.server_state.uptime(), clock, every)

    def now(self) -> Milliseconds:
        return self._before + int(1000 * (self._clock() - self._begun))

    def follow(self, now: Milliseconds) -> None:
        """The server that leads says what it is."""
        if not self.leads:
            self._before, self._begun = now, self._clock()

    async def lead(self) -> None:
        """Go on from here, or from what was written down last, if that is later."""
        self.leads = True
        with suppress(StoreError):
            written = await self._store.server_state.uptime()
            if written > self.now():
                self._before, self._begun = written, self._clock()

    async def write(self) -> None:
        """Write it down, if the store can take it; the next time will do as well."""
        if not self.leads:
            return
        try:
            await self._store.server_state.set_uptime(self.now())
            self._fails = False
        except StoreError as error:
            if not self._fails:
                LOG.warning("How long the server has been running cannot be written down: %s", error)
            self._fails = True

    async def close(self) -> None:
        await end_tasks(self._task)
        await self.write()
