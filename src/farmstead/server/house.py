"""Everything a server is made of, opened and closed in the right order.

    async with open_house(settings) as house: ...

Whatever comes in, from pages, programs or bots, ends in one of its parts: the hub for what happens at tables,
the store for everything else.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, final

from farmstead.server.advice import Advice
from farmstead.server.bots import Bots
from farmstead.server.clocks import Clocks
from farmstead.server.hub import Hub
from farmstead.server.limits import Limits
from farmstead.server.locking import locked
from farmstead.server.people import People
from farmstead.server.refusals import Refused
from farmstead.server.secret import secret_in
from farmstead.server.settings import Settings
from farmstead.server.store import NotThere, SeatAt, Store, StoreError, TableId
from farmstead.server.uptime import Uptime
from farmstead.server.visitors import Handovers, Visitor

LOG: Final = logging.getLogger(__name__)
CODES: Final = 10_000  # remembered
MOST_STREAMS: Final = 40  # of one visitor at the same time


@final
class House:
    """The parts of a running server."""

    def __init__(
        self, settings: Settings, store: Store, hub: Hub, bots: Bots, clocks: Clocks, people: People
    ) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self.bots = bots
        self.clocks = clocks
        self.people = people
        self.limits = Limits(settings.pace)
        self.handovers = Handovers()
        self.advice = Advice()
        self._codes: OrderedDict[str, TableId] = OrderedDict()
        self._listening: Counter[str] = Counter()

    async def table(self, code: str, visitor: Visitor) -> TableId:
        """The table with this code; whoever tries codes that are not there is soon refused."""
        found = self._codes.get(code)
        if found is not None:
            return found
        self.limits.check("guess", visitor.whom, "table")
        try:
            found = (await self.store.tables.find(code)).id
        except NotThere:
            self.limits.spend("guess", visitor.whom, "table")
            raise Refused("no_table", "table") from None
        self._codes[code] = found
        if len(self._codes) > CODES:
            self._codes.popitem(last=False)
        return found

    # ---- who somebody is ---------------------------------------------------------------------------------

    async def visitor(self, address: str, cookie: str = "", token: str = "") -> Visitor:
        """Somebody by their cookie, or a program by the token of its seat; Refused for a token of no seat."""
        if token:
            place = await self.seat_of(token, address)
            if place.seat.kind != "client":
                raise Refused("not_invited", "token")
            return Visitor(address, table=place.table, seat=place.seat.seat, credential=token)
        known = await self.people.known(cookie) if cookie else None
        if known is None:
            return Visitor(address)
        return Visitor(address, known.player, known.session, credential=cookie)

    async def is_still(self, visitor: Visitor) -> bool:
        """Whether somebody who was let in would be let in now."""
        if visitor.is_program():
            place = await self.people.place(visitor.credential)
            return place is not None and (place.table, place.seat.seat) == (visitor.table, visitor.seat)
        return visitor.player is None or await self.people.known(visitor.credential) is not None

    async def seat_of(self, token: str, address: str) -> SeatAt:
        """The seat that a token is for."""
        self.limits.check("guess", address, "token")
        place = await self.people.place(token)
        if place is None:
            self.limits.spend("guess", address, "token")
            raise Refused("not_invited", "token")
        return place

    @asynccontextmanager
    async def listening(self, visitor: Visitor) -> AsyncIterator[None]:
        """One more stream of somebody; Refused when there are too many."""
        most = MOST_STREAMS * self.settings.pace
        if most and self._listening[visitor.whom] >= most:
            raise Refused("too_many", "listen", {"seconds": 60})
        self._listening[visitor.whom] += 1
        try:
            yield
        finally:
            self._listening[visitor.whom] -= 1
            if not self._listening[visitor.whom]:
                del self._listening[visitor.whom]

    def forget(self, table: TableId) -> None:
        """A table has been deleted."""
        self.hub.forget(table)
        for code in [code for code, its in self._codes.items() if its == table]:
            del self._codes[code]

    async def resume(self) -> None:
        """Go on at all tables where somebody was being waited for: bots think, clocks run."""
        before: TableId | None = None
        try:
            while tables := await self.store.tables.playing(before):
                await self.bots.resume(tables)
                before = tables[-1]
        except StoreError as error:
            LOG.error("Not all tables could be resumed: %s", error)


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """A running server without its door; one at a time in a folder."""
    settings.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for file in settings.folder.glob(f"{settings.store.name}*"):  # such as one that came back from a backup
        file.chmod(0o600)
    async with AsyncExitStack() as stack:
        stack.enter_context(locked(settings.lock, settings.address))
        secret = secret_in(settings.secret)
        store = await stack.enter_async_context(await Store.open(settings.store))
        for trouble in store.health.troubles:
            LOG.error("The store is damaged: %s", trouble)
        uptime = await stack.enter_async_context(await Uptime.start(store))
        hub = await stack.enter_async_context(Hub(store, up=uptime.now))
        bots = await stack.enter_async_context(Bots(hub, settings.processes))
        clocks = await stack.enter_async_context(Clocks(hub, uptime))
        house = House(settings, store, hub, bots, clocks, People(store, secret))
        resuming = asyncio.create_task(house.resume(), name="resuming the tables")
        try:
            yield house
        finally:
            resuming.cancel()
            await asyncio.gather(resuming, return_exceptions=True)
