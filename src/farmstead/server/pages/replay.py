"""The replay of a game: its page, and the boards of several of its positions at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Final

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template
from msgspec import Struct, structs

from farmstead.engine.contract import Game, Seat
from farmstead.engine.table import Table
from farmstead.messages import Position, SeatNow
from farmstead.render import Drawing, View, drawing_for
from farmstead.render.page import page_for
from farmstead.server.base.cache import DrawingCache
from farmstead.server.core import Core
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage, TheVisitor
from farmstead.server.http.gzip import packed
from farmstead.server.http.page_cache import page_for_all
from farmstead.server.http.route_limits import OWN
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts
from farmstead.server.pages.games import games_in
from farmstead.server.pages.table_boards import JSON, SVG_TYPE, OfSeat, all_symbols
from farmstead.server.people.visitor import Visitor
from farmstead.server.play.board_messages import BoardsOut
from farmstead.server.play.boards import PageContext, boards_of
from farmstead.server.replay import recorded_games, viewer
from farmstead.server.replay.messages import MAX_FILE
from farmstead.server.replay.viewer import ReplayView

MAX_FRAMES_IN_ANSWER: Final = 16  # positions of one answer
CACHED_FRAMES: Final = 240  # positions
REPLAY: Final = (
    "page", "replay", "board", "sitting", "settings", "keys", "playing", "talk", "notice", "making", "switch",
    "switch_value",
    "going_on",
    "downloads",
)  # fmt: skip

First = Annotated[int, QueryParameter(name="from", ge=0, le=99_999)]
Last = Annotated[int, QueryParameter(name="to", ge=0, le=99_999)]
Main = Annotated[int, QueryParameter(name="shown", ge=0, le=99)]
Have = Annotated[str, QueryParameter(name="have", max_length=3000)]


class FrameOut(BoardsOut, frozen=True):
    """All that the page shows of a position, and who was to decide in it."""

    to_act: tuple[Seat, ...] = ()


class FramesOut(Struct, frozen=True):
    """Positions one after the other; each picture that the browser lacks is there once, by its key."""

    first: int
    frames: tuple[FrameOut, ...]
    pictures: dict[str, str]


FRAME_CACHE: Final = DrawingCache[FrameOut](CACHED_FRAMES)


# ---- pages -------------------------------------------------------------------------------------------------


REPLAYS: Final = ("page", "lobby", "replay")
UPLOAD: Final = {"data": {"largest": MAX_FILE}}
replays: Final = page_for_all("/replay", "replay/upload.html", REPLAYS, lambda _: UPLOAD)


@get("/replay/{name:str}", include_in_schema=False)
async def replay(core: TheCore, visitor: TheVisitor, language: TheLanguage, name: FromPath[str]) -> Template:
    """One game; Refused where there is none. All that is shown of it comes by the API."""
    if not recorded_games.is_record(name):
        await core.table(name, visitor)
    data = {"name": name, "games": games_in(language)}
    shown = {"words": page_texts(language).some(REPLAY), "data": data, "name": name}
    return page("replay/page.html", language, shown)


# ---- boards ------------------------------------------------------------------------------------------------


@get("/api/studies/{name:str}/frames", include_in_schema=False, limit=OWN)
async def frames(
    request: AnyRequest,
    core: TheCore,
    visitor: TheVisitor,
    language: TheLanguage,
    name: FromPath[str],
    first: First,
    last: Last,
    shown: Main = 0,
    of_seat: OfSeat = None,
    narrow: FromQuery[bool] = False,
    have: Have = "",
) -> Response[bytes]:
    """The boards of some positions, drawn as those of a table are."""
    last = min(last, first + MAX_FRAMES_IN_ANSWER - 1)
    core.limits.spend("frames", visitor.rate_limit_key, "look", max(1, last - first + 1))
    watched = await viewer.watch(core, visitor, name, of_seat, language)
    last = min(last, watched.film.length)
    main = min(shown, watched.film.seats - 1)
    pool, who = core.pools.replays, visitor.address
    found = [await _drawn(core, visitor, watched, ply, main, narrow) for ply in range(first, last + 1)]
    return await pool.run(who, "look", lambda: packed(request, _together(first, found, have.split()), JSON))


@get("/api/studies/{name:str}/symbols", include_in_schema=False, limit=OWN)
async def study_symbols(
    request: AnyRequest,
    core: TheCore,
    visitor: TheVisitor,
    language: TheLanguage,
    name: FromPath[str],
    of_seat: OfSeat = None,
    letters: FromQuery[bool] = False,
) -> Response[bytes]:
    """All that the pictures of this game use, for a page to have once."""
    watched = await viewer.watch(core, visitor, name, of_seat, language)
    drawn = page_for(watched.study.game, language)
    pool, who = core.pools.replays, visitor.address
    return await pool.run(who, "look", lambda: packed(request, all_symbols(drawn, letters), SVG_TYPE))


async def _drawn(
    core: Core, visitor: Visitor, watched: ReplayView, ply: int, shown: Seat, narrow: bool
) -> FrameOut:
    study = watched.study
    eyes = (watched.seat, watched.whole, shown, narrow)
    key = (study.course, ply, *eyes, watched.language, study.names)
    pool, who = core.pools.replays, visitor.address
    return await FRAME_CACHE.get(pool, who, key, lambda: frame_of(watched, ply, shown, narrow))


def frame_of(watched: ReplayView, ply: int, shown: Seat, narrow: bool) -> FrameOut:
    """One position as the page shows it."""
    study, language = watched.study, watched.language
    table, view = watched.film.table(ply), watched.view(ply)
    position = position_of(watched, ply, table, view)
    game, names, drawing = study.game, study.names, _drawing(study.game, language)
    page = page_for(game, language, names)
    sight = PageContext(position, view, game, drawing, page, language, names, shown)
    everybody = watched.whole and watched.seat is None
    scores = [table.state.score_lines(seat) for seat in range(watched.film.seats)] if everybody else None
    # Question and symbols are for choices.
    found = structs.replace(boards_of(sight, narrow, scores), question="", symbols="")
    return FrameOut(**structs.asdict(found), to_act=position.to_act)


@lru_cache(16)
def _drawing(game: Game, language: str) -> Drawing:
    return drawing_for(game, None, language)


def position_of(watched: ReplayView, ply: int, table: Table, view: View) -> Position:
    """As the table would tell it to those eyes, but that nothing can be done."""
    state = table.state
    over = not state.to_act()
    seats = range(watched.film.seats)
    return Position(
        number=ply,
        phase="over" if over else "playing",
        seat=watched.seat,
        view=dict(view),
        to_act=tuple([seat for seat in state.to_act() if seat >= 0]),
        stage=state.stage(),
        decision=None,
        next=0,
        legal=(),
        undo=0,
        back=0,
        ask=None,
        marked=False,
        seats=tuple([SeatNow() for _ in seats]),
        lines=tuple([state.score_lines(seat) for seat in seats]) if over else (),
        places=tuple(state.places()) if over else (),
    )


def _together(first: int, found: Sequence[FrameOut], known: Sequence[str]) -> bytes:
    """Without the pictures that the browser has, and each of the others once."""
    pictures = {each.key: each.svg for frame in found for each in frame.pictures if each.key not in known}
    keys = [tuple([structs.replace(each, svg="") for each in frame.pictures]) for frame in found]
    bare = [structs.replace(frame, pictures=each) for frame, each in zip(found, keys, strict=True)]
    return msgspec.json.encode(FramesOut(first, tuple(bare), pictures))
