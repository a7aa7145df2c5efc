"""A position to keep: all its boards in one picture that needs no page."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.params import FromQuery

from farmstead.render.ink import DARK, LIGHT
from farmstead.render.poster import poster
from farmstead.server.http.dependencies import TheLanguage, TheTable
from farmstead.server.http.route_limits import OWN
from farmstead.server.pages.table_boards import SVG, OfSeat, sight
from farmstead.server.play.boards import PageContext

FILE: Final = 'attachment; filename="{game}.svg"'


# `n` is there for the browser: a position that it has not asked for yet.
@get("/t/{code:str}/picture.svg", include_in_schema=False, limit=OWN)
async def kept_picture(
    at: TheTable,
    language: TheLanguage,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    dark: FromQuery[bool] = False,
) -> Response[bytes]:
    """What one of the visitor's seats, or a spectator, sees now, as a file."""
    found = await sight(at, of_seat, language)
    pool, who = at.core.pools.files, at.visitor.address
    drawn = await pool.run(who, "look", lambda: _drawn(found, dark))
    headers = {"content-disposition": FILE.format(game=found.game.name)}
    return Response(drawn.encode(), media_type=SVG, headers=headers)


def _drawn(found: PageContext, dark: bool) -> str:
    return poster(
        found.game,
        found.view,
        seat=found.seat,
        names=found.names,
        language=found.language,
        light=DARK if dark else LIGHT,
    )
