"""A server that listens: opened with everything it needs, closed with nothing lost."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final, final

import uvicorn

from farmstead.engine.contract import FarmsteadError
from farmstead.server.app import create_app, open_server
from farmstead.server.base.settings import Settings
from farmstead.server.core import Core
from farmstead.server.ops.prometheus import metrics_at
from farmstead.server.run.garbage import GarbageCollector
from farmstead.server.run.http_protocol import Connections, HttpProtocol, run_loop

LOG: Final = logging.getLogger(__name__)
LATE_TICKS: Final = 10  # tenths of a second between two looks for requests that do not come to an end
UNREAD_TIMEOUT_TENTHS: Final = 50  # tenths of a second after which somebody who does not read is let go
SWITCH: Final = 0.0005  # seconds until the thread that writes gets its turn; Python's own wait is 0.005
COLLECT_TICKS: Final = 10  # tenths of a second between two looks for garbage
TENTHS: Final = 10  # in which uvicorn counts, of a second
TENTHS_OF_A_DAY: Final = 864_000
BACKLOG: Final = 128
KEEP_ALIVE_S: Final = 5  # seconds for which a connection is kept while nothing is asked
# The same for a proxy, which must be the one to close it: it may just be asking something.
PROXY_IDLE: Final = 75
MAX_CONNECTIONS: Final = 4000
OWN_FILES: Final = 96  # store, bots, sockets of its own, pictures being read
ENOUGH_FILES: Final = MAX_CONNECTIONS + OWN_FILES
FEW_FILES: Final = (
    "This process may open %d files; for a thousand players let it open %d:"
    " LimitNOFILE= in a unit of systemd, or ulimit -n."
)
LOCAL_ADDRESSES: Final = ("127.0.0.1", "::1")  # where a proxy is believed, when there is one
SHUTDOWN_TIMEOUT_S: Final = 5  # seconds for those who are still being answered
FURTHER_PORTS: Final = 50  # tried when nobody asked for a certain one


class CannotListen(FarmsteadError):
    """The address is taken, or not this machine's."""


@final
class Server(uvicorn.Server):
    """Ends its streams before it waits for everybody to go."""

    _is_to_end = False
    _loop: asyncio.AbstractEventLoop | None = None  # while it runs

    def __init__(self, config: uvicorn.Config, core: Core, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._core = core
        self._ready = ready
        self._closing: set[asyncio.Transport] = set()
        self._ending = asyncio.Event()
        self._asked = 0  # how often, a moment ago
        self.garbage: GarbageCollector | None = None  # of the whole process, so only where it has one

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @property
    def should_exit(self) -> bool:
        """Whether it is to end; it does so at once."""
        return self._is_to_end

    @should_exit.setter
    def should_exit(self, is_to_end: bool) -> None:
        self._is_to_end = is_to_end
        if is_to_end and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ending.set)

    async def main_loop(self) -> None:
        """Uvicorn counts tenths of a second and looks at each; a server that nobody asks need not."""
        self._loop, counter = asyncio.get_running_loop(), 0
        while not await self.on_tick(counter):
            counter = (counter + TENTHS) % TENTHS_OF_A_DAY
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._ending.wait()

    async def on_tick(self, counter: int) -> bool:
        if counter % LATE_TICKS == 0:
            self._end_late()
        if counter % UNREAD_TIMEOUT_TENTHS == 0:
            self._let_go()
        if counter % COLLECT_TICKS == 0:
            self._collect()
        return await super().on_tick(counter)

    def _end_late(self) -> None:
        """End connections of those who do not come to the end of what they ask."""
        now = time.monotonic()
        for protocol in list(self.server_state.connections):
            if isinstance(protocol, HttpProtocol) and protocol.is_late(now):
                protocol.transport.abort()

    def _let_go(self) -> None:
        """Close connections of clients that do not read the last answer."""
        transports = [protocol.transport for protocol in self.server_state.connections]
        closing = {transport for transport in transports if transport is not None and transport.is_closing()}
        for transport in closing & self._closing:
            transport.abort()
        self._closing = closing

    def _collect(self) -> None:
        """Look for garbage; it matters less when nobody is waiting. Streams do not mind."""
        before, self._asked = self._asked, self.server_state.total_requests
        is_quiet = self._asked == before and len(self.server_state.tasks) <= self._core.hub.listeners()
        if self.garbage is not None:
            self.garbage.step(is_quiet)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._core.hub.end_all_streams()
        await super().shutdown(sockets)
        self._captured_signals.clear()  # uvicorn would raise them again, and the store is still to be closed


def listening_at(host: str, port: int, is_firm: bool) -> socket.socket:
    """A socket there; unless the port was asked for, the next that is free."""
    ports = [port] if is_firm else [*range(port, port + FURTHER_PORTS), 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why: OSError | None = None
    for each in ports:
        # By its number: else Python's own loop does not see that it is TCP, and each answer waits 40 ms.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, each))
        except socket.gaierror:
            found.close()
            raise CannotListen(f"{host!r} is no address of this machine. Try: --host 127.0.0.1") from None
        except (OSError, OverflowError, TypeError, UnicodeError) as error:
            found.close()
            why = error if isinstance(error, OSError) else OSError(0, str(error))
        else:
            return found
    assert why is not None
    raise CannotListen(
        f"Nothing can listen at {host}, port {port}: {why.strerror or why}. Try another: --port {port + 1}"
    )


async def serve(
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    metrics: socket.socket | None = None,
) -> None:
    """Until somebody stops it. `ready` is called when it answers; figures are told at `metrics`."""
    async with open_server(settings) as core:
        sys.setswitchinterval(SWITCH)
        files = open_files()
        if files < ENOUGH_FILES:
            LOG.warning(FEW_FILES, files, ENOUGH_FILES)
        server = server_for(core, ready, files)
        server.garbage = GarbageCollector()
        with closed_with_parent(server):
            async with metrics_at(metrics, core):
                await server.serve(sockets=[listener])


def run(
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    metrics: socket.socket | None = None,
) -> None:
    """Run a server in an event loop of its own."""
    run_loop(serve(settings, listener, ready, metrics))


def metrics_listeners(settings: Settings) -> list[socket.socket]:
    """A socket for the figures of each worker, at one port after the other; none if nobody wants them."""
    if not settings.metrics:
        return []
    host, _, port = settings.metrics.rpartition(":")
    found: list[socket.socket] = []
    try:
        for number in range(settings.workers):
            found.append(listening_at(host.strip("[]"), int(port) + number, is_firm=True))
            found[-1].listen()  # who asks before the worker is there waits for it
    except CannotListen as error:
        for each in found:
            each.close()
        raise CannotListen(str(error).replace("--port", "--metrics").replace("--host", "--metrics")) from None
    return found


@contextmanager
def closed_with_parent(server: Server) -> Iterator[None]:
    """A worker whose parent dies closes, too."""
    parent = multiprocessing.parent_process()
    if parent is None:
        yield
        return

    def close() -> None:
        server.should_exit = True
        loop.remove_reader(parent.sentinel)

    loop = asyncio.get_running_loop()
    loop.add_reader(parent.sentinel, close)
    try:
        yield
    finally:
        loop.remove_reader(parent.sentinel)


def open_files() -> int:
    """Ask the system for as many open files as it gives; how many there can be."""
    if sys.platform == "win32":
        return ENOUGH_FILES  # there is no such limit
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if allowed == resource.RLIM_INFINITY else allowed


def most_connections(files: int) -> int:
    """As many as there can be files for, but for those that the server itself needs."""
    return max(1, min(MAX_CONNECTIONS, files - OWN_FILES))


def server_for(core: Core, ready: Callable[[], None], files: int = ENOUGH_FILES) -> Server:
    """What answers for a server that is open; `serve` it, and set `should_exit` to close it."""
    settings = core.settings
    behind_proxy = settings.behind_proxy or bool(settings.trusted_proxies)
    trusted = (*LOCAL_ADDRESSES, *settings.trusted_proxies) if behind_proxy else ()
    most_of_one = settings.connections if settings.pace else 0
    uncounted = (*trusted, *settings.shared_addresses)
    connections = Connections(most_connections(files), most_of_one, uncounted)
    config = uvicorn.Config(
        create_app(core),
        http=partial(HttpProtocol, connections),  # type: ignore[arg-type]  # it is called, and nothing else
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,  # paths hold the codes of tables
        server_header=False,
        proxy_headers=behind_proxy,
        forwarded_allow_ips=list(trusted) or "",
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        backlog=BACKLOG,
        timeout_keep_alive=PROXY_IDLE if behind_proxy else KEEP_ALIVE_S,
    )
    return Server(config, core, ready)
