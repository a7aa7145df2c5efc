"""A table as one visitor finds it: all that an answer needs, by one visit to the table's room."""

from __future__ import annotations

from typing import NamedTuple

from farmstead.engine.contract import Seat
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.hub.rooms import Room
from farmstead.server.people.visitor import Visitor, check_held
from farmstead.server.play.names import seat_names
from farmstead.server.store import TableId
from farmstead.server.table.embargo import check_open


class Snapshot(NamedTuple):
    """The room of a table, with what is the visitor's there. It is true until something is awaited."""

    visitor: Visitor
    room: Room
    seats: list[Seat]  # those of the visitor, also while a bot plays for them
    holder: Seat | None  # of a device with several seats: whose it is now
    names: tuple[str, ...]  # of all seats, where a language was asked for


async def snapshot(core: Core, visitor: Visitor, table: TableId, language: str | None = None) -> Snapshot:
    """A table for somebody, with the names of its seats if a language is told; nothing is checked."""
    room = await core.hub.visit(table)
    names = () if language is None else room.names.get(language)
    if names is None:
        names = await seat_names(core, table, language or "")
        room = await core.hub.visit(table)
    seats = [] if room.live is None else visitor.seats_at(table, room.live)
    holder = await core.handovers.holder(visitor, table, seats) if len(seats) > 1 else None
    return Snapshot(visitor, room, seats, holder, names)


def check_sight(core: Core, found: Snapshot, seat: Seat | None) -> None:
    """Refuse a view that is not the visitor's, and spectators where there are to be none.

    Whoever has the link may look at a table that waits: they may want to sit down.
    """
    room, player = found.room, found.visitor.player
    if seat is not None:
        check_held(found.seats, found.holder, seat, "look")
    elif found.seats or (player is not None and room.owner == player.id and not room.options.daily):
        return
    elif room.options.daily:
        check_open(room.options, core.store.now(), "look")
    elif not room.options.spectators and (room.live is None or room.live.phase() != "waiting"):
        raise Refused("spectators_off", "look")
