"""After the storm: every stored game is folded again and compared with what the clients sent and heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

import msgspec

from farmstead.server.hub.loader import load
from farmstead.server.store import NotThere, Store, TableId
from farmstead.server.table.entries import Asked, Entry, Moved, Undone, decode
from farmstead.server.table.live_table import LiveTable
from scripts.soak.log import Acknowledged, SeatLog


@dataclass(slots=True)
class Checked:
    """What was found."""

    faults: list[str] = field(default_factory=list)
    stored: int = 0  # tables
    entries: int = 0
    news: int = 0  # compared
    positions: int = 0


async def check(place: Path | str, logs: Sequence[SeatLog]) -> Checked:
    """The store there, with all that its clients know."""
    checked = Checked([fault for log in logs for fault in log.faults])
    by_code: dict[str, list[SeatLog]] = {}
    for log in logs:
        by_code.setdefault(log.code, []).append(log)
    async with await Store.open(place) as store:
        health = await store.check()
        checked.faults += health.troubles + [
            f"The journal of table {table} has gaps." for table in health.damaged
        ]
        before: TableId | None = None
        while tables := await store.tables.every(before):
            for table in tables:
                await check_stored(store, table, by_code, checked)
            before = tables[-1]
    checked.faults += [f"Table {code} is not in the store." for code in by_code]
    return checked


async def check_stored(
    store: Store, table: TableId, by_code: dict[str, list[SeatLog]], checked: Checked
) -> None:
    try:
        row = await store.tables.get(table)
    except NotThere:
        checked.faults.append(f"There is no table {table}.")
        return
    loaded = await load(store, table, keep=None)
    checked.stored += 1
    if loaded.live is None or loaded.aside:
        checked.faults.append(f"Table {row.code} cannot be folded: {loaded.aside}")
        return
    entries = [decode(each.entry) for each in await store.journal.read(table)]
    checked.entries += len(entries)
    logs = by_code.pop(row.code, [])
    check_table(loaded.live, entries, logs, checked)
    if logs and row.state != "over":
        checked.faults.append(f"Table {row.code} is {row.state} in the store and should be over.")


def check_table(
    whole: LiveTable, entries: Sequence[Entry], logs: Sequence[SeatLog], checked: Checked
) -> None:
    """One table: what is written, what was acknowledged, what was told and what was seen."""
    for log in logs:
        for what in (
            *written_faults(entries, log),
            *acknowledged_faults(entries, log),
            *heard_faults(whole, log),
        ):
            log.fault(what)
            checked.faults.append(log.faults[-1])
        checked.news += len(log.heard)
    checked.positions += compare_positions(whole, entries, logs, checked)
    if logs and whole.phase() != "over":
        checked.faults.append(f"Table {logs[0].code} is {whole.phase()} and should be over.")


def written_faults(entries: Sequence[Entry], log: SeatLog) -> list[str]:
    """What a seat did is in the journal: all of it, once, in the order in which it was acknowledged."""
    own = [entry for entry in entries if isinstance(entry, Moved | Undone) and entry.seat == log.seat]
    said = [each.deed for each in log.acknowledged if isinstance(each.deed, Moved | Undone)]
    faults: list[str] = []
    if [spelled(deed) for deed in own] != [spelled(deed) for deed in said]:
        missing = [deed for deed in said if spelled(deed) not in map(spelled, own)]
        more = [deed for deed in own if spelled(deed) not in map(spelled, said)]
        faults.append(f"acknowledged and not written: {missing}; written and not acknowledged: {more}")
    if len({entry.decision for entry in own}) != len(own):
        faults.append("a decision was used twice")
    refused = [deed for deed in log.refused if isinstance(deed, Moved | Undone)]
    # A refusal spends no number: the same may have been sent again later, and acknowledged.
    quietly = set(map(spelled, own)) - set(map(spelled, said))
    faults += [f"refused and written: {deed}" for deed in refused if spelled(deed) in quietly]
    return faults


def spelled(deed: Entry) -> Entry:
    """A deed without the part that the server adds."""
    if isinstance(deed, Asked):
        return msgspec.structs.replace(deed, programs=False)
    return msgspec.structs.replace(deed, by="person") if isinstance(deed, Moved) else deed


def acknowledged_faults(entries: Sequence[Entry], log: SeatLog) -> list[str]:
    """Whatever was acknowledged has the number that the server said."""
    faults = [f"acknowledged as {each.number} and not there: {each.deed}" for each in log.acknowledged
              if not is_there(entries, each)]  # fmt: skip
    numbers = [each.number for each in log.acknowledged if not each.again]
    if numbers != sorted(set(numbers)):
        faults.append("the numbers of what was acknowledged do not go up")
    return faults


def is_there(entries: Sequence[Entry], said: Acknowledged) -> bool:
    """A first time under its number, one that was answered late somewhere before."""
    upto = [spelled(entry) for entry in entries[: said.number]]
    return said.deed in upto if said.again else bool(upto) and upto[-1] == said.deed


def heard_faults(whole: LiveTable, log: SeatLog) -> list[str]:
    """The stream told every entry once and in order, in the words that the journal has for it."""
    news = [crc32(msgspec.json.encode(each)) for each in whole.news(0, log.seat)]
    if len(log.heard) != len(news):
        return [f"heard of {len(log.heard)} entries, and there are {len(news)}"]
    return [f"heard something else of entry {n}" for n, (told, true) in
            enumerate(zip(log.heard, news, strict=True), 1) if told != true]  # fmt: skip


def compare_positions(
    whole: LiveTable, entries: Sequence[Entry], logs: Sequence[SeatLog], checked: Checked
) -> int:
    """Fold once more, entry by entry: whatever was seen on the way is what a seat saw then."""
    live = LiveTable(whole.setup)
    compared = 0
    for entry in entries:
        live.add(entry)
        for log in logs:
            seen = log.positions.get(live.number)
            if seen is None:
                continue
            compared += 1
            if seen != crc32(msgspec.json.encode(live.position(log.seat))):
                log.fault(f"saw something else after entry {live.number}")
                checked.faults.append(log.faults[-1])
    for log in logs:
        if live.number not in log.positions:
            log.fault("did not see the end")
            checked.faults.append(log.faults[-1])
    return compared
