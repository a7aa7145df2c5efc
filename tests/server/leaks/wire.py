"""HTTP by hand, so that every byte that comes back is kept as it came."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

PATIENCE = 120.0  # seconds after which something that does not come will not come


class Answer(NamedTuple):
    """What came back, to the last byte."""

    head: bytes  # status and headers
    body: bytes

    @property
    def status(self) -> int:
        return int(self.head.split(b" ", 2)[1])

    @property
    def raw(self) -> bytes:
        return self.head + b"\r\n\r\n" + self.body

    def json(self) -> Any:  # whatever JSON can say
        return json.loads(self.body)


class Credentials(NamedTuple):
    """By what somebody is known, if at all."""

    cookie: str = ""
    token: str = ""

    def headers(self) -> str:
        cookie = f"Cookie: farmstead={self.cookie}\r\n" if self.cookie else ""
        return cookie + (f"Authorization: Bearer {self.token}\r\n" if self.token else "")


def request(
    method: str, path: str, who: Credentials, body: bytes | None = None, accept: str = "*/*"
) -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: {accept}\r\n"
    head += who.headers()
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + (body or b"")


async def exchange(port: int, sent: bytes) -> Answer:
    """Send something and read until the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(sent)
        async with asyncio.timeout(PATIENCE):
            return answer_in(await read_all(reader))
    finally:
        await closed(writer)


async def read_all(reader: asyncio.StreamReader) -> bytes:
    """Until the end; of a stream, which has none, what comes first."""
    raw = b""
    while some := await reader.read(65_536):
        raw += some
        if b"\r\ncontent-type: text/event-stream" in raw and (
            b"event: position" in raw or (b"event: boards" in raw and raw.endswith(b"\n\n\r\n"))
        ):
            break
    return raw


async def closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    await asyncio.gather(writer.wait_closed(), return_exceptions=True)


def answer_in(raw: bytes) -> Answer:
    head, _, body = raw.partition(b"\r\n\r\n")
    return Answer(head, unchunked(body) if b"transfer-encoding: chunked" in head.lower() else body)


def unchunked(body: bytes) -> bytes:
    """What the chunks that have come completely hold."""
    found = b""
    while body:
        size, there, rest = body.partition(b"\r\n")
        length = int(size, 16) if there else 0
        if not there or not length or len(rest) < length + 2:
            break
        found, body = found + rest[:length], rest[length + 2 :]
    return found


class Listening:
    """A stream that stays open; its events are kept as they come."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.events: list[bytes] = []
        self.heard: Counter[str] = Counter()  # how many of each kind
        self.number = -1  # of the entry that the last position is after
        self.head = b""
        self._position = b""
        self._rest = b""
        self._reader = reader
        self._writer = writer
        self._is_over = False
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._read())

    @classmethod
    async def begin(cls, port: int, path: str, who: Credentials) -> Listening:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("GET", path, who))
        listening = cls(reader, writer)
        await listening.until(lambda: listening.number >= 0)
        return listening

    async def _read(self) -> None:
        try:
            self.head = await self._reader.readuntil(b"\r\n\r\n")
            while (length := int(await self._reader.readline(), 16)) > 0:
                self._take(await self._reader.readexactly(length))
                await self._reader.readexactly(2)
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            pass  # the server has gone, or there was no stream: `events` is all there is
        self._is_over = True
        self._changed.set()

    def _take(self, data: bytes) -> None:
        *whole, self._rest = (self._rest + data).split(b"\n\n")
        for event in whole:
            if event != b":":  # that says only that the stream goes on
                self._keep(event)
        self._changed.set()

    def _keep(self, event: bytes) -> None:
        self.events.append(event)
        fields = dict(line.split(b": ", 1) for line in event.split(b"\n"))
        kind = fields.get(b"event", b"").decode()
        self.heard[kind] += 1
        if kind == "position":
            self.number, self._position = int(fields[b"id"]), fields[b"data"]

    def position(self) -> Any:  # whatever JSON can say
        """The last one told."""
        return json.loads(self._position)["position"]

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                assert not self._is_over, f"the stream has ended: {self.head!r} {self.events[-1:]}"
                self._changed.clear()
                await self._changed.wait()

    async def until_over(self) -> None:
        """Until the server ends it."""
        async with asyncio.timeout(PATIENCE):
            await self._task

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await closed(self._writer)
