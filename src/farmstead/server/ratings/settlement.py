"""What comes of games that are over: ratings, and results of the day. Each is reckoned once.

Each worker reckons the games that end at it, in their order; whoever leads finds those that a worker left
undone, since the store knows which are still to be done. Whoever wants to know at once may settle a game
anywhere: the store lets it be done once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple, final

from farmstead.server.base.closing import end_tasks
from farmstead.server.base.feature import Feature
from farmstead.server.hub.hub import Hub, Quarantined
from farmstead.server.ratings.rules import judged, played_for, reckoning
from farmstead.server.store import (
    NotOwner,
    NotThere,
    Store,
    StoreAway,
    StoreDamaged,
    StoreError,
    StoreFull,
    TableId,
    end_of,
)
from farmstead.server.table.entries import decode
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.options import TableOptions

LOG: Final = logging.getLogger(__name__)
STORE_RETRY_S: Final = 1.0  # seconds, when the store was away
LEFT_UNDONE_S: Final = 20.0  # between two looks for what a worker left undone that was killed
PAUSE_PER_SECOND_OF_WORK: Final = 4  # for each second of what was left undone so many for those who play
PERSON_SEAT: Final = 0  # the seat of whoever plays the game of the day


class DailyEnd(NamedTuple):
    """How a game of the day ended."""

    how: str
    points: int | None
    other: int | None


@final
class Settlement(Feature):
    """Hears of games that are over, and reckons them."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store = store
        self._hub = hub
        self._waiting: dict[TableId, None] = {}
        self._bell = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        hub.watchers.append(self)

    async def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="reckoning games")

    async def close(self) -> None:
        await end_tasks(self._task)

    # ---- as the hub sees it --------------------------------------------------------------------------------

    def changed(self, table: TableId, live: LiveTable) -> None:
        """Queue a game that has ended for its ratings."""
        if live.phase() in ("over", "closed"):
            self._waiting[table] = None
            self._bell.set()

    def needs(self, table: TableId) -> bool:
        return table in self._waiting

    async def _run(self) -> None:
        while True:
            await self._bell.wait()
            self._bell.clear()
            while self._waiting:
                table = next(iter(self._waiting))
                is_later = False
                with suppress(NotOwner):  # another worker serves it by now, and reckons it
                    is_later = await self._try(table) is None
                self._waiting.pop(table, None)
                if is_later:
                    self._waiting[table] = None  # after those who wait, too
                    await asyncio.sleep(STORE_RETRY_S)

    # ---- the leader's work -------------------------------------------------------------------------------

    def lead(self) -> Sequence[asyncio.Task[None]]:
        return [asyncio.create_task(self._find_again_and_again(), name="finding games to reckon")]

    async def _find_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(LEFT_UNDONE_S if await self._find_all() else STORE_RETRY_S)

    async def _find_all(self) -> bool:
        """Whether all that was left undone could be looked at. What cannot be read is not tried again."""
        clock = asyncio.get_running_loop().time
        others = set[TableId]()  # tables of workers that are there: they reckon them
        try:
            while tables := [each for each in await self._store.ratings.unsettled() if each not in others]:
                for table in tables:
                    begun = clock()
                    try:
                        done = await self._try(table)
                    except NotOwner:
                        others.add(table)
                        continue
                    await asyncio.sleep(PAUSE_PER_SECOND_OF_WORK * (clock() - begun))
                    if done is None:
                        return False
                    if not done:
                        await self._store.ratings.pass_over(table, "unreadable")
        except StoreError as error:
            LOG.info("Games that are over could not be found: %s", error)
            return False
        return True

    async def _try(self, table: TableId) -> bool | None:
        """Whether a game has been reckoned; None: the store was away. One does not stop the others.

        NotOwner is raised when another worker serves the table.
        """
        try:
            return await self.settle(table)
        except NotOwner:
            raise
        except (StoreFull, StoreAway) as error:
            LOG.info("What came of table %d could not be written: %s", table, error)
            return False if isinstance(error, StoreDamaged) else None
        except Exception:
            LOG.exception("What came of table %d could not be reckoned.", table)
            return False

    # ---- one game ----------------------------------------------------------------------------------------

    async def settle(self, table: TableId) -> bool:
        """Whether it has been reckoned, now or before; not if it is not over. A StoreError may be raised."""
        try:
            if await self._store.ratings.why(table) is not None:
                return True
            async with self._hub.looking(table):
                return await self._settle(table, await self._hub.options(table))
        except NotThere:  # it has been deleted
            return True
        except Quarantined:
            return False

    async def _settle(self, table: TableId, options: TableOptions) -> bool:
        phase = await self._hub.look(table, lambda live: live.phase())
        if phase not in ("over", "closed"):
            return False
        if phase == "closed":
            await self._store.ratings.pass_over(table, "closed")
        elif options.daily:
            await self._finish_daily(table, options.daily)
        else:
            await self._rate(table, options)
        return True

    async def _rate(self, table: TableId, options: TableOptions) -> None:
        entries = [decode(row.entry) for row in await self._store.journal.read(table)]
        helped = played_for(entries) | await self._store.ratings.hinted(table)
        found = await self._hub.look(table, lambda live: judged(live, options, helped))
        if isinstance(found, str):
            await self._store.ratings.pass_over(table, found)
            return
        setup = await self._hub.look(table, lambda live: live.setup)
        reckon = reckoning(found.helped)
        await self._store.ratings.rate(table, setup.game, setup.seats, found.parties, reckon)

    async def _finish_daily(self, table: TableId, day: str) -> None:
        end = await self._hub.look(table, end_of_attempt)
        attempt = await self._store.dailies.at(table)
        is_persons = attempt is not None and attempt.player is not None
        until = end_of(day) if is_persons else end_of("9999-12-30")  # bots may take their time
        await self._store.dailies.finish(table, until, *end)


def end_of_attempt(live: LiveTable) -> DailyEnd:
    """Who has resigned has no points: a bot made them."""
    if live.chairs.all[PERSON_SEAT].away:
        return DailyEnd("resigned", None, None)
    totals = [lines["total"] for lines in live.position(None).lines]
    return DailyEnd("", totals[PERSON_SEAT], max(totals[1:]) if len(totals) > 1 else None)
