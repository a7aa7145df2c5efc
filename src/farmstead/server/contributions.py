"""What the people at a table add to its luck, from the first pledge to the start; docs/fair.md says why.

A pledge can be made, and changed, until the first contribution is opened. After that nothing changes: all
who have pledged open, and the game begins, or the start is cancelled and a new round begins in which all
pledges are void. Who had pledged in a round that was cancelled has to pledge again before the game begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from farmstead.engine.contract import Seat, seat_text
from farmstead.engine.fair import Contribution, Fairness, commitment_to, game_key, pledge_for, round_key
from farmstead.server.chairs import Chairs
from farmstead.server.journal import Cancelled, Opened, Pledged
from farmstead.server.news import FairNow, FairSeat
from farmstead.server.refusals import Refused

MAY_PLEDGE: Final = ("person", "client")  # a device adds one, by the seat of its person; bots add none


@final
class Contributions:
    """Those of one table."""

    __slots__ = ("_owed", "_used", "opened", "pledges", "round")

    def __init__(self) -> None:
        self.round = 0  # how many starts have been cancelled
        self.pledges: dict[Seat, str] = {}
        self.opened: dict[Seat, str] = {}
        self._owed: set[Seat] = set()  # these had pledged in a round before
        self._used: set[str] = set()  # the pledges of rounds before, whose values may be known

    def waits_for(self) -> list[Seat]:
        """Those who have to pledge again; when all have, those who have to open."""
        return sorted(self._unpledged() or self.pledges.keys() - self.opened.keys())

    def shown(self) -> list[str]:
        """All pledges, in the order of seats."""
        return [self.pledges[seat] for seat in sorted(self.pledges)]

    def _unpledged(self) -> set[Seat]:
        return self._owed - self.pledges.keys()

    def is_open(self, chairs: Chairs) -> bool:
        """Whether contributions may be opened now."""
        return bool(self.pledges) and not chairs.empty() and not self._unpledged()

    # ---- what may happen ---------------------------------------------------------------------------------

    def check_pledge(self, entry: Pledged, chairs: Chairs) -> None:
        tried, how = "pledged", chairs.all[entry.seat].how
        if not how:
            raise Refused("seat_empty", tried)
        if how not in MAY_PLEDGE:
            raise Refused("adds_nothing", tried)
        if self.opened:
            raise Refused("opening_begun", tried)
        others = [pledge for seat, pledge in self.pledges.items() if seat != entry.seat]
        if entry.pledge in self._used or entry.pledge in others:
            raise Refused("pledge_used", tried)

    def check_opening(self, entry: Opened, chairs: Chairs) -> None:
        tried = "opened"
        if chairs.empty():
            raise Refused("empty_seats", tried, {"seats": _listed(chairs.empty())})
        if entry.seat not in self.pledges:
            raise Refused("nothing_pledged", tried)
        if self._unpledged():
            raise Refused("pledges_missing", tried, {"seats": _listed(sorted(self._unpledged()))})
        if entry.seat in self.opened:
            raise Refused("opened_already", tried)
        if pledge_for(entry.seat, entry.value) != self.pledges[entry.seat]:
            raise Refused("wrong_opening", tried)

    def check_cancelling(self, entry: Cancelled, chairs: Chairs) -> None:
        is_late = bool(self.waits_for()) and not chairs.empty()
        if not (is_late if entry.why == "unopened" else self.opened):
            raise Refused("nothing_to_cancel", "cancelled")

    def check_leaving(self) -> None:
        """After the first opening nobody goes without cancelling the start."""
        if self.opened:
            raise Refused("opening_begun", "left")

    def check_start(self) -> None:
        if self.waits_for():
            raise Refused("openings_missing", "started", {"seats": _listed(self.waits_for())})

    # ---- what happens ------------------------------------------------------------------------------------

    def pledge(self, entry: Pledged) -> None:
        self.pledges[entry.seat] = entry.pledge

    def open(self, entry: Opened) -> None:
        self.opened[entry.seat] = entry.value

    def leave(self, seat: Seat) -> None:
        """Whoever comes there now owes nothing."""
        self.pledges.pop(seat, None)
        self._owed.discard(seat)

    def cancel(self, entry: Cancelled, chairs: Chairs) -> None:
        """Nothing counts any more. A program that was waited for too long is not waited for again."""
        late = self.waits_for() if entry.why == "unopened" else []
        self._owed |= self.pledges.keys()
        self._owed -= {seat for seat in late if chairs.all[seat].how == "client"}
        self._used |= set(self.pledges.values())
        self.pledges, self.opened = {}, {}
        self.round += 1

    # ---- what comes of it --------------------------------------------------------------------------------

    def now(self, secret: bytes, chairs: Chairs) -> FairNow:
        """What everybody may know of it, before the game and in it."""
        given = [
            FairSeat(seat, self.pledges[seat], self.opened.get(seat, "")) for seat in sorted(self.pledges)
        ]
        is_open = self.is_open(chairs) and bool(self.waits_for())
        commitment = commitment_to(round_key(secret, self.round))
        return FairNow(self.round, commitment, tuple(given), tuple(self.waits_for()), is_open)

    def game_key(self, secret: bytes) -> bytes:
        """The key of all draws, once everything has been opened."""
        return game_key(round_key(secret, self.round), list(self.opened.items()))

    def fairness(self, secret: bytes, marks: Sequence[str]) -> Fairness:
        """All of it, with the server's key of this round: for when the game is over."""
        key = round_key(secret, self.round)
        given = [Contribution(seat, self.pledges[seat], value) for seat, value in sorted(self.opened.items())]
        return Fairness(self.round, commitment_to(key), key.hex(), given, marks)


def _listed(seats: Sequence[Seat]) -> str:
    return ",".join([seat_text(seat) for seat in seats])
