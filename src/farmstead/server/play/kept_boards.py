"""The boards of a table at the server: drawn in threads, and kept by table, entry and seat.

All who look at a table ask at the same moment.
"""

from __future__ import annotations

from farmstead.messages import Position
from farmstead.render.page import page_for
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.play.board_messages import BoardsOut
from farmstead.server.play.boards import PageContext, boards_of
from farmstead.server.play.sentences import drawing_of
from farmstead.server.store import TableId
from farmstead.server.table.live_table import LiveTable


async def page_context(
    core: Core, visitor: Visitor, live: LiveTable, position: Position, language: str, names: tuple[str, ...]
) -> PageContext:
    """A position of a table with all that is needed to show it; Refused before the game has begun."""
    if position.view is None:
        raise Refused("not_started", "look")
    game, text = live.game, live.setup.components
    if text:  # it has to be read for it
        pool = core.pools.editions
        drawing = await pool.run(visitor.address, "look", lambda: drawing_of(game, text, language))
    else:
        drawing = drawing_of(game, text, language)
    return PageContext(
        position, position.view, game, drawing, page_for(game, language, names), language, names
    )


async def drawn(core: Core, visitor: Visitor, table: TableId, found: PageContext, narrow: bool) -> BoardsOut:
    """The boards, drawn in a thread once for all who see the same; visitors take turns."""
    position = found.position
    key = (table, position.number, position.seat, position.phase, narrow, found.language, found.names)
    return await core.boards.get(  # type: ignore[no-any-return]  # only this is put there
        core.pools.pictures, visitor.address, key, lambda: boards_of(found, narrow, None, True)
    )
