"""Coming to a table, going from it, coming back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Final

from farmstead.engine.contract import FarmsteadError, Seat, seat_text
from farmstead.messages import Invitation
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.hub.hub import Batch, Posted
from farmstead.server.hub.start import begun, left
from farmstead.server.people.visitor import Visitor, player_key
from farmstead.server.store import NotOwner, PlayerId, StoreAway, StoreDamaged, StoreFull, TableId
from farmstead.server.store import SeatRow as StoredSeat
from farmstead.server.table.embargo import check_usual
from farmstead.server.table.entries import Closed, Pledged, Returned, Sat, TakenOver, WhyTaken
from farmstead.server.table.live_table import LiveTable

LOG: Final = logging.getLogger(__name__)


async def sit(
    core: Core, visitor: Visitor, table: TableId, seat: Seat, invitation: str, pledge: str = ""
) -> Posted:
    """Take a free seat, and pledge. One that is for somebody takes the token, or to be that somebody."""
    player = visitor.require_player().id
    entry = Sat(seat, "person", player_key(player))
    await _check_may_sit(core, visitor, table, entry, invitation)
    stored = StoredSeat(seat, "person", player)
    return await post_change(core, table, lambda live: seated(live, [entry], [stored], pledge))


async def post_change(core: Core, table: TableId, make: Callable[[LiveTable], Batch]) -> Posted:
    """Write what changes who sits at a table, or how it begins, and tell those who listen."""
    posted = await core.hub.post(table, make)
    core.hub.notify(table, "table")
    return posted


def seated(live: LiveTable, coming: Sequence[Sat], stored: Sequence[StoredSeat], pledge: str = "") -> Batch:
    """These sit down, and the person among them pledges; with nobody to wait for, the game begins."""
    pledged = [Pledged(entry.seat, pledge) for entry in coming if entry.how == "person" and pledge]
    return Batch(begun(live, [*coming, *pledged]), stored)


async def _check_may_sit(core: Core, visitor: Visitor, table: TableId, entry: Sat, invitation: str) -> None:
    stored = await _stored_seat(core, table, entry.seat)
    tried = f"sit {seat_text(entry.seat)}"
    if stored.kind == "open" or stored.player == visitor.require_player().id:
        return
    if stored.kind != "invited":
        await core.hub.look(table, lambda live: live.check(entry))  # it knows best what is the matter
        raise Refused("seat_taken", tried)
    if stored.player is not None:
        raise Refused("reserved", tried)
    if not invitation:
        raise Refused("not_invited", tried, {"sent": "invitation"})
    core.people.forget()  # it may have been used a moment ago
    found = await core.seat_of(invitation, visitor.address)
    if (found.table, found.seat.seat) != (table, entry.seat):
        raise Refused("not_invited", tried, {"sent": "invitation"})


async def _stored_seat(core: Core, table: TableId, seat: Seat) -> StoredSeat:
    seats = await core.store.seats.of(table)
    if not 0 <= seat < len(seats):
        raise Refused("no_such_seat", f"sit {seat_text(seat)}", {"seats": len(seats)})
    return seats[seat]


async def sit_reserved(core: Core, visitor: Visitor, table: TableId, pledge: str = "") -> None:
    """Take the seat that is kept for somebody, if there is one."""
    player = visitor.require_player().id
    for seat in await core.store.seats.of(table):
        if seat.kind == "invited" and seat.player == player:
            await sit(core, visitor, table, seat.seat, "", pledge)


async def fill(core: Core, visitor: Visitor, table: TableId, level: int) -> Posted:
    """Let bots take the seats that are free, and begin; for who made the table."""
    await check_owner(core, visitor, table, "fill")

    def make(live: LiveTable) -> Batch:
        free = live.chairs.empty()
        bots = [StoredSeat(seat, "bot", level=level) for seat in free]
        return seated(live, [Sat(seat, "bot", level=level) for seat in free], bots)

    if await core.hub.look(
        table, lambda live: any(chair.how not in ("", "bot") for chair in live.chairs.all)
    ):
        return await post_change(core, table, make)
    async with core.bots_alone(visitor.require_player().id, "fill"):
        return await post_change(core, table, make)


async def check_owner(core: Core, visitor: Visitor, table: TableId, tried: str) -> None:
    if (await core.store.tables.get(table)).owner != visitor.require_player().id:
        raise Refused("not_owner", tried)


async def invite(core: Core, visitor: Visitor, table: TableId, seat: Seat) -> Invitation:
    """A new token for a seat that is invited or a program's; the one before is worth nothing now.

    Whoever has the token of a program's seat sees all that it hides, and moves for it. So once the game has
    begun there is a new one only where nobody else plays whom that would wrong.
    """
    await check_owner(core, visitor, table, "invite")
    stored = await _stored_seat(core, table, seat)
    tried = f"invite {seat_text(seat)}"
    if stored.kind not in ("invited", "client") or stored.player is not None:
        raise Refused("seat_taken", tried)
    others = await core.hub.look(table, lambda live: _plays_among_others(live, seat, visitor.key))
    if stored.kind == "client" and others:
        raise Refused("program_plays", tried)
    token = await core.store.seats.give_token(table, seat)
    core.people.forget()
    core.hub.notify(table, "table")  # whoever listens with the old one is let go at once
    return Invitation(seat, token)


def _plays_among_others(live: LiveTable, seat: Seat, owner: str) -> bool:
    """Whether a game is played there by anybody but the owner and this seat, if only until a bot played on.

    Another program may be anybody's.
    """
    if live.phase() != "playing":
        return False
    others = [chair for number, chair in enumerate(live.chairs.all) if number != seat]
    return any(chair.how not in ("", "bot") and chair.player != owner for chair in others)


async def free(core: Core, visitor: Visitor, table: TableId, seat: Seat) -> Posted:
    """Whoever made the table has somebody get up before the game.

    Not while contributions to the luck are opened: nobody goes because of what they have seen of them.
    """
    await check_owner(core, visitor, table, "free")
    check_usual(await core.hub.options(table), "free")

    def make(live: LiveTable) -> Batch:
        if live.phase() != "waiting":
            raise Refused("already_started", "free")
        if live.contributions.opened or live.is_opening():
            raise Refused("opening_begun", "free")
        if not 0 <= seat < live.setup.seats:
            raise Refused("no_such_seat", "free", {"seats": live.setup.seats})
        if live.chairs.all[seat].how != "person":
            raise Refused("nobody_to_free", "free", {"seat": seat})
        return left(live, seat)

    return await post_change(core, table, make)


async def close(core: Core, visitor: Visitor, table: TableId) -> Posted:
    """Whoever made the table ends it, as long as no game of others goes on there."""
    await check_owner(core, visitor, table, "close")
    check_usual(await core.hub.options(table), "close")

    def make(live: LiveTable) -> Batch:
        if live.phase() == "over":
            raise Refused("over", "close")
        others = [chair for chair in live.chairs.all if chair.player != visitor.key and not chair.level]
        if live.phase() == "playing" and any(chair.how in ("person", "device", "client") for chair in others):
            raise Refused("others_play", "close")
        return Batch([Closed("owner")])

    return await post_change(core, table, make)


# ---- going and coming back ---------------------------------------------------------------------------------


async def get_up(core: Core, visitor: Visitor, table: TableId, seat: Seat, why: WhyTaken) -> Posted:
    """Before the game the seat is free again; in the game a bot plays on."""
    options = await core.hub.options(table)
    level = options.level
    if why != "resigned":  # a bot would play on, which may play better
        check_usual(options, why)

    def make(live: LiveTable) -> Batch:
        if seat not in visitor.seats_at(table, live):
            raise Refused("not_yours", why, {"seat": seat})
        if live.phase() == "waiting" and visitor.is_program():
            raise Refused("not_yours", why, {"seat": seat})
        return gone(live, seat, why, level)

    return await post_change(core, table, make)


def gone(live: LiveTable, seat: Seat, why: WhyTaken, level: int) -> Batch:
    """What is written when somebody goes; while people are still coming the seat is as it was before."""
    return left(live, seat) if live.phase() == "waiting" else Batch([TakenOver(seat, why, level)])


async def come_back(core: Core, visitor: Visitor, table: TableId, seat: Seat) -> Posted:
    """Take one's seat back from the bot that plays on."""

    stored = await _stored_seat(core, table, seat)
    check_usual(await core.hub.options(table), "return")

    def make(live: LiveTable) -> Batch:
        if seat not in visitor.seats_at(table, live) or stored.kind == "former":
            raise Refused("not_yours", "return", {"seat": seat})
        # With the seat the store refuses somebody who has deleted themselves a moment ago.
        return Batch([Returned(seat)], [] if stored.player is None else [stored])

    return await post_change(core, table, make)


async def vacate(core: Core, player: PlayerId, table: TableId, seat: Seat) -> None:
    """Somebody deletes themselves: the game goes on without them, if it goes on at all.

    Only when the store cannot be written to now is there an error: somebody might be waited for in vain.
    """

    def make(live: LiveTable) -> Batch:
        chair = live.chairs.all[seat]
        if chair.player != player_key(player) or chair.level:
            raise Refused("nobody_sits", "left")
        return gone(live, seat, "left", level)

    try:
        level = (await core.hub.options(table)).level
        await core.hub.post(table, make)
    except NotOwner as error:
        await core.peers.call(error.owner, "vacate", player, table, seat)
        return
    except StoreDamaged as error:
        LOG.warning("Nobody can be waited for at table %d: %s", table, error)
    except (StoreFull, StoreAway):
        raise
    except FarmsteadError as error:  # it is over, set aside or deleted
        LOG.info("Nobody is waited for at table %d: %s", table, error)
    core.hub.notify(table, "table")
