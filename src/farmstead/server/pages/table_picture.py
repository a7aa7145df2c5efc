"""A download of a position: all its boards in one picture file."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.params import FromQuery

from farmstead.render.ink import DARK, LIGHT
from farmstead.render.poster import poster
from farmstead.server.http.route_limits import OWN
from farmstead.server.pages.table_boards import LOOKING, SVG_TYPE, TheSight
from farmstead.server.play.boards import PageContext

FILE: Final = 'attachment; filename="{game}.svg"'


@get("/t/{code:str}/picture.svg", include_in_schema=False, limit=OWN, dependencies=LOOKING)
async def kept_picture(seen: TheSight, dark: FromQuery[bool] = False) -> Response[bytes]:
    """What one of the visitor's seats, or a spectator, sees now, as a file."""
    found, files = seen.context, seen.at.core.pools.files
    drawn = await files.run(seen.at.visitor.address, "look", lambda: _drawn(found, DARK if dark else LIGHT))
    headers = {"content-disposition": FILE.format(game=found.game.name)}
    return Response(drawn.encode(), media_type=SVG_TYPE, headers=headers)


def _drawn(found: PageContext, light: int) -> str:
    return poster(
        found.game, found.view, seat=found.seat, names=found.names, language=found.language, light=light
    )
