"""Scripted clients that play many tables from one process, each seat with a stream of its own."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Coroutine
from random import Random
from typing import Any, Final, final

import msgspec
from msgspec import Struct

from scripts.load.stored import Person, Running
from scripts.load.timing import Times
from scripts.load.wire import Answer, Caller, Event, Listening, Lost, Place

TRIES: Final = 3  # for a connection that the server has closed in the same moment
PAUSE: Final = 0.2  # seconds until something is tried again
KEPT: Final = 64  # moves of a table that are remembered until all have heard of them


class Now(Struct):
    """What a client has to know of a position."""

    number: int
    phase: str
    decision: int | None
    legal: tuple[str, ...]


class Look(Struct):
    """An event `position`."""

    position: Now


class Done(Struct):
    """A move is written down."""

    number: int


class MadeTable(Struct):
    """What is needed of a new table."""

    code: str


class Made(Struct):
    """The answer to a new table."""

    table: MadeTable


LOOK: Final = msgspec.json.Decoder(Look)
DONE: Final = msgspec.json.Decoder(Done)
MADE: Final = msgspec.json.Decoder(Made)


class Refusal(Exception):
    """The server did not do what it should have done."""


class Seat:
    """One seat with its stream and the connection over which it moves, as programs play."""

    def __init__(self, table: PlayedTable, seat: int, person: Person) -> None:
        self.table = table
        self.seat = seat
        self.caller = Caller(table.crowd.place, person.of)
        self.now: Now | None = None
        self._stream: Listening | None = None
        self._queued = 0  # the decision for which it stands in the queue, or stood
        self.is_asking = False
        self._is_closed = False
        self._last: int | None = None  # entry that was heard of

    async def open(self) -> None:
        """Listen, again when the stream breaks off; it goes on where it was."""
        while not self._is_closed:
            try:
                self._stream = await self.caller.listen(self._stream_path(), self._hear, self._last)
            except Lost:
                await asyncio.sleep(PAUSE)
                continue
            self._stream.ended.add_done_callback(self._broken_off)
            return

    def _stream_path(self) -> str:
        return f"/api/tables/{self.table.code}/stream?seat={self.seat}"

    def _broken_off(self, _: object) -> None:
        if not self._is_closed:
            self.table.crowd.times.dropped += 1
            self.table.crowd.do(self.open())

    def _hear(self, event: Event) -> None:
        if event.kind == "news":
            self._hear_news(event)
        elif event.kind == "position":
            self._see(LOOK.decode(event.data).position)

    def _hear_news(self, event: Event) -> None:
        assert event.number is not None
        self._last = event.number
        self.table.heard(self.seat, event.number)

    def _see(self, now: Now) -> None:
        self.now = now
        self._stand_in_line()
        if now.phase != "playing":
            self.table.end()

    def _stand_in_line(self) -> None:
        """For a decision that is new; who still waits for an answer cannot ask again."""
        decision = None if self.now is None else self.now.decision
        if decision is not None and decision != self._queued and not self.is_asking:
            self._queued = decision
            self.table.crowd.ready.append(self)

    async def move(self) -> None:
        """One of the legal moves; it is timed until it is acknowledged, and until the others hear of it."""
        now, crowd = self.now, self.table.crowd
        assert now is not None
        begun, self.is_asking = time.perf_counter(), True
        answer = await self._ask(*self._choice(now))
        self.is_asking = False
        if answer.status != 200:
            crowd.times.refuse(answer.status)
            self._queued = 0
            self._stand_in_line()
            return
        crowd.times.acknowledged.append(time.perf_counter() - begun)
        self._take(answer, begun)
        self._stand_in_line()

    def _choice(self, now: Now) -> tuple[str, object]:
        move = self.table.crowd.random.choice(now.legal)
        body = {"seat": self.seat, "decision": now.decision, "move": move}
        return f"/api/tables/{self.table.code}/moves", body

    def _take(self, answer: Answer, begun: float) -> None:
        self.table.acknowledged(self.seat, DONE.decode(answer.body).number, begun)

    async def _ask(self, path: str, body: object, method: str = "POST") -> Answer:
        """A move that is sent twice is made once."""
        for _ in range(TRIES):
            try:
                return await self.caller.ask(method, path, body)
            except Lost:
                self.table.crowd.times.lost += 1
        raise Refusal("the server does not answer")

    def close(self) -> None:
        self._is_closed = True
        self.caller.close()
        if self._stream is not None:
            self._stream.close()


@final
class PlayedTable:
    """A table with all its seats."""

    def __init__(self, crowd: Crowd, running: Running) -> None:
        self.crowd = crowd
        self.running = running
        self.code = running.code
        self.seats = [crowd.kind(self, seat, person) for seat, person in enumerate(running.people)]
        self._is_over = False
        self._moves: dict[int, tuple[int, float]] = {}  # entry -> who made it, and when it was sent
        self._early: dict[int, list[tuple[int, float]]] = {}  # heard of before it was acknowledged

    async def open(self) -> None:
        for seat in self.seats:
            await seat.open()

    def heard(self, seat: int, number: int) -> None:
        now = time.perf_counter()
        known = self._moves.get(number)
        if known is None:
            self._early.setdefault(number, []).append((seat, now))
        elif known[0] != seat:
            self.crowd.times.broadcast.append(now - known[1])

    def acknowledged(self, seat: int, number: int, begun: float) -> None:
        self._moves[number] = (seat, begun)
        self._moves.pop(number - KEPT, None)
        for hearer, at in self._early.pop(number, []):
            if hearer != seat:
                self.crowd.times.broadcast.append(at - begun)

    def end(self) -> None:
        """The game is over; the same people begin another."""
        if not self._is_over:
            self._is_over = True
            self.crowd.end(self)

    def is_asking(self) -> bool:
        """Whether somebody waits for the answer to a move."""
        return any(seat.is_asking for seat in self.seats)

    def close(self) -> None:
        for seat in self.seats:
            seat.close()


@final
class Crowd:
    """Everybody who plays; `ready` are the seats that can move now, first come first served."""

    def __init__(self, place: Place, seed: int, kind: type[Seat] = Seat) -> None:
        """`kind`: how they play."""
        self.place = place
        self.kind = kind
        self.random = Random(seed)
        self.times = Times()
        self.ready: deque[Seat] = deque()
        self.tables: set[PlayedTable] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def join(self, running: list[Running]) -> None:
        """All seats of these tables open their streams."""
        waiting = deque(PlayedTable(self, each) for each in running)

        async def some() -> None:
            while waiting:
                table = waiting.popleft()
                self.tables.add(table)
                await table.open()

        await asyncio.gather(*[some() for _ in range(20)])

    def leave(self) -> list[Running]:
        """The tables as they are now, to be joined again."""
        for table in self.tables:
            table.close()
        return [table.running for table in self.tables]

    def end(self, table: PlayedTable) -> None:
        self.tables.discard(table)
        self.times.games += 1
        self.do(self._begin_another(table))

    async def _begin_another(self, over: PlayedTable) -> None:
        """Made, sat down at and listened to over the API, when all have been answered at the one before."""
        while over.is_asking():
            await asyncio.sleep(0.01)
        over.close()
        ended = over.running
        code = await self._made(ended)
        await self.join([Running(code, ended.game, ended.people)])

    async def _made(self, ended: Running) -> str:
        """A new table with the same people; its code."""
        owner, *others = [Caller(self.place, person.of) for person in ended.people]
        seats = [{"who": "me"}, *[{"who": "open"}] * len(others)]
        answer = await self.until_done(owner, "/api/tables", {"game": ended.game, "seats": seats})
        code = MADE.decode(answer.body).table.code
        for seat, other in enumerate(others, 1):
            await self.until_done(other, f"/api/tables/{code}/seats/{seat}", {})
        for caller in (owner, *others):
            caller.close()
        return code

    async def until_done(self, caller: Caller, path: str, body: object) -> Answer:
        """A server with too much to do may say so; then it is asked again."""
        while (answer := await caller.ask("POST", path, body)).status >= 500:
            self.times.refuse(answer.status)
            await asyncio.sleep(PAUSE)
        return answer

    # ---- moving --------------------------------------------------------------------------------------------

    # `Any`: what a coroutine is sent, which nobody uses.
    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """In a task; what goes wrong in it is raised by `check`."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        if task.cancelled() or task.exception() is None:
            self._tasks.discard(task)

    async def check(self) -> None:
        """Wait for everything that is under way."""
        while self._tasks:
            await asyncio.gather(*list(self._tasks))

    async def offer(self, rate: float, seconds: float) -> None:
        """So many moves a second, evenly, whether they are answered or not."""
        begun = time.perf_counter()
        for n in range(int(rate * seconds)):
            wait = begun + n / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            if self.ready:
                self.do(self.ready.popleft().move())
            else:
                self.times.nobody += 1

    async def rush(self, at_once: int, seconds: float) -> None:
        """As many moves as can be made, so many at a time."""
        until = time.perf_counter() + seconds

        async def move_on() -> None:
            while time.perf_counter() < until:
                if self.ready:
                    await self.ready.popleft().move()
                else:
                    await asyncio.sleep(0.002)

        await asyncio.gather(*[move_on() for _ in range(at_once)])
