"""What a seat gets to know of a table: put together from what it may know, not made by leaving things out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never, final

import msgspec
from msgspec import Struct

from farmstead.engine.contract import CHANCE, Arg, Event, Seat
from farmstead.messages import News, SeatEvent
from farmstead.server.table import entries


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

    def __init__(
        self, number: int, entry: entries.Entry, events: Sequence[Event], gone: Sequence[int]
    ) -> None:
        self.number = number
        self._entry = entry
        self._events = _PACK.encode(
            [KeptEvent(each.key, each.seat, each.args, each.audience) for each in events]
        )
        self._gone = tuple(gone)

    def heard_by(self, hearer: Seat | None) -> News:
        """What a seat (None: a spectator) hears of it."""
        number, entry, gone, kind = self.number, self._entry, self._gone, entries.kind_of(self._entry)
        events = tuple(
            SeatEvent(
                each.key, None if each.seat == CHANCE else each.seat, each.args, each.audience is not None
            )
            for each in _UNPACK.decode(self._events)
            if each.audience is None or each.audience == hearer
        )
        match entry:
            case entries.Moved(seat, decision, move, by) if seat == hearer:
                return News(number, kind, seat, events, by=by, decision=decision, move=move)
            case entries.Moved(seat, by=by):
                return News(number, kind, seat, events, by=by)
            case entries.Undone(seat, decision):
                own = decision if seat == hearer else 0
                return News(number, kind, seat, events, decision=own, gone=gone)
            case entries.Dealt(seat, move=move):
                return News(number, kind, seat, events, how="chosen" if move else "fell")
            case entries.Asked(seat, to):
                return News(number, kind, seat, events, to=to, gone=gone)
            case entries.Answered(seat, ask, yes):
                return News(number, kind, seat, events, ask=ask, yes=yes, gone=gone)
            case entries.TakenOver(seat, why, level):
                return News(number, kind, seat, events, level=level, why=why, gone=gone)
            case _:
                return _beginning(number, entry, events)


def event_of(told: SeatEvent) -> Event:
    """An event that a seat heard of, for those who find words for events."""
    return Event(told.key, CHANCE if told.seat is None else told.seat, told.args)


def _beginning(
    number: int, entry: entries.Beginning | entries.Returned | entries.Closed, events: tuple[SeatEvent, ...]
) -> News:
    """What happens before a game, or ends it; everybody hears the same."""
    kind = entries.kind_of(entry)
    match entry:
        case entries.Started():
            return News(number, kind, events=events)
        case entries.Closed(why) | entries.Cancelled(why):
            return News(number, kind, why=why)
        case entries.Pledged(seat, pledge):
            return News(number, kind, seat, pledge=pledge)
        case entries.Opened(seat, value):
            return News(number, kind, seat, value=value)
        case entries.Sat(seat, how, _, level):
            return News(number, kind, seat, how=how, level=level, who=how)
        case entries.Left(seat) | entries.Returned(seat):
            return News(number, kind, seat)
        case _:
            assert_never(entry)
