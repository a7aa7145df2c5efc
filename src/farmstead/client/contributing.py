"""What a client adds to the luck of its games, and what it notes to check them by; docs/fair.md says why."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import NamedTuple, final

from farmstead.client.messages import Fair


class Noted(NamedTuple):
    """What was shown and added before a game, to compare its record with."""

    commitment: str
    seat: int
    value: str
    pledges: tuple[str, ...]  # of all who contribute, in the order of seats


@final
class Contributing:
    """The contributions of one client, as long as it lives."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}  # by pledge
        self._opened: dict[str, Noted] = {}  # by pledge: what was shown when its value was sent first
        self._noted: dict[str, Noted] = {}  # by table

    def pledge(self, seat: int) -> str:
        """The hash of something new, for a seat."""
        value = secrets.token_hex(32)
        text = f"farmstead fair 1 contribution\nseat {seat + 1}\n{value}\n"
        pledge = hashlib.sha256(text.encode()).hexdigest()
        self._values[pledge] = value
        return pledge

    def due(self, code: str, fair: Fair) -> Noted | None:
        """What this client has pledged and can open now, and by what to check it: noted before it opens.

        The server may know a value that was sent once. If it shows another commitment or other pledges
        after that, the value is not sent again: there will have to be a new one.
        """
        pledges = tuple([one.pledge for one in fair.contributions])
        for one in fair.contributions if fair.open else ():
            value = self._values.get(one.pledge)
            if value is None or one.value:
                continue
            now = Noted(fair.commitment, one.seat, value, pledges)
            if self._opened.setdefault(one.pledge, now) == now:
                self._noted[code] = now
                return now
            del self._values[one.pledge]
        return None

    def owing(self, fair: Fair, mine: Sequence[int]) -> int | None:
        """A seat that has to pledge again: a start was cancelled, or another client knew its value."""
        if any(one.value for one in fair.contributions):
            return None  # nothing can be changed any more
        known = [one.seat for one in fair.contributions if one.pledge in self._values]
        return next((seat for seat in mine if seat in fair.waiting and seat not in known), None)

    def noted(self, code: str) -> Noted | None:
        return self._noted.get(code)
