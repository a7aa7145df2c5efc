"""The boards of a table as the page asks for them, and what else it shows of a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Annotated, Final, NamedTuple, TypeAlias

from litestar import Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec.json import encode

from farmstead.engine.contract import Seat
from farmstead.render.ink import symbol_sheet
from farmstead.render.page import GamePage, page_for
from farmstead.server.base.refusals import Refused
from farmstead.server.http.dependencies import AnyRequest, TableRequest, TheLanguage, TheTable
from farmstead.server.http.gzip import packed
from farmstead.server.http.route_limits import OWN
from farmstead.server.play import actions as play
from farmstead.server.play.actions import drawn, page_context
from farmstead.server.play.boards import PageContext, proposal_of, without
from farmstead.server.play.messages import MovesIn

JSON: Final = "application/json"
SVG_TYPE: Final = "image/svg+xml"

OfSeat = Annotated[int | None, QueryParameter(name="seat", ge=0, le=99)]  # none: as a spectator
Have = Annotated[str, QueryParameter(name="have", max_length=400)]
OfWhom = Annotated[int, QueryParameter(name="of", ge=0, le=99)]
Chosen = Annotated[list[str] | None, QueryParameter(name="chosen", max_items=10)]
Uses = Annotated[list[str] | None, QueryParameter(name="use", max_items=20)]
USE: Final = re.compile(r"([^=]{1,60})=(\d{1,2})", re.ASCII)  # a part, and how many things of it
Line = Annotated[str, QueryParameter(name="line", max_length=40)]


async def sight(at: TableRequest, seat: Seat | None, language: str) -> PageContext:
    """What the visitor may see of a game, checked as for a position; Refused before the game has begun."""
    found = await play.check_may_look(*at, seat, language)
    position, live = found.room.position(seat), found.room.live
    assert live is not None
    return await page_context(at.core, at.visitor, live, position, language, found.names)


class Sight(NamedTuple):
    """Somebody who looks at a table, as one of their seats or as a spectator, and what they see."""

    request: AnyRequest
    at: TableRequest
    context: PageContext

    async def picture(self, draw: Callable[[], str]) -> Response[bytes]:
        """The answer with a picture, drawn and packed in a thread."""
        return await self.at.in_turn(lambda: packed(self.request, draw().encode(), SVG_TYPE))


async def sight_of(request: AnyRequest, at: TheTable, language: TheLanguage, of_seat: OfSeat = None) -> Sight:
    """What is asked for by `seat`, or by nobody's; Refused for a seat of others, or before the game."""
    return Sight(request, at, await sight(at, of_seat, language))


TheSight: TypeAlias = NamedDependency[Sight]
LOOKING: Final = {"seen": Provide(sight_of)}  # for the routes by which somebody looks at a table


@get("/t/{code:str}/boards", include_in_schema=False, limit=OWN, dependencies=LOOKING)
async def boards(seen: TheSight, narrow: FromQuery[bool] = False, have: Have = "") -> Response[bytes]:
    """The boards as one of the visitor's seats, or a spectator, sees them now."""
    core, visitor, table = seen.at
    found = without(await drawn(core, visitor, table, seen.context, narrow), have.split())
    return await seen.at.in_turn(lambda: packed(seen.request, encode(found), JSON))


@post("/t/{code:str}/boards", include_in_schema=False, limit=OWN, status_code=200)
async def choose(
    request: AnyRequest,
    at: TheTable,
    language: TheLanguage,
    data: JSONBody[MovesIn],
    narrow: FromQuery[bool] = False,
    have: Have = "",
) -> Response[bytes]:
    """Make the moves of a choice, and show what came of them, in one round trip.

    Nothing is shown where they are made and somebody may not look any more, or not so soon. The stream of the
    same seat leaves these boards to this answer, and brings those of what happens after them.
    """
    answered = (at.visitor.credential, at.table, data.seat)
    at.core.choosing[answered] = inf
    try:
        await play.moves(*at, data)
        with suppress(Refused):
            context = await sight(at, data.seat, language)
            at.core.choosing[answered] = context.position.number
            found = await drawn(at.core, at.visitor, at.table, context, narrow)
            return await at.in_turn(lambda: packed(request, encode(without(found, have.split())), JSON))
        return Response(b"null", media_type=JSON)
    finally:
        at.core.choosing.pop(answered, None)


@get("/t/{code:str}/proposal", include_in_schema=False, limit=OWN, dependencies=LOOKING)
async def proposal(seen: TheSight, use: Uses = None) -> Response[bytes]:
    """What most people would do now, with as many things of some parts as are wanted: `barn:grain=2`."""
    if seen.context.position.seat is None:
        raise Refused("nothing_there", "look")
    wanted = dict([_read_use(each) for each in use or []])
    return await seen.at.in_turn(
        lambda: packed(seen.request, encode(proposal_of(seen.context, wanted)), JSON)
    )


def _read_use(text: str) -> tuple[str, int]:
    found = USE.fullmatch(text)
    if found is None:
        why = f"use: {text[:60]} is no part with a number; write one such as barn:grain=2"
        raise Refused("bad_message", "look", {"why": why})
    return found[1], int(found[2])


@get("/t/{code:str}/look", include_in_schema=False, limit=OWN, dependencies=LOOKING)
async def look(seen: TheSight, of_whom: OfWhom, narrow: FromQuery[bool] = False) -> Response[bytes]:
    """What belongs to another seat, as large as one's own."""
    found = seen.context
    if of_whom >= len(found.position.seats):
        raise Refused("nothing_there", "look")
    return await seen.picture(lambda: found.page.other(found.view, of_whom, narrow))


@get("/t/{code:str}/unfolded", include_in_schema=False, limit=OWN, dependencies=LOOKING)
async def unfolded(seen: TheSight, chosen: Chosen = None) -> Response[bytes]:
    """What is still to be chosen once some parts are, as a picture; nothing where there is none."""
    found, parts = seen.context, [part for part in chosen or [] if ":" in part]
    try:
        return await seen.picture(lambda: found.page.unfolded(found.view, found.seat, parts))
    except ValueError:
        raise Refused("nothing_there", "look") from None


@get("/t/{code:str}/overlay", include_in_schema=False, limit=OWN, dependencies=LOOKING)
async def overlay(seen: TheSight, line: Line, narrow: FromQuery[bool] = False) -> Response[bytes]:
    """What a line of the score counts on the main board."""
    found = seen.context
    return await seen.picture(lambda: found.page.overlay(found.view, found.seat, line, narrow))


@get("/t/{code:str}/symbols", include_in_schema=False, limit=OWN)
async def symbols(
    request: AnyRequest, at: TheTable, language: TheLanguage, letters: FromQuery[bool] = False
) -> Response[bytes]:
    """All that the pictures of this game use, for a page to have once."""
    setup = await at.core.hub.read_even_if_quarantined(at.table, lambda live: live.setup, None)
    if setup is None:
        raise Refused("nothing_there", "look")
    page = page_for(setup.found_game(), language)
    return await at.in_turn(lambda: packed(request, all_symbols(page, letters), SVG_TYPE))


def all_symbols(page: GamePage, letters: bool) -> bytes:
    """All that the pictures of a game use, with letters or without."""
    return symbol_sheet({**page.symbols, **(page.lettered() if letters else {})}).encode()
