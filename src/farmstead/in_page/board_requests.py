"""The boards of a table, and what else its page shows of a position."""

from __future__ import annotations

from typing import Final

from farmstead.engine.contract import Seat
from farmstead.in_page.request import TEXT, Answer, Request, as_json, picture
from farmstead.in_page.shown import context_of
from farmstead.in_page.table_requests import moves
from farmstead.in_page.tables import DeviceTable, DeviceTables
from farmstead.render.ink import DARK, LIGHT, symbol_sheet
from farmstead.render.page import page_for
from farmstead.render.poster import poster
from farmstead.server.base.refusals import Refused
from farmstead.server.play.board_text import board_as_text
from farmstead.server.play.boards import PageContext, boards_of, proposal_of, without
from farmstead.server.play.messages import MovesIn
from farmstead.server.play.previews import preview_of, why_not

COLUMNS: Final = 100


def boards(table: DeviceTable, asked: Request) -> Answer:
    """As the seat that holds the device sees them, or everybody."""
    found = boards_of(context_of(table, asked.seat(), asked.language), asked.narrow, None, True)
    return as_json(without(found, asked.first("have").split()))


async def choose(tables: DeviceTables, table: DeviceTable, asked: Request) -> Answer:
    """Make the moves of a choice, and show what came of them; kept before it is shown."""
    await moves(tables, table, asked, answered=True)
    try:
        query = {**asked.query, "seat": [str(asked.message(MovesIn).seat)]}
        return boards(table, asked._replace(query=query))
    except Refused:
        return as_json(None)


def proposal(table: DeviceTable, asked: Request) -> Answer:
    found, _ = _own(table, asked)
    wanted = {part: int(count) for part, _, count in [each.partition("=") for each in asked.all("use")]}
    return as_json(proposal_of(found, wanted))


def preview(table: DeviceTable, asked: Request) -> Answer:
    found, seat = _own(table, asked)
    return as_json(preview_of(found, seat, asked.all("move"), asked.narrow))


def why(table: DeviceTable, asked: Request) -> Answer:
    found, seat = _own(table, asked)
    return as_json(why_not(found, seat, asked.first("part"), asked.all("chosen")))


def _own(table: DeviceTable, asked: Request) -> tuple[PageContext, Seat]:
    """For who plays, and does not only look."""
    seat = asked.seat()
    if seat is None:
        raise Refused("nothing_there", "look")
    return context_of(table, seat, asked.language), seat


def look(table: DeviceTable, asked: Request) -> Answer:
    """What belongs to another seat, as large as one's own."""
    found = context_of(table, asked.seat(), asked.language)
    return picture(found.page.other(found.view, asked.number("of"), asked.narrow))


def unfolded(table: DeviceTable, asked: Request) -> Answer:
    found = context_of(table, asked.seat(), asked.language)
    return picture(found.page.unfolded(found.view, found.seat, asked.all("chosen")))


def overlay(table: DeviceTable, asked: Request) -> Answer:
    found = context_of(table, asked.seat(), asked.language)
    return picture(found.page.overlay(found.view, found.seat, asked.first("line"), asked.narrow))


def symbols(table: DeviceTable, asked: Request) -> Answer:
    """All that the pictures of this game use."""
    page = page_for(table.live.game, asked.language)
    more = page.lettered() if asked.first("letters") == "true" else {}
    return picture(symbol_sheet({**page.symbols, **more}))


def kept_picture(table: DeviceTable, asked: Request) -> Answer:
    """The whole position as a file."""
    found = context_of(table, asked.seat(), asked.language)
    light = DARK if asked.first("dark") == "true" else LIGHT
    return picture(
        poster(
            found.game, found.view, seat=found.seat, names=found.names, language=asked.language, light=light
        )
    )


def text(table: DeviceTable, asked: Request) -> Answer:
    """The board in words."""
    found = context_of(table, asked.seat(), asked.language)
    return Answer(200, TEXT, board_as_text(found, "", None, COLUMNS))
