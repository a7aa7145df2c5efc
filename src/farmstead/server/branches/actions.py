"""Playing on from a move of a game that is over, and choosing what chance brings there.

A branch is a table like others: bots, undo, hints and replay are as everywhere. It never counts for ratings,
its luck is not fair chance, and its record says that it was branched.
"""

from __future__ import annotations

import secrets
from typing import Literal

from farmstead.engine.contract import Seat
from farmstead.engine.record import UNFINISHED, Record
from farmstead.render.page import page_for
from farmstead.server.base.refusals import Refused
from farmstead.server.branches import messages
from farmstead.server.core import Core
from farmstead.server.hub.hub import Posted
from farmstead.server.hub.loader import new_table
from farmstead.server.lobby.create import spend_table
from farmstead.server.lobby.wishes import check_level
from farmstead.server.people.sessions import checked_text
from farmstead.server.people.visitor import Visitor, player_key
from farmstead.server.play.actions import check_may_look
from farmstead.server.replay import recorded_games, viewer
from farmstead.server.replay.recorded_games import RecordedGame, components_of
from farmstead.server.store import BranchRow, NewBranch, Opening, StoredRecord, TableId
from farmstead.server.store import SeatRow as StoredSeat
from farmstead.server.table.branch_origin import branched_setup
from farmstead.server.table.entries import Dealt, Entry, Sat, Started
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.options import TableOptions, encode_options
from farmstead.server.table.setup import KEY_BYTES, Origin, SeatPlan, record_name

# ---- making one --------------------------------------------------------------------------------------------


async def branch(core: Core, visitor: Visitor, name: str, wish: messages.BranchIn) -> messages.BranchOut:
    """Somebody plays on from a move of a study; Refused says what cannot be."""
    visitor.require_player()
    spend_table(core, visitor, "branch")
    study = await recorded_games.find(core, visitor, name)
    await recorded_games.check_no_par(core, study, "branch")
    check_level(wish.level, "branch")
    seats, last = study.record.setup.seats, _last(study.record)
    if wish.ply > last:
        raise Refused("branch_ply", "branch", {"most": len(study.record.moves), "last": last})
    if wish.seat is not None and wish.seat >= seats:
        raise Refused("no_such_seat", "branch", {"seats": seats})
    return await shown(core, visitor, await _make(core, visitor, study, wish))


async def _make(core: Core, visitor: Visitor, study: RecordedGame, wish: messages.BranchIn) -> TableId:
    owner = visitor.require_player().id
    setup, (edition, components) = study.record.setup, await components_of(core, study)
    origin = Origin(study.digest, wish.ply, wish.luck)
    hows = [_how(seat, wish) for seat in range(setup.seats)]
    plan = [SeatPlan("open" if how == "person" else how, wish.level if how == "bot" else 0) for how in hows]
    begun = branched_setup(study.text, origin, plan, secrets.token_bytes(KEY_BYTES), components)
    # What could not be played is not written down.
    await core.pools.replays.run(visitor.address, "branch", lambda: LiveTable(begun))
    stored = StoredRecord(record_name(study.digest), setup.game, setup.edition, edition, study.text)
    left = NewBranch(stored, study.name, wish.ply, wish.luck, _title(wish.title), wish.shared)
    options = TableOptions(level=wish.level, rated=False)
    row = new_table(begun, encode_options(options), owner, edition=edition)
    seats = [
        StoredSeat(seat, "bot", level=wish.level) if how == "bot" else StoredSeat(seat, how, owner)
        for seat, how in enumerate(hows)
    ]
    people = [Sat(seat, how, player_key(owner)) for seat, how in enumerate(hows) if how != "bot"]
    entries: list[Entry] = [*people, Started()]
    table = await core.hub.create(row, seats, entries, Opening(components=components, branch=left))
    await core.hub.visit(table.id)  # bots may have to begin
    return table.id


def _how(seat: Seat, wish: messages.BranchIn) -> Literal["person", "device", "bot"]:
    """Who sits there: whoever makes it, at one seat or at the first of all, or a bot, or they once more."""
    if wish.seat is not None and seat != wish.seat:
        return "bot"
    return "person" if seat == (wish.seat or 0) else "device"


def _last(record: Record) -> int:
    """The last position from which one can play on; a game that was not finished goes on where it stopped."""
    return len(record.moves) - (record.score != UNFINISHED)


def _title(text: str) -> str:
    return checked_text(text, messages.MAX_TITLE, "branch") if text.strip() else ""


# ---- finding them ------------------------------------------------------------------------------------------


async def shown(core: Core, visitor: Visitor, table: TableId) -> messages.BranchOut:
    """One of them; Refused for a table that is none."""
    found = await core.store.branches.at(table)
    if found is None:
        raise Refused("nothing_there", "branch")
    return _shown(visitor, found)


async def of_study(core: Core, visitor: Visitor, name: str, language: str) -> messages.Branches:
    """The games that go on from a study: the visitor's own, and those that are shared."""
    study = await recorded_games.find(core, visitor, name, language)
    player = None if visitor.player is None else visitor.player.id
    found = await core.store.branches.of(record_name(study.digest), player)
    shown = tuple([_shown(visitor, each) for each in found])
    record = study.record
    return messages.Branches(shown, study.names, len(record.moves), viewer.left(record), _last(record))


def _shown(visitor: Visitor, found: BranchRow) -> messages.BranchOut:
    """The name by which its maker knew the game it left may be a table's code: it is theirs alone."""
    mine = visitor.player is not None and found.owner == visitor.player.id
    return messages.BranchOut(
        code=found.code,
        parent=found.parent if mine else found.record,
        ply=found.ply,
        luck=found.luck,
        title=found.title,
        shared=found.shared,
        mine=mine,
        by=found.owner_name or "",
        over=found.state == "over",
        created=found.created,
    )


async def change(
    core: Core, visitor: Visitor, name: str, code: str, wish: messages.BranchChangeIn
) -> messages.BranchOut:
    """Another title, or whether it is shared; for who made it."""
    player = visitor.require_player().id
    core.limits.spend("move", visitor.rate_limit_key, "change")
    table = await core.table(code, visitor)
    found = await core.store.branches.at(table)
    if found is None or name not in (found.parent, found.record):
        raise Refused("nothing_there", "branch")
    if found.owner != player:
        raise Refused("not_owner", "change")
    await core.store.branches.change(table, None if wish.title is None else _title(wish.title), wish.shared)
    core.hub.notify(table, "table")
    return await shown(core, visitor, table)


# ---- luck that is chosen -----------------------------------------------------------------------------------


async def luck(core: Core, visitor: Visitor, table: TableId, language: str) -> messages.LuckChoicesOut:
    """What is to be chosen now, for whoever sits there."""
    await check_may_look(core, visitor, table, None)
    setup = await core.hub.look(table, lambda live: live.setup)
    number, event, (odds, faces) = await core.hub.look(
        table, lambda live: (live.number, live.luck_due(), _odds(visitor, table, live))
    )
    page = page_for(setup.found_game(), language)
    if faces:
        dice = len(odds[0][0].split()[-1])
        told = tuple([messages.FaceOut(face, page.face(face)) for face in faces])
        return messages.LuckChoicesOut(number, event, dice, told, ())
    outcomes = tuple([messages.OutcomeOut(move, page.outcome(move), weight) for move, weight in odds])
    return messages.LuckChoicesOut(number, event, 0, (), outcomes)


def _odds(visitor: Visitor, table: TableId, live: LiveTable) -> tuple[list[tuple[str, int]], str]:
    _voice(visitor, table, live)
    return live.odds()


def _voice(visitor: Visitor, table: TableId, live: LiveTable) -> Seat:
    """The seat for which somebody says what chance brings."""
    seats = [seat for seat in visitor.seats_at(table, live) if live.chairs.all[seat].is_asked()]
    if not seats:
        raise Refused("not_yours", "dealt", {"seat": "-"})
    return seats[0]


async def bring(core: Core, visitor: Visitor, table: TableId, sent: messages.LuckIn) -> Posted:
    """Chance brings what somebody chose, or what it likes."""
    core.limits.spend("move", visitor.rate_limit_key, "dealt")

    def make(live: LiveTable) -> Entry:
        return Dealt(_voice(visitor, table, live), sent.event, _meant(live, sent), sent.rest)

    return await core.hub.post(table, make)


def _meant(live: LiveTable, sent: messages.LuckIn) -> str:
    """The outcome that somebody means; dice are told in any order."""
    if sent.rest:
        return ""
    if not sent.dice:
        return sent.move or ""
    before = live.brought(sent.event)  # it may have been sent before
    for move in [before or "", *[move for move, _ in live.odds()[0]]]:
        if sorted(move.rpartition(" ")[2]) == sorted(sent.dice):
            return move
    return sent.dice
