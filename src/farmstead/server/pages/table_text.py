"""The board as text, drawn from what a seat may see and from nothing else."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from farmstead.server.http.route_limits import OWN
from farmstead.server.pages.table_boards import LOOKING, TheSight
from farmstead.server.play.board_text import board_as_text

Size: TypeAlias = Literal["wide", "middle", "narrow"]
COLUMNS_BY_SIZE: Final[dict[Size, int]] = {"wide": 136, "middle": 100, "narrow": 54}
TEXT: Final = "text/plain; charset=utf-8"

OfWhom = Annotated[int | None, QueryParameter(name="of", ge=0, le=99)]  # whose farm is shown; none: one's own
Shown = Annotated[str, QueryParameter(name="show", max_length=20)]  # what is shown; nothing: everything


@get("/t/{code:str}/board.txt", include_in_schema=False, limit=OWN, media_type=TEXT, dependencies=LOOKING)
async def board_text(
    seen: TheSight, size: FromQuery[Size] = "wide", show: Shown = "", of_whom: OfWhom = None
) -> Response[str]:
    """What a terminal would show one of the visitor's seats, or a spectator, now."""
    text = await seen.at.in_turn(lambda: board_as_text(seen.context, show, of_whom, COLUMNS_BY_SIZE[size]))
    return Response(text, media_type=TEXT)
