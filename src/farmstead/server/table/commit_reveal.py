"""What the people at a table add to its luck, from the first pledge to the start; docs/fair.md says why.

A pledge can be made, and changed, until contributions are to be opened. After that nothing changes: all
who have pledged open, and the game begins, or the start is cancelled and a new round begins in which all
pledges are void. Who had pledged in a round that was cancelled has to pledge again before the game begins.

In scheme 2 nothing changes from when the table is full: a value may be on its way. Journals of scheme 1, in
which pledges were changed until the first opening, are folded as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, final

from farmstead.engine import fair
from farmstead.engine.contract import Seat, Setup, seat_text
from farmstead.engine.fair import CHAIN_KEYS
from farmstead.messages import FairNow, FairRound, FairSeat, FairSetup
from farmstead.server.base.refusals import Refused
from farmstead.server.table.entries import Cancelled, Opened, Pledged
from farmstead.server.table.seats import SeatStates

MAY_PLEDGE: Final = ("person", "client")  # a device adds one, by the seat of its person; bots add none


class Void(NamedTuple):
    """What had been pledged and opened for a start that was cancelled."""

    why: str
    given: tuple[FairSeat, ...]


@final
class CommitReveal:
    """Those of one table."""

    __slots__ = (
        "_digest",
        "_key",
        "_owed",
        "_secret",
        "_used",
        "_void",
        "opened",
        "pledges",
        "round",
        "scheme",
        "setup",
    )

    def __init__(self, scheme: int, secret: bytes, setup: Setup) -> None:
        self.scheme = scheme
        self.setup = FairSetup(setup.game, setup.rules, setup.seats, setup.options, setup.edition)
        self._digest = fair.setup_digest(setup)
        self._secret = secret
        self._key: tuple[int, bytes] | None = None  # of the round for which it was last asked
        self._void: tuple[Void, ...] = ()  # by round
        self.round = 0  # how many starts have been cancelled
        self.pledges: dict[Seat, str] = {}
        self.opened: dict[Seat, str] = {}
        self._owed: set[Seat] = set()  # these had pledged in a round before
        self._used: set[str] = set()  # the pledges of rounds before, whose values may be known

    def waits_for(self) -> list[Seat]:
        """Those who have to pledge again; when all have, those who have to open."""
        if self.is_used_up():
            return []
        return sorted(self._unpledged() or self.pledges.keys() - self.opened.keys())

    def shown(self) -> list[str]:
        """All pledges, in the order of seats."""
        return [self.pledges[seat] for seat in sorted(self.pledges)]

    def _unpledged(self) -> set[Seat]:
        return self._owed - self.pledges.keys()

    def is_used_up(self) -> bool:
        """Whether so many starts were cancelled that there is no key for another: no game begins here."""
        return self.scheme > 1 and self.round >= CHAIN_KEYS - 1

    def is_open(self, chairs: SeatStates) -> bool:
        """Whether contributions may be opened now."""
        return bool(self.pledges) and not chairs.empty() and not self._unpledged()

    # ---- what may happen ---------------------------------------------------------------------------------

    def check_pledge(self, entry: Pledged, chairs: SeatStates) -> None:
        tried, how = "pledged", chairs.all[entry.seat].how
        if not how:
            raise Refused("seat_empty", tried)
        if how not in MAY_PLEDGE:
            raise Refused("adds_nothing", tried)
        if self.is_used_up():
            raise Refused("too_many_starts", tried)
        if self.opened:
            raise Refused("opening_begun", tried)
        others = [pledge for seat, pledge in self.pledges.items() if seat != entry.seat]
        if entry.pledge in self._used or entry.pledge in others:
            raise Refused("pledge_used", tried)

    def check_opening(self, entry: Opened, chairs: SeatStates) -> None:
        tried = "opened"
        if chairs.empty():
            raise Refused("empty_seats", tried, {"seats": _listed(chairs.empty())})
        if entry.seat not in self.pledges:
            raise Refused("nothing_pledged", tried)
        if self._unpledged():
            raise Refused("pledges_missing", tried, {"seats": _listed(sorted(self._unpledged()))})
        if entry.seat in self.opened:
            raise Refused("opened_already", tried)
        if fair.pledge_for(entry.seat, entry.value) != self.pledges[entry.seat]:
            raise Refused("wrong_opening", tried)

    def check_cancelling(self, entry: Cancelled, chairs: SeatStates) -> None:
        is_late = bool(self.waits_for()) and not chairs.empty()
        is_opening = bool(self.opened) or (self.scheme > 1 and self.is_open(chairs))
        if not (is_late if entry.why == "unopened" else is_opening):
            raise Refused("nothing_to_cancel", "cancelled")

    def check_start(self) -> None:
        if self.is_used_up():
            raise Refused("too_many_starts", "started")
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

    def cancel(self, entry: Cancelled, chairs: SeatStates) -> None:
        """Nothing counts any more. A program that was waited for too long is not waited for again."""
        late = self.waits_for() if entry.why == "unopened" else []
        self._owed |= self.pledges.keys()
        self._owed -= {seat for seat in late if chairs.all[seat].how == "client"}
        self._used |= set(self.pledges.values())
        self._void = (*self._void, Void(entry.why, self._given()))
        self.pledges, self.opened = {}, {}
        self.round += 1

    # ---- what comes of it --------------------------------------------------------------------------------

    def _given(self) -> tuple[FairSeat, ...]:
        seats = sorted(self.pledges)
        return tuple([FairSeat(seat, self.pledges[seat], self.opened.get(seat, "")) for seat in seats])

    def _round_key(self) -> bytes:
        """The server's key of this round; a chain is long, so it is kept."""
        if self._key is None or self._key[0] != self.round:
            key = fair.round_key if self.scheme == 1 else fair.chain_key
            self._key = self.round, key(self._secret, self.round)
        return self._key[1]

    def _commitment(self) -> str:
        key = self._round_key()
        if self.scheme == 1:
            return fair.commitment_to(key)
        return fair.chain_commitment(key, self.round, self._digest)

    def now(self, chairs: SeatStates) -> FairNow:
        """What everybody may know of it, before the game and in it."""
        is_open = self.is_open(chairs) and bool(self.waits_for())
        return FairNow(
            round=self.round,
            commitment=self._commitment(),
            contributions=self._given(),
            waiting=tuple(self.waits_for()),
            open=is_open,
            scheme=self.scheme,
            setup=self.setup,
        )

    def cancelled_rounds(self) -> list[FairRound]:
        """The starts that were cancelled, in order, with the server's keys for them."""
        keys = self._keys_before()
        return [FairRound(n, void.why, keys[n].hex(), void.given) for n, void in enumerate(self._void)]

    def _keys_before(self) -> list[bytes]:
        """The keys of all rounds before this one."""
        if self.scheme == 1:
            return [fair.round_key(self._secret, number) for number in range(self.round)]
        keys = [self._round_key()]
        for _ in range(self.round):
            keys.append(fair.key_before(keys[-1]))
        return keys[:0:-1]

    def game_key(self) -> bytes:
        """The key of all draws, once everything has been opened."""
        key, opened = self._round_key(), list(self.opened.items())
        if self.scheme == 1:
            return fair.game_key(key, opened)
        return fair.chain_game_key(key, self.round, self._digest, opened)

    def fairness(self, marks: Sequence[str]) -> fair.Fairness:
        """All of it, with the server's key of this round: for when the game is over."""
        given = [fair.Contribution(one.seat, one.pledge, one.value) for one in self._given()]
        rounds = self.cancelled_rounds() if self.scheme > 1 else []
        cancelled = [_cancelled(one) for one in rounds]
        key = self._round_key().hex()
        return fair.Fairness(self.round, self._commitment(), key, given, marks, self.scheme, cancelled)


def _cancelled(one: FairRound) -> fair.CancelledRound:
    given = [fair.Contribution(each.seat, each.pledge, each.value) for each in one.contributions]
    return fair.CancelledRound(one.why, one.key, given)


def _listed(seats: Sequence[Seat]) -> str:
    return ",".join([seat_text(seat) for seat in seats])
