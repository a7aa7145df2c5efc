"""Room for any number of things: other editions have more of some than ours."""

from typing import NamedTuple

from farmstead.render.ink import Box, Point


class Fitted(NamedTuple):
    """Where things lie in a box, and how much smaller than wished they are."""

    corners: list[Point]  # upper left
    scale: float
    columns: int


def fitted(count: int, box: Box, w: float, h: float, gap: float) -> Fitted:
    """Things of w × h in rows, as large as goes, in as few rows as goes."""
    if count == 0:
        return Fitted([], 1.0, 1)
    columns = max(range(1, count + 1), key=lambda n: (round(_scale(count, n, box, w, h, gap), 4), n))
    scale = _scale(count, columns, box, w, h, gap)
    corners = [
        (box.left + (n % columns) * (w + gap) * scale, box.top + (n // columns) * (h + gap) * scale)
        for n in range(count)
    ]
    return Fitted(corners, scale, columns)


def _scale(count: int, columns: int, box: Box, w: float, h: float, gap: float) -> float:
    rows = -(-count // columns)
    return min(1.0, box.width / (columns * (w + gap) - gap), box.height / (rows * (h + gap) - gap))
