"""One call of a webhook: looked up once, connected to that very address, and hardly listened to."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeAlias, final

from farmstead.server.webhooks.addresses import HTTPS_PORT, Target, is_public
from farmstead.server.webhooks.dns import Lookup

CALL_TIMEOUT_S: Final = 10.0  # seconds for all of it
MAX_CALLS_AT_ONCE: Final = 4  # calls
MAX_ADDRESSES: Final = 3  # of a host that are tried
MAX_HEARD: Final = 4096  # bytes of an answer
STATUS_LINE: Final = re.compile(rb"HTTP/1\.[01] ([0-9]{3})(?: |\r)")

Result: TypeAlias = Literal[
    "sent", "private", "unknown", "no_answer", "slow", "tls", "redirect", "status", "strange"
]
Resolve: TypeAlias = Callable[[str], Awaitable[list[str]]]


@final
class WebhookClient:
    """Makes calls, a few at a time. Tests bring addresses, certificates and a port of their own."""

    def __init__(
        self,
        resolve: Resolve | None = None,
        permits: Callable[[str], bool] = is_public,
        trusts: ssl.SSLContext | None = None,
        port: int = HTTPS_PORT,
        patience: float = CALL_TIMEOUT_S,
        entered: Resolve | None = None,
    ) -> None:
        """`entered`: names that somebody has just entered are looked up by it, apart from those of calls."""
        self._resolve = resolve or Lookup()
        self._entered = entered or resolve or Lookup()  # slow ones hold up nobody who is to be called
        self._permits = permits
        self._trusts = trusts
        self._port = port
        self._patience = patience
        self._room = asyncio.Semaphore(MAX_CALLS_AT_ONCE)

    @property
    def is_busy(self) -> bool:
        return self._room.locked()

    async def call(self, target: Target, body: bytes) -> Result:
        """What became of it; nothing is raised but when it is cancelled."""
        async with self._room:
            try:
                async with asyncio.timeout(self._patience):
                    return await self._call(target, body)
            except TimeoutError:
                return "slow"

    async def check(self, target: Target) -> Result:
        """Whether it could be called, as far as its addresses tell: `sent` if so."""
        try:
            async with asyncio.timeout(self._patience):
                addresses = await self._addresses(target.host, self._entered)
        except TimeoutError:
            return "unknown"
        return addresses if isinstance(addresses, str) else "sent"

    async def _addresses(self, host: str, resolve: Resolve) -> list[str] | Literal["private", "unknown"]:
        """One that is not public spoils all: who runs such a name could mean that one."""
        try:
            found = await resolve(host)
        except (OSError, UnicodeError):
            return "unknown"
        if not found:
            return "unknown"
        return found if all(map(self._permits, found)) else "private"

    async def _call(self, target: Target, body: bytes) -> Result:
        addresses = await self._addresses(target.host, self._resolve)
        if isinstance(addresses, str):
            return addresses
        result: Result = "no_answer"
        for address in addresses[:MAX_ADDRESSES]:
            try:
                return await self._send(address, target, body)
            except ssl.SSLError:
                result = "tls"
            except (OSError, EOFError):
                result = "no_answer"
        return result

    async def _send(self, address: str, target: Target, body: bytes) -> Result:
        """To this address and no other: the name is only what its certificate has to say."""
        reader, writer = await asyncio.open_connection(
            address, self._port, ssl=self._context(), server_hostname=target.host, limit=MAX_HEARD // 2
        )
        try:
            writer.write(request(target, body))
            await writer.drain()
            return heard(await reader.readuntil(b"\n"))
        except asyncio.LimitOverrunError:
            return "strange"
        finally:
            writer.transport.abort()  # whatever else it wants to say

    def _context(self) -> ssl.SSLContext:
        if self._trusts is None:
            self._trusts = ssl.create_default_context()
        return self._trusts


def request(target: Target, body: bytes) -> bytes:
    lines = (
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.host}",
        "User-Agent: Farmstead",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Accept-Encoding: identity",
        "Connection: close",
    )
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def heard(line: bytes) -> Result:
    """What the first line of an answer means. Nobody is followed elsewhere."""
    found = STATUS_LINE.match(line)
    if found is None:
        return "strange"
    match int(found[1]) // 100:
        case 2:
            return "sent"
        case 3:
            return "redirect"
        case 4 | 5:
            return "status"
        case _:
            return "strange"
