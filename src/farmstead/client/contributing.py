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


class Opening(NamedTuple):
    """What is to be opened now."""

    seat: int
    value: str


@final
class Contributing:
    """The contributions of one client, as long as it lives."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}  # by pledge
        self._noted: dict[str, Noted] = {}  # by table

    def pledge(self, seat: int) -> str:
        """The hash of something new, for a seat."""
        value = secrets.token_hex(32)
        text = f"farmstead fair 1 contribution\nseat {seat + 1}\n{value}\n"
        pledge = hashlib.sha256(text.encode()).hexdigest()
        self._values[pledge] = value
        return pledge

    def due(self, code: str, fair: Fair) -> Opening | None:
        """What this client has pledged and can open now; the commitment is noted before it does."""
        for one in fair.contributions if fair.open else ():
            value = self._values.get(one.pledge)
            if value is not None and not one.value:
                self._noted[code] = Noted(fair.commitment, one.seat, value)
                return Opening(one.seat, value)
        return None

    def owing(self, fair: Fair, mine: Sequence[int]) -> int | None:
        """A seat that has to pledge again: a start was cancelled, or another client knew its value."""
        if any(one.value for one in fair.contributions):
            return None  # nothing can be changed any more
        known = [one.seat for one in fair.contributions if one.pledge in self._values]
        return next((seat for seat in mine if seat in fair.waiting and seat not in known), None)

    def noted(self, code: str) -> Noted | None:
        return self._noted.get(code)
