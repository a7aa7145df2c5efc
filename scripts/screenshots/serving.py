"""A real server in a thread of its own whose secrets are the same each time, so that its games are, too."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, final
from unittest.mock import patch

from farmstead.engine.contract import FarmsteadError
from farmstead.server.app import open_server
from farmstead.server.base.settings import DEFAULT_HOST, Settings
from farmstead.server.run.serve import Server, listening_at, server_for
from scripts.screenshots.reviewed import keep_reviews

PATIENCE: Final = 60.0  # seconds


class NotStarted(FarmsteadError):
    """The server did not come up."""


@final
class _Chance:
    """Bytes that look like chance: every call gets others, and they follow from what they are for."""

    def __init__(self) -> None:
        self._what = ""
        self._count = 0

    def turn_to(self, what: str) -> None:
        self._what, self._count = what, 0

    def token_bytes(self, length: int | None = None) -> bytes:
        found = b""
        while len(found) < (length or 32):
            found += sha256(f"{self._what} {self._count}".encode()).digest()
            self._count += 1
        return found[: length or 32]


_CHANCE: Final = _Chance()


@contextmanager
def same_server(folder: Path) -> Iterator[str]:
    """The address of a server in a new folder whose secrets follow from what `luck_of` says."""
    luck_of("server")
    with patch.object(secrets, "token_bytes", _CHANCE.token_bytes), _Thread(folder) as url:
        yield url


def luck_of(what: str) -> None:
    """What is made from now on has always the same luck; nothing may have it twice at one server."""
    _CHANCE.turn_to(what)


@final
class _Thread:
    """Serves from a thread until the end of the context."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ready = threading.Event()
        self._server: Server | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="server", daemon=True)
        self._listener = listening_at(DEFAULT_HOST, 0, is_firm=True)

    async def _serve(self) -> None:
        port = self._listener.getsockname()[1]
        with self._listener:
            known_as = f"http://{DEFAULT_HOST}:{port}"  # only who says so can send messages
            async with open_server(
                Settings(self._folder, DEFAULT_HOST, port, pace=0.0, url=known_as)
            ) as core:
                await keep_reviews(core)
                self._server = server_for(core, self._ready.set)
                await self._server.serve(sockets=[self._listener])

    def __enter__(self) -> str:
        self._thread.start()
        if not self._ready.wait(PATIENCE):
            raise NotStarted("The server does not open.")
        return f"http://{DEFAULT_HOST}:{self._listener.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.should_exit = True
        self._thread.join(PATIENCE)
