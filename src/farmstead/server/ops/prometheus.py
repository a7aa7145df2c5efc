"""Figures of a running server for Prometheus, at an address of their own that others need not reach."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from farmstead._build import build, version
from farmstead.server.base.counters import KIND, Page
from farmstead.server.core import Core
from farmstead.server.ops.backups import last_backup

LARGEST_HEAD: Final = 8192  # bytes of a question
PATIENCE: Final = 10.0  # seconds for somebody to ask and to read
STARTED: Final = time.time()


@asynccontextmanager
async def told_at(listener: socket.socket | None, core: Core) -> AsyncIterator[None]:
    """Answer there as long as this lasts; None: nowhere."""
    if listener is None:
        yield
        return

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(answer_to(head, core))
                await writer.drain()
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            pass  # who asks in another way gets no answer
        finally:
            writer.close()

    server = await asyncio.start_server(answer, sock=listener, limit=LARGEST_HEAD)
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
    return written(200, KIND, b"" if method == b"HEAD" else figures_of(core).encode())


def written(status: int, kind: str, body: bytes) -> bytes:
    lines = (
        f"HTTP/1.1 {status} {'OK' if status == 200 else 'Not Found'}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    return "\r\n".join([*lines, "", ""]).encode() + body


def figures_of(core: Core) -> str:
    """All of them, as they are now."""
    page = Page()
    page.info("farmstead_build_info", "What is running.", {"version": version(), "build": build()})
    of_requests(page, core)
    of_tables(page, core)
    of_store(page, core)
    of_process(page)
    return page.text()


def of_requests(page: Page, core: Core) -> None:
    figures = core.figures
    page.counted(
        "farmstead_requests_total",
        "Requests by route and status; a stream counts when it begins.",
        [
            ({"method": method, "route": route, "status": str(status)}, number)
            for (method, route, status), number in sorted(figures.requests.items())
        ],
    )
    page.times(
        "farmstead_move_seconds", "From the request of a move to its answer, for moves made.", figures.moves
    )
    page.counted(
        "farmstead_webhook_calls_total",
        "Calls of webhooks by what became of them.",
        [({"result": result}, number) for result, number in sorted(figures.webhooks.items())],
    )


def of_tables(page: Page, core: Core) -> None:
    page.gauge("farmstead_tables_in_memory", "Tables in the memory of this process.", len(core.hub.tables()))
    page.gauge("farmstead_streams_open", "Streams that are being listened to.", core.hub.listeners())
    page.gauge("farmstead_bot_queue", "Tables and hints that wait for a thought of a bot.", core.bots.queue())
    page.gauge("farmstead_leads", "1 where bots, clocks and tidying up are done.", int(core.uptime.leads))


def of_store(page: Page, core: Core) -> None:
    page.counter("farmstead_store_changes_total", "Changes asked of the store.", core.store.changes)
    page.counter(
        "farmstead_store_transactions_total", "Transactions they were written in.", core.store.transactions
    )
    page.counted(
        "farmstead_store_errors_total",
        "Requests that failed because of the store, by why.",
        [({"why": why}, number) for why, number in sorted(core.figures.troubles.items())],
    )
    availability = core.store.availability
    page.gauge(
        "farmstead_store_readable",
        "1 when the store could be read the last time.",
        int(availability.failure("read") is None),
    )
    page.gauge(
        "farmstead_store_writable",
        "1 when the store could be written the last time.",
        int(availability.failure("written") is None),
    )
    health = core.store.health
    faults = len(health.troubles) + len(health.damaged) + availability.damage
    page.gauge("farmstead_store_faults", "Damage found in the store since the start.", faults)
    page.gauge(
        "farmstead_last_backup_timestamp_seconds",
        "When the last sound backup was taken from the folder of this server; 0: never.",
        last_backup(core.settings),
    )


def of_process(page: Page) -> None:
    """By the names that such figures have everywhere."""
    page.gauge("process_start_time_seconds", "When the process was started.", int(STARTED))
    page.counter("process_cpu_seconds_total", "Time of the processor used.", round(time.process_time(), 2))
    if sys.platform != "win32":
        import resource

        page.gauge("process_max_fds", "Files it may open.", resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    with suppress(OSError):  # where the system tells
        page.gauge("process_open_fds", "Files it has open.", len(os.listdir("/proc/self/fd")))
        with open("/proc/self/statm", encoding="ascii") as told:
            pages = int(told.read().split()[1])
        page.gauge("process_resident_memory_bytes", "Memory in use.", pages * os.sysconf("SC_PAGE_SIZE"))
