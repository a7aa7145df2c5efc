"""The boards of a table as the page asks for them, and what else it shows of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, Final, TypeVar

from litestar import Request, Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec.json import encode

from farmstead.engine.contract import Seat
from farmstead.render.ink import symbol_sheet
from farmstead.render.page import GamePage, page_for
from farmstead.server.base.refusals import Refused
from farmstead.server.http.dependencies import AS_KNOWN, At, TheLanguage, TheTable
from farmstead.server.http.gzip import packed
from farmstead.server.http.route_limits import OWN
from farmstead.server.play import actions as play
from farmstead.server.play.boards import PageContext, drawn, page_context, without
from farmstead.server.play.messages import MovesIn

JSON: Final = "application/json"
SVG: Final = "image/svg+xml"

OfSeat = Annotated[int | None, QueryParameter(name="seat", ge=0, le=99)]  # none: as a spectator
Have = Annotated[str, QueryParameter(name="have", max_length=400)]
OfWhom = Annotated[int, QueryParameter(name="of", ge=0, le=99)]
Chosen = Annotated[list[str] | None, QueryParameter(name="chosen", max_items=10)]
Line = Annotated[str, QueryParameter(name="line", max_length=40)]

Result = TypeVar("Result")


async def sight(at: At, seat: Seat | None, language: str) -> PageContext:
    """What the visitor may see of a game, checked as for a position; Refused before the game has begun."""
    found = await play.check_may_look(*at, seat, language)
    position, live = found.room.position(seat), found.room.live
    assert live is not None
    return await page_context(at.core, at.visitor, live, position, language, found.names)


# ---- answers -----------------------------------------------------------------------------------------------


# `n` is there for the browser: a position that it has not asked for yet. `Any`: Litestar's requests.
@get("/t/{code:str}/boards", include_in_schema=False, limit=OWN)
async def boards(
    request: Request[Any, Any, Any],
    at: TheTable,
    language: TheLanguage,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    narrow: FromQuery[bool] = False,
    have: Have = "",
) -> Response[bytes]:
    """The boards as one of the visitor's seats, or a spectator, sees them now."""
    found = await drawn(at.core, at.visitor, at.table, await sight(at, of_seat, language), narrow)
    return await in_turn(at, lambda: packed(request, encode(without(found, have.split())), JSON))


@post("/t/{code:str}/boards", include_in_schema=False, limit=OWN, status_code=200, dependencies=AS_KNOWN)
async def choose(
    request: Request[Any, Any, Any],
    at: TheTable,
    language: TheLanguage,
    data: JSONBody[MovesIn],
    narrow: FromQuery[bool] = False,
    have: Have = "",
) -> Response[bytes]:
    """Make the moves of a choice, and show what came of them: there and back only once.

    Nothing is shown where they are made and somebody may not look any more, or not so soon. The stream of the
    same seat leaves these boards to this answer.
    """
    answered = (at.visitor.credential, at.table, data.seat)
    at.core.choosing[answered] += 1
    try:
        await play.moves(*at, data)
        with suppress(Refused):
            found = await drawn(at.core, at.visitor, at.table, await sight(at, data.seat, language), narrow)
            return await at.core.pools.pictures.run(
                at.visitor.address,
                "look",
                lambda: packed(request, encode(without(found, have.split())), JSON),
            )
        return Response(b"null", media_type=JSON)
    finally:
        at.core.choosing -= Counter([answered])


async def in_turn(at: At, draw: Callable[[], Result]) -> Result:
    """Draw in a thread, when it is the visitor's turn."""
    return await at.core.pools.pictures.run(at.visitor.address, "look", draw)


@get("/t/{code:str}/look", include_in_schema=False, limit=OWN)
async def look(
    request: Request[Any, Any, Any],
    at: TheTable,
    language: TheLanguage,
    of_whom: OfWhom,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    narrow: FromQuery[bool] = False,
) -> Response[bytes]:
    """What belongs to another seat, as large as one's own."""
    found = await sight(at, of_seat, language)
    if of_whom >= len(found.position.seats):
        raise Refused("nothing_there", "look")
    return await in_turn(
        at, lambda: packed(request, found.page.other(found.view, of_whom, narrow).encode(), SVG)
    )


@get("/t/{code:str}/unfolded", include_in_schema=False, limit=OWN)
async def unfolded(
    request: Request[Any, Any, Any],
    at: TheTable,
    language: TheLanguage,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    chosen: Chosen = None,
) -> Response[bytes]:
    """What is still to be chosen once some parts are, as a picture; nothing where there is none."""
    found = await sight(at, of_seat, language)
    parts = [part for part in chosen or [] if ":" in part]
    try:
        drawn = await in_turn(at, lambda: found.page.unfolded(found.view, found.seat, parts).encode())
    except ValueError:
        raise Refused("nothing_there", "look") from None
    return packed(request, drawn, SVG)


@get("/t/{code:str}/overlay", include_in_schema=False, limit=OWN)
async def overlay(
    request: Request[Any, Any, Any],
    at: TheTable,
    language: TheLanguage,
    line: Line,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    narrow: FromQuery[bool] = False,
) -> Response[bytes]:
    """What a line of the score counts on the main board."""
    found = await sight(at, of_seat, language)

    def drawn() -> Response[bytes]:
        picture = found.page.overlay(found.view, found.seat, line, narrow)
        return packed(request, picture.encode(), SVG)

    return await in_turn(at, drawn)


@get("/t/{code:str}/symbols", include_in_schema=False, limit=OWN)
async def symbols(
    request: Request[Any, Any, Any], at: TheTable, language: TheLanguage, letters: FromQuery[bool] = False
) -> Response[bytes]:
    """All that the pictures of this game use, for a page to have once."""
    setup = await at.core.hub.look_back(at.table, lambda live: live.setup, None)
    if setup is None:
        raise Refused("nothing_there", "look")
    page = page_for(setup.found_game(), language)
    return await in_turn(at, lambda: packed(request, all_symbols(page, letters), SVG))


def all_symbols(page: GamePage, letters: bool) -> bytes:
    """All that the pictures of a game use, with letters or without."""
    return symbol_sheet({**page.symbols, **(page.lettered() if letters else {})}).encode()
