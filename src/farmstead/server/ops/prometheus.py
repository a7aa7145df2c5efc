"""Figures of a running server for Prometheus, at an address of their own that others need not reach."""

from __future__ import annotations

import asyncio
import shutil
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Final, final

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, Metric, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector

from farmstead._build import build, version
from farmstead.server.core import Core
from farmstead.server.moderation.orders import Orders
from farmstead.server.ops.backups import last_backup
from farmstead.server.store import StoreCounts

MAX_HEAD_BYTES: Final = 8192  # bytes of a question
METRICS_TIMEOUT_S: Final = 10.0  # seconds for somebody to ask and to read
PROCESS: Final = ProcessCollector(registry=None)  # memory, files and processor, where the system tells


@asynccontextmanager
async def metrics_at(listener: socket.socket | None, core: Core) -> AsyncIterator[None]:
    """Answer there as long as this lasts; None: nowhere."""
    if listener is None:
        yield
        return

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(METRICS_TIMEOUT_S):
                writer.write(answer_to(await reader.readuntil(b"\r\n\r\n"), core))
                await writer.drain()
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            pass  # who asks in another way gets no answer
        finally:
            writer.close()

    server = await asyncio.start_server(answer, sock=listener, limit=MAX_HEAD_BYTES)
    try:
        yield
    finally:
        server.close()


def answer_to(head: bytes, core: Core) -> bytes:
    """The answer to a question as it came off the wire."""
    method, _, rest = head.partition(b"\r\n")[0].partition(b" ")
    path = rest.partition(b" ")[0].partition(b"?")[0]
    if method not in (b"GET", b"HEAD") or path != b"/metrics":
        return written(404, "text/plain; charset=utf-8", b"" if method == b"HEAD" else b"See /metrics.\n")
    return written(200, CONTENT_TYPE_PLAIN_0_0_4, b"" if method == b"HEAD" else figures_of(core))


def written(status: int, kind: str, body: bytes) -> bytes:
    lines = (
        f"HTTP/1.1 {status} {'OK' if status == 200 else 'Not Found'}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    return "\r\n".join([*lines, "", ""]).encode() + body


def figures_of(core: Core) -> bytes:
    """All of them, as they are now."""
    return generate_latest(ServerCollector(core))


@final
class ServerCollector(Collector):
    """What a server has counted, and what is read off it at the moment it is asked."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def collect(self) -> Iterator[Metric]:
        core, gauge = self._core, GaugeMetricFamily
        hub, store, availability = core.hub, core.store, core.store.availability
        faults = len(store.health.troubles) + len(store.health.damaged) + availability.damage
        reads, writes = (availability.failure(what) is None for what in ("read", "written"))
        running = {"version": version(), "build": build()}
        yield InfoMetricFamily("farmstead_build", "What is running.", running)
        yield from core.figures.registry.collect()
        yield gauge("farmstead_tables_in_memory", "Tables in the memory of this process.", len(hub.tables()))
        yield gauge("farmstead_streams_open", "Streams that are being listened to.", hub.listeners())
        orders = core.get(Orders)
        waiting = "Reports that wait for whoever runs this server."
        yield gauge("farmstead_reports_open", waiting, orders.reports)
        if orders.stored is not None:
            yield from _of_store(orders.stored)
        with suppress(OSError):
            free = shutil.disk_usage(core.settings.folder).free
            yield gauge("farmstead_disk_free_bytes", "What is free where the folder of this server is.", free)
        queue = core.bots.queue()
        yield gauge("farmstead_bot_queue", "Tables and hints that wait for a thought of a bot.", queue)
        leads = "1 where what is done once for all workers is done."
        yield gauge("farmstead_leads", leads, core.uptime.leads)
        changes, transactions = store.changes, store.transactions
        yield CounterMetricFamily("farmstead_store_changes", "Changes asked of the store.", changes)
        written = "Transactions they were written in."
        yield CounterMetricFamily("farmstead_store_transactions", written, transactions)
        yield gauge("farmstead_store_readable", "1 when the store could be read the last time.", reads)
        yield gauge("farmstead_store_writable", "1 when the store could be written the last time.", writes)
        yield gauge("farmstead_store_faults", "Damage found in the store since the start.", faults)
        yield gauge(
            "farmstead_last_backup_timestamp_seconds",
            "When the last sound backup was taken from the folder of this server; 0: never.",
            last_backup(core.settings),
        )
        yield from PROCESS.collect()


def _of_store(stored: StoreCounts) -> Iterator[Metric]:
    """How much is stored, as it was counted within the last minute."""
    yield GaugeMetricFamily(
        "farmstead_people", "People who have told a name, guests included.", stored.players
    )
    yield GaugeMetricFamily("farmstead_accounts", "Those of them who have an account.", stored.accounts)
    tables = GaugeMetricFamily("farmstead_tables", "Tables by how far they are.", labels=["state"])
    for state, number in stored.tables.items():
        tables.add_metric([state], number)
    yield tables
    yield GaugeMetricFamily("farmstead_store_bytes", "How large the store is.", stored.bytes)
