"""Parts of pages about branches: chance outcomes to choose as pictures, and two games side by side."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, get
from msgspec import Struct

from farmstead.engine.contract import Game
from farmstead.render.page import page_for
from farmstead.server.branches import actions as branches
from farmstead.server.branches.messages import LuckChoicesOut
from farmstead.server.http.dependencies import AnyRequest, TheLanguage, TheTable
from farmstead.server.http.gzip import packed
from farmstead.server.http.page_cache import page_for_all
from farmstead.server.http.route_limits import OWN
from farmstead.server.pages.table_boards import JSON

# Two games side by side: which they are is said behind the question mark, and asked for by the page.
compare_page: Final = page_for_all("/compare", "branches/compare.html", ("page", "comparing", "settings"))


class LuckShown(Struct, frozen=True):
    """What chance may bring, with pictures of what words do not tell well."""

    luck: LuckChoicesOut
    pictures: dict[str, str]


@get("/t/{code:str}/luck", include_in_schema=False, limit=OWN)
async def luck_shown(request: AnyRequest, at: TheTable, language: TheLanguage) -> Response[bytes]:
    """For whoever chooses what chance brings."""
    at.core.limits.spend("read", at.visitor.rate_limit_key, "look")
    found = await branches.luck(*at, language)
    game = await at.core.hub.look(at.table, lambda live: live.setup.found_game())
    shown = await at.in_turn(lambda: msgspec.json.encode(_shown(found, game, language)))
    return packed(request, shown, JSON)


def _shown(found: LuckChoicesOut, game: Game, language: str) -> LuckShown:
    drawn = page_for(game, language)
    pictures = {each.move: drawn.outcome_picture(each.move) for each in found.outcomes}
    return LuckShown(found, {move: svg for move, svg in pictures.items() if svg})
