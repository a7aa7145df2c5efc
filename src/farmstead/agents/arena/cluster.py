"""The games of a match on many machines, by Ray.

`RAY_ADDRESS` names the cluster; without it Ray is started on this machine for as long as the match lasts.
Every machine needs the same version of farmstead. A game lost with a worker or a machine is given to another.
"""

import logging
import os
import re
import socket
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from types import ModuleType
from typing import Any, Final, Generic

from farmstead.agents.arena.local import MAX_TRIES, Done, What
from farmstead.agents.arena.match_game import Lost, Outcomes, Play, play
from farmstead.agents.arena.matches import Match
from farmstead.engine.contract import BadSetup, FarmsteadError

ADDRESS: Final = "RAY_ADDRESS"
ANSWER_TIMEOUT_S: Final = 5.0  # seconds for an answer
GAMES_PER_PROCESSOR: Final = 2  # games handed out for each processor: one to play, one to go on with


def played_on_ray(
    match: Match, numbers: Iterable[int], jobs: int | None = None, play: Play = play
) -> Outcomes:
    """On all processors of the cluster, or on `jobs` of them; in the order in which games are finished."""
    yield from done_on_ray(match, numbers, jobs, play)


def done_on_ray(
    what: What, numbers: Iterable[int], jobs: int | None, work: Callable[[What, int], Done]
) -> Generator[Done | Lost, None, None]:
    """Any work that has numbers and can be sent to another machine."""
    ray = ray_if_there()
    ours = not ray.is_initialized()
    if ours:
        _start(ray, jobs)
    try:
        yield from RayGames(ray, what, jobs, work).played(numbers)
    finally:
        if ours:
            ray.shutdown()


def ray_if_there() -> ModuleType:
    """Ray; BadSetup says how to get it."""
    try:
        import ray
    except ImportError:
        raise BadSetup(
            "--on ray needs Ray, which is not installed: pip install 'farmstead[cluster]'"
        ) from None
    return ray


def _start(ray: ModuleType, jobs: int | None) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody about this match
    settings: dict[str, object] = {"log_to_driver": False, "logging_level": logging.ERROR}
    address = os.environ.get(ADDRESS, "")
    if address:
        _must_answer(address)
    else:
        settings |= {"address": "local", "include_dashboard": False, "num_cpus": jobs}
    try:
        ray.init(**settings)
    except (ConnectionError, ValueError) as error:
        why = str(error).strip().splitlines()[0]
        raise BadSetup(f"Ray cannot be reached or started ({ADDRESS} is {address!r}): {why}") from None


def _must_answer(address: str) -> None:
    """Ray itself tries for minutes before it says that nobody is there."""
    found = re.fullmatch(r"(?:ray://)?(.+):(\d{1,5})", address)
    if found is None:
        return
    try:
        socket.create_connection((found[1], int(found[2])), ANSWER_TIMEOUT_S).close()
    except (OSError, OverflowError):
        raise BadSetup(f"nobody answers at {address}, which {ADDRESS} names as the Ray cluster") from None


# `Any` is what Ray hands out: references to what is still being worked on, and whatever comes of it.
class RayGames(Generic[What, Done]):
    """What has been handed out to the cluster, and what must be handed out again."""

    def __init__(
        self, ray: ModuleType, what: What, jobs: int | None, work: Callable[[What, int], Done]
    ) -> None:
        self._ray = ray
        self._what = ray.put(what)  # sent once to each machine
        self._work = ray.remote(max_retries=0, num_cpus=1)(work)
        self._most = jobs or GAMES_PER_PROCESSOR * max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._running: dict[Any, int] = {}
        self._again: deque[int] = deque()
        self._deaths: Counter[int] = Counter()

    def played(self, numbers: Iterable[int]) -> Generator[Done | Lost, None, None]:
        coming = iter(numbers)
        try:
            while self._hand_out(coming):
                ready, _ = self._ray.wait(list(self._running), num_returns=1)
                for reference in ready:
                    yield from self._taken(reference)
        finally:
            for reference in self._running:
                self._ray.cancel(reference, force=True)

    def _hand_out(self, coming: Iterator[int]) -> bool:
        """Whether there is anything to wait for."""
        while len(self._running) < self._most:
            number = self._again.popleft() if self._again else next(coming, 0)
            if not number:
                break
            self._running[self._work.remote(self._what, number)] = number
        return bool(self._running)

    def _taken(self, reference: Any) -> Iterator[Done | Lost]:
        number = self._running.pop(reference)
        errors = self._ray.exceptions
        try:
            yield self._ray.get(reference)
        except errors.RayTaskError as error:  # the game itself failed, and would everywhere
            if isinstance(error.cause, FarmsteadError):
                raise BadSetup(str(error.cause)) from None
            raise
        except errors.RayError as error:  # a worker or a machine is gone
            self._deaths[number] += 1
            if self._deaths[number] < MAX_TRIES:
                self._again.append(number)
            else:
                why = str(error).strip().splitlines()[0]
                yield Lost(number, f"its worker died {MAX_TRIES} times, the last time so: {why}")
