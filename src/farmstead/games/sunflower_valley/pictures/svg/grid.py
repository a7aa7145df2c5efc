"""Where things lie on a drawn sheet: hexes with a pointy top, 60 units from the middle to a corner."""

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

from farmstead.games.sunflower_valley.rules.hexes import COLUMNS, ROWS, SIDES, column_of, row_of
from farmstead.render.ink import Box, Point, angle, line, polar

RADIUS: Final = 60.0
APOTHEM: Final = RADIUS * math.sqrt(3) / 2  # from the middle of a hex to the middle of a side
WIDE: Final = 2 * APOTHEM
HIGH: Final = 1.5 * RADIUS  # from row to row
MARGIN: Final = 14.0
FOOT: Final = 66.0  # room below the hexes for the town and the villagers


def centre(place: int) -> Point:
    """The middle of a hex; every second row lies half a hex to the right (SV 8.1)."""
    row = row_of(place)
    return (WIDE * (column_of(place) + 0.5 * (row & 1)), HIGH * row)


def corners(radius: float = RADIUS, at: Point = (0.0, 0.0)) -> list[Point]:
    """The corners of a hex, clockwise from the top."""
    return [polar(60 * n - 90, radius, at) for n in range(SIDES)]


def hexagon(radius: float = RADIUS, at: Point = (0.0, 0.0)) -> str:
    return line(corners(radius, at), close=True)


def side(number: int, reach: float = APOTHEM, at: Point = (0.0, 0.0)) -> Point:
    """The middle of a side; sides count anticlockwise from east."""
    return polar(-60 * number, reach, at)


def side_ends(place: int, number: int, radius: float = RADIUS) -> tuple[Point, Point]:
    """The corners of a hex that a side runs between, clockwise."""
    found = corners(radius, centre(place))
    first = (1 - number) % SIDES
    return found[first], found[(first + 1) % SIDES]


def sheet_box(foot: bool) -> Box:
    """What of the ground a picture of a sheet shows."""
    width = WIDE * (COLUMNS + 0.5) + 2 * MARGIN
    height = HIGH * (ROWS - 1) + 2 * RADIUS + 2 * MARGIN
    return Box(-APOTHEM - MARGIN, -RADIUS - MARGIN, width, height + (FOOT if foot else 0))


@cache
def run_of(a: int, b: int, steps: int) -> Sequence[tuple[Point, Point]]:
    """A track from side to side (SV 3.5): points of its middle, each with the direction across it.

    A straight one goes through the middle of its hex. A curve is an arc about a point beyond the side it
    leaves out: so both ends meet their sides at right angles, and the next track goes on where it ends.
    """
    shares = [n / steps for n in range(steps + 1)]
    if (b - a) % SIDES == SIDES // 2:
        across = polar(90 - 60 * a, 1)
        return [(side(a, APOTHEM * (1 - 2 * share)), across) for share in shares]
    first, last = (a, b) if (b - a) % SIDES == 2 else (b, a)
    hub = side(first + 1, WIDE)
    start, end = [angle(hub, side(number)) for number in (first, last)]
    sweep = (end - start + 180) % 360 - 180
    turns = [start + sweep * share for share in shares]
    found = [(polar(turn, HIGH, hub), polar(turn, 1)) for turn in turns]
    return found if first == a else found[::-1]
