"""What the page of whoever runs a server is told, and what people report."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from farmstead.server.play.messages import Incoming, Passphrase, Text
from farmstead.server.table.entries import SeatNumber

MAX_REPORT: Final = 500  # letters


class ReportIn(Incoming, frozen=True):
    """What whoever runs the server should look at: somebody at the table, or without a seat all of it."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_REPORT)]
    seat: SeatNumber | None = None


class OperatorIn(Incoming, frozen=True):
    """The passphrase of whoever runs the server."""

    passphrase: Passphrase


class DeedIn(Incoming, frozen=True):
    """What a deed needs besides: a new name."""

    name: Text = ""


class PersonOut(Struct, frozen=True):
    """A player as whoever runs the server sees them."""

    id: int
    name: str
    account: bool  # else a guest
    created: int
    seen: int | None
    blocked: int | None
    tables: int


class SeatedOut(Struct, frozen=True):
    """Who has a seat of a table."""

    kind: str
    player: int | None
    name: str


class ModeratedTableOut(Struct, frozen=True):
    """A table as whoever runs the server sees it: no link to it, and nothing of its game."""

    id: int
    game: str
    state: str
    public: bool
    owner: int | None
    created: int
    changed: int
    seats: tuple[SeatedOut, ...]


class SaidOut(Struct, frozen=True):
    """A line of a table's chat."""

    player: int | None
    name: str
    text: str
    at: int


class ReportOut(Struct, frozen=True):
    """What somebody has reported, with what was said at that table last."""

    id: int
    at: int
    reporter: PersonOut
    player: PersonOut | None
    table: int | None
    text: str
    chat: tuple[SaidOut, ...]


class OperatorNow(Struct, frozen=True):
    """What waits for whoever runs the server."""

    reports: int
