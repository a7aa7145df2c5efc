"""When Python frees objects that hold each other: a little every second, so that nobody is held up.

Left alone, Python waits until there is much to free and then stops everybody for half a second. Here young
objects are looked through often, by Python itself, and old ones once a second if enough is new. Where that
takes long, since there are many tables in memory, those that stayed are frozen, that is left out the next
times. Of what is frozen nothing is freed, so everything is looked through when nobody asks, or when memory
has grown.
"""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path
from typing import Final, final

THRESHOLDS: Final = (10_000, 2, 1_000_000)  # of Python's three generations; the last never by itself
YOUNG_COLLECTIONS: Final = 1  # after so many old objects are collected, too
LONG_COLLECTION_S: Final = 0.015
FULL_S: Final = 600.0  # until what is frozen is looked through again, in a second in which nobody asks
FULL_LATEST_S: Final = 3600.0  # or in any
GROWTH: Final = 1.25  # or when there is so much more memory than after the last time
GROWTH_BYTES: Final = 100_000_000  # and so much in all
MEMORY: Final = Path("/proc/self/statm")


@final
class GarbageCollector:
    """To be asked once a second."""

    def __init__(self) -> None:
        gc.freeze()  # what was imported; the little garbage among it goes with the first full collection
        gc.set_threshold(*THRESHOLDS)
        self._full_at = time.monotonic()
        self._full_bytes = resident_bytes()

    def step(self, quiet: bool) -> None:
        """Collect if it is worth it. `quiet`: nobody is waiting for an answer."""
        now = time.monotonic()
        if now - self._full_at >= (FULL_S if quiet else FULL_LATEST_S) or self._has_grown():
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._full_at, self._full_bytes = now, resident_bytes()
        elif gc.get_count()[2] >= YOUNG_COLLECTIONS:
            started = time.perf_counter()
            gc.collect()
            if time.perf_counter() - started > LONG_COLLECTION_S:
                gc.freeze()

    def _has_grown(self) -> bool:
        return resident_bytes() > GROWTH * self._full_bytes + GROWTH_BYTES


def resident_bytes() -> int:
    """How much memory this process has; 0 where the system does not say."""
    try:
        pages = int(MEMORY.read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
