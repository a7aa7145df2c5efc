"""A position as the page shows it: its boards as pictures, and what may be done by which of their parts.

Drawn from what a seat may see and from nothing else. What has been drawn is kept by table, entry and seat;
a browser that has a picture already is only told that it is still the one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import structs

from farmstead.engine.contract import Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.render.ink import symbol_sheet
from farmstead.render.page import Choice, Fact, GamePage, Heading, Saying, page_for
from farmstead.render.words import page_words
from farmstead.server.base.cache import Drawn
from farmstead.server.base.refusals import Refused
from farmstead.server.http.dependencies import At, TheLanguage, TheTable
from farmstead.server.http.gzip import packed
from farmstead.server.http.route_limits import OWN
from farmstead.server.http.texts import Sayings, sayings
from farmstead.server.pages.table_messages import (
    BoardsOut,
    ChoiceOut,
    FactOut,
    HeadingOut,
    LineOut,
    PictureOut,
    SegmentOut,
)
from farmstead.server.pages.table_text import OfSeat, SeatPage, see
from farmstead.server.play import actions as play
from farmstead.server.play.messages import MovesIn
from farmstead.server.play.names import seat_names

KEPT: Final = 64  # positions
JSON: Final = "application/json"
SVG: Final = "image/svg+xml"
CLOSING: Final = 3  # hexadecimal pairs by which pictures are told apart, times two
DRAWN: Final = Drawn[BoardsOut](KEPT)  # an entry's number stands for one position, so they stay right

Have = Annotated[str, QueryParameter(name="have", max_length=400)]
OfWhom = Annotated[int, QueryParameter(name="of", ge=0, le=99)]
Chosen = Annotated[list[str] | None, QueryParameter(name="chosen", max_items=10)]
Line = Annotated[str, QueryParameter(name="line", max_length=40)]


Result = TypeVar("Result")
Scores: TypeAlias = Sequence[Mapping[str, int | None]]  # by seat


class PageContext(NamedTuple):
    """What somebody may see of a table, and all that is needed to show it to them."""

    seen: SeatPage
    page: GamePage
    say: Sayings
    language: str
    names: tuple[str, ...]
    shown: Seat | None = None  # none: one's own

    @property
    def seat(self) -> Seat:
        """Whose things are the main ones."""
        return (self.seen.position.seat or 0) if self.shown is None else self.shown


async def sight(at: At, seat: Seat | None, language: str) -> PageContext:
    """Checked as for a position; Refused before the game has begun."""
    seen = await see(at, seat, language)
    names = tuple(await seat_names(at.core, at.table, language))
    return PageContext(seen, page_for(seen.game, language, names), sayings(language), language, names)


# ---- answers -----------------------------------------------------------------------------------------------


# `n` is there for the browser: a position that it has not asked for yet. `Any`: Litestar's requests.
@get("/t/{code:str}/boards", include_in_schema=False, limit=OWN)
async def boards(
    request: Request[Any, Any, Any],
    at: TheTable,
    language: TheLanguage,
    code: FromPath[str],
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    narrow: FromQuery[bool] = False,
    have: Have = "",
) -> Response[bytes]:
    """The boards as one of the visitor's seats, or a spectator, sees them now."""
    drawn = await _drawn(at, code, of_seat, language, narrow)
    return await in_turn(at, lambda: packed(request, without(drawn, have.split()), JSON))


@post("/t/{code:str}/boards", include_in_schema=False, limit=OWN, status_code=200)
async def choose(
    request: Request[Any, Any, Any],
    at: TheTable,
    language: TheLanguage,
    code: FromPath[str],
    data: JSONBody[MovesIn],
    narrow: FromQuery[bool] = False,
    have: Have = "",
) -> Response[bytes]:
    """Make the moves of a choice, and show what came of them: there and back only once.

    Nothing is shown where they are made and somebody may not look any more, or not so soon.
    """
    await play.moves(*at, data)
    try:
        drawn = await _drawn(at, code, data.seat, language, narrow)
        return await in_turn(at, lambda: packed(request, without(drawn, have.split()), JSON))
    except Refused:
        return Response(b"null", media_type=JSON)


async def _drawn(at: At, code: str, seat: Seat | None, language: str, narrow: bool) -> BoardsOut:
    found = await sight(at, seat, language)
    key = (code, found.seen.position.number, seat, narrow, language, found.names)
    pool, who = at.core.pools.pictures, at.visitor.address
    return await DRAWN.get(pool, who, key, lambda: boards_of(found, narrow))


async def in_turn(at: At, draw: Callable[[], Result]) -> Result:
    """Draw in a thread, when it is the visitor's turn."""
    return await at.core.pools.pictures.run(at.visitor.address, "look", draw)


@get("/t/{code:str}/look", include_in_schema=False, limit=OWN)
async def look(
    request: Request[Any, Any, Any],
    at: TheTable,
    language: TheLanguage,
    of_whom: OfWhom,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    narrow: FromQuery[bool] = False,
) -> Response[bytes]:
    """What belongs to another seat, as large as one's own."""
    found = await sight(at, of_seat, language)
    if of_whom >= len(found.seen.position.seats):
        raise Refused("nothing_there", "look")
    return await in_turn(
        at, lambda: packed(request, found.page.other(found.seen.view, of_whom, narrow).encode(), SVG)
    )


@get("/t/{code:str}/unfolded", include_in_schema=False, limit=OWN)
async def unfolded(
    request: Request[Any, Any, Any],
    at: TheTable,
    language: TheLanguage,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    chosen: Chosen = None,
) -> Response[bytes]:
    """What is still to be chosen once some parts are, as a picture; nothing where there is none."""
    found = await sight(at, of_seat, language)
    parts = [part for part in chosen or [] if ":" in part]
    try:
        drawn = await in_turn(at, lambda: found.page.unfolded(found.seen.view, found.seat, parts).encode())
    except ValueError:
        raise Refused("nothing_there", "look") from None
    return packed(request, drawn, SVG)


@get("/t/{code:str}/overlay", include_in_schema=False, limit=OWN)
async def overlay(
    request: Request[Any, Any, Any],
    at: TheTable,
    language: TheLanguage,
    line: Line,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    narrow: FromQuery[bool] = False,
) -> Response[bytes]:
    """What a line of the score counts on the main board."""
    found = await sight(at, of_seat, language)

    def drawn() -> Response[bytes]:
        picture = found.page.overlay(found.seen.view, found.seat, line, narrow)
        return packed(request, picture.encode(), SVG)

    return await in_turn(at, drawn)


@get("/t/{code:str}/symbols", include_in_schema=False, limit=OWN)
async def symbols(
    request: Request[Any, Any, Any], at: TheTable, language: TheLanguage, letters: FromQuery[bool] = False
) -> Response[bytes]:
    """All that the pictures of this game use, for a page to have once."""
    setup = await at.core.hub.look_back(at.table, lambda live: live.setup, None)
    if setup is None:
        raise Refused("nothing_there", "look")
    page = page_for(setup.found_game(), language)
    return await in_turn(at, lambda: packed(request, all_symbols(page, letters), SVG))


def all_symbols(page: GamePage, letters: bool) -> bytes:
    """All that the pictures of a game use, with letters or without."""
    return symbol_sheet({**page.symbols, **(page.lettered() if letters else {})}).encode()


def without(drawn: BoardsOut, known: Sequence[str]) -> bytes:
    """Without the pictures that the browser has."""
    kept = [structs.replace(each, svg="") if each.key in known else each for each in drawn.pictures]
    return msgspec.json.encode(structs.replace(drawn, pictures=tuple(kept)))


# ---- a position --------------------------------------------------------------------------------------------


def boards_of(found: PageContext, narrow: bool, scores: Scores | None = None) -> BoardsOut:
    """All of it; with `scores` where more is known of them than the view tells."""
    seen, page = found.seen, found.page
    position, view = seen.position, seen.view
    asked = page.asked(view)
    shown = page.boards(view, found.seat, narrow)
    seats = range(len(position.seats))
    return BoardsOut(
        number=position.number,
        seat=position.seat,
        shown=found.seat,
        decision=position.decision,
        heading=_heading(found, page.heading(view)),
        question=_said(found, "asking", asked) if asked is not None else "",
        pictures=tuple([PictureOut(each.name, each.area, _key(each.svg), each.svg) for each in shown]),
        symbols="".join(page.loose(view, found.seat).values()),
        choices=tuple([_choice(found, choice) for choice in page.choices(view, position.legal)]),
        facts=tuple([_facts(found, page.facts(view, seat)) for seat in seats]),
        stock=_facts(found, page.stock(view)),
        lines=lines_of(found) if scores is None else said_lines(found, scores),
        verdict=_verdict(found),
    )


def _key(svg: str) -> str:
    return sha256(svg.encode()).hexdigest()[: 4 * CLOSING]


def _said(found: PageContext, table: str, saying: Saying) -> str:
    key, fields = saying
    return found.say(f"{table}.{key}", **fields)


def _heading(found: PageContext, heading: Heading) -> HeadingOut:
    segments = [
        SegmentOut(each.key, found.say("season.name", season=each.key), each.now) for each in heading.segments
    ]
    note = _said(found, "heading", heading.note) if heading.note else ""
    return HeadingOut(
        _said(found, "heading", heading.title), note, heading.done, heading.whole, tuple(segments)
    )


def _facts(found: PageContext, facts: Sequence[Fact]) -> tuple[FactOut, ...]:
    return tuple(
        [
            FactOut(each.emblem, found.say(f"fact.{each.key}", count=each.number), each.number)
            for each in facts
        ]
    )


def _choice(found: PageContext, choice: Choice) -> ChoiceOut:
    seen = found.seen
    words = ""
    if len(choice.moves) == 1 and choice.ghost is None:
        known = page_words(seen.game.name, found.language)
        words = known.describe_move(choice.moves[0], seen.drawing.decision(seen.view))
    doubt = "" if choice.parts else seen.drawing.doubt(seen.view, choice.moves[0], seen.position.legal)
    return ChoiceOut(choice.moves, choice.parts, choice.ghost, choice.aside, words, doubt)


def lines_of(found: PageContext) -> tuple[LineOut, ...]:
    """The score as it stands: of a game that is over as it is, else as far as the view is enough for it."""
    position, view = found.seen.position, found.seen.view
    scores: Scores = position.lines or _standing(found)
    if not scores or not (view.get("to_act") or position.lines):
        return ()
    return said_lines(found, scores)


def said_lines(found: PageContext, scores: Scores) -> tuple[LineOut, ...]:
    words = page_words(found.seen.game.name, found.language)
    return tuple(
        [LineOut(line, words.called(line, "line"), tuple([of[line] for of in scores])) for line in scores[0]]
    )


def _standing(found: PageContext) -> list[dict[str, int | None]]:
    position, view = found.seen.position, found.seen.view
    state = found.seen.game.from_view(position.seat, view, QuickDealer(0))
    standing: list[dict[str, int | None]] = []
    for seat in range(len(position.seats)):
        lines = state.score_lines(seat)
        known = found.page.known_lines(view, seat, list(lines))
        standing.append({line: points if line in known else None for line, points in lines.items()})
    return standing


def _verdict(found: PageContext) -> tuple[str, ...]:
    position = found.seen.position
    if not position.lines:
        return ()
    scores = [lines["total"] for lines in position.lines]
    return tuple(found.seen.drawing.verdict(scores, position.places, found.seen.view, found.names))
