"""A review as pictures for a page, whose style sheet has the colours.

Seats differ by their dashes and by their names at the ends of the lines, lines of the score by their order in
the legend; a page has the same numbers as a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from farmstead.agents.arena.plots import nice_step, number_text
from farmstead.agents.review.plot import Scale, apart, at_ply, ceiling_to, floor_to, letter, with_room
from farmstead.agents.review.shapes import Point, Turning
from farmstead.engine.contract import Seat
from farmstead.reviews.telling import Telling

WIDTH: Final = 440.0  # little more than a phone: what is written in it can be read there
HEIGHT: Final = 260.0
LEFT: Final = 34.0
RIGHT: Final = 92.0  # for the names at the ends of the lines
TOP: Final = 16.0
BOTTOM: Final = 28.0
TALL: Final = HEIGHT - TOP - BOTTOM
TICKS: Final = 5
LETTER: Final = 6.4  # about as wide
LONGEST: Final = 13  # letters of a name
APART: Final = 15.0
TOTAL: Final = "total"


class Frame(NamedTuple):
    """From plies and points to places in a picture."""

    moves: int
    right: float
    scale: Scale

    def x(self, ply: float) -> float:
        return LEFT + (WIDTH - LEFT - self.right) * ply / max(1, self.moves)

    def y(self, points: float) -> float:
        return self.scale.y(points)


def expected_plot(told: Telling, turnings: Sequence[Turning], name: str) -> str:
    """What each seat could expect at the end, with a band of one standard error; `name` is for readers."""
    curve = told.review.curve
    if not curve:
        return ""
    lows = [worth - spread for point in curve for worth, spread in _pairs(point)]
    highs = [worth + spread for point in curve for worth, spread in _pairs(point)]
    frame = framed(len(told.story.moves), min(lows), max(highs), RIGHT)
    parts = [*grid(frame, chapters(told.parts()))]
    for seat in range(told.review.seats):
        parts += [band(frame, curve, seat), line(frame, curve, seat)]
    parts += [*names(frame, told), *letters(frame, curve, turnings)]
    return picture(parts, name, "expected")


def _pairs(point: Point) -> list[tuple[float, float]]:
    return list(zip(point.worths, point.spreads, strict=True))


def framed(moves: int, low: float, high: float, right: float) -> Frame:
    step = nice_step(max(high - low, 1.0) / TICKS)
    bottom, top = floor_to(low, step), ceiling_to(high, step)
    return Frame(moves, right, Scale(bottom, max(top, bottom + step), TOP, TALL))


def grid(frame: Frame, labels: Mapping[int, str]) -> list[str]:
    """Lines across for points, and down where a part of the game begins that can be named."""
    scale, end = frame.scale, WIDTH - frame.right
    step = nice_step((scale.high - scale.low) / TICKS)
    found = []
    for n in range(round((scale.high - scale.low) / step) + 1):
        y, said = frame.y(scale.low + n * step), number_text(scale.low + n * step)
        found.append(f'<path class="rail" d="M{LEFT:.1f} {y:.1f}H{end:.1f}"/>')
        found.append(f'<text x="{LEFT - 5:.1f}" y="{y + 4:.1f}" text-anchor="end">{said}</text>')
    places = {frame.x(ply): label for ply, label in labels.items()}
    for x, label in with_room(places, LETTER, 12.0, end + frame.right / 2).items():
        found.append(f'<path class="rail" d="M{x:.1f} {TOP}V{TOP + TALL:.1f}"/>')
        found.append(f'<text x="{x + 2:.1f}" y="{HEIGHT - 9:.1f}">{escape(label)}</text>')
    return found


def band(frame: Frame, curve: Sequence[Point], seat: Seat) -> str:
    upper = [place(frame, point.ply, point.worths[seat] + point.spreads[seat]) for point in curve]
    lower = [place(frame, point.ply, point.worths[seat] - point.spreads[seat]) for point in curve]
    return f'<path class="band seat{seat + 1}" d="M{" L".join([*upper, *reversed(lower)])}Z"/>'


def line(frame: Frame, curve: Sequence[Point], seat: Seat) -> str:
    places = [place(frame, point.ply, point.worths[seat]) for point in curve]
    return f'<path class="line seat{seat + 1}" d="M{" L".join(places)}"/>'


def place(frame: Frame, ply: int, points: float) -> str:
    return f"{frame.x(ply):.1f} {frame.y(points):.1f}"


def names(frame: Frame, told: Telling) -> list[str]:
    """The seats at the ends of their lines, with what they could expect last; never over each other."""
    point = told.review.curve[-1]
    ends = sorted((frame.y(point.worths[seat]), seat) for seat in range(told.review.seats))
    places = apart([y for y, _ in ends], APART, TOP, TOP + TALL)
    found = []
    for (_, seat), y in zip(ends, places, strict=True):
        points = told.said(number_text(round(point.worths[seat], 1)))
        label = f"{shortened(told.who(seat))} {points}"
        x = frame.x(point.ply) + 6
        found.append(f'<text class="name seat{seat + 1}" x="{x:.1f}" y="{y + 4:.1f}">{escape(label)}</text>')
    return found


def chapters(parts: Mapping[int, str]) -> dict[int, str]:
    """Where the larger parts of the game begin: `Year 3` of `Year 3, spring` and what follows it."""
    found: dict[int, str] = {}
    last = ""
    for ply, part in parts.items():
        larger = part.partition(",")[0]
        if larger != last:
            found[ply] = last = larger
    return found


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"


def letters(frame: Frame, curve: Sequence[Point], turnings: Sequence[Turning]) -> list[str]:
    """The turning points."""
    found = []
    for n, turning in enumerate(turnings):
        one = turning.decision
        x, y = frame.x(one.ply), frame.y(at_ply(curve, one.ply).worths[one.seat])
        up = y - 22 if y - 34 > TOP else y + 22
        found.append(f'<path class="leader" d="M{x:.1f} {y:.1f}V{up:.1f}"/>')
        found.append(f'<circle class="badge" cx="{x:.1f}" cy="{up:.1f}" r="9"/>')
        found.append(
            f'<text class="letter" x="{x:.1f}" y="{up + 4:.1f}" text-anchor="middle">{letter(n)}</text>'
        )
    return found


# ---- points by line of the score ---------------------------------------------------------------------------


def standing_plot(
    told: Telling,
    seat: Seat,
    columns: Sequence[tuple[int, Mapping[str, int]]],
    lines: Sequence[str],
    name: str,
) -> str:
    """One seat's points by line of the score as each part begins, one on the other; losses below.

    `columns` are plies and points, `lines` says in which order they lie.
    """
    if not columns:
        return ""
    ups = [sum([max(0, points[line]) for line in lines]) for _, points in columns]
    downs = [sum([min(0, points[line]) for line in lines]) for _, points in columns]
    frame = framed(len(columns), min([0, *downs]), max([1, *ups]), 8.0)
    begins = chapters(told.parts())
    parts = grid(frame, {n: begins[ply] for n, (ply, _) in enumerate(columns) if ply in begins})
    wide = max(2.0, (frame.x(1) - frame.x(0)) * 0.78)
    for n, (_, points) in enumerate(columns):
        parts += column(frame, n, wide, points, lines)
    zero = frame.y(0)
    parts.append(f'<path class="zero" d="M{LEFT:.1f} {zero:.1f}H{WIDTH - 8:.1f}"/>')
    return picture(parts, name, "standing")


def column(frame: Frame, n: int, wide: float, points: Mapping[str, int], lines: Sequence[str]) -> list[str]:
    up = down = 0
    found = []
    for number, line_key in enumerate(lines):
        value = points[line_key]
        if not value:
            continue
        base = up if value > 0 else down
        top, bottom = sorted((frame.y(base), frame.y(base + value)))
        up, down = (up + value, down) if value > 0 else (up, down + value)
        x = frame.x(n + 0.5) - wide / 2
        found.append(
            f'<rect class="part{number}" x="{x:.1f}" y="{top:.1f}" width="{wide:.1f}"'
            f' height="{max(0.5, bottom - top):.1f}"/>'
        )
    return found


def picture(parts: Sequence[str], name: str, kind: str) -> str:
    return (
        f'<svg class="plot {kind}" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img"'
        f' aria-label="{escape(name)}">{"".join(parts)}</svg>'
    )
