"""As little HTTP as it takes to play: questions over a kept connection, and streams of news.

Whoever measures a server must not need the processor themselves, so nothing is read twice and nothing is
turned into text that nobody looks at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias, TypeVar, final

import msgspec

HOST: Final = "127.0.0.1"
PATIENCE: Final = 60.0  # seconds for an answer
HEAD_ENDS: Final = b"\r\n\r\n"
LINE_ENDS: Final = b"\r\n"
EVENT_ENDS: Final = b"\n\n"

Hear: TypeAlias = Callable[["Event"], None]
Connection = TypeVar("Connection", "Asking", "Listening")


class Lost(Exception):
    """The server has gone, or does not answer: nobody knows whether it has done what it was asked for."""


class Place:
    """Where the server is to be found now; it may have another port after a restart."""

    def __init__(self, port: int = 0) -> None:
        self.port = port


class Answer(NamedTuple):
    """What came back."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str:
        """The value of a header, nothing if it is not there."""
        for line in self.head.decode("latin-1").splitlines()[1:]:
            key, _, value = line.partition(":")
            if key.strip().lower() == name:
                return value.strip()
        return ""

    def cookie(self) -> str:
        """By which somebody who has told a name is known from now on."""
        return self.header("set-cookie").partition(";")[0].partition("=")[2]


class Event(NamedTuple):
    """One event of a stream."""

    kind: str
    number: int | None  # its id
    data: bytes


class Pass(NamedTuple):
    """By what somebody is known: the cookie of a person, or the token of a program."""

    cookie: str = ""
    token: str = ""

    def lines(self) -> str:
        cookie = f"Cookie: farmstead={self.cookie}\r\n" if self.cookie else ""
        return cookie + (f"Authorization: Bearer {self.token}\r\n" if self.token else "")


NOBODY: Final = Pass()


def question(method: str, path: str, of: Pass, body: bytes | None = None, more: str = "") -> bytes:
    """A request as it is sent."""
    kind = "" if body is None else f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n{of.lines()}{kind}{more}\r\n"
    return head.encode("latin-1") + (body or b"")


def head_of(buffer: bytearray) -> tuple[int, bytes] | None:
    """Status and head of an answer, taken from the buffer; None while it is not complete."""
    end = buffer.find(HEAD_ENDS)
    if end < 0:
        return None
    head = bytes(buffer[:end])
    del buffer[: end + len(HEAD_ENDS)]
    return int(head[9:12]), head


def length_in(head: bytes) -> int:
    """How many bytes follow it."""
    at = head.lower().find(b"\r\ncontent-length:")
    if at < 0:
        return 0
    value = head[at + len(b"\r\ncontent-length:") :]
    return int(value.partition(LINE_ENDS)[0])


@final
class Asking(asyncio.Protocol):
    """A connection on which one question at a time is asked."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._head: tuple[int, bytes] | None = None
        self._answer: asyncio.Future[Answer] | None = None

    def is_open(self) -> bool:
        return self.transport is not None and not self.transport.is_closing()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Lost("the connection was closed"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._head is None:
            self._head = head_of(self._buffer)
        if self._head is None:
            return
        status, head = self._head
        length = length_in(head)
        if len(self._buffer) < length:
            return
        body = bytes(self._buffer[:length])
        del self._buffer[:length]
        self._head = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(Answer(status, head, body))

    async def ask(self, data: bytes) -> Answer:
        if self.transport is None:
            raise Lost("the connection is closed")
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(data)
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._answer
        except TimeoutError:
            self.close()
            raise Lost(f"no answer for {PATIENCE:.0f} seconds") from None
        finally:
            self._answer = None

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()


@final
class Listening(asyncio.Protocol):
    """A stream that is being read; `hear` is called for every event."""

    def __init__(self, request: bytes, hear: Hear) -> None:
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[int] = loop.create_future()  # the status of the answer
        self.ended: asyncio.Future[None] = loop.create_future()
        self._request = request
        self._hear = hear
        self._transport: asyncio.Transport | None = None
        self._has_head = False
        self._raw = bytearray()  # as it came, in chunks
        self._text = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.opened.done():
            self.opened.set_result(0)
        if not self.ended.done():
            self.ended.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._raw += data
        if not self._has_head:
            found = head_of(self._raw)
            if found is None:
                return
            self._has_head = True
            if not self.opened.done():  # whoever opened it may have been cancelled
                self.opened.set_result(found[0])
        self._unpack()
        self._tell()

    def _unpack(self) -> None:
        """Put the chunks together."""
        raw, at = self._raw, 0
        while (line := raw.find(LINE_ENDS, at)) >= 0:
            length = int(bytes(raw[at:line]), 16)
            begin, end = line + 2, line + 2 + length
            if len(raw) < end + 2:
                break
            self._text += raw[begin:end]
            at = end + 2
        del raw[:at]

    def _tell(self) -> None:
        text, at = self._text, 0
        while (end := text.find(EVENT_ENDS, at)) >= 0:
            event = event_of(bytes(text[at:end]))
            at = end + len(EVENT_ENDS)
            if event is not None:
                self._hear(event)
        del text[:at]

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


def event_of(lines: bytes) -> Event | None:
    """One event; None for what is only there to keep the line open."""
    kind, number, data = "", None, b""
    for line in lines.split(b"\n"):
        if line.startswith(b"data: "):
            data = line[6:]
        elif line.startswith(b"event: "):
            kind = line[7:].decode()
        elif line.startswith(b"id: "):
            number = int(line[4:])
    return Event(kind, number, data) if kind else None


@final
class Caller:
    """Somebody who talks to the server: their questions go over one connection that is kept open."""

    def __init__(self, place: Place, of: Pass = NOBODY, source: str = "") -> None:
        """`source`: the address of this machine from which they come; nothing for the usual one."""
        self.place = place
        self.of = of
        self.head = ""  # more lines that its questions begin with
        self._source = (source, 0) if source else None
        self._asking: Asking | None = None

    async def ask(self, method: str, path: str, body: object = None) -> Answer:
        """Lost when no answer comes."""
        data = None if body is None else msgspec.json.encode(body)
        return await self.send(question(method, path, self.of, data, self.head))

    async def send(self, request: bytes) -> Answer:
        if self._asking is None or not self._asking.is_open():
            self._asking = await self._connected(Asking())
        return await self._asking.ask(request)

    async def listen(self, path: str, hear: Hear, last: int | None = None) -> Listening:
        """A stream, from after event `last` on or from now on; Lost when it is not to be had."""
        more = "" if last is None else f"Last-Event-ID: {last}\r\n"
        request = question("GET", path, self.of, more=f"Accept: text/event-stream\r\n{more}")
        listening = await self._connected(Listening(request, hear))
        status = await listening.opened
        if status != 200:
            listening.close()
            raise Lost(f"a stream was answered by {status}")
        return listening

    async def _connected(self, protocol: Connection) -> Connection:
        try:
            await asyncio.get_running_loop().create_connection(
                lambda: protocol, HOST, self.place.port, local_addr=self._source
            )
        except OSError as error:
            raise Lost(f"nobody listens there: {error}") from None
        return protocol

    def close(self) -> None:
        if self._asking is not None:
            self._asking.close()
