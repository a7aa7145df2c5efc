"""What only some tables have, and only they load: a coach, where the game comes from, luck that is chosen."""

from __future__ import annotations

from typing import Final, NamedTuple

from farmstead.server.core import Core
from farmstead.server.store import TableId
from farmstead.server.table.entries import Damaged
from farmstead.server.table.options import decode_options
from farmstead.server.table.setup import decode_setup_without_key


class PageScript(NamedTuple):
    """A script that the one of the page loads, the texts that it says, and how it looks."""

    name: str  # of the script, with its folder, without `.js`
    words: str
    style: str  # with its folder, without `.css`


COACH: Final = PageScript("learning/coach", "coach", "learning/coach")
BRANCHED: Final = PageScript("branches/badge", "going_on", "branches/dialog")
CHANCE: Final = PageScript("branches/luck_picker", "chance", "branches/dialog")


async def parts_of(core: Core, table: TableId) -> list[PageScript]:
    """Those of a table; none where what is stored of it cannot be read."""
    row = await core.store.tables.get(table)
    try:
        origin, guide = decode_setup_without_key(row.setup).origin, decode_options(row.options).guide
    except Damaged:
        return []
    chosen = origin is not None and origin.luck == "chosen"
    there = {COACH: bool(guide), BRANCHED: origin is not None, CHANCE: chosen}
    return [part for part, is_there in there.items() if is_there]
