"""Clients that never read, send too much or nonsense, come and go by the thousand: others do not notice."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from farmstead.server.api import event_stream
from farmstead.server.core import Core
from farmstead.server.http.metrics import MetricsMiddleware
from farmstead.server.run import http_protocol
from farmstead.server.run import serve as server_serving
from farmstead.server.run.serve import listening_at
from farmstead.server.table.live_table import REMEMBERED_ENTRIES
from scripts.load.measuring import come_and_go
from scripts.load.wire import Answer, Caller, Event, Hear, Pass, Place, question
from tests.server import serving
from tests.server.asking import ME, OPEN
from tests.server.hubs import until
from tests.server.serving import running
from tests.server.stores import awaited

VALLEY = "sunflower-valley"
PATIENCE = 60.0  # seconds after which something that should have come will not come


@asynccontextmanager
async def wired(folder: Path) -> AsyncIterator[tuple[Core, Place]]:
    """A server that really listens."""
    async with running(folder) as server:
        yield server.core, Place(server.core.settings.port)


async def wired_for_two(place: Place) -> tuple[str, list[Caller]]:
    names = [await Caller(place).ask("PUT", "/api/me", {"name": name}) for name in ("Ada", "Ben")]
    callers = [Caller(place, Pass(answer.cookie())) for answer in names]
    made = await callers[0].ask("POST", "/api/tables", {"game": VALLEY, "seats": [ME, OPEN]})
    code: str = json_of(made)["table"]["code"]
    assert (await callers[1].ask("POST", f"/api/tables/{code}/seats/1", {})).status == 200
    return code, callers


def json_of(answer: Answer) -> Any:
    return msgspec.json.decode(answer.body)


async def one_move(code: str, callers: list[Caller]) -> None:
    for seat, caller in enumerate(callers):
        position = json_of(await caller.ask("GET", f"/api/tables/{code}/position?seat={seat}"))["position"]
        if position["decision"] is not None:
            move = {"seat": seat, "decision": position["decision"], "move": position["legal"][0]}
            assert (await caller.ask("POST", f"/api/tables/{code}/moves", move)).status == 200
            return
    raise AssertionError("nobody can move")


def sockets() -> int:
    """How many this process has."""
    names = [os.readlink(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd") if is_there(name)]
    return sum([name.startswith("socket:") for name in names])


def is_there(name: str) -> bool:
    return os.path.lexists(f"/proc/self/fd/{name}")


@pytest.mark.more
@awaited
async def test_who_never_reads_holds_up_nobody_and_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slow: it waits until the server gives up."""

    def with_little_room(*where: Any, **more: Any) -> socket.socket:
        """What is not read soon stays in the server."""
        listener = listening_at(*where, **more)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        return listener

    monkeypatch.setattr(serving, "listening_at", with_little_room)
    monkeypatch.setattr(event_stream, "STREAM_TIMEOUT_S", 0.5)
    monkeypatch.setattr("farmstead.server.base.heartbeats.HEARTBEAT_S", 0.1)
    async with wired(tmp_path) as (core, place):
        code, callers = await wired_for_two(place)
        heard: list[int] = []
        busy = await callers[1].listen(f"/api/tables/{code}/stream?seat=1", note_in(heard))
        before = sockets()
        mute = [mute_listener(place, code, callers[0].of) for _ in range(3)]
        await until(lambda: core.hub.listeners() == 4, PATIENCE)
        for n in range(3 * REMEMBERED_ENTRIES):
            await one_move(code, callers)
            await until(lambda n=n: len(heard) == n + 1, PATIENCE)  # type: ignore[misc]
        await until(lambda: core.hub.listeners() == 1, PATIENCE)
        await until(lambda: sum(core._listening.values()) == 1, PATIENCE)
        await until(lambda: sockets() <= before + len(mute), PATIENCE)  # their own ends only
        assert heard == list(range(4, 4 + 3 * REMEMBERED_ENTRIES))
        busy.close()
        for each in mute:
            each.close()


def note_in(heard: list[int]) -> Hear:
    def hear(event: Event) -> None:
        if event.kind == "news":
            assert event.number is not None
            heard.append(event.number)

    return hear


def mute_listener(place: Place, code: str, of: Pass) -> socket.socket:
    """Somebody who asks for a stream and reads nothing of it."""
    mute = socket.socket()
    mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    mute.connect(("127.0.0.1", place.port))
    mute.sendall(question("GET", f"/api/tables/{code}/stream?seat=0", of))
    return mute


@awaited
async def test_a_million_bytes_and_nonsense_are_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    async with wired(tmp_path) as (_, place):
        code, callers = await wired_for_two(place)
        path, of = f"/api/tables/{code}/moves", callers[0].of
        move = {"seat": 0, "decision": 1, "move": "x" * 1_000_000}
        assert (await Caller(place, of).ask("POST", path, move)).status == 413
        assert (await Caller(place, of).send(in_chunks(path, of, msgspec.json.encode(move)))).status == 413
        for body in (
            b"[" * 10_000,
            b'{"seat":' * 1500,
            b'{"seat": 0, "decision": 1.5, "move": "x"}',
            b'{"seat": 0, "decision": 1, "move": ["x"]}',
            b'{"seat": null, "decision": 1, "move": "x"}',
            b'{"seat": -1, "decision": 1, "move": "x"}',
            b'{"seat": 0, "decision": 99999999999999999999999, "move": "x"}',
            b'{"seat": 0, "decision": 1, "move": ""}',
            b'{"seat": 0, "decision": 1, "move": "x", "by": "bot"}',
            b'{"seat": 0, "decision": 1}',
            b"[]",
            b"null",
            b"",
            b"\x00\xff",
        ):
            answer = await Caller(place, of).send(question("POST", path, of, body))
            assert answer.status == 400 and json_of(answer)["key"] == "bad_message", body[:80]
            assert json_of(answer)["sentence"]
        await one_move(code, callers)


def in_chunks(path: str, of: Pass, body: bytes) -> bytes:
    """A request that does not say beforehand how long it is."""
    head = question("POST", path, of, more="Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
    parts = [body[at : at + 60_000] for at in range(0, len(body), 60_000)]
    return head + b"".join([b"%x\r\n%s\r\n" % (len(part), part) for part in parts]) + b"0\r\n\r\n"


ENDLESS = {
    "a path": b"GET /" + b"a" * 1000 + b"%s",
    "a header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: %s",
    "headers": b"GET / HTTP/1.1\r\nHost: localhost\r\n%s",
    "what comes after the chunks": b"POST /api/me HTTP/1.1\r\nHost: localhost\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nX: %s",
    "crumbs": b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n%s",
}
MORE = {"headers": b"X: y\r\n" * 4000, "crumbs": (b"1;" + b"x" * 2000 + b"\r\n{\r\n") * 10}


@awaited
@pytest.mark.parametrize("what", ENDLESS)
async def test_what_never_comes_to_an_end_is_not_listened_to(tmp_path: Path, what: str) -> None:
    async with wired(tmp_path) as (_, place):
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        writer.write(ENDLESS[what].replace(b"%s", b""))
        answering = asyncio.ensure_future(reader.read())
        with suppress(ConnectionError):
            for _ in range(1000):
                writer.write(MORE.get(what, b"x" * 20_000))
                await writer.drain()
                await asyncio.sleep(0)
                if answering.done():
                    break
            else:
                raise AssertionError("it goes on listening")
        with suppress(ConnectionError):
            assert await answering == b"" or b" 400 " in answering.result().splitlines()[0]
        writer.close()
        assert (await Caller(place).ask("GET", "/api/me")).status == 200


@pytest.mark.more
@pytest.mark.parametrize(
    ("said", "longest"),
    [
        (b"", "MAX_HEAD_S"),
        (b"\r\n", "MAX_HEAD_S"),
        (b"GET /api/me HTTP/1.1\r\nHost: 127", "MAX_HEAD_S"),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n\r\n", "MAX_HEAD_S"),
        (
            b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 9\r\n\r\n{",
            "MAX_ASKING_S",
        ),
    ],
    ids=["nothing", "a blank line", "half a head", "a blank line after an answer", "half a body"],
)
@awaited
async def test_who_does_not_come_to_the_end_of_a_question_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes, longest: str
) -> None:
    """Slow: it waits until the server gives up."""
    async with wired(tmp_path) as (_, place):
        with monkeypatch.context() as patched:
            patched.setattr(http_protocol, longest, 0.1)
            patched.setattr(server_serving, "LATE_TICKS", 1)
            reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
            writer.write(said)
            async with asyncio.timeout(PATIENCE):
                with suppress(ConnectionError):
                    while await reader.read(1000):
                        pass
            writer.close()
        code, callers = await wired_for_two(place)
        await one_move(code, callers)


@awaited
async def test_streams_opened_and_dropped_leave_nothing_behind(tmp_path: Path) -> None:
    async with wired(tmp_path) as (core, place):
        code, callers = await wired_for_two(place)
        await come_and_go(place, 100, code)
        await until(lambda: core.hub.listeners() == 0, PATIENCE)
        tasks, before = len(asyncio.all_tasks()), sockets()
        await come_and_go(place, 500, code)  # `make load` has ten thousand of them
        await until(lambda: core.hub.listeners() == 0, PATIENCE)
        await until(lambda: len(asyncio.all_tasks()) <= tasks and sockets() <= before, PATIENCE)
        assert not core._listening
        await one_move(code, callers)


@awaited
async def test_connections_that_are_over_are_forgotten_without_looking_for_garbage(tmp_path: Path) -> None:
    """A server with many tables seldom looks for it."""
    async with wired(tmp_path) as (_, place):
        await Caller(place).ask("GET", "/healthz")
        gc.collect()
        gc.disable()
        try:
            for _ in range(20):
                reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
                writer.write(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
                await reader.readuntil(b"\r\n\r\n")
                writer.close()
                await writer.wait_closed()
            await until(lambda: len(readers()) <= 1, PATIENCE)  # that of the first, which may be kept
        finally:
            gc.enable()


def readers() -> list[http_protocol.HttpProtocol]:
    return [each for each in gc.get_objects() if type(each) is http_protocol.HttpProtocol]


@awaited
async def test_who_asks_on_and_on_while_a_stream_goes_on_is_let_go(tmp_path: Path) -> None:
    async with wired(tmp_path) as (core, place):
        code, _ = await wired_for_two(place)
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        asked = f"GET /api/tables/{code}/stream HTTP/1.1\r\nhost: localhost\r\n\r\n".encode()
        writer.write(asked)
        await reader.readuntil(b"event: position")
        assert core.hub.listeners() == 1
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n" * 1000)
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                await reader.read()  # to the end
        await until(lambda: core.hub.listeners() == 0 and not core._listening, PATIENCE)
        writer.close()


@pytest.mark.more
def test_answers_to_connections_that_were_dropped_are_no_faults(tmp_path: Path) -> None:
    """Reset after the question: uvloop refuses to write to them, and nobody needs to read that in the log.

    Slow: a server of its own is started.
    """
    with serving.process(tmp_path / "folder", "--pace", "0") as server:
        address = ("127.0.0.1", int(server.url.rpartition(":")[2]))
        head = f"GET /rules/walnut-grove HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\n\r\n".encode()
        for number in range(800):
            with socket.create_connection(address) as visitor:
                visitor.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                visitor.sendall(head * 4)
                time.sleep(number % 8 / 1000)
        assert server.terminate() == 0
        log = server.log.read_text(encoding="utf-8")
        assert "Traceback" not in log and "ERROR" not in log


@awaited
async def test_only_a_dropped_connection_is_no_fault(tmp_path: Path) -> None:
    said = ["unable to perform operation on <TCPTransport closed=True>; the handler is closed", "another"]

    async def send(_: Any) -> None:
        raise RuntimeError(said.pop(0))

    coming: list[Any] = [{"type": "http.request"}, {"type": "http.disconnect"}]

    async def receive() -> Any:
        return coming.pop(0)

    async def answer(_: Any, __: Any, answered: Any) -> None:
        await answered({"type": "http.response.body", "body": b"", "more_body": False})

    async with wired(tmp_path) as (core, _):
        counting = MetricsMiddleware(answer, core)
        asked: Any = {"type": "http", "method": "GET", "path": "/"}
        await counting(asked, receive, send)
        assert not coming
        with pytest.raises(RuntimeError, match="another"):
            await counting(asked, receive, send)
