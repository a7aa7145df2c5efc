"""What a client of one seat has sent and heard, kept until the journal can be asked whether it is true."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias
from zlib import crc32

import msgspec
from msgspec import Raw, Struct

from farmstead.server.table.entries import Answered, Asked, Moved, Undone

Deed: TypeAlias = Moved | Undone | Asked | Answered


class Heard(Struct):
    """An event `news` of the stream, as far as it is compared."""

    news: Raw


class Seen(Struct):
    """An event `position` of the stream."""

    position: Raw


class Asking(Struct):
    """Somebody wants to go back."""

    ask: int
    waiting: tuple[int, ...]


class Now(Struct):
    """What a client has to know of a position to go on."""

    number: int
    phase: str
    decision: int | None
    next: int
    legal: tuple[str, ...]
    undo: int
    back: int
    ask: Asking | None


NEWS: Final = msgspec.json.Decoder(Heard)
POSITION: Final = msgspec.json.Decoder(Seen)
NOW: Final = msgspec.json.Decoder(Now)


@dataclass(slots=True)
class Acknowledged:
    """The server has said that this is written down."""

    deed: Deed
    number: int  # of the table's last entry when it said so
    again: bool  # it had been written down before, and its answer was lost


@dataclass(slots=True)
class SeatLog:
    """One seat of one table, from the first entry to the last."""

    code: str
    seat: int
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: list[Deed] = field(default_factory=list)
    heard: list[int] = field(default_factory=list)  # a checksum of the news of each entry, from 1 on
    positions: dict[int, int] = field(default_factory=dict)  # the same of what was seen after an entry
    faults: list[str] = field(default_factory=list)  # what is wrong whatever the journal says
    resent: int = 0
    reconnected: int = 0
    last_id: int = 0  # what a browser would say when it comes back

    def hear(self, number: int | None, data: bytes) -> None:
        """News have to come one by one; a browser that missed one would never know."""
        self._note_id("news", number)
        if number != len(self.heard) + 1:
            self.fault(f"heard of entry {number} after {len(self.heard)}")
        self.heard.append(crc32(NEWS.decode(data).news))

    def see(self, number: int | None, data: bytes) -> Now:
        self._note_id("position", number)
        raw = POSITION.decode(data).position
        now = NOW.decode(raw)
        known = self.positions.setdefault(now.number, crc32(raw))
        if known != crc32(raw):
            self.fault(f"saw two positions after entry {now.number}")
        return now

    def _note_id(self, kind: str, number: int | None) -> None:
        if number is None:
            return
        if number < self.last_id:
            self.fault(f"was told {kind} with the id {number} after {self.last_id}")
        self.last_id = number

    def fault(self, what: str) -> None:
        self.faults.append(f"Table {self.code}, seat {self.seat + 1}: {what}.")
