"""How the seats of a table are called where something is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from farmstead.agents.levels import LEVELS
from farmstead.server.core import Core
from farmstead.server.hub.hub import who_sits
from farmstead.server.play.sentences import bot_name, player_name
from farmstead.server.store import PlayerId, TableId
from farmstead.server.store import Seat as StoredSeat
from farmstead.server.table.live_table import LiveTable


async def seat_names(core: Core, table: TableId, language: str) -> list[str]:
    """How the seats are called where something is told: names, or nothing for those who have none.

    Bots are called by their level, and numbered where several have the same. While a table is in memory,
    nothing of it is asked again until somebody's name, or who sits there, has changed.
    """
    found = await core.people.seated(table, _seating(core.hub.live(table)))
    return [_told_name(seat, found.seats, found.names, language) for seat in found.seats]


def _seating(live: LiveTable | None) -> tuple[object, ...] | None:
    """What changes when stored seats do: before the game with each entry, later with who plays them."""
    if live is None:
        return None
    return (live.number if live.phase() == "waiting" else 0, *who_sits(live))


def _told_name(
    seat: StoredSeat, seats: Sequence[StoredSeat], names: Mapping[PlayerId, str], language: str
) -> str:
    own = own_name(seat, names)
    if seat.kind == "device":
        return own or player_name(seat.seat, language)
    if seat.kind != "bot" or seat.level not in LEVELS:
        return own
    alike = [other.seat for other in seats if other.kind == "bot" and other.level == seat.level]
    return bot_name(LEVELS[seat.level].name, alike.index(seat.seat) + 1 if len(alike) > 1 else 0, language)


def own_name(stored: StoredSeat, names: Mapping[PlayerId, str]) -> str:
    """Of whoever sits there; somebody beside the owner of a device is not called as they are."""
    return stored.name if stored.kind == "device" else stored.name or names.get(stored.player or 0, "")
