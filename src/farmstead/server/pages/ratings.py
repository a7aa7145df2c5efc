"""The page of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Template
from markupsafe import Markup

from farmstead.agents.levels import LEVELS
from farmstead.agents.skill import NEW, SkillEstimate
from farmstead.render.chart import history, small_interval
from farmstead.render.words import words_for
from farmstead.server.core import Core
from farmstead.server.http.dependencies import TheCore, TheLanguage, TheVisitor
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts
from farmstead.server.people.visitor import Visitor
from farmstead.server.ratings import listing
from farmstead.server.ratings.messages import RatedOut, RatingKind, Ratings

SPREAD: Final = 2  # sigmas on either side

OfGame = Annotated[str, QueryParameter(name="game", max_length=40)]
OfSeats = Annotated[int, QueryParameter(name="seats", ge=0, le=99)]


def level_name(level: int, language: str) -> str:
    """The name of a level of bots in a language."""
    return words_for(language=language).called(LEVELS[level].name) if level in LEVELS else str(level)


def written(number: float, language: str) -> str:
    """A rating as text: one decimal, after the decimal sign of the language."""
    return f"{number:.1f}".replace(".", words_for(language=language).say("hint", "decimal"))


def moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="minutes")


@get("/ratings", include_in_schema=False)
async def ratings_page(
    core: TheCore, visitor: TheVisitor, language: TheLanguage, game: OfGame = "", seats: OfSeats = 0
) -> Template:
    """Who is how strong, and how one's own rating came to be."""
    kinds = await listing.kinds(core, visitor)
    chosen = await _chosen(core, visitor, kinds, (game, seats))
    found = await listing.ratings(core, visitor, chosen.game, chosen.seats) if chosen else None
    shown = {"kinds": kinds, "chosen": chosen, **(_ratings(found, language) if found else {})}
    return page("ratings/ratings.html", language, shown)


async def _chosen(
    core: Core, visitor: Visitor, kinds: Sequence[RatingKind], wish: tuple[str, int]
) -> RatingKind | None:
    """The kind of ratings that was asked for, else one of the visitor's own, else any."""
    own: list[tuple[str, int]] = []
    if visitor.player is not None:
        own = [(row.game, row.seats) for row in await core.store.ratings.of_player(visitor.player.id)]
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
        "steps": [(each, moment(each.at)) for each in reversed(found.history)],
        "value": lambda of: written(of.mu, language),
        "spread": lambda of: written(SPREAD * of.sigma, language),
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
        "bar": Markup(small_interval(rated.mu, mu - spread, mu + spread)),
    }


def _curve(found: Ratings, language: str) -> str:
    """How a rating came to be, from the one that everybody begins with as far as that is listed."""
    if not found.history:
        return ""
    first = found.history[0].n
    steps = [*([NEW] if first == 1 else []), *[SkillEstimate(each.mu, each.sigma) for each in found.history]]
    say, last = page_texts(language), found.history[-1]
    mu, spread = written(last.mu, language), written(SPREAD * last.sigma, language)
    told = say("ratings.curve", games=last.n, mu=mu, spread=spread)
    values, spreads = [step.mu for step in steps], [SPREAD * step.sigma for step in steps]
    first = 0 if first == 1 else first
    return Markup(history(values, told, say("ratings.axis"), first, spreads))
