"""Somebody goes for good: with all that is theirs, and without anybody waiting for them in vain."""

from __future__ import annotations

from contextlib import suppress

from farmstead.server.core import Core
from farmstead.server.lobby.seating import vacate
from farmstead.server.store import PlayerId, StoreError


async def delete_player(core: Core, player: PlayerId) -> None:
    """Where others play on, a bot takes the seat, and nothing says whose it was."""
    for place in await core.store.players.places(player):
        await vacate(core, player, place.table, place.seat.seat)
    gone = await core.store.players.delete(player)
    core.people.forget(player)
    for table in gone.tables:
        core.forget(table)
    for place in gone.seats:  # they may have come back meanwhile, with another browser
        with suppress(StoreError):
            await vacate(core, player, place.table, place.seat.seat)
