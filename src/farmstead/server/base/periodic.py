"""Work that is done again and again as long as the server runs, whatever goes wrong with it once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

LOG: Final = logging.getLogger(__name__)
PAUSE_AFTER_FAULT_S: Final = 1.0  # seconds, so that what always fails does not do so all the time


def run_periodically(
    name: str, work: Callable[[], Awaitable[None] | None], every: float | Callable[[], float]
) -> asyncio.Task[None]:
    """Do this after so many seconds, and again, until the task is cancelled; what goes wrong is logged."""
    pause = every if callable(every) else lambda: every
    return asyncio.create_task(_again_and_again(name, work, pause), name=name)


async def _again_and_again(
    name: str, work: Callable[[], Awaitable[None] | None], pause: Callable[[], float]
) -> None:
    while True:
        try:
            await asyncio.sleep(pause())
            done = work()
            if done is not None:
                await done
        except Exception:  # a fault of the program; the next time may be better
            LOG.exception("Something went wrong with %s.", name)
            await asyncio.sleep(PAUSE_AFTER_FAULT_S)
