"""How requests are read off the wire, who may connect, and the loop that everything runs in."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, final

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from farmstead.server.http.detached import GONE_EXTENSION
from farmstead.server.people.rate_limits import network_of

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application, ASGIReceiveCallable, ASGISendCallable
    from uvicorn._types import Scope as UvicornScope
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

MAX_HEAD_BYTES: Final = 32_768  # bytes that are read before the door looks at a request
MAX_HEAD_S: Final = 10.0  # in which the first byte and the head of a request have to be there
MAX_ASKING_S: Final = 60.0  # in which all of it has to be there
HEALTH_PATH: Final = b"/healthz"  # which is answered however many connections there are
SPARE_CONNECTIONS: Final = 32  # connections that are kept for it
# Requests on one connection that were sent before the one before was answered.
MAX_PIPELINED_REQUESTS: Final = 8
TOO_LONG: Final = "The head of this request is too long."
TOO_MANY: Final = b"There are too many connections from your address. Close some, and try again.\n"
REFUSAL: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 10\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%s" % (len(TOO_MANY), TOO_MANY)
)
TOO_MANY_CONNECTIONS: Final = b"There are too many connections. Try again in a minute.\n"

Entry: TypeAlias = Literal["ordinary", "spare", "refused"]


class TooManyWaiting(Exception):
    """A client pipelines requests without waiting for answers."""


@final
class Connections:
    """Limits connections: in all and by address, with a few more for health checks.

    Proxies that are believed are not counted: everybody comes by them.
    """

    def __init__(self, most: int, most_of_one: int = 0, trusted: Sequence[str] = ()) -> None:
        """`most_of_one` 0: as many as there are."""
        self._most = max(1, most - SPARE_CONNECTIONS)
        self._most_of_one = most_of_one
        self._trusted = [ip_network(each, strict=False) for each in trusted]
        self._ordinary = 0
        self._by_address: Counter[str] = Counter()
        self._spare: OrderedDict[HttpProtocol, None] = OrderedDict()

    def enter(self, reader: HttpProtocol, address: str) -> Entry:
        """How somebody comes in; whoever does has to `leave`, unless they are refused."""
        if self._most_of_one and not self._is_trusted(address):
            whose = network_of(address)
            if self._by_address[whose] >= self._most_of_one:
                return "refused"
            self._by_address[whose] += 1
        if self._ordinary < self._most:
            self._ordinary += 1
            return "ordinary"
        self._spare[reader] = None
        if len(self._spare) > SPARE_CONNECTIONS:
            oldest, _ = self._spare.popitem(last=False)
            oldest.transport.abort()
        return "spare"

    def leave(self, reader: HttpProtocol, address: str, entry: Entry) -> None:
        if entry == "ordinary":
            self._ordinary -= 1
        self._spare.pop(reader, None)
        whose = network_of(address)
        if self._by_address[whose] > 1:
            self._by_address[whose] -= 1
        else:
            del self._by_address[whose]  # nobody, or the last of them

    def _is_trusted(self, address: str) -> bool:
        if not self._trusted:
            return False
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._trusted)


async def full(scope: UvicornScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """The answer (503) to a connection beyond the limit."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(TOO_MANY_CONNECTIONS)).encode()),
        (b"retry-after", b"60"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": TOO_MANY_CONNECTIONS, "more_body": False})


@final
class HttpProtocol(HttpToolsProtocol):
    """Reads requests, and gives up on one that goes on and on, in bytes or in time."""

    # What uvicorn keeps of a connection, as far as it comes with each. In a dictionary, which it would be in
    # otherwise, it takes six times the memory.
    __slots__ = (
        *("_address", "_besides", "_entry", "_gone", "_has_head", "_one_of", "_running", "_since"),
        *("access_log", "access_logger", "app", "app_state", "asgi_version"),
        *("client", "config", "connections", "cycle", "expect_100_continue", "flow", "headers", "logger"),
        *("limit_concurrency", "loop", "parser", "pipeline", "root_path", "scheme", "scope", "server"),
        *("server_state", "tasks", "timeout_keep_alive", "timeout_keep_alive_task", "transport", "url"),
        "ws_protocol_class",
    )

    # `Any`: uvicorn makes it, with what it knows.
    def __init__(self, one_of: Connections, *what: Any, **named: Any) -> None:
        super().__init__(*what, **named)
        self._one_of = one_of
        self._address = ""
        self._entry: Entry = "refused"  # before it is made
        self._has_head = False
        self._besides = 0  # bytes of this request that are not its body
        self._since: float | None = time.monotonic()  # when it began to come in, or who was to ask came
        self._gone: Callable[[], None] | None = None
        self._running: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = LazyFlowControl(transport)
        self._address = self.client[0] if self.client else ""
        self._entry = self._one_of.enter(self, self._address)
        if self._entry == "refused":
            transport.write(REFUSAL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True  # uvicorn tells only the last request that came in
            self._running.message_event.set()
        self._running = None
        if self._entry != "refused":
            self._one_of.leave(self, self._address, self._entry)
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
        longest = MAX_ASKING_S if self._has_head else MAX_HEAD_S
        return self._since is not None and now - self._since > longest

    def on_message_begin(self) -> None:
        self._since = time.monotonic()
        self._has_head = False
        super().on_message_begin()
        self.scope["extensions"] = {GONE_EXTENSION: self.tell_when_gone}  # type: ignore[dict-item]

    def data_received(self, data: bytes) -> None:
        if self._entry == "refused":
            return
        if self._since is None and (self.cycle is None or self.cycle.response_complete):
            self._since = time.monotonic()  # also if it is nothing that begins a request, such as blank lines
            self._has_head = False
        self._besides += len(data)
        super().data_received(data)
        if self._besides > MAX_HEAD_BYTES and not self.transport.is_closing():
            self.logger.warning(TOO_LONG)
            self.send_400_response(TOO_LONG)

    def on_headers_complete(self) -> None:
        self._has_head = True
        if self._entry == "spare":
            self.app = self.config.loaded_app if self.url.partition(b"?")[0].endswith(HEALTH_PATH) else full
        super().on_headers_complete()
        if len(self.pipeline) > MAX_PIPELINED_REQUESTS:
            raise TooManyWaiting  # the parser stops there, and the connection is closed

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_body(self, body: bytes) -> None:
        self._besides -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._besides = 0
        self._since = None
        super().on_message_complete()


@final
class LazyFlowControl(FlowControl):
    """Flow control of a connection; its event is only made for a writer that has to wait."""

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
    """The event loop's factory: uvloop, or Python's own on Windows."""
    if sys.platform == "win32":
        return asyncio.new_event_loop
    import uvloop

    return uvloop.new_event_loop
