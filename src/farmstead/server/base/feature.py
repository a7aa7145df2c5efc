"""A part of the server that works by itself, beside what people ask for: reviews, webhooks, ratings.

The core knows none of them. Whoever puts a server together (`app.py`) says which there are; the core starts
and closes them, tells them whether this server leads, and hands them to those who ask for one by its class.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence


class Feature:
    """What the core calls; a feature overrides what concerns it."""

    async def start(self) -> None:
        """The server is about to answer."""

    def lead(self) -> Sequence[asyncio.Task[None]]:
        """From now on this server does what is done once for all; the tasks are cancelled when it retires."""
        return ()

    def retire(self) -> None:
        """Another server does it."""

    async def close(self) -> None:
        """The server has stopped answering."""
