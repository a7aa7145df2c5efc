"""What `make load` does, step by step."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from farmstead.server.store import Store
from scripts.load.base import SQLITE, Base
from scripts.load.clients import Crowd
from scripts.load.process import ServerProcess
from scripts.load.stored import SEATS, Course, Person, Running, courses, people, store_games, store_running
from scripts.load.timing import Times
from scripts.load.wire import Caller, Event, Place

FEW: Final = 10  # tables of the server that the others are compared with
SLOW: Final = 50.0  # moves a second there
AT_ONCE: Final = 64  # moves under way when as many as possible are made
STREAMS_AT_ONCE: Final = 50
QUIET: Final = 0.02  # share of a processor below which a server does nothing

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of it."""

    tables: int = 500
    stored: int = 10_000
    rate: float = 400.0  # moves a second
    seconds: float = 60.0
    warm: float = 5.0  # seconds before these that do not count
    rush: float = 20.0  # seconds in which as many moves as possible are made
    runs: int = 3
    streams: int = 10_000
    seed: int = 1
    calm: float = 1.0  # seconds without work after which a server is said to have none
    base: Base = SQLITE


@dataclass(slots=True)
class Stretch:
    """Some seconds of playing."""

    seconds: float
    times: Times
    server: float  # share of a processor that the server used
    clients: float  # and those who played

    @property
    def rate(self) -> float:
        return len(self.times.acknowledged) / self.seconds


@dataclass(slots=True)
class Run:
    """One server from its start to its end."""

    start: float
    tables: int
    streams: int
    loaded: int  # bytes in memory when the tables are there and nobody has come
    joined: int  # with all streams
    played: int  # after the even stretch
    even: Stretch
    rush: Stretch


@dataclass(slots=True)
class Found:
    """All that was measured."""

    plan: Plan
    bytes: int = 0  # of the store
    disk: list[float] = field(default_factory=list)  # seconds for a small write that waits for the disk
    starts: list[float] = field(default_factory=list)  # seconds, with nobody playing
    few: Run | None = None
    runs: list[Run] = field(default_factory=list)
    dropped: tuple[int, int, int] = (0, 0, 0)  # sockets before and after, and bytes more

    def per_table(self, of: Callable[[Run], int]) -> list[float]:
        """Bytes that each further table takes."""
        few = self.few
        if few is None:
            return []
        return [(of(run) - of(few)) / (run.tables - few.tables) for run in self.runs]


async def measure(folder: Path, plan: Plan, tell: Tell) -> Found:
    """Everything; `folder` should be empty."""
    found = Found(plan)
    tell("playing the games that will be stored")
    of = courses(plan.seed)
    everybody = await people(folder, max(SEATS) * plan.tables, plan.base)
    tell(f"storing {plan.stored:,} games")
    await store_games(folder, plan.stored, of, everybody, plan.base)
    found.bytes = await size_of(plan.base.place(folder))
    found.disk = disk_waits(folder)
    server = ServerProcess(folder, base=plan.base)
    for _ in range(plan.runs):
        tell("starting")
        found.starts.append(await first_answer(server))
        await server.stop()
    running = await more_tables(folder, [], min(FEW, plan.tables), of, everybody, plan.base)
    tell(f"playing at {len(running)} tables")
    few = replace(plan, tables=len(running), rate=SLOW, seconds=plan.seconds / 2, rush=0.0)
    found.few, running = await run(server, few, running)
    running = await more_tables(folder, running, plan.tables, of, everybody, plan.base)
    for n in range(plan.runs):
        tell(f"playing at {plan.tables} tables, {n + 1} of {plan.runs}")
        done, running = await run(server, plan, running)
        found.runs.append(done)
    tell(f"opening and dropping {plan.streams:,} streams")
    found.dropped = await drop_streams(server, plan, running[0].code)
    return found


async def more_tables(
    folder: Path,
    running: list[Running],
    number: int,
    of: Sequence[Course],
    everybody: Sequence[Person],
    base: Base,
) -> list[Running]:
    return running + await store_running(folder, number - len(running), of, everybody, base)


async def size_of(place: Path | str) -> int:
    async with await Store.open(place) as store:
        return (await store.counts()).bytes


async def first_answer(server: ServerProcess) -> float:
    """Seconds from the command to the first answer."""
    begun = time.perf_counter()
    await server.start()
    answer = await Caller(server.place).ask("GET", "/api/games")
    assert answer.status == 200
    return time.perf_counter() - begun


async def run(server: ServerProcess, plan: Plan, running: list[Running]) -> tuple[Run, list[Running]]:
    """Start, let everybody come, play evenly, play as fast as can be, stop."""
    start = await first_answer(server)
    try:
        await quiet(server, plan.calm)
        loaded = server.memory()
        crowd = Crowd(server.place, plan.seed)
        await crowd.join(running)
        await quiet(server, plan.calm)
        joined = server.memory()
        await crowd.offer(plan.rate, plan.warm)
        even = await stretch(server, crowd, lambda: crowd.offer(plan.rate, plan.seconds))
        played = server.memory()
        rush = await stretch(server, crowd, lambda: crowd.rush(AT_ONCE, plan.rush))
        tables, streams = len(crowd.tables), sum([len(table.seats) for table in crowd.tables])
        await crowd.check()
        left = crowd.leave()
    finally:
        await server.stop()
    return Run(start, tables, streams, loaded, joined, played, even, rush), left


async def stretch(server: ServerProcess, crowd: Crowd, play: Callable[[], Awaitable[None]]) -> Stretch:
    await crowd.check()  # what was begun before does not count
    times = crowd.times = Times()
    begun, own, its = time.perf_counter(), time.process_time(), server.seconds()
    await play()
    await crowd.check()
    seconds = max(0.001, time.perf_counter() - begun)
    crowd.times = Times()
    return Stretch(seconds, times, (server.seconds() - its) / seconds, (time.process_time() - own) / seconds)


async def quiet(server: ServerProcess, calm: float) -> None:
    """Until the server has nothing to do, such as loading tables."""
    while True:
        before = server.seconds()
        await asyncio.sleep(calm)
        if server.seconds() - before <= QUIET * calm:
            return


async def drop_streams(server: ServerProcess, plan: Plan, code: str) -> tuple[int, int, int]:
    """Come, listen, and go without a word, again and again; how many sockets there are before and after."""
    await server.start()
    try:
        await come_and_go(server.place, plan.streams // 10, code)
        await quiet(server, plan.calm)
        sockets, memory = server.sockets(), server.memory()
        await come_and_go(server.place, plan.streams, code)
        await quiet(server, plan.calm)
        return sockets, server.sockets(), server.memory() - memory
    finally:
        await server.stop()


async def come_and_go(place: Place, number: int, code: str) -> None:
    left = number

    async def some() -> None:
        nonlocal left
        while left > 0:
            left -= 1
            heard = asyncio.Event()

            def hear(_: Event, heard: asyncio.Event = heard) -> None:
                heard.set()

            stream = await Caller(place).listen(f"/api/tables/{code}/stream", hear, 0 if left % 2 else None)
            if left % 4:  # one in four goes before it has heard anything
                await heard.wait()
            stream.close()

    await asyncio.gather(*[some() for _ in range(STREAMS_AT_ONCE)])


def disk_waits(folder: Path, number: int = 50) -> list[float]:
    """How long it takes to add a page to a file and wait for the disk."""
    path, waits = folder / "disk", []
    with path.open("wb") as file:
        for _ in range(number):
            begun = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fdatasync(file.fileno())
            waits.append(time.perf_counter() - begun)
    path.unlink()
    return waits
