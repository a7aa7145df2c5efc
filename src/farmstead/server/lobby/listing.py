"""What a visitor is told of a table, alone or in the lists of the lobby: makes each `TableOut`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final, NamedTuple

from msgspec import structs

from farmstead import shelf
from farmstead.agents.characters import neighbours
from farmstead.agents.levels import LEVELS
from farmstead.messages import (
    BranchedOut,
    FairNow,
    GameOut,
    LevelOut,
    NeighbourOut,
    Phase,
    SeatNow,
    SeatOut,
    TableOut,
)
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.play.names import neighbour_id, own_name
from farmstead.server.play.sentences import distinct
from farmstead.server.ratings.rules import may_count
from farmstead.server.store import BranchRow, PlayerId, TableId, TableRow
from farmstead.server.store import SeatRow as StoredSeat
from farmstead.server.table.embargo import is_closed
from farmstead.server.table.entries import Damaged
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.options import SHOWN, TableOptions, decode_options
from farmstead.server.table.setup import TableSetup, decode_setup_without_key

LOOKED_INTO: Final = 20  # games of one list
PHASES: Final[Mapping[str, Phase]] = {
    "waiting": "waiting",
    "playing": "playing",
    "over": "over",
    "aside": "closed",
}
FREE: Final = ("open", "invited")  # kinds of seats at which nobody sits
OF_ROW: Final = ("code", "game", "created", "changed", "public")  # what a table is told as it is stored
UNKNOWN_SETUP: Final = TableSetup("", 0, 0, (), "", ())
UNREADABLE: Final = "Its set-up cannot be read."


class Now(NamedTuple):
    """What a game that has been looked into says of its table."""

    seats: tuple[SeatNow, ...] | None
    phase: Phase
    number: int
    to_act: tuple[int, ...] = ()
    fair: FairNow | None = None


class Around(NamedTuple):
    """What several tables need besides their rows."""

    seats: Mapping[TableId, Sequence[StoredSeat]]
    names: Mapping[PlayerId, str]
    guests: Set[PlayerId]  # those of them without an account
    codes: Mapping[TableId, str]  # of the tables at which the visitor plays again
    branches: Mapping[TableId, BranchRow]


def games() -> list[GameOut]:
    """What can be played here."""
    levels = tuple([LevelOut(number, level.name) for number, level in LEVELS.items()])
    bots = tuple([NeighbourOut(each.id, each.name, each.level) for each in neighbours().values()])
    found = []
    for game in map(shelf.game, shelf.names()):
        usual = shelf.switch_values(game.name, ())
        found.append(GameOut(game.name, game.title, game.fewest, game.most, usual, levels, bots, usual))
    return found


async def show(core: Core, visitor: Visitor, table: TableId) -> TableOut:
    """One table, as it is now."""
    row = await core.store.tables.get(table)
    seats = await core.store.seats.of(table)
    now = await core.hub.read_even_if_quarantined(table, _now, _stored_as(row))
    trouble = await core.hub.aside(table)
    around = await _around(core, visitor, [row], {table: seats})
    return await _shown(core, visitor, row, now, trouble, around)


def _now(live: LiveTable) -> Now:
    seats = tuple([SeatNow(chair.how, chair.level, chair.away, chair.how) for chair in live.chairs.all])
    to_act = tuple([seat for seat in live.to_act() if seat >= 0])
    return Now(seats, live.phase(), live.number, to_act, live.fair())


def _stored_as(row: TableRow) -> Now:
    """What is known of a table without its game."""
    return Now(None, PHASES[row.state], row.last)


async def show_all(core: Core, visitor: Visitor, rows: Sequence[TableRow]) -> list[TableOut]:
    """Many tables, as the store has them: nobody's game is loaded for a list."""
    return await _shown_all(core, visitor, rows, {})


async def show_mine(core: Core, visitor: Visitor, rows: Sequence[TableRow]) -> list[TableOut]:
    """The visitor's own tables, with who is waited for at the newest that are being played."""
    played = [row for row in rows if row.state == "playing"][:LOOKED_INTO]
    async with core.hub.looking(*[row.id for row in played]):
        now = {
            row.id: await core.hub.read_even_if_quarantined(row.id, _now, _stored_as(row)) for row in played
        }
    return await _shown_all(core, visitor, rows, now)


async def _shown_all(
    core: Core, visitor: Visitor, rows: Sequence[TableRow], known: Mapping[TableId, Now]
) -> list[TableOut]:
    seats = await core.store.seats.of_several([row.id for row in rows])
    around = await _around(core, visitor, rows, seats)
    return [
        await _shown(core, visitor, row, known.get(row.id) or _stored_as(row), row.why, around)
        for row in rows
    ]


async def _around(
    core: Core, visitor: Visitor, rows: Sequence[TableRow], seats: Mapping[TableId, Sequence[StoredSeat]]
) -> Around:
    """What several tables need besides their rows, by one question of each kind for all of them."""
    people = await core.people.players([seat.player for each in seats.values() for seat in each])
    names = {number: player.name for number, player in people.items()}
    guests = {number for number, player in people.items() if not player.has_account}
    mine = [row for row in rows if any(_has(visitor, row.id, seat) for seat in seats.get(row.id, ()))]
    rematches = [row.rematch for row in mine if row.rematch is not None]
    codes = await core.store.tables.codes(rematches) if rematches else {}
    branched = [row.id for row in rows if _setup_of(row).origin is not None]
    branches = await core.store.branches.at_several(branched) if branched else {}
    return Around(seats, names, guests, codes, branches)


def _setup_of(row: TableRow) -> TableSetup:
    try:
        return decode_setup_without_key(row.setup)
    except Damaged:
        return UNKNOWN_SETUP


async def _shown(
    core: Core, visitor: Visitor, row: TableRow, now: Now, trouble: str, around: Around
) -> TableOut:
    try:
        setup, options = decode_setup_without_key(row.setup), decode_options(row.options)
    except Damaged:
        setup, options, trouble = UNKNOWN_SETUP, TableOptions(), trouble or UNREADABLE
    if not core.settings.has_chat:
        options = structs.replace(options, chat=False)
    if options.daily and not is_closed(options, core.store.now()):
        options = structs.replace(options, spectators=True)  # its day has ended
    now = now._replace(phase="closed", to_act=()) if trouble else now
    stored = around.seats.get(row.id, ())
    own = ["" if seat.kind in FREE else own_name(seat, around.names) for seat in stored]
    names = distinct(own, [seat.kind == "bot" for seat in stored])
    seats = tuple(
        [_seat(visitor, row.id, *each, now, around.guests) for each in zip(stored, names, strict=True)]
    )
    mine = [seat.seat for seat in seats if seat.mine]
    is_known = row.game in shelf.names()
    return TableOut(
        **{name: getattr(row, name) for name in OF_ROW},
        **{name: getattr(options, name) for name in SHOWN},
        title=shelf.game(row.game).title if is_known else row.game,
        phase=now.phase,
        number=now.number,
        switches=setup.options,
        options=setup.options,
        rules=setup.rules,
        edition=setup.edition,
        own_edition=row.edition is not None,
        seats=seats,
        to_act=now.to_act,
        open_views=is_known and shelf.row(row.game).open_views,
        owner=visitor.player is not None and row.owner == visitor.player.id,
        holder=await core.handovers.holder(visitor, row.id, mine),
        rematch=around.codes.get(row.rematch, "") if mine and row.rematch is not None else "",
        trouble=trouble,
        rated=may_count(options, row.edition is not None, [seat.how for seat in seats]),
        fair=now.fair,
        branch=None if setup.origin is None else _branch(visitor, row, around.branches.get(row.id)),
    )


def _branch(visitor: Visitor, row: TableRow, found: BranchRow | None) -> BranchedOut | None:
    """The name by which whoever made it knew the game it left is theirs alone: it may be a table's code."""
    if found is None:
        return None
    mine = visitor.player is not None and row.owner == visitor.player.id
    parent = found.parent if mine else found.record
    return BranchedOut(parent, found.ply, found.luck, found.title, found.shared)


def _seat(
    visitor: Visitor, table: TableId, stored: StoredSeat, name: str, now: Now, guests: Set[PlayerId]
) -> SeatOut:
    player = visitor.player.id if visitor.player is not None else None
    free = stored.kind in FREE
    how = "" if free else "person" if stored.kind == "former" else stored.kind
    live = now.seats[stored.seat] if now.seats is not None else SeatNow(how, stored.level or 0, who=how)
    reserved_for_other = stored.player is not None and stored.player != player
    return SeatOut(
        seat=stored.seat,
        how=live.how,
        who=live.how,
        name=name,
        level=live.level,
        away=live.away,
        mine=_has(visitor, table, stored),
        for_me=free and now.phase == "waiting" and not reserved_for_other,
        invited=stored.kind == "invited",
        neighbour=neighbour_id(stored),
        guest=stored.kind == "person" and stored.player in guests,
    )


def _has(visitor: Visitor, table: TableId, stored: StoredSeat) -> bool:
    """Whether the visitor has this seat."""
    if stored.kind == "client":
        return (visitor.table, visitor.seat) == (table, stored.seat)
    return stored.kind not in FREE and visitor.player is not None and stored.player == visitor.player.id
