"""The board as text, drawn from what a seat may see and from nothing else."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from litestar import Response, get
from litestar.params import FromQuery, QueryParameter
from rich.console import RenderableType

from farmstead.engine.contract import Seat
from farmstead.server.http.dependencies import TheLanguage, TheTable
from farmstead.server.http.route_limits import OWN
from farmstead.server.pages.plain_text import as_text
from farmstead.server.pages.table_boards import OfSeat, sight
from farmstead.server.play.boards import PageContext

Size: TypeAlias = Literal["wide", "middle", "narrow"]
COLUMNS: Final[dict[Size, int]] = {"wide": 136, "middle": 100, "narrow": 54}
TEXT: Final = "text/plain; charset=utf-8"

OfWhom = Annotated[int | None, QueryParameter(name="of", ge=0, le=99)]  # whose farm is shown; none: one's own
Shown = Annotated[str, QueryParameter(name="show", max_length=20)]  # what is shown; nothing: everything


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
    found = await sight(at, of_seat, language)
    wish = Wish(size, show, of_whom)
    pool, who = at.core.pools.pictures, at.visitor.address
    text = await pool.run(who, "look", lambda: as_text(_thing(found, wish), COLUMNS[size]))
    return Response(text, media_type=TEXT)


def _thing(found: PageContext, wish: Wish) -> RenderableType:
    """What is to be drawn; what is not known by that name is the whole board."""
    width = COLUMNS[wish.size]
    if wish.show not in found.drawing.looks:
        return found.drawing.sheet(found.view, found.position.legal, {}, width)
    own = found.position.seat or 0
    whose = own if wish.of_whom is None or wish.of_whom >= len(found.position.seats) else wish.of_whom
    return found.drawing.look(wish.show, found.view, whose, {}, width)
