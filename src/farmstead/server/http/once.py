"""What has been drawn, kept for the next who asks for the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar, final

from farmstead.server.base.pools import Pool
from farmstead.server.base.refusals import Refused

Drawing = TypeVar("Drawing")


@final
class Drawn(Generic[Drawing]):
    """The last things drawn, by keys that stand for one thing each."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, asyncio.Future[Drawing]] = OrderedDict()

    async def get(self, pool: Pool, who: str, key: Hashable, draw: Callable[[], Drawing]) -> Drawing:
        """Drawn if need be, in a thread when the turn of `who` has come: others are answered meanwhile.

        All who watch a table ask at the same moment: it is drawn once for them, also if the first goes away.
        """
        while (drawing := self._kept.get(key)) is not None:
            try:
                return await asyncio.shield(drawing)
            except Refused:
                continue  # somebody else had asked for too much: it is forgotten by now
        drawing = asyncio.ensure_future(pool.run(who, "look", draw))
        drawing.add_done_callback(lambda done: self._forget_failed(key, done))
        self._kept[key] = drawing
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return await asyncio.shield(drawing)

    def _forget_failed(self, key: Hashable, done: asyncio.Future[Drawing]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._kept.pop(key, None)
