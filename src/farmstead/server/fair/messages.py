"""What comes in and goes out about fair chance, as types; docs/fair.md says what it means."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from farmstead.messages import FairRound, FairSeat, FairSetup
from farmstead.server.play.messages import Incoming
from farmstead.server.table.entries import Digits, SeatNumber


class PledgeIn(Incoming, frozen=True):
    """The hash of what a seat of yours will add to the luck."""

    seat: SeatNumber
    pledge: Digits


class OpenIn(Incoming, frozen=True):
    """What that seat had pledged. It is not taken if the `pledges` are not those that count now."""

    seat: SeatNumber
    value: Digits
    pledges: Annotated[tuple[Digits, ...], Meta(max_length=12)] = ()  # of all, in the order of seats; or none


class OddsOut(Struct, frozen=True):
    """Something that could have come out, and how many tickets it owned."""

    outcome: str
    weight: int


class DiceOut(Struct, frozen=True):
    """A throw of equal dice: the ticket in base len(faces) has a digit for each of them."""

    verb: str  # the word before what they show
    faces: str  # a letter for each, in order
    dice: int  # how many


class DrawOut(Struct, frozen=True, omit_defaults=True):
    """One chance event: either `odds`, whose outcomes own tickets in this order, or `dice`."""

    name: str
    outcome: str  # that stands in the record
    odds: tuple[OddsOut, ...] = ()
    dice: DiceOut | None = None


class FairOut(Struct, frozen=True):
    """All that it takes to derive the luck of a finished game again, without its rules."""

    version: int  # the scheme: 1 or 2
    round: int  # how many starts were cancelled before
    commitment: str
    key: str
    contributions: tuple[FairSeat, ...]
    marks: tuple[str, ...]  # such as `undone`: the game went back by consent
    draws: tuple[DrawOut, ...]
    setup: FairSetup
    cancelled: tuple[FairRound, ...]  # the starts before, by round
