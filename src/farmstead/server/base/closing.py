"""How what works in the background is ended: contexts that close, and tasks that are cancelled."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Any, Self


class ClosedAtExit(ABC):
    """What is closed at the end of its context."""

    @abstractmethod
    async def close(self) -> None:
        """End everything that it has begun."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


# `Any`: whatever they would have found.
async def end_tasks(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel those that there are, and wait until they have ended."""
    begun = [task for task in tasks if task is not None]
    for task in begun:
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)
