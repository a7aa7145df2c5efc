"""The layout of a farm's drawing; what depends on the laid tiles alone is worked out once and kept."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from farmstead.engine.square import cell_at, column_of, row_of
from farmstead.games.walnut_grove.pictures.svg.fences import (
    Fencing,
    Run,
    fence_runs,
    fencing,
    rails,
    straight,
)
from farmstead.games.walnut_grove.pictures.svg.ground import (
    LANDSCAPE,
    landscape_ground,
    landscape_squares,
    pennant,
    tile_fences,
    tile_ground,
)
from farmstead.games.walnut_grove.pictures.svg.landscapes import STRIP
from farmstead.games.walnut_grove.pictures.svg.tiles import SIDE, SQUARE, shape
from farmstead.games.walnut_grove.rules.components import Board, Edition
from farmstead.games.walnut_grove.rules.land import Land, bare_land
from farmstead.games.walnut_grove.rules.names import GOODS
from farmstead.render.ink import Point, g, line, path

Placed = tuple[int, int, int, int]  # tile, column, row, quarter turns
CACHED_LAYOUTS: Final = 512  # lands that are not worked out again
FACE_MIDDLE: Final = 16.0  # how far from its middle an area's flag may stand


class Squares(NamedTuple):
    """The storage squares of a patch, and how large they are."""

    tile: int | None  # on which they lie; None for a landscape
    at: Point  # the upper left corner of its cell
    corners: tuple[Point, ...]
    size: float


class Spot(NamedTuple):
    """A patch of a district: its outlines, squares and standing place, where they lie on the farm."""

    at: Point  # the upper left corner of its cell
    outlines: tuple[tuple[Point, ...], ...]
    squares: Squares
    stand: Point


class Ground(NamedTuple):
    """A district: the outline of all its patches, and the patches from its first cell on."""

    outline: str
    spots: list[Spot]


class FarmLayout(NamedTuple):
    """The drawing of a land without its goods and figures."""

    tiles: str
    strip: str
    enclosed: str
    fences: str
    rim: str  # the fence that the board itself is (WG 9.3)
    flags: str
    free: tuple[tuple[int, int], ...]
    districts: dict[tuple[str, int, int], Ground]  # by terrain and first cell
    columns: tuple[int, int]
    top: int
    foot: float  # how far the land reaches below the upper edge of the landscapes


@lru_cache(CACHED_LAYOUTS)
def farm_layout_of(edition: Edition, board: Board, tiles: tuple[Placed, ...], beside: bool) -> FarmLayout:
    """The plan of a board with tiles laid on it; `beside` as the table reads WG 3.7."""
    land = _land(edition, board, tiles, beside)
    fences = _fencing(edition, tiles, land.columns, beside)
    free = tuple([(column_of(cell), row_of(cell)) for cell in land.frontier])
    cells = [*free, *[(column, row) for _, column, row, _ in tiles], (0, 0), (land.columns - 1, 0)]
    return FarmLayout(
        _tiles(edition, tiles),
        "".join([g(landscape_ground(kind), at=corner(n, 0)) for n, kind in enumerate(board.landscapes)]),
        "".join([_enclosed(face) for face in fences.faces]),
        _fences(edition, tiles, fences),
        _rim(land.columns, beside),
        "".join([pennant(_flagpole(face)) for face in fences.faces]),
        free,
        _districts(edition, board, tiles, land),
        (min([column for column, _ in cells]), max([column for column, _ in cells])),
        max([row for _, row in cells]),
        SIDE if beside else STRIP,
    )


def _land(edition: Edition, board: Board, tiles: Sequence[Placed], beside: bool) -> Land:
    land = bare_land(board, beside)
    for tile, column, row, turn in tiles:
        land = land.lay(edition.tiles[tile].turned[turn], cell_at(column, row))
    return land


def corner(column: int, row: int) -> Point:
    """The upper left corner of a cell; the board's landscapes are row 0."""
    return column * SIDE, -row * SIDE


# ---- ground --------------------------------------------------------------------------------------------


def _tiles(edition: Edition, tiles: Sequence[Placed]) -> str:
    return "".join(
        [
            g(
                tile_ground(shape(edition.tiles[tile], turn)),
                at=corner(column, row),
                data_key=f"t{tile}",
                data_turn=turn or None,
            )
            for tile, column, row, turn in tiles
        ]
    )


# ---- fences --------------------------------------------------------------------------------------------


def _fencing(edition: Edition, tiles: Sequence[Placed], columns: int, beside: bool) -> Fencing:
    arms = [
        ((n, number, arm), _moved(run, corner(column, row)))
        for n, (tile, column, row, turn) in enumerate(tiles)
        for number, fence in enumerate(edition.tiles[tile].fences)
        for arm, run in enumerate(fence_runs([(side + turn) % 4 for side in fence]))
    ]
    return fencing(arms, columns, beside)


def _moved(points: Sequence[Point], by: Point) -> Run:
    return tuple([(x + by[0], y + by[1]) for x, y in points])


def _fences(edition: Edition, tiles: Sequence[Placed], fences: Fencing) -> str:
    drawn = []
    for n, (tile, column, row, turn) in enumerate(tiles):
        closed = [(number, arm) for index, number, arm in fences.closed if index == n]
        if found := tile_fences(edition.tiles[tile].fences, turn, closed):
            drawn.append(g(found, at=corner(column, row), data_with=f"t{tile}"))
    return "".join(drawn)


def _rim(columns: int, beside: bool) -> str:
    """The outline along the top of the landscapes, and down both sides where land may lie there."""
    width = columns * SIDE
    top = straight((0, 0), (width, 0))
    if not beside:
        return rails(top, True)
    west, east = straight((0, STRIP), (0, 0)), straight((width, 0), (width, STRIP))
    return rails((*west[:-1], *top, *east[1:]), True)


def _enclosed(face: Run) -> str:
    x, y = _flagpole(face)
    return path(line(face, close=True), "halo", None, fill_opacity=0.26, data_key=f"a{x:.0f},{y:.0f}")


def _flagpole(face: Run) -> Point:
    """The highest point near the middle of an area."""
    middle = (min([x for x, _ in face]) + max([x for x, _ in face])) / 2
    return min(face, key=lambda p: (abs(p[0] - middle) > FACE_MIDDLE, round(p[1], 3), p[0]))


# ---- districts (WG 4.1) --------------------------------------------------------------------------------


def _districts(
    edition: Edition, board: Board, tiles: Sequence[Placed], land: Land
) -> dict[tuple[str, int, int], Ground]:
    found: dict[tuple[str, int, int], list[Spot]] = {}
    patches = [*_landscapes(board), *_patches(edition, tiles)]
    for terrain, column, row, spot in sorted(patches, key=lambda patch: (patch[2], patch[1])):
        anchor = land.anchor[land.district_at(terrain, cell_at(column, row))]
        key = GOODS[terrain], column_of(anchor), row_of(anchor)
        found.setdefault(key, []).append(spot)
    return {key: Ground("".join([_outline(spot) for spot in spots]), spots) for key, spots in found.items()}


def _outline(spot: Spot) -> str:
    return "".join([line(_moved(outline, spot.at), close=True) for outline in spot.outlines])


def _landscapes(board: Board) -> Iterator[tuple[int, int, int, Spot]]:
    for column, terrain in enumerate(board.landscapes):
        at = corner(column, 0)
        squares = Squares(None, at, tuple(landscape_squares(board.storage[column])), SQUARE)
        yield terrain, column, 0, Spot(at, (LANDSCAPE,), squares, (62.0, 32.0))


def _patches(edition: Edition, tiles: Sequence[Placed]) -> Iterator[tuple[int, int, int, Spot]]:
    for tile, column, row, turn in tiles:
        for patch in shape(edition.tiles[tile], turn).patches:
            at = corner(column, row)
            squares = Squares(tile, at, patch.squares, patch.square)
            yield patch.terrain, column, row, Spot(at, patch.outlines, squares, patch.stand)
