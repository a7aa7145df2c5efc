"""Has a bot take over each seat whose clock has run out; how a clock runs is in `deadlines.py`.

Clocks go by server time. A table that nobody needs is forgotten by the hub while its clock runs; what is kept
of it here is when to look at it again, and that is enough: the journal tells since when a decision stands.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from heapq import heapify, heappop, heappush
from typing import Final, final

from farmstead.engine.contract import FarmsteadError
from farmstead.server.base.closing import ClosedAtExit, end_tasks
from farmstead.server.base.periodic import run_periodically
from farmstead.server.hub.hub import Batch, Hub
from farmstead.server.hub.server_time import ServerTime
from farmstead.server.hub.start import cancelled
from farmstead.server.store import Milliseconds, StoreAway, StoreFull, TableId
from farmstead.server.table.entries import TakenOver
from farmstead.server.table.live_table import LiveTable

LOG: Final = logging.getLogger(__name__)
CHECK_PERIOD_S: Final = 1.0  # seconds between two looks; the shortest clock has ten
STORE_RETRY_MS: Final = 5000  # milliseconds until the store is tried again
STALE: Final = 100  # times that no longer hold may be in the heap, or as many as hold


class NobodyLate(FarmsteadError):
    """Nobody at the table is late: somebody has decided at the last moment, or the game is over."""


@final
class ClockEnforcer(ClosedAtExit):
    """The clocks of all tables of a hub. Use it as a context, or close it, before the hub."""

    def __init__(self, hub: Hub, uptime: ServerTime, every: float = CHECK_PERIOD_S) -> None:
        self._hub = hub
        self._uptime = uptime
        self._every = every
        self._due: dict[TableId, Milliseconds] = {}  # when to look at a table
        self._heap: list[tuple[Milliseconds, TableId]] = []  # the same by time, and what no longer holds
        self._tasks: set[asyncio.Task[None]] = set()
        self._looker = run_periodically("the clocks of the tables", self.look, self._pause)
        hub.watchers.append(self)

    async def close(self) -> None:
        """Nothing is lost: clocks go on when their tables are loaded."""
        if self in self._hub.watchers:
            self._hub.watchers.remove(self)
        await end_tasks(self._looker, *self._tasks)

    # ---- as the hub sees it ----------------------------------------------------------------------------

    def changed(self, table: TableId, live: LiveTable) -> None:
        """Note when the next clock of a table runs out."""
        deadlines = self._hub.deadlines(table)
        due = deadlines.earliest() if deadlines is not None and deadlines.is_running else None
        if due is None:
            self._due.pop(table, None)
        else:
            self._set(table, due)

    def needs(self, table: TableId) -> bool:
        return False

    # ---- when to look ----------------------------------------------------------------------------------

    def _set(self, table: TableId, due: Milliseconds) -> None:
        if self._due.get(table) != due:
            self._due[table] = due
            heappush(self._heap, (due, table))
            if len(self._heap) > 2 * len(self._due) + STALE:
                self._heap = [(when, which) for which, when in self._due.items()]
                heapify(self._heap)

    def look(self) -> None:
        """Begin to take over wherever somebody is late."""
        now = self._uptime.now()
        while self._heap and self._heap[0][0] <= now:
            due, table = heappop(self._heap)
            if self._due.get(table) == due:
                del self._due[table]
                task = asyncio.create_task(self._take_over(table))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _pause(self) -> float:
        """Seconds: up to the first who will be late."""
        if not self._heap:
            return self._every
        return min(self._every, max(0.001, (self._heap[0][0] - self._uptime.now()) / 1000))

    # ---- taking over -----------------------------------------------------------------------------------

    async def _take_over(self, table: TableId) -> None:
        """All late seats of a table, one entry each."""
        try:
            level = (await self._hub.options(table)).level
            while True:
                await self._hub.post(table, partial(self._late_one, table, level))
        except NobodyLate:
            return
        except (StoreFull, StoreAway) as error:
            LOG.warning("Somebody at table %d is late and has to be taken over later: %s", table, error)
            self._set(table, self._uptime.now() + STORE_RETRY_MS)
        except FarmsteadError as error:  # set aside, or deleted
            LOG.info("There is nobody to wait for at table %d: %s", table, error)
        except Exception:  # a fault of the program; nobody is to be waited for for ever because of it
            LOG.exception("Somebody at table %d is late and could not be taken over.", table)
            self._set(table, self._uptime.now() + STORE_RETRY_MS)

    def _late_one(self, table: TableId, level: int, live: LiveTable) -> TakenOver | Batch:
        """For the first seat that is late, as the table is now; or the end of a start that does not come."""
        deadlines, now = self._hub.deadlines(table), self._uptime.now()
        until = None if deadlines is None else deadlines.start_until()
        if until is not None and until <= now:
            return cancelled(live)
        late = [] if deadlines is None else deadlines.late(now)
        if not late:
            self.changed(table, live)  # or it might not be looked at again
            raise NobodyLate
        return TakenOver(late[0], "clock", level)
