"""Calls the webhooks of players for whom a slow game has waited, once for each decision.

What is to be done is found in the store and written there, every few seconds, never on the way of a move. The
server that leads looks for seats that are waited for, and calls; each server puts off the calls of those who
listen to it. A call is noted as tried before it is made and as done afterwards: one that was being made when
the server was killed is made again a minute later, rather twice than not at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, final

from farmstead.engine.contract import FarmsteadError, Seat
from farmstead.server.base.closing import end_tasks
from farmstead.server.base.counters import Counters
from farmstead.server.base.feature import Feature
from farmstead.server.base.periodic import run_periodically
from farmstead.server.base.refusals import Refused
from farmstead.server.hub.hub import Hub
from farmstead.server.store import (
    Call,
    Milliseconds,
    PlayerId,
    Store,
    StoreAway,
    StoreError,
    StoreFull,
    TableId,
    wall_clock,
)
from farmstead.server.table.live_table import LiveTable
from farmstead.server.webhooks import payload
from farmstead.server.webhooks.addresses import target_of
from farmstead.server.webhooks.client import Result, WebhookClient

LOG: Final = logging.getLogger(__name__)
CHECK_PERIOD_S: Final = 15.0  # seconds between two looks
WAIT: Final[Milliseconds] = 120_000  # that a decision stands before its player is called
# After each try that failed.
RETRY_MS: Final[tuple[Milliseconds, ...]] = (60_000, 300_000, 1_800_000, 7_200_000)
SLOW: Final = 86_400  # seconds; a clock that gives as much, or none at all, makes a slow game
MAX_FAILURES: Final = 10  # in a row; then it is left alone
MAX_LOOKS: Final = 200  # tables looked at in one go
MAX_CALLS: Final = 40  # made in one go


@final
class WebhookScheduler(Feature):
    """The calls of one server; without a `url` of the server nobody is called."""

    def __init__(
        self,
        hub: Hub,
        store: Store,
        figures: Counters,
        url: str,
        caller: WebhookClient | None = None,
        clock: Callable[[], Milliseconds] = wall_clock,
    ) -> None:
        self.caller = caller or WebhookClient()
        self.url = url
        self._hub = hub
        self._store = store
        self._figures = figures
        self._clock = clock
        self._leads = False
        self._seen: dict[TableId, int] = {}  # the entry after which a table was looked at
        self._task: asyncio.Task[None] | None = None

    @property
    def is_on(self) -> bool:
        return bool(self.url)

    async def start(self) -> None:
        if self.is_on:
            self._task = run_periodically("the webhooks", self.look, CHECK_PERIOD_S)

    async def close(self) -> None:
        await end_tasks(self._task)

    def lead(self) -> Sequence[asyncio.Task[None]]:
        self._seen.clear()
        self._leads = True
        return ()

    def retire(self) -> None:
        self._leads = False

    # ---- what is done again and again ----------------------------------------------------------------------

    async def look(self) -> None:
        """All there is to do now."""
        try:
            await self._put_off()
            if self._leads:
                await self._expect()
                await self._call_all()
        except StoreError as error:
            LOG.info("Webhooks have to wait: %s", error)

    async def _put_off(self) -> None:
        """Who looks at the table knows."""
        now = self._clock()
        for table, seat, decision in await self._store.webhooks.patient(now + WAIT):
            if self._hub.is_heard(table, seat):
                await self._store.webhooks.put_off(table, seat, decision, now + WAIT)

    # ---- whom to call --------------------------------------------------------------------------------------

    async def _expect(self) -> None:
        tables = dict(await self._store.webhooks.tables())
        self._seen = {table: last for table, last in self._seen.items() if table in tables}
        new = [table for table, last in tables.items() if self._seen.get(table) != last]
        for table in new[:MAX_LOOKS]:
            try:
                await self._expect_at(table)
            except (StoreAway, StoreFull):
                raise
            except FarmsteadError as error:  # set aside, or deleted
                LOG.info("Nobody is called to table %d: %s", table, error)
            self._seen[table] = tables[table]

    async def _expect_at(self, table: TableId) -> None:
        async with self._hub.looking(table):
            clock = (await self._hub.options(table)).clock
            if 0 < clock < SLOW:
                return
            waited_for = await self._hub.look(table, people_waited_for)
        if waited_for:
            await self._store.webhooks.expect(table, waited_for, clock == 0, self._clock() + WAIT)

    # ---- calling -------------------------------------------------------------------------------------------

    async def _call_all(self) -> None:
        due = await self._store.webhooks.due(self._clock(), MAX_CALLS)
        results = await asyncio.gather(*map(self._call, due), return_exceptions=True)
        for result in results:
            if isinstance(result, StoreError):
                raise result
            if isinstance(result, BaseException):
                LOG.error("A webhook could not be called.", exc_info=result)

    async def _call(self, call: Call) -> None:
        hooks, which = self._store.webhooks, (call.table, call.seat, call.decision)
        if not await self._still_stands(call):
            await hooks.done(*which)
            return
        has_more = call.tries < len(RETRY_MS)
        pause = RETRY_MS[call.tries] if has_more else RETRY_MS[-1]
        await hooks.try_again(*which, self._clock() + pause)
        result = await self._send(call)
        self._figures.webhooks.labels(result).inc()
        if result == "sent":
            await hooks.done(*which)
            await hooks.worked(call.webhook.player)
            return
        LOG.info("A webhook has failed: %s", result, extra={"table": call.table, "tries": call.tries + 1})
        if not has_more:
            await hooks.done(*which)
        await hooks.failed(call.webhook.player, result, MAX_FAILURES)

    async def _send(self, call: Call) -> Result:
        try:
            target = target_of(call.webhook.url)
        except Refused:  # a newer version is stricter
            return "strange"
        body = payload.turn(call.webhook.language, call.game, f"{self.url}/t/{call.code}")
        return await self.caller.call(target, body)

    async def _still_stands(self, call: Call) -> bool:
        wanted = (call.seat, call.webhook.player, call.decision)
        try:
            async with self._hub.looking(call.table):
                return wanted in await self._hub.look(call.table, people_waited_for)
        except (StoreAway, StoreFull):
            raise
        except FarmsteadError:  # set aside, or deleted
            return False


def people_waited_for(live: LiveTable) -> list[tuple[Seat, PlayerId, int]]:
    """Seat, player and decision; of one who has several seats the first."""
    found: dict[PlayerId, tuple[Seat, PlayerId, int]] = {}
    for seat in live.to_act():
        chair, decision = live.chairs.all[seat], live.decision(seat)
        if decision and not chair.is_played_by_bot() and chair.player[:1] == "p":
            player = int(chair.player[1:])
            found.setdefault(player, (seat, player, decision))
    return list(found.values())
