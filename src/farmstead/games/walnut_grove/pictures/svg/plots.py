"""What is to be said and shown of each building in town, whichever way the street is drawn."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from farmstead.games.walnut_grove.pictures.svg.fitting import fitted
from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.pictures.svg.pieces import coin, cube, figure, pawn
from farmstead.games.walnut_grove.pictures.views import TableView, farm_of, standing, tolls_between
from farmstead.games.walnut_grove.rules.components import Building, Edition
from farmstead.games.walnut_grove.rules.names import BUILDINGS, COLOURS, GOODS, ROWS
from farmstead.render.ink import Box, Point, circle, emblem, g, hit, kind_of, nth, part, path, rect, text, use

CACHED_PLOTS: Final = 4096  # what stands at a building, in words and drawn; few change with a move
MIN_LETTERING: Final = 11.0  # lettering of a name in one line
LETTER: Final = 0.51  # the width of a letter by its height
TILE_TONES: Final = {"hut": "plank", "barn": "barn"}  # improvements are signs in green
ROOFS: Final = {"hut": "M-7 0L0-6 7 0M-5-1V6H5V-1", "barn": "M-7-1L-4-5 0-7 4-5 7-1V6H-7zM-7 6L7-1M7 6L-7-1"}


class BuildingPlot(NamedTuple):
    """A building as the seat that looks sees it."""

    place: int  # in the ring
    building: Building
    key: str
    stock: tuple[str, ...] | None  # what waits there; None where nothing ever does
    offered: bool  # whether the seat that looks may take of it now
    tolls: int  # lines on the seat's way there
    seats: tuple[int, ...]  # whose figures stand there, the one ahead first
    name: str  # read out


def plots(edition: Edition, view: TableView, names: Names, players: Sequence[str]) -> list[BuildingPlot]:
    """The ring, clockwise from the Town Hall line; `players` are called so."""
    return [_plot(edition, view, place, names, players) for place in range(len(edition.ring))]


def _plot(
    edition: Edition, view: TableView, place: int, names: Names, players: Sequence[str]
) -> BuildingPlot:
    building = edition.ring[place]
    key = BUILDINGS[building.number]
    pieces, tolls = view["town"].get(key), _tolls(edition, view, building)
    stock = None if pieces is None else tuple(pieces)
    seats = standing(view, "building", key)
    name = _plot_name(building, stock, tolls, tuple([players[seat] for seat in seats]), names)
    return BuildingPlot(place, building, key, stock, _visited(view) == key, tolls, seats, name)


@lru_cache(CACHED_PLOTS)
def _plot_name(
    building: Building, stock: tuple[str, ...] | None, tolls: int, stand: tuple[str, ...], names: Names
) -> str:
    facts = [*_offer(building, stock, names), names.phrase("tolls", count=tolls)]
    facts.append(names.phrase("places", free=building.places - len(stand)))
    facts += [names.phrase("stands", who=who) for who in stand]
    return names.part("building", name=names.building(building), facts=", ".join(facts))


def _visited(view: TableView) -> str | None:
    """The building in which the seat that looks has something to take."""
    farm = farm_of(view, view["seat"])
    return None if farm is None else farm["pending"]["visiting"]


def _tolls(edition: Edition, view: TableView, building: Building) -> int:
    seat = view["seat"]
    return tolls_between(edition, None if seat is None else view["figures"][seat], building.number)


def _offer(building: Building, stock: Sequence[str] | None, names: Names) -> list[str]:
    if building.sells:
        return [names.phrase("buys_goods", goods=names.goods([GOODS[good] for good in building.sells]))]
    facts = [names.phrase("gives_goods")] if stock is None else []
    if stock is not None:
        facts.append(
            names.phrase("offers", pieces=names.listing(stock)) if stock else names.phrase("nothing_left")
        )
    cost = {GOODS[good]: count for good, count in enumerate(building.cost)}
    return [*facts, names.phrase("costs", goods=names.amounts(cost))] if any(building.cost) else facts


def row_name(edition: Edition, view: TableView, row: int, names: Names, players: Sequence[str]) -> str:
    """A start row, read out."""
    following = names.building(edition.ring[edition.rows[row]])
    stands = [names.phrase("stands", who=players[seat]) for seat in standing(view, "row", ROWS[row])]
    return ", ".join([names.part("row", row=ROWS[row], building=following), *stands])


# ---- figures -------------------------------------------------------------------------------------------


@lru_cache(CACHED_PLOTS)
def places(many: int, at: Point, room: Box, size: float, gap: float) -> tuple[list[Point], float]:
    """The places round a point of the street before a building, and how large they are."""
    row = fitted(many, room, size, size, gap)
    whole = size * row.scale
    wide, high = (max([corner[axis] for corner in row.corners]) + whole for axis in (0, 1))
    left, top = at[0] - wide / 2 + whole / 2, at[1] - high / 2 + whole / 2
    return [(left + x, top + y) for x, y in row.corners], whole / 2


def pawns(
    view: TableView,
    found: Sequence[BuildingPlot],
    row_spaces: Callable[[int], list[Point]],
    places_of: Callable[[BuildingPlot], tuple[list[Point], float]],
    in_row: tuple[float, float],
    in_building: tuple[float, float],
) -> str:
    """Every seat's figure, those on start rows first; how far above its place each stands, and how high."""
    drawn = []
    for row, name in enumerate(ROWS):
        waiting = list(zip(standing(view, "row", name), row_spaces(row), strict=False))
        drawn += [pawn(seat, (x, y - in_row[0]), in_row[1]) for seat, (x, y) in reversed(waiting)]
    for plot in found:
        spots, _ = places_of(plot)
        inside = zip(plot.seats, spots, strict=False)
        drawn += [pawn(seat, (x, y - in_building[0]), in_building[1]) for seat, (x, y) in inside]
    return g(*drawn, class_="pawns", pointer_events="none", aria_hidden="true")


# ---- price and stock -------------------------------------------------------------------------------------


def price(building: Building, middle: Point, width: float, names: Names) -> str:
    """What a visit costs in cubes, or what it brings."""
    x, y = middle
    if building.sells:
        return _sale([GOODS[good] for good in building.sells], middle, names)
    goods = [GOODS[good] for good, count in enumerate(building.cost) for _ in range(count)]
    if not goods:
        return text(names.caption("two_goods"), (x, y + 5), 15.6, fill="go", face="sans", weight=700)
    row = fitted(len(goods), Box(0, 0, width, 21), 21, 21, 1)
    size, shift = 21 * row.scale, x - _middle(row.corners, 21 * row.scale)
    return "".join(
        [
            cube(good, (left + shift + size / 2, y - 10.5 + top + size / 2), size, names.letter(good))
            for good, (left, top) in zip(goods, row.corners, strict=True)
        ]
    )


def _middle(corners: Sequence[Point], size: float) -> float:
    return (min([x for x, _ in corners]) + max([x for x, _ in corners]) + size) / 2


def _sale(goods: list[str], middle: Point, names: Names) -> str:
    x, y = middle
    cubes = [cube(good, (x - 44 + 21 * n, y), 21, names.letter(good)) for n, good in enumerate(goods)]
    arrow = path("M0 0h13m-4-4l4 4-4 4", stroke="ink2", width=1.8)
    return "".join(cubes) + g(arrow, at=(x + 15, y)) + coin("back", (x + 43, y), 20)


def shelf(plot: BuildingPlot, box: Box, names: Names) -> str:
    """What waits at a building. It is never refilled, so an empty shelf says so (WG 1.6)."""
    if plot.stock is None:
        return ""
    middle = box.left + box.width / 2
    if not plot.stock:
        words = names.caption("none_left")
        return text(words, (middle, box.top + box.height / 2 + 4), 15.6, fill="ink2", font_style="italic")
    row = fitted(len(plot.stock), box, 26, 35, 2)
    shift = middle - _middle(row.corners, 26 * row.scale)
    return "".join(
        [
            _waiting(key, (left + shift + 13 * row.scale, top + 17.5 * row.scale), row.scale, plot, names)
            for key, (left, top) in zip(nth(plot.stock, f"s{plot.place}."), row.corners, strict=True)
        ]
    )


def _waiting(key: str, at: Point, scale: float, plot: BuildingPlot, names: Names) -> str:
    piece = kind_of(key)
    art = g(piece_art(piece), data_key=key)
    if not plot.offered:
        return g(art, at=at, scale=scale)
    name = names.part("offered", piece=piece)
    return part(part_key(piece), name, g(hit(-14, -18, 28, 36, 5), art, scale=scale), at=at)


def part_key(piece: str) -> str:
    """How moves that take a piece are found."""
    return f"figure:{piece}" if piece in COLOURS else f"piece:{piece}"


def piece_art(piece: str) -> str:
    """A labourer, hut, barn or improvement round the point 0,0."""
    if piece in COLOURS:
        return figure(piece, (0, 0))
    sign = (
        g(path(ROOFS[piece], stroke="on_accent", width=1.6), scale=1.2)
        if piece in ROOFS
        else emblem(piece, (0, 0), 19, "on_accent")
    )
    return rect(-13, -13, 26, 26, TILE_TONES.get(piece, "wood"), r=3) + sign


# ---- marks -----------------------------------------------------------------------------------------------


def toll_tag(tolls: int, at: Point) -> str:
    """How many toll lines lie before a building: one coin or one help tile each."""
    coins = [use("coin-back", (at[0] + 10 * n, at[1]), 18) for n in range(tolls)]
    return g(*coins, class_="tolls") if coins else ""


def closed_badge(at: Point) -> str:
    """A cross that shows when the page says that the part is closed."""
    return g(
        circle((0, 0), 9, "paper", "ink2", 1.6),
        path("M-4-4L4 4M4-4L-4 4", stroke="ink2", width=2),
        at=at,
        class_="badge",
        display="none",
    )


def door_name(words: str, at: Point, size: float, room: float) -> str:
    """The name of a building; a long one in two lines, or smaller."""
    x, y = at
    if _fitting(words, size, room) >= MIN_LETTERING or " " not in words:
        return text(words, at, _fitting(words, size, room), weight=700, class_="name")
    halves = _halves(words)
    small = min([MIN_LETTERING, *[_fitting(half, size, room) for half in halves]])
    return "".join(
        [text(half, (x, y - 6 + 11 * n), small, weight=700, class_="name") for n, half in enumerate(halves)]
    )


def _fitting(words: str, size: float, room: float) -> float:
    return round(min(size, room / (LETTER * max(1, len(words)))), 1)


def _halves(words: str) -> tuple[str, str]:
    """Cut at the blank nearest to the middle."""
    cut = min([n for n, letter in enumerate(words) if letter == " "], key=lambda n: abs(n - len(words) / 2))
    return words[:cut], words[cut + 1 :]
