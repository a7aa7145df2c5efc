"""How the seats of a table are called where something is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from farmstead.agents.levels import LEVELS
from farmstead.server.core import Core
from farmstead.server.play.sentences import bot_name, player_name
from farmstead.server.store import PlayerId, TableId
from farmstead.server.store import SeatRow as StoredSeat


async def seat_names(core: Core, table: TableId, language: str) -> tuple[str, ...]:
    """How the seats are called where something is told: names, or nothing for those who have none.

    Bots are called by their level, and numbered where several have the same. They are kept with the table,
    and asked for again when somebody's name, or who sits there, has changed.
    """
    kept = (await core.hub.visit(table)).names  # others take their place there when something changes
    if language not in kept:
        seats = await core.store.seats.of(table)
        names = await core.people.names([seat.player for seat in seats])
        told = distinct([_told_name(seat, seats, names, language) for seat in seats])
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
    if seat.kind != "bot" or seat.level not in LEVELS:
        return own
    alike = [other.seat for other in seats if other.kind == "bot" and other.level == seat.level]
    return bot_name(LEVELS[seat.level].name, alike.index(seat.seat) + 1 if len(alike) > 1 else 0, language)


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The same names by seat; who is called as somebody before them has a number after it."""
    found: list[str] = []
    for name in names:
        told, number = name, 2
        while told and (told in found or (told != name and told in names)):
            told, number = f"{name} {number}", number + 1
        found.append(told)
    return tuple(found)


def own_name(stored: StoredSeat, names: Mapping[PlayerId, str]) -> str:
    """Of whoever sits there; somebody beside the owner of a device is not called as they are."""
    return stored.name if stored.kind == "device" else stored.name or names.get(stored.player or 0, "")
