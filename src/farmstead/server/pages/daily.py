"""The page of the game of the day."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Template

from farmstead.server.daily import attempts
from farmstead.server.http.dependencies import TheCore, TheLanguage, TheVisitor
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts
from farmstead.server.pages.ratings import level_name, moment
from farmstead.server.ratings.messages import DailyOut

Before = Annotated[str, QueryParameter(name="before", max_length=10, pattern=r"^(\d{4}-\d\d-\d\d)?$")]


@get("/daily", include_in_schema=False)
async def daily_page(
    core: TheCore, visitor: TheVisitor, language: TheLanguage, before: Before = ""
) -> Template:
    """What is to be played today, and what came of it on former days."""
    games = await attempts.today(core, visitor)
    former = await attempts.former(core, visitor, before)
    shown = {
        "games": [_game(each, language) for each in games],
        "former": [_game(each, language) for each in former],
        "older": former[-1].day if former else "",
        "ends": moment(games[0].ends) if games else "",
        "day": games[0].day if games else "",
        "level_name": lambda level: level_name(level, language),
        "words": page_texts(language).some(("page",)),
        "data": {},
    }
    return page("daily/page.html", language, shown)


def _game(shown: DailyOut, language: str) -> dict[str, Any]:
    results = shown.results or ()
    return {
        "daily": shown,
        "level": level_name(shown.level, language) if shown.level else "",
        "told": shown.results is not None,
        "accounts": [each for each in results if each.account],
        "guests": [each for each in results if not each.account and not each.level],
        "bots": sorted([each for each in results if each.level], key=lambda each: each.level),
    }
