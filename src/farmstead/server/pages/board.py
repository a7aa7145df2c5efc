"""The board as a picture and as text, drawn from what a seat may see and from nothing else."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from rich.console import RenderableType

from farmstead.engine.contract import Seat
from farmstead.render import Drawing, View, drawing_for
from farmstead.server import playing
from farmstead.server.api.asking import At, TheTable
from farmstead.server.house import House
from farmstead.server.news import Position
from farmstead.server.pages.picture import as_svg, as_text
from farmstead.server.refusals import Refused
from farmstead.server.setup import TableSetup
from farmstead.server.store import TableId

Size: TypeAlias = Literal["wide", "middle", "narrow"]
COLUMNS: Final[dict[Size, int]] = {"wide": 136, "middle": 100, "narrow": 54}
KEPT: Final = 64  # pictures
SVG: Final = "image/svg+xml"
TEXT: Final = "text/plain; charset=utf-8"

OfSeat = Annotated[int | None, QueryParameter(name="seat", ge=0, le=99)]  # none: as a spectator
OfWhom = Annotated[int | None, QueryParameter(name="of", ge=0, le=99)]  # whose farm is shown; none: one's own
Shown = Annotated[str, QueryParameter(name="show", max_length=20)]  # what is shown; nothing: everything
Steps = Annotated[list[str] | None, QueryParameter(name="chosen", max_items=10)]


class Seen(NamedTuple):
    """What somebody may see of a table, and how it is drawn."""

    position: Position
    view: View
    drawing: Drawing


class Wish(NamedTuple):
    """Which picture of a table."""

    size: Size
    show: str = ""
    of_whom: Seat | None = None


# `n` is there for the browser: a picture that it has not asked for yet.
@get("/t/{code:str}/board.svg", include_in_schema=False, media_type=SVG)
async def board_svg(
    at: TheTable,
    code: FromPath[str],
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    size: FromQuery[Size] = "wide",
    show: Shown = "",
    of_whom: OfWhom = None,
) -> Response[str]:
    """The board as one of the visitor's seats, or a spectator, sees it now."""
    seen = await see(at, of_seat)
    wish = Wish(size, show, of_whom)
    key = (code, seen.position.number, of_seat, len(seen.position.legal), wish)
    drawn = await PICTURES.get(key, lambda: as_svg(_thing(seen, wish), COLUMNS[size]))
    return Response(drawn, media_type=SVG)


@get("/t/{code:str}/board.txt", include_in_schema=False, media_type=TEXT)
async def board_text(
    at: TheTable,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    size: FromQuery[Size] = "wide",
    show: Shown = "",
    of_whom: OfWhom = None,
) -> Response[str]:
    """The same without colours."""
    seen = await see(at, of_seat)
    wish = Wish(size, show, of_whom)
    text = await asyncio.to_thread(lambda: as_text(_thing(seen, wish), COLUMNS[size]))
    return Response(text, media_type=TEXT)


@get("/t/{code:str}/choice.svg", include_in_schema=False, media_type=SVG)
async def choice_svg(
    at: TheTable,
    of_seat: OfSeat = None,
    n: FromQuery[int] = 0,
    chosen: Steps = None,
) -> Response[str]:
    """What the next steps of a choice look like, where a picture helps."""
    seen = await see(at, of_seat)
    thing = seen.drawing.preview(seen.view, chosen or [], following(seen, chosen or []))
    if thing is None:
        raise Refused("nothing_there", "look")
    return Response(await asyncio.to_thread(lambda: as_svg(thing, COLUMNS["middle"])), media_type=SVG)


def following(seen: Seen, chosen: list[str]) -> list[str]:
    """The steps that can be taken after some have been."""
    moves = [seen.drawing.steps(move) for move in seen.position.legal]
    depth = len(chosen)
    return list(dict.fromkeys([m[depth] for m in moves if list(m[:depth]) == chosen and len(m) > depth]))


# ---- who may see what --------------------------------------------------------------------------------------


async def see(at: At, seat: Seat | None) -> Seen:
    """What the visitor may see of a game, checked as for a position; Refused before the game has begun."""
    position = (await playing.look(*at, seat, words=False)).position
    if position.view is None:
        raise Refused("not_started", "look")
    return Seen(position, position.view, await _drawing_at(at.house, at.table))


async def _drawing_at(house: House, table: TableId) -> Drawing:
    setup = await house.hub.look_back(table, lambda live: live.setup, None)
    if setup is None:
        raise Refused("nothing_there", "look")
    return _drawing(_Components(setup))


class _Components:
    """A set-up, known by its components alone: tables with the same ones are drawn alike."""

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self._key = (setup.game, setup.edition, setup.components)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Components) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(16)
def _drawing(components: _Components) -> Drawing:
    return drawing_for(components.setup.found_game(), components.setup.components or None)


def _thing(seen: Seen, wish: Wish) -> RenderableType:
    """What is to be drawn; what is not known by that name is the whole board."""
    width = COLUMNS[wish.size]
    if wish.show not in seen.drawing.looks:
        return seen.drawing.sheet(seen.view, seen.position.legal, {}, width)
    own = seen.position.seat or 0
    whose = own if wish.of_whom is None or wish.of_whom >= len(seen.position.seats) else wish.of_whom
    return seen.drawing.look(wish.show, seen.view, whose, {}, width)


# ---- what has been drawn -----------------------------------------------------------------------------------

Key: TypeAlias = tuple[str, int, Seat | None, int, Wish]


class Pictures:
    """The last pictures drawn. A number stands for one position, so they stay right."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._drawn: OrderedDict[Key, str] = OrderedDict()

    async def get(self, key: Key, draw: Callable[[], str]) -> str:
        """The picture, drawn if need be, so that others can be answered meanwhile."""
        found = self._drawn.get(key)
        if found is None:
            found = await asyncio.to_thread(draw)
            self._drawn[key] = found
            if len(self._drawn) > self._most:
                self._drawn.popitem(last=False)
        return found


PICTURES: Final = Pictures(KEPT)
