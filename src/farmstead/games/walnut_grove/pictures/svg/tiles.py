"""A land tile as a drawing of 100 × 100. Its shapes turn with it; pattern, light and signs stay upright."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from farmstead.games.walnut_grove.pictures.svg.fences import fence_runs
from farmstead.games.walnut_grove.rules.components import Tile
from farmstead.render.ink import Point, hand, mid

SIDE: Final = 100.0
CENTRE: Final = (50.0, 50.0)
CORNERS: Final = ((100.0, 0.0), (100.0, 100.0), (0.0, 100.0), (0.0, 0.0))  # after north, east, south, west
STEP: Final = 5  # how finely room is looked for
SQUARE: Final = 18.0
CROWDED: Final = 11.0


class Patch(NamedTuple):
    """One terrain of a tile: its outlines, its storage squares by their centres, where a figure stands."""

    terrain: int
    outlines: tuple[tuple[Point, ...], ...]
    squares: tuple[Point, ...]
    square: float  # how large a square is drawn
    stand: Point


class Shape(NamedTuple):
    """A tile as it lies: its patches, and the lines between them."""

    patches: tuple[Patch, ...]
    shores: tuple[tuple[Point, ...], ...]


def shape(tile: Tile, turn: int) -> Shape:
    """The drawing's ground plan after some clockwise quarter turns."""
    return _turned(_key(tile), turn)


_Key = tuple[int, tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]


def _key(tile: Tile) -> _Key:
    """All that a tile's drawing depends on: tiles of two editions may share a number."""
    return tile.id, tuple(tile.edges), tuple(tile.storage), tuple([tuple(fence) for fence in tile.fences])


@lru_cache(1024)
def _turned(key: _Key, turn: int) -> Shape:
    if turn == 0:
        return _plan(*key)
    upright = _turned(key, 0)
    return Shape(
        tuple([_turned_patch(patch, turn) for patch in upright.patches]),
        tuple([turned(shore, turn) for shore in upright.shores]),
    )


def _turned_patch(patch: Patch, turn: int) -> Patch:
    return Patch(
        patch.terrain,
        tuple([turned(outline, turn) for outline in patch.outlines]),
        turned(patch.squares, turn),
        patch.square,
        turned([patch.stand], turn)[0],
    )


def turned(points: Sequence[Point], turn: int) -> tuple[Point, ...]:
    """Points after clockwise quarter turns of the tile."""
    for _ in range(turn):
        points = [(SIDE - y, x) for x, y in points]
    return tuple(points)


# ---- patches (WG 9.2) ----------------------------------------------------------------------------------


def _plan(
    number: int, edges: Sequence[int], storage: Sequence[int], fences: Sequence[Sequence[int]]
) -> Shape:
    pieces, shores = _parted(edges, number)
    terrains = list(dict.fromkeys(edges))
    posts = [p for fence in fences for run in fence_runs(fence) for p in run]
    rooms = {t: _Room([outline for terrain, outline in pieces if terrain == t], posts) for t in terrains}
    taken: list[Point] = []
    squares = {t: tuple([rooms[t].roomiest(taken) for _ in range(storage[t])]) for t in terrains}
    patches = [
        Patch(
            terrain,
            tuple([tuple(outline) for other, outline in pieces if other == terrain]),
            squares[terrain],
            _square_size(squares[terrain]),
            rooms[terrain].stand(taken),
        )
        for terrain in terrains
    ]
    return Shape(tuple(patches), tuple([tuple(shore) for shore in shores]))


def _square_size(squares: Sequence[Point]) -> float:
    apart = [math.dist(a, b) for n, a in enumerate(squares) for b in squares[:n]]
    return max(CROWDED, min([SQUARE, *[distance - 2 for distance in apart]]))


def _parted(edges: Sequence[int], seed: int) -> tuple[list[tuple[int, list[Point]]], list[list[Point]]]:
    """Terrain and outline of every piece of ground, clockwise, and the lines between them."""
    breaks = [n for n in range(4) if edges[n] != edges[(n + 1) % 4]]
    if not breaks:
        return [(edges[0], list(CORNERS))], []
    if len(breaks) == 4 and (edges[0] == edges[2] or edges[1] == edges[3]):
        return _banded(edges)
    borders = _borders(breaks, seed)
    pieces = []
    for n, start in enumerate(breaks):
        end = breaks[(n + 1) % len(breaks)]
        rim = [CORNERS[(start + step) % 4] for step in range((end - start) % 4 + 1)]
        pieces.append((edges[end], rim + _inner(borders, end, start)))
    return pieces, list(borders.values())


def _borders(breaks: list[int], seed: int) -> dict[tuple[int, int], list[Point]]:
    """Lines by the corners they join: one across where two terrains meet, else spokes to the middle (-1)."""
    if len(breaks) == 2:
        return {(breaks[0], breaks[1]): _border(breaks[0], breaks[1], seed)}
    return {(corner, -1): _spoke(corner, seed) for corner in breaks}


def _inner(borders: dict[tuple[int, int], list[Point]], start: int, end: int) -> list[Point]:
    """The points between two corners, along the lines."""
    if (start, end) in borders:
        return borders[start, end][1:-1]
    if (end, start) in borders:
        return borders[end, start][-2:0:-1]
    return [*borders[start, -1][1:], *borders[end, -1][-2:0:-1]]


def _banded(edges: Sequence[int]) -> tuple[list[tuple[int, list[Point]]], list[list[Point]]]:
    """One terrain on two opposite edges runs through; the others are bays beside it."""
    first = 0 if edges[0] == edges[2] else 1
    bays = [_bay(CORNERS[(side - 1) % 4], CORNERS[side], 0.72) for side in ((first + 1) % 4, (first + 3) % 4)]
    here, there = bays
    pieces = [(edges[first], [*here, *there])]
    pieces += [(edges[(first + 1) % 4], here), (edges[(first + 3) % 4], there)]
    return pieces, bays


def _border(start: int, end: int, seed: int) -> list[Point]:
    """Corner to corner: an S across the tile, a bay beside an edge."""
    a, b = CORNERS[start], CORNERS[end]
    if (end - start) % 4 != 2:
        return _bay(a, b, 1.24)
    dx, dy = b[0] - a[0], b[1] - a[1]
    bend = 0.1 if hand(seed, "s").random() < 0.5 else -0.1
    one, two = mid(a, b, 0.32), mid(a, b, 0.68)
    return _curve(
        a, (one[0] - dy * bend, one[1] + dx * bend), (two[0] + dy * bend, two[1] - dx * bend), b, 14
    )


def _bay(a: Point, b: Point, pull: float) -> list[Point]:
    one, two = mid(a, b, 0.2), mid(a, b, 0.8)
    return _curve(a, mid(one, CENTRE, pull - 0.04), mid(two, CENTRE, pull + 0.04), b, 14)


def _spoke(corner: int, seed: int) -> list[Point]:
    a = CORNERS[corner]
    bend = hand(seed, corner).choice((-0.12, 0.12))
    dx, dy = CENTRE[0] - a[0], CENTRE[1] - a[1]
    x, y = mid(a, CENTRE)
    return _curve(a, (x - dy * bend, y + dx * bend), (x + dy * bend, y - dx * bend), CENTRE, 8)


def _curve(a: Point, b: Point, c: Point, d: Point, steps: int) -> list[Point]:
    """A cubic curve as points."""
    points = []
    for n in range(steps + 1):
        t, u = n / steps, 1 - n / steps
        weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        x, y = (sum([w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)]) for axis in (0, 1))
        points.append((x, y))
    return points


# ---- room on a patch -----------------------------------------------------------------------------------


class _Room:
    """Points of a patch, with their distance from its rim and from fences."""

    def __init__(self, outlines: Sequence[Sequence[Point]], posts: Sequence[Point]) -> None:
        rim = [q for outline in outlines for q in _along(outline)]
        grid = [(float(x), float(y)) for x in range(12, 89, STEP) for y in range(12, 89, STEP)]
        inside = [p for p in grid if any(_inside(p, outline) for outline in outlines)] or [CENTRE]
        self.points = [
            (p, min([math.dist(p, q) for q in rim]), min([math.dist(p, q) for q in posts], default=99.0))
            for p in inside
        ]

    def roomiest(self, taken: list[Point]) -> Point:
        """The place of the next storage square: away from the rim, fences and what is taken already."""
        return self._best(taken, 1.0, 0.86, 6.0, 26.0)

    def stand(self, taken: list[Point]) -> Point:
        """Where a figure has room."""
        return self._best(taken, 1.3, 1.2, 8.0, 30.0)

    def _best(self, taken: list[Point], rim: float, fence: float, gap: float, enough: float) -> Point:
        def room(point: tuple[Point, float, float]) -> tuple[float, float]:
            p, from_rim, from_fence = point
            other = min([math.dist(p, q) for q in taken], default=99.0)
            free = min(from_rim * rim, from_fence * fence, other - gap, enough)
            return round(free, 1), -math.dist(p, CENTRE)

        best = max(self.points, key=room)[0]
        taken.append(best)
        return best


def _along(outline: Sequence[Point]) -> Iterator[Point]:
    """The outline's corners, and points between corners that lie far apart."""
    for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
        yield a
        steps = int(math.dist(a, b) // 12)
        yield from [mid(a, b, n / (steps + 1)) for n in range(1, steps + 1)]


def _inside(p: Point, outline: Sequence[Point]) -> bool:
    odd = False
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y1 > p[1]) != (y2 > p[1]) and p[0] < (x2 - x1) * (p[1] - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd
