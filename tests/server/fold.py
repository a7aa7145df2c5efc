"""From a stored journal to the table it tells of."""

from __future__ import annotations

from collections.abc import Iterable

from farmstead.engine.contract import FarmsteadError
from farmstead.server.table.entries import decode
from farmstead.server.table.live_table import REMEMBERED_ENTRIES, LiveTable
from farmstead.server.table.setup import TableSetup


class Broken(FarmsteadError):
    """An entry of a journal cannot be folded; `table` is as it was before entry `number`."""

    def __init__(self, table: LiveTable, cause: FarmsteadError) -> None:
        super().__init__(f"entry {table.number + 1}: {cause}")
        self.table = table
        self.number = table.number + 1
        self.cause = cause


def fold(setup: TableSetup, entries: Iterable[bytes], keep: int | None = REMEMBERED_ENTRIES) -> LiveTable:
    """The table that a stored journal leads to; Broken says which entry is at fault.

    With `keep=None` it can tell the news of every entry.
    """
    live = LiveTable(setup, keep)
    for data in entries:
        try:
            live.add(decode(data))
        except FarmsteadError as error:
            raise Broken(live, error) from error
    return live
