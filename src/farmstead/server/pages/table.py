"""The page of a table; what happens there comes by the API."""

from __future__ import annotations

from typing import Final

from litestar import get
from litestar.params import FromPath
from litestar.response import Template

from farmstead.server.http.dependencies import TheLanguage, TheTable
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts
from farmstead.server.pages.games import games_in
from farmstead.server.pages.table_scripts import COACH, neighbours_say, parts_of

TABLE: Final = (
    "page", "making", "switch", "switch_value", "sitting", "playing", "hand", "board", "talk", "end",
    "missing", "deed", "tray", "settings", "keys", "notice", "fair", "you", "since",
)  # fmt: skip


@get("/t/{code:str}", include_in_schema=False)
async def table_page(at: TheTable, language: TheLanguage, code: FromPath[str]) -> Template:
    """One table; Refused where there is none. All that happens there comes by the API."""
    parts = await parts_of(at.core, at.table)
    words = page_texts(language).some((*TABLE, *[part.words for part in parts]))
    data = {
        "code": code,
        "games": games_in(language),
        "parts": [part.name for part in parts],
        "said": await neighbours_say(at.core, at.table, language),
    }
    shown = {"words": words, "data": data, "guided": COACH in parts}
    shown |= {"added": [part.name for part in parts], "own_styles": sorted({part.style for part in parts})}
    return page("table/page.html", language, shown)
