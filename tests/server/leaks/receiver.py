"""Somebody who asks for everything there is and keeps every byte that comes back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from farmstead.engine.contract import Seat
from tests.server.leaks.looks import Look
from tests.server.leaks.wire import Answer, Credentials, Listening, exchange, request


class Kept(NamedTuple):
    """What came, where it came from, and what for."""

    channel: str
    asked: str
    got: bytes

    @property
    def whole(self) -> bytes:
        """Question and answer."""
        return self.asked.encode() + b"\n" + self.got


class Mark(NamedTuple):
    """How much had come at some moment: answers, and events of streams."""

    answers: int
    events: int


class Receiver:
    """One seat, or somebody without one. Two seats on one device are two who have the same cookie."""

    def __init__(self, name: str, port: int, who: Credentials, seat: Seat | None = None) -> None:
        self.name = name
        self.who = who
        self.seat = seat
        self.answers: list[Kept] = []
        self.stream: Listening | None = None
        self._port = port
        self._ended: list[bytes] = []  # what the streams before this one told

    async def ask(self, channel: str, method: str, path: str, body: object = None) -> Answer:
        """A question as a page or a program asks it; what is no JSON goes as it is."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        accept = "text/html" if channel == "page" else "*/*"
        answer = await exchange(self._port, request(method, path, self.who, data, accept))
        self.answers.append(Kept(channel, f"{method} {path}", answer.raw))
        return answer

    async def look(self, look: Look) -> Answer:
        return await self.ask(look.channel, "GET" if look.body is None else "POST", look.path, look.body)

    async def done(self, channel: str, method: str, path: str, body: object = None) -> Any:
        """The same for what must be possible: its answer, whatever JSON can say."""
        answer = await self.ask(channel, method, path, body)
        assert answer.status in (200, 201), f"{self.name}: {method} {path} {body}: {answer}"
        return answer.json()

    # ---- listening -------------------------------------------------------------------------------------

    async def listen(self, path: str) -> None:
        assert self.stream is None
        self.stream = await Listening.begin(self._port, path, self.who)

    def position(self) -> Any:  # whatever JSON can say
        """The last one told."""
        assert self.stream is not None
        return self.stream.position()

    async def hear_end(self) -> None:
        """The server ends the stream."""
        if self.stream is not None:
            await self.stream.until_over()
            await self.hang_up()

    async def hang_up(self) -> None:
        if self.stream is not None:
            await self.stream.close()
            self._ended += [self.stream.head, *self.stream.events]
            self.stream = None

    # ---- what came -------------------------------------------------------------------------------------

    def mark(self) -> Mark:
        return Mark(len(self.answers), len(self._events()))

    def _events(self) -> list[bytes]:
        now = [] if self.stream is None else [self.stream.head, *self.stream.events]
        return self._ended + now

    def kept(self, upto: Mark | None = None) -> Iterator[Kept]:
        """Everything, or everything until then."""
        upto = upto or self.mark()
        yield from self.answers[: upto.answers]
        for event in self._events()[: upto.events]:
            yield Kept("stream", "stream", event)
