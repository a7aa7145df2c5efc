"""Each level of bots plays the game of the day once, so that people can compare themselves.

They play at tables like everybody's, one at a time, so that nobody else has to wait long for a bot; a server
that was killed goes on with them. They begin when the first person has begun.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, final

from farmstead.agents.levels import LEVELS
from farmstead.server.base.feature import Feature
from farmstead.server.base.periodic import run_periodically
from farmstead.server.hub.hub import Hub
from farmstead.server.hub.loader import new_table
from farmstead.server.ratings.rules import level_key
from farmstead.server.store import (
    Conflict,
    Daily,
    NewAttempt,
    NotThere,
    Opening,
    SeatRow,
    Store,
    StoreError,
    TableId,
    day_before,
    day_of,
)
from farmstead.server.table.entries import Damaged, Started
from farmstead.server.table.options import TableOptions, encode_options
from farmstead.server.table.setup import SeatPlan, decode_setup_without_key, new_setup

LOG: Final = logging.getLogger(__name__)
EVERY_S: Final = 20.0


@final
class DailyBots(Feature):
    """Sees to it that they play; for whoever leads."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store = store
        self._hub = hub

    def lead(self) -> Sequence[asyncio.Task[None]]:
        return [run_periodically("the bots of the day", self.play_on, EVERY_S)]

    async def play_on(self) -> None:
        """Let the next of them begin, unless one is still playing; also those of yesterday."""
        try:
            for daily in await self._store.dailies.played(day_before(day_of(self._store.now()))):
                if await self._next_of(daily):
                    return
        except StoreError as error:
            LOG.info("The bots of the day have to wait: %s", error)

    async def _next_of(self, daily: Daily) -> bool:
        """Whether one plays this game now."""
        for level in LEVELS:
            attempt = await self._store.dailies.attempt(daily.day, daily.game, level_key(level))
            if attempt is None:
                await self._begin(daily, level)
                return True
            if attempt.ended is None and (await self._store.tables.get(attempt.table)).state != "aside":
                return True
        return False

    async def _begin(self, daily: Daily, level: int) -> None:
        levels = [level, *[daily.level] * (daily.seats - 1)]
        key = await self._store.dailies.key(daily.day, daily.game)
        plan = [SeatPlan("bot", each) for each in levels]
        setup = new_setup(daily.game, plan, key, rules=await rules_of_day(self._store, daily))
        row = new_table(setup, encode_options(daily_options(daily.day)))
        seats = [SeatRow(seat, "bot", level=each) for seat, each in enumerate(levels)]
        attempt = NewAttempt(daily.day, daily.game, level_key(level), None)
        try:
            table: TableId = (await self._hub.create(row, seats, [Started()], Opening(attempt=attempt))).id
        except Conflict:  # another server led a moment ago
            return
        await self._hub.visit(table)


async def rules_of_day(store: Store, daily: Daily) -> int | None:
    """The revision of the rules that the game of a day was begun under; None if nobody has begun it.

    A newer version of the program may be started in the middle of a day, and all must play the same game.
    """
    which = (daily.day, daily.game)
    begun = [*await store.dailies.attempts(*which), *await store.dailies.of_bots(*which)]
    for attempt in begun:
        try:
            return decode_setup_without_key((await store.tables.get(attempt.table)).setup).rules
        except (Damaged, NotThere):
            continue
    return None


def daily_options(day: str) -> TableOptions:
    """The options of a day's tables, equal for everybody. Who resigns is replaced by the quickest bot."""
    return TableOptions(level=min(LEVELS), chat=False, hints=False, spectators=False, rated=False, daily=day)
