"""The core of a server: store, tables, people, bots and clocks, opened and closed in the right order.

    async with open_core(settings, features) as core: ...

Whatever comes in, from pages, programs or bots, ends in one of its parts: the hub for what happens at tables,
the store for everything else. What works by itself beside them is a feature (`base/feature.py`), and the core
knows none of them by name.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast, final
from weakref import WeakValueDictionary

from farmstead.agents.hints import Hint
from farmstead.engine.contract import Seat
from farmstead.server.base.cache import DrawingCache, LruCache
from farmstead.server.base.counters import Counters
from farmstead.server.base.feature import Feature
from farmstead.server.base.heartbeats import Heartbeats
from farmstead.server.base.periodic import run_periodically
from farmstead.server.base.pools import Pools
from farmstead.server.base.refusals import Refused
from farmstead.server.base.settings import Settings
from farmstead.server.bots.scheduler import BotScheduler
from farmstead.server.cluster.membership import Membership
from farmstead.server.cluster.peers import Peers
from farmstead.server.folder.open_store import opened_store
from farmstead.server.hub.clock_enforcer import ClockEnforcer
from farmstead.server.hub.health import ServerHealth
from farmstead.server.hub.hub import Hub
from farmstead.server.hub.server_time import EVERY_SHARED, WRITE_PERIOD_S, ServerTime
from farmstead.server.people.passphrases import PassphraseHasher
from farmstead.server.people.rate_limits import PEOPLE_BEHIND_ONE, RateLimits
from farmstead.server.people.sessions import PeopleCache
from farmstead.server.people.visitor import DeviceHolders, Parties, Visitor
from farmstead.server.store import (
    Milliseconds,
    NotOwner,
    NotThere,
    PlayerId,
    SeatAt,
    Store,
    StoreError,
    TableId,
    WorkerLease,
    is_shared,
    wall_clock,
)

LOG: Final = logging.getLogger(__name__)
CACHED_CODES: Final = 10_000  # remembered
HINTS: Final = 200  # remembered
BOARDS: Final = 64  # positions whose boards are remembered
MAX_STREAMS: Final = 40  # of one visitor at the same time
MAX_OF_BOTS: Final = 4  # tables of one player that are played by bots alone at the same time
MAX_BROUGHT: Final = 3  # large bodies from one address that are read and dealt with at the same time
MAX_BYTES_HELD: Final = 64_000_000  # of all large bodies that are read and dealt with at the same time
BROUGHT: Final = 10  # seconds after which to try again
OTHERS: Final = 20.0  # seconds between two looks whether another program has changed something about people

FeatureT = TypeVar("FeatureT", bound=Feature)


@final
@dataclass(eq=False, repr=False)
class Core:
    """The parts of a running server."""

    settings: Settings
    store: Store
    hub: Hub
    bots: BotScheduler
    clocks: ClockEnforcer
    people: PeopleCache
    uptime: ServerTime
    parties: Parties
    peers: Peers

    def __post_init__(self) -> None:
        workers = self.settings.workers
        self.membership = Membership(self, self.hub, self.people, self.uptime, self.peers, workers)
        self.lease: WorkerLease | None = None  # where others share the store
        self.limits = RateLimits(self.settings.pace, shared=self.settings.shared_addresses)
        self.operator_limits = RateLimits()  # at whatever pace others go
        self.handovers = DeviceHolders()
        # The number of an entry stands for one position, so that hints for it stay right.
        self.advice: LruCache[tuple[TableId, Seat, int], Hint] = LruCache(HINTS)
        self.boards: DrawingCache[Any] = DrawingCache(BOARDS)  # `Any`: as `play/boards.py` draws them
        # Whose choice is being answered with boards, and those of which entry.
        self.choosing: dict[tuple[str, TableId, Seat], float] = {}
        self.hashing = PassphraseHasher()
        self.figures = Counters()
        self.pulse = ServerHealth(self.hub, self.store)
        self.pools = Pools(self.settings.pace)
        self.heartbeats = Heartbeats()
        self._codes: LruCache[str, TableId] = LruCache(CACHED_CODES)
        self._listening: Counter[str] = Counter()
        self._bringing: Counter[str] = Counter()
        self._bots_alone: WeakValueDictionary[PlayerId, asyncio.Lock] = WeakValueDictionary()
        self._bytes_held = 0
        self._leading: list[asyncio.Task[None]] = []
        self._features: dict[type[Feature], Feature] = {}

    # ---- features ------------------------------------------------------------------------------------------

    def add(self, feature: Feature) -> None:
        """From now on it is started, led and closed with everything else."""
        self._features[type(feature)] = feature

    def get(self, kind: type[FeatureT]) -> FeatureT:
        """The feature of this class."""
        return cast(FeatureT, self._features[kind])

    async def start_features(self) -> None:
        for feature in self._features.values():
            await feature.start()

    async def close_features(self) -> None:
        for feature in reversed(self._features.values()):
            await feature.close()

    # ---- tables --------------------------------------------------------------------------------------------

    async def table(self, code: str, visitor: Visitor) -> TableId:
        """The table with this code, to be served here; NotOwner when another worker serves it."""
        found = await self.find_table(code, visitor)
        if self.lease is not None:
            if not self.lease.is_held():
                await self.lease.wait_until_held()
            await self.hub.visit(found)
        return found

    async def find_table(self, code: str, visitor: Visitor) -> TableId:
        """The table with this code; whoever tries codes that are not there is soon refused."""
        found = self._codes.get(code)
        if found is not None:
            return found
        self.limits.check("guess", visitor.rate_limit_key, "table")
        try:
            found = (await self.store.tables.find(code)).id
        except NotThere:
            self.limits.spend("guess", visitor.rate_limit_key, "table")
            raise Refused("no_table", "table") from None
        self._codes.put(code, found)
        return found

    def check_counts(self) -> None:
        """NotOwner: what may not be tried more often because there are more workers is counted by another."""
        first = self.membership.first
        if first is not None and first.worker != self.store.workers.own:
            raise NotOwner(first)

    # ---- who somebody is ---------------------------------------------------------------------------------

    async def visitor(self, address: str, cookie: str = "", token: str = "") -> Visitor:
        """Somebody by their cookie, or a program by the token of its seat; Refused for a token of no seat."""
        if token:
            place = await self.seat_of(token, address, "token")
            if place.seat.kind != "client":
                raise Refused("not_invited", "token", {"sent": "token"})
            return Visitor(address, table=place.table, seat=place.seat.seat, credential=token)
        known = await self.people.known(cookie) if cookie else None
        if known is None:
            return Visitor(address)
        visitor = Visitor(address, known.player, known.session, credential=cookie)
        self.parties.note(visitor.key, address)
        return visitor

    async def is_still_let_in(self, visitor: Visitor) -> bool:
        """Whether somebody who was let in would be let in now."""
        if visitor.seat is not None:
            place = await self.people.place(visitor.credential)
            return place is not None and (place.table, place.seat.seat) == (visitor.table, visitor.seat)
        return visitor.player is None or await self.people.known(visitor.credential) is not None

    async def seat_of(self, token: str, address: str, sent: str = "invitation") -> SeatAt:
        """The seat that a token is for, `sent` as an invitation or as the token of a program."""
        if not self.people.is_recent(token):
            self.limits.check("guess", address, "token")
        place = await self.people.place(token)
        if place is None:
            self.limits.spend("guess", address, "token")
            raise Refused("not_invited", "token", {"sent": sent})
        return place

    def listens(self, visitor: Visitor) -> None:
        """One more stream of somebody; Refused when there are too many."""
        many = self.limits.is_shared(visitor.rate_limit_key)
        most = MAX_STREAMS * self.settings.pace * (PEOPLE_BEHIND_ONE if many else 1)
        if most and self._listening[visitor.rate_limit_key] >= most:
            raise Refused("too_many", "listen", {"seconds": 60})
        self._listening[visitor.rate_limit_key] += 1

    def listened(self, visitor: Visitor) -> None:
        """One stream less."""
        self._listening[visitor.rate_limit_key] -= 1
        if not self._listening[visitor.rate_limit_key]:
            del self._listening[visitor.rate_limit_key]

    @asynccontextmanager
    async def bringing(self, visitor: Visitor, size: int, tried: str) -> AsyncIterator[None]:
        """A large body of somebody is being read; Refused while too many are, theirs or all."""
        where = visitor.address  # a name costs nothing, so names are not counted
        if self._bringing[where] >= MAX_BROUGHT and not self.limits.is_shared(where):
            raise Refused("too_many", tried, {"seconds": BROUGHT})
        if self._bytes_held + size > MAX_BYTES_HELD:
            raise Refused("overloaded", tried, {"seconds": BROUGHT})
        self._bringing[where] += 1
        self._bytes_held += size
        try:
            yield
        finally:
            self._bytes_held -= size
            self._bringing -= Counter([where])  # those who bring nothing are forgotten

    @asynccontextmanager
    async def bots_alone(self, player: PlayerId, tried: str) -> AsyncIterator[None]:
        """A table of somebody's is about to be played by bots alone; Refused when they have enough of these.

        One at a time for each player, so that many at once do not slip through.
        """
        lock = self._bots_alone.setdefault(player, asyncio.Lock())
        async with lock:
            if self.settings.pace and await self.store.tables.of_bots(player) >= MAX_OF_BOTS:
                raise Refused("bot_tables", tried, {"most": MAX_OF_BOTS})
            yield

    def forget(self, table: TableId) -> None:
        """A table has been deleted."""
        self.hub.forget(table)
        self._codes.remove_value(table)

    # ---- what is done once for all servers on a store ------------------------------------------------------

    async def lead(self) -> None:
        """From now on it is done here."""
        await self.uptime.lead()
        await self.notice_others()  # what was written before this is no news later
        self._leading = [
            run_periodically("looking what others have changed", self.notice_others, OTHERS),
            *[task for feature in self._features.values() for task in feature.lead()],
        ]
        if self.lease is None:  # else workers share the tables among them
            self._leading.append(asyncio.create_task(self.resume(), name="resuming the tables"))

    def retire(self) -> None:
        """Another server does it."""
        self._cancel()
        for feature in self._features.values():
            feature.retire()
        self.uptime.leads = False

    async def stop(self) -> None:
        self._cancel()
        await self.pulse.close()
        await asyncio.gather(*self._leading, return_exceptions=True)

    def _cancel(self) -> None:
        """Once: who is cancelled closes a connection, and is to come to the end of that."""
        for task in self._leading:
            if not task.cancelling():
                task.cancel()

    async def resume(self, share: int = 0, shares: int = 1) -> None:
        """Go on at the tables that nobody serves, or at a share of them: bots think, clocks run."""
        before: TableId | None = None
        try:
            while tables := await self.store.tables.to_resume(before, share, shares):
                await self.bots.resume(tables)
                before = tables[-1]
        except StoreError as error:
            LOG.warning("Not all tables could be resumed: %s", error)

    async def notice_others(self) -> None:
        """Where nobody tells what they have written, such as `farmstead account` beside a SQLite server."""
        with suppress(StoreError):
            if self.lease is None and await self.store.has_changed_elsewhere():
                self.people.forget()


@asynccontextmanager
async def open_core(
    settings: Settings,
    features: Callable[[Core], Sequence[Feature]],
    clock: Callable[[], Milliseconds] = wall_clock,
) -> AsyncIterator[Core]:
    """A running server with these features; nothing answers for it yet.

    In a folder there is one server at a time, on a shared store several.
    """
    alone = not is_shared(settings.place)
    async with AsyncExitStack() as stack:
        store, secret = await stack.enter_async_context(opened_store(settings, clock))
        every = WRITE_PERIOD_S if alone else EVERY_SHARED
        uptime = await stack.enter_async_context(await ServerTime.start(store, every=every))
        uptime.leads = False
        hub = await stack.enter_async_context(Hub(store, up=uptime.now))
        parties = Parties()
        bots = await stack.enter_async_context(BotScheduler(hub, settings.processes, parties))
        clocks = await stack.enter_async_context(ClockEnforcer(hub, uptime))
        peers = Peers(secret)
        people = PeopleCache(store, secret, forget_names=hub.forget_names)
        core = Core(settings, store, hub, bots, clocks, people, uptime, parties, peers)
        stack.callback(core.hashing.close)
        stack.callback(core.pools.close)
        for feature in features(core):
            core.add(feature)
        stack.push_async_callback(core.close_features)
        stack.push_async_callback(core.stop)
        await core.start_features()
        if alone:
            await core.lead()
        else:
            address = await stack.enter_async_context(peers.listening(*settings.peer_address))
            stack.push_async_callback(core.membership.close)
            core.lease = store.lease(address, core.membership)
            core.people.keep_while(core.lease.is_held)
            await stack.enter_async_context(core.lease)
        yield core
