"""The real server in a process of its own, as somebody would start it: `python -m farmstead serve`."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, final

from farmstead.engine.contract import FarmsteadError
from scripts.load.base import SQLITE, Base
from scripts.load.wire import Place

PATIENCE: Final = 60.0  # seconds to start or to stop
OPEN: Final = re.compile(rb"is open: http://[^:]+:(\d+)/")
SPAWNED: Final = "multiprocessing.spawn"  # in the command of a worker
TICKS: Final = os.sysconf("SC_CLK_TCK")


class NotStarted(FarmsteadError):
    """The server did not come up; the message has what it said."""


@final
class ServerProcess:
    """Can be started, killed and started again on the same folder; `place` says where it is."""

    def __init__(self, folder: Path, *arguments: str, base: Base = SQLITE, limited: bool = False) -> None:
        """`limited`: with the limits that a server has where nothing else is said, else with none."""
        self.folder = folder
        self.base = base
        self.place = Place()
        self.log = folder.with_name(f"{folder.name}.log")  # what it says on stderr, of all starts
        self.descendants: set[int] = set()  # processes that it was seen to have
        self._arguments = arguments if limited else ("--pace", "0", *arguments)
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> float:
        """The seconds until it is open; NotStarted if it is not."""
        begun = time.perf_counter()
        words = ["serve", "--no-open", "--port", "0", "--folder", str(self.folder)]
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "farmstead", *words, *self.base.arguments, *self._arguments),
                env={**os.environ, **self.base.environment},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        self.place.port = await self._port_told(self._process)
        return time.perf_counter() - begun

    async def _port_told(self, process: asyncio.subprocess.Process) -> int:
        assert process.stdout is not None
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                async for line in process.stdout:
                    if found := OPEN.search(line):
                        return int(found[1])
        await self.kill()
        raise NotStarted(f"The server does not open; see {self.log}.")

    async def kill(self) -> None:
        """Without a word, as a power cut would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """As Ctrl-C does; the status with which it ends."""
        return await self._end(signal.SIGINT)

    async def _end(self, how: signal.Signals) -> int:
        process = self._process
        assert process is not None
        self.descendants.update(children_of(process.pid))
        with suppress(ProcessLookupError):
            process.send_signal(how)
        try:
            async with asyncio.timeout(PATIENCE):
                return await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
            raise NotStarted(f"The server did not stop within {PATIENCE:.0f} seconds.") from None

    def workers(self) -> list[int]:
        """The processes that answer, oldest first: it is one itself, or it has started them."""
        if self.base.workers == 1:
            return [self.pid]
        return [pid for pid in own_children_of(self.pid) if SPAWNED in command_of(pid)]

    async def kill_worker(self, n: int) -> None:
        """One of them, without a word."""
        pid = await self.a_worker(n)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        while pid in self.workers():
            await asyncio.sleep(0.01)

    async def a_worker(self, n: int) -> int:
        """The process of one of them, when all are there."""
        await self._all_there()
        pid = self.workers()[n % self.base.workers]
        self.descendants.update([pid, *children_of(pid)])
        return pid

    async def _all_there(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while len(self.workers()) < self.base.workers:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise NotStarted(f"A worker is missing for {PATIENCE:.0f} seconds.") from None

    def memory(self) -> int:
        """Bytes that the server itself has in memory."""
        return sum([memory_of(pid) for pid in self.workers()])

    def seconds(self) -> float:
        """Of processor time that the server itself has used."""
        return sum([seconds_of(pid) for pid in self.workers()])

    def sockets(self) -> int:
        """How many connections of visitors it holds open; those to a database are its own."""
        inodes = sockets_at(self.place.port)
        return sum([sockets_of(pid, inodes) for pid in self.workers()])


def seconds_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def sockets_of(pid: int, inodes: set[str]) -> int:
    names = [link_of(entry) for entry in Path(f"/proc/{pid}/fd").iterdir()]
    return sum([name.removeprefix("socket:").strip("[]") in inodes for name in names])


def sockets_at(port: int) -> set[str]:
    """The numbers of all sockets of this machine at a port, as Linux lists them."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    rows = [line.split() for line in lines]
    return {row[9] for row in rows if int(row[1].rpartition(":")[2], 16) == port}


def command_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    return ""


def link_of(path: Path) -> str:
    with suppress(OSError):
        return os.readlink(path)
    return ""


def memory_of(pid: int) -> int:
    """What is resident, as Linux counts it."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return 1024 * int(found[1]) if found else 0


def own_children_of(pid: int) -> list[int]:
    """Each belongs to the thread that started it."""
    own: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            own += [int(word) for word in (thread / "children").read_text().split()]
    return own


def children_of(pid: int) -> list[int]:
    """Its processes, and theirs."""
    own = own_children_of(pid)
    return own + [further for child in own for further in children_of(child)]


def is_alive(pid: int) -> bool:
    with suppress(OSError):
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state not in ("Z", "X")
    return False


async def gone(pids: set[int], seconds: float = 20.0) -> set[int]:
    """Those that are still there after a while."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while any(is_alive(pid) for pid in pids):
                await asyncio.sleep(0.05)
    return {pid for pid in pids if is_alive(pid)}
