"""The bots of a device, one thought after the other; they get views, as at a server."""

from __future__ import annotations

import asyncio
from json import loads
from typing import Final, final

import msgspec

from farmstead.agents import Observation, agent
from farmstead.engine.contract import FarmsteadError, Seat
from farmstead.in_page.tables import DeviceTable, DeviceTables
from farmstead.server.base.refusals import Refused
from farmstead.server.bots.chosen import seed_of, spec_of
from farmstead.server.table.entries import Moved
from farmstead.server.table.live_table import LiveTable

FALLBACK: Final = "greedy"
OVERTAKEN: Final = ("decision_made", "decision_ahead", "not_to_decide", "person_plays", "over")


def waiting_bot(live: LiveTable) -> Seat | None:
    """The first seat that a bot plays and that is to decide."""
    return next((seat for seat in live.to_act() if live.chairs.all[seat].level), None)


def move_of(live: LiveTable, seat: Seat) -> str:
    """What the bot of a seat chooses, from what the seat sees; with a fault, what a plain one does."""
    position = live.position(seat)
    seen = Observation(live.game, seat, loads(msgspec.json.encode(position.view)), position.legal)
    seed = seed_of(live)
    try:
        return agent(spec_of(live, seat), seed).choose(seen)
    except FarmsteadError:
        return agent(FALLBACK, seed).choose(seen)


@final
class Bots:
    """They go on at a table until a person is to decide."""

    def __init__(self) -> None:
        self._playing: dict[str, asyncio.Task[None]] = {}

    def go_on(self, tables: DeviceTables, table: DeviceTable) -> None:
        """Have them play where they are waited for."""
        if table.code not in self._playing and waiting_bot(table.live) is not None:
            self._playing[table.code] = asyncio.ensure_future(self._play(tables, table))

    async def _play(self, tables: DeviceTables, table: DeviceTable) -> None:
        try:
            while (seat := waiting_bot(table.live)) is not None:
                await asyncio.sleep(0)  # whoever asks meanwhile is answered first
                await self._decide(tables, table, seat)
        except Refused:
            pass  # it could not be kept, or the table is gone: the next who looks has them try again
        finally:
            del self._playing[table.code]

    async def _decide(self, tables: DeviceTables, table: DeviceTable, seat: Seat) -> None:
        decision = table.live.decision(seat)
        if decision is None:  # something was taken back meanwhile
            return
        made = Moved(seat, decision, move_of(table.live, seat), "bot")
        try:
            await tables.post(table, lambda _: [made])
        except Refused as error:
            if error.refusal.key not in OVERTAKEN:
                raise
