"""Group commit: whatever waits goes into one transaction, and is answered when that is on the disk.

A commit costs a wait for the disk, however much is in it. While one is under way the next jobs gather, so
under load many share one. When several have, more are about to come, and the next is begun a little later.
"""

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import attrgetter
from random import random
from typing import Any, Final, TypeAlias, TypeVar

from sqlalchemy import Connection

from farmstead.server.store.availability import Availability
from farmstead.server.store.database import Database
from farmstead.server.store.errors import REFUSED, Clash, StoreAway, StoreError, each_their_own, translated

Item = TypeVar("Item")
Result = TypeVar("Result")

Work: TypeAlias = Callable[[Connection], Result]
# Does many things of a kind at once; for each the result, or why it is refused, while the others are done.
# What it raises undoes the whole transaction.
Batch: TypeAlias = Callable[[Connection, Sequence[Item]], Sequence[Result | StoreError]]

LOG: Final = logging.getLogger(__name__)
MAX_JOBS_IN_TRANSACTION: Final = 500  # jobs in one transaction
GATHERING_PAUSE_S: Final = 0.012  # seconds from one transaction to the next when there is much to write
NEVER: Final = math.inf
ERASE_RETRY_S: Final = 1.0  # seconds until erasing is tried again
ERASE_PAUSE_S: Final = 60.0  # seconds between two times: it writes the whole file
MAX_CLASHES: Final = 8  # with other servers before a transaction is given up
CLASH_PAUSE_S: Final = 0.01  # seconds before it is tried again; longer with each time


@dataclass(frozen=True, slots=True)
class WriteJob:
    """Something to be written, and who waits for it. `Any`: jobs of all types stand in one queue."""

    batch: Batch[Any, Any]
    item: Any
    answer: asyncio.Future[Any]

    def finish(self, outcome: object) -> None:
        """Give the outcome to the caller; one who was cancelled meanwhile gets none."""
        if self.answer.done():
            return
        if isinstance(outcome, BaseException):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


class Writer:
    """The queue of all changes of a store, and the task that commits them."""

    def __init__(self, database: Database, availability: Availability) -> None:
        self.transactions = 0
        self.jobs = 0
        self._database = database
        self._availability = availability
        self._waiting: list[WriteJob] = []
        self._bell = asyncio.Event()
        self._closed = False
        self._closing = asyncio.Event()
        self._erase_at = NEVER  # by the loop's clock
        self._erase_large = False
        self._last_erased = -ERASE_PAUSE_S
        self._task = asyncio.create_task(self._run(), name="the store's writer")

    async def do(self, work: Work[Result]) -> Result:
        """Do this in a transaction, together with others; answered when it is on the disk."""
        return await self.do_together(singly, work)

    async def do_together(self, batch: Batch[Item, Result], item: Item) -> Result:
        """Write one item; items that come one after the other with one `batch` are done by one call of it."""
        if self._closed:
            raise StoreAway("The store is closed.")
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append(WriteJob(batch, item, answer))
        self._bell.set()
        return await answer

    async def erase(self, now: bool = False) -> bool:
        """Leave no trace of what has been deleted; whether that is so on return.

        A small store does it at once, but once in a while at most; a large one only when told to do it now.
        """
        self.erase_soon()
        if now:
            self._erase_at = 0.0
            self._erase_large = True
        await self.do(nothing)
        return self._erase_at == NEVER

    def erase_soon(self) -> None:
        self._erase_at = min(self._erase_at, self._last_erased + ERASE_PAUSE_S)
        self._bell.set()

    async def close(self) -> None:
        """Finish what waits; nothing more is taken."""
        self._closed = True
        self._closing.set()
        if self._erase_at != NEVER:
            self._erase_at = 0.0
        self._bell.set()
        await self._task

    # ---- the task ----------------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Take what waits and write it, one transaction after the other."""
        try:
            while not self._closed or self._waiting:
                with suppress(TimeoutError):  # until there is something to do
                    limit = None if self._erase_at == NEVER else ERASE_RETRY_S
                    await asyncio.wait_for(self._bell.wait(), limit)
                self._bell.clear()
                while self._waiting:
                    begun = asyncio.get_running_loop().time()
                    jobs = self._waiting[:MAX_JOBS_IN_TRANSACTION]
                    del self._waiting[:MAX_JOBS_IN_TRANSACTION]
                    await self._serve(jobs)
                    if len(jobs) > 1:
                        await self._let_gather(begun + GATHERING_PAUSE_S)
                if self._erase_at != NEVER:
                    await self._erase_if_due()
            await self._erase_if_due()
        finally:  # also when the task is cancelled
            self._closed = True
            for job in self._waiting:
                job.finish(StoreAway("The store is closed."))

    async def _let_gather(self, until: float) -> None:
        """Each transaction has a price of its own, in time of the processor, too: better a few that are full.

        Who writes one thing after the other, and is alone, never waits; right after others have shared one,
        for PACE at most.
        """
        if len(self._waiting) < MAX_JOBS_IN_TRANSACTION:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await self._closing.wait()

    async def _serve(self, jobs: Sequence[WriteJob]) -> None:
        """Do some jobs in one transaction and answer them; if it fails, each in its own."""
        outcomes: Sequence[object]
        try:
            outcomes = await self._transaction(jobs)
        except Exception as error:  # also a fault of the program in one of them: the others shall not suffer
            if len(jobs) > 1 and not isinstance(error, StoreAway):
                for job in jobs:
                    await self._serve([job])
                return
            self._availability.failed("written", error)
            outcomes = [each_their_own(error) for _ in jobs]
        except BaseException:
            for job in jobs:
                job.finish(StoreAway("The store was closed before this was done."))
            raise
        if self._erase_at != NEVER:
            await self._erase_if_due()
        for job, outcome in zip(jobs, outcomes, strict=True):
            job.finish(outcome)

    async def _transaction(self, jobs: Sequence[WriteJob]) -> list[object]:
        """Run jobs in one transaction, again when it clashed with another server's."""
        work, clashes = partial(self._run_jobs, jobs), 0
        while True:
            try:
                with translated():
                    outcomes, has_written = await self._database.write(work)
                break
            except Clash as error:
                clashes += 1
                if clashes == MAX_CLASHES:
                    raise
                LOG.debug("Another server was in the way: %s", error)
                await asyncio.sleep(CLASH_PAUSE_S * clashes * random())
        if has_written and "written" in self._availability.failures:
            self._availability.worked("written")
        self.transactions += 1
        self.jobs += len(jobs)
        return outcomes

    def _run_jobs(self, jobs: Sequence[WriteJob], connection: Connection) -> tuple[list[object], bool]:
        """The answers of all jobs, and whether anything was written: else a full disk is not noticed."""
        outcomes: list[object] = []
        before = self._database.changes(connection)
        for batch, run in groupby(jobs, attrgetter("batch")):
            outcomes += batch(connection, [job.item for job in run])
        return outcomes, before is None or self._database.changes(connection) != before

    async def _erase_if_due(self) -> None:
        clock = asyncio.get_running_loop().time
        if clock() < self._erase_at:
            return
        self._erase_at = clock() + ERASE_RETRY_S
        try:
            with translated():
                if (self._erase_large or self._database.is_quickly_erased) and await self._database.erase():
                    self._erase_at, self._erase_large, self._last_erased = NEVER, False, clock()
        except Exception:  # whatever it is: it will be tried again, and others want to write
            LOG.warning("What has been deleted could not be erased.", exc_info=True)


def singly(connection: Connection, works: Sequence[Work[Any]]) -> list[Any]:
    """One after the other; what is refused leaves no trace, and the others go on."""
    outcomes: list[Any] = []
    for work in works:
        savepoint = connection.begin_nested()
        try:
            with translated():
                outcome = work(connection)
        except REFUSED as error:
            savepoint.rollback()
            outcomes.append(error)
        else:
            savepoint.commit()
            outcomes.append(outcome)
    return outcomes


def nothing(connection: Connection) -> None:
    """For those who only wait for their turn."""
