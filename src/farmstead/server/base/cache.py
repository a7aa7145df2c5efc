"""Bounded caches in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from threading import Lock
from typing import Generic, TypeVar, final

from farmstead.server.base.pools import Pool
from farmstead.server.base.refusals import Refused

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@final
class LruCache(Generic[Key, Value]):
    """At most so many entries, or so many bytes if `size` tells them; what was used longest ago goes first.

    The newest stays, however large it is. Several threads may use one.
    """

    __slots__ = ("_entries", "_lock", "_most", "_size", "_used")

    def __init__(self, most: int, size: Callable[[Value], int] | None = None) -> None:
        self._most = most
        self._size = size
        self._used = 0  # bytes
        self._entries: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Key) -> bool:
        return key in self._entries

    def peek(self, key: Key) -> Value | None:
        """Without counting as a use."""
        return self._entries.get(key)

    def get(self, key: Key) -> Value | None:
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
            return self._entries.get(key)

    def put(self, key: Key, value: Value) -> None:
        with self._lock:
            if self._size is not None:
                old = self._entries.get(key)
                self._used += self._size(value) - (0 if old is None else self._size(old))
            self._entries[key] = value
            self._entries.move_to_end(key)
            while len(self._entries) > 1 and self._most < (
                len(self._entries) if self._size is None else self._used
            ):
                self._remove(next(iter(self._entries)))

    def remove(self, key: Key) -> None:
        """If it is there."""
        with self._lock:
            if key in self._entries:
                self._remove(key)

    def remove_value(self, value: Value) -> None:
        """From wherever it is."""
        with self._lock:
            for key in [key for key, each in self._entries.items() if each == value]:
                self._remove(key)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self._used = 0

    def _remove(self, key: Key) -> None:
        gone = self._entries.pop(key)
        self._used -= 0 if self._size is None else self._size(gone)


@final
class DrawingCache(Generic[Value]):
    """A cache of drawings, and of what else takes long to make, by keys that stand for one each."""

    def __init__(self, most: int) -> None:
        self._kept: LruCache[Hashable, asyncio.Future[Value]] = LruCache(most)

    async def get(
        self, pool: Pool, who: str, key: Hashable, draw: Callable[[], Value], tried: str = "look"
    ) -> Value:
        """The drawing of this key: kept, being drawn, or drawn in a thread when the turn of `who` has come.

        All who watch a table ask at the same moment: it is drawn once for them, also if the first goes away.
        """
        while (drawing := self._kept.get(key)) is not None:
            try:
                return await asyncio.shield(drawing)
            except Refused:
                continue  # somebody else had asked for too much: it is forgotten by now
        drawing = asyncio.ensure_future(pool.run(who, tried, draw))
        drawing.add_done_callback(partial(self._forget_failed, key))
        self._kept.put(key, drawing)
        return await asyncio.shield(drawing)

    def forget(self, key: Hashable) -> None:
        self._kept.remove(key)

    def _forget_failed(self, key: Hashable, done: asyncio.Future[Value]) -> None:
        """Draw it again for the next who asks."""
        if done.cancelled() or done.exception() is not None:
            self._kept.remove(key)
