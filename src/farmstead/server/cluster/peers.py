"""What other servers on the same store do, as far as it matters here.

A table in memory is read on when another server has written to it, and those who listen here hear of it. The
one server that leads also looks after tables that it does not have in memory, where a bot or a clock may have
something to do.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Final, final

from farmstead.engine.contract import FarmsteadError
from farmstead.server.hub.hub import Hub
from farmstead.server.hub.server_time import ServerTime
from farmstead.server.people.sessions import PeopleCache
from farmstead.server.store import Notice, StoreAway, TableId

LOG: Final = logging.getLogger(__name__)
AGAIN: Final = 1.0  # seconds until a table is read again, when the store was away


@final
class Peers:
    """Hears of them, for the parts of one server; `lead` and `retire` say who leads."""

    def __init__(
        self,
        hub: Hub,
        people: PeopleCache,
        uptime: ServerTime,
        gone: Callable[[TableId], None],
        lead: Callable[[], Coroutine[None, None, None]],
        retire: Callable[[], None],
        over: Callable[[TableId], None] = lambda _: None,
    ) -> None:
        """`gone`: a table has been deleted; `over`: its game is."""
        self.leads = False
        self._hub = hub
        self._people = people
        self._uptime = uptime
        self._gone = gone
        self._lead = lead
        self._retire = retire
        self._over = over
        self._behind: dict[TableId, int] = {}  # the number up to which a table is to be read
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ---- as the line sees it -----------------------------------------------------------------------------

    def heard(self, notice: Notice) -> None:
        match notice.kind:
            case "entries":
                self._read_on(notice.table, notice.n, is_due=False)
            case "due":
                self._read_on(notice.table, notice.n, is_due=True)
            case "chat":
                self._hub.notify(notice.table, "chat")
            case "table":
                self._look_again(notice.table)
            case "people":
                self._people.forget(notice.n or None)
            case "deleted":
                self._gone(notice.table)
            case "over":
                self._over(notice.table)
            case "uptime":
                self._uptime.follow(notice.n)

    async def connected(self) -> None:
        """Whatever is kept here may be of yesterday."""
        self._people.hears(True)
        await asyncio.gather(*map(self._catch_up, self._hub.tables()))

    def lost(self) -> None:
        self._people.hears(False)
        if self.leads:
            self.leads = False
            self._retire()

    async def lead(self) -> None:
        self.leads = True
        await self._lead()

    # ---- tables ------------------------------------------------------------------------------------------

    def _read_on(self, table: TableId, number: int, is_due: bool) -> None:
        """Once at a time for each table, however much is heard of it meanwhile."""
        if not self._hub.has(table) and not (is_due and self.leads):
            return
        is_being_read = table in self._behind
        self._behind[table] = max(number, self._behind.get(table, 0))
        if not is_being_read:
            self._start(self._read_up_to(table))

    async def _read_up_to(self, table: TableId) -> None:
        read = -1
        while (wanted := self._behind[table]) > read:
            await self._catch_up(table, wanted)
            read = wanted
        del self._behind[table]

    async def _catch_up(self, table: TableId, number: int | None = None) -> None:
        try:
            await self._hub.catch_up(table, number)
        except StoreAway as error:
            LOG.info("Table %d could not be read on: %s", table, error)
            self._start(self._catch_up_later(table, number))
        except FarmsteadError as error:  # set aside, or deleted
            LOG.info("Table %d cannot be read on: %s", table, error)
        except Exception:  # a fault of the program; the other tables are to be read all the same
            LOG.exception("Table %d could not be read on.", table)

    async def _catch_up_later(self, table: TableId, number: int | None) -> None:
        await asyncio.sleep(AGAIN)
        if self._hub.has(table) or self.leads:
            await self._catch_up(table, number)

    def _look_again(self, table: TableId) -> None:
        if self._hub.has(table):
            self._start(self._refresh(table))

    async def _refresh(self, table: TableId) -> None:
        try:
            await self._hub.freshen(table)
        except FarmsteadError as error:
            LOG.info("Table %d could not be looked at: %s", table, error)
        finally:
            self._hub.notify(table, "table")

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
