"""Contributions of a client to the luck of its games, and notes to check them by; docs/fair.md says why.

A value that was sent is known to the server. If it then shows another commitment, other pledges or another
set-up for the same start, it may have looked for a game that it likes better: nothing more is opened there,
and Unfair says so. For a new start something new is pledged, if the server has shown that and how the one
before was cancelled.
"""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, final

import msgspec
from msgspec import Struct

from farmstead.client.errors import Unfair
from farmstead.messages import FairNow, FairRound, FairSetup, TableOut

MAX_CANCELLED: Final = 3  # starts at one table, after each of which the server may have known the game


class ContributionNote(NamedTuple):
    """What was shown and added before a game, to compare its record with."""

    commitment: str
    seat: int
    value: str
    pledges: tuple[str, ...]  # of all who contribute, in the order of seats


class OpenedValue(Struct, frozen=True):
    """A value that was sent to the server, and what it had shown before that. Seats count from 0."""

    round: int
    commitment: str
    seat: int
    value: str
    pledges: tuple[str, ...]
    scheme: int
    setup: FairSetup | None
    number: int = 0  # of the table's last entry when it was sent
    acknowledged: bool = False  # the server said that it has it
    cancelled: FairRound | None = None  # how the start was cancelled for which it was opened


class OpenedValues(Struct, frozen=True):
    """All that was ever opened at a table, in that order; `farmstead verify --notes` takes it."""

    openings: tuple[OpenedValue, ...]


# ---- the bytes, as docs/fair.md has them -------------------------------------------------------------------


def pledge_for(seat: int, value: str) -> str:
    return _digest(f"farmstead fair 1 contribution\nseat {seat + 1}\n{value}\n")


def commitment_to(key: str, number: int, scheme: int, setup: FairSetup | None) -> str:
    """What the server has to have shown before a start for which it had this key."""
    if scheme == 1 or setup is None:
        return _digest(f"farmstead fair 1 key\n{key}\n")
    return _digest(f"farmstead fair 2 key\nsetup {setup_digest(setup)}\nround {number}\n{key}\n")


def setup_digest(setup: FairSetup) -> str:
    game = f"game {setup.game}\nrules {setup.rules}\nseats {setup.seats}\n"
    return _digest(
        f"farmstead fair 2 setup\n{game}options {' '.join(setup.options)}\nedition {setup.edition}\n"
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# ---- what one client does ----------------------------------------------------------------------------------


@final
class Contributions:
    """The contributions of one client, as long as it lives."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}  # by pledge
        self._pledged: set[tuple[str, int]] = set()  # tables and seats
        self._openings: dict[str, list[OpenedValue]] = {}  # by table, in the order in which they were sent

    def pledge(self, seat: int) -> str:
        """The hash of something new, for a seat."""
        value = secrets.token_hex(32)
        pledge = pledge_for(seat, value)
        self._values[pledge] = value
        return pledge

    def note_pledged(self, code: str, seat: int) -> None:
        """The server has taken a pledge for that seat, so the game cannot begin without what was pledged."""
        self._pledged.add((code, seat))

    # ---- what the server shows ---------------------------------------------------------------------------

    def lacks(self, code: str, fair: FairNow) -> bool:
        """Whether starts were cancelled for which something was opened, and nothing was shown of that yet."""
        return any(one.round < fair.round and one.cancelled is None for one in self._opened(code))

    def note_cancelled(self, code: str, rounds: Iterable[FairRound]) -> None:
        """How starts were cancelled, as the server shows it; Unfair if it is not what was opened for."""
        shown = {one.round: one for one in rounds}
        for n, one in enumerate(self._opened(code)):
            if one.cancelled is None and one.round in shown:
                check_cancelled(one, shown[one.round])
                self._openings[code][n] = msgspec.structs.replace(one, cancelled=shown[one.round])

    def check(self, code: str, phase: str, fair: FairNow | None, mine: Sequence[int]) -> None:
        """That the server shows what it showed before something was opened; Unfair says what is other."""
        opened, is_begun = self._opened(code), phase in ("playing", "over")
        pledged = [seat for at, seat in self._pledged if at == code]
        if (opened or pledged) and fair is None:
            raise Unfair("nothing")
        if fair is None:
            return
        if sum(one.cancelled is not None for one in opened) > MAX_CANCELLED:
            raise Unfair("often")
        for one in opened:
            if one.round > fair.round or (one.round < fair.round and one.cancelled is None):
                raise Unfair("cancelled")
            if one.round == fair.round:
                check_same(one, fair, is_begun)
        own = [one.seat for one in fair.contributions if one.pledge in self._values]
        if is_begun and any(seat in mine and seat not in own for seat in pledged):
            raise Unfair("contribution")  # it had to be waited for

    def is_behind(self, code: str, number: int) -> bool:
        """Whether this was shown before something that was opened since: an answer has overtaken another."""
        return any(one.number > number for one in self._opened(code))

    def check_setup(self, table: TableOut) -> None:
        """That what will be bound to the key is the game that this table says it plays."""
        if table.fair is None:
            return
        setup = table.fair.setup
        shown = (table.game, len(table.seats), tuple(table.options or table.switches), table.edition)
        if shown != (setup.game, setup.seats, setup.options, setup.edition):
            raise Unfair("setup")

    # ---- what is to be done ------------------------------------------------------------------------------

    def due(self, code: str, fair: FairNow, number: int = 0) -> OpenedValue | None:
        """What this client has pledged and can open now, noted before it is sent."""
        pledges = pledges_of(fair)
        for one in fair.contributions if fair.open else ():
            value = self._values.get(one.pledge)
            if value is None or one.value:
                continue
            sent = next((each for each in self._opened(code) if each.value == value), None)
            if sent is not None and sent.round != fair.round:
                raise Unfair("pledges")  # it was for another start
            if sent is None:
                shown = (fair.round, fair.commitment, one.seat, value, pledges, fair.scheme, fair.setup)
                new = OpenedValue(*shown, number)
                self._openings.setdefault(code, []).append(new)
                return new
            return sent
        return None

    def note_acknowledged(self, code: str, sent: OpenedValue) -> None:
        """The server has taken it."""
        opened = self._openings[code]
        if sent in opened:
            opened[opened.index(sent)] = msgspec.structs.replace(sent, acknowledged=True)

    def owing(self, fair: FairNow, mine: Sequence[int]) -> int | None:
        """A seat that has to pledge again: a start was cancelled, or another client knew its value."""
        if fair.open or any(one.value for one in fair.contributions):
            return None  # nothing can be changed any more
        known = [one.seat for one in fair.contributions if one.pledge in self._values]
        return next((seat for seat in mine if seat in fair.waiting and seat not in known), None)

    # ---- what was noted ----------------------------------------------------------------------------------

    def noted(self, code: str) -> ContributionNote | None:
        """What was opened last."""
        opened = self._opened(code)
        if not opened:
            return None
        last = opened[-1]
        return ContributionNote(last.commitment, last.seat, last.value, last.pledges)

    def notes(self, code: str) -> OpenedValues:
        return OpenedValues(tuple(self._opened(code)))

    def _opened(self, code: str) -> list[OpenedValue]:
        return self._openings.get(code, [])


def pledges_of(fair: FairNow) -> tuple[str, ...]:
    return tuple([one.pledge for one in fair.contributions])


def check_same(one: OpenedValue, fair: FairNow, is_begun: bool) -> None:
    """That a start is the one for which something was opened; Unfair says what is other."""
    if one.commitment != fair.commitment:
        raise Unfair("commitment")
    if (one.scheme, one.setup) != (fair.scheme, fair.setup):
        raise Unfair("setup")
    if one.pledges != pledges_of(fair):
        raise Unfair("pledges")
    own = next((each.value for each in fair.contributions if each.seat == one.seat), "")
    if own != one.value and (own or is_begun):
        raise Unfair("contribution")


def check_cancelled(one: OpenedValue, shown: FairRound) -> None:
    """That a cancelled start is the one something was opened for, and failed by another; Unfair if not."""
    if commitment_to(shown.key, one.round, one.scheme, one.setup) != one.commitment:
        raise Unfair("cancelled_key")
    if one.pledges != tuple([each.pledge for each in shown.contributions]):
        raise Unfair("cancelled_pledges")
    own = next((each.value for each in shown.contributions if each.seat == one.seat), "")
    others = [each.value for each in shown.contributions if each.seat != one.seat]
    if own != one.value and (own or one.acknowledged):
        raise Unfair("cancelled_contribution")
    if "" not in others:
        raise Unfair("cancelled_by_nobody")
