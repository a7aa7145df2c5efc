"""Several processes that answer at one address, for a store that they can share.

The parent binds the socket and starts them; each inherits it, and the system gives every visitor to one of
them. One that dies is started again. A signal to stop is passed on, and the parent waits until all have
closed. Should the parent die, they close by themselves.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final, final

from farmstead.engine.contract import FarmsteadError
from farmstead.server.base import logs
from farmstead.server.base.settings import Settings
from farmstead.server.folder.open_store import opened_store
from farmstead.server.run.http_protocol import run_loop
from farmstead.server.run.serve import run

LOG: Final = logging.getLogger(__name__)
SPAWN: Final = multiprocessing.get_context("spawn")
SHORT_LIFE: Final = 5.0  # seconds; who lives no longer is not started again at once
MAX_PAUSE_S: Final = 5.0  # seconds
SHUTDOWN_TIMEOUT_S: Final = 30.0  # seconds to close; then they are killed
FAILED: Final = 1


async def prepare(settings: Settings) -> None:
    """What cannot work is said once, before there are workers: bring the store up to date, and the secret."""
    async with opened_store(settings):
        pass


@dataclass(slots=True)
class ServerWorker:
    """A process, and the pipe on which it says that it answers."""

    number: int  # from 0 on; whoever takes the place of one has the same
    process: SpawnProcess
    told: Connection
    begun: float
    is_ready: bool = False


@final
class Parent:
    """Sees to it that there are as many workers as are wanted."""

    def __init__(
        self,
        settings: Settings,
        listener: socket.socket,
        ready: Callable[[], None],
        metrics: Sequence[socket.socket],
    ) -> None:
        """`ready` is called when the first answers; `metrics` are for each in turn."""
        self._settings = settings
        self._listener = listener
        self._metrics = metrics
        self._ready = ready
        self._is_open = False
        self._is_stopping = False
        self._workers: list[ServerWorker] = []
        self._short_lives = 0  # one after the other
        self._start_at = 0.0

    def run(self) -> None:
        """Until somebody stops it."""
        run_loop(prepare(self._settings))
        self._hears, self._says = socket.socketpair()
        before = {which: signal.signal(which, self._stop) for which in (signal.SIGTERM, signal.SIGINT)}
        self._listener.set_inheritable(True)
        try:
            while not self._is_stopping:
                self._start_missing()
                self._wait(self._pause())
            self._close()
        finally:
            for worker in self._workers:
                worker.process.kill()
            for which, handler in before.items():
                signal.signal(which, handler)
            self._hears.close()
            self._says.close()

    def _stop(self, *_: object) -> None:
        """A signal has come: wake up whoever waits."""
        self._is_stopping = True
        with suppress(OSError):
            self._says.send(b".")

    # ---- starting ----------------------------------------------------------------------------------------

    def _start_missing(self) -> None:
        while len(self._workers) < self._settings.workers and time.monotonic() >= self._start_at:
            told, tells = SPAWN.Pipe(duplex=False)
            number = min(set(range(self._settings.workers)) - {worker.number for worker in self._workers})
            metrics = self._metrics[number] if self._metrics else None
            process = SPAWN.Process(
                target=work, args=(self._settings, number, self._listener, tells, metrics)
            )
            try:
                process.start()
            except OSError as error:  # there may be room for it later
                LOG.warning("A worker cannot be started: %s", error)
                told.close()
                self._start_at = time.monotonic() + MAX_PAUSE_S
                return
            finally:
                tells.close()
            self._workers.append(ServerWorker(number, process, told, time.monotonic()))

    def _pause(self) -> float | None:
        """Seconds until one may be started, None when there are enough."""
        if len(self._workers) >= self._settings.workers:
            return None
        return max(0.0, self._start_at - time.monotonic())

    # ---- waiting -----------------------------------------------------------------------------------------

    def _wait(self, seconds: float | None) -> None:
        """Until a worker is ready or has ended, a signal has come, or the time is over."""
        ends = [worker.process.sentinel for worker in self._workers]
        pipes = [worker.told for worker in self._workers if not worker.is_ready]
        happened = wait([self._hears, *ends, *pipes], seconds)
        for worker in [worker for worker in self._workers if worker.told in happened and not worker.is_ready]:
            self._told_by(worker)
        for worker in [worker for worker in self._workers if worker.process.sentinel in happened]:
            self._ended(worker)

    def _told_by(self, worker: ServerWorker) -> None:
        worker.is_ready = True
        with suppress(EOFError, OSError):  # it has ended, which is noticed, too
            worker.told.recv()
            if not self._is_open:
                self._is_open = True
                self._ready()

    def _ended(self, worker: ServerWorker) -> None:
        worker.process.join()
        worker.told.close()
        self._workers.remove(worker)
        if self._is_stopping:
            return
        LOG.warning(
            "Worker %d has ended (%s); another is started.", worker.number, why(worker.process.exitcode)
        )
        is_short = time.monotonic() - worker.begun < SHORT_LIFE
        self._short_lives = self._short_lives + 1 if is_short else 0
        pause = min(MAX_PAUSE_S, 0.25 * 2**self._short_lives) if is_short else 0.0
        self._start_at = time.monotonic() + pause

    # ---- closing -----------------------------------------------------------------------------------------

    def _close(self) -> None:
        """Pass it on, and wait; those who do not close in time are killed."""
        for worker in self._workers:
            worker.process.terminate()
        until = time.monotonic() + SHUTDOWN_TIMEOUT_S
        while self._workers and time.monotonic() < until:
            ends = [worker.process.sentinel for worker in self._workers]
            happened = wait(ends, max(0.0, until - time.monotonic()))
            for worker in [worker for worker in self._workers if worker.process.sentinel in happened]:
                self._ended(worker)


def why(status: int | None) -> str:
    return f"signal {-status}" if status is not None and status < 0 else f"status {status}"


# ---- in the worker -----------------------------------------------------------------------------------------


def work(
    settings: Settings, number: int, listener: socket.socket, tells: Connection, metrics: socket.socket | None
) -> None:
    """What a worker does, all its life."""
    logs.begin(settings.log, settings.access_log, worker=number)

    def ready() -> None:
        with suppress(OSError):  # the parent may be gone
            tells.send(None)

    try:
        run(replace(settings, worker=number), listener, ready, metrics)
    except KeyboardInterrupt:
        pass
    except (FarmsteadError, OSError) as error:
        LOG.warning("A worker cannot go on: %s", error)
        logging.shutdown()
        os._exit(FAILED)
