"""What only some tables have: a coach, where the game comes from, chosen luck, what neighbours say."""

from __future__ import annotations

from typing import Final, NamedTuple

from farmstead.agents.characters import neighbours
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
SPOKEN: Final = ("begin", "surprise", "won", "lost")


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


async def neighbours_say(core: Core, table: TableId, language: str) -> dict[str, dict[str, str]]:
    """The lines of the neighbours who play there, by id and when they say them."""
    row = await core.store.tables.get(table)
    try:
        plan = decode_setup_without_key(row.setup).plan
    except Damaged:
        return {}
    there = [neighbours()[seat.neighbour] for seat in plan if seat.neighbour in neighbours()]
    return {who.id: {key: who.said(key, language) for key in SPOKEN} for who in there}
