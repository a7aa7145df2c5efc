"""Games that go on from golden records, for tests."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from pathlib import Path

from farmstead.engine.contract import CHANCE
from farmstead.engine.record import Record, read_record
from farmstead.server.table.branch_origin import branched_setup
from farmstead.server.table.entries import Dealt, Moved, Sat, Started
from farmstead.server.table.setup import Luck, Origin, SeatPlan, TableSetup
from tests.server.playing import KEY, Owner

RECORDS = Path(__file__).parents[1] / "records"


def told(name: str) -> str:
    return (RECORDS / f"{name}.record").read_text()


def record_of(text: str) -> Record:
    return read_record(text.encode())


def a_branch(text: str, ply: int, luck: Luck = "same", key: bytes = KEY) -> TableSetup:
    """All seats on one device."""
    origin = Origin(sha256(text.encode()).hexdigest(), ply, luck)
    plan = [SeatPlan("device") for _ in range(record_of(text).setup.seats)]
    return branched_setup(text, origin, plan, key)


def branched(text: str, ply: int, luck: Luck = "same", key: bytes = KEY) -> Owner:
    """The same, begun."""
    owner = Owner(a_branch(text, ply, luck, key))
    seats = range(owner.setup.seats)
    owner.do(*[Sat(seat, "device" if seat else "person", "ada") for seat in seats], Started())
    return owner


def play_as_told(owner: Owner, record: Record, upto: int | None = None) -> None:
    """Make the choices of a record from where the game is now; what falls out by itself must be the same."""
    made = owner.live._course.table.entries
    done = Counter(entry.seat for entry in made)
    for seat, text in record.moves[:upto]:
        if seat == CHANCE:
            choose_as_told(owner, record)
            continue
        if done[seat]:
            done[seat] -= 1
            continue
        before = len(made := owner.live._course.table.entries)
        owner.do(Moved(seat, owner.live.position(seat).next, text))
        after = Counter(entry.seat for entry in owner.live._course.table.entries[before + 1 :])
        done.update(after)


def choose_as_told(owner: Owner, record: Record) -> None:
    """Where luck is chosen: what the record says, as long as nobody has to decide."""
    while due := owner.live.luck_due():
        entries = owner.live._course.table.entries
        chance = [text for seat, text in record.moves if seat == CHANCE]
        so_far = sum(entry.seat == CHANCE for entry in entries)
        owner.do(Dealt(0, due, chance[so_far]))
