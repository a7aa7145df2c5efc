"""One timer for all streams: each says now and then that it still goes on, or finds that nobody reads it.

A timer for each, set anew with whatever is sent, took a twentieth of the server's time.
"""

from __future__ import annotations

import asyncio
from typing import Final, Protocol, final

HEARTBEAT_S: Final = 5.0  # seconds


class HasHeartbeat(Protocol):
    """Something that wants a regular call as long as it lasts."""

    def beat(self, now: float) -> None:
        """Every few seconds, with the time by the loop's clock. Nobody waits for anything here."""


@final
class Heartbeats:
    """Looks after all that were added; while there are none nothing runs."""

    def __init__(self) -> None:
        self._all: set[HasHeartbeat] = set()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, each: HasHeartbeat) -> None:
        self._all.add(each)
        if self._timer is None:
            self._set()

    def remove(self, each: HasHeartbeat) -> None:
        self._all.discard(each)
        if not self._all and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(HEARTBEAT_S, self._beat)

    def _beat(self) -> None:
        self._set()
        now = asyncio.get_running_loop().time()
        for each in list(self._all):
            each.beat(now)
