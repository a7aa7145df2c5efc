"""How workers that share a database reach each other, to hand requests on to whoever serves a table.

Each worker listens at an address that is in its row of `workers`. Whoever connects there and whoever answers
prove to each other that they know the secret of the server; nothing that a visitor sends comes into it, and a
visitor's address is what the first worker has found it to be. A connection carries one request: what is
known of it, and then the messages of ASGI in both directions. Whoever breaks off closes it, and both sides
wait while the other does not read.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import Any, Final, TypeAlias, final

import msgspec

from farmstead.engine.contract import FarmsteadError
from farmstead.server.base.closing import end_tasks
from farmstead.server.store import Owner, StoreAway

# As ASGI has them. `Any`: whatever is known of a request, and what is said about it.
Head: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]
App: TypeAlias = Callable[[Any, Receive, Send], Awaitable[None]]

LOG: Final = logging.getLogger(__name__)
MISDIRECTED: Final = 421  # the status by which a worker says that it does not serve a table
HANDED: Final = "farmstead.handed"  # in the scope of a request that another worker has handed on
HEAD: Final = ("http_version", "method", "path", "raw_path", "query_string", "headers", "client", "scheme")
CALL: Final = "call"  # something that only workers ask of each other
NONCE_BYTES: Final = 16
PROOF_BYTES: Final = 32
SHORTLY_S: Final = 2.0  # in which a worker has to answer what costs it nothing
MAX_MESSAGE: Final = 1 << 26  # bytes
BROKEN: Final = (OSError, EOFError, TimeoutError, msgspec.MsgspecError)


class PeerLost(FarmsteadError):
    """Another worker has gone, or cannot be reached."""

    def __init__(self, was_sent: bool) -> None:
        super().__init__("The worker that serves this table cannot be reached.")
        self.was_sent = was_sent  # so that it may have done what was asked


@final
class Channel:
    """Messages over a connection, each with its length before it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def greet(self, secret: bytes, own_role: str, other_role: str) -> None:
        """ConnectionRefusedError for whoever does not know the secret."""
        own = secrets.token_bytes(NONCE_BYTES)
        await self._write(own)
        other = await self._read(NONCE_BYTES)
        await self._write(proof(secret, own_role, own, other))
        if not hmac.compare_digest(await self._read(PROOF_BYTES), proof(secret, other_role, other, own)):
            raise ConnectionRefusedError

    # `Any`: whatever can be said.
    async def send(self, message: Any) -> None:
        await self._write(msgspec.msgpack.encode(message))

    async def receive(self) -> Any:
        return msgspec.msgpack.decode(await self._read(MAX_MESSAGE))

    async def _write(self, data: bytes) -> None:
        if self._writer.is_closing():
            raise ConnectionResetError
        self._writer.write(len(data).to_bytes(4) + data)
        await self._writer.drain()

    async def _read(self, largest: int) -> bytes:
        size = int.from_bytes(await self._reader.readexactly(4))
        if size > largest:
            raise ConnectionAbortedError
        return await self._reader.readexactly(size)

    async def receive_or_end(self) -> Any:
        """As ASGI wants it."""
        try:
            return await self.receive()
        except BROKEN:
            return {"type": "http.disconnect"}

    async def send_if_read(self, message: Any) -> None:
        """As ASGI wants it: whoever has gone is told nothing, and nothing is raised."""
        with suppress(*BROKEN):
            await self.send(message)

    async def feed(self, receive: Receive) -> None:
        """Send on the body of a request; after it, only that nobody wants the answer any more."""
        with suppress(*BROKEN):
            while (message := await receive())["type"] == "http.request":
                await self.send(message)
        self.close()

    def close(self) -> None:
        self._writer.close()


def proof(secret: bytes, role: str, own: bytes, other: bytes) -> bytes:
    return hmac.new(secret, f"a worker that {role}: ".encode() + own + other, sha256).digest()


def head_of(scope: Head) -> Head:
    """What another worker has to know of a request, before anybody here has changed it."""
    return {key: scope.get(key) for key in HEAD} | {"headers": list(scope["headers"])}


def scope_of(head: Head) -> Head:
    """As the server itself would make it."""
    pairs = [(name, value) for name, value in head["headers"]]
    client = tuple(head["client"]) if head["client"] else None
    rest = {"type": "http", "asgi": {"version": "3.0"}, "server": None, "root_path": "", "extensions": {}}
    return {**head, **rest, "headers": pairs, "client": client, HANDED: True}


@final
class Peers:
    """Hands requests on to other workers, and answers theirs."""

    def __init__(self, secret: bytes) -> None:
        self.app: App | None = None  # that answers
        self.calls: dict[str, Callable[..., Awaitable[None]]] = {}  # what workers ask of each other, by name
        self.workers: Collection[int] = ()  # that are there
        self._secret = secret
        self._open: defaultdict[int, set[Channel]] = defaultdict(set)  # by worker
        self._answering: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def listening(self, host: str, port: int) -> AsyncIterator[str]:
        """Other workers are answered at the address that comes out; port 0: at any that is free."""
        server = await asyncio.start_server(self._accepted, host, port)
        try:
            yield f"{host}:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()
            self.keep_only(())
            await end_tasks(*self._answering)

    def keep_only(self, workers: Collection[int]) -> None:
        """Nothing more is expected of any other worker, even if it does not know that yet."""
        self.workers = workers
        for worker in [worker for worker in self._open if worker not in workers]:
            for channel in self._open.pop(worker):
                channel.close()

    # ---- asking ------------------------------------------------------------------------------------------

    async def hand_on(self, owner: Owner, head: Head, receive: Receive, send: Send) -> bool:
        """Let another worker answer; False, and nothing is answered, when it does not serve the table.

        PeerLost when it is gone before it has begun to answer. An answer that breaks off later ends there.
        """
        async with self._connected(owner) as channel:
            feeding: asyncio.Task[None] | None = None
            has_begun = False
            try:
                await channel.send(head)
                feeding = asyncio.create_task(channel.feed(receive))
                start, message = await channel.receive(), await channel.receive()  # most come as a whole
                if start["status"] == MISDIRECTED:
                    return False
                has_begun = True
                await send(start)
                await send(message)
                while message.get("more_body"):
                    message = await channel.receive()
                    await send(message)
            except BROKEN:
                if not has_begun:
                    raise PeerLost(was_sent=True) from None
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            finally:
                await end_tasks(feeding)
            return True

    async def call(self, owner: Owner, name: str, *given: int) -> None:
        """Have another worker do something; StoreAway when it cannot be known that it was done."""
        try:
            async with self._connected(owner) as channel:
                await channel.send({CALL: name, "given": given})
                await channel.receive()
        except (PeerLost, *BROKEN) as error:
            raise StoreAway("The worker that serves this table cannot be reached.") from error

    @asynccontextmanager
    async def _connected(self, owner: Owner) -> AsyncIterator[Channel]:
        host, _, port = owner.address.rpartition(":")
        channel: Channel | None = None
        try:
            try:
                async with asyncio.timeout(SHORTLY_S):
                    channel = Channel(*await asyncio.open_connection(host, int(port)))
                    self._open[owner.worker].add(channel)
                    await channel.greet(self._secret, "asks", "answers")
            except (*BROKEN, ValueError):
                raise PeerLost(was_sent=False) from None
            yield channel
        finally:
            if channel is not None:
                self._open[owner.worker].discard(channel)
                channel.close()

    # ---- answering ---------------------------------------------------------------------------------------

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        channel = Channel(reader, writer)
        try:
            async with asyncio.timeout(SHORTLY_S):
                await channel.greet(self._secret, "answers", "asks")
                head = await channel.receive()
            if CALL in head:
                await self.calls[head[CALL]](*head["given"])
                await channel.send(True)
            elif self.app is not None:  # else it is just being opened
                await self.app(scope_of(head), channel.receive_or_end, channel.send_if_read)
            async with asyncio.timeout(SHORTLY_S):  # whoever asked closes it, when all has been read
                while (await channel.receive_or_end())["type"] != "http.disconnect":
                    pass
        except (*BROKEN, asyncio.CancelledError):
            pass  # whoever asked has gone, or this worker closes
        except Exception:
            LOG.exception("What another worker has handed on could not be answered.")
        finally:
            channel.close()
            self._answering.discard(task)
