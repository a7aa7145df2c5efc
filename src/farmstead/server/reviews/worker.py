"""Makes the reviews that people want: one after the other, in one process that gives way to everything else.

People take turns, however many reviews each of them wants. It is done at the server that leads. What was
begun when a server or its process was killed is begun again, and what nobody wants any more is left. What was
found is kept, so that nothing is reviewed twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing, suppress
from functools import cache, partial
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple, TypeAlias, final

from farmstead import shelf
from farmstead._build import VERSION
from farmstead.agents.review import ReviewPlan, steps_here, story_of
from farmstead.agents.review.plan import Progress
from farmstead.agents.workers import WorkerLost, WorkerPool
from farmstead.render import drawing_for
from farmstead.reviews.sentences import ReviewText
from farmstead.reviews.stored_form import from_text, to_text
from farmstead.server.base.fair_queue import TurnOrder
from farmstead.server.base.feature import Feature
from farmstead.server.people.visitor import Parties, player_key
from farmstead.server.store import Loss, ReviewKey, ReviewWork, Store, StoreError

LOG: Final = logging.getLogger(__name__)
MAX_DEATHS: Final = 3  # of processes, over one review
NOTED: Final = 1.0  # seconds between two notes of how far it is
LOOKED: Final = 2.0  # seconds between two looks whether another server was asked
STORE_RETRY_S: Final = 1.0  # seconds, when the store was away
NICENESS: Final = 19  # the lowest priority
SOURCES: Final = ("evaluators.py", "review", "search.py", "search_agent.py", "observation.py")  # of agents/


class ReviewMade(NamedTuple):
    """What a process has found in the end, or what went wrong."""

    result: str = ""
    losses: tuple[Loss, ...] = ()
    fault: str = ""


ReviewStep: TypeAlias = Progress | ReviewMade


def settings_for(tries: int) -> str:
    """How reviews are made here: what is made otherwise may find something else."""
    return f"{tries} tries, farmstead {VERSION}, judges {evaluator_digest()}"


@cache
def evaluator_digest() -> str:
    """By which those who judge are told apart: all that they are made of."""
    found = sha256()
    for name in SOURCES:
        add(found.update, resources.files("farmstead.agents").joinpath(name))
    add(found.update, resources.files("farmstead.evaluators"))
    for game in shelf.names():
        own = shelf.folder(game).joinpath("evaluator")
        add(found.update, own if own.is_dir() else shelf.folder(game))
    return found.hexdigest()[:12]


def add(update: Callable[[bytes], None], place: Traversable) -> None:
    """A file, or what is in a folder, in the order of names."""
    if place.is_file():
        if place.name.endswith((".py", ".json", ".toml")):
            update(place.name.encode() + place.read_bytes())
        return
    for each in sorted(place.iterdir(), key=lambda each: each.name):
        if each.name != "__pycache__":
            add(update, each)


def plan_of(work: ReviewWork, tries: int) -> ReviewPlan:
    """Of all seats, from the first move to the last. A record that is given tells everything."""
    story = story_of(ReviewPlan(work.record, work.edition, tries, (), None, 0, 0))
    everybody = tuple(range(story.setup.seats))
    return ReviewPlan(work.record, work.edition, tries, everybody, None, 0, len(story.moves), apart=True)


@final
class ReviewWorker(Feature):
    """Sees to it that reviews are made; for whoever leads."""

    def __init__(self, store: Store, tries: int, parties: Parties) -> None:
        self._parties = parties
        self._turns = TurnOrder()
        self.tries = tries
        self.settings = settings_for(tries)
        self._store = store
        self._bell = asyncio.Event()
        self._pool = WorkerPool[ReviewWork, ReviewStep](partial(review_steps, tries), nice=NICENESS)

    def wake(self) -> None:
        """Somebody has asked."""
        self._bell.set()

    def lead(self) -> Sequence[asyncio.Task[None]]:
        return [asyncio.create_task(self._run(), name="making reviews")]

    def pid(self) -> int | None:
        """Of the process that is at work."""
        return next(iter(self._pool.pids()), None)

    async def _run(self) -> None:
        while True:
            try:
                await self._store.reviews.drop_others(self.settings)
                while True:
                    await self._make_all()
                    await self._wait()
            except StoreError as error:
                LOG.info("Reviews have to wait: %s", error)
            except Exception:
                LOG.exception("Something went wrong with making reviews.")
            await asyncio.sleep(STORE_RETRY_S)

    async def _wait(self) -> None:
        """Until somebody asks, here or at another server."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOKED if self._store.is_shared else None):
                await self._bell.wait()
        self._bell.clear()

    async def _make_all(self) -> None:
        while (key := await self._next()) is not None:
            work = await self._store.reviews.work(key)
            if work is None:  # nobody wants it any more
                continue
            try:
                await self._make(work)
            except WorkerLost as error:
                LOG.warning("A review has to be made again: a process died %s", error.how)
                await self._store.reviews.note_death(key, MAX_DEATHS)
            except StoreError:
                raise
            except Exception:  # whatever it is: others wait for theirs, and whoever wants this is to hear
                LOG.exception("A review has to be made again.")
                await self._store.reviews.note_death(key, MAX_DEATHS)

    async def _next(self) -> ReviewKey | None:
        """One that was begun and left; else of the person whose last turn is longest ago, their first."""
        queue = await self._store.reviews.queue(self.settings)
        for each in queue:
            if each.state == "working":
                return each.key
        if not queue:
            return None
        parties = [self._parties.of(player_key(each.player)) for each in queue]
        party = self._turns.first(parties)
        self._turns.note(party)
        return queue[parties.index(party)].key

    # ---- one review --------------------------------------------------------------------------------------

    async def _make(self, work: ReviewWork) -> None:
        """All of it, unless nobody wants it any more."""
        loop = asyncio.get_running_loop()
        noted = loop.time() - NOTED
        async with aclosing(self._pool.stream(work)) as steps:
            async for step in steps:
                if isinstance(step, ReviewMade):
                    await self._end(work.key, step)
                    return
                if loop.time() - noted >= NOTED:
                    noted = loop.time()
                    if not await self._store.reviews.note(work.key, *step):
                        return

    async def _end(self, key: ReviewKey, made: ReviewMade) -> None:
        if made.fault:
            LOG.error("A review could not be made: %s", made.fault)
            await self._store.reviews.fail(key)
        else:
            await self._store.reviews.finish(key, made.result, made.losses)


# ---- in the process ----------------------------------------------------------------------------------------


def review_steps(tries: int, work: ReviewWork) -> Iterator[ReviewStep]:
    """How much is done and of how much, and in the end what was found; whatever goes wrong is a step, too."""
    try:
        plan = plan_of(work, tries)
        result = to_text((yield from steps_here(plan)))
        yield ReviewMade(result, tuple(losses_of(plan, result)))
    except Exception as error:
        yield ReviewMade(fault=f"{type(error).__name__}: {error}")


def losses_of(plan: ReviewPlan, result: str) -> list[Loss]:
    """What each kind of decision cost each seat."""
    story = story_of(plan)
    told = ReviewText(
        from_text(result), story, drawing_for(story.game, plan.edition), [""] * story.setup.seats
    )
    return [
        Loss(seat, kind, total.decisions, total.lost, total.spread, total.best)
        for seat in told.review.of
        for kind, total in told.review.by_kind(seat, told.kinds).items()
    ]
