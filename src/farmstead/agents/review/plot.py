"""A review as a picture: what each seat could expect over the game, and below it luck and losses.

Seats differ by colour, by the dashes of their lines and by their marks; luck is an empty bar, a loss a full
one. So the picture can be read in grey. Its words are given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from farmstead.agents.arena.plots import nice_step, number_text, tag
from farmstead.agents.review.shapes import Point, Review
from farmstead.engine.contract import Seat

WIDTH: Final = 960.0
LEFT: Final = 54.0
RIGHT: Final = 120.0  # of the picture, for the names at the ends of the lines
TOP: Final = 64.0
TALL: Final = 300.0  # the curves
LABELS: Final = 26.0  # under them, for the parts of the game
STRIP: Final = 96.0  # the bars of a seat
GAP: Final = 26.0  # above each strip, for its name
NOTE: Final = 21.0  # a line of text at the end
TICKS: Final = 6
APART: Final = 16.0  # between names at the ends of the lines
MARKS_APART: Final = 50.0  # on a line
LETTER: Final = 6.6  # about as wide
THINNEST: Final = 2.0  # of a bar
LEAST_REACH: Final = 2.0  # points up and down that a strip shows at least

COLOURS: Final = ("#a8321f", "#16695f", "#6a3b7c", "#80560a", "#1f4a9e")
DASHES: Final = ("", "9 4", "2 3", "12 3 2 3", "5 2")
STYLE: Final = """
text { font: 13px "DejaVu Sans", Verdana, sans-serif; fill: #2b1d12 }
.title { font-size: 17px; font-weight: bold } .strong { font-weight: bold }
.small { font-size: 11px; fill: #65503a }
.grid { stroke: #d9cdb4; stroke-width: 1 } .zero { stroke: #8a7860; stroke-width: 1 }
.curve { fill: none; stroke-width: 2.2; stroke-linejoin: round } .badge { fill: #2b1d12 }
.letter { fill: #fbf4e3; font-weight: bold } .leader { stroke: #2b1d12; stroke-width: 1 }
""".strip()


@dataclass(frozen=True, slots=True)
class Captions:
    """The words of a plot."""

    title: str
    chart: str
    luck: str
    lost: str
    names: Sequence[str]  # of the seats
    parts: Mapping[int, str]  # by ply: what begins there
    marks: Sequence[str]  # what is to be said of the turning points


class Scale:
    """From values to places up the picture."""

    def __init__(self, low: float, high: float, top: float, tall: float) -> None:
        self.low, self.high, self.top, self.tall = low, high, top, tall

    def y(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return self.top + self.tall * (1 - min(1.0, max(0.0, part)))


def plot_of(review: Review, captions: Captions) -> str:
    """The whole picture, which needs nothing else to be seen."""
    return Plot(review, captions).picture()


class Plot:
    """Draws one review."""

    def __init__(self, review: Review, captions: Captions) -> None:
        self._review = review
        self._captions = captions
        self._steps = max(1, review.end - review.first)
        self._strips = TOP + TALL + LABELS
        self._notes = self._strips + (GAP + STRIP) * len(review.of) + 30
        self._height = self._notes + NOTE * len(review.turnings) + 12

    def picture(self) -> str:
        parts = [
            tag("title", escape(self._captions.title)),
            tag("style", STYLE),
            tag("rect", x=0, y=0, width=WIDTH, height=self._height, fill="#fbf4e3"),
            text(self._captions.title, LEFT, 28, "title"),
            text(self._captions.chart, LEFT, 50, "small"),
            *self._curves(),
            *self._bars(),
            *self._words(),
        ]
        return tag(
            "svg",
            "\n".join(parts),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH:.0f} {self._height:.0f}",
            role="img",
            aria_label=self._captions.title,
        )

    def _x(self, ply: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (ply - self._review.first) / self._steps

    # ---- the curves ------------------------------------------------------------------------------------

    def _curves(self) -> list[str]:
        curve = self._review.curve
        if not curve:
            return []
        every = [worth for point in curve for worth in point.worths]
        step = nice_step((max(every) - min(every)) / TICKS)
        low, high = floor_to(min(every), step), ceiling_to(max(every), step)
        scale = Scale(low, max(high, low + step), TOP, TALL)
        parts = self._grid(scale, step)
        for seat in range(self._review.seats):
            parts += self._curve(scale, seat)
        return [*parts, *self._names(scale), *self._badges(scale)]

    def _grid(self, scale: Scale, step: float) -> list[str]:
        parts = []
        labels = {self._x(ply): label for ply, label in self._captions.parts.items()}
        for x, label in with_room(labels, LETTER, 10.0, WIDTH - RIGHT + 30).items():
            parts.append(tag("line", x1=x, x2=x, y1=TOP, y2=self._notes - 30, class_="grid"))
            parts.append(text(label, x + 3, TOP + TALL + 16, "small"))
        for n in range(round((scale.high - scale.low) / step) + 1):
            y = scale.y(scale.low + n * step)
            parts.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid"))
            parts.append(text(number_text(scale.low + n * step), LEFT - 8, y + 4, "small", "end"))
        return parts

    def _curve(self, scale: Scale, seat: Seat) -> list[str]:
        colour = COLOURS[seat % len(COLOURS)]
        places = [(self._x(point.ply), scale.y(point.worths[seat])) for point in self._review.curve]
        path = tag(
            "path",
            d="M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in places),
            class_="curve",
            stroke=colour,
            stroke_dasharray=DASHES[seat % len(DASHES)] or "none",
        )
        spots = self._spots()
        marks = [mark(seat, *places[n], 4.5, colour) for n in spots]
        return [path, *marks]

    def _spots(self) -> list[int]:
        """Where the lines have their marks: at the beginnings of the parts, and at the end."""
        plies = [point.ply for point in self._review.curve]
        found, last = [], -WIDTH
        for n, ply in enumerate(plies):
            room = min(self._x(ply) - last, self._x(plies[-1]) - self._x(ply))
            if ply in self._captions.parts and room > MARKS_APART:
                found.append(n)
                last = self._x(ply)
        return [*found, len(plies) - 1]

    def _names(self, scale: Scale) -> list[str]:
        """The seats at the ends of their lines, with what they could expect last; never over each other."""
        point = self._review.curve[-1]
        ends = sorted((scale.y(point.worths[seat]), seat) for seat in range(self._review.seats))
        places = apart([y for y, _ in ends], APART, TOP, TOP + TALL)
        parts = []
        for (_, seat), y in zip(ends, places, strict=True):
            points = number_text(round(point.worths[seat], 1))
            label = f"{self._captions.names[seat]}  {points}"
            parts.append(
                text(label, self._x(point.ply) + 12, y + 4, "strong", fill=COLOURS[seat % len(COLOURS)])
            )
        return parts

    def _badges(self, scale: Scale) -> list[str]:
        parts = []
        for n, turning in enumerate(self._review.turnings):
            ply, seat = turning.decision.ply, turning.decision.seat
            here = at_ply(self._review.curve, ply)
            x, y = self._x(ply), scale.y(here.worths[seat])
            up = y - 34 if y - 46 > TOP else y + 34
            parts.append(tag("line", x1=x, x2=x, y1=y, y2=up, class_="leader"))
            parts.append(tag("circle", cx=x, cy=up, r=10.0, class_="badge"))
            parts.append(text(letter(n), x, up + 4.5, "letter", "middle"))
        return parts

    # ---- luck and losses -------------------------------------------------------------------------------

    def _bars(self) -> list[str]:
        review = self._review
        values = [one.gains[seat] for one in review.lucks for seat in review.of]
        values += [-one.loss for one in review.decisions]
        high, low = max([*values, LEAST_REACH]), min([*values, -LEAST_REACH])
        step = nice_step((high - low) / 5)
        parts: list[str] = []
        for n, seat in enumerate(review.of):
            top = self._strips + (GAP + STRIP) * n + GAP
            scale = Scale(floor_to(low, 1.0), ceiling_to(high, 1.0), top, STRIP)
            parts += self._strip(scale, seat, step)
        return parts

    def _strip(self, scale: Scale, seat: Seat, step: float) -> list[str]:
        review, colour = self._review, COLOURS[seat % len(COLOURS)]
        parts = [text(self._captions.names[seat], LEFT, scale.top - 7, "strong", fill=colour)]
        for n in range(-int(-scale.low // step), int(scale.high // step) + 1):
            value = n * step
            y, style = scale.y(value), "grid" if n else "zero"
            parts.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_=style))
            parts.append(text(number_text(value), LEFT - 8, y + 4, "small", "end"))
        wide = max(THINNEST, (WIDTH - LEFT - RIGHT) / self._steps * 0.8)
        for luck in review.lucks:
            parts.append(self._bar(scale, luck.ply, luck.gains[seat], wide, "#fbf4e3", colour))
        for one in review.decisions:
            if one.seat == seat:
                parts.append(self._bar(scale, one.ply, -one.loss, wide, colour, colour))
        return [part for part in parts if part]

    def _bar(self, scale: Scale, ply: int, points: float, wide: float, fill: str, stroke: str) -> str:
        top, bottom = sorted((scale.y(points), scale.y(0.0)))
        if bottom - top < 0.5:
            return ""
        x = self._x(ply + 0.5) - wide / 2
        return tag("rect", x=x, y=top, width=wide, height=bottom - top, fill=fill, stroke=stroke)

    # ---- words -----------------------------------------------------------------------------------------

    def _words(self) -> list[str]:
        """What the bars mean, and the turning points."""
        y = self._notes - 6
        second = LEFT + 24 + len(self._captions.luck) * (LETTER + 1.0) + 30
        parts = [
            tag("rect", x=LEFT, y=y - 10, width=12.0, height=11.0, fill="#fbf4e3", stroke="#2b1d12"),
            text(self._captions.luck, LEFT + 20, y),
            tag("rect", x=second, y=y - 10, width=12.0, height=11.0, fill="#2b1d12", stroke="#2b1d12"),
            text(self._captions.lost, second + 20, y),
        ]
        for n, line in enumerate(self._captions.marks):
            parts.append(text(line, LEFT, y + NOTE * (n + 1) + 4))
        return parts


def text(words: str, x: float, y: float, style: str = "", end: str = "start", fill: str = "") -> str:
    """A line of text."""
    look = {"style": f"fill: {fill}"} if fill else {}
    return tag("text", escape(words), x=x, y=y, class_=style or "plain", text_anchor=end, **look)


def mark(seat: Seat, x: float, y: float, size: float, colour: str) -> str:
    """A seat's own mark: disc, square, triangle, diamond, cross."""
    return MARKS[seat % len(MARKS)](x, y, size, colour)


def _disc(x: float, y: float, size: float, colour: str) -> str:
    return tag("circle", cx=x, cy=y, r=size, fill="#fbf4e3", stroke=colour, stroke_width=2)


def _square(x: float, y: float, size: float, colour: str) -> str:
    return _shape([(-1, -1), (1, -1), (1, 1), (-1, 1)], x, y, size * 0.9, colour)


def _triangle(x: float, y: float, size: float, colour: str) -> str:
    return _shape([(0, -1.2), (1.15, 0.9), (-1.15, 0.9)], x, y, size, colour)


def _diamond(x: float, y: float, size: float, colour: str) -> str:
    return _shape([(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)], x, y, size, colour)


def _cross(x: float, y: float, size: float, colour: str) -> str:
    wide, left, top = f"{2 * size:.1f}", f"{x - size:.1f}", f"{y - size:.1f}"
    d = f"M{left} {top} l{wide} {wide} m0 -{wide} l-{wide} {wide}"
    return tag("path", d=d, fill="none", stroke=colour, stroke_width=2.4)


def _shape(corners: Sequence[tuple[float, float]], x: float, y: float, size: float, colour: str) -> str:
    points = " ".join(f"{x + size * a:.1f},{y + size * b:.1f}" for a, b in corners)
    return tag("polygon", points=points, fill="#fbf4e3", stroke=colour, stroke_width=2)


MARKS: Final[tuple[Callable[[float, float, float, str], str], ...]] = (
    _disc,
    _square,
    _triangle,
    _diamond,
    _cross,
)


def letter(n: int) -> str:
    """What a turning point is called: A, B, C."""
    return chr(ord("A") + n)


def with_room(labels: Mapping[float, str], letter: float, gap: float, end: float) -> dict[float, str]:
    """The labels that do not run into each other, by place; those of the longest parts come first."""
    places = [*labels, end]
    lengths = {place: after - place for place, after in zip(places, places[1:], strict=False)}
    found: dict[float, str] = {}
    for place in sorted(labels, key=lambda place: (-lengths[place], place)):
        right = place + len(labels[place]) * letter
        free = all(
            right + gap <= other or other + len(said) * letter + gap <= place for other, said in found.items()
        )
        if free and right <= end:
            found[place] = labels[place]
    return dict(sorted(found.items()))


def at_ply(curve: Sequence[Point], ply: int) -> Point:
    """The last moment of a curve that is not later."""
    return next((point for point in reversed(curve) if point.ply <= ply), curve[0])


def apart(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """The same places in the same order, pushed so far apart that nothing overlaps."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + least) if found else max(place, low))
    over = max(0.0, found[-1] - high) if found else 0.0
    return [place - over for place in found]


def floor_to(value: float, step: float) -> float:
    return step * (value // step)


def ceiling_to(value: float, step: float) -> float:
    return -floor_to(-value, step)
