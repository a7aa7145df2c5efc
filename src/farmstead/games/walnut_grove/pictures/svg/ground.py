"""Land as it is printed: the ground of a tile and of a landscape, their fences and storage squares."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from farmstead.games.walnut_grove.pictures.svg.fences import fence
from farmstead.games.walnut_grove.pictures.svg.landscapes import STRIP
from farmstead.games.walnut_grove.pictures.svg.pieces import cube
from farmstead.games.walnut_grove.pictures.svg.tiles import SIDE, SQUARE, Shape
from farmstead.games.walnut_grove.rules.names import GOODS
from farmstead.render.ink import Point, emblem, g, line, path, rect, smooth, symbol, text, use

FLAG: Final = 1.45  # of its drawing, so that it can be read
ACROSS: Final = 4  # storage squares of a landscape in a row
OPEN: Final[frozenset[int]] = frozenset()


def _square(*sign: str) -> str:
    return rect(1, 1, 18, 18, "whitewash", width=1.1, r=2.5, fill_opacity=0.86) + "".join(sign)


SQUARES: Final[dict[str, str]] = {
    "square-plain": symbol("square-plain", 20, 20, _square()),
    **{
        f"square-{good}": symbol(
            f"square-{good}", 20, 20, _square(emblem(good, (10, 10), 12, "key", opacity=0.6))
        )
        for good in GOODS
    },
}


@lru_cache(1024)
def terrain_ground(terrain: int, outline: tuple[Point, ...]) -> str:
    """A piece of ground: colour, and the pattern over it."""
    name, d = GOODS[terrain], line(outline, close=True)
    return path(d, name, None) + path(d, f"url(#p-{name})", None)


@lru_cache(1024)
def tile_ground(shape: Shape) -> str:
    """The lower layer of a tile: its terrains and the shores between them."""
    grounds = [terrain_ground(patch.terrain, edge) for patch in shape.patches for edge in patch.outlines]
    white = [
        path(smooth(shore[1:-1]), stroke="whitewash", width=4, opacity=0.5) + path(smooth(shore))
        for shore in shape.shores
    ]
    return "".join([*grounds, *white, rect(0.6, 0.6, SIDE - 1.2, SIDE - 1.2, width=1.3, r=3.5)])


def tile_fences(fences: Sequence[Sequence[int]], turn: int, closed: Sequence[tuple[int, int]] = ()) -> str:
    """The fences of a tile as it lies; `closed` are pairs of a fence and an arm of it."""
    lying = [tuple([(side + turn) % 4 for side in sides]) for sides in fences]
    arms = [frozenset([arm for number, arm in closed if number == n]) for n in range(len(lying))]
    return "".join([fence(sides, arms[n]) for n, sides in enumerate(lying)])


def storage(good: str, at: Point, filled: bool, letter: str = "", size: float = SQUARE) -> str:
    """A printed square with the good's sign; nothing is to be seen of it below a cube."""
    if filled:
        return use("square-plain", at, size * 20 / 18)
    if not letter:
        return use(f"square-{good}", at, size * 20 / 18)
    mark = text(letter, (at[0], at[1] + size * 0.25), size * 0.68, fill="key", face="sans", weight=700)
    return use("square-plain", at, size * 20 / 18) + mark


def stored(good: str, at: Point, key: str, letter: str = "", size: float = SQUARE) -> str:
    """The cube on a square."""
    return cube(good, (at[0] + 0.6, at[1] - 1.2), size * 1.12, letter, key)


def landscape_squares(count: int) -> list[Point]:
    """Where the storage squares of a landscape lie, from its lower right corner."""
    return [(SIDE - 14 - 21 * (n % ACROSS), STRIP - 16 - 21 * (n // ACROSS)) for n in range(count)]


LANDSCAPE: Final = ((0.0, 0.0), (SIDE, 0.0), (SIDE, STRIP), (0.0, STRIP))


def landscape_ground(terrain: int) -> str:
    """One of the five landscapes, with its vignette."""
    return terrain_ground(terrain, LANDSCAPE) + f'<use href="#scene-{GOODS[terrain]}"/>'


def pennant(at: Point) -> str:
    """One point: a flag on the rail of an enclosed area (WG 8.2)."""
    x, y = at
    return g(
        path("M0 3V-19", width=3),
        path("M0 3V-19", stroke="plank", width=1.4),
        path("M1-19h19l-5 6 5 6H1z", "accent", width=1.2),
        text("+1", (8.5, -9.2), 10.5, fill="on_accent", face="sans", weight=700, class_="worth"),
        at=(x, y),
        scale=FLAG,
        data_key=f"f{x:.0f},{y:.0f}",
    )


def corner_marks(column: int, row: int) -> str:
    """A free cell: four printer's corner marks, nothing more."""
    x, y = column * SIDE, -row * SIDE
    marks = [
        f"M{x + 8 + right * 84:g} {y + 20 + low * 60:g}v{-12 + low * 24}h{12 - right * 24}"
        for right in (0, 1)
        for low in (0, 1)
    ]
    return path("".join(marks), stroke="edge", width=1.6, class_="marks")
