"""A real server with TLS for webhooks to be called at, which answers as a test wants it to."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from farmstead.server.webhooks.client import WebhookClient

CERTIFICATE = Path(__file__).parent / "certificates" / "hooks.pem"  # for hooks.example, made for these tests
HOST = "hooks.example"
URL = f"https://{HOST}/services/secret-part"
HERE = "127.0.0.1"
PATIENCE_S = 120.0
OK = b"HTTP/1.1 204 No Content\r\n\r\n"

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


class Hooks:
    """What came, and what is answered: bytes, or whatever a function does."""

    def __init__(self) -> None:
        self.port = 0
        self.requests: list[tuple[str, bytes]] = []  # head and body
        self.answer: bytes | Answer = OK
        self.ended = asyncio.Event()  # a connection has

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = int(head.lower().partition("content-length:")[2].split()[0])
            self.requests.append((head, await reader.readexactly(length)))
            if isinstance(self.answer, bytes):
                writer.write(self.answer)
                await writer.drain()
            else:
                await self.answer(writer)
        self.ended.set()
        writer.transport.abort()


@asynccontextmanager
async def hooks() -> AsyncIterator[Hooks]:
    found = Hooks()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    server = await asyncio.start_server(found.serve, HERE, 0, ssl=context)
    found.port = server.sockets[0].getsockname()[1]
    try:
        yield found
    finally:
        server.close()


# `Any`: whatever a Caller takes.
def caller_of(found: Hooks, **settings: Any) -> WebhookClient:
    """One that believes the certificate, and that this machine is public, however slow it is."""
    usual = {"resolve": here, "permits": HERE.__eq__, "trusts": trusting(), "port": found.port}
    return WebhookClient(**{**usual, "patience": PATIENCE_S, **settings})


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(CERTIFICATE))


async def here(_: str) -> list[str]:
    return [HERE]
