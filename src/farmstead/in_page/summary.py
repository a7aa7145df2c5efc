"""What the pages are told of a table on this device (`TableOut`), and how its seats are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from farmstead import shelf
from farmstead.agents.levels import LEVELS
from farmstead.engine.contract import Seat
from farmstead.messages import SeatOut, TableOut
from farmstead.server.play.sentences import bot_name, distinct, player_name
from farmstead.server.table.live_table import LiveTable

if TYPE_CHECKING:
    from farmstead.in_page.storage import TableDocument


def summary_of(document: TableDocument, live: LiveTable, mine: Sequence[Seat]) -> TableOut:
    """What lists say; who holds the device is left out."""
    setup, options = document.found_setup(), document.found_options()
    bots = [chair.how == "bot" for chair in live.chairs.all]
    names = distinct(document.names, bots)
    return TableOut(
        code=document.code,
        game=setup.game,
        title=shelf.game(setup.game).title,
        phase=live.phase(),
        number=live.number,
        created=document.created,
        changed=document.changed,
        public=False,
        switches=setup.options,
        rules=setup.rules,
        edition=setup.edition,
        own_edition=False,
        clock=0,
        level=options.level,
        chat=False,
        hints=options.hints,
        spectators=False,
        seats=tuple([_seat(live, seat, names[seat], seat in mine) for seat in range(setup.seats)]),
        to_act=tuple([seat for seat in live.to_act() if seat >= 0]),
        open_views=shelf.row(setup.game).open_views,
        owner=True,
        holder=None,
        rematch=document.rematch,
        trouble="",
        guide=options.guide,
    )


def _seat(live: LiveTable, seat: Seat, name: str, mine: bool) -> SeatOut:
    chair = live.chairs.all[seat]
    return SeatOut(
        seat=seat,
        how=chair.how,
        name=name,
        level=chair.level,
        away=chair.away,
        mine=mine,
        for_me=False,
        invited=False,
        neighbour=chair.neighbour,
    )


def seat_names(document: TableDocument, live: LiveTable, language: str) -> tuple[str, ...]:
    """How the seats are called where something is told, as at a server."""
    chairs = live.chairs.all
    own = [_told_name(document, live, seat, language) for seat in range(len(chairs))]
    return distinct(own, [chair.how == "bot" for chair in chairs])


def _told_name(document: TableDocument, live: LiveTable, seat: Seat, language: str) -> str:
    chair, own = live.chairs.all[seat], document.names[seat]
    if chair.how == "device":
        return own or player_name(seat, language)
    if own or chair.how != "bot" or chair.level not in LEVELS:
        return own
    alike = [
        n
        for n, other in enumerate(live.chairs.all)
        if other.how == "bot" and not document.names[n] and other.level == chair.level
    ]
    return bot_name(LEVELS[chair.level].name, alike.index(seat) + 1 if len(alike) > 1 else 0, language)
