"""The start of a game: when it comes with what happens, and what is written when it does not come."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from farmstead.engine.contract import Seat
from farmstead.server.hub.hub import Batch
from farmstead.server.store import SeatRow as StoredSeat
from farmstead.server.table.entries import Cancelled, Entry, Left, Started
from farmstead.server.table.live_table import LiveTable


def begun(live: LiveTable, entries: Sequence[Entry]) -> Sequence[Entry]:
    """These, and the start of the game if there is nobody to wait for after them."""
    return [*entries, Started()] if live.begins_after(entries) else entries


def left(live: LiveTable, seat: Seat) -> Batch:
    """Somebody goes before the game begins.

    Where others have shown what they add to the luck, or may be about to, all of that is void: nobody goes
    because of it.
    """
    before = [Cancelled("left")] if live.contributions.opened or live.is_opening() else []
    return Batch([*before, Left(seat)], [free_again(live, seat)])


def cancelled(live: LiveTable, kept: Collection[Seat] = ()) -> Batch:
    """A start is given up. Who was waited for has to go, but for those who are `kept`.

    A program stays, and is not waited for again.
    """
    late = live.contributions.waits_for()
    people = [seat for seat in late if live.chairs.all[seat].how != "client" and seat not in kept]
    entries: list[Entry] = [Cancelled("unopened"), *[Left(seat) for seat in people]]
    return Batch(begun(live, entries), [free_again(live, seat) for seat in people])


def free_again(live: LiveTable, seat: Seat) -> StoredSeat:
    """The seat as it was before somebody sat down."""
    return StoredSeat(seat, "invited" if live.setup.plan[seat].kind == "invited" else "open")
