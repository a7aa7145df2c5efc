"""The board as text, drawn from what a seat may see and from nothing else."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from litestar import Response, get
from litestar.params import FromQuery, QueryParameter
from rich.console import RenderableType

from farmstead.engine.contract import Game, Seat
from farmstead.messages import Position
from farmstead.render import Drawing, View
from farmstead.server.base.refusals import Refused
from farmstead.server.http.dependencies import At, TheLanguage, TheTable
from farmstead.server.http.route_limits import OWN
from farmstead.server.pages.plain_text import as_text
from farmstead.server.play import actions as play
from farmstead.server.play.sentences import drawing_of

Size: TypeAlias = Literal["wide", "middle", "narrow"]
COLUMNS: Final[dict[Size, int]] = {"wide": 136, "middle": 100, "narrow": 54}
TEXT: Final = "text/plain; charset=utf-8"

OfSeat = Annotated[int | None, QueryParameter(name="seat", ge=0, le=99)]  # none: as a spectator
OfWhom = Annotated[int | None, QueryParameter(name="of", ge=0, le=99)]  # whose farm is shown; none: one's own
Shown = Annotated[str, QueryParameter(name="show", max_length=20)]  # what is shown; nothing: everything


class SeatPage(NamedTuple):
    """What somebody may see of a table, and how it is drawn."""

    position: Position
    view: View
    drawing: Drawing
    game: Game


class Wish(NamedTuple):
    """Which text of a table."""

    size: Size
    show: str = ""
    of_whom: Seat | None = None


@get("/t/{code:str}/board.txt", include_in_schema=False, limit=OWN, media_type=TEXT)
async def board_text(
    at: TheTable,
    language: TheLanguage,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    size: FromQuery[Size] = "wide",
    show: Shown = "",
    of_whom: OfWhom = None,
) -> Response[str]:
    """What a terminal would show one of the visitor's seats, or a spectator, now."""
    seen = await see(at, of_seat, language)
    wish = Wish(size, show, of_whom)
    pool, who = at.core.pools.pictures, at.visitor.address
    text = await pool.run(who, "look", lambda: as_text(_thing(seen, wish), COLUMNS[size]))
    return Response(text, media_type=TEXT)


# ---- who may see what --------------------------------------------------------------------------------------


async def see(at: At, seat: Seat | None, language: str) -> SeatPage:
    """What the visitor may see of a game, checked as for a position; Refused before the game has begun."""
    position = (await play.look(*at, seat, words=False)).position
    if position.view is None:
        raise Refused("not_started", "look")
    setup = await at.core.hub.look_back(at.table, lambda live: live.setup, None)
    if setup is None:
        raise Refused("nothing_there", "look")
    if not setup.components:
        return SeatPage(position, position.view, drawing_of(setup, language), setup.found_game())
    pool, who = at.core.pools.editions, at.visitor.address  # the text of an edition has to be read for it
    drawing = await pool.run(who, "look", lambda: drawing_of(setup, language))
    return SeatPage(position, position.view, drawing, setup.found_game())


def _thing(seen: SeatPage, wish: Wish) -> RenderableType:
    """What is to be drawn; what is not known by that name is the whole board."""
    width = COLUMNS[wish.size]
    if wish.show not in seen.drawing.looks:
        return seen.drawing.sheet(seen.view, seen.position.legal, {}, width)
    own = seen.position.seat or 0
    whose = own if wish.of_whom is None or wish.of_whom >= len(seen.position.seats) else wish.of_whom
    return seen.drawing.look(wish.show, seen.view, whose, {}, width)
