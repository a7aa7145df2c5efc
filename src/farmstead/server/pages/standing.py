"""The pages of ratings and of the game of the day: put together here, for whoever looks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Template

from farmstead.agents.levels import LEVELS
from farmstead.render.words import words_for
from farmstead.server import daily, standing
from farmstead.server.api.asking import TheHouse, TheLanguage, TheVisitor
from farmstead.server.house import House
from farmstead.server.pages.curve import SPREAD, bar, curve
from farmstead.server.pages.paper import page
from farmstead.server.pages.sayings import sayings
from farmstead.server.standing_messages import DailyOut, RatedOut, RatingKind, Ratings, ResultOut
from farmstead.server.visitors import Visitor

OfGame = Annotated[str, QueryParameter(name="game", max_length=40)]
OfSeats = Annotated[int, QueryParameter(name="seats", ge=0, le=99)]
Before = Annotated[str, QueryParameter(name="before", max_length=10, pattern=r"^(\d{4}-\d\d-\d\d)?$")]


def level_name(level: int, language: str) -> str:
    """As a language calls a level of bots."""
    return words_for(language=language).called(LEVELS[level].name) if level in LEVELS else str(level)


def written(number: float, language: str) -> str:
    """With one decimal, and the sign that the language has before it."""
    return f"{number:.1f}".replace(".", words_for(language=language).say("hint", "decimal"))


def moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="minutes")


# ---- ratings -----------------------------------------------------------------------------------------------


@get("/ratings", include_in_schema=False)
async def ratings_page(
    house: TheHouse, visitor: TheVisitor, language: TheLanguage, game: OfGame = "", seats: OfSeats = 0
) -> Template:
    """Who is how strong, and how one's own rating came to be."""
    kinds = await standing.kinds(house, visitor)
    chosen = await _chosen(house, visitor, kinds, (game, seats))
    found = await standing.ratings(house, visitor, chosen.game, chosen.seats) if chosen else None
    shown = {"kinds": kinds, "chosen": chosen, **(_ratings(found, language) if found else {})}
    return page("ratings/ratings.html", language, shown)


async def _chosen(
    house: House, visitor: Visitor, kinds: Sequence[RatingKind], wish: tuple[str, int]
) -> RatingKind | None:
    """The one that was asked for, else one of the visitor's own, else any."""
    own: list[tuple[str, int]] = []
    if visitor.player is not None:
        own = [(row.game, row.seats) for row in await house.store.ratings.of_player(visitor.player.id)]
    for wanted in (wish, *own):
        for kind in kinds:
            if (kind.game, kind.seats) == wanted:
                return kind
    return kinds[0] if kinds else None


def _ratings(found: Ratings, language: str) -> dict[str, Any]:
    """`Any`: whatever a template can show."""
    beside = [found.mine] if found.mine is not None and not found.mine.place else []
    return {
        "rows": [_row(each, language) for each in (*found.rated, *beside)],
        "steps": [
            {
                "n": each.n,
                "place": each.place,
                "at": moment(each.at),
                "mu": written(each.mu, language),
                "spread": written(SPREAD * each.sigma, language),
            }
            for each in reversed(found.history)
        ],
        "curve": _curve(found, language),
    }


def _row(rated: RatedOut, language: str) -> dict[str, Any]:
    mu, spread = round(rated.mu, 1), round(SPREAD * rated.sigma, 1)  # so that the sums are right as shown
    return {
        "rated": rated,
        "level": level_name(rated.level, language) if rated.level else "",
        "mu": written(mu, language),
        "spread": written(spread, language),
        "low": written(mu - spread, language),
        "high": written(mu + spread, language),
        "bar": bar(rated.mu, rated.sigma),
    }


def _curve(found: Ratings, language: str) -> str:
    if not found.history:
        return ""
    say, last = sayings(language), found.history[-1]
    mu, spread = written(last.mu, language), written(SPREAD * last.sigma, language)
    told = say("ratings.curve", games=last.n, mu=mu, spread=spread)
    return curve(found.history, told, say("ratings.axis"))


# ---- the game of the day -----------------------------------------------------------------------------------


@get("/daily", include_in_schema=False)
async def daily_page(
    house: TheHouse, visitor: TheVisitor, language: TheLanguage, before: Before = ""
) -> Template:
    """What is to be played today, and what came of it on former days."""
    games = await daily.today(house, visitor)
    former = await daily.former(house, visitor, before)
    shown = {
        "games": [_game(each, language) for each in games],
        "former": [_game(each, language) for each in former],
        "older": former[-1].day if former else "",
        "ends": moment(games[0].ends) if games else "",
        "day": games[0].day if games else "",
        "words": sayings(language).some(("page",)),
        "data": {},
    }
    return page("daily/page.html", language, shown)


def _game(shown: DailyOut, language: str) -> dict[str, Any]:
    results = shown.results or ()
    return {
        "daily": shown,
        "level": level_name(shown.level, language) if shown.level else "",
        "told": shown.results is not None,
        "accounts": [_result(each, language) for each in results if each.account],
        "guests": [_result(each, language) for each in results if not each.account and not each.level],
        "bots": [_result(each, language) for each in _by_level(results)],
    }


def _by_level(results: Sequence[ResultOut]) -> list[ResultOut]:
    return sorted([each for each in results if each.level], key=lambda each: each.level)


def _result(result: ResultOut, language: str) -> dict[str, Any]:
    return {"result": result, "level": level_name(result.level, language) if result.level else ""}
