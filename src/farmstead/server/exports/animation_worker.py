"""Where films of games are made: one at a time, in a process that lets all others go first.

People take turns, however many each of them wants. What has been made is kept for a while, for the next who
wants the same. A film belongs to nobody: it is made when the first of those who asked has a turn, and told to
all who ask.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterator
from contextlib import aclosing
from typing import Final, Literal, NamedTuple, TypeAlias, final

from farmstead import shelf
from farmstead.agents.workers import WorkerLost, WorkerPool
from farmstead.engine.contract import FarmsteadError
from farmstead.engine.record import read_record
from farmstead.render.animation import AnimationRequest, animated
from farmstead.server.base.cache import LruCache
from farmstead.server.base.closing import end_tasks
from farmstead.server.base.fair_queue import FairQueue, Party
from farmstead.server.base.feature import Feature
from farmstead.server.base.refusals import Refused

LOG: Final = logging.getLogger(__name__)
MAX_ANIMATIONS: Final = 60  # films that are made or waited for
MAX_OF_ONE: Final = 3  # of these, that one person has asked for
MAX_FROM_ADDRESS: Final = 4  # times as many, from one address: names cost nothing
CACHED_ANIMATION_BYTES: Final = 48_000_000  # bytes of what has been made
SCENE_TIMEOUT_S: Final = 120.0  # for one scene, or for putting all together
NICENESS: Final = 15
RETRY_AFTER_S: Final = 20  # seconds after which to ask again where too many wait
Step: TypeAlias = "tuple[int, int] | bytes | str"  # scenes done, of how many; the film; what went wrong
Stage: TypeAlias = Literal["waiting", "working", "ready"]


class AnimationOrder(NamedTuple):
    """What a film is made from."""

    text: str  # the record
    game: str
    edition: str
    components: str  # the text of the edition, or nothing for the packaged one
    wish: AnimationRequest


class Progress(NamedTuple):
    """How far a film is."""

    stage: Stage
    done: int = 0
    whole: int = 0


class NoFilm(FarmsteadError):
    """It could not be made; the message says why."""


@final
class AnimationJob:
    """A film that is being made, or waits for that."""

    def __init__(self, order: AnimationOrder, party: Party) -> None:
        self.order = order
        self.party = party  # who asked for it first
        self.progress = Progress("waiting")
        self.is_begun = False
        self.film: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        # Also where nobody waits for it.
        self.film.add_done_callback(lambda film: film.cancelled() or film.exception())


@final
class AnimationWorker(Feature):
    """Films by keys that stand for one each. People take turns, however many films each of them wants."""

    def __init__(
        self, most: int = MAX_ANIMATIONS, most_of_one: int = MAX_OF_ONE, kept: int = CACHED_ANIMATION_BYTES
    ) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._jobs: dict[Hashable, AnimationJob] = {}
        self._turns: FairQueue[Hashable] = FairQueue()
        self._kept: LruCache[Hashable, bytes] = LruCache(kept, len)
        self._working: asyncio.Task[None] | None = None
        self._pool = WorkerPool[AnimationOrder, Step](film_steps, nice=NICENESS, timeout_s=SCENE_TIMEOUT_S)

    def progress(self, key: Hashable) -> Progress | None:
        """How far it is; None where nobody has asked for it."""
        if key in self._kept:
            return Progress("ready")
        job = self._jobs.get(key)
        return None if job is None else job.progress

    def begin(self, key: Hashable, order: Callable[[], AnimationOrder], party: Party) -> Progress:
        """Begin when their turn has come, unless it has been made; Refused when too many wait already."""
        if key in self._kept:
            return Progress("ready")
        if key not in self._jobs:
            self._check_room(party)
            self._jobs[key] = AnimationJob(order(), party)
        job = self._jobs[key]
        if not job.is_begun:
            self._turns.add(key, party)  # others may have asked for the same, and have their turn later
            if self._working is None:
                self._working = asyncio.create_task(self._make_all(), name="making films")
        return job.progress

    def _check_room(self, party: Party) -> None:
        jobs = self._jobs.values()
        if sum([job.party == party for job in jobs]) >= self._most_of_one:
            raise Refused("films_waiting", "download", {"most": self._most_of_one, "seconds": RETRY_AFTER_S})
        from_there = sum([job.party[0] == party[0] for job in jobs])
        if from_there >= MAX_FROM_ADDRESS * self._most_of_one or len(jobs) >= self._most:
            raise Refused("films_busy", "download", {"seconds": RETRY_AFTER_S})

    async def get(self, key: Hashable, order: Callable[[], AnimationOrder], party: Party) -> bytes:
        """The film, whenever it is ready."""
        if (made := self._kept.get(key)) is not None:
            return made
        self.begin(key, order, party)
        return await asyncio.shield(self._jobs[key].film)

    async def close(self) -> None:
        """Whatever is being made is not wanted any more."""
        await end_tasks(self._working)
        for job in self._jobs.values():
            job.film.cancel()
        self._jobs.clear()

    async def _make_all(self) -> None:
        """One after the other, as long as there are any. Whatever happens, whoever waits is answered."""
        try:
            while (key := self._turns.take()) is not None:
                await self._make(key)
        finally:
            self._working = None

    async def _make(self, key: Hashable) -> None:
        job = self._jobs[key]
        job.is_begun = True
        try:
            data = await self._made(job, job.order)
        except asyncio.CancelledError:
            job.film.cancel()
            raise
        except NoFilm as error:
            LOG.warning("A film could not be made: %s", error)
            job.film.set_exception(error)
        except Exception as error:
            LOG.exception("A film could not be made.")
            job.film.set_exception(NoFilm(f"{type(error).__name__}: {error}"))
        else:
            self._kept.put(key, data)
            job.film.set_result(data)
        finally:
            del self._jobs[key]

    async def _made(self, job: AnimationJob, order: AnimationOrder) -> bytes:
        """A process for each: what it has taken of the memory is free again when it is done."""
        try:
            async with aclosing(self._pool.stream(order)) as steps:
                async for step in steps:
                    if isinstance(step, bytes):
                        return step
                    if isinstance(step, str):
                        raise NoFilm(step)
                    job.progress = Progress("working", *step)
        except WorkerLost as error:
            raise NoFilm(f"a process died {error.how}") from None
        raise NoFilm("it has no end")


# ---- in the process --------------------------------------------------------------------------------------


def film_steps(order: AnimationOrder) -> Iterator[Step]:
    """How a film comes to be, a scene at a time; whatever goes wrong is a step, too."""
    try:
        if order.components:
            game = shelf.game_with(order.game, order.components)
        else:
            game = shelf.game_for(order.game, order.edition)
        yield (yield from animated(game, read_record(order.text.encode()), order.text, order.wish))
    except Exception as error:  # whatever it is: somebody waits for an answer
        yield f"{type(error).__name__}: {error}"
