"""The soak itself: tables are played while the server is killed and started again, or a worker sleeps."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Final, final

import asyncpg

from farmstead.engine.contract import FarmsteadError
from farmstead.server.table.entries import Moved, Undone
from scripts.load.base import SQLITE, Base
from scripts.load.process import ServerProcess, gone
from scripts.postgres import Cluster
from scripts.soak.checking import Checked, check
from scripts.soak.players import Weather
from scripts.soak.tables import Company

SOONEST: Final = 0.05  # seconds from the first acknowledgement to the kill
LATEST: Final = 1.0  # where nothing else is said
TRACE: Final = "Traceback (most recent call last):"
SPAWNED: Final = "multiprocessing/spawn.py"
AWAY: Final = "The store is away"
EVERYTHING: Final = 5  # where there are workers: of so many kills one is of all of them
DATABASE: Final = 7  # and one stops the database
SLEEPING: Final = 4  # and one has a worker sleep, by SIGSTOP
SLEEP_S: Final = 10.0
TAKEN_OVER_S: Final = 2.0  # in which all tables of a worker that is gone or sleeps have to be served again
RENEWED: Final = (
    "SELECT count(*) FROM workers WHERE seen > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 600"
)
PATIENCE: Final = 60.0  # seconds in which something must be acknowledged


class Becalmed(FarmsteadError):
    """Nothing goes on."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of it."""

    kills: int
    tables: int  # at a time
    seed: int
    seconds: float  # after which it must be over
    processes: int = 2  # in which bots think
    base: Base = SQLITE
    latest: float = LATEST
    sleep_s: float = SLEEP_S
    taken_over_s: float = TAKEN_OVER_S


@dataclass(slots=True)
class Outcome:
    """What happened, and what is wrong."""

    plan: Plan
    tables: int = 0
    moves: int = 0  # acknowledged
    undos: int = 0
    others: int = 0  # asks and answers
    resent: int = 0
    again: int = 0  # had been written when they were sent again
    refused: int = 0
    reconnected: int = 0
    seconds: float = 0.0
    starts: list[float] = field(default_factory=list)  # seconds until the server was open
    recoveries: list[float] = field(default_factory=list)  # from a kill to the next acknowledgement
    takeovers: list[float] = field(default_factory=list)  # until all tables were served again
    strikes: Counter[str] = field(default_factory=Counter)  # what was killed, and how often
    checked: Checked = field(default_factory=Checked)

    @property
    def faults(self) -> list[str]:
        return self.checked.faults


def silent(_: str) -> None:
    """Nobody wants to know how far it is."""


async def soak(
    folder: Path, plan: Plan, tell: Callable[[str], None] = silent, cluster: Cluster | None = None
) -> Outcome:
    """Play and kill, then check everything. A `cluster` of our own is stopped now and then, too."""
    outcome, begun = Outcome(plan), time.perf_counter()
    server = ServerProcess(folder, "--processes", str(plan.processes), base=plan.base)
    weather = Weather()
    company = Company(server.place, weather, plan.seed)
    faults: list[str] = []
    outcome.starts.append(await server.start())
    try:
        weather.up.set()
        await company.introduce()
        async with asyncio.timeout(plan.seconds):
            await play_and_kill(Killer(server, weather, outcome, cluster, company), company, tell)
        status = await server.stop()
        faults += [f"The server ended with status {status}."] if status else []
    except TimeoutError:
        faults.append(f"It was not over after {plan.seconds:.0f} seconds.")
    finally:
        await server.kill()
    left = await gone(server.descendants)
    faults += [f"Processes were left behind: {sorted(left)}."] if left else []
    faults += [f"Everybody sat at table {code}, and nothing began." for code in company.stuck]
    faults += complaints(server.log, database_stops=cluster is not None)
    slow = [seconds for seconds in outcome.takeovers if seconds > plan.taken_over_s]
    faults += [f"Tables were not served for {seconds:.1f} seconds." for seconds in slow]
    tell("checking")
    outcome.seconds = time.perf_counter() - begun
    outcome.checked = await check(plan.base.place(folder), company.logs)
    outcome.checked.faults += faults
    count_up(outcome, company)
    return outcome


@final
class Killer:
    """Kills something, and waits until all is as it was."""

    def __init__(
        self,
        server: ServerProcess,
        weather: Weather,
        outcome: Outcome,
        cluster: Cluster | None,
        company: Company,
    ) -> None:
        self.outcome = outcome
        self._company = company
        self._server = server
        self._weather = weather
        self._cluster = cluster
        self._random = Random(outcome.plan.seed)

    async def again_and_again(self, tell: Callable[[str], None]) -> None:
        plan = self.outcome.plan
        for kill in range(1, plan.kills + 1):
            await something_acknowledged(self._weather)
            await asyncio.sleep(self._random.uniform(SOONEST, plan.latest))
            killed = time.perf_counter()
            await self._strike(kill)
            await something_acknowledged(self._weather)
            self.outcome.recoveries.append(time.perf_counter() - killed)
            tell(f"killed {kill} of {plan.kills} times")

    async def _strike(self, kill: int) -> None:
        """With several workers mostly one of them, each in turn."""
        if self._cluster is not None and kill % DATABASE == 0:
            await self._stop_database(self._cluster)
        elif self.outcome.plan.base.workers > 1 and kill % SLEEPING == 2:
            await self._have_a_worker_sleep(kill)
        elif self.outcome.plan.base.workers > 1 and kill % EVERYTHING:
            await self._kill_worker(kill)
        else:
            await self._kill_server()

    async def _kill_server(self) -> None:
        self.outcome.strikes["the server was killed"] += 1
        self._weather.up.clear()
        await self._server.kill()
        self.outcome.starts.append(await self._server.start())
        self._weather.acknowledged.clear()
        self._weather.up.set()

    async def _kill_worker(self, kill: int) -> None:
        """The others go on, and nobody is told."""
        await all_hold_leases(self.outcome.plan.base)
        self.outcome.strikes["a worker was killed"] += 1
        await self._server.kill_worker(kill)
        self.outcome.takeovers.append(await self._company.until_served())
        await self._server.a_worker(kill)
        self._weather.acknowledged.clear()

    async def _have_a_worker_sleep(self, kill: int) -> None:
        """It wakes when its tables are others', amid whatever it was doing, and must not go on with it."""
        await all_hold_leases(self.outcome.plan.base)
        self.outcome.strikes["a worker was stopped and woken"] += 1
        pid = await self._server.a_worker(kill)
        os.kill(pid, signal.SIGSTOP)
        try:
            awake = time.perf_counter() + self.outcome.plan.sleep_s
            self.outcome.takeovers.append(await self._company.until_served())
            await asyncio.sleep(max(0.0, awake - time.perf_counter()))
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        self._weather.acknowledged.clear()

    async def _stop_database(self, cluster: Cluster) -> None:
        self.outcome.strikes["the database was stopped"] += 1
        await asyncio.to_thread(cluster.stop, signal.SIGQUIT)
        await asyncio.sleep(self._random.uniform(SOONEST, self.outcome.plan.latest))
        await asyncio.to_thread(cluster.start)
        self._weather.acknowledged.clear()


async def play_and_kill(killer: Killer, company: Company, tell: Callable[[str], None]) -> None:
    """New games are begun while there are kills to come; then all are played to their end."""
    numbers = count()
    killing = asyncio.create_task(killer.again_and_again(tell))

    async def play_on() -> None:
        while True:
            await company.play(next(numbers))
            if killing.done():
                return

    tasks = [killing, *[asyncio.create_task(play_on()) for _ in range(killer.outcome.plan.tables)]]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def something_acknowledged(weather: Weather) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await weather.acknowledged.wait()
    except TimeoutError:
        raise Becalmed(f"Nothing has been acknowledged for {PATIENCE:.0f} seconds.") from None


async def all_hold_leases(base: Base) -> None:
    """Until each worker has renewed its lease a moment ago: one that was just started serves nothing yet."""
    connection = await asyncpg.connect(base.db)
    try:
        async with asyncio.timeout(PATIENCE):
            while await connection.fetchval(RENEWED) < base.workers:
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise Becalmed(f"A worker has no lease for {PATIENCE:.0f} seconds.") from None
    finally:
        await connection.close()


def complaints(log: Path, database_stops: bool = False) -> list[str]:
    """What a server said that should have had nothing to say.

    A process that was just being started for the bots when the server was killed may say so, and a server
    whose database is stopped says that it is away.
    """
    text = log.read_text(encoding="utf-8", errors="replace")
    _, *traces = text.split(TRACE)
    bad = [line for line in text.splitlines() if line.startswith(("ERROR", "CRITICAL"))]
    bad = [line for line in bad if not (database_stops and AWAY in line)]
    bad += [trace.strip().splitlines()[-1] for trace in traces if SPAWNED not in trace]
    return [f"The server said: {line}" for line in bad[:20]]


def count_up(outcome: Outcome, company: Company) -> None:
    outcome.tables = company.tables
    for log in company.logs:
        for each in log.acknowledged:
            outcome.moves += isinstance(each.deed, Moved)
            outcome.undos += isinstance(each.deed, Undone)
            outcome.others += not isinstance(each.deed, Moved | Undone)
            outcome.again += each.again
        outcome.resent += log.resent
        outcome.refused += len(log.refused)
        outcome.reconnected += log.reconnected
