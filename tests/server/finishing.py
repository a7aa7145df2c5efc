"""Games that are brought to their end, quickly, and days that end when a test says so."""

from __future__ import annotations

from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.store import Milliseconds, TableId, end_of
from farmstead.server.table.entries import By, Moved
from farmstead.server.table.live_table import LiveTable
from tests.server.asking import Doorstep
from tests.server.playing import Owner

DAY = "2031-05-06"
NEXT = "2031-05-07"
NOON = end_of(DAY) - 12 * 3_600_000


class Wall:
    """A clock on the wall that is set by hand; it goes on by a millisecond whenever somebody looks."""

    def __init__(self, now: Milliseconds = NOON) -> None:
        self.now = now

    def __call__(self) -> Milliseconds:
        self.now += 1
        return self.now

    def pass_midnight(self) -> None:
        self.now = max(self.now, end_of(DAY))


async def table_of(door: Doorstep, code: str) -> TableId:
    return (await door.core.store.tables.find(code)).id


async def play_on(core: Core, table: TableId, moves: int = 10_000, n: int = 0) -> None:
    """So many moves, or to the end, whoever sits there, always the n-th; bots may be quicker."""
    for _ in range(moves):
        found = await core.hub.look(table, lambda live: _next(live, n))
        if found is None:
            return
        try:
            await core.hub.post(table, found)
        except Refused:
            continue


def _next(live: LiveTable, n: int) -> Moved | None:
    if not live.to_act():
        return None
    seat = live.to_act()[0]
    position = live.position(seat)
    assert position.decision is not None
    by: By = "bot" if live.chairs.all[seat].is_played_by_bot() else "person"
    return Moved(seat, position.decision, position.legal[n], by)


def finished(owner: Owner) -> LiveTable:
    """A table by itself, at the end of its game."""
    while owner.live.to_act():
        owner.move(owner.live.to_act()[0])
    return owner.live
