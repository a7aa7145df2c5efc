"""Fences: split rails along a tile, and the areas that all fences of a farm enclose (WG 9.3, 9.4)."""

import math
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from farmstead.render.ink import Point, angle, mid, pair, path, polar, smooth

CENTRE: Final = (50.0, 50.0)
MIDPOINTS: Final = ((50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0))  # north, east, south, west
CORNER_AFTER: Final = ((100.0, 0.0), (100.0, 100.0), (0.0, 100.0), (0.0, 0.0))
RIM: Final = -1  # the board's landscape edge, in place of a tile
LEAST_AREA: Final = 50.0

Run = tuple[Point, ...]
Arm = tuple[int, int, int]  # laid tile or RIM, fence on it, arm of that fence


# ---- one tile ------------------------------------------------------------------------------------------


def fence_runs(sides: Sequence[int]) -> list[Run]:
    """Points along a fence of a tile; a T has three arms, from the middle outwards."""
    if len(sides) == 3:
        return [straight(CENTRE, MIDPOINTS[side]) for side in sides]
    one, other = sides
    return [straight(MIDPOINTS[one], MIDPOINTS[other])] if (one - other) % 4 == 2 else [_quarter(one, other)]


def straight(a: Point, b: Point) -> Run:
    """Points about five units apart."""
    steps = max(2, round(math.dist(a, b) / 5))
    return tuple([mid(a, b, n / steps) for n in range(steps + 1)])


def _quarter(one: int, other: int) -> Run:
    """A quarter circle round the corner between two sides."""
    corner = CORNER_AFTER[one if (other - one) % 4 == 1 else other]
    start, end = (angle(corner, MIDPOINTS[side]) for side in (one, other))
    sweep = (end - start + 180) % 360 - 180
    return tuple([polar(start + sweep * n / 14, 50, corner) for n in range(15)])


@cache
def fence(sides: tuple[int, ...], closed: frozenset[int]) -> str:
    """A fence of a tile by its sides; `closed` names the arms that lie on a ring: those are whitewashed."""
    runs = sorted(enumerate(fence_runs(sides)), key=lambda arm: arm[0] in closed)  # whitewash on top
    return "".join([rails(run, arm in closed) for arm, run in runs])


def rails(run: Run, closed: bool) -> str:
    """Split rails: raw timber while the fence is open, whitewashed once it encloses something."""
    timber = "whitewash" if closed else "plank"
    d = smooth(run)
    posts = [pair((x - 1.9, y - 4.6)) for x, y in run[:: 3 if math.dist(run[0], run[1]) < 4.4 else 2]]
    return (
        path(d, width=5.6 if closed else 5)
        + path(d, stroke=timber, width=3.2 if closed else 2.8)
        + path(d, width=0.7)
        + path("".join([f"M{post}h3.8v8h-3.8z" for post in posts]), timber, width=1.1)
    )


# ---- a whole farm --------------------------------------------------------------------------------------


class Fencing(NamedTuple):
    """What the fences of a farm enclose."""

    closed: frozenset[Arm]  # arms that lie on a ring
    faces: tuple[Run, ...]  # outlines of the enclosed areas


def fencing(arms: Sequence[tuple[Arm, Run]], columns: int, beside: bool) -> Fencing:
    """The fences of all tiles, where they lie, and the rim of a board with so many landscapes."""
    rim = [((RIM, n, 0), run) for n, run in enumerate(_rim_runs(columns, beside))]
    return _Drawing([*arms, *rim]).traced()


def _rim_runs(columns: int, beside: bool) -> list[Run]:
    """The rim from midpoint to midpoint of the open edges; with `beside` it goes round both upper corners."""
    width = columns * 100.0
    runs: list[Run] = [((n * 100.0 - 50, 0.0), (n * 100.0 + 50, 0.0)) for n in range(1, columns)]
    if not beside:
        return runs
    return [((0.0, 50.0), (0.0, 0.0), (50.0, 0.0)), *runs, ((width - 50, 0.0), (width, 0.0), (width, 50.0))]


class _Drawing:
    """Lines between midpoints and T centres. Every line is walked along both its sides."""

    def __init__(self, lines: Sequence[tuple[Arm, Run]]) -> None:
        self.names = [name for name, _ in lines]
        self.ways = [way for _, run in lines for way in (run, run[::-1])]  # 2n there, 2n + 1 back
        self.leaving: dict[tuple[int, int], list[int]] = {}
        for way in sorted(range(len(self.ways)), key=lambda n: angle(*self.ways[n][:2])):
            self.leaving.setdefault(_node(self.ways[way][0]), []).append(way)

    def traced(self) -> Fencing:
        """Walk round every face. A line with one face on both sides encloses nothing."""
        face_of: dict[int, int] = {}
        faces = []
        for first in range(len(self.ways)):
            if (outline := self._walk(first, face_of)) and _area(outline) < -LEAST_AREA:
                faces.append(tuple(outline))
        closed = [name for n, name in enumerate(self.names) if face_of[2 * n] != face_of[2 * n + 1]]
        return Fencing(frozenset(closed), tuple(faces))

    def _walk(self, first: int, face_of: dict[int, int]) -> list[Point]:
        outline: list[Point] = []
        way = first
        while way not in face_of:
            face_of[way] = first
            outline += self.ways[way][:-1]
            back = way ^ 1
            there = self.leaving[_node(self.ways[back][0])]
            way = there[(there.index(back) + 1) % len(there)]
        return outline


def _node(p: Point) -> tuple[int, int]:
    return round(p[0]), round(p[1])


def _area(outline: Sequence[Point]) -> float:
    following = [*outline[1:], outline[0]]
    return sum([a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, following, strict=True)]) / 2
