"""Work that is shared out among processes. Each has one piece of it at a time."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Final, TypeVar

from farmstead.agents.arena.local import how_it_ended
from farmstead.engine.contract import FarmsteadError

PATIENCE: Final = 5.0  # seconds for a process to end

Piece = TypeVar("Piece")
Result = TypeVar("Result")


class WorkerLost(FarmsteadError):
    """A process that should have worked has died; the message is a sentence."""


class Worker:
    """A process that does one piece of work at a time."""

    def __init__(self, begin: Callable[[], Callable[[Any], Any]]) -> None:
        context = get_context("spawn")
        self.connection, others = context.Pipe()
        self.process = context.Process(target=work, args=(others, begin))
        self.process.start()
        others.close()  # so that its death is the end of what can be read here

    def give(self, piece: object) -> None:
        try:
            self.connection.send(piece)
        except OSError:
            raise self._lost() from None

    def answer(self) -> Any:
        try:
            return self.connection.recv()
        except (EOFError, OSError):
            raise self._lost() from None

    def _lost(self) -> WorkerLost:
        self.process.join(PATIENCE)
        how = how_it_ended(self.process.exitcode)
        return WorkerLost(f"a process that was at work died {how}; with --jobs 1 no other is needed")

    def end(self) -> None:
        """Whatever it is doing."""
        self.connection.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def done_in_processes(
    begin: Callable[[], Callable[[Piece], Result]], jobs: int, pieces: Sequence[Piece]
) -> Iterator[Result]:
    """What comes of the pieces, in the order in which they are done; `begin` is called in each process."""
    coming = iter(pieces)
    workers: list[Worker] = []
    try:
        for piece in pieces[:jobs]:
            workers.append(Worker(begin))
            workers[-1].give(next(coming, piece))
        busy = {worker.connection: worker for worker in workers}
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                worker = busy.pop(ready)
                yield worker.answer()
                for piece in coming:
                    worker.give(piece)
                    busy[ready] = worker
                    break
    finally:
        for worker in workers:
            worker.end()


def work(connection: Connection, begin: Callable[[], Callable[[Any], Any]]) -> None:
    """What a process does until nobody asks any more; interrupts are left to whoever started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
