"""How requests are read off the wire, and the loop that everything runs in: the quickest that there are."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final, final

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

GONE: Final = "farmstead.gone"  # an extension of ASGI: what is given to it is called when the connection ends
LARGEST_HEAD: Final = 32_768  # bytes that are read before the door looks at a request
LONGEST_ASKING: Final = 60.0  # seconds in which a request has to be there
MOST_WAITING: Final = 8  # requests on one connection that were sent before the one before was answered
TOO_LONG: Final = "The head of this request is too long."


class TooManyWaiting(Exception):
    """Somebody asks and asks, and does not wait for an answer."""


@final
class Reader(HttpToolsProtocol):
    """Reads requests, and gives up on one that goes on and on, in bytes or in time."""

    # What uvicorn keeps of a connection, as far as it comes with each. In a dictionary, which it would be in
    # otherwise, it takes six times the memory.
    __slots__ = (
        *("_besides", "_gone", "_since", "access_log", "access_logger", "app", "app_state", "asgi_version"),
        *("client", "config", "connections", "cycle", "expect_100_continue", "flow", "headers", "logger"),
        *("limit_concurrency", "loop", "parser", "pipeline", "root_path", "scheme", "scope", "server"),
        *("server_state", "tasks", "timeout_keep_alive", "timeout_keep_alive_task", "transport", "url"),
        "ws_protocol_class",
    )

    # `Any`: uvicorn makes it, with what it knows.
    def __init__(self, *what: Any, **named: Any) -> None:
        super().__init__(*what, **named)
        self._besides = 0  # bytes of this request that are not its body
        self._since: float | None = time.monotonic()  # when it began to come in, or who was to ask came
        self._gone: Callable[[], None] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = Flow(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for request in (self.scope, *[cycle.scope for cycle, _ in self.pipeline]):
            if request is not None:
                request.pop("extensions", None)  # they know this object, which would not be forgotten then
        if self._gone is not None:
            self._gone()

    def tell_when_gone(self, call: Callable[[], None] | None) -> None:
        """Cheaper than a task that waits for it, as ASGI has it, for each of thousands of streams."""
        self._gone = call
        if call is not None and self.transport.is_closing():
            call()

    def is_late(self, now: float) -> bool:
        """Whether a request has been coming in for too long, or none has come."""
        return self._since is not None and now - self._since > LONGEST_ASKING

    def on_message_begin(self) -> None:
        self._since = time.monotonic()
        super().on_message_begin()
        self.scope["extensions"] = {GONE: self.tell_when_gone}  # type: ignore[dict-item]

    def data_received(self, data: bytes) -> None:
        self._besides += len(data)
        super().data_received(data)
        if self._besides > LARGEST_HEAD and not self.transport.is_closing():
            self.logger.warning(TOO_LONG)
            self.send_400_response(TOO_LONG)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        if len(self.pipeline) > MOST_WAITING:
            raise TooManyWaiting  # the parser stops there, and the connection is closed

    def on_body(self, body: bytes) -> None:
        self._besides -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._besides = 0
        self._since = None
        super().on_message_complete()


@final
class Flow(FlowControl):
    """Knows whether more can be written; what waits for that is only made for those who have to."""

    __slots__ = ("_transport", "_writable", "read_paused", "write_paused")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.read_paused = False
        self.write_paused = False
        self._writable: asyncio.Event | None = None

    async def drain(self) -> None:
        while self.write_paused:
            if self._writable is None:
                self._writable = asyncio.Event()
            await self._writable.wait()

    def pause_writing(self) -> None:
        self.write_paused = True

    def resume_writing(self) -> None:
        self.write_paused = False
        if self._writable is not None:
            self._writable.set()
            self._writable = None


def run_loop(work: Coroutine[None, None, None]) -> None:
    """Do this in a loop of its own, until it is done or somebody interrupts it."""
    with asyncio.Runner(loop_factory=loops()) as runner:
        runner.run(work)


def loops() -> Callable[[], asyncio.AbstractEventLoop]:
    """There is none but Python's own on Windows."""
    if sys.platform == "win32":
        return asyncio.new_event_loop
    import uvloop

    return uvloop.new_event_loop
