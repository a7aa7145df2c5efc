"""Threads for what takes long: building an edition, drawing, reading an upload, playing a game again.

The event loop answers everybody, so nothing is done there whose cost grows with what a visitor sent or with
the length of a game. Each kind of work has threads of its own: however much there is of one, the others go
on. In each, visitors take turns by address, nobody has all threads of several, and few may wait.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar, final

from farmstead.server.base.refusals import Refused

RETRY_S: Final = 5  # after which to try again

Result = TypeVar("Result")


@final
class Pool:
    """Threads for one kind of work, and those who wait for them."""

    def __init__(
        self, name: str, threads: int, most_waiting: int, most_of_one: int, is_limited: bool = True
    ) -> None:
        """`most_of_one` may wait from one address, and none has all threads; not if nobody `is_limited`."""
        self.name = name
        self.numbers = (threads, most_waiting, most_of_one)
        self._threads = threads
        self._most_waiting = most_waiting
        self._most_of_one = most_of_one if is_limited else most_waiting
        self._most_running = max(1, threads - 1) if is_limited else threads
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._running: Counter[str] = Counter()  # by address
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # whose turn is next

    @property
    def running(self) -> int:
        return self._running.total()

    @property
    def waiting(self) -> int:
        return sum([len(queue) for queue in self._waiting.values()])

    async def run(self, who: str, tried: str, work: Callable[[], Result]) -> Result:
        """Do it in a thread when the turn of `who` has come; Refused when too many wait, theirs or all."""
        if self._is_free_for(who) and who not in self._waiting:
            self._running[who] += 1
        else:
            await self._turn(who, tried)
        try:
            done = self._executor.submit(work)
        except BaseException:
            self._release(who)
            raise
        loop = asyncio.get_running_loop()

        def release(_: Future[Result]) -> None:
            with suppress(RuntimeError):  # the loop has been closed meanwhile
                loop.call_soon_threadsafe(self._release, who)

        done.add_done_callback(release)  # and not sooner: who goes away does not stop what has begun
        return await asyncio.wrap_future(done)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)

    # ---- turns -------------------------------------------------------------------------------------------

    async def _turn(self, who: str, tried: str) -> None:
        """When this returns, a thread is free and counts as taken by `who`, after those who waited before."""
        queue = self._waiting.get(who, deque())
        if len(queue) >= self._most_of_one:
            raise Refused("too_many", tried, {"seconds": RETRY_S})
        if self.waiting >= self._most_waiting:
            raise Refused("overloaded", tried, {"seconds": RETRY_S})
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._waiting[who] = queue
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release(who)
            raise

    def _is_free_for(self, who: str) -> bool:
        """Whether a thread is free, and `who` has fewer than one may have."""
        return self._running.total() < self._threads and self._running[who] < self._most_running

    def _release(self, who: str) -> None:
        """A thread of `who` is done: give it to the next whose turn it is."""
        self._running[who] -= 1
        self._running += Counter()  # those who have none are forgotten
        for each in list(self._waiting):
            if self._is_free_for(each):
                self._give(each)

    def _give(self, who: str) -> None:
        queue = self._waiting.pop(who)
        while queue:
            turn = queue.popleft()
            if not turn.done():  # else whoever waited has gone
                self._running[who] += 1
                turn.set_result(None)
                break
        if queue:
            self._waiting[who] = queue  # after all others


@final
class Pools:
    """All of them. Numbers: threads, how many may wait, how many of those from one address."""

    def __init__(self, pace: float) -> None:
        """Without limits (`pace` 0) one visitor may take everything."""
        self.editions = Pool("editions", 1, 16, 4, pace > 0)  # components built and proved sound
        self.galleries = Pool("galleries", 1, 8, 2, pace > 0)  # all components of an edition drawn
        self.scoring = Pool("scoring", 2, 64, 8, pace > 0)  # tables that were played elsewhere, counted
        self.uploads = Pool("uploads", 2, 16, 3, pace > 0)  # files taken apart, records played again
        self.replays = Pool("replays", 2, 128, 24, pace > 0)  # games played again, told, and drawn
        self.pictures = Pool("pictures", 2, 256, 48, pace > 0)  # boards of tables, and what a choice would do
        self.files = Pool("files", 2, 16, 4, pace > 0)  # pictures, pages and exports to take along

    def all(self) -> list[Pool]:
        pools = [self.editions, self.galleries, self.scoring, self.uploads]
        return [*pools, self.replays, self.pictures, self.files]

    def close(self) -> None:
        for pool in self.all():
            pool.close()
