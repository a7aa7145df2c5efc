"""How the seats of a table are called where something is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from farmstead.agents.characters import neighbour_of
from farmstead.agents.levels import LEVELS
from farmstead.server.core import Core
from farmstead.server.play.sentences import bot_name, distinct, player_name
from farmstead.server.store import PlayerId, TableId
from farmstead.server.store import SeatRow as StoredSeat


async def seat_names(core: Core, table: TableId, language: str) -> tuple[str, ...]:
    """How the seats are called where something is told: names, or nothing for those who have none.

    Neighbours have names; other bots are called by their level, and numbered where several have the same. All
    are kept with the table, and asked for again when somebody's name, or who sits there, has changed.
    """
    kept = (await core.hub.visit(table)).names  # others take their place there when something changes
    if language not in kept:
        seats = await core.store.seats.of(table)
        names = await core.people.names([seat.player for seat in seats])
        own = [_told_name(seat, seats, names, language) for seat in seats]
        told = distinct(own, [seat.kind == "bot" for seat in seats])
        if not core.people.is_kept:
            return told
        kept[language] = told
    return kept[language]


def _told_name(
    seat: StoredSeat, seats: Sequence[StoredSeat], names: Mapping[PlayerId, str], language: str
) -> str:
    own = own_name(seat, names)
    if seat.kind == "device":
        return own or player_name(seat.seat, language)
    if own or seat.kind != "bot" or seat.level not in LEVELS:
        return own
    alike = [
        other.seat for other in seats if other.kind == "bot" and not other.name and other.level == seat.level
    ]
    return bot_name(LEVELS[seat.level].name, alike.index(seat.seat) + 1 if len(alike) > 1 else 0, language)


def own_name(stored: StoredSeat, names: Mapping[PlayerId, str]) -> str:
    """Of whoever sits there; somebody beside the owner of a device is not called as they are."""
    return stored.name if stored.kind == "device" else stored.name or names.get(stored.player or 0, "")


def neighbour_id(stored: StoredSeat) -> str:
    """Who a bot is; nothing where it only has a level."""
    found = neighbour_of(stored.name) if stored.kind == "bot" and stored.name else None
    return "" if found is None else found.id
