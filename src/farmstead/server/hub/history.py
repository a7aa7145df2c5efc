"""What a table no longer remembers, for those who were not there: its journal is folded once more for it."""

from __future__ import annotations

import asyncio
from typing import Final, final

from farmstead.server.hub.loader import Loaded, load
from farmstead.server.store import Store, TableId
from farmstead.server.table.live_table import REMEMBERED_ENTRIES, LiveTable

HISTORY_CACHE_S: Final = 10.0  # for which the fold is kept, for others who ask


@final
class HistoryCache:
    """The fold of one table with all its news. There is one at a time, however many ask for it."""

    __slots__ = ("_kept", "_lock", "_of")

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._kept: Loaded | None = None
        self._of: LiveTable | None = None  # which table in memory it was folded for

    async def fold(self, store: Store, table: TableId, live: LiveTable) -> Loaded:
        """With everything that `live` does not remember any more."""
        async with self._lock:
            if self._kept is not None and self._reaches(live):
                return self._kept
            found = await load(store, table, keep=None)
            if found.live is not None and not found.aside:
                self._kept, self._of = found, live
                asyncio.get_running_loop().call_later(HISTORY_CACHE_S, self._drop, found)
            return found

    def _reaches(self, live: LiveTable) -> bool:
        """Whether the fold that is kept ends where the table itself can go on."""
        again = self._kept and self._kept.live
        return again is not None and self._of is live and again.number >= live.number - REMEMBERED_ENTRIES

    def _drop(self, found: Loaded) -> None:
        if self._kept is found:
            self._kept = self._of = None
