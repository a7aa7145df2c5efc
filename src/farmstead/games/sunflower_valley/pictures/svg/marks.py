"""What a player draws in a hex, by pen: each mark a little different, the same in every replay."""

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from farmstead.games.sunflower_valley.pictures.svg.grid import run_of
from farmstead.games.sunflower_valley.pictures.svg.pen import Pen
from farmstead.render.ink import Point, polar

CACHED_MARKS: Final = 4096  # drawings that are not drawn again: all of a few dozen tables
LEAN: Final = 4.0  # degrees by which no two drawings stand alike
GROWN: Final = 0.05  # and the share by which their sizes differ
GAUGE: Final = 9.0  # from the middle of a track to a rail
TIE: Final = 14.0  # and to the end of a tie
TIES: Final = 11
CURL: Final = 9  # degrees from point to point of a sheep's fleece
LEAST: Final = 22  # where one curl ends and the next begins


@lru_cache(CACHED_MARKS)
def mark(token: str, *seed: object) -> str:
    """The drawing for a token (SV 8.2) round 0,0; `seed` says whose hand, and where."""
    pen = Pen(token, *seed)
    if len(token) > 1:
        track(pen, int(token[1]), int(token[2]))
        return pen.drawing(class_="drawn")
    MARKS[token](pen)
    lean, size = pen.uniform(-LEAN, LEAN), pen.uniform(1 - GROWN, 1 + GROWN)
    return pen.drawing(lean, size, class_="drawn")


def house(pen: Pen) -> None:
    pen.wash("M-240 0L10-250 270 10z", "accent", 0.6)  # the red pencil misses the line a little
    pen.stroke([(-20, -2), (-20, 25), (21, 25), (21, -3)], fill="sheet")
    pen.stroke([(-28, 2), (0, -27), (28, 1)], 3.2)
    pen.stroke([(12, -16), (12, -28), (19, -28), (19, -9)], 2)
    pen.stroke([(-5, 25), (-5, 9), (6, 9), (6, 25)], 2)
    for x in (-13.5, 13):
        pen.stroke(
            [(x - 4, 5.5), (x + 4, 6), (x + 4, 14), (x - 4, 14), (x - 4, 5)], 1.6, tremble=0.3, sharp=True
        )
    pen.stroke([(16, -32), (20, -36), (15, -40), (20, -44)], 1.6)


def sheep(pen: Pen) -> None:
    for x in (-13, -6, 8, 16):
        pen.stroke([(x, 13), (x - 1, 28)], 2.5)
    pen.stroke(FLEECE, fill="sheet", tremble=0.35)
    for at in ((-7.0, -3.0), (6.0, -7.0), (14.0, 2.0), (0.0, 6.0)):
        pen.stroke([polar(angle, 4, at) for angle in range(200, 480, 45)], 1.4, tremble=0.3)
    pen.ring((-25, -6), 8.5, 10.5, 1.6, "pen")
    pen.stroke([(-18, -13), (-11, -17), (-14, -9)], 2.2)
    pen.wash("M-283-95a17 17 0 1 0 1 0z", "sheet", 1)


def _fleece() -> list[Point]:
    """Eight curls round the body, from between two of them and home again."""
    found = []
    for angle in range(LEAST, LEAST + 360 + 2 * CURL, CURL):
        curl = 5 * abs(math.cos(math.radians(4 * angle)))
        x, y = polar(angle, 1)
        found.append((2 + x * (23 + curl), y * (15 + curl)))
    return found


def sunflower(pen: Pen) -> None:
    pen.stroke([(0, 6), (2, 20), (-1, 37)])
    pen.shapes([_leaf(1, 31)], 1.7, "G")
    pen.shapes(_petals((0, -8), 10, 25, 10, pen.choice(6) * 6), 2, "Y")
    pen.ring((0, -8), 10.5, fill="sheet")
    for a, b in (((-5, -11), (4, -3)), ((-1, -14), (6, -7)), ((5, -12), (-4, -3)), ((0, -15), (-7, -8))):
        pen.stroke([a, b], 1.2)


def super_sunflower(pen: Pen) -> None:
    """Larger, two rings of petals, and a face: it brings a villager (SV 3.6)."""
    pen.stroke([(0, 16), (1, 26), (-1, 39)], 3)
    pen.shapes([_leaf(1, 34), _leaf(-1, 35)], 1.7, "G")
    pen.shapes(_petals((0, -6), 15, 33, 12, 15), 1.7, "Y")
    pen.shapes(_petals((0, -6), 13, 26, 12, 0), 1.9, "Y")
    pen.ring((0, -6), 13.5, fill="sheet")
    pen.ring((-5, -9), 1.2, width=1.7, fill="pen").ring((5, -9), 1.2, width=1.7, fill="pen")
    pen.stroke([(-6, -3), (-3, 1), (0, 2), (3, 1), (6, -3)], 2)


def _leaf(way: int, y: float) -> list[Point]:
    return [(0, y - 1), (way * 9, y - 10), (way * 19, y - 8), (way * 11, y), (0, y + 2)]


@cache
def _petals(at: Point, inner: float, outer: float, many: int, turn: float) -> Sequence[Sequence[Point]]:
    half, between = 150 / many, (inner + outer) / 2
    found = []
    for n in range(many):
        angle = turn + 360 * n / many
        bends = ((-half, inner), (-0.8 * half, between), (0, outer), (0.8 * half, between), (half, inner))
        found.append([polar(angle + aside, reach, at) for aside, reach in bends])
    return found


def track(pen: Pen, a: int, b: int) -> None:
    """Rails from the middle of one side to that of another; ties lie within, so that none is drawn twice."""
    for (x, y), (across_x, across_y) in run_of(a, b, 2 * TIES)[1::2]:
        pen.stroke([(x + end * across_x, y + end * across_y) for end in (-TIE, TIE)], 1.9, tremble=0.9)
    for rail in (-GAUGE, GAUGE):
        pen.stroke([(x + rail * nx, y + rail * ny) for (x, y), (nx, ny) in run_of(a, b, 8)], 2.4, pinned=True)


FLEECE: Final = _fleece()
MARKS: Final = {"H": house, "S": sheep, "F": sunflower, "U": super_sunflower}
