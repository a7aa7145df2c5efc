"""What whoever runs a server does about somebody, or about a table.

By a page (`api/moderation.py`), or by a command beside the server, which leaves an order (`orders.py`).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from farmstead.server.accounts.actions import checked_login
from farmstead.server.accounts.deletion import delete_player
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.lobby.seating import vacate
from farmstead.server.people.sessions import checked_name
from farmstead.server.store import Conflict, NotOwner, PlayerId, TableId
from farmstead.server.table.entries import Closed, WhyClosed
from farmstead.server.table.live_table import LiveTable

LOG: Final = logging.getLogger(__name__)
# What is done, to the player or table of this number; the text is a new name, where one is needed.
Deed: TypeAlias = Callable[[Core, int, str], Awaitable[None]]


async def rename(core: Core, player: PlayerId, name: str) -> None:
    """Give somebody another name; that of an account is no other account's."""
    name = checked_name(name)
    if await core.store.accounts.of(player) is None:
        await core.store.players.rename(player, name)
    else:
        try:
            await core.store.accounts.rename(player, name, checked_login(name, "name"))
        except Conflict:
            raise Refused("name_taken", "name") from None
    core.people.forget()


async def sign_out(core: Core, player: PlayerId, _: str = "") -> None:
    """Nobody is known as them any more: who has an account can sign in again, a guest is gone for good."""
    await core.store.players.get(player)
    await core.store.sessions.revoke_all(player)
    core.people.forget(player)


async def block(core: Core, player: PlayerId, _: str = "") -> None:
    """They can do nothing here any more, and nobody waits for them: bots play on for them."""
    await core.store.moderation.block(player, True)
    core.people.forget(player)
    for place in await core.store.players.places(player):
        await vacate(core, player, place.table, place.seat.seat)


async def unblock(core: Core, player: PlayerId, _: str = "") -> None:
    """They may come back to their seats, too."""
    await core.store.moderation.block(player, False)
    core.people.forget(player)


async def delete_person(core: Core, player: PlayerId, _: str = "") -> None:
    """As if they had deleted themselves."""
    await core.store.players.get(player)
    await delete_player(core, player)


async def close_table(core: Core, table: TableId, why: WhyClosed = "operator") -> None:
    """Nothing more will happen there; what was played can be looked at."""

    def make(live: LiveTable) -> Closed:
        if live.phase() == "over":
            raise Refused("over", "closed")
        return Closed(why)

    try:
        await core.hub.post(table, make)
    except NotOwner as error:
        await core.peers.call(error.owner, "close", table)
        return
    core.hub.notify(table, "table")


async def close(core: Core, table: TableId, _: str = "") -> None:
    await core.store.tables.get(table)
    await close_table(core, table)


async def delete_table(core: Core, table: TableId, _: str = "") -> None:
    """With all that was played and said there."""
    await core.store.tables.delete(table)
    core.forget(table)


PEOPLE_DEEDS: Final[Mapping[str, Deed]] = {
    "rename": rename,
    "sign-out": sign_out,
    "block": block,
    "unblock": unblock,
    "delete": delete_person,
}
TABLE_DEEDS: Final[Mapping[str, Deed]] = {"close": close, "delete": delete_table}


async def do(core: Core, what: str, number: int, name: str = "") -> None:
    """One of the deeds by its name, such as `people block`; NotThere for what nobody can be told to do."""
    kind, _, deed = what.partition(" ")
    found = {"people": PEOPLE_DEEDS, "tables": TABLE_DEEDS}.get(kind, {}).get(deed)
    if found is None:
        raise Refused("nothing_there", "look")
    await found(core, number, name)
    LOG.info("Whoever runs this server has done this: %s %d.", what, number)
