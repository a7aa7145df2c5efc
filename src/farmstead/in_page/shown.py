"""What a device may see of a table, with all that is needed to show it."""

from __future__ import annotations

from farmstead.engine.contract import Seat
from farmstead.in_page.summary import seat_names
from farmstead.in_page.tables import DeviceTable
from farmstead.render.page import page_for
from farmstead.server.base.refusals import Refused
from farmstead.server.play.boards import PageContext
from farmstead.server.play.sentences import drawing_of


def check_held(table: DeviceTable, seat: Seat, tried: str) -> None:
    """Refuse a seat that is not on this device, or not the one that holds it."""
    if seat not in table.mine():
        raise Refused("not_yours", tried, {"seat": seat})
    if table.shown() != seat:
        raise Refused("not_handed_over", tried, {"seat": seat})


def context_of(table: DeviceTable, seat: Seat | None, language: str) -> PageContext:
    """A position as a seat sees it; Refused before the game, and for a seat that does not hold the device."""
    if seat is not None:
        check_held(table, seat, "look")
    live = table.live
    position = live.position(seat)
    if position.view is None:
        raise Refused("not_started", "look")
    names = seat_names(table.document, live, language)
    drawing = drawing_of(live.game, live.setup.components, language)
    page = page_for(live.game, language, names)
    return PageContext(position, position.view, live.game, drawing, page, language, names)
