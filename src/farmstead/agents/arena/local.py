"""The games of a match on this machine, in processes of their own.

Every process has one game at a time, so that it is known which game was lost with it. That game is given to
another process; when it has cost several their lives, it is named and left out.
"""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Final, Generic, TypeVar

from farmstead.agents.arena.matches import Match
from farmstead.agents.arena.playing import Lost, Outcomes, Play, play

What = TypeVar("What")  # whose numbers are worked on: a match, whose games are played
Done = TypeVar("Done")  # what comes of a number
TRIES: Final = 3
PATIENCE: Final = 5.0  # seconds for a process to end


def played_here(match: Match, numbers: Iterable[int], play: Play = play) -> Outcomes:
    """One game after the other, in this process."""
    for number in numbers:
        yield play(match, number)


def played_in_processes(match: Match, numbers: Iterable[int], jobs: int, play: Play = play) -> Outcomes:
    """As many games at a time as there are jobs, in the order in which they are finished."""
    yield from done_in_processes(match, numbers, jobs, play)


def done_in_processes(
    what: What, numbers: Iterable[int], jobs: int, work: Callable[[What, int], Done]
) -> Generator[Done | Lost, None, None]:
    """The same for any work that has numbers and can be sent to a process."""
    crew = Crew(what, jobs, work)
    try:
        yield from crew.played(numbers)
    finally:
        crew.dismiss()


class Worker(Generic[What, Done]):
    """A process that plays one game at a time."""

    def __init__(self, what: What, play: Callable[[What, int], Done]) -> None:
        context = get_context("spawn")
        self.connection, others = context.Pipe()
        self.process = context.Process(target=work, args=(others, what, play))
        self.process.start()
        others.close()  # so that its death is the end of what can be read here
        self.number = 0  # the game it plays, 0 for none

    def give(self, number: int) -> bool:
        """Whether it has taken the game; a dead one takes none."""
        try:
            self.connection.send(number)
        except OSError:
            return False
        self.number = number
        return True

    def answer(self) -> Done | None:
        """The game it has played; None when it has died over it."""
        try:
            found: Done = self.connection.recv()
        except (EOFError, OSError):
            return None
        self.number = 0
        return found

    def end(self) -> None:
        """Whatever it is doing."""
        self.connection.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


class Crew(Generic[What, Done]):
    """The processes, and who does what."""

    def __init__(self, what: What, jobs: int, play: Callable[[What, int], Done]) -> None:
        self._what = what
        self._jobs = jobs
        self._play = play
        self._workers: list[Worker[What, Done]] = []
        self._again: deque[int] = deque()
        self._deaths: Counter[int] = Counter()

    def played(self, numbers: Iterable[int]) -> Generator[Done | Lost, None, None]:
        coming = iter(numbers)
        while True:
            self._give_out(coming)
            busy = {worker.connection: worker for worker in self._workers if worker.number}
            if not busy:
                return
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                yield from self._taken_from(busy[ready])

    def _give_out(self, coming: Iterator[int]) -> None:
        """A game to everybody who has none; new processes only while there are games for them."""
        while sum(worker.number > 0 for worker in self._workers) < self._jobs:
            number = self._again.popleft() if self._again else next(coming, 0)
            if not number:
                return
            while not self._idle().give(number):
                self._bury(self._idle())

    def _idle(self) -> Worker[What, Done]:
        for worker in self._workers:
            if not worker.number:
                return worker
        self._workers.append(Worker(self._what, self._play))
        return self._workers[-1]

    def _taken_from(self, worker: Worker[What, Done]) -> Generator[Done | Lost, None, None]:
        number, answer = worker.number, worker.answer()
        if answer is not None:
            yield answer
            return
        worker.process.join(PATIENCE)
        status = worker.process.exitcode
        self._bury(worker)
        self._deaths[number] += 1
        if self._deaths[number] < TRIES:
            self._again.append(number)
        else:
            yield Lost(number, f"its process died {TRIES} times, the last time {how_it_ended(status)}")

    def _bury(self, worker: Worker[What, Done]) -> None:
        self._workers.remove(worker)
        worker.end()

    def dismiss(self) -> None:
        for worker in self._workers:
            worker.connection.close()
            worker.process.terminate()
        while self._workers:
            self._workers.pop().end()


def work(connection: Connection, what: What, play: Callable[[What, int], Done]) -> None:
    """What a process does until nobody asks for games any more; interrupts are left to whoever started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            number = connection.recv()
        except (EOFError, OSError):
            return
        played = play(what, number)
        try:
            connection.send(played)
        except OSError:
            return


def how_it_ended(status: int | None) -> str:
    """In words."""
    if status is not None and status < 0:
        return f"by signal {-status}"
    return "without a word" if status in (None, 0) else f"with status {status}; see above"
