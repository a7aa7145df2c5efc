"""The soak itself: tables are played while the server is killed and started again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from farmstead.engine.contract import FarmsteadError
from farmstead.server.journal import Moved, Undone
from scripts.load.process import ServerProcess, gone
from scripts.soak.checking import Checked, check
from scripts.soak.players import Weather
from scripts.soak.tables import Company

SOONEST: Final = 0.05  # seconds from the first acknowledgement to the kill
LATEST: Final = 1.0
TRACE: Final = "Traceback (most recent call last):"
SPAWNED: Final = "multiprocessing/spawn.py"
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
    checked: Checked = field(default_factory=Checked)

    @property
    def faults(self) -> list[str]:
        return self.checked.faults


def silent(_: str) -> None:
    """Nobody wants to know how far it is."""


async def soak(folder: Path, plan: Plan, tell: Callable[[str], None] = silent) -> Outcome:
    """Play and kill, then check everything."""
    outcome, begun = Outcome(plan), time.perf_counter()
    server, weather = ServerProcess(folder, "--processes", str(plan.processes)), Weather()
    company = Company(server.place, weather, plan.seed)
    faults: list[str] = []
    outcome.starts.append(await server.start())
    try:
        weather.up.set()
        await company.introduce()
        async with asyncio.timeout(plan.seconds):
            await play_and_kill(server, weather, company, outcome, tell)
        status = await server.stop()
        faults += [f"The server ended with status {status}."] if status else []
    except TimeoutError:
        faults.append(f"It was not over after {plan.seconds:.0f} seconds.")
    finally:
        await server.kill()
    left = await gone(server.descendants)
    faults += [f"Processes were left behind: {sorted(left)}."] if left else []
    faults += [f"Everybody sat at table {code}, and nothing began." for code in company.stuck]
    faults += complaints(server.log)
    tell("checking")
    outcome.seconds = time.perf_counter() - begun
    outcome.checked = await check(folder / "tables.db", company.logs)
    outcome.checked.faults += faults
    count_up(outcome, company)
    return outcome


async def play_and_kill(
    server: ServerProcess, weather: Weather, company: Company, outcome: Outcome, tell: Callable[[str], None]
) -> None:
    """New games are begun while there are kills to come; then all are played to their end."""
    numbers = count()
    killing = asyncio.create_task(kill_again_and_again(server, weather, outcome, tell))

    async def play_on() -> None:
        while True:
            await company.play(next(numbers))
            if killing.done():
                return

    tasks = [killing, *[asyncio.create_task(play_on()) for _ in range(outcome.plan.tables)]]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def kill_again_and_again(
    server: ServerProcess, weather: Weather, outcome: Outcome, tell: Callable[[str], None]
) -> None:
    random = Random(outcome.plan.seed)
    for kill in range(1, outcome.plan.kills + 1):
        await something_acknowledged(weather)
        await asyncio.sleep(random.uniform(SOONEST, LATEST))
        weather.up.clear()
        killed = time.perf_counter()
        await server.kill()
        outcome.starts.append(await server.start())
        weather.acknowledged.clear()
        weather.up.set()
        await something_acknowledged(weather)
        outcome.recoveries.append(time.perf_counter() - killed)
        tell(f"killed {kill} of {outcome.plan.kills} times")


async def something_acknowledged(weather: Weather) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await weather.acknowledged.wait()
    except TimeoutError:
        raise Becalmed(f"Nothing has been acknowledged for {PATIENCE:.0f} seconds.") from None


def complaints(log: Path) -> list[str]:
    """What a server said that should have had nothing to say.

    A process that was just being started for the bots when the server was killed may say so.
    """
    text = log.read_text(encoding="utf-8", errors="replace")
    _, *traces = text.split(TRACE)
    bad = [line for line in text.splitlines() if line.startswith(("ERROR", "CRITICAL"))]
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
