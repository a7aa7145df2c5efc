"""Creates tables: as a visitor asks for one (`TableIn`), for a rematch, a daily game or a guided one."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple

from farmstead.agents.characters import neighbours
from farmstead.engine.contract import Seat
from farmstead.messages import Invitation
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.hub.loader import new_table
from farmstead.server.lobby.seating import seated, sit_reserved
from farmstead.server.lobby.wishes import check_wish, setup_of, with_neighbours
from farmstead.server.people.sessions import checked_name
from farmstead.server.people.visitor import Visitor, client_key, player_key
from farmstead.server.play.messages import SeatIn, TableIn
from farmstead.server.play.names import neighbour_id
from farmstead.server.store import Conflict, NewAttempt, Opening, PlayerId, TableId, TableRow, new_token
from farmstead.server.store import SeatRow as StoredSeat
from farmstead.server.table.embargo import check_usual
from farmstead.server.table.entries import Entry, Sat
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.options import CHOSEN, TableOptions, decode_options, encode_options
from farmstead.server.table.setup import (
    KEY_BYTES,
    TableSetup,
)

NOBODY: Final[Mapping[Seat, PlayerId]] = MappingProxyType({})


class CreatedTable(NamedTuple):
    """A new table and the tokens of its seats, which are told only now."""

    table: TableId
    invitations: tuple[Invitation, ...] = ()


async def make_table(core: Core, visitor: Visitor, wish: TableIn) -> CreatedTable:
    """Make a table as somebody wishes it; Refused says what cannot be."""
    owner = visitor.require_player().id
    spend_table(core, visitor, "new table")
    wish = with_neighbours(wish)
    check_wish(wish)
    if any(seat.who != "bot" for seat in wish.seats):
        return await _make(core, visitor, owner, wish)
    async with core.bots_alone(owner, "new table"):
        return await _make(core, visitor, owner, wish)


def spend_table(core: Core, visitor: Visitor, tried: str) -> None:
    """Count one more new table against the limits of the person and of the address."""
    for whose in (visitor.rate_limit_key, visitor.address):
        core.limits.spend("table", whose, tried)


async def admit(core: Core, visitor: Visitor) -> None:
    """Refuse somebody over the limit of new tables, before a large message is read."""
    visitor.require_player()
    core.limits.check("table", visitor.rate_limit_key, "new table")
    core.limits.check("table", visitor.address, "new table")


def _stored(seat: Seat, wish: SeatIn, owner: PlayerId) -> StoredSeat:
    if wish.who == "bot":
        name = neighbours()[wish.neighbour].name if wish.neighbour else ""
        return StoredSeat(seat, "bot", level=wish.level, name=name)
    if wish.who == "device":
        return StoredSeat(seat, "device", owner, name=checked_name(wish.name) if wish.name else "")
    return StoredSeat(seat, "person", owner) if wish.who == "me" else StoredSeat(seat, wish.who)


def _sitting(seat: Seat, wish: SeatIn, owner: PlayerId) -> list[Sat]:
    if wish.who == "client":
        return [Sat(seat, "client", client_key(seat))]
    if wish.who == "device":
        return [Sat(seat, "device", player_key(owner))]
    return [Sat(seat, "person", player_key(owner))] if wish.who == "me" else []


async def _begun(
    core: Core, visitor: Visitor, owner: PlayerId, wish: TableIn
) -> tuple[TableSetup, Sequence[Entry]]:
    """The set-up and first entries of a table; an edition of its own is built in a thread."""

    def begun() -> tuple[TableSetup, Sequence[Entry]]:
        setup = setup_of(wish, secrets.token_bytes(KEY_BYTES))
        return setup, _entries(wish, setup, owner)

    if not wish.edition:
        return begun()
    return await core.pools.editions.run(visitor.address, "new table", begun)


async def _make(
    core: Core,
    visitor: Visitor,
    owner: PlayerId,
    wish: TableIn,
    reserved: Mapping[Seat, PlayerId] = NOBODY,
    follows: TableId | None = None,
) -> CreatedTable:
    """Write a new table at once with its seats, who sits there, tokens and the start."""
    setup, entries = await _begun(core, visitor, owner, wish)
    options = TableOptions(**{name: getattr(wish, name) for name in CHOSEN})
    digest = sha256(wish.edition.encode()).hexdigest() if wish.edition else None
    row = new_table(setup, encode_options(options), owner, wish.public, digest)
    tokens = {
        seat: new_token()
        for seat, each in enumerate(wish.seats)
        if each.who in ("invited", "client") and seat not in reserved
    }
    opening = Opening(tokens=tokens, components=wish.edition, follows=follows)
    table = await core.hub.create(row, _seats(wish, owner, reserved), entries, opening)
    await core.hub.visit(table.id)  # bots may have to begin
    return CreatedTable(table.id, tuple([Invitation(seat, token) for seat, token in tokens.items()]))


async def make_with_key(
    core: Core,
    owner: PlayerId,
    wish: TableIn,
    options: TableOptions,
    key: bytes,
    attempt: NewAttempt | None = None,
    rules: int | None = None,
) -> TableId:
    """A table whose luck was chosen for it, so nobody adds to it: for a guided game, or for somebody's one
    attempt at the game of a day; Conflict when there has been one.
    """
    setup, opening = setup_of(wish, key, 0, rules), Opening(attempt=attempt)
    row = new_table(setup, encode_options(options), owner)
    table = await core.hub.create(row, _seats(wish, owner, NOBODY), _entries(wish, setup, owner), opening)
    await core.hub.visit(table.id)
    return table.id


def _seats(wish: TableIn, owner: PlayerId, reserved: Mapping[Seat, PlayerId]) -> list[StoredSeat]:
    return [
        StoredSeat(seat, "invited", reserved[seat]) if seat in reserved else _stored(seat, each, owner)
        for seat, each in enumerate(wish.seats)
    ]


def _entries(wish: TableIn, setup: TableSetup, owner: PlayerId) -> Sequence[Entry]:
    """Who sits there from the beginning; with nobody to wait for, the game begins."""
    live = LiveTable(setup)
    coming = [entry for seat, each in enumerate(wish.seats) for entry in _sitting(seat, each, owner)]
    entries = seated(live, coming, (), wish.pledge).entries
    live.check(*entries)
    return entries


# ---- again -----------------------------------------------------------------------------------------------


async def play_again(core: Core, visitor: Visitor, table: TableId, pledge: str = "") -> CreatedTable:
    """A rematch: these people at a new table, one seat further; who asks second sits down there."""
    player = visitor.require_player()
    row = await core.store.tables.get(table)
    if not await core.hub.look(table, lambda live: visitor.seats_at(table, live)):
        raise Refused("not_yours", "rematch", {"seat": "-"})
    check_usual(await core.hub.options(table), "rematch")
    if row.rematch is None:
        spend_table(core, visitor, "rematch")
        if await core.hub.look(table, LiveTable.phase) in ("waiting", "playing"):
            raise Refused("not_over", "rematch")
        try:
            made = await _make_again(core, visitor, player.id, row, pledge)
        except Conflict:  # somebody else asked at the same moment: theirs is the one
            row = await core.store.tables.get(table)
        else:
            core.hub.notify(table, "table")
            return made
    assert row.rematch is not None
    await sit_reserved(core, visitor, row.rematch, pledge)
    return CreatedTable(row.rematch)


async def _make_again(
    core: Core, visitor: Visitor, owner: PlayerId, row: TableRow, pledge: str
) -> CreatedTable:
    """The table of a rematch: each seat moves on by one, so that another begins."""
    setup = await core.hub.look(row.id, lambda live: live.setup)
    options = decode_options(row.options)
    before = await core.store.seats.of(row.id)
    before = before[1:] + before[:1]
    others = {seat: was.player for seat, was in enumerate(before) if was.kind == "person"}
    reserved = {seat: who for seat, who in others.items() if who is not None and who != owner}
    seats = tuple([_seat_again(was, owner) for was in before])
    same = {name: getattr(options, name) for name in CHOSEN}
    wish = TableIn(setup.game, seats, setup.options, setup.components, row.public, **same, pledge=pledge)
    return await _make(core, visitor, owner, wish, reserved, row.id)


def _seat_again(was: StoredSeat, owner: PlayerId) -> SeatIn:
    if was.kind == "bot":
        return SeatIn("bot", was.level or 0, neighbour=neighbour_id(was))
    if was.player == owner:
        return SeatIn("me") if was.kind == "person" else SeatIn("device", name=was.name)
    if was.kind == "client":
        return SeatIn("client")
    return SeatIn("invited") if was.kind == "person" and was.player is not None else SeatIn("open")
