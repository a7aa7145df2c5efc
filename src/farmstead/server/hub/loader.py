"""From the store to a live table and back: what is written of a table, and how it is folded again.

A table that cannot be folded is not lost: it comes with its last good position and a sentence that says what
is wrong. The sentence is fit to be shown; what exactly could not be folded may be secret, and is only logged.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import structs

from farmstead.engine.contract import BadSetup, FarmsteadError
from farmstead.server.hub.deadlines import Deadlines
from farmstead.server.store import (
    JournalDamaged,
    NewTable,
    NotThere,
    PlayerId,
    Store,
    TableId,
    TableRow,
    TableState,
)
from farmstead.server.store import JournalEntry as Row
from farmstead.server.table.entries import Damaged, decode
from farmstead.server.table.live_table import REMEMBERED_ENTRIES, LiveTable
from farmstead.server.table.options import TableOptions, decode_options
from farmstead.server.table.setup import TableSetup, decode_setup, encode_setup, record_name

LOG: Final = logging.getLogger(__name__)
ENTRIES_PER_STEP: Final = 8  # entries that are folded before others get their turn
CLOSED_OPTIONS: Final = TableOptions(chat=False, hints=False, spectators=False)  # what might be forbidden, is


class Loaded(NamedTuple):
    """A table as it came out of the store."""

    live: LiveTable | None  # None: there is not even a set-up
    state: TableState  # as the store has it
    aside: str = ""  # why it cannot go on; the table is as it was before that
    for_good: bool = False  # what is stored is wrong, and not just this program
    options: TableOptions = CLOSED_OPTIONS
    deadlines: Deadlines | None = None  # None: it is not known
    owner: PlayerId | None = None


def new_table(
    setup: TableSetup,
    options: bytes = b"{}",
    owner: PlayerId | None = None,
    public: bool = False,
    edition: str | None = None,
) -> NewTable:
    """What is stored of a new table; `edition` is the digest of its components if they are its own."""
    return NewTable(setup.game, encode_setup(setup), setup.key, options, owner, public, edition)


async def load(store: Store, table: TableId, keep: int | None = REMEMBERED_ENTRIES) -> Loaded:
    """Fold a stored table, letting others have their turn; a StoreError when it cannot be read."""
    row = await store.tables.get(table)
    try:
        options = decode_options(row.options)
    except Damaged as error:
        LOG.error("Table %d has no options: %s", table, error)
        loaded = (await _load(store, row, CLOSED_OPTIONS, keep))._replace(owner=row.owner)
        return loaded if loaded.aside else loaded._replace(aside="Its options cannot be read.", for_good=True)
    return (await _load(store, row, options, keep))._replace(options=options, owner=row.owner)


async def _load(store: Store, row: TableRow, options: TableOptions, keep: int | None) -> Loaded:
    table = row.id
    key = await store.tables.key(table)
    try:
        components = "" if row.edition is None else await store.editions.get(row.edition)
    except NotThere as error:
        LOG.error("Table %d cannot be played: %s", table, error)
        return Loaded(None, row.state, "Its components are no longer there.", for_good=True)
    try:
        live = await _begun(store, decode_setup(row.setup, key, components), keep)
    except NotThere as error:
        LOG.error("Table %d cannot be played: %s", table, error)
        return Loaded(None, row.state, "The game that it goes on from is no longer there.", for_good=True)
    except Damaged as error:
        LOG.error("Table %d has no set-up: %s", table, error)
        return Loaded(None, row.state, "Its set-up cannot be read.", for_good=True)
    except BadSetup as error:
        LOG.error("Table %d cannot be played: %s", table, error)
        return Loaded(None, row.state, "Its game is not to be had in this version.")
    deadlines = Deadlines(live.setup.seats, options)
    damaged = 0
    try:
        entries = await store.journal.read(table)
    except JournalDamaged as error:
        LOG.error("Table %d: %s", table, error)
        entries, damaged = error.good, error.n
    loaded = await folded(live, entries, table, deadlines)
    if damaged and not loaded.aside:
        return Loaded(loaded.live, row.state, unreadable(damaged), for_good=True)
    if row.state == "aside" and not loaded.aside:  # until somebody who has looked into it says otherwise
        return Loaded(loaded.live, row.state, row.why or "It was set aside.", for_good=True)
    return loaded._replace(state=row.state, deadlines=deadlines)


async def _begun(store: Store, setup: TableSetup, keep: int | None) -> LiveTable:
    """A table before its first entry; where it goes on from another game, that one's moves are played."""
    if setup.origin is None:
        return await asyncio.to_thread(LiveTable, setup, keep) if setup.components else LiveTable(setup, keep)
    kept = await store.records.get(record_name(setup.origin.record))
    return await asyncio.to_thread(LiveTable, structs.replace(setup, told=kept.text), keep)


async def folded(
    live: LiveTable, rows: Sequence[Row], table: TableId, deadlines: Deadlines | None = None
) -> Loaded:
    """Fold more entries into a table; those that come before the first at fault are in it.

    `deadlines`, the table's clock if it has one, takes note of each.
    """
    begun = live.number
    for n, row in enumerate(rows, 1):
        try:
            live.add(decode(row.entry))
        except FarmsteadError as error:
            LOG.error("Entry %d of table %d cannot be folded: %s", row.n, table, error)
            return Loaded(live, "aside", unreadable(row.n), for_good=True)
        except Exception:  # a fault of the program, and the table may be half changed
            LOG.exception("Entry %d of table %d could not be folded.", row.n, table)
            good = None if begun else await folded(LiveTable(live.setup), rows[: n - 1], table)
            return Loaded(good and good.live, "aside", unreadable(row.n))
        if deadlines is not None:
            deadlines.note(live, row.up)
        if n % ENTRIES_PER_STEP == 0:
            await asyncio.sleep(0)
    return Loaded(live, "playing")


def unreadable(n: int) -> str:
    return f"Entry {n} of its journal cannot be read."
