"""What a seat gets to know of a table: put together from what it may know, not made by leaving things out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never, final

from farmstead.engine.contract import CHANCE, Event, Seat, parse_event
from farmstead.messages import News, SeatEvent
from farmstead.server.table.entries import (
    Answered,
    Asked,
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


@final
class FoldedEntry:
    """One entry and what came of it, with everything that is secret: only `heard_by` gives it out."""

    __slots__ = ("_entry", "_events", "_gone", "number")

    def __init__(self, number: int, entry: Entry, events: Sequence[Event], gone: Sequence[int]) -> None:
        self.number = number
        self._entry = entry
        self._events = "\n".join([str(event) for event in events])  # a text takes a tenth of the room
        self._gone = tuple(gone)

    def heard_by(self, seat: Seat | None) -> News:
        """What `seat` (None: a spectator) hears of it."""
        told = [told for event, told in _happenings(self._events) if event.heard_by(seat)]
        return _news(self.number, self._entry, seat, tuple(told), self._gone)


def _contributed(number: int, entry: Pledged | Opened) -> News:
    if isinstance(entry, Pledged):
        return News(number, kind_of(entry), entry.seat, pledge=entry.pledge)
    return News(number, kind_of(entry), entry.seat, value=entry.value)


@lru_cache(64)
def _happenings(text: str) -> tuple[tuple[Event, SeatEvent], ...]:
    """What happened, as written: all who listen to a table ask for the same, one after the other."""
    events = [parse_event(line) for line in text.splitlines()]
    return tuple([(event, _told(event)) for event in events])


def _moved(number: int, entry: Moved, hearer: Seat | None, events: tuple[SeatEvent, ...]) -> News:
    kind, seat, by = kind_of(entry), entry.seat, entry.by
    if seat != hearer:
        return News(number, kind, seat, events, by=by)
    return News(number, kind, seat, events, by=by, decision=entry.decision, move=entry.move)


def event_of(told: SeatEvent) -> Event:
    """An event that a seat heard of, for those who find words for events."""
    return Event(told.key, CHANCE if told.seat is None else told.seat, told.args)


def _told(event: Event) -> SeatEvent:
    who = None if event.seat == CHANCE else event.seat
    return SeatEvent(event.key, who, event.args, event.audience is not None)


def _news(
    number: int, entry: Entry, hearer: Seat | None, events: tuple[SeatEvent, ...], gone: tuple[int, ...]
) -> News:
    kind = kind_of(entry)
    match entry:
        case Started():
            return News(number, kind, events=events)
        case Closed(why) | Cancelled(why):
            return News(number, kind, why=why)
        case Pledged() | Opened():
            return _contributed(number, entry)
        case Moved():
            return _moved(number, entry, hearer, events)
        case Undone(seat, decision):
            own = decision if seat == hearer else 0
            return News(number, kind, seat, events, decision=own, gone=gone)
        case Dealt(seat, move=move):
            return News(number, kind, seat, events, how="chosen" if move else "fell")
        case Sat(seat, how, _, level):
            return News(number, kind, seat, how=how, level=level)
        case Left(seat) | Returned(seat):
            return News(number, kind, seat)
        case Asked(seat, to):
            return News(number, kind, seat, events, to=to, gone=gone)
        case Answered(seat, ask, yes):
            return News(number, kind, seat, events, ask=ask, yes=yes, gone=gone)
        case TakenOver(seat, why, level):
            return News(number, kind, seat, events, level=level, why=why, gone=gone)
        case _:
            assert_never(entry)
