"""Whoever is late is taken over; nobody's time runs while the server is down, whatever the date is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from farmstead.engine.contract import Seat
from farmstead.server.base.periodic import run_periodically
from farmstead.server.hub.clock_enforcer import STORE_RETRY_MS, ClockEnforcer
from farmstead.server.hub.deadlines import Deadlines
from farmstead.server.hub.hub import Hub
from farmstead.server.hub.loader import load, new_table
from farmstead.server.hub.rooms import Rooms
from farmstead.server.hub.server_time import ServerTime
from farmstead.server.store import Store, StoreAway, StoreFull, TableId
from farmstead.server.table.entries import (
    Closed,
    Damaged,
    Entry,
    Moved,
    Returned,
    Sat,
    Started,
    TakenOver,
    Undone,
)
from farmstead.server.table.options import TableOptions, decode_options, encode_options
from farmstead.server.table.setup import TableSetup
from tests.server.hubs import (
    PATIENCE_S,
    TWO_TILES,
    VALLEY,
    WALNUT,
    Client,
    a_move,
    acknowledged,
    room_of,
    store_of,
    stored,
    until,
)
from tests.server.playing import Clients, Owner, a_setup, sitting
from tests.server.stores import awaited, by_hand

MINUTE = 60_000
DAY = 24 * 3600
NEVER = 1e6  # seconds


class Hand:
    """A clock that is moved by hand; in seconds, and it does not begin at 0."""

    def __init__(self, seconds: float = 1234.5) -> None:
        self.seconds = seconds

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@asynccontextmanager
async def opened(
    path: Path, hand: Hand, wall: Hand | None = None, idle: float = 300.0, every: float = NEVER
) -> AsyncIterator[tuple[Hub, ClockEnforcer]]:
    """A hub with clocks, and with a server time that only the hand moves on."""
    wall = wall or Hand()
    async with (
        await Store.open(path, lambda: int(1000 * wall())) as store,
        await ServerTime.start(store, hand, NEVER) as uptime,
        Hub(store, idle, up=uptime.now) as hub,
        ClockEnforcer(hub, uptime, every) as clocks,
    ):
        yield hub, clocks


async def a_table(hub: Hub, game: str, *who: str | Sat, clock: int = 60, key: int = 0) -> TableId:
    """A game that has begun, with a clock."""
    setup = a_setup(game, len(who), bytes([key] * 32))
    options = encode_options(TableOptions(clock, level=2))
    table = (await store_of(hub).tables.create(new_table(setup, options))).id
    for seat, name in enumerate(who):
        await hub.post(table, sitting(seat, name) if isinstance(name, str) else name)
    await hub.post(table, Started())
    return table


async def a_spring(hub: Hub, key: int = 0) -> TableId:
    """A game for two in which both may do two things now in any order."""
    table = await a_table(hub, WALNUT, "ada", "ben", key=TWO_TILES[key])
    for _ in range(2):
        await hub.post(table, await a_move(hub, table))
    assert (await hub.position(table, None)).to_act == (0, 1)
    return table


async def anybodys_move(hub: Hub, table: TableId) -> Moved:
    """Of whoever is first, also a bot."""
    move = await a_move(hub, table)
    live = hub.live(table)
    assert live is not None
    is_bot = live.chairs.all[move.seat].is_played_by_bot()
    return replace(move, by="bot") if is_bot else move


async def looked(clocks: ClockEnforcer) -> None:
    """Until all who are late have been taken over, or cannot be."""
    clocks.look()
    await asyncio.gather(*clocks._tasks)


async def taken(hub: Hub, table: TableId) -> list[Seat]:
    return [entry.seat for entry in await stored(store_of(hub), table) if isinstance(entry, TakenOver)]


def left(clocks: ClockEnforcer, table: TableId, seats: int = 2) -> list[int | None]:
    deadlines = clocks._hub.deadlines(table)
    return [None] * seats if deadlines is None else list(deadlines.left(clocks._uptime.now()))


# ---- who is late ---------------------------------------------------------------------------------------


@awaited
async def test_who_is_late_is_taken_over_and_not_before(path: Path) -> None:
    hand = Hand()
    async with opened(path, hand) as (hub, clocks):
        table = await a_table(hub, VALLEY, "ada", "ben")
        (seat,) = (await hub.position(table, None)).to_act
        hand.seconds += 59.998
        await looked(clocks)
        assert await taken(hub, table) == [] and left(clocks, table)[seat] in (2, 3)
        assert left(clocks, table)[1 - seat] is None
        hand.seconds += 0.003
        assert left(clocks, table)[seat] == 0
        await looked(clocks)
        assert (await stored(store_of(hub), table))[-1] == TakenOver(seat, "clock", 2)
        assert (await hub.position(table, None)).seats[seat].away == "clock"
        assert left(clocks, table) == [None, None]


@awaited
async def test_clocks_look_by_themselves(path: Path) -> None:
    hand = Hand()
    async with opened(path, hand, every=0.005) as (hub, _):
        table = await a_table(hub, WALNUT, "ada")
        hand.seconds += 61
        await until(lambda: (live := hub.live(table)) is not None and live.chairs.all[0].away == "clock")
        assert await taken(hub, table) == [0]


@awaited
async def test_a_neighbours_move_leaves_my_clock_alone(path: Path) -> None:
    hand = Hand()
    async with opened(path, hand) as (hub, clocks):
        table = await a_spring(hub)
        hand.seconds += 10
        await hub.post(table, await a_move(hub, table, seat=0))
        assert left(clocks, table) == [MINUTE, MINUTE - 10_000]
        hand.seconds += 50
        await looked(clocks)
        assert await taken(hub, table) == [1]
        assert left(clocks, table) == [MINUTE - 50_000, None]


@awaited
async def test_an_undo_begins_a_decision_and_its_clock_anew(path: Path) -> None:
    hand = Hand()
    async with opened(path, hand) as (hub, clocks):
        table = await a_spring(hub)
        await hub.post(table, await a_move(hub, table, seat=0))
        hand.seconds += 20
        await hub.post(table, Undone(0, (await hub.position(table, 0)).next))
        assert left(clocks, table) == [MINUTE, MINUTE - 20_000]


@awaited
async def test_who_returns_has_all_the_time_again(path: Path) -> None:
    hand = Hand()
    async with opened(path, hand) as (hub, clocks):
        table = await a_spring(hub)
        hand.seconds += 60
        await looked(clocks)
        assert await taken(hub, table) == [0, 1]
        hand.seconds += 1000
        await hub.post(table, Returned(1))
        assert left(clocks, table) == [None, MINUTE]
        hand.seconds += 59
        await looked(clocks)
        assert await taken(hub, table) == [0, 1]
        hand.seconds += 1
        await looked(clocks)
        assert await taken(hub, table) == [0, 1, 1]


@awaited
async def test_many_are_late_at_once_at_many_tables(path: Path) -> None:
    hand = Hand()
    async with opened(path, hand) as (hub, clocks):
        late = [await a_spring(hub, n) for n in range(3)]
        hand.seconds += 1
        not_yet = [await a_table(hub, VALLEY, "ada", "ben", key=n) for n in range(3)]
        slow = await a_table(hub, WALNUT, "ada", clock=30 * DAY)
        hand.seconds += 59
        await looked(clocks)
        assert [await taken(hub, table) for table in late] == [[0, 1]] * 3
        assert [await taken(hub, table) for table in not_yet] == [[]] * 3
        hand.seconds += 30 * DAY
        await looked(clocks)
        assert [len(await taken(hub, table)) for table in not_yet] == [1] * 3
        assert await taken(hub, slow) == [0]


@awaited
async def test_programs_and_devices_have_a_clock_and_bots_have_none(path: Path) -> None:
    hand, program = Hand(), Sat(1, "client", "c1")
    async with opened(path, hand) as (hub, clocks):
        tables = [
            await a_table(hub, WALNUT, "ada", program, "bot", key=8),
            await a_table(hub, WALNUT, "ada", "ada+", "bot", key=8),
            await a_table(hub, WALNUT, "bot", "bot"),
            await a_table(hub, WALNUT, "ada", clock=0),
        ]
        for table in tables[:2]:
            while (await hub.position(table, None)).to_act != (0, 1, 2):
                await hub.post(table, await anybodys_move(hub, table))
        assert [left(clocks, table, 3) for table in tables[:2]] == [[MINUTE, MINUTE, None]] * 2
        assert left(clocks, tables[2]) == [None, None] and left(clocks, tables[3], 1) == [None]
        hand.seconds += 365 * DAY
        await looked(clocks)
        assert [await taken(hub, table) for table in tables] == [[0, 1], [0, 1], [], []]


@awaited
async def test_who_decides_at_the_last_moment_is_in_time(path: Path) -> None:
    hand = Hand()
    async with opened(path, hand) as (hub, clocks):
        table = await a_table(hub, WALNUT, "ada")
        move = await a_move(hub, table)
        async with room_of(hub, table).lock:
            moving = asyncio.create_task(hub.post(table, move))
            for _ in range(3):  # until it waits for the lock
                await asyncio.sleep(0)
            hand.seconds += 60
            clocks.look()
        await asyncio.gather(moving, *clocks._tasks)
        assert await taken(hub, table) == [] and left(clocks, table)[0] == MINUTE
        hand.seconds += 60
        await looked(clocks)
        assert await taken(hub, table) == [0]


# ---- coming and going ----------------------------------------------------------------------------------


@awaited
async def test_a_table_that_has_been_forgotten_is_taken_over_all_the_same(path: Path) -> None:
    hand = Hand()
    async with opened(path, hand, idle=0.02) as (hub, clocks):
        tables = [await a_spring(hub, n) for n in range(3)]
        await until(lambda: hub.tables() == [])
        assert left(clocks, tables[0])[0] is None
        hand.seconds += 60
        await looked(clocks)
        assert [await taken(hub, table) for table in tables] == [[0, 1]] * 3


@awaited
async def test_what_others_wrote_meanwhile_counts(path: Path) -> None:
    """As after an update, when the old server is still there."""
    hand = Hand()
    async with opened(path, hand) as (hub, clocks), opened(path, hand) as (other, _):
        table = await a_table(hub, WALNUT, "ada")
        hand.seconds += 50
        await other.post(table, await a_move(other, table))
        hand.seconds += 10
        await looked(clocks)
        assert left(clocks, table)[0] == MINUTE - 10_000
        assert await taken(hub, table) == []


@awaited
async def test_a_table_that_is_over_deleted_or_damaged_is_let_go(path: Path) -> None:
    hand = Hand()
    async with opened(path, hand) as (hub, clocks):
        closed, deleted, damaged, going = [await a_table(hub, WALNUT, "ada", key=n) for n in range(4)]
        await hub.post(closed, Closed("abandoned"))
        await store_of(hub).tables.delete(deleted)
        by_hand(path, f"UPDATE tables SET last = 9 WHERE id = {damaged}")
        hand.seconds += 60
        await looked(clocks)
        assert await taken(hub, going) == [0]
        hand.seconds += STORE_RETRY_MS
        await looked(clocks)
        assert clocks._due == {} and clocks._heap == []
        assert await hub.aside(damaged)


@awaited
async def test_a_whole_game_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farmstead.server.hub.clock_enforcer.STALE", 5)
    hand = Hand()
    async with opened(path, hand) as (hub, clocks):
        table = await a_table(hub, VALLEY, "ada", "ben")
        while (await hub.position(table, None)).to_act:
            await hub.post(table, await a_move(hub, table))
            hand.seconds += 1
            assert len(clocks._heap) <= 7
        assert clocks._due == {}


@pytest.mark.parametrize(
    "error", [StoreFull("No room."), StoreAway("Locked."), ZeroDivisionError()], ids=repr
)
@awaited
async def test_while_nothing_can_be_written_it_is_tried_again(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    hand = Hand()

    async def fails(*_: object) -> None:
        raise error

    async with opened(path, hand) as (hub, clocks):
        table = await a_table(hub, WALNUT, "ada")
        hand.seconds += 60
        with monkeypatch.context() as patch:
            patch.setattr(store_of(hub).journal, "append", fails)
            for _ in range(3):
                await looked(clocks)
                hand.seconds += STORE_RETRY_MS / 1000
        assert await taken(hub, table) == []
        await looked(clocks)
        assert await taken(hub, table) == [0]


# ---- server time ----------------------------------------------------------------------------------------


@awaited
async def test_downtime_runs_nobodys_clock(path: Path) -> None:
    hand, wall = Hand(), Hand(1e9)
    async with opened(path, hand, wall) as (hub, clocks):
        table = await a_spring(hub)
        hand.seconds += 25
        await hub.post(table, await a_move(hub, table, seat=0))
        hand.seconds += 5
        before = left(clocks, table)
        assert before == [MINUTE - 5000, MINUTE - 30_000]
    hand, wall = Hand(0.25), Hand(1e9 + 100 * DAY)  # the machine was off, too
    async with opened(path, hand, wall) as (hub, clocks):
        await hub.visit(table)
        assert left(clocks, table) == before
        await looked(clocks)
        hand.seconds += 29
        await looked(clocks)
        assert await taken(hub, table) == []
        hand.seconds += 1
        await looked(clocks)
        assert await taken(hub, table) == [1]


@awaited
async def test_setting_the_date_does_nothing(path: Path) -> None:
    hand, wall = Hand(), Hand(1e9)
    async with opened(path, hand, wall) as (hub, clocks):
        table = await a_spring(hub)
        for jump in (1000 * DAY, -2000 * DAY, 10 * DAY):
            wall.seconds += jump
            hand.seconds += 10
            await hub.post(table, await a_move(hub, table, seat=0))
            await hub.post(table, Undone(0, (await hub.position(table, 0)).next))
            await looked(clocks)
        assert left(clocks, table) == [MINUTE, MINUTE - 30_000]
        assert await taken(hub, table) == []
    async with opened(path, hand, wall) as (hub, clocks):
        await hub.visit(table)
        assert left(clocks, table) == [MINUTE, MINUTE - 30_000]


@awaited
async def test_a_killed_server_gives_back_what_it_had_not_written_down(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object) -> None:
        raise StoreAway("There is nobody any more.")

    hand = Hand()
    async with opened(path, hand) as (hub, clocks):
        table = await a_spring(hub)
        hand.seconds += 30
        await clocks._uptime.write()
        hand.seconds += 4
        await hub.post(table, await a_move(hub, table, seat=0))
        assert left(clocks, table) == [MINUTE, MINUTE - 34_000]
        monkeypatch.setattr(store_of(hub).server_state, "set_uptime", killed)
    async with opened(path, hand) as (hub, clocks):
        await hub.visit(table)
        assert left(clocks, table) == [MINUTE, MINUTE - 30_000]


@awaited
async def test_house_time_goes_on_from_where_it_was(path: Path) -> None:
    hand = Hand(5.0)
    async with await Store.open(path) as store:
        for seconds in (1.5, 0.0, 1e9):
            async with await ServerTime.start(store, hand, NEVER) as uptime:
                before = uptime.now()
                hand.seconds += seconds
                assert uptime.now() == before + 1000 * seconds
        assert await store.server_state.uptime() == 1500 + 10**12


def no_date() -> int:
    raise AssertionError("somebody has looked at the date")


@awaited
async def test_house_time_does_not_look_at_the_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Store.open(path) as store, await ServerTime.start(store) as uptime:
        began = uptime.now()
        await until(lambda: uptime.now() > began)
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", no_date)
            patch.setattr(time, "time_ns", no_date)
            uptime.now()


@awaited
async def test_house_time_is_written_now_and_then_also_after_trouble(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hand, tries, written = Hand(), [0], [0]
    async with await Store.open(path) as store:
        write = store.server_state.set_uptime

        async def sometimes(uptime: int) -> None:
            tries[0] += 1
            if tries[0] < 4:
                raise StoreFull("No room.")
            await write(uptime)
            written[0] = uptime

        monkeypatch.setattr(store.server_state, "set_uptime", sometimes)
        async with await ServerTime.start(store, hand, 0.005):
            hand.seconds += 10
            await until(lambda: written[0] > 0)
            assert await store.server_state.uptime() == 10_000
            hand.seconds += 10
        assert await store.server_state.uptime() == 20_000
    assert caplog.text.count("cannot be written down") == 1


# ---- since when a decision stands ----------------------------------------------------------------------


class Timed(Owner):
    """Takes note of every entry; it is later with each."""

    def __init__(self, setup: TableSetup) -> None:
        super().__init__(setup)
        self.deadlines = Deadlines(setup.seats, TableOptions(10))
        self.first: dict[tuple[Seat, int], int] = {}  # when a seat's decision was first seen

    def do(self, *entries: Entry) -> None:
        for entry in entries:
            super().do(entry)
            up = 1000 * self.live.number
            self.deadlines.note(self.live, up)
            if isinstance(entry, Returned):
                self.first = {key: at for key, at in self.first.items() if key[0] != entry.seat}
            for seat in self.live.to_act():
                self.first.setdefault((seat, self.live.decision(seat) or 0), up)
            self.check()

    def check(self) -> None:
        expected: list[int | None] = []
        for seat, chair in enumerate(self.live.chairs.all):
            decision = self.live.decision(seat)
            runs = decision is not None and not chair.is_played_by_bot()
            expected.append(self.first[seat, decision or 0] + 10_000 if runs else None)
        running = [until for until in expected if until is not None]
        assert self.deadlines.until() == expected
        assert self.deadlines.earliest() == min(running, default=None)
        for now in running:
            late = [seat for seat, until in enumerate(expected) if until is not None and until <= now]
            assert self.deadlines.late(now) == late


@pytest.mark.parametrize(
    ("game", "who"),
    [(WALNUT, ("ada", "ben", "cyd")), (WALNUT, ("ada", "ada+", "bot")), (VALLEY, ("ada", "bot", "ben"))],
)
def test_a_clock_runs_exactly_while_a_person_decides(game: str, who: tuple[str, ...]) -> None:
    owner = Timed(a_setup(game, len(who)))
    owner.do(*[sitting(seat, name) for seat, name in enumerate(who)], Started())
    clients = Clients(owner, 5)
    clients.play(300)
    assert clients.counts["undoes"] and clients.counts["returns"] and clients.counts["asks"]
    clients.finish()
    assert owner.deadlines.earliest() is None and owner.deadlines.late(10**12) == []


def is_enough(clients: list[Client]) -> bool:
    return acknowledged(clients) >= 60


@pytest.mark.parametrize("game", [WALNUT, VALLEY])
@awaited
async def test_a_table_that_is_loaded_knows_it_as_well_as_one_that_stayed(path: Path, game: str) -> None:
    hand = Hand()
    async with opened(path, hand) as (hub, _):
        table = await a_table(hub, game, "ada", "ben", "cyd")
        clients = [Client(hub, table, seat) for seat in range(3)]
        playing = [client.play(partial(is_enough, clients)) for client in clients]
        tasks = [asyncio.create_task(play) for play in playing]
        while not all(task.done() for task in tasks):
            hand.seconds += 0.125
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        again = (await load(store_of(hub), table)).deadlines
        deadlines = hub.deadlines(table)
        assert deadlines is not None and again is not None and again is not deadlines
        assert again.until() == deadlines.until()
        assert deadlines.earliest() is not None
        assert len({entry.up for entry in await store_of(hub).journal.read(table)}) > 20


# ---- options -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "data"),
    [
        (TableOptions(), b"{}"),
        (TableOptions(10), b'{"clock":10}'),
        (TableOptions(30 * DAY, 5), b'{"clock":2592000,"level":5}'),
        (
            TableOptions(chat=False, hints=False, spectators=False),
            b'{"chat":false,"hints":false,"spectators":false}',
        ),
    ],
)
def test_options_are_written_and_read(options: TableOptions, data: bytes) -> None:
    """Stored tables stay readable: these bytes must not change."""
    assert encode_options(options) == data and decode_options(data) == options


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"clock":9}',
        b'{"clock":-1}',
        b'{"clock":2592001}',
        b'{"clock":60.5}',
        b'{"level":0}',
        b'{"chat":1}',
        b'{"more":1}',
        b"[" * 10_000,
    ],
)
def test_damaged_options_are_found(data: bytes) -> None:
    with pytest.raises(Damaged, match="no options of a table"):
        decode_options(data)


def test_a_clock_that_nobody_could_play_by_is_not_made() -> None:
    with pytest.raises(ValueError, match="at least 10 seconds"):
        TableOptions(9)
    with pytest.raises(Damaged):
        encode_options(TableOptions(31 * DAY))


# ---- again and again -----------------------------------------------------------------------------------


@awaited
async def test_what_goes_on_for_ever_survives_its_faults(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("farmstead.server.base.periodic.PAUSE_AFTER_FAULT_S", 0.001)
    done, enough = 0, asyncio.Event()

    async def work() -> None:
        nonlocal done
        done += 1
        if done == 2:
            raise ZeroDivisionError
        if done == 4:
            enough.set()

    def pause() -> float:
        if done == 1 and not caplog.records:
            raise ValueError
        return 0.001

    task = run_periodically("the mill", work, pause)
    async with asyncio.timeout(PATIENCE_S):
        await enough.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert [str(record.exc_info and record.exc_info[0]) for record in caplog.records] == [
        str(ValueError),
        str(ZeroDivisionError),
    ]
    assert "the mill" in caplog.text


@awaited
async def test_the_tasks_of_the_house_go_on_after_a_fault(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("farmstead.server.base.periodic.PAUSE_AFTER_FAULT_S", 0.001)
    faults: set[str] = set()

    def breaking(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def once(*args: Any) -> Any:
            if name not in faults:
                faults.add(name)
                raise ZeroDivisionError
            return method(*args)

        return once

    for part, name in ((Rooms, "sweep"), (ClockEnforcer, "look"), (ServerTime, "write")):
        monkeypatch.setattr(part, name, breaking(name, getattr(part, name)))
    async with (
        await Store.open(path) as store,
        await ServerTime.start(store, every=0.01) as uptime,
        Hub(store, idle=0.01, up=uptime.now) as hub,
        ClockEnforcer(hub, uptime, 0.01),
    ):
        table = await a_table(hub, WALNUT, "ada")
        await until(lambda: faults == {"sweep", "look", "write"} and table not in hub.tables())
        before = await store.server_state.uptime()
        async with asyncio.timeout(PATIENCE_S):
            while await store.server_state.uptime() <= before:
                await asyncio.sleep(0.005)
