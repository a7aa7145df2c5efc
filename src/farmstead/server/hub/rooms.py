"""The rooms of a hub: one for each table in memory. A table that nobody needs is forgotten after a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, final

from msgspec import structs

from farmstead.engine.contract import FarmsteadError, Seat
from farmstead.messages import Position
from farmstead.server.hub.deadlines import Deadlines
from farmstead.server.hub.history import HistoryCache
from farmstead.server.hub.loader import CLOSED_OPTIONS
from farmstead.server.hub.subscriptions import Subscribers, WhyEnded
from farmstead.server.store import PlayerId, StoreAway, TableId, TableState
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.options import TableOptions


class Quarantined(FarmsteadError):
    """A table that cannot go on; the others do."""

    def __init__(self, table: TableId, why: str) -> None:
        super().__init__(f"This table has been set aside. {why}")
        self.table = table
        self.why = why


@final
@dataclass(slots=True, eq=False)
class Room:
    """One table in memory; it stays there while somebody is in the room."""

    table: TableId
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    live: LiveTable | None = None  # None: not loaded yet, or not to be had
    options: TableOptions = CLOSED_OPTIONS
    owner: PlayerId | None = None  # who made it, while they are known
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by language, until one of them changes
    deadlines: Deadlines | None = None  # None: it is not known
    audience: Subscribers | None = None
    retelling: HistoryCache = field(default_factory=HistoryCache)
    aside: str = ""  # why it cannot go on
    state: TableState = "waiting"  # as the store has it
    guests: int = 0
    used: float = 0.0  # when somebody was here last, by the loop's clock

    def is_loaded(self) -> bool:
        return self.live is not None or self.aside != ""

    def is_listened_to(self) -> bool:
        return self.audience is not None and len(self.audience) > 0

    def going(self) -> LiveTable:
        """The table; Quarantined when it cannot go on."""
        if self.aside or self.live is None:
            raise Quarantined(self.table, self.aside)
        return self.live

    def last_good(self) -> LiveTable:
        """As far as it could be folded; Quarantined when it could not at all."""
        if self.live is None:
            raise Quarantined(self.table, self.aside)
        return self.live

    def position(self, seat: Seat | None) -> Position:
        """What `seat` (None: a spectator) may see now; nothing can be done at a table that is set aside."""
        if self.live is None:
            raise Quarantined(self.table, self.aside)
        found = self.live.position(seat)
        return stopped(found) if self.aside else found


def stopped(position: Position) -> Position:
    """A position in which nothing can be done any more."""
    return structs.replace(
        position,
        phase="closed",
        to_act=(),
        stage="",
        decision=None,
        next=0,
        legal=(),
        undo=0,
        back=0,
        ask=None,
        luck="",
    )


# Tables that another worker serves and that may only be looked at here: by whoever has asked for that.
COPIES: Final[ContextVar[Mapping[TableId, Room]]] = ContextVar("copies", default=MappingProxyType({}))


@final
class Rooms:
    """Those of all tables in memory: at most so many, if that can be."""

    def __init__(self, idle: float, most: int, is_needed: Callable[[TableId], bool]) -> None:
        """`idle`: seconds after which a table that nobody needs is forgotten."""
        self._idle = idle
        self._most = most
        self._is_needed_elsewhere = is_needed
        self.by_table: dict[TableId, Room] = {}  # those in memory
        self._closed = False

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self.by_table.values()))

    @contextmanager
    def enter(self, table: TableId) -> Iterator[Room]:
        """The room of a table; while somebody is in it, it stays."""
        if self._closed:
            raise StoreAway("The server is closing.")
        room = COPIES.get().get(table) or self.by_table.get(table)
        if room is None:
            self._make_way()
            room = self.by_table[table] = Room(table)
        room.guests += 1
        try:
            yield room
        finally:
            room.guests -= 1
            room.used = asyncio.get_running_loop().time()
            if not room.guests and not room.is_loaded() and not room.is_listened_to():
                self._remove(room)

    def close(self) -> None:
        """Nobody may enter any more."""
        self._closed = True

    def forget(self, table: TableId, why: WhyEnded) -> None:
        """The table is no longer here, and nobody hears of it any more."""
        room = self.by_table.pop(table, None)
        if room is not None and room.audience is not None:
            room.audience.end(why)

    def sweep(self) -> None:
        """Forget the tables that nobody has needed for a while."""
        since = asyncio.get_running_loop().time() - self._idle
        for room in [room for room in self.by_table.values() if room.used <= since]:
            if not self._is_needed(room):
                self._remove(room)

    def _remove(self, room: Room) -> None:
        if self.by_table.get(room.table) is room:
            del self.by_table[room.table]

    def _make_way(self) -> None:
        """Too many tables in memory: let go of some that nobody needs, those first that were used first."""
        if len(self.by_table) < self._most:
            return
        unneeded = [room for room in self.by_table.values() if not self._is_needed(room)]
        unneeded.sort(key=lambda room: room.used)
        for room in unneeded[: 1 + self._most // 10]:
            self._remove(room)

    def _is_needed(self, room: Room) -> bool:
        return bool(room.guests) or room.is_listened_to() or self._is_needed_elsewhere(room.table)
