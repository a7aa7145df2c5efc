"""Coming to a table, going from it, coming back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from farmstead.engine.contract import Seat, seat_text
from farmstead.server.house import House
from farmstead.server.hub import Posted
from farmstead.server.journal import Entry, Left, Returned, Sat, Started, TakenOver, WhyTaken
from farmstead.server.live import LiveTable
from farmstead.server.messages import Invitation
from farmstead.server.options import decode_options
from farmstead.server.refusals import Refused
from farmstead.server.store import PlayerId, TableId
from farmstead.server.store import Seat as StoredSeat
from farmstead.server.visitors import Visitor, player_key


async def sit(house: House, visitor: Visitor, table: TableId, seat: Seat, invitation: str) -> Posted:
    """Take a free seat. One that is for somebody takes the token, or to be that somebody."""
    player = visitor.who().id
    await _check_may_sit(house, visitor, table, seat, invitation)
    entry = Sat(seat, "person", player_key(player))
    posted = await house.hub.post(table, entry, [StoredSeat(seat, "person", player)])
    house.hub.notify(table, "table")
    return await begin_if_full(house, table) or posted


async def _check_may_sit(house: House, visitor: Visitor, table: TableId, seat: Seat, invitation: str) -> None:
    stored = await _stored_seat(house, table, seat)
    if stored.kind != "invited" or stored.player == visitor.who().id:
        return  # open, or taken, which the table itself refuses
    tried = f"sit {seat_text(seat)}"
    if stored.player is not None:
        raise Refused("reserved", tried)
    if not invitation:
        raise Refused("not_invited", tried)
    house.people.forget()  # it may have been used a moment ago
    found = await house.seat_of(invitation, visitor.address)
    if (found.table, found.seat.seat) != (table, seat):
        raise Refused("not_invited", tried)


async def _stored_seat(house: House, table: TableId, seat: Seat) -> StoredSeat:
    seats = await house.store.seats.of(table)
    if not 0 <= seat < len(seats):
        raise Refused("no_such_seat", f"sit {seat_text(seat)}", {"seats": len(seats)})
    return seats[seat]


async def sit_reserved(house: House, visitor: Visitor, table: TableId) -> None:
    """Take the seat that is kept for somebody, if there is one."""
    player = visitor.who().id
    for seat in await house.store.seats.of(table):
        if seat.kind == "invited" and seat.player == player:
            await sit(house, visitor, table, seat.seat, "")


async def begin_if_full(house: House, table: TableId) -> Posted | None:
    """A game begins when its last seat is taken."""
    if await house.hub.look(table, lambda live: bool(live.chairs.empty())):
        return None
    with suppress(Refused):  # somebody else was faster, or somebody has got up again
        return await house.hub.post(table, Started())
    return None


async def fill(house: House, visitor: Visitor, table: TableId, level: int) -> Posted:
    """Let bots take the seats that are free, and begin; for who made the table."""
    await check_owner(house, visitor, table, "fill")
    free = await house.hub.look(table, lambda live: live.chairs.empty())
    for seat in free:
        with suppress(Refused):  # somebody has sat down meanwhile
            bot = StoredSeat(seat, "bot", level=level)
            await house.hub.post(table, Sat(seat, "bot", level=level), [bot])
    house.hub.notify(table, "table")
    begun = await begin_if_full(house, table)
    return begun or Posted(await house.hub.look(table, lambda live: live.number), again=True)


async def check_owner(house: House, visitor: Visitor, table: TableId, tried: str) -> None:
    if (await house.store.tables.get(table)).owner != visitor.who().id:
        raise Refused("not_owner", tried)


async def invite(house: House, visitor: Visitor, table: TableId, seat: Seat) -> Invitation:
    """A new token for a seat that is invited or a program's; the one before is worth nothing now."""
    await check_owner(house, visitor, table, "invite")
    stored = await _stored_seat(house, table, seat)
    if stored.kind not in ("invited", "client") or stored.player is not None:
        raise Refused("seat_taken", f"invite {seat_text(seat)}")
    return Invitation(seat, await house.store.seats.give_token(table, seat))


# ---- going and coming back ---------------------------------------------------------------------------------


async def get_up(house: House, visitor: Visitor, table: TableId, seat: Seat, why: WhyTaken) -> Posted:
    """Before the game the seat is free again; in the game a bot plays on."""
    level = decode_options((await house.store.tables.get(table)).options).level
    row = await _stored_seat(house, table, seat)

    def make(live: LiveTable) -> Entry:
        if seat not in visitor.seats_at(table, live):
            raise Refused("not_yours", why, {"seat": seat_text(seat)})
        return _gone(live, freed, seat, why, level)

    freed = await _freed(house, table, seat)
    if freed and row.kind == "client":
        raise Refused("not_yours", why, {"seat": seat_text(seat)})
    posted = await house.hub.post(table, make, freed)
    house.hub.notify(table, "table")
    return posted


def _gone(
    live: LiveTable, freed: Sequence[StoredSeat], seat: Seat, why: WhyTaken, level: int
) -> Left | TakenOver:
    """What is written when somebody goes; Refused if the game has begun since `freed` was found out."""
    if (live.phase() == "waiting") != bool(freed):
        raise Refused("conflict", why)
    return Left(seat) if freed else TakenOver(seat, why, level)


async def _freed(house: House, table: TableId, seat: Seat) -> list[StoredSeat]:
    """The seat as it was before somebody sat there, while people are still coming."""

    def read(live: LiveTable) -> list[StoredSeat]:
        if live.phase() != "waiting":
            return []
        is_invited = live.setup.plan[seat].kind == "invited"
        return [StoredSeat(seat, "invited" if is_invited else "open")]

    return await house.hub.look(table, read)


async def come_back(house: House, visitor: Visitor, table: TableId, seat: Seat) -> Posted:
    """Take one's seat back from the bot that plays on."""

    def make(live: LiveTable) -> Entry:
        if seat not in visitor.seats_at(table, live):
            raise Refused("not_yours", "return", {"seat": seat_text(seat)})
        return Returned(seat)

    posted = await house.hub.post(table, make)
    house.hub.notify(table, "table")
    return posted


async def vacate(house: House, player: PlayerId, place: tuple[TableId, Seat]) -> None:
    """Somebody has deleted themselves: the game goes on without them."""
    table, seat = place
    level = decode_options((await house.store.tables.get(table)).options).level

    def make(live: LiveTable) -> Entry:
        chair = live.chairs.all[seat]
        if chair.player != player_key(player) or chair.level:
            raise Refused("nobody_sits", "left")
        return _gone(live, freed, seat, "left", level)

    with suppress(Refused):
        freed = await _freed(house, table, seat)
        await house.hub.post(table, make, freed)
    house.hub.notify(table, "table")
