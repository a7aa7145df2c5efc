"""What would be good now: for whoever is to decide, where the table allows hints."""

from __future__ import annotations

from farmstead.agents.hints import Hint
from farmstead.engine.contract import Seat, seat_text
from farmstead.messages import Position
from farmstead.server.base.refusals import Refused
from farmstead.server.bots.pool import CannotThink, wondering_at
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor, check_held
from farmstead.server.play.actions import snapshot
from farmstead.server.play.hint_words import hint_in_words
from farmstead.server.play.messages import HintOut
from farmstead.server.store import TableId
from farmstead.server.table.setup import TableSetup


async def hint(core: Core, visitor: Visitor, table: TableId, seat: Seat, language: str) -> HintOut:
    """The best moves for a seat of the visitor's that is to decide; Refused where hints are not allowed."""
    found = await snapshot(core, visitor, table)
    check_held(found.seats, found.holder, seat, "hint")
    if not found.room.options.hints:
        raise Refused("hints_off", "hint")
    setup, position = found.room.last_good().setup, found.room.position(seat)
    if position.view is None:
        raise Refused("not_started", "hint")
    if position.decision is None:
        if position.phase != "playing":
            raise Refused("over", "hint")
        waiting = ",".join([seat_text(seat) for seat in position.to_act])
        raise Refused("not_to_decide", "hint", {"waiting": waiting})
    for whose in (visitor.rate_limit_key, visitor.address):
        core.limits.spend("hint", whose, "hint")
    advice = await _advice(core, visitor, table, setup, position)
    if found.room.options.rated:  # with help nobody gains
        await core.store.ratings.note_hint(table, seat)
    found = await snapshot(core, visitor, table)
    check_held(found.seats, found.holder, seat, "hint")  # somebody else may hold the device by now
    return hint_in_words(setup.game, position, advice, language)


async def _advice(
    core: Core, visitor: Visitor, table: TableId, setup: TableSetup, position: Position
) -> Hint:
    """Thought about once for each position."""
    assert position.seat is not None
    key = (table, position.seat, position.number)
    found = core.advice.get(key)
    if found is None:
        try:
            found = await core.bots.advise(wondering_at(setup, position), visitor.party)
        except CannotThink:
            raise Refused("fault", "hint") from None
        core.advice.put(key, found)
    return found
