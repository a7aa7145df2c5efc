"""The clock of a table: since when each decision stands, and until when it is to be made.

All times are server time (`server_time.py`). A decision begins with the entry that led to it, or with the
return of the person whose seat it is. What others do beside it does not begin it anew, as its number stays.
A start for which contributions are missing is waited for as a decision is, but never for less than a minute.
"""

from __future__ import annotations

from typing import Final, Self, final

from farmstead.engine.contract import Seat
from farmstead.server.store import Milliseconds
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.options import TableOptions

NO_DECISION: Final = 0  # no decision has this number
# After it a start that is waited for can be cancelled by hand.
START_CANCELLABLE_MS: Final[Milliseconds] = 60_000
A_DAY: Final[Milliseconds] = 24 * 3600 * 1000  # after it without a clock it is cancelled


@final
class Deadlines:
    """The clock of one table. Bots have no clock, and neither has who has nothing to decide."""

    __slots__ = ("_begun", "_decisions", "_round", "_starting", "is_running", "limit")

    def __init__(self, seats: int, options: TableOptions) -> None:
        self.limit: Milliseconds = 1000 * options.clock  # 0: nobody is ever late with a decision
        self._starting: Milliseconds | None = None  # since when only contributions are missing
        self._round = 0  # in which round that is
        self.is_running = False  # somebody may be late some time
        self._decisions = [NO_DECISION] * seats  # the one that stands, by seat
        self._begun: list[Milliseconds] = [0] * seats

    def with_clock(self, options: TableOptions) -> Self:
        """These deadlines with another clock, for a table whose game has not begun."""
        other = type(self)(len(self._decisions), options)
        other._starting, other._round = self._starting, self._round
        other.is_running = other.limit > 0 or self._starting is not None
        return other

    def note(self, live: LiveTable, up: Milliseconds) -> None:
        """Start and stop clocks after an entry, by the server time of that entry; call it for every one."""
        if live.phase() != "waiting" or not live.is_starting():
            self._starting = None
        elif self._starting is None or self._round != live.contributions.round:
            self._starting, self._round = up, live.contributions.round
        if self.limit:
            self._note_decisions(live, up)
        self.is_running = self.limit > 0 or self._starting is not None

    def _note_decisions(self, live: LiveTable, up: Milliseconds) -> None:
        to_act = live.to_act()
        for seat, chair in enumerate(live.chairs.all):
            decides = seat in to_act and not chair.is_played_by_bot()
            decision = (live.decision(seat) or NO_DECISION) if decides else NO_DECISION
            if decision != self._decisions[seat]:
                self._decisions[seat], self._begun[seat] = decision, up

    def until(self) -> list[Milliseconds | None]:
        """When the time of each seat is up, None where nobody waits for a person."""
        standing = zip(self._begun, self._decisions, strict=True)
        return [None if decision == NO_DECISION else begun + self.limit for begun, decision in standing]

    def left(self, now: Milliseconds) -> tuple[Milliseconds | None, ...]:
        """How much time each seat has left, None where no clock runs."""
        if not self.limit:
            return (None,) * len(self._begun)
        return tuple(
            [None if until is None else max(0, min(self.limit, until - now)) for until in self.until()]
        )

    def start_until(self) -> Milliseconds | None:
        """When a start that is waited for is cancelled."""
        if self._starting is None:
            return None
        return self._starting + (max(self.limit, START_CANCELLABLE_MS) if self.limit else A_DAY)

    def start_cancellable(self) -> Milliseconds | None:
        """From when on whoever sits there may cancel it."""
        return None if self._starting is None else self._starting + START_CANCELLABLE_MS

    def earliest(self) -> Milliseconds | None:
        """When the first of them is late."""
        due = [until for until in self.until() if until is not None]
        start = None if self._starting is None else self.start_until()
        return min(due if start is None else [*due, start], default=None)

    def late(self, now: Milliseconds) -> list[Seat]:
        """The seats whose time is up."""
        return [seat for seat, until in enumerate(self.until()) if until is not None and until <= now]
