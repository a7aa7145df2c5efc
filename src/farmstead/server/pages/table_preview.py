"""What a choice would do, and why something cannot be chosen, as the page asks (`play/previews.py`)."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from farmstead.server.base.refusals import Refused
from farmstead.server.http.gzip import packed
from farmstead.server.http.route_limits import OWN
from farmstead.server.pages.table_boards import JSON, LOOKING, Chosen, TheSight
from farmstead.server.play.previews import Why, preview_of, why_not

MAX_MOVES: Final = 8

Moves = Annotated[list[str], QueryParameter(name="move", max_items=MAX_MOVES, min_items=1)]
Part = Annotated[str, QueryParameter(name="part", max_length=60)]


@get("/t/{code:str}/preview", include_in_schema=False, limit=OWN, dependencies=LOOKING)
async def preview(seen: TheSight, moves: Moves, narrow: FromQuery[bool] = False) -> Response[bytes]:
    """What some moves of the visitor's seat would do, one after the other, until chance comes in."""
    found, seat = seen.context, seen.context.position.seat
    if seat is None:
        raise Refused("nothing_there", "look")
    told = await seen.at.in_turn(lambda: msgspec.json.encode(preview_of(found, seat, moves, narrow)))
    return packed(seen.request, told, JSON)


@get("/t/{code:str}/why", include_in_schema=False, limit=OWN, dependencies=LOOKING)
async def why(seen: TheSight, part: Part, chosen: Chosen = None) -> Why:
    """Why a part cannot be chosen now."""
    found, seat = seen.context, seen.context.position.seat
    if seat is None:
        raise Refused("nothing_there", "look")
    try:
        return await seen.at.in_turn(lambda: why_not(found, seat, part, chosen or []))
    except ValueError:
        raise Refused("nothing_there", "look") from None
