"""What a seat gets to know of a table: put together from what it may know, not made by leaving things out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, assert_never, final

import msgspec
from msgspec import Struct

from farmstead.engine.contract import CHANCE, Arg, Event, Seat
from farmstead.server.table.entries import (
    Answered,
    Asked,
    Beginning,
    Cancelled,
    Closed,
    Dealt,
    Entry,
    Left,
    Moved,
    Opened,
    Pledged,
    Returned,
    Sat,
    Started,
    TakenOver,
    Undone,
    kind_of,
)

Phase: TypeAlias = Literal["waiting", "playing", "over", "closed"]


class SeatEvent(Struct, frozen=True, omit_defaults=True):
    """An event that a seat hears of."""

    key: str
    seat: Seat | None  # None: chance, or nobody
    args: dict[str, Arg]
    own: bool = False  # nobody else hears of it

    def event(self) -> Event:
        """The same for those who find words for events."""
        return Event(self.key, CHANCE if self.seat is None else self.seat, self.args)


class News(Struct, frozen=True, omit_defaults=True):
    """What one entry of the journal means to a seat, or to a spectator."""

    number: int
    kind: str  # as the journal calls it
    seat: Seat | None = None
    events: tuple[SeatEvent, ...] = ()
    by: str = ""  # moved: a person, a bot or a client
    decision: int = 0  # moved, undone: told to the seat itself only
    move: str = ""  # moved: told to the seat itself only, its text may hold a secret
    how: str = ""  # sat; dealt: chosen or fell
    level: int = 0  # sat, taken over
    why: str = ""  # taken over, closed, cancelled
    to: int = 0  # asked
    ask: int = 0  # answered
    yes: bool = False  # answered
    gone: tuple[int, ...] = ()  # the entries whose moves were taken back by this
    pledge: str = ""  # pledged
    value: str = ""  # opened


class SeatNow(Struct, frozen=True, omit_defaults=True):
    """Who plays a seat now."""

    how: str = ""  # nobody, person, device, client or bot
    level: int = 0  # of the bot that plays
    away: str = ""  # why a bot plays for the person


class Asking(Struct, frozen=True):
    """The game is to go back, if all agree."""

    ask: int  # the entry that asked
    seat: Seat
    to: int  # the move before which to go back
    waiting: tuple[Seat, ...]  # whose answer is missing


class FairSeat(Struct, frozen=True, omit_defaults=True):
    """What a seat adds to the luck of the game: the hash of it, and itself once it is opened."""

    seat: Seat
    pledge: str
    value: str = ""


class FairSetup(Struct, frozen=True):
    """What a game is played with, as the record says it. Scheme 2 of fair chance binds it."""

    game: str
    rules: int  # revision
    seats: int
    options: tuple[str, ...]
    edition: str  # name and digest of the components


class FairRound(Struct, frozen=True):
    """A start that was cancelled, and the server's key for it, which nothing depends on any more."""

    round: int
    why: str  # unopened, or left
    key: str
    contributions: tuple[FairSeat, ...]  # those without a value had not been opened


class FairNow(Struct, frozen=True):
    """What is known of where the luck of a game comes from."""

    round: int  # how many starts have been cancelled
    commitment: str  # to the server's key
    contributions: tuple[FairSeat, ...]
    waiting: tuple[Seat, ...]  # who has to pledge again, or to open, before the game begins
    open: bool  # all seats are taken, and contributions are to be opened now
    scheme: int  # of fair chance: 1 or 2
    setup: FairSetup  # note it before you open, as you note commitment and pledges


class Position(Struct, frozen=True):
    """All that a seat, or a spectator, may see now."""

    number: int  # of the last entry
    phase: Phase
    seat: Seat | None
    view: dict[str, object] | None  # None before the game has begun
    to_act: tuple[Seat, ...]  # who is being waited for
    stage: str  # the simultaneous stage being played, if it is one
    decision: int | None  # the number of the decision before the seat, None when it has none
    next: int  # the number the seat's next choice or undo has
    legal: tuple[str, ...]
    undo: int  # how many of its own choices the seat may take back by itself
    back: int  # the entry of its last choice that stands, 0 for none: to go back further the others are asked
    ask: Asking | None
    marked: bool  # the game went back further than the rules of undoing allow
    seats: tuple[SeatNow, ...]
    lines: tuple[dict[str, int], ...]  # the score of each seat, once the game is over
    places: tuple[int, ...]
    fair: FairNow | None = None  # None: a table from before there was fair chance
    luck: str = ""  # the chance event that is to be chosen now, by the people at the table


class KeptEvent(Struct, frozen=True, array_like=True, gc=False):
    """An event as it is kept: packed, it takes a tenth of the room."""

    key: str
    seat: Seat
    args: dict[str, Arg]
    audience: Seat | None  # None: everybody may know


_PACK: Final = msgspec.msgpack.Encoder()
_UNPACK: Final[msgspec.msgpack.Decoder[list[KeptEvent]]] = msgspec.msgpack.Decoder(list[KeptEvent])


@final
class FoldedEntry:
    """One entry and what came of it, with everything that is secret: only `heard_by` gives it out."""

    __slots__ = ("_entry", "_events", "_gone", "number")

    def __init__(self, number: int, entry: Entry, events: Sequence[Event], gone: Sequence[int]) -> None:
        self.number = number
        self._entry = entry
        self._events = _PACK.encode(
            [KeptEvent(each.key, each.seat, each.args, each.audience) for each in events]
        )
        self._gone = tuple(gone)

    def heard_by(self, hearer: Seat | None) -> News:
        """What a seat (None: a spectator) hears of it."""
        number, entry, gone, kind = self.number, self._entry, self._gone, kind_of(self._entry)
        events = tuple(
            [
                SeatEvent(
                    each.key, None if each.seat == CHANCE else each.seat, each.args, each.audience is not None
                )
                for each in _UNPACK.decode(self._events)
                if each.audience is None or each.audience == hearer
            ]
        )
        match entry:
            case Moved(seat, decision, move, by) if seat == hearer:
                return News(number, kind, seat, events, by=by, decision=decision, move=move)
            case Moved(seat, by=by):
                return News(number, kind, seat, events, by=by)
            case Undone(seat, decision):
                own = decision if seat == hearer else 0
                return News(number, kind, seat, events, decision=own, gone=gone)
            case Dealt(seat, move=move):
                return News(number, kind, seat, events, how="chosen" if move else "fell")
            case Asked(seat, to):
                return News(number, kind, seat, events, to=to, gone=gone)
            case Answered(seat, ask, yes):
                return News(number, kind, seat, events, ask=ask, yes=yes, gone=gone)
            case TakenOver(seat, why, level):
                return News(number, kind, seat, events, level=level, why=why, gone=gone)
            case _:
                return _beginning(number, entry, events)


def _beginning(number: int, entry: Beginning | Returned | Closed, events: tuple[SeatEvent, ...]) -> News:
    """What happens before a game, or ends it; everybody hears the same."""
    kind = kind_of(entry)
    match entry:
        case Started():
            return News(number, kind, events=events)
        case Closed(why) | Cancelled(why):
            return News(number, kind, why=why)
        case Pledged(seat, pledge):
            return News(number, kind, seat, pledge=pledge)
        case Opened(seat, value):
            return News(number, kind, seat, value=value)
        case Sat(seat, how, _, level):
            return News(number, kind, seat, how=how, level=level)
        case Left(seat) | Returned(seat):
            return News(number, kind, seat)
        case _:
            assert_never(entry)
