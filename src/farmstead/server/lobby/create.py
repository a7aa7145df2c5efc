"""A new table: what is to be played, by whom, and how; and the same people's next one."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.agents.levels import LEVELS
from farmstead.engine.contract import Arg, BadSetup, Seat
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.hub.loader import new_table
from farmstead.server.lobby.seating import seated, sit_reserved
from farmstead.server.people.sessions import checked_name
from farmstead.server.people.visitor import Visitor, client_key, player_key
from farmstead.server.play.messages import Invitation, SeatIn, TableIn
from farmstead.server.store import Conflict, NewAttempt, Opening, PlayerId, Table, TableId, new_token
from farmstead.server.store import Seat as StoredSeat
from farmstead.server.table.embargo import check_usual
from farmstead.server.table.entries import Entry, Sat
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.options import TableOptions, decode_options, encode_options
from farmstead.server.table.setup import FAIR, KEY_BYTES, PlannedSeat, Scheme, SeatPlan, TableSetup, new_setup

SHORTEST_CLOCK = 10  # seconds
NOBODY: Final[Mapping[Seat, PlayerId]] = MappingProxyType({})


class CreatedTable(NamedTuple):
    """A new table and the tokens of its seats, which are told only now."""

    table: TableId
    invitations: tuple[Invitation, ...] = ()


async def make_table(core: Core, visitor: Visitor, wish: TableIn) -> CreatedTable:
    """Make a table as somebody wishes it; Refused says what cannot be."""
    owner = visitor.who().id
    core.limits.spend("table", visitor.whom, "new table")
    core.limits.spend("table", visitor.address, "new table")
    _check_wish(wish)
    if any(seat.who != "bot" for seat in wish.seats):
        return await _make(core, visitor, owner, wish)
    async with core.bots_alone(owner, "new table"):
        return await _make(core, visitor, owner, wish)


async def admit(core: Core, visitor: Visitor) -> None:
    """Whether somebody may make one more table: asked before a large message is read."""
    visitor.who()
    core.limits.check("table", visitor.whom, "new table")
    core.limits.check("table", visitor.address, "new table")


def _check_wish(wish: TableIn) -> None:
    if wish.game not in shelf.names():
        raise Refused("no_such_game", "new table", instead=shelf.names())
    for seat in wish.seats:
        check_level(seat.level if seat.who == "bot" else wish.level, "new table")
    me = sum([seat.who == "me" for seat in wish.seats])
    if me > 1 or (not me and any(seat.who == "device" for seat in wish.seats)):
        raise Refused("device_without_person", "new table")
    if 0 < wish.clock < SHORTEST_CLOCK:
        raise Refused("bad_message", "new table", {"why": f"a clock has at least {SHORTEST_CLOCK} seconds"})


def check_level(level: int, tried: str) -> None:
    """Refuse a level that no bot has."""
    if level not in LEVELS:
        levels = ", ".join(map(str, LEVELS))
        raise Refused("no_such_level", tried, {"levels": levels}, [str(level) for level in LEVELS])


def _setup_of(wish: TableIn, key: bytes, fair: Scheme = FAIR, rules: int | None = None) -> TableSetup:
    plan = [SeatPlan(_planned(seat), seat.level if seat.who == "bot" else 0) for seat in wish.seats]
    try:
        return new_setup(wish.game, plan, key, wish.switches, wish.edition, fair, rules)
    except BadSetup as error:
        if wish.edition and error.part not in ("seats", "options"):
            raise Refused("bad_edition", "new table", {"why": str(error)[:500]}) from None
        game, option = shelf.game(wish.game), _wrong_option(wish) if error.part == "options" else ""
        part = "together" if error.part == "options" and not option else error.part
        args: dict[str, Arg] = {
            "part": part,
            "fewest": game.fewest,
            "most": game.most,
            "option": option,
            "why": str(error)[:500],
        }
        raise Refused(
            "bad_setup", "new table", args, _options(wish) if error.part == "options" else ()
        ) from None


def _options(wish: TableIn) -> list[str]:
    """The switches there are, each as it usually stands."""
    return [f"{name}={value}" for name, value in shelf.switch_values(wish.game, ()).items()]


def _would_do(wish: TableIn, option: str) -> bool:
    try:
        shelf.game(wish.game).setup(len(wish.seats), [option])
    except BadSetup:
        return False
    return True


def _wrong_option(wish: TableIn) -> str:
    """The first option that this game does not have, or not for so many; none if each alone would do."""
    wrong = [option for option in wish.switches if not _would_do(wish, option)]
    return wrong[0][:40] if wrong else ""


def _planned(seat: SeatIn) -> PlannedSeat:
    match seat.who:
        case "me" | "open":
            return "open"
        case "client" | "invited":
            return "invited"
        case other:
            return other


def _stored(seat: Seat, wish: SeatIn, owner: PlayerId) -> StoredSeat:
    match wish.who:
        case "me":
            return StoredSeat(seat, "person", owner)
        case "device":
            return StoredSeat(seat, "device", owner, name=checked_name(wish.name) if wish.name else "")
        case "bot":
            return StoredSeat(seat, "bot", level=wish.level)
        case other:
            return StoredSeat(seat, other)


def _sitting(seat: Seat, wish: SeatIn, owner: PlayerId) -> Sat | None:
    match wish.who:
        case "me":
            return Sat(seat, "person", player_key(owner))
        case "device":
            return Sat(seat, "device", player_key(owner))
        case "client":
            return Sat(seat, "client", client_key(seat))
        case _:
            return None


async def _begun(
    core: Core, visitor: Visitor, owner: PlayerId, wish: TableIn
) -> tuple[TableSetup, Sequence[Entry]]:
    """The set-up, and what happens at once; components of its own are built in a thread."""

    def begun() -> tuple[TableSetup, Sequence[Entry]]:
        setup = _setup_of(wish, secrets.token_bytes(KEY_BYTES))
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
    """Everything that belongs to a table is written at once: its seats, who sits there, tokens, the start."""
    setup, entries = await _begun(core, visitor, owner, wish)
    options = TableOptions(wish.clock, wish.level, wish.chat, wish.hints, wish.spectators, wish.rated)
    digest = sha256(wish.edition.encode()).hexdigest() if wish.edition else None
    row = new_table(setup, encode_options(options), owner, wish.public, digest)
    tokens = {
        seat: new_token()
        for seat, each in enumerate(wish.seats)
        if each.who in ("invited", "client") and seat not in reserved
    }
    opening = Opening(tokens=tokens, components=wish.edition, follows=follows)
    table = await core.hub.create(row, _seats(wish, owner, reserved), entries, opening)
    await core.hub.load(table.id)  # bots may have to begin
    return CreatedTable(table.id, tuple([Invitation(seat, token) for seat, token in tokens.items()]))


async def make_attempt(
    core: Core,
    owner: PlayerId,
    wish: TableIn,
    options: TableOptions,
    key: bytes,
    attempt: NewAttempt,
    rules: int | None,
) -> TableId:
    """A table for somebody's one attempt at the game of a day; Conflict when there has been one."""
    setup = _setup_of(wish, key, 0, rules)  # the luck is the same for all, so nobody adds to it
    row = new_table(setup, encode_options(options), owner)
    opening = Opening(attempt=attempt)
    table = await core.hub.create(row, _seats(wish, owner, NOBODY), _entries(wish, setup, owner), opening)
    await core.hub.load(table.id)
    return table.id


async def make_guided(
    core: Core, visitor: Visitor, wish: TableIn, options: TableOptions, key: bytes
) -> TableId:
    """A table for somebody's guided game, with luck that was chosen for it."""
    owner = visitor.who().id
    core.limits.spend("table", visitor.whom, "learn")
    core.limits.spend("table", visitor.address, "learn")
    setup = _setup_of(wish, key, 0)
    row = new_table(setup, encode_options(options), owner)
    table = await core.hub.create(row, _seats(wish, owner, NOBODY), _entries(wish, setup, owner))
    await core.hub.load(table.id)
    return table.id


def _seats(wish: TableIn, owner: PlayerId, reserved: Mapping[Seat, PlayerId]) -> list[StoredSeat]:
    return [
        StoredSeat(seat, "invited", reserved[seat]) if seat in reserved else _stored(seat, each, owner)
        for seat, each in enumerate(wish.seats)
    ]


def _entries(wish: TableIn, setup: TableSetup, owner: PlayerId) -> Sequence[Entry]:
    """Who sits there from the beginning; with nobody to wait for, the game begins."""
    live = LiveTable(setup)
    sitting = [_sitting(seat, each, owner) for seat, each in enumerate(wish.seats)]
    coming = [entry for entry in sitting if entry is not None]
    entries = seated(live, coming, (), wish.pledge).entries
    live.check(*entries)
    return entries


# ---- again -----------------------------------------------------------------------------------------------


async def play_again(core: Core, visitor: Visitor, table: TableId, pledge: str = "") -> CreatedTable:
    """The same people at a new table, one seat further; who asks second sits down at the one there is."""
    player = visitor.who()
    row = await core.store.tables.get(table)
    if not await core.hub.look(table, lambda live: visitor.seats_at(table, live)):
        raise Refused("not_yours", "rematch", {"seat": "-"})
    check_usual(await core.hub.options(table), "rematch")
    if row.rematch is None:
        core.limits.spend("table", visitor.whom, "rematch")
        core.limits.spend("table", visitor.address, "rematch")
        await core.hub.look(table, _check_over)
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


def _check_over(live: LiveTable) -> None:
    if live.phase() in ("waiting", "playing"):
        raise Refused("not_over", "rematch")


async def _make_again(core: Core, visitor: Visitor, owner: PlayerId, row: Table, pledge: str) -> CreatedTable:
    """Seats move on by one, so that another begins."""
    setup = await core.hub.look(row.id, lambda live: live.setup)
    options = decode_options(row.options)
    before = await core.store.seats.of(row.id)
    before = before[1:] + before[:1]
    reserved = {seat: was.player for seat, was in enumerate(before) if _is_other(was, owner)}
    wish = TableIn(
        setup.game,
        _seats_again(before, owner),
        tuple(setup.options),
        setup.components,
        row.public,
        options.clock,
        options.level,
        options.chat,
        options.hints,
        options.spectators,
        options.rated,
        pledge,
    )
    kept = {seat: who for seat, who in reserved.items() if who is not None}
    return await _make(core, visitor, owner, wish, kept, row.id)


def _is_other(was: StoredSeat, owner: PlayerId) -> bool:
    return was.kind == "person" and was.player is not None and was.player != owner


def _seats_again(before: Sequence[StoredSeat], owner: PlayerId) -> tuple[SeatIn, ...]:
    return tuple([_seat_again(was, owner) for was in before])


def _seat_again(was: StoredSeat, owner: PlayerId) -> SeatIn:
    if was.kind == "bot":
        return SeatIn("bot", was.level or 0)
    if was.player == owner:
        return SeatIn("me") if was.kind == "person" else SeatIn("device", name=was.name)
    if was.kind == "client":
        return SeatIn("client")
    return SeatIn("invited") if was.kind == "person" and was.player is not None else SeatIn("open")
