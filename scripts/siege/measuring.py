"""One route after the other: the visitor sends, others move, and it is noted how long they wait."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

import msgspec
from msgspec import Struct

from scripts.load.clients import Crowd, Refusal
from scripts.load.page import ROOT
from scripts.load.process import ServerProcess
from scripts.load.timing import Times, percentile
from scripts.load.wire import Caller
from scripts.siege.prepared import Prepared, prepare
from scripts.siege.routes import Entry
from scripts.siege.sending import Given, Order, Report
from scripts.siege.services import MUST_COME, SERVICES, Customer, seconds_for
from scripts.soak.storm import TRACE

LONGEST_WAIT_MS: Final = 500.0  # for 99 moves of 100
SHARE: Final = 0.99
LONGEST_WAY_S: Final = 30.0  # after which no more moves are begun
LONGEST_MOVE_S: Final = 20.0  # after which those that are under way are given up
LONGEST_ORDER_S: Final = 180.0
URL: Final = "https://farm.example"  # so that webhooks are on
LINE: Final = 2**24
FAILED: Final = range(500, 600)
FULL: Final = (503, 507)  # of these a server says itself that it has too much to do, or no room
ERRORS: Final = ("ERROR", "CRITICAL")  # how lines of a log begin that should not be there
MOST_LOGGED: Final = 4000  # letters of a log that are kept
NOBODY_SENDS: Final = "nothing is sent"

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of it."""

    moves: int = 300  # of others, for each entry: half of them over one connection, half over many
    rate: float = 36.0  # moves a second, if they are answered
    seed: int = 1


class Way(Struct):
    """What came of sending over so many connections."""

    connections: int
    answers: dict[int, int]  # requests by the status of their answer; 0: none came
    waits: list[float]  # milliseconds from a move of others to its acknowledgement
    refused: dict[int, int]  # moves of others that were not taken, by status
    dropped: int  # streams of others that the server ended
    error: str = ""


class Result(Struct):
    """All that is known of one entry."""

    name: str
    route: str
    what: str
    expects: list[int]
    wanted: int  # moves of others
    ways: list[Way]
    seconds: float
    memory: int = 0  # bytes that the server has afterwards
    services: dict[str, float | None] = {}  # seconds that another visitor waited for them; None: in vain
    error: str = ""
    log: str = ""  # what the server said meanwhile, if it was an error

    @property
    def waits(self) -> list[float]:
        return [wait for way in self.ways for wait in way.waits]

    @property
    def answers(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for way in self.ways:
            for status, number in way.answers.items():
                found[status] = found.get(status, 0) + number
        return dict(sorted(found.items()))

    def wait(self, share: float) -> float:
        return percentile(self.waits, share)

    def faults(self) -> list[str]:
        """What is wrong; nothing if others hardly noticed."""
        found = [self.error] if self.error else []
        found += [way.error for way in self.ways if way.error]
        found += [f"the server said: {self.log.strip().splitlines()[-1]}"] if self.log.strip() else []
        if self.wait(SHARE) > LONGEST_WAIT_MS:
            found.append(f"99 of 100 moves take up to {self.wait(SHARE):,.0f} ms")
        if len(self.waits) < self.wanted:
            found.append(f"only {len(self.waits)} of {self.wanted} moves were made")
        refused = sum([sum(way.refused.values()) for way in self.ways])
        found += [f"{refused} moves of others were refused"] if refused else []
        dropped = sum([way.dropped for way in self.ways])
        found += [f"{dropped} streams of others were ended"] if dropped else []
        missing = [service for service in MUST_COME if self.services.get(service, 0.0) is None]
        found += [f"{service}: did not come" for service in missing]
        failed = {status for status in self.answers if status in FAILED and status not in FULL}
        found += [f"the server failed: {sorted(failed)}"] if failed else []
        if self.expects and not set(self.expects) & set(self.answers):
            found.append(f"never answered by {self.expects}: this is not the request that was meant")
        return found


@final
class VisitorProcess:
    """Who sends, in a process of its own."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "scripts.siege.visitor"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE,
        )

    async def order(self, order: Order) -> Report:
        """What it answers."""
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        process.stdin.write(msgspec.json.encode(order) + b"\n")
        await process.stdin.drain()
        async with asyncio.timeout(LONGEST_ORDER_S):
            line = await process.stdout.readline()
        return msgspec.json.decode(line, type=Report) if line else Report("the visitor's process has ended")

    async def stop(self) -> None:
        process = self._process
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        await process.wait()


@final
class Siege:
    """A server, those who play at it, and the visitor."""

    def __init__(self, folder: Path, prepared: Prepared, plan: Plan) -> None:
        self._folder = folder
        self._prepared = prepared
        self._plan = plan
        self._server: ServerProcess | None = None
        self._crowd: Crowd | None = None
        self._visitor = VisitorProcess()
        self._number = 0  # of servers so far
        self._sources = 0
        self._served = 0
        self._read = 0  # bytes of the server's log
        self.complaints: list[str] = []  # what servers said besides, when nothing was sent to them

    async def open(self) -> None:
        """A server with all that was prepared, as if nobody had been there; players at their tables."""
        await self.close()
        self._number += 1
        folder = self._prepared.copy(self._folder / f"server-{self._number}")
        self._server, self._read = ServerProcess(folder, "--url", URL, limited=True), 0
        await self._server.start()
        self._crowd = Crowd(self._server.place, self._plan.seed)
        await self._crowd.join(self._prepared.running)
        await self._visitor.start()

    async def close(self) -> None:
        if self._crowd is not None:
            self._crowd.leave()
        await self._visitor.stop()
        if self._server is not None:
            await self._server.kill()
            said = self._said()
            self.complaints += [f"The server said: {said}"] if said else []
        self._crowd = self._server = None

    @property
    def is_open(self) -> bool:
        return self._server is not None

    async def besiege(self, entry: Entry) -> Result:
        """Over one connection, then over many, with half of the moves each."""
        assert self._server is not None
        begun = time.perf_counter()
        self._sources += 1
        source = f"127.0.{1 + self._sources // 250}.{1 + self._sources % 250}"
        given = Given(
            self._server.place.port,
            source,
            self._prepared.names[entry.name],
            self._prepared.codes[entry.name],
        )
        result = Result(entry.name, entry.route, entry.what, list(entry.expects), self._plan.moves, [], 0.0)
        report = await self._visitor.order(Order("prepare", entry.name, given))
        result.error = report.error and f"it could not be prepared: {report.error}"
        if not report.error:
            for connections in (1, entry.connections):
                is_last = connections == entry.connections
                way = await self._way(entry, connections, result if is_last else None)
                result.ways.append(way)
                if way.error:
                    break
        result.memory = self._server.memory()
        result.log = self._said()
        result.seconds = time.perf_counter() - begun
        return result

    def _said(self) -> str:
        """The end of what the server has logged since it was last asked, if there is an error in it."""
        assert self._server is not None
        with self._server.log.open("rb") as log:
            log.seek(self._read)
            text = log.read().decode("utf-8", "replace")
        self._read += len(text.encode())
        is_bad = TRACE in text or any(line.startswith(ERRORS) for line in text.splitlines())
        return text[-MOST_LOGGED:] if is_bad else ""

    async def _way(self, entry: Entry, connections: int, result: Result | None) -> Way:
        """Over so many; in the end somebody else wants something, too, if there is a `result` to note it."""
        report = await self._visitor.order(Order("send", entry.name, None, connections))
        if report.error:
            return Way(connections, {}, [], {}, 0, report.error)
        times, error = await self.play(self._plan.moves // 2)
        if result is not None and entry.service:
            result.services[entry.service] = await seconds_for(entry.service, self._customer())
        # Over one connection nothing else is in the way of an answer.
        expects = list(entry.expects) if connections == 1 else []
        report = await self._visitor.order(Order("stop", expects=expects))
        return Way(
            connections,
            report.answers,
            [round(1000 * wait, 1) for wait in times.acknowledged],
            dict(times.refused),
            times.dropped,
            error or report.error,
        )

    async def alone(self) -> Result:
        """The same with nobody who sends anything."""
        begun = time.perf_counter()
        times, error = await self.play(self._plan.moves)
        way = Way(
            0, {}, [round(1000 * wait, 1) for wait in times.acknowledged], dict(times.refused), 0, error
        )
        services = {service: await seconds_for(service, self._customer()) for service in SERVICES}
        result = Result(NOBODY_SENDS, "", NOBODY_SENDS, [], self._plan.moves, [way], 0.0, services=services)
        result.seconds = time.perf_counter() - begun
        return result

    def _customer(self) -> Customer:
        """Somebody who has not wanted anything yet."""
        assert self._server is not None
        of, own, over = self._prepared.customers[self._served % len(self._prepared.customers)]
        self._served += 1
        return Customer(Caller(self._server.place, of), own, over)

    async def play(self, wanted: int) -> tuple[Times, str]:
        """So many moves, evenly; each is waited for, however long it takes."""
        crowd = self._crowd
        assert crowd is not None
        times = crowd.times = Times()
        begun, going = time.perf_counter(), 0

        async def move() -> None:
            nonlocal going
            going += 1
            try:
                await crowd.ready.popleft().move()
            finally:
                going -= 1

        slot = 0
        while len(times.acknowledged) + going < wanted:
            slot += 1
            wait = begun + slot / self._plan.rate - time.perf_counter()
            await asyncio.sleep(max(wait, 0.001))
            if time.perf_counter() - begun > LONGEST_WAY_S:
                break
            if crowd.ready:
                crowd.do(move())
        try:
            async with asyncio.timeout(LONGEST_MOVE_S):
                await crowd.check()
        except TimeoutError:
            return times, f"others had no answer for {LONGEST_MOVE_S:.0f} seconds"
        except Refusal as error:
            return times, f"others were not answered: {error}"
        return times, ""


async def siege(
    folder: Path, plan: Plan, entries: Sequence[Entry], keep: Callable[[Result], None], tell: Tell
) -> list[str]:
    """Each of these entries; `keep` is called for each that is done. What servers complained of."""
    tell("preparing")
    of = Siege(folder, await prepare(folder / "prepared", entries, plan.seed), plan)
    try:
        await of.open()
        await of.play(plan.moves // 3)  # all that is read and drawn for the first time
        keep(await of.alone())
        await of.close()  # a film and a review are being made
        for n, entry in enumerate(entries, 1):
            if not of.is_open:
                await of.open()
            tell(f"{n} of {len(entries)}: {entry.name}")
            result = await of.besiege(entry)
            keep(result)
            if entry.leaves_work or any(way.error for way in result.ways) or result.error:
                await of.close()
    finally:
        await of.close()
    return of.complaints
