"""Work that is shared out among processes. Each has one piece of it at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait

from farmstead.agents.workers import Begin, Piece, Result, Worker, end_all


def done_in_processes(begin: Begin[Piece, Result], jobs: int, pieces: Sequence[Piece]) -> Iterator[Result]:
    """What comes of the pieces, in the order in which they are done; `begin` is called in each process."""
    coming = iter(pieces)
    workers: list[Worker[Piece, Result]] = []
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
        end_all(workers)
