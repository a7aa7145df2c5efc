"""A program that appends to a store as fast as it can and prints every entry once it is acknowledged.

    python -m tests.server.appending FILE ROUND TABLES     until it is killed
    python -m tests.server.appending FILE --until-no-room  until the file may not grow any further, and on

It is run by the tests of the store.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from itertools import count
from pathlib import Path

from farmstead.server.store import NewTable, Store, StoreAway, StoreFull


def say(text: str) -> None:
    """In one piece: whoever kills this process gets whole lines."""
    os.write(sys.stdout.fileno(), f"{text}\n".encode())


async def append_for_ever(store: Store, table: int, mark: str) -> None:
    last = (await store.tables.get(table)).last
    for n in count(last + 1):
        entry = f"{mark} {table} {n}"
        await store.journal.append(table, n, [entry.encode()])
        say(entry)


async def until_killed(path: Path, mark: str, tables: int) -> None:
    async with await Store.open(path) as store:
        say("open")
        await asyncio.gather(*[append_for_ever(store, table, mark) for table in range(1, tables + 1)])


async def until_no_room(path: Path) -> None:
    """The limit is the system's: what fails is writing to the file, in the midst of a commit."""
    async with await Store.open(path) as store:
        table = (await store.tables.create(NewTable("pebbles", b"", b""))).id
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 300_000, hard))
        n = 1
        try:
            while True:
                await store.journal.append(table, n, [b"%d " % n * 1000])
                n += 1
        except (StoreAway, StoreFull) as error:
            say(f"{type(error).__name__} at {n}")
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        written = await store.journal.read(table)
        say(f"{len(written)} written")
        await store.journal.append(table, len(written) + 1, [b"and on"])
        say("and on")


if __name__ == "__main__":
    if sys.argv[2] == "--until-no-room":
        asyncio.run(until_no_room(Path(sys.argv[1])))
    else:
        asyncio.run(until_killed(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
