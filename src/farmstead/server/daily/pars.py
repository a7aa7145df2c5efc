"""The par of a day: the best game that is found with all luck known, for games that one plays alone.

It is looked for once somebody has begun that day's game, in a process that gives way to everything else.
Nobody who plays can know what it knows, so it is a measure and no opponent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple, final

from farmstead import shelf
from farmstead.agents.foresight import best_found
from farmstead.agents.levels import LevelAgent
from farmstead.agents.workers import WorkerLost, WorkerPool
from farmstead.server.base.feature import Feature
from farmstead.server.base.periodic import run_periodically
from farmstead.server.daily.bots import rules_of_day
from farmstead.server.store import (
    Daily,
    Store,
    StoredRecord,
    StoreError,
    day_before,
    day_of,
)
from farmstead.server.table.setup import record_name

LOG: Final = logging.getLogger(__name__)
EVERY_S: Final = 20.0
NICENESS: Final = 19
FIRST_LEVEL: Final = 4  # of the bot with whose game the search begins: the best of those that take one look
SIZE: Final = (6, 6, 2000)  # places in the beam, turns tried in each, rounds of changes


class ParWanted(NamedTuple):
    """A day's game, for a process."""

    game: str
    rules: int | None
    key: bytes
    day: str


class ParFound(NamedTuple):
    """What a process has found, or what went wrong."""

    points: int = 0
    edition: str = ""
    record: str = ""
    fault: str = ""


@final
class DailyPars(Feature):
    """Sees to it that they are found; for whoever leads."""

    def __init__(self, store: Store, size: tuple[int, int, int] = SIZE) -> None:
        self._store = store
        self._pool = WorkerPool[ParWanted, ParFound](partial(par_of, size), nice=NICENESS)
        self._given_up: set[tuple[str, str]] = set()

    def lead(self) -> Sequence[asyncio.Task[None]]:
        return [run_periodically("the par of the day", self.find_all, EVERY_S)]

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.close)

    async def find_all(self) -> None:
        """One after the other, those of today and of yesterday."""
        try:
            for daily in await self._store.dailies.played(day_before(day_of(self._store.now()))):
                which = (daily.day, daily.game)
                is_known = await self._store.dailies.par(*which) is not None
                if daily.seats == 1 and which not in self._given_up and not is_known:
                    await self._find(daily)
        except StoreError as error:
            LOG.info("The par of the day has to wait: %s", error)

    async def _find(self, daily: Daily) -> None:
        key = await self._store.dailies.key(daily.day, daily.game)
        wanted = ParWanted(daily.game, await rules_of_day(self._store, daily), key, daily.day)
        try:
            found = await asyncio.to_thread(self._pool.do, wanted)
        except WorkerLost as error:
            found = ParFound(fault=f"a process died {error.how}")
        if found.fault:
            LOG.error("The par of %s could not be found: %s", daily.day, found.fault)
            self._given_up.add((daily.day, daily.game))
            return
        name = record_name(sha256(found.record.encode()).hexdigest())
        record = StoredRecord(name, daily.game, found.edition, None, found.record)
        await self._store.dailies.put_par(daily.day, daily.game, found.points, record)


# ---- in the process ----------------------------------------------------------------------------------------


def par_of(size: tuple[int, int, int], wanted: ParWanted) -> ParFound:
    """The best game that is found; whatever goes wrong is told, too."""
    try:
        game = shelf.game(wanted.game)
        setup = game.setup(1, (), wanted.rules)
        best = best_found(game, setup, wanted.key, LevelAgent(FIRST_LEVEL), size, wanted.day)
        return ParFound(best.score, setup.edition, best.record)
    except Exception as error:
        return ParFound(fault=f"{type(error).__name__}: {error}")
