"""Names looked up in threads of their own: whoever runs a name can let its answer take its time.

The loop's own threads would do, but others wait for them too, such as a database that is to be found again.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Final, final

from farmstead.server.webhooks.addresses import HTTPS_PORT

LOG: Final = logging.getLogger(__name__)
MAX_LOOKUPS_AT_ONCE: Final = 8  # names at a time; a thread cannot be stopped, and may take half a minute


def asked(host: str) -> list[str]:
    """The addresses of a host, in numbers. This waits."""
    found = socket.getaddrinfo(host, HTTPS_PORT, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys([str(row[4][0]) for row in found]))


@final
class Lookup:
    """Looks names up, a few at a time; OSError when nobody knows one, or too many are being asked for."""

    def __init__(self, ask: Callable[[str], list[str]] = asked, most: int = MAX_LOOKUPS_AT_ONCE) -> None:
        self._ask = ask
        self._most = most
        self._busy = 0

    @property
    def is_busy(self) -> bool:
        return self._busy > 0

    async def __call__(self, host: str) -> list[str]:
        if self._busy >= self._most:
            raise OSError("too many names are being looked up")
        self._busy += 1
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[str]] = loop.create_future()
        Thread(target=self._work, args=(loop, answer, host), name="webhooks", daemon=True).start()
        return await answer

    def _work(self, loop: asyncio.AbstractEventLoop, answer: asyncio.Future[list[str]], host: str) -> None:
        """In a thread."""
        found: list[str] | Exception
        try:
            found = self._ask(host)
        except (OSError, UnicodeError) as error:
            found = error
        except Exception as error:  # whatever it is: somebody waits for an answer
            LOG.exception("A name could not be looked up.")
            found = OSError(f"{type(error).__name__}: {error}")
        with suppress(RuntimeError):  # the loop may be gone
            loop.call_soon_threadsafe(self._done, answer, found)

    def _done(self, answer: asyncio.Future[list[str]], found: list[str] | Exception) -> None:
        self._busy -= 1
        if answer.done():  # nobody waits any more
            return
        if isinstance(found, Exception):
            answer.set_exception(found)
        else:
            answer.set_result(found)
