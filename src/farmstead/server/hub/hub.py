"""The tables that are being played, in memory: everything that happens at one goes through here.

    async with Hub(store) as hub:
        await hub.post(table, Moved(seat, decision, move))     # on the disk when this returns
        position = await hub.position(table, seat)
        async with await hub.listen(table, seat, since) as stream: ...

A table is folded from its journal when it is first needed and forgotten when nobody needs it. An entry is
checked, written, folded and told, one at a time at each table; tables do not wait for each other. What comes
out of `post`:

    IllegalMove, Refused   it cannot be done, and nothing has changed
    StoreFull, StoreAway   it could not be written; sent again, it is not made twice
    Aside                  the table is damaged; its last good position can still be seen
    NoTable                there is no such table
    NotThere               somebody who is to sit there has just left for good
    NotOwner               another worker serves it
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final, NamedTuple, Protocol, TypeAlias, TypeVar, final

from farmstead.engine.contract import FarmsteadError, Seat
from farmstead.messages import News, Position
from farmstead.server.base.closing import ClosedAtExit
from farmstead.server.base.periodic import run_periodically
from farmstead.server.base.refusals import Forgotten, Refused
from farmstead.server.hub.deadlines import Deadlines
from farmstead.server.hub.loader import load, unreadable
from farmstead.server.hub.rooms import COPIES, Quarantined, Room, Rooms
from farmstead.server.hub.subscriptions import Subscribers, Subscription
from farmstead.server.store import (
    RUNNING,
    Conflict,
    Milliseconds,
    NewTable,
    NoTable,
    NotOwner,
    Opening,
    PlayerId,
    Store,
    StoreAway,
    StoreError,
    TableId,
    TableRow,
    TableState,
)
from farmstead.server.store import SeatRow as StoredSeat
from farmstead.server.table.entries import Beginning, Closed, Entry, Moved, Started, encode
from farmstead.server.table.live_table import Checked, LiveTable
from farmstead.server.table.options import TableOptions, encode_options

__all__ = ["Batch", "Hub", "Make", "Posted", "Quarantined", "Watcher"]

Result = TypeVar("Result")

LOG: Final = logging.getLogger(__name__)
IDLE_TABLE_S: Final = 300.0  # seconds after which a table that nobody needs is forgotten
MAX_TABLES_IN_MEMORY: Final = 1000  # tables in memory; above it those that nobody needs go sooner
MAX_WRITE_TRIES: Final = 3  # times that a table is read again which is not as the store has it
NO_OPENING: Final = Opening()
ENDED: Final = ("over", "closed")  # phases of a table


class Posted(NamedTuple):
    """What became of an entry."""

    number: int  # of the last entry of the table
    again: bool  # it had been made before


class Watcher(Protocol):
    """Somebody who does something about what happens at tables, such as the bots."""

    def changed(self, table: TableId, live: LiveTable) -> None:
        """A table has changed, was just loaded, or is listened to for the first time. Nothing is awaited."""

    def needs(self, table: TableId) -> bool:
        """Whether the table has to stay in memory."""


class Batch(NamedTuple):
    """Entries that are written at once, all or none, and the seats to be stored with them.

    Several can only be about who sits where, and the start of the game after that, or moves of one seat for
    one decision after the other; none: there is nothing to be done any more.
    """

    entries: Sequence[Entry]
    seats: Sequence[StoredSeat] = ()


# What is to be written at the table as it is now; it may refuse.
Make: TypeAlias = Callable[[LiveTable], Entry | Batch]


@final
class Hub(ClosedAtExit):
    """All tables that are being played. Use it as a context, or close it; the store is its owner's."""

    def __init__(
        self,
        store: Store,
        idle: float = IDLE_TABLE_S,
        most: int = MAX_TABLES_IN_MEMORY,
        up: Callable[[], Milliseconds] = lambda: 0,
    ) -> None:
        """`up` tells the server time, which is written beside every entry."""
        self.watchers: list[Watcher] = []
        self._store = store
        self._up = up
        self._rooms = Rooms(idle, most, lambda table: any(each.needs(table) for each in self.watchers))
        self._posts: set[asyncio.Task[Posted]] = set()
        self._closed = False
        self._is_hushed = False  # nobody is listened to any more
        self._sweeper = run_periodically("the hub's sweeper", self._rooms.sweep, idle / 4)

    async def close(self) -> None:
        """Finish what is being done; nothing more is taken, and the streams end."""
        self._closed = True
        self._rooms.close()
        self._sweeper.cancel()
        await asyncio.gather(self._sweeper, *self._posts, return_exceptions=True)
        for room in self._rooms:
            self._rooms.forget(room.table, "closing")

    # ---- what happens ------------------------------------------------------------------------------------

    async def create(
        self,
        new: NewTable,
        seats: Sequence[StoredSeat],
        entries: Sequence[Entry] = (),
        opening: Opening = NO_OPENING,
    ) -> TableRow:
        """Make a table, and let happen there what happens at once; nobody ever sees half of it.

        `entries` must be such that they can be folded, and `opening` says all but what follows from them.
        """
        if self._closed:
            raise StoreAway("The server is closing.")
        data = [encode(entry) for entry in entries]
        written = replace(opening, entries=data, state=state_after(entries), up=self._up())
        return await self._store.tables.create(new, seats, written)

    async def post(self, table: TableId, make: Entry | Batch | Make) -> Posted:
        """Add to a table's journal; it is on the disk and told to all when this returns.

        The same move or undo for the same decision is made once, however often it is sent. Who is cancelled
        meanwhile does not stop what has begun.
        """
        if self._closed:
            raise StoreAway("The server is closing.")
        task = asyncio.create_task(self._add_entries(table, make), name="adding to a journal")
        self._posts.add(task)
        task.add_done_callback(self._posts.discard)
        return await asyncio.shield(task)

    async def _add_entries(self, table: TableId, make: Entry | Batch | Make) -> Posted:
        """Under the table's lock: check what is to be added, write it, publish it."""
        with self._rooms.enter(table) as room:
            async with room.lock:
                for _ in range(MAX_WRITE_TRIES):
                    live = room.going() if room.is_loaded() else await self._going(room)
                    wanted = make(live) if callable(make) else make
                    entries, seats = wanted if isinstance(wanted, Batch) else ([wanted], ())
                    entries = live.not_yet_made(entries)
                    if not entries:
                        return Posted(live.number, again=True)
                    try:
                        await self._write(room, live, live.check(*entries), seats)
                    except Conflict:
                        room.live = None  # it is not as the store has it
                        continue
                    live = room.live or live  # it may have been read again
                    if room.state in RUNNING and live.phase() in ENDED:
                        await self._finish(room)
                    return Posted(live.number, again=False)
                raise StoreAway("This table is not as the store has it.")

    async def _write(
        self, room: Room, live: LiveTable, checked: Sequence[Checked], seats: Sequence[StoredSeat] = ()
    ) -> None:
        """Write the entries, then fold them in and publish them; nothing may come between the last two."""
        entries = [each.entry for each in checked]
        are_moves = all(isinstance(entry, Moved) for entry in entries)
        number, state, up = live.number + 1, None if are_moves else state_after(entries), self._up()
        data = [encode(entry) for entry in entries]
        try:
            await self._store.journal.append(room.table, number, data, state, seats, up)
        except NoTable:
            self._rooms.forget(room.table, "gone")
            raise
        except NotOwner:
            self.drop(room.table)
            raise
        except StoreAway:
            room.live = None
            if not await self._is_written(room, number, data):
                raise
            room.state = state or room.state
            return
        room.state = state or room.state
        try:
            for each in checked:
                live.add(each)
                if room.deadlines is not None:
                    room.deadlines.note(live, up)
        except Exception:  # a fault of the program, or it would have been refused: what is stored decides
            LOG.exception("Entry %d of table %d was checked and cannot be folded.", number, room.table)
            room.live = None
            await self._going(room)
            return
        if seats or any(isinstance(entry, Beginning) for entry in entries):
            room.names = {}  # somebody has come or gone
        self._publish(room)

    async def _is_written(self, room: Room, number: int, data: Sequence[bytes]) -> bool:
        """The store went away before it could answer; whether it had written the entries all the same."""
        try:
            stored = await self._store.journal.read(room.table, number - 1)
            await self._going(room)
        except StoreError:
            return False  # the next who comes will read the journal again before anything else
        return [row.entry for row in stored[: len(data)]] == data

    def _publish(self, room: Room) -> None:
        """Publish a change to streams, bots, clocks and ratings."""
        live = room.live
        assert live is not None and room.audience is not None
        room.used = asyncio.get_running_loop().time()
        room.audience.wake_all(live)
        for watcher in self.watchers:
            try:
                watcher.changed(room.table, live)
            except Exception:  # the entry is written, and whoever made it is to know
                LOG.exception("Somebody could not deal with what happened at table %d.", room.table)

    async def _finish(self, room: Room) -> None:
        """Note the end of a game where tables are listed. It can be missed: loading the table notes it."""
        try:
            await self._store.tables.set_state(room.table, "over")
            room.state = "over"
        except StoreError as error:
            LOG.warning("Table %d is over, which could not be noted: %s", room.table, error)

    # ---- what can be known -------------------------------------------------------------------------------

    async def visit(self, table: TableId) -> Room:
        """The room of a table, as the store has it. What is read there is true until something is awaited."""
        room = self._rooms.by_table.get(table)
        if room is None or not room.is_loaded():
            with self._rooms.enter(table) as room:
                await self._load(room)
        room.used = asyncio.get_running_loop().time()
        return room

    async def position(self, table: TableId, seat: Seat | None) -> Position:
        """What `seat` (None: a spectator) may see now; nothing can be done at a table that is set aside."""
        return (await self.visit(table)).position(seat)

    async def look(self, table: TableId, read: Callable[[LiveTable], Result]) -> Result:
        """What `read` finds out about a table; Quarantined if it has been set aside."""
        return read((await self.visit(table)).going())

    async def read_even_if_quarantined(
        self, table: TableId, read: Callable[[LiveTable], Result], otherwise: Result
    ) -> Result:
        """What `read` finds out, also of a table that was set aside; `otherwise` if it cannot be read."""
        room = await self.visit(table)
        return otherwise if room.live is None else read(room.live)

    async def options(self, table: TableId) -> TableOptions:
        """How it is played; nothing is allowed where that cannot be read."""
        return (await self.visit(table)).options

    async def change_options(self, table: TableId, change: Callable[[TableOptions], TableOptions]) -> None:
        """How it is played from now on. Its clock, and whether it counts, stay once it has begun: Refused."""
        with self._rooms.enter(table) as room:
            async with room.lock:
                live = await self._going(room)
                options = change(room.options)
                data = encode_options(options)
                is_same_clock = options.clock == room.options.clock
                is_other = not is_same_clock or options.rated != room.options.rated
                if is_other and live.phase() != "waiting":
                    raise Refused("already_started", "change")
                try:
                    await self._store.tables.set_options(table, data)
                except NoTable:
                    self._rooms.forget(table, "gone")
                    raise
                except NotOwner:
                    self.drop(table)
                    raise
                except StoreAway:
                    room.live = None  # whatever is stored now will be read
                    raise
                if not is_same_clock and room.deadlines is not None:
                    room.deadlines = room.deadlines.with_clock(options)
                room.options = options

    async def aside(self, table: TableId) -> str:
        """Why a table has been set aside, nothing if it has not."""
        return (await self.visit(table)).aside

    async def news(self, table: TableId, seat: Seat | None, since: int) -> list[News]:
        """What `seat` (None: a spectator) hears of each entry after `since`, however long ago that is."""
        async with await self.listen(table, seat, since) as stream:
            return stream.take()

    async def listen(self, table: TableId, seat: Seat | None, since: int | None = None) -> Subscription:
        """A stream of what comes after entry `since`, or from now on. Refused when there is no such entry."""
        with self._rooms.enter(table) as room:
            before: list[News] = []
            while True:
                await self._load(room)
                live = room.going()
                assert room.audience is not None
                after = live.number if since is None else since
                told = [news for news in before if news.number <= live.number]  # the store may be ahead
                try:
                    stream = room.audience.open(seat, after, told)
                except Forgotten:
                    before = await self._told_again(room, seat, after)
                    continue
                if self._is_hushed:
                    stream.end("closing")
                elif len(room.audience) == 1 and live.phase() == "playing":  # it is watched from now on
                    self._publish(room)
                return stream

    async def _told_again(self, room: Room, seat: Seat | None, since: int) -> list[News]:
        """What the table itself no longer remembers; nobody at the table has to wait for it."""
        again = await room.retelling.fold(self._store, room.table, room.going())
        if again.live is None or again.live.number < since:
            raise Quarantined(room.table, again.aside or unreadable(since))
        return await asyncio.to_thread(again.live.news, since, seat)  # there may be ten thousand

    # ---- for those who watch -----------------------------------------------------------------------------

    def live(self, table: TableId) -> LiveTable | None:
        """A table that is in memory and goes on."""
        room = self._rooms.by_table.get(table)
        return None if room is None or room.aside else room.live

    def deadlines(self, table: TableId) -> Deadlines | None:
        """Until when each seat of a table has to decide, if it is in memory and goes on."""
        room = self._rooms.by_table.get(table)
        return None if room is None or room.live is None or room.aside else room.deadlines

    def tables(self) -> list[TableId]:
        """Those in memory."""
        return [room.table for room in self._rooms]

    def listeners(self) -> int:
        return sum([len(room.audience) for room in self._rooms if room.audience is not None])

    def is_heard(self, table: TableId, seat: Seat) -> bool:
        """Whether somebody listens here for a seat of a table."""
        room = self._rooms.by_table.get(table)
        return room is not None and room.audience is not None and room.audience.hears(seat)

    def is_listened_to(self, table: TableId) -> bool:
        """Whether anybody listens here to a table, for a seat or as a spectator."""
        room = self._rooms.by_table.get(table)
        return room is not None and room.is_listened_to()

    def owner(self, table: TableId) -> PlayerId | None:
        """Who made a table that is in memory, while they are known."""
        room = self._rooms.by_table.get(table)
        return None if room is None else room.owner

    def has(self, table: TableId) -> bool:
        """Whether it is in memory, or is just being loaded."""
        return self._rooms.by_table.get(table) is not None

    @asynccontextmanager
    async def looking(self, *tables: TableId) -> AsyncIterator[None]:
        """Inside, these can be looked at though another worker may serve them, as the store has them now."""
        copies = dict(COPIES.get())
        for table in tables:
            try:
                await self.visit(table)
            except NotOwner:
                copies[table] = copy = Room(table)
                loaded = await load(self._store, table)
                copy.live, copy.options, copy.aside = loaded.live, loaded.options, loaded.aside
        token = COPIES.set(copies)
        try:
            yield
        finally:
            COPIES.reset(token)

    def drop(self, table: TableId) -> None:
        """Another worker serves a table, or may: those who listen come back, and find it."""
        self._rooms.forget(table, "closing")

    def notify(self, table: TableId, notice: str) -> None:
        """Tell those who listen that something besides the game has changed: `chat` or `table`."""
        room = self._rooms.by_table.get(table)
        if room is None:
            return
        if notice == "table":
            room.names = {}
        if room.audience is not None:
            room.audience.notify(notice)

    def forget_names(self) -> None:
        """Somebody is called by another name now."""
        for room in self._rooms:
            room.names = {}

    def end_all_streams(self) -> None:
        """End all streams, also those that are just being opened; who listened comes back to another."""
        self._is_hushed = True
        for room in self._rooms:
            if room.audience is not None:
                room.audience.end("closing")

    @property
    def is_closing(self) -> bool:
        return self._is_hushed or self._closed

    def forget(self, table: TableId) -> None:
        """A table has been deleted: the streams end."""
        self._rooms.forget(table, "gone")

    # ---- loading -----------------------------------------------------------------------------------------

    async def _load(self, room: Room) -> None:
        """See to it that the table is here as the store has it, or that it is known why it cannot be."""
        if not room.is_loaded():
            async with room.lock:
                await self._refresh(room)
                await self._begin_if_full(room)

    async def _begin_if_full(self, room: Room) -> None:
        """Older servers wrote the start after the last seat, and could be killed in between."""
        live = room.live
        if live is None or room.aside or not live.begins_after(()):
            return
        try:
            await self._write(room, live, live.check(Started()))
        except FarmsteadError as error:
            LOG.warning("Table %d is full and could not begin: %s", room.table, error)

    async def _refresh(self, room: Room) -> None:
        """See to it, with the lock held, that the table is here as the store has it."""
        if room.live is None and not room.aside:
            await self._read(room)

    async def _going(self, room: Room) -> LiveTable:
        """With the lock held: the table as the store has it; Aside when it cannot go on."""
        await self._refresh(room)
        return room.going()

    async def _read(self, room: Room) -> None:
        await self._store.workers.claim(room.table)  # after this nobody else writes to it
        loaded = await load(self._store, room.table)
        room.live, room.state, room.names = loaded.live, loaded.state, {}
        room.options, room.deadlines, room.owner = loaded.options, loaded.deadlines, loaded.owner
        if room.live is not None and room.audience is None:
            room.audience = Subscribers(room.live)
        if loaded.aside:
            await self._set_aside(room, loaded.aside, loaded.for_good)
        else:
            self._publish(room)
            if room.state in RUNNING and room.last_good().phase() in ENDED:
                await self._finish(room)

    async def _set_aside(self, room: Room, why: str, for_good: bool) -> None:
        """The table stays as it was before what is wrong with it; the store remembers if it is its fault."""
        room.aside = why
        LOG.error("Table %d has been set aside. %s", room.table, why)
        if room.audience is not None:
            room.audience.end("aside")
        if for_good and room.state != "aside":
            try:
                await self._store.tables.set_state(room.table, "aside", why)
                room.state = "aside"
            except StoreError as error:
                LOG.warning("That table %d is set aside could not be noted: %s", room.table, error)


def state_after(entries: Iterable[Entry]) -> TableState | None:
    """What the store calls a table after these, None if that stays as it is."""
    state: TableState | None = None
    for entry in entries:
        if isinstance(entry, Started):
            state = "playing"
        elif isinstance(entry, Closed):
            state = "aside" if entry.why == "aside" else "over"
    return state


def who_sits(live: LiveTable) -> list[tuple[str, str, int, str]]:
    """All that can change about the seats."""
    return [(chair.how, chair.player, chair.level, chair.away) for chair in live.chairs.all]
