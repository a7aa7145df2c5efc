"""Since when the decisions of a table stand, and until when they are to be made.

All times are house time (uptime.py). A decision begins with the entry that led to it, or with the return of
the person whose seat it is. What others do beside it does not begin it anew, as its number stays the same.
"""

from __future__ import annotations

from typing import Final, final

from farmstead.engine.contract import Seat
from farmstead.server.live import LiveTable
from farmstead.server.store import Milliseconds

NONE: Final = 0  # no decision has this number


@final
class Since:
    """The clock of one table. Bots have no clock, and neither has who has nothing to decide."""

    __slots__ = ("_begun", "_decisions", "limit")

    def __init__(self, seats: int, seconds: int) -> None:
        self.limit: Milliseconds = 1000 * seconds
        self._decisions = [NONE] * seats  # the one that stands, by seat
        self._begun: list[Milliseconds] = [0] * seats

    def note(self, live: LiveTable, up: Milliseconds) -> None:
        """To be called after every single entry of the table, with the house time at which it was written."""
        to_act = live.to_act()
        for seat, chair in enumerate(live.chairs.all):
            decides = seat in to_act and not chair.is_played_by_bot()
            decision = (live.decision(seat) or NONE) if decides else NONE
            if decision != self._decisions[seat]:
                self._decisions[seat], self._begun[seat] = decision, up

    def until(self, seat: Seat) -> Milliseconds | None:
        """When a seat's time is up, None when nobody waits for a person there."""
        return None if self._decisions[seat] == NONE else self._begun[seat] + self.limit

    def earliest(self) -> Milliseconds | None:
        """When the first of them is late."""
        return min([begun + self.limit for _, begun in self._standing()], default=None)

    def late(self, now: Milliseconds) -> list[Seat]:
        """The seats whose time is up."""
        return [seat for seat, begun in self._standing() if begun + self.limit <= now]

    def _standing(self) -> list[tuple[Seat, Milliseconds]]:
        return [(seat, self._begun[seat]) for seat, now in enumerate(self._decisions) if now != NONE]
