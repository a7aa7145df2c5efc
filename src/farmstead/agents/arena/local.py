"""The games of a match on this machine, in processes of their own.

Every process has one game at a time, so that it is known which game was lost with it. That game is given to
another process; when it has cost several their lives, it is named and left out.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Final, Generic, TypeVar

from farmstead.agents.arena.matches import Match
from farmstead.agents.arena.playing import Lost, Outcomes, Play, play
from farmstead.agents.workers import Worker, WorkerLost, end_all

What = TypeVar("What")  # whose numbers are worked on: a match, whose games are played
Done = TypeVar("Done")  # what comes of a number
TRIES: Final = 3


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


class Player(Worker[int, Done]):
    """A process that plays one game at a time."""

    number = 0  # the game it plays, 0 for none

    def take(self, number: int) -> bool:
        """Whether it has taken the game; a dead one takes none."""
        try:
            self.give(number)
        except WorkerLost:
            return False
        self.number = number
        return True


class Crew(Generic[What, Done]):
    """The processes, and who does what."""

    def __init__(self, what: What, jobs: int, play: Callable[[What, int], Done]) -> None:
        self._begin = partial(player, what, play)
        self._jobs = jobs
        self._workers: list[Player[Done]] = []
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
            while not self._idle().take(number):
                self._bury(self._idle())

    def _idle(self) -> Player[Done]:
        for worker in self._workers:
            if not worker.number:
                return worker
        self._workers.append(Player(self._begin))
        return self._workers[-1]

    def _taken_from(self, worker: Player[Done]) -> Generator[Done | Lost, None, None]:
        number = worker.number
        try:
            answer = worker.answer()
        except WorkerLost as lost:
            self._bury(worker)
            self._deaths[number] += 1
            if self._deaths[number] < TRIES:
                self._again.append(number)
            else:
                yield Lost(number, f"its process died {TRIES} times, the last time {lost.how}")
            return
        worker.number = 0
        yield answer

    def _bury(self, worker: Player[Done]) -> None:
        self._workers.remove(worker)
        worker.end()

    def dismiss(self) -> None:
        end_all(self._workers)
        self._workers.clear()


def player(what: What, play: Callable[[What, int], Done]) -> Callable[[int], Done]:
    """A process begins with this."""
    return partial(play, what)
