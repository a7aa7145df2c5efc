"""The visitor who means ill, in a process of its own: `python -m scripts.siege.visitor`.

It reads orders, one a line as JSON, and answers each by a line.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Final

import msgspec

from scripts.siege.routes import BY_NAME
from scripts.siege.sending import Attack, Order, Report, Running, Sender

LONGEST_PREPARING_S: Final = 120.0
LINE: Final = 2**24  # bytes of an order or an answer


async def prepared(order: Order) -> Attack:
    assert order.given is not None
    attack = Attack(order.given)
    before = BY_NAME[order.entry].before
    if before is not None:
        sender = Sender(attack, 0)
        try:
            async with asyncio.timeout(LONGEST_PREPARING_S):
                await before(sender)
        finally:
            sender.close()
    return attack


async def obey(lines: asyncio.StreamReader) -> None:
    """Order after order, until there are no more."""
    attack: Attack | None = None
    running: Running | None = None
    while line := await lines.readline():
        order = msgspec.json.decode(line, type=Order)
        report = Report()
        try:
            if order.do == "prepare":
                attack = await prepared(order)
            elif order.do == "send":
                assert attack is not None
                running = Running(attack, BY_NAME[order.entry].script, order.connections)
            elif running is not None:
                report = await running.stop(order.expects)
        except Exception as error:  # told to whoever gave the order
            report = Report(f"{type(error).__name__}: {error}")
        sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
        sys.stdout.buffer.flush()


async def main() -> None:
    """Orders come on standard input."""
    lines = asyncio.StreamReader(limit=LINE)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    await obey(lines)


if __name__ == "__main__":
    asyncio.run(main())
