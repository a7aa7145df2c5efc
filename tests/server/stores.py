"""Tests that wait for something, and what is in the stores they use."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from farmstead.server.store import NewTable, Opening, SeatRow, Store, TableId, TableRow

P = ParamSpec("P")


def awaited(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """An async test, run in a loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def a_table(store: Store, *seats: SeatRow, **rest: Any) -> TableRow:
    return await store.tables.create(NewTable("pebbles", b"{}", b"a key nobody knows", **rest), seats)


async def a_follower(store: Store, of: TableId) -> TableRow:
    """A table at which the people of another play again."""
    return await store.tables.create(NewTable("pebbles", b"{}", b"another key"), (), Opening(follows=of))


def by_hand(path: Path, *lines: str) -> list[tuple[Any, ...]]:
    """Past the store, as no program of ours would do it; what the last line gives."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        rows: list[tuple[Any, ...]] = []
        for line in lines:
            rows = connection.execute(line).fetchall()
        return rows
