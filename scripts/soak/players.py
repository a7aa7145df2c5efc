"""Scripted clients, each for one seat: they choose, take back, ask, answer, and come back after a kill."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final, TypeVar, final

import msgspec

from farmstead.server.table.entries import Answered, Asked, Moved, Undone
from scripts.load.wire import Answer, Caller, Event, Lost
from scripts.soak.log import Acknowledged, Deed, Now, SeatLog

PATHS: Final = {Moved: "moves", Undone: "undo", Asked: "ask", Answered: "answer"}
AWAY: Final = 503  # the server has too much to do, and it is not certain what became of a request
PAUSE: Final = 0.02  # seconds until something is tried again
UNDOES: Final = 0.06  # how often somebody takes back what they may
ASKS: Final = 0.01  # how often somebody wants to go back further
TWICE: Final = 0.05  # how often somebody sends what has been acknowledged once more

Result = TypeVar("Result")


class Weather:
    """Whether the server is up, and whether anything has been acknowledged since."""

    def __init__(self) -> None:
        self.up = asyncio.Event()
        self.acknowledged = asyncio.Event()

    async def persist(self, ask: Callable[[], Awaitable[Result]], log: SeatLog | None = None) -> Result:
        """Ask until somebody answers and knows what became of it."""
        while True:
            await self.up.wait()
            try:
                answer = await ask()
                if not (isinstance(answer, Answer) and answer.status == AWAY):
                    return answer
            except Lost:
                pass
            if log is not None:
                log.resent += 1
            await asyncio.sleep(PAUSE)


class Told(msgspec.Struct):
    """The answer to something that was done, or why it was not."""

    number: int = 0
    again: bool = False
    key: str = ""
    sentence: str = ""


@final
class Player:
    """Plays one seat until its game is over."""

    def __init__(self, caller: Caller, weather: Weather, code: str, seat: int, seed: str) -> None:
        self.log = SeatLog(code, seat)
        self._caller = caller
        self._weather = weather
        self._random = Random(f"{seed} {seat}")
        self._now: Now | None = None
        self._news = asyncio.Event()
        self._answered: set[int] = set()  # asks

    async def play(self) -> None:
        listening = asyncio.create_task(self._listen())
        try:
            while not self.is_over():
                await self._news.wait()
                self._news.clear()
                while (deed := self._next()) is not None:
                    await self._do(deed)
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    def is_over(self) -> bool:
        """Whether the game is, and all of it has been heard."""
        return (
            self._is_up_to_date() and self._now is not None and self._now.phase not in ("waiting", "playing")
        )

    def _is_up_to_date(self) -> bool:
        return self._now is not None and self._now.number == len(self.log.heard)

    # ---- listening -----------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """For ever; after the server was killed, on from what was heard last."""
        path = f"/api/tables/{self.log.code}/stream?seat={self.log.seat}"
        while True:
            stream = await self._weather.persist(
                lambda: self._caller.listen(path, self._hear, self.log.last_id)
            )
            try:
                await stream.ended
            finally:
                stream.close()
            self.log.reconnected += 1
            await asyncio.sleep(PAUSE)

    def _hear(self, event: Event) -> None:
        if event.kind == "news":
            self.log.hear(event.number, event.data)
        elif event.kind == "position":
            self._now = self.log.see(event.number, event.data)
        elif event.kind == "end":
            self.log.fault(f"the stream ended: {event.data.decode()}")
        self._news.set()

    # ---- deciding ------------------------------------------------------------------------------------------

    def _next(self) -> Deed | None:
        """What to do now, if anything; what is acknowledged is waited for in the stream."""
        now, seat = self._now, self.log.seat
        if now is None or not self._is_up_to_date() or now.phase != "playing":
            return None
        if now.ask is not None and seat in now.ask.waiting and now.ask.ask not in self._answered:
            self._answered.add(now.ask.ask)
            return Answered(seat, now.ask.ask, self._random.random() < 0.7)
        if now.undo and self._random.random() < UNDOES:
            return Undone(seat, now.next, self._random.randint(1, now.undo))
        if now.back and now.ask is None and self._random.random() < ASKS:
            return Asked(seat, now.back)
        if now.decision is None:
            return None
        return Moved(seat, now.decision, self._random.choice(now.legal))

    async def _do(self, deed: Deed) -> None:
        """Send it until it is answered, and wait until the stream has told of it."""
        body = body_of(deed)
        answer = await self._weather.persist(lambda: self._send(deed, body), self.log)
        told = msgspec.json.decode(answer.body, type=Told)
        if answer.status == 200:
            self.log.acknowledged.append(Acknowledged(deed, told.number, told.again))
            self._weather.acknowledged.set()
            await self._until_heard(told.number)
            if isinstance(deed, Moved | Undone) and self._random.random() < TWICE:
                await self._do_again(deed, body)
        elif answer.status in (409, 422):
            self.log.refused.append(deed)
            await self._until_changed()
        else:
            self.log.fault(f"{deed} was answered by {answer.status} {told.key}: {told.sentence}")

    async def _do_again(self, deed: Deed, body: dict[str, object]) -> None:
        answer = await self._weather.persist(lambda: self._send(deed, body))
        if answer.status != 200 or not msgspec.json.decode(answer.body, type=Told).again:
            self.log.fault(f"{deed} was sent twice, and the second time answered by {answer.status}")

    async def _send(self, deed: Deed, body: dict[str, object]) -> Answer:
        return await self._caller.ask("POST", f"/api/tables/{self.log.code}/{PATHS[type(deed)]}", body)

    async def _until_heard(self, number: int) -> None:
        while self._now is None or self._now.number < number or not self._is_up_to_date():
            self._news.clear()
            await self._news.wait()

    async def _until_changed(self) -> None:
        """Somebody was faster; their news may have come already, or a moment may do."""
        self._news.clear()
        try:
            async with asyncio.timeout(0.2):
                await self._news.wait()
        except TimeoutError:
            pass
        self._news.set()


def body_of(deed: Deed) -> dict[str, object]:
    """As the API wants to have it."""
    match deed:
        case Moved(seat, decision, move):
            return {"seat": seat, "decision": decision, "move": move}
        case Undone(seat, decision, choices):
            return {"seat": seat, "decision": decision, "choices": choices}
        case Asked(seat, to):
            return {"seat": seat, "to": to}
        case Answered(seat, ask, yes):
            return {"seat": seat, "ask": ask, "yes": yes}
