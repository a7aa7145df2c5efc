"""The page of the game of the day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Template

from farmstead import shelf
from farmstead.agents.levels import LEVELS
from farmstead.render.result_card import (
    AHEAD,
    BEATEN,
    EQUAL,
    OPEN,
    PIXELS,
    WIDTH,
    ResultCard,
    result_card,
)
from farmstead.render.typst_output import png_of
from farmstead.server.daily import attempts
from farmstead.server.daily.attempts import OwnResult
from farmstead.server.http.dependencies import TheCore, TheLanguage, TheVisitor
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts
from farmstead.server.pages.ratings import level_name, moment
from farmstead.server.ratings.messages import DailyOut, ResultOut
from farmstead.server.store import Attempt

PNG_TYPE: Final = "image/png"
MAX_NAME: Final = 24  # letters
MAX_BESIDE: Final = 7  # people
UNPLACED: Final = 1_000_000  # who has no points comes last

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
        "streak": await attempts.streak(core, visitor),
        "level_name": lambda level: level_name(level, language),
        "words": page_texts(language).some(("page",)),
        "data": {},
    }
    return page("daily/page.html", language, shown)


@get("/daily/{day:str}/{game:str}/result.png", include_in_schema=False)
async def daily_card(
    core: TheCore, visitor: TheVisitor, day: FromPath[str], game: FromPath[str], language: TheLanguage
) -> Response[bytes]:
    """The visitor's own result as a small picture, which tells nothing of how the game went."""
    found = await attempts.own_result(core, visitor, day, game)
    name = visitor.player.name if visitor.player is not None else ""

    def drawn() -> bytes:
        return png_of(result_card(_card(found, name, language)), WIDTH, PIXELS)

    data = await core.pools.files.run(visitor.address, "look", drawn)
    return Response(data, media_type=PNG_TYPE)


def _card(found: OwnResult, name: str, language: str) -> ResultCard:
    say, mine = page_texts(language), found.attempt
    assert mine.points is not None
    other = "" if mine.other is None else f" : {mine.other}"
    words = [shelf.game(mine.game).title, say("page.daily")]
    return ResultCard(
        title=words[0],
        day=f"{words[1]} · {mine.day}",
        points=f"{mine.points}{other}".replace("-", "−"),
        unit=say("daily.points"),
        bots=[_beside(mine, found.bots.get(level)) for level in LEVELS],
        bots_about=say("daily.bots_beaten"),
        streak=say("daily.streak", count=found.streak) if found.streak > 1 else "",
        name="".join(filter(str.isprintable, name))[:MAX_NAME],
    )


def _beside(mine: Attempt, points: int | None) -> str:
    """How a level of bots did beside an attempt."""
    if points is None or mine.points is None:
        return OPEN
    return BEATEN if mine.points > points else AHEAD if mine.points < points else EQUAL


def _game(shown: DailyOut, language: str) -> dict[str, Any]:
    results = shown.results or ()
    return {
        "daily": shown,
        "level": level_name(shown.level, language) if shown.level else "",
        "told": shown.results is not None,
        "card": any(each.mine and each.points is not None for each in results),
        "accounts": [each for each in results if each.account],
        "guests": [each for each in results if not each.account and not each.level],
        "beside": _side_by_side(results),
        "bots": sorted([each for each in results if each.level], key=lambda each: each.level),
    }


def _side_by_side(results: Sequence[ResultOut]) -> list[ResultOut]:
    """The visitor, and those they have sat at a table with, the best first; nothing where there is nobody."""
    mine = [each for each in results if each.mine]
    others = [each for each in results if each.together and not each.mine][:MAX_BESIDE]
    found = [*mine, *others] if mine and others else []
    return sorted(found, key=lambda each: -(each.points if each.points is not None else -UNPLACED))
