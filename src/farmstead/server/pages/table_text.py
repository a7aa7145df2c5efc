"""The board as text, drawn from what a seat may see and from nothing else."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from farmstead.engine.contract import Seat
from farmstead.server.http.route_limits import OWN
from farmstead.server.pages.table_boards import LOOKING, TheSight
from farmstead.server.play.boards import PageContext

if TYPE_CHECKING:
    from rich.console import RenderableType

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
    width = COLUMNS_BY_SIZE[size]
    text = await seen.at.in_turn(lambda: _as_text(_thing(seen.context, show, of_whom, width), width))
    return Response(text, media_type=TEXT)


def _thing(found: PageContext, show: str, of_whom: Seat | None, width: int) -> RenderableType:
    """What is to be drawn; what is not known by that name is the whole board."""
    if show not in found.drawing.looks:
        return found.drawing.sheet(found.view, found.position.legal, {}, width)
    own = found.position.seat or 0
    whose = own if of_whom is None or of_whom >= len(found.position.seats) else of_whom
    return found.drawing.look(show, found.view, whose, {}, width)


def _as_text(thing: RenderableType, width: int) -> str:
    """What a terminal would show, without its styles."""
    from rich.console import Console  # here, since it takes time that only those cost who read so

    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )
    lines = console.render_lines(thing, console.options.update(width=width, height=None), pad=False)
    return "\n".join(["".join([part.text for part in line if not part.control]).rstrip() for line in lines])
