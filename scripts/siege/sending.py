"""Sending requests as fast as the server lets one visitor, over one connection or over many.

On each connection the next request follows when the last was answered; after a refusal so much later that the
server refuses no more than some a second, which is more than anybody can gain by.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from itertools import count
from typing import Any, Final, Literal, TypeAlias, final

import msgspec
from msgspec import Struct

from scripts.load.wire import NOBODY, Answer, Caller, Lost, Pass, Place, question

RETRY_S: Final = 0.05  # after a connection was lost, and where nothing could be sent
MOST_REFUSED: Final = 100  # requests a second, over all connections, beyond what the server allows
NOT_NOW: Final = (429, 503)
MOST_REQUESTS: Final = 100_000  # of one attack
LONGEST_ATTACK_S: Final = 120.0
FIRST_ANSWER_S: Final = 20.0  # so long an attack goes on after others have moved, to see how it is answered


class Given(Struct):
    """What the visitor has: where the server is, their names, and tables."""

    port: int
    source: str  # the address that they come from
    names: list[str]  # the cookies by which they are known: as many players as one address may make at once
    codes: dict[str, list[str]]  # of tables: `own`, and those of others that may be looked at


class Order(Struct):
    """Prepare an attack, begin it over so many connections, or end it."""

    do: Literal["prepare", "send", "stop"]
    entry: str = ""
    given: Given | None = None
    connections: int = 1
    expects: list[int] = []  # goes on until one of these was answered, or for a while


class Report(Struct):
    """What came of an order; of an attack how many requests had which answer, `0` for none."""

    error: str = ""
    answers: dict[int, int] = {}
    seconds: float = 0.0


class NotPrepared(Exception):
    """The server did not give what an attack needs."""


@final
class Attack:
    """All connections of one visitor, and what they found when they prepared."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.place = Place(given.port)
        # `Any`: whatever a script wants to remember.
        self.found: dict[str, Any] = {}
        self.answers: Counter[int] = Counter()
        self.connections = 1
        self.numbers = count()
        self.stopped = asyncio.Event()


@final
class Sender:
    """One connection of the visitor."""

    def __init__(self, attack: Attack, number: int) -> None:
        self.attack = attack
        self.given = attack.given
        self.found = attack.found
        self.number = number
        names = attack.given.names
        self.of = Pass(names[number % len(names)])
        self.caller = Caller(attack.place, NOBODY, attack.given.source)

    def next(self) -> int:
        """A number that no other request has."""
        return next(self.attack.numbers)

    def code(self, kind: str, n: int | None = None) -> str:
        """A table of a kind, another for each number."""
        codes = self.given.codes[kind]
        return codes[(self.number if n is None else n) % len(codes)]

    async def ask(
        self, method: str, path: str, body: object = None, of: Pass | None = None, more: str = ""
    ) -> Answer:
        """A request that belongs to the attack; its answer is counted."""
        return await self.send(request_of(method, path, self.of if of is None else of, body, more))

    async def aside(self, method: str, path: str, body: object = None, of: Pass | None = None) -> Answer:
        """A request that only makes the next one possible; its answer is not counted."""
        answer = await self.caller.send(request_of(method, path, self.of if of is None else of, body))
        await self._wait_after(answer)
        return answer

    async def send(self, request: bytes) -> Answer:
        """The same as bytes."""
        try:
            answer = await self.caller.send(request)
        except asyncio.CancelledError:
            self.attack.answers[0] += 1  # it was sent, and the attack is over
            raise
        except (Lost, ValueError, ConnectionError):
            self.attack.answers[0] += 1
            self.close()
            await asyncio.sleep(RETRY_S)
            return Answer(0, b"", b"")
        self.attack.answers[answer.status] += 1
        await self._wait_after(answer)
        return answer

    async def _wait_after(self, answer: Answer) -> None:
        """Who is refused tries again: not to flood the server, but to have the next that it allows."""
        if answer.status in NOT_NOW:
            await asyncio.sleep(self.attack.connections / MOST_REFUSED)

    # `Any`: JSON of all kinds.
    async def get(self, method: str, path: str, body: object = None, of: Pass | None = None) -> Any:
        """What an attack needs besides, as JSON or text; asked again when the server says "not now"."""
        request = request_of(method, path, self.of if of is None else of, body)
        while True:
            answer = await self.caller.send(request)
            if answer.status not in NOT_NOW:
                break
            await asyncio.sleep(0.5)
        if answer.status not in (200, 201):
            raise NotPrepared(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        if b"application/json" in answer.head.lower():
            return msgspec.json.decode(answer.body)
        return answer.body.decode()

    def close(self) -> None:
        self.caller.close()


Script: TypeAlias = Callable[[Sender], Awaitable[object]]  # one round of an attack


def request_of(method: str, path: str, of: Pass, body: object = None, more: str = "") -> bytes:
    data = body if isinstance(body, bytes) else None if body is None else msgspec.json.encode(body)
    return question(method, path, of, data, more)


async def repeat(script: Script, sender: Sender) -> None:
    """Round after round, until the attack is over."""
    attack = sender.attack
    while not attack.stopped.is_set() and attack.answers.total() < MOST_REQUESTS:
        before = attack.answers.total()
        try:
            await script(sender)
        except (NotPrepared, Lost, ConnectionError):
            sender.close()
        if attack.answers.total() == before:
            await asyncio.sleep(RETRY_S)  # a round that sent nothing must not run in circles


@final
class Running:
    """An attack that has begun."""

    def __init__(self, attack: Attack, script: Script, connections: int) -> None:
        attack.answers.clear()
        attack.stopped.clear()
        attack.connections = connections
        self._attack = attack
        self._senders = [Sender(attack, n) for n in range(connections)]
        self._tasks = [asyncio.create_task(repeat(script, sender)) for sender in self._senders]
        self._begun = time.perf_counter()
        self._alarm = asyncio.get_running_loop().call_later(LONGEST_ATTACK_S, attack.stopped.set)

    async def stop(self, expects: Collection[int]) -> Report:
        """When it was answered as it should be, or a while later; whatever is under way is dropped."""
        until = time.perf_counter() + FIRST_ANSWER_S
        while expects and time.perf_counter() < until and not set(expects) & set(self._attack.answers):
            await asyncio.sleep(RETRY_S)
        self._attack.stopped.set()
        self._alarm.cancel()
        for task in self._tasks:
            task.cancel()
        done = await asyncio.gather(*self._tasks, return_exceptions=True)
        for sender in self._senders:
            sender.close()
        wrong = [each for each in done if isinstance(each, Exception)]
        seconds = time.perf_counter() - self._begun
        error = f"{type(wrong[0]).__name__}: {wrong[0]}" if wrong else ""
        return Report(error, dict(self._attack.answers), seconds)
