"""This worker among those that share a database: which there are, who leads, whose tables are free."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Final, Protocol, final

from farmstead.server.base.closing import end_tasks
from farmstead.server.cluster.peers import Peers
from farmstead.server.hub.hub import Hub
from farmstead.server.hub.server_time import ServerTime
from farmstead.server.people.sessions import PeopleCache
from farmstead.server.store import Milliseconds, Owner, PeerNotice, TableId

GATHERING_S: Final = 3.0  # in which the workers of one server are waited for, to share the tables among them
ORPHANS_S: Final = 10.0  # between two looks for tables that nobody serves, where no worker has come or gone


class Leading(Protocol):
    """What is done once for all workers, and what this one has in memory."""

    async def lead(self) -> None: ...

    def retire(self) -> None: ...

    def forget(self, table: TableId) -> None:
        """A table has been deleted."""

    async def resume(self, share: int, shares: int) -> None:
        """Go on at tables that nobody serves."""


@final
class Membership:
    """As its lease sees it."""

    def __init__(
        self, core: Leading, hub: Hub, people: PeopleCache, uptime: ServerTime, peers: Peers, expected: int
    ) -> None:
        """`expected`: as many workers are about to come."""
        self._core = core
        self._hub = hub
        self._people = people
        self._uptime = uptime
        self._peers = peers
        self._expected = expected
        self._gathered_at = time.monotonic() + GATHERING_S
        self.first: Owner | None = None  # of the workers that are there, the one that counts for all
        self._workers: frozenset[int] = frozenset()
        self._orphans_at = 0.0
        self._resuming: asyncio.Task[None] | None = None

    async def close(self) -> None:
        await end_tasks(self._resuming)

    def heard(self, notice: PeerNotice) -> None:
        match notice.kind:
            case "people":
                self._people.forget(notice.number or None)
            case "deleted":
                self._core.forget(notice.number)

    def connected(self) -> None:
        """What is known of people may be of yesterday."""
        self._people.forget_all()

    def renewed(self, worker: int, workers: Mapping[int, str], uptime: Milliseconds) -> None:
        self._uptime.follow(uptime)
        if frozenset(workers) != self._workers:
            self._orphans_at = 0.0
            self._workers = frozenset(workers)
            self.first = Owner(min(workers), workers[min(workers)])
            self._peers.keep_only(self._workers)
        now = time.monotonic()
        is_gathering = len(workers) < self._expected and now < self._gathered_at
        is_busy = self._resuming is not None and not self._resuming.done()
        if now >= self._orphans_at and not is_gathering and not is_busy and worker in workers:
            self._orphans_at = now + ORPHANS_S
            share = sorted(workers).index(worker)
            self._resuming = asyncio.create_task(
                self._core.resume(share, len(workers)), name="going on at tables that nobody serves"
            )

    def evicted(self) -> None:
        """Those who listen come back, and find whoever serves their table now."""
        self._people.forget_all()
        for table in self._hub.tables():
            self._hub.drop(table)

    def lost(self) -> None:
        self._core.retire()

    async def lead(self) -> None:
        await self._core.lead()
