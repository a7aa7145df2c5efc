"""The pen: strokes that look made by hand, and come out the same whenever the same thing is drawn.

Strokes are written in tenths of a unit, as whole numbers and from point to point: a drawing is small to send.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import Final, TypeAlias

from farmstead.render.ink import Point, el, g, hand, mid, paint, polar

WIDTH: Final = 2.6
TREMBLE: Final = 0.55  # how far a point may lie from where it should
TREMBLE_LENGTH: Final = 7.0  # the hand trembles once in so many units
DOUBLE_STROKE_WIDTH: Final = 2.0  # strokes from this width on are gone over once more
LIGHTER: Final = 0.4  # of the width, when they are
ASIDE: Final = (7, -4)  # in tenths
TENTHS: Final = 10
CACHED_RUNS: Final = 512  # runs that need not be worked out again

Dot: TypeAlias = tuple[int, int]  # a point in tenths


class Pen:
    """Collects the strokes of one drawing."""

    def __init__(self, *seed: object) -> None:
        self._random = hand("pen", *seed).random
        self._drawn: list[str] = []
        self._lines: dict[float, list[str]] = {}  # strokes of one width that nothing covers yet
        self._second: list[str] = []  # the lighter pass over them

    def uniform(self, low: float, high: float) -> float:
        return low + (high - low) * self._random()

    def choice(self, many: int) -> int:
        """A number below `many`."""
        return int(many * self._random())

    def stroke(
        self,
        points: Sequence[Point],
        width: float = WIDTH,
        fill: str = "none",
        tremble: float = TREMBLE,
        pinned: bool = False,
        sharp: bool = False,
    ) -> "Pen":
        """A line through points, soft or with `sharp` corners, its ends `pinned` or as the hand likes.

        One that is filled covers what is drawn before.
        """
        walked = self._walk(points, TREMBLE_LENGTH, tremble, pinned)
        d = straight(walked) if sharp else written(walked)
        if fill != "none":
            self._flush()
            self._drawn.append(el("path", d=d, fill=paint(fill), stroke_width=_tenths(width), pathLength=1))
        else:
            self._lines.setdefault(width, []).append(d)
        if width >= DOUBLE_STROKE_WIDTH:
            again = self._walk(points, 2 * TREMBLE_LENGTH, tremble, False)
            self._second.append(written([(x + ASIDE[0], y + ASIDE[1]) for x, y in again]))
        return self

    def ring(
        self, at: Point, across: float, high: float = 0, width: float = WIDTH, fill: str = "none"
    ) -> "Pen":
        """An oval that begins anywhere; a hand goes a little too far where the line comes home."""
        start, high = self.uniform(0, 360), high or across
        turn = [polar(start + angle, 1) for angle in range(0, 376, 30)]
        return self.stroke([(at[0] + across * x, at[1] + high * y) for x, y in turn], width, fill)

    def shapes(self, outlines: Sequence[Sequence[Point]], width: float, fill: str) -> "Pen":
        """Closed shapes side by side, all filled alike."""
        self._flush()
        d = "".join([written(self._walk(points, TREMBLE_LENGTH, TREMBLE, False)) for points in outlines])
        self._drawn.append(el("path", d=d, fill=paint(fill), stroke_width=_tenths(width), pathLength=1))
        return self

    def wash(self, d: str, fill: str, opacity: float) -> "Pen":
        """A patch of colour without a line, in tenths."""
        self._flush()
        self._drawn.append(el("path", d=d, fill=paint(fill), stroke="none", opacity=opacity))
        return self

    def lift(self) -> "Pen":
        """What follows is drawn for itself: a page that knows what was there draws only that."""
        self._flush()
        return self

    def drawing(self, turn: float = 0, scale: float = 1, class_: str | None = None) -> str:
        """All strokes, in units again, turned clockwise by degrees."""
        self._flush()
        return g(
            *self._drawn,
            turn=turn,
            scale=scale / TENTHS,
            class_=class_,
            fill="none",
            stroke=paint("pen"),
            stroke_width=_tenths(WIDTH),
            stroke_linecap="round",
            stroke_linejoin="round",
        )

    def _walk(self, points: Sequence[Point], step: float, tremble: float, pinned: bool) -> list[Dot]:
        """Along the line in small steps, trembling a little."""
        run, random, far = run_along(tuple(points), step), self._random, 2 * tremble * TENTHS
        walked = [(int(x + (random() - 0.5) * far), int(y + (random() - 0.5) * far)) for x, y in run]
        if pinned:
            walked[0], walked[-1] = run[0], run[-1]
        return walked

    def _flush(self) -> None:
        for width, lines in self._lines.items():
            plain = None if width == WIDTH else _tenths(width)
            self._drawn.append(el("path", d="".join(lines), stroke_width=plain, pathLength=1))
        if self._second:
            lighter = _tenths(WIDTH * LIGHTER)
            self._drawn.append(el("path", d="".join(self._second), stroke_width=lighter, opacity=0.6))
        self._lines, self._second = {}, []


@lru_cache(CACHED_RUNS)
def run_along(points: tuple[Point, ...], step: float) -> list[Dot]:
    """Dots on the way from point to point, not much further apart than a step."""
    run = [points[0]]
    for a, b in pairwise(points):
        many = max(1, round(dist(a, b) / step))
        run += [mid(a, b, n / many) for n in range(1, many + 1)]
    return [(round(x * TENTHS), round(y * TENTHS)) for x, y in run]


def written(dots: Sequence[Dot]) -> str:
    """A soft line: it bends at every dot and passes through the middles between them.

    Only the first bend is written; each further one mirrors the bend before, which `t` does by itself.
    """
    (x, y), (bend_x, bend_y), (end_x, end_y) = dots[0], dots[1], dots[-1]
    if len(dots) == 2:
        return f"M{x} {y}l{bend_x - x} {bend_y - y}"
    found, last = [f"M{x} {y}q{bend_x - x} {bend_y - y} "], len(dots) - 2
    for n in range(1, last):
        to_x, to_y = (dots[n][0] + dots[n + 1][0]) // 2, (dots[n][1] + dots[n + 1][1]) // 2
        found.append(f"{to_x - x} {to_y - y}t")
        x, y = to_x, to_y
    found.append(f"{end_x - x} {end_y - y}")
    return "".join(found)


def straight(dots: Sequence[Dot]) -> str:
    """From dot to dot."""
    steps = [f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(dots)]
    return f"M{dots[0][0]} {dots[0][1]}l{' '.join(steps)}"


def _tenths(width: float) -> int:
    return round(width * TENTHS)
