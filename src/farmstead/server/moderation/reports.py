"""Somebody tells whoever runs the server about a table, or a person there."""

from __future__ import annotations

import logging
from typing import Final

from farmstead.engine.contract import Seat
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.play.chat import checked
from farmstead.server.store import TableId

LOG: Final = logging.getLogger(__name__)


async def report(core: Core, visitor: Visitor, table: TableId, seat: Seat | None, text: str) -> None:
    """For everybody with a name who may look on. The log says only that there is something to read."""
    player, tried = visitor.require_player(), "report"
    core.limits.spend("report", visitor.rate_limit_key, tried)
    core.limits.spend("report", visitor.address, tried)
    line, about = checked(text), None
    if seat is not None:
        seats = await core.store.seats.of(table)
        if not 0 <= seat < len(seats):
            raise Refused("no_such_seat", tried, {"seats": len(seats)})
        about = seats[seat].player
        if about is None or about == player.id:
            raise Refused("nobody_to_report", tried, {"seat": seat})
    number = await core.store.moderation.report(player.id, table, about, line)
    LOG.warning("Somebody has reported something: report %d. See it: farmstead people reports", number)
