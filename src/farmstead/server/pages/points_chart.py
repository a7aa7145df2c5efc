"""Points over time as a picture: a dot for each game, and a line for how it has gone lately."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from markupsafe import Markup, escape

from farmstead.server.pages.rating_chart import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Scale, grid

LATELY: Final = 5  # games


def points_over_time(points: Sequence[int], told: str, axis: str) -> Markup:
    """`told` says it to those who do not see it."""
    room = max(2, round((max(points) - min(points)) / 10))
    scale = Scale(min(points) - room, max(points) + room, len(points) - 1)
    lately = [fmean(points[max(0, n - LATELY + 1) : n + 1]) for n in range(len(points))]
    line = " L".join([f"{scale.across(n):.1f} {scale.down(mean):.1f}" for n, mean in enumerate(lately)])
    dots = [
        f'<circle class="dot" cx="{scale.across(n):.1f}" cy="{scale.down(each):.1f}" r="3.5"/>'
        for n, each in enumerate(points)
    ]
    foot = f'y="{HEIGHT - 8}"'
    ends = (
        f'<text x="{LEFT}" {foot}>1</text>'
        f'<text x="{WIDTH - RIGHT}" {foot} text-anchor="end">{len(points)}</text>'
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" {foot} text-anchor="middle">{escape(axis)}</text>'
    )
    frame = f'<path class="rail" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}"/>'
    return Markup(
        f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(told)}">'
        f'{grid(scale)}{frame}<path class="line" d="M{line}"/>{"".join(dots)}{ends}</svg>'
    )
