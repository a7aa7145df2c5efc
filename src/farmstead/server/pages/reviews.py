"""The page of a review: the story in words first, then what stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import cycle
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template
from markupsafe import Markup

from farmstead.engine.contract import Seat
from farmstead.render.chart import STACK, swatch
from farmstead.render.hint_sentences import more, points
from farmstead.render.shared import signed
from farmstead.reviews.charts import TOTAL, expected_chart, standing_chart
from farmstead.reviews.sentences import ReviewText
from farmstead.server.base.cache import DrawingCache
from farmstead.server.core import Core
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage, TheVisitor
from farmstead.server.http.gzip import packed
from farmstead.server.http.route_limits import OWN
from farmstead.server.http.template import page
from farmstead.server.http.texts import PageTexts, page_texts
from farmstead.server.pages.review_boards import LineBoard, line_board
from farmstead.server.pages.table_boards import JSON
from farmstead.server.people.visitor import Visitor
from farmstead.server.play import actions as play
from farmstead.server.replay.recorded_games import RecordedGame, find
from farmstead.server.reviews import actions as reviews
from farmstead.server.reviews.localized import LocalizedReview
from farmstead.server.reviews.messages import ReviewFound, TurningOut

REVIEW: Final = ("page", "review_page")
CACHED_BOARDS: Final = 64  # positions
BOARD_CACHE: Final = DrawingCache[LineBoard](CACHED_BOARDS)
ALL_SEATS: Final = 0

Whose = Annotated[int | None, QueryParameter(name="seat", ge=0, le=99)]  # counted from 1; 0: everybody's
OfPly = Annotated[int, QueryParameter(name="ply", ge=0, le=99_999)]
Step = Annotated[int, QueryParameter(name="step", ge=0, le=99)]


@get("/review/{name:str}", include_in_schema=False)
async def review(
    core: TheCore, visitor: TheVisitor, language: TheLanguage, name: FromPath[str], whose: Whose = None
) -> Template:
    """How far a review is, or what it found."""
    study = await find(core, visitor, name, language)
    now = await reviews.shown(core, visitor, study, language)
    data: dict[str, object] = {"name": name, "state": now.state, "ahead": now.ahead, "whole": now.whole}
    say = page_texts(language)
    shown: dict[str, Any] = {"words": say.some(REVIEW), "data": data, "now": now, "study": study}
    if now.found is not None:
        seat = await _whose(core, visitor, study, whose)
        read = await reviews.find_read(core, visitor, study, language)
        told = partial(story, read, now.found, seat, say)
        shown |= await core.pools.replays.run(visitor.address, "look", told)
    else:
        shown |= {"percent": 100 * now.done // now.whole if now.whole else 0, "title": study.game.title}
    return page("reviews/page.html", language, shown)


async def _whose(core: Core, visitor: Visitor, study: RecordedGame, wish: int | None) -> Seat | None:
    """Whose game is told; one's own unless another is named."""
    seats = study.record.setup.seats
    if wish is not None:
        return wish - 1 if 0 < wish <= seats else None
    mine = [] if study.table is None else await play.seats_of(core, visitor, study.table)
    return mine[0] if len(mine) == 1 and seats > 1 else None


def story(read: LocalizedReview, found: ReviewFound, seat: Seat | None, say: PageTexts) -> dict[str, Any]:
    """What the page shows of a review. `Any`: whatever a template can show."""
    told = read.told
    chosen: Sequence[TurningOut] = found.turnings
    turnings = told.review.turnings
    if seat is not None and found.own_turnings:
        chosen, turnings = found.own_turnings[seat], told.review.own[seat]
    seats = list(range(told.review.seats)) if seat is None else [seat]
    return {
        "tell": told.say,
        "found": found,
        "seat": seat,
        "seats": seats,
        "turnings": chosen,
        "plot": Markup(expected_chart(told, turnings, say("review_page.chart_name"))),
        "expected": expected_rows(told),
        "standings": [standing_of(told, found, each, say) for each in seats],
        "decisions": [each for each in found.decisions if each.seat in seats],
        "kinds": dict(sorted({each.kind: each.kind_words for each in found.decisions}.items())),
        "number": lambda value: told.said(points(value)),
        "gain": lambda value: told.said(more(value)),
        "signed": signed,
    }


def expected_rows(told: ReviewText) -> list[tuple[str, int, list[tuple[str, str]]]]:
    """Part of the game, ply, and what each seat could expect then, with its error."""
    curve = {each.ply: list(zip(each.worths, each.spreads, strict=True)) for each in told.review.curve}
    wanted = {ply: part for ply, part in told.parts().items() if ply in curve}
    if told.review.curve and told.review.scores is not None:
        wanted[told.review.curve[-1].ply] = told.say("final")
    return [
        (part, ply, [(told.said(points(worth)), told.said(points(error))) for worth, error in curve[ply]])
        for ply, part in wanted.items()
    ]


def standing_of(told: ReviewText, found: ReviewFound, seat: Seat, say: PageTexts) -> dict[str, Any]:
    """The points of a seat by line of the score, as a picture and as a table."""
    columns = [(each.ply, each.lines[seat]) for each in found.standing]
    every = [line for line in found.line_words if line != TOTAL]
    lines = [line for line in every if any(of[line] for _, of in columns)]
    name = say("review_page.standing_name", name=told.who(seat))
    last = found.standing[-1].ply
    rows = [
        (told.say("final") if each.ply == last and found.over else each.part, each.ply, each.lines[seat])
        for each in found.standing
    ]
    return {
        "seat": seat,
        "lines": lines,
        "plot": Markup(standing_chart(told, columns, lines, name)),
        "legend": [
            (Markup(swatch(colour)), found.line_words[line])
            for colour, line in zip(cycle(STACK), lines, strict=False)
        ],
        "rows": rows,
    }


# ---- the better line on the board --------------------------------------------------------------------------


@get("/api/studies/{name:str}/review/board", include_in_schema=False, limit=OWN)
async def review_board(
    request: AnyRequest,
    core: TheCore,
    visitor: TheVisitor,
    language: TheLanguage,
    name: FromPath[str],
    ply: OfPly,
    step: Step = 0,
    narrow: FromQuery[bool] = False,
) -> Response[bytes]:
    """The position before a decision, or after some moves of what would have been better."""
    core.limits.spend("frames", visitor.rate_limit_key, "look")
    study = await find(core, visitor, name, language)
    read = await reviews.find_read(core, visitor, study, language)
    key = (study.digest, read.told.review.tries, ply, step, narrow, language, study.names)
    pool, who = core.pools.replays, visitor.address
    drawn = await BOARD_CACHE.get(pool, who, key, lambda: line_board(read, ply, step, narrow))
    return packed(request, msgspec.json.encode(drawn), JSON)
