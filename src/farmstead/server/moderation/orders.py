"""What commands beside a server leave for it to do: it alone may touch the tables that are being played."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, final

from farmstead.engine.contract import FarmsteadError
from farmstead.server.base.feature import Feature
from farmstead.server.base.periodic import run_periodically
from farmstead.server.core import Core
from farmstead.server.moderation.actions import do
from farmstead.server.play.problems import problem_of
from farmstead.server.store import NotThere, Order, StoreAway, StoreCounts, StoreError

LOG: Final = logging.getLogger(__name__)
LOOK_S: Final = 2.0  # seconds between two looks: each costs a server that nobody asks about a millisecond
COUNT_S: Final = 60.0  # and between two counts of what people have reported, and of what is stored


@final
class Orders(Feature):
    """Done one after the other, by the worker that leads."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.reports = 0  # that wait for somebody, as they were counted last; 0 where another leads
        self.stored: StoreCounts | None = None  # as it was counted last; None where another leads

    def lead(self) -> Sequence[asyncio.Task[None]]:
        return [
            run_periodically("what was ordered by a command", self.look, LOOK_S),
            run_periodically("counting the reports", self.count, COUNT_S),
        ]

    def retire(self) -> None:
        self.reports, self.stored = 0, None

    async def count(self) -> None:
        with suppress(StoreError):
            self.reports = await self._core.store.moderation.open_reports()
            self.stored = await self._core.store.counts()

    async def look(self) -> None:
        """Do all that waits. What cannot be done now, because the store is away, is left for later."""
        try:
            for order in await self._core.store.moderation.orders():
                await self._core.store.moderation.close_order(order.id, await self._answer(order))
        except StoreError as error:
            LOG.info("Orders have to wait: %s", error)

    async def _answer(self, order: Order) -> str:
        """Nothing when it was done, else a sentence that says why not."""
        try:
            await do(self._core, order.deed, order.number, order.name)
        except StoreAway:
            raise
        except NotThere as error:  # whose sentence names what is missing; a page would speak of its address
            return str(error)
        except FarmsteadError as error:
            return problem_of(error)[1].sentence
        except Exception:  # a fault of the program: it must not be tried again and again
            LOG.exception("Something went wrong with order %d.", order.id)
            return "Something went wrong; the server's log says what."
        return ""
