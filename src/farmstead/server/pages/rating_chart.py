"""Ratings as pictures: a bar for each, one's own as a line in a band. Colours are the page's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from farmstead.server.ratings.messages import StepOut

WIDTH: Final = 360  # as wide as a phone: what is written in it can be read there
HEIGHT: Final = 200
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 10, 30
BEGINNING: Final = 25.0
SPREAD: Final = 2  # sigmas on either side
BAR: Final = 120
LEAST, MOST = 0.0, 50.0  # what a bar can show
STRIDES: Final = (1, 2, 5, 10, 20, 50)
LINES: Final = 6  # at most, across the picture


class Scale(NamedTuple):
    """From numbers to places in the picture."""

    low: float
    high: float
    games: int

    def across(self, game: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * game / max(self.games, 1)

    def down(self, rating: float) -> float:
        part = (self.high - rating) / (self.high - self.low)
        return TOP + (HEIGHT - TOP - BOTTOM) * part


def bar(mu: float, sigma: float) -> Markup:
    """Where a rating may lie, and where it most likely does; said in words beside it."""
    ends = [_along(mu - SPREAD * sigma), _along(mu + SPREAD * sigma)]
    return Markup(
        f'<svg class="bar" viewBox="0 0 {BAR} 16" width="{BAR}" height="16" aria-hidden="true">'
        f'<path class="rail" d="M0 8H{BAR}"/>'
        f'<path class="spread" d="M{ends[0]:.1f} 8H{ends[1]:.1f}"/>'
        f'<circle class="dot" cx="{_along(mu):.1f}" cy="8" r="4"/></svg>'
    )


def _along(rating: float) -> float:
    part = (rating - LEAST) / (MOST - LEAST)
    return 4 + (BAR - 8) * min(max(part, 0.0), 1.0)


def curve(steps: Sequence[StepOut], told: str, axis: str) -> Markup:
    """How a rating came to be; `told` says it to those who do not see it."""
    begun = StepOut(steps[0].n - 1, 0, 0, BEGINNING, BEGINNING / 3) if steps[0].n == 1 else None
    points = [*([begun] if begun else []), *steps]
    scale = Scale(*_between(points), len(points) - 1)
    return Markup(
        f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(told)}">'
        f"{_band(points, scale)}{grid(scale)}{_line(points, scale)}{_games(points, scale, axis)}</svg>"
    )


def _between(points: Sequence[StepOut]) -> tuple[float, float]:
    low = min([each.mu - SPREAD * each.sigma for each in points])
    high = max([each.mu + SPREAD * each.sigma for each in points])
    return low - 1, high + 1


def grid(scale: Scale) -> str:
    stride = next((each for each in STRIDES if (scale.high - scale.low) / each <= LINES), STRIDES[-1])
    first = int(-(-scale.low // stride)) * stride
    marks = range(first, int(scale.high) + 1, stride)
    return "".join(
        [
            f'<path class="rail" d="M{LEFT} {scale.down(each):.1f}H{WIDTH - RIGHT}"/>'
            f'<text x="{LEFT - 6}" y="{scale.down(each) + 4:.1f}" text-anchor="end">{each}</text>'
            for each in marks
        ]
    )


def _band(points: Sequence[StepOut], scale: Scale) -> str:
    upper = [_point(n, each.mu + SPREAD * each.sigma, scale) for n, each in enumerate(points)]
    lower = [_point(n, each.mu - SPREAD * each.sigma, scale) for n, each in enumerate(points)]
    return f'<path class="band" d="M{" L".join([*upper, *reversed(lower)])}Z"/>'


def _line(points: Sequence[StepOut], scale: Scale) -> str:
    found = [_point(n, each.mu, scale) for n, each in enumerate(points)]
    x, y = found[-1].split()
    return f'<path class="line" d="M{" L".join(found)}"/><circle class="dot" cx="{x}" cy="{y}" r="4"/>'


def _point(n: int, rating: float, scale: Scale) -> str:
    return f"{scale.across(n):.1f} {scale.down(rating):.1f}"


def _games(points: Sequence[StepOut], scale: Scale, axis: str) -> str:
    """How many games, below."""
    y = HEIGHT - 8
    ends = [(0, points[0].n, "start"), (len(points) - 1, points[-1].n, "end")]
    numbers = [
        f'<text x="{scale.across(n):.1f}" y="{y}" text-anchor="{anchor}">{number}</text>'
        for n, number, anchor in ends
    ]
    middle = (LEFT + WIDTH - RIGHT) / 2
    return f'{"".join(numbers)}<text x="{middle}" y="{y}" text-anchor="middle">{escape(axis)}</text>'
