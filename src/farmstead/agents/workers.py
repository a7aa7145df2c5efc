"""Processes that work for this one. None outlives it, and none minds an interrupt.

A `WorkerPool` has so many at most; each is started when it is first needed, does one piece of work at a time,
and is replaced when it has died or does not answer in time.
"""

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from threading import Lock, Thread
from typing import Final, Generic, TypeVar

from farmstead._build import has_compiled
from farmstead.engine.contract import FarmsteadError

END_TIMEOUT_S: Final = 5.0  # for a process that is ending

Piece = TypeVar("Piece")
Result = TypeVar("Result")


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

    def __init__(self, do: Callable[[Piece], object], nice: int = 0, helper: bool = True) -> None:
        self.may_be_compiled = has_compiled()
        context = get_context("spawn")
        self.connection, others = context.Pipe()
        self.process = context.Process(target=work, args=(others, do, nice), daemon=helper)
        with interrupts_put_off():
            self.process.start()
        others.close()  # so that its death is the end of what can be read here

    def give(self, piece: Piece) -> None:
        """WorkerLost when it has died."""
        try:
            self.connection.send(piece)
        except OSError:
            raise self._lost() from None

    def answer(self, timeout_s: float | None = None) -> Result:
        """What comes of the piece; WorkerLost when it has died over it, or does not answer in time."""
        try:
            if not self.connection.poll(timeout_s):
                raise WorkerLost(f"after {timeout_s:g} seconds without an answer")
            found: Result = self.connection.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        return found

    def _lost(self) -> WorkerLost:
        self.process.join(END_TIMEOUT_S)
        return WorkerLost(how_it_ended(self.process.exitcode))

    def end(self) -> None:
        """Whatever it is doing."""
        self.connection.close()
        self.process.kill()
        self.process.join()
        self.process.close()


class WorkerPool(Generic[Piece, Result]):
    """So many processes at most, which do pieces of work; `do` is called in them.

    `nice` is added to their niceness, `timeout_s` is for each answer. Helpers end with this process, but can
    start none of their own.
    """

    def __init__(
        self,
        do: Callable[[Piece], object],
        size: int = 1,
        nice: int = 0,
        timeout_s: float | None = None,
        helpers: bool = True,
    ) -> None:
        self.size = size
        self.deaths = 0
        self._do, self._nice, self._helpers = do, nice, helpers
        self._timeout_s = timeout_s
        self._lock = Lock()  # of what follows: several threads may wait, each for its process
        self._all: list[Worker[Piece, Result]] = []
        self._idle: list[Worker[Piece, Result]] = []
        self._is_closed = False

    def pids(self) -> list[int]:
        """Of the processes there are."""
        with self._lock:
            return [worker.process.pid for worker in self._all if worker.process.pid is not None]

    def do(self, piece: Piece) -> Result:
        """What comes of a piece; WorkerLost when its process died over it or did not answer in time."""
        worker = self._given(piece)
        try:
            answer = worker.answer(self._timeout_s)
        except BaseException:
            self._end(worker, died=True)
            raise
        self._rest(worker)
        return answer

    def unordered(
        self, pieces: Iterable[Piece], tries: int = 1
    ) -> Generator[tuple[Piece, Result | WorkerLost], None, None]:
        """Each piece with what comes of it, as they are done; WorkerLost where it cost `tries` processes.

        Whoever does not listen to the end ends the processes that are still at work.
        """
        waiting = ((piece, 0) for piece in pieces)
        again: deque[tuple[Piece, int]] = deque()
        busy: dict[Connection, tuple[Worker[Piece, Result], Piece, int]] = {}
        try:
            while True:
                while len(busy) < self.size and (
                    next_one := again.popleft() if again else next(waiting, None)
                ):
                    worker = self._given(next_one[0])
                    busy[worker.connection] = (worker, *next_one)
                if not busy:
                    return
                for ready in wait(list(busy)):
                    assert isinstance(ready, Connection)
                    worker, piece, deaths = busy[ready]
                    try:
                        outcome: Result | WorkerLost = worker.answer()
                    except WorkerLost as lost:
                        del busy[ready]
                        self._end(worker, died=True)
                        if deaths + 1 < tries:
                            again.append((piece, deaths + 1))
                            continue
                        outcome = lost
                    else:
                        del busy[ready]
                        self._rest(worker)
                    yield piece, outcome
        finally:
            for worker, _, _ in busy.values():
                self._end(worker)

    async def stream(self, piece: Piece) -> AsyncGenerator[Result, None]:
        """The steps of a piece, for which `do` makes an iterator, in a process that ends with the stream.

        Close the stream to end it early, whatever the process is doing.
        """
        loop = asyncio.get_running_loop()
        thread = ThreadPoolExecutor(1, "worker")
        begun: list[Worker[Piece, Result]] = []

        def end_begun() -> None:  # in the thread: also one that was only beginning
            for worker in begun:
                self._end(worker)

        try:
            await loop.run_in_executor(thread, lambda: begun.append(self._started()))
            await loop.run_in_executor(thread, begun[0].give, piece)
            while (step := await loop.run_in_executor(thread, begun[0].answer, self._timeout_s)) is not None:
                yield step
        finally:
            for worker in begun:  # the thread that waits for it hears that it has died
                worker.process.kill()
            await asyncio.shield(loop.run_in_executor(thread, end_begun))
            thread.shutdown(wait=False)

    def dismiss(self) -> None:
        """End all processes; others are started when there is work again.

        Those at work are ended by whoever waits for them, and hears that they have died.
        """
        with self._lock:
            for worker in self._all:
                worker.process.kill()
        for worker in list(self._idle):
            self._end(worker)

    def close(self) -> None:
        """End all processes, whatever they are doing, and start no more."""
        self._is_closed = True
        self.dismiss()

    def _given(self, piece: Piece) -> Worker[Piece, Result]:
        """A process that has got the piece; one that had died meanwhile is replaced.

        So is one that was started before there was a compiled build, once there is.
        """
        while True:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            if worker is not None and not worker.may_be_compiled and has_compiled():
                self._end(worker)
                worker = None
            worker = worker or self._started()
            try:
                worker.give(piece)
                return worker
            except WorkerLost:
                self._end(worker, died=True)

    def _started(self) -> Worker[Piece, Result]:
        with self._lock:
            if self._is_closed:
                raise WorkerLost("when its pool was closed")
            worker: Worker[Piece, Result] = Worker(self._do, self._nice, self._helpers)
            self._all.append(worker)
            return worker

    def _rest(self, worker: Worker[Piece, Result]) -> None:
        with self._lock:
            self._idle.append(worker)

    def _end(self, worker: Worker[Piece, Result], died: bool = False) -> None:
        with self._lock:
            self.deaths += died
            for workers in (self._all, self._idle):
                if worker in workers:
                    workers.remove(worker)
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


def work(connection: Connection, do: Callable[[Piece], object], nice: int) -> None:
    """What a process does until nobody asks any more; interrupts are left to whoever started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        os.nice(nice)
    Thread(target=end_with_parent, daemon=True).start()
    while True:
        try:
            piece = connection.recv()
        except (EOFError, OSError):
            return
        result = do(piece)
        try:
            for step in chain(result, [None]) if isinstance(result, Iterator) else [result]:
                connection.send(step)
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
