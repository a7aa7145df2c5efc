"""A real server to talk to: in this process and its loop, or as the command that people start.

async with running(folder, pace=0) as server:    # talk to it from this loop, or from threads
    ... server.url, server.house

with process(folder, "--pace", "0") as server:    # `farmstead serve`: can be killed and started again
    ... server.url; server.kill(); server.start()
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

from farmstead import _build
from farmstead.server.app import open_server
from farmstead.server.base.settings import Settings
from farmstead.server.core import Core
from farmstead.server.run.serve import Server, listening_at, server_for
from tests.server.fresh import fresh_file

HOST = "127.0.0.1"
PACKAGES = Path(_build.__file__).parent.parent  # where the farmstead lies that is being tested
LUCK = Path(__file__).parent.parent / "luck"  # what Python imports at its start
OPEN = "Farmstead is open: "
PATIENCE = 120.0  # seconds after which a server that does not start, or stop, is stuck


@dataclass(frozen=True)
class Running:
    """A server in this process."""

    url: str
    core: Core
    server: Server


# `Any`: whatever a setting is.
@asynccontextmanager
async def running(folder: Path, **settings: Any) -> AsyncIterator[Running]:
    """Open until the end of the context. Without limits and with one process for bots, if nothing is said."""
    listener = listening_at(HOST, settings.pop("port", 0), is_firm=True)
    port = listener.getsockname()[1]
    wanted = Settings(folder, HOST, port, **{"processes": 1, "pace": 0.0, **settings})
    if not wanted.db:
        await fresh_file(wanted.store)
    with listener:
        async with open_server(wanted) as core:
            ready = asyncio.Event()
            server = server_for(core, ready.set)
            # Ctrl-C is meant for the tests; mypy does not like methods to be replaced.
            server.capture_signals = nullcontext  # type: ignore[assignment, method-assign]
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            try:
                await first_of(serving, ready)
                yield Running(f"http://{HOST}:{port}", core, server)
            finally:
                server.should_exit = True
                await serving


async def first_of(serving: asyncio.Task[None], ready: asyncio.Event) -> None:
    """Until the server is ready; if it ends before that, what it ended by is raised."""
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait([serving, waiting], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if serving.done():
        serving.result()
    assert ready.is_set(), "the server has not started"


class Process:
    """`farmstead serve` as a process of its own, on the same folder and port whenever it is started."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        limit: tuple[int, int] | None = None,
        beside: Sequence[Path] = (),
    ) -> None:
        """`limit`: how many files it may open; `beside`: where else packages are installed."""
        self._beside = beside
        self.folder = folder
        self._limit = limit
        self.url = ""  # known once it has started
        self.log = folder.with_name(f"{folder.name}.log")  # what it says on stderr, over all its starts
        self._arguments = arguments
        self._port = "0"
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None, "it is not running"
        return self._process.pid

    def start(self) -> None:
        """Returns when it answers."""
        assert self._process is None, "it is running already"
        with self.log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                self._command(),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment(*self._beside),
                preexec_fn=self._restrict if self._limit else None,
            )
        url = self._told_url(self._process)
        if not url:
            self.kill()
            raise AssertionError(f"the server has not started:\n{self.log.read_text(encoding='utf-8')}")
        self._port = str(urlsplit(url).port)
        self.url = f"http://{HOST}:{self._port}"

    def _restrict(self) -> None:
        """In the new process, before it begins."""
        import resource

        assert self._limit is not None
        resource.setrlimit(resource.RLIMIT_NOFILE, self._limit)

    def _command(self) -> list[str]:
        where = ["--no-open", "--port", self._port, "--folder", str(self.folder)]
        return [sys.executable, "-m", "farmstead", "serve", *where, *self._arguments]

    def _told_url(self, process: subprocess.Popen[str]) -> str:
        """The address that it says it is open at; nothing if it ends, or takes too long."""
        assert process.stdout is not None
        stuck = Timer(PATIENCE, process.kill)
        stuck.start()
        try:
            lines = iter(process.stdout.readline, "")
            return next((line.removeprefix(OPEN).strip() for line in lines if line.startswith(OPEN)), "")
        finally:
            stuck.cancel()

    def kill(self) -> None:
        """At once, in the middle of whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._ended()

    def terminate(self) -> int:
        """As a person or the system stops it: the streams end, all is written; the status it ended with."""
        assert self._process is not None, "it is not running"
        self._process.terminate()
        return self._ended()

    def ended(self) -> int:
        """Somebody else has stopped it: the status it ends with."""
        return self._ended()

    def _ended(self) -> int:
        process, self._process = self._process, None
        assert process is not None and process.stdout is not None
        with process.stdout:
            return process.wait(PATIENCE)

    def restart(self) -> None:
        """Killed, and started again."""
        self.kill()
        self.start()


def environment(*beside: Path) -> dict[str, str]:
    """In which a process finds the farmstead that is being tested, and has the luck of the test."""
    path = os.pathsep.join(map(str, [LUCK, PACKAGES, *beside]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}


@contextmanager
def process(
    folder: Path, *arguments: str, limit: tuple[int, int] | None = None, beside: Sequence[Path] = ()
) -> Iterator[Process]:
    """A server that has started; whatever is left of it at the end is killed."""
    server = Process(folder, *arguments, limit=limit, beside=beside)
    try:
        server.start()
        yield server
    finally:
        server.kill()
