"""The lease of a worker: by it others on the same database know that it is there, and its tables its own.

Each worker has a row in `workers`, with a random number that is never used again, and `tables.worker` has the
number of the one that serves a table. Every append compares it. A worker renews its lease all the time, on a
connection of its own; the row of one that does not is deleted by any other, and its tables are free then. It
cannot write to tables that others have claimed meanwhile, and finds out when it wants to renew the lease.

On the same connection a worker hears what others have changed about people, and holds the lock of the one
that leads. When it is lost nobody leads here, and it is made again.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple, Protocol, Self, TypeAlias, cast, final, get_args

from sqlalchemy import ARRAY, BigInteger, Connection, bindparam, text

from farmstead.server.store.access import Access
from farmstead.server.store.availability import Availability
from farmstead.server.store.errors import StoreAway, translated
from farmstead.server.store.postgres import LEADER_LOCK, PostgresDatabase
from farmstead.server.store.rows import Milliseconds

NoticeKind: TypeAlias = Literal[
    "people",  # some session, name or token has changed; `number`: the player who may no longer be known
    "deleted",  # the table of this number
]

LOG: Final = logging.getLogger(__name__)
LEASE_S: Final = 1.2  # after which a worker that has not renewed it is taken to be dead
RENEWAL_S: Final = 0.25  # between two renewals
RECONNECT_S: Final = 0.3
PATIENCE_S: Final = 5.0  # until somebody who needs the lease is told that it cannot be had
CHANNEL: Final = "farmstead"
KINDS: Final[tuple[str, ...]] = get_args(NoticeKind)
ID_BITS: Final = 62
NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
REGISTER: Final = f"INSERT INTO workers (id, address, seen) VALUES ($1, $2, {NOW})"
RENEW: Final = f"UPDATE workers SET seen = {NOW} WHERE id = $1 RETURNING id"
EVICT: Final = f"DELETE FROM workers WHERE seen < {NOW} - $1"
LIVE: Final = (
    "SELECT id, address, (SELECT value FROM house WHERE key = 'uptime') AS uptime FROM workers ORDER BY id"
)
LEAVE: Final = "DELETE FROM workers WHERE id = $1"
SAY: Final = text(
    "SELECT pg_notify(:channel, CAST(:kind AS text) || ' ' || n) FROM unnest(:numbers) AS n"
).bindparams(bindparam("numbers", type_=ARRAY(BigInteger)))
TRY_TO_LEAD: Final = "SELECT pg_try_advisory_lock($1)"


class PeerNotice(NamedTuple):
    """What another worker has changed."""

    kind: NoticeKind
    number: int = 0


class LeaseListener(Protocol):
    """Whoever has to know what becomes of the lease, and what other workers do."""

    def heard(self, notice: PeerNotice) -> None:
        """Another worker has changed something. Nobody waits for anything here."""

    def connected(self) -> None:
        """From now on everything is heard; what was before may have been missed."""

    def renewed(self, worker: int, workers: Mapping[int, str], uptime: Milliseconds) -> None:
        """These are there, with their addresses; this is `worker`."""

    def evicted(self) -> None:
        """The lease was not renewed in time: every table may be another worker's by now."""

    def lost(self) -> None:
        """Nothing is heard any more, and others may lead."""

    async def lead(self) -> None:
        """What has to be done once, for all workers, is to be done here, until the connection is lost."""


@final
class WorkerLease:
    """Use it as a context: it is renewed in the background, on a connection that is made when need be."""

    def __init__(
        self,
        database: PostgresDatabase,
        access: Access,
        availability: Availability,
        address: str,
        listener: LeaseListener,
    ) -> None:
        self._database = database
        self._access = access
        self._availability = availability
        self._address = address
        self._listener = listener
        self._until = 0.0  # by the monotonic clock
        self._renewed = asyncio.Event()
        self._broken = asyncio.Event()
        self._is_reached = False  # since the connection was last tried
        self._fails = False
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._hold(), name="the lease of this worker")
        try:
            await self.wait_until_held()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def is_held(self) -> bool:
        """Whether what this worker has in memory is its own to tell."""
        return time.monotonic() < self._until

    async def wait_until_held(self) -> None:
        """StoreAway when that takes too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while not self.is_held():
                    self._renewed.clear()
                    await self._renewed.wait()
                return
        raise StoreAway("The lease of this worker cannot be renewed.")

    async def _hold(self) -> None:
        while True:
            try:
                with translated():
                    await self._hold_once()
            except StoreAway as error:
                if not self._fails:
                    LOG.warning("The connection to other workers is broken: %s", error)
                self._fails = True
                if not self._is_reached:
                    self._availability.failed("read", error)
            except Exception:  # a fault of the program; the next time may be better
                LOG.exception("Something went wrong with the lease of this worker.")
            await asyncio.sleep(RECONNECT_S)

    async def _hold_once(self) -> None:
        """Until the connection breaks."""
        self._is_reached = False
        connection = await self._database.connect({}, PATIENCE_S / 2)
        self._is_reached = True
        self._availability.worked("read")
        self._broken.clear()
        connection.add_termination_listener(lambda _: self._broken.set())
        try:
            await connection.add_listener(CHANNEL, self._told)
            self._listener.connected()
            if self._fails:
                LOG.warning("The connection to other workers is whole again.")
            pause, self._fails = (LEASE_S if self._fails else 0.0), False
            await self._renew_again_and_again(connection, pause)
        except asyncio.CancelledError:
            await self._leave(connection)
            raise
        finally:
            self._listener.lost()
            await close(connection)

    # `Any`: asyncpg says nothing about its types.
    async def _renew_again_and_again(self, connection: Any, pause: float) -> None:
        """Others are not given up on before a `pause`: where the database was away, they come back, too."""
        leads = False
        evicts_from = time.monotonic() + pause
        while not self._broken.is_set():
            begun = time.monotonic()
            worker = self._access.worker
            if worker is None or await connection.fetchval(RENEW, worker) is None:
                if worker is not None:
                    LOG.warning("The lease of this worker has run out; its tables may be served by others.")
                    self._listener.evicted()
                worker = secrets.randbits(ID_BITS)
                await connection.execute(REGISTER, worker, self._address)
                self._access.worker = worker
            if begun >= evicts_from:
                await connection.execute(EVICT, int(1000 * LEASE_S))
            rows = {row["id"]: row for row in await connection.fetch(LIVE)}
            if worker not in rows:  # it slept meanwhile
                continue
            self._until = begun + LEASE_S
            self._renewed.set()
            addresses = {each: row["address"] for each, row in rows.items()}
            self._listener.renewed(worker, addresses, rows[worker]["uptime"] or 0)
            if not leads and await connection.fetchval(TRY_TO_LEAD, LEADER_LOCK):
                leads = True
                await self._listener.lead()
            with suppress(TimeoutError):
                async with asyncio.timeout(RENEWAL_S):
                    await self._broken.wait()
        raise StoreAway("The database has closed the connection.")

    async def _leave(self, connection: Any) -> None:
        """Others need not wait until the lease runs out."""
        self._until = 0.0
        with suppress(Exception):  # whatever it is: it runs out then
            await connection.execute(LEAVE, self._access.worker or 0)

    def _told(self, _connection: object, _pid: int, _channel: str, message: object) -> None:
        if (notice := read(str(message))) is None:
            return
        try:
            self._listener.heard(notice)
        except Exception:  # the lease is to be renewed all the same
            LOG.exception("Something went wrong with what another worker said.")


def tell(connection: Connection, kind: NoticeKind, *numbers: int) -> None:
    """Say to all workers, this one too, that something has changed, once the transaction is committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(SAY, {"channel": CHANNEL, "kind": kind, "numbers": numbers or [0]})


def read(message: str) -> PeerNotice | None:
    """None for what a newer worker may say."""
    kind, _, number = message.partition(" ")
    if kind not in KINDS or not (number.isascii() and number.isdecimal()):
        return None
    return PeerNotice(cast(NoticeKind, kind), int(number))


# `Any`: as above.
async def close(connection: Any) -> None:
    """Also one that does not answer: its lock is to be another's soon."""
    try:
        await connection.close(timeout=RENEWAL_S)
    except Exception:  # whatever it is: it is closed then
        connection.terminate()
