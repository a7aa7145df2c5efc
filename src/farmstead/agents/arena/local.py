"""The games of a match on this machine, in processes of their own.

Every process has one game at a time, so that it is known which game was lost with it. That game is given to
another process; when it has cost several their lives, it is named and left out.
"""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from typing import Final, TypeVar

from farmstead.agents.arena.match_game import Lost, Outcomes, Play, play
from farmstead.agents.arena.matches import Match
from farmstead.agents.workers import WorkerLost, WorkerPool

What = TypeVar("What")  # whose numbers are worked on: a match, whose games are played
Done = TypeVar("Done")  # what comes of a number
MAX_TRIES: Final = 3


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
    """Any work that has numbers and can be sent to a process."""
    pool = WorkerPool[int, Done](partial(work, what), jobs, helpers=False)
    with closing(pool), closing(pool.unordered(numbers, MAX_TRIES)) as coming:
        for number, outcome in coming:
            if isinstance(outcome, WorkerLost):
                yield Lost(number, f"its process died {MAX_TRIES} times, the last time {outcome.how}")
            else:
                yield outcome
