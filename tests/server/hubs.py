"""Tables in a hub, and clients that play at them, each for one seat, all at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from farmstead.engine.contract import IllegalMove, Seat
from farmstead.messages import Position
from farmstead.server.base.refusals import Refused
from farmstead.server.hub.hub import Hub
from farmstead.server.hub.loader import load, new_table
from farmstead.server.hub.rooms import Room
from farmstead.server.store import Store, TableId
from farmstead.server.table.entries import Entry, Moved, Started, Undone, decode
from farmstead.server.table.live_table import LiveTable
from tests.server.fresh import fresh_file
from tests.server.playing import a_setup, everything, sitting

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"
PATIENCE_S = 120.0  # after which what should have come will not come, on the slowest machine
TWO_TILES = (1, 4, 8)  # keys by which the first spring has two tiles for each of two players


@asynccontextmanager
async def opened(place: Path | str, **settings: float) -> AsyncIterator[Hub]:
    """A hub on the store in this file, or in this database."""
    if isinstance(place, Path):
        await fresh_file(place)
    async with await Store.open(place) as store, Hub(store, **settings) as hub:  # type: ignore[arg-type]
        yield hub


def store_of(hub: Hub) -> Store:
    return hub._store


def room_of(hub: Hub, table: TableId) -> Room:
    """The room of a table that is in memory."""
    return hub._rooms.by_table[table]


async def a_table(hub: Hub, game: str, *who: str, key: int = 0) -> TableId:
    """A table that has not begun, with these at it."""
    setup = a_setup(game, len(who), bytes([key] * 32))
    table = (await store_of(hub).tables.create(new_table(setup))).id
    for seat, name in enumerate(who):
        await hub.post(table, sitting(seat, name))
    return table


async def a_game(hub: Hub, game: str, *who: str, key: int = 0) -> TableId:
    table = await a_table(hub, game, *who, key=key)
    await hub.post(table, Started())
    return table


async def a_spring(hub: Hub, key: int = 0) -> TableId:
    """A game for two with five entries, in which both may do two things now in any order."""
    table = await a_game(hub, WALNUT, "ada", "ben", key=TWO_TILES[key])
    for _ in range(2):
        await hub.post(table, await a_move(hub, table))
    assert (await hub.position(table, None)).to_act == (0, 1)
    return table


def number_of(hub: Hub, table: TableId) -> int:
    """Of the last entry at a table that is in memory."""
    live = hub.live(table)
    assert live is not None
    return live.number


async def all_positions(hub: Hub, table: TableId) -> list[Position]:
    return await hub.look(table, everything)


async def stored(store: Store, table: TableId) -> list[Entry]:
    return [decode(row.entry) for row in await store.journal.read(table)]


async def folded_again(store: Store, table: TableId) -> LiveTable:
    loaded = await load(store, table, keep=None)
    assert loaded.live is not None and not loaded.aside
    return loaded.live


async def a_move(hub: Hub, table: TableId, n: int = 0, seat: Seat | None = None) -> Moved:
    """The n-th legal move of a seat, or of one whose turn it is; it is not made."""
    if seat is None:
        seat = (await hub.position(table, None)).to_act[0]
    position = await hub.position(table, seat)
    assert position.decision is not None
    return Moved(seat, position.decision, position.legal[n % len(position.legal)])


async def until(is_so: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.005)


async def until_over(hub: Hub, table: TableId) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while (await hub.position(table, None)).phase == "playing":
            await asyncio.sleep(0.01)


class Client:
    """Plays one seat: sends things twice, takes things back, goes away before it is answered."""

    def __init__(self, hub: Hub, table: TableId, seat: Seat, seed: int = 0) -> None:
        self.hub = hub  # another can be put here while it plays
        self.table = table
        self.seat = seat
        self.random = Random(f"{seed} {table} {seat}")
        self.acknowledged: list[Moved | Undone] = []
        self.repeated = 0
        self.refused = 0

    async def play(self, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Until the game is over, or it is enough."""
        while not is_enough():
            position = await self.hub.position(self.table, self.seat)
            if position.phase != "playing":
                return
            if position.undo and self.random.random() < 0.06:
                await self.send(Undone(self.seat, position.next, self.random.randint(1, position.undo)))
            elif position.decision is not None:
                await self.send(Moved(self.seat, position.decision, self.random.choice(position.legal)))
            else:
                await asyncio.sleep(0.002)

    async def send(self, entry: Moved | Undone) -> None:
        try:
            if self.random.random() < 0.1:
                await self.break_off(entry)
            if self.random.random() < 0.15:
                posted = await asyncio.gather(*[self.hub.post(self.table, entry) for _ in range(3)])
                assert sum([not one.again for one in posted]) <= 1
                self.repeated += sum([one.again for one in posted])
            else:
                await self.hub.post(self.table, entry)
        except (Refused, IllegalMove):  # somebody was faster, and what was to be done or undone is gone
            self.refused += 1
        else:
            self.acknowledged.append(entry)

    async def break_off(self, entry: Moved | Undone) -> None:
        """Go away while the server is at it."""
        task = asyncio.create_task(self.hub.post(self.table, entry))
        for _ in range(self.random.randrange(4)):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def acknowledged(clients: Iterable[Client]) -> int:
    return sum([len(client.acknowledged) for client in clients])


def check_journal(entries: list[Entry], clients: list[Client]) -> None:
    """Every acknowledged thing is written once, and each seat's in the order in which it was acknowledged."""
    for client in clients:
        own = [e for e in entries if isinstance(e, Moved | Undone) and e.seat == client.seat]
        assert len({entry.decision for entry in own}) == len(own)
        acknowledged = iter(own)
        assert all(entry in acknowledged for entry in client.acknowledged)
