"""Where films of games are made: one at a time, in a process that lets all others go first.

What has been made is kept for a while, for the next who wants the same. A film belongs to nobody: it is
started by whoever asks first, and told to all who ask.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from typing import Final, Literal, NamedTuple, TypeAlias, final

from farmstead import shelf
from farmstead.agents.workers import Worker, WorkerLost
from farmstead.engine.contract import FarmsteadError
from farmstead.engine.record import read_record
from farmstead.render.filming import Wish, filmed
from farmstead.server.refusals import Refused

LOG: Final = logging.getLogger(__name__)
MOST: Final = 6  # films that are made or waited for
KEPT: Final = 48_000_000  # bytes of what has been made
PATIENCE: Final = 120.0  # seconds for one scene, or for putting all together
NICENESS: Final = 15
AGAIN: Final = 20  # seconds after which to ask again where too many wait
Step: TypeAlias = "tuple[int, int] | bytes | str"  # scenes done, of how many; the film; what went wrong
Stage: TypeAlias = Literal["waiting", "working", "ready"]


class Order(NamedTuple):
    """What a film is made from."""

    text: str  # the record
    game: str
    edition: str
    components: str  # the text of the edition, or nothing for the packaged one
    wish: Wish


class Progress(NamedTuple):
    """How far a film is."""

    stage: Stage
    done: int = 0
    whole: int = 0


class NoFilm(FarmsteadError):
    """It could not be made; the message says why."""


@final
class Job:
    """A film that is being made, or waits for that."""

    def __init__(self) -> None:
        self.progress = Progress("waiting")
        self.task: asyncio.Task[bytes] | None = None


@final
class Darkroom:
    """Films by keys that stand for one each."""

    def __init__(self, most: int = MOST, kept: int = KEPT) -> None:
        self._most = most
        self._room = kept
        self._jobs: dict[Hashable, Job] = {}
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._alone = asyncio.Lock()
        self._worker: Worker[Order | None, Step] | None = None

    def progress(self, key: Hashable) -> Progress | None:
        """How far it is; None where nobody has asked for it."""
        if key in self._kept:
            return Progress("ready")
        job = self._jobs.get(key)
        return None if job is None else job.progress

    def start(self, key: Hashable, order: Callable[[], Order]) -> Progress:
        """Begin, unless somebody has; Refused when too many wait already."""
        found = self.progress(key)
        if found is not None:
            return found
        if len(self._jobs) >= self._most:
            raise Refused("films_busy", "download", {"seconds": AGAIN})
        job = self._jobs[key] = Job()
        job.task = asyncio.create_task(self._make(key, job, order()))
        job.task.add_done_callback(self._note)
        return job.progress

    async def get(self, key: Hashable, order: Callable[[], Order]) -> bytes:
        """The film, whenever it is ready."""
        if key not in self._kept:
            self.start(key, order)
            task = self._jobs[key].task
            assert task is not None
            return await asyncio.shield(task)
        self._kept.move_to_end(key)
        return self._kept[key]

    async def close(self) -> None:
        """Whatever is being made is not wanted any more."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        if self._worker is not None:
            self._worker.process.kill()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._jobs.clear()

    def _note(self, task: asyncio.Task[bytes]) -> None:
        """So that it is known also where nobody has waited for it."""
        if not task.cancelled() and task.exception() is not None:
            LOG.warning("A film could not be made: %s", task.exception())

    async def _make(self, key: Hashable, job: Job, order: Order) -> bytes:
        try:
            async with self._alone:
                data = await self._made(job, order)
        finally:
            self._jobs.pop(key, None)
        self._kept[key] = data
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > self._room:
            self._kept.popitem(last=False)
        return data

    async def _made(self, job: Job, order: Order) -> bytes:
        """A process for each: what it has taken of the memory is free again when it is done."""
        worker = self._worker = await asyncio.to_thread(lambda: Worker(begin, helper=True))
        try:
            step = await asyncio.to_thread(_next, worker, order)
            while isinstance(step, tuple):
                job.progress = Progress("working", *step)
                step = await asyncio.to_thread(_next, worker, None)
        except WorkerLost as error:
            raise NoFilm(f"a process died {error.how}") from None
        finally:
            self._worker = None
            await asyncio.shield(asyncio.to_thread(worker.end))
        if isinstance(step, str):
            raise NoFilm(step)
        return step


def _next(worker: Worker[Order | None, Step], piece: Order | None) -> Step:
    worker.give(piece)
    if not worker.connection.poll(PATIENCE):
        raise WorkerLost(f"after {PATIENCE:g} seconds without an answer")
    return worker.answer()


# ---- in the process --------------------------------------------------------------------------------------


def begin() -> Callable[[Order | None], Step]:
    """A process begins with this."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    return Making().step


@final
class Making:
    """One film after the other, a scene at a time."""

    def __init__(self) -> None:
        self._steps: Generator[tuple[int, int], None, bytes] | None = None

    def step(self, order: Order | None) -> Step:
        """The next scene of the film that was ordered last."""
        try:
            if order is not None:
                self._steps = steps_of(order)
            assert self._steps is not None, "a film is ordered first"
            return next(self._steps)
        except StopIteration as end:
            film: bytes = end.value
            return film
        except Exception as error:  # whatever it is: somebody waits for an answer
            return f"{type(error).__name__}: {error}"


def steps_of(order: Order) -> Generator[tuple[int, int], None, bytes]:
    """How a film comes to be."""
    if order.components:
        game = shelf.game_with(order.game, order.components)
    else:
        game = shelf.game_for(order.game, order.edition)
    return filmed(game, read_record(order.text.encode()), order.text, order.wish)
