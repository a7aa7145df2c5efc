"""Processes that work for this one, one piece at a time. None outlives it, and none minds an interrupt."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final, Generic, TypeAlias, TypeVar

from farmstead.engine.contract import FarmsteadError

PATIENCE: Final = 5.0  # seconds for a process to end

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Begin: TypeAlias = Callable[[], Callable[[Piece], Result]]  # called in the process, where the work begins


class WorkerLost(FarmsteadError):
    """A process that should have worked has died; the message is a sentence."""

    def __init__(self, how: str) -> None:
        super().__init__(f"a process that was at work died {how}; with --jobs 1 no other is needed")
        self.how = how


class Worker(Generic[Piece, Result]):
    """A process that does one piece of work at a time.

    A helper may be forgotten: it ends with this process even when nobody has ended it. But it can start no
    processes of its own.
    """

    def __init__(self, begin: Begin[Piece, Result], helper: bool = False) -> None:
        context = get_context("spawn")
        self.connection, others = context.Pipe()
        self.process = context.Process(target=work, args=(others, begin), daemon=helper)
        with interrupts_put_off():
            self.process.start()
        others.close()  # so that its death is the end of what can be read here

    def give(self, piece: Piece) -> None:
        """WorkerLost when it has died."""
        try:
            self.connection.send(piece)
        except OSError:
            raise self._lost() from None

    def answer(self) -> Result:
        """What comes of the piece; WorkerLost when it has died over it."""
        try:
            found: Result = self.connection.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        return found

    def _lost(self) -> WorkerLost:
        self.process.join(PATIENCE)
        return WorkerLost(how_it_ended(self.process.exitcode))

    def end(self) -> None:
        """Whatever it is doing."""
        self.connection.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def end_all(workers: Sequence[Worker[Piece, Result]]) -> None:
    """All are told before the first is waited for."""
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.end()


def how_it_ended(status: int | None) -> str:
    """In words."""
    if status is not None and status < 0:
        return f"by signal {-status}"
    return "without a word" if status in (None, 0) else f"with status {status}; see above"


@contextmanager
def interrupts_put_off() -> Iterator[None]:
    """A process that is started inside does not hear of interrupts until it lets them in."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # which would let them in again, were it started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---- in the process --------------------------------------------------------------------------------------


def work(connection: Connection, begin: Begin[Piece, Result]) -> None:
    """What a process does until nobody asks any more; interrupts are left to whoever started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    Thread(target=end_with_parent, daemon=True).start()
    do = begin()
    while True:
        try:
            piece = connection.recv()
        except (EOFError, OSError):
            return
        result = do(piece)
        try:
            connection.send(result)
        except OSError:
            return


def end_with_parent() -> None:
    """In a thread: nobody waits for the piece that is being worked on."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # they are for the main thread
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
