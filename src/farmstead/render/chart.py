"""Charts as SVG: axes, lines, bands, bars, points and labels, in the tokens of the page they stand on.

Series differ by colour and by dashes or names, so that a chart can be read in grey. `charted` makes the whole
picture; `in_colour` of the ink makes it one that needs no page.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from farmstead.render.ink import circle, el, g, line, paint, path, rect, text

SERIES: Final = ("seat1", "seat2", "seat3", "seat4", "seat5", "go", "edge", "ink2")
DASHES: Final = (None, "9 4", "2 3", "12 3 2 3", "5 2")
STACK: Final = (
    "seat1", "good_grain", "seat2", "O", "seat5", "P", "seat3", "G", "stone", "copper", "ink2", "fish",
)  # fmt: skip
MARKS: Final = (  # disc, square, triangle, diamond, cross
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z",
    "M-4-4H4V4H-4Z",
    "M0-5.4L5.2 4H-5.2Z",
    "M0-5.8L5.8 0L0 5.8L-5.8 0Z",
    "M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5",
)
TICKS: Final = 6  # about as many on an axis
LETTER: Final = 6.5  # about as wide
LETTERS_OF_A_NAME: Final = 34
WIDTH: Final = 400.0  # little more than a phone: what is written in it can be read there
HISTORY_WIDTH: Final = 360.0
MARGIN: Final = 14.0
ROW: Final = 38.0  # of the height, for each value with its interval
HILL: Final = 46.0  # the height of a distribution
OVER_HILL: Final = 28.0  # above it, for the name
BAR: Final = 11.0
BINS: Final = 30
ROOM: Final = 1.12  # times the longest bar, for the figure after it
FOOT: Final = 22.0  # below the chart, for the axis
SCALE: Final = (0.0, 50.0)  # the ratings that a small bar can show
SMALL: Final = 120.0  # its width


class Value(NamedTuple):
    """A number with a name, and the interval it may lie in."""

    name: str
    colour: int
    mean: float
    low: float | None
    high: float | None
    text: str


class Axis:
    """A scale from values to places in a picture. Its ends are round numbers, unless they are `exact`."""

    def __init__(
        self, low: float, high: float, start: float, end: float, ticks: int = TICKS, exact: bool = False
    ) -> None:
        self.step = nice_step((high - low) / ticks)
        self.low = low if exact else math.floor(low / self.step + 1e-9) * self.step
        top = high if exact else math.ceil(high / self.step - 1e-9) * self.step
        self.high = top if top > self.low else self.low + self.step
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        """The place of a value; of one beyond an end that end's."""
        part = (value - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * min(1.0, max(0.0, part))

    def ticks(self) -> list[float]:
        first = math.ceil(self.low / self.step - 1e-9)
        return [self.step * n for n in range(first, math.floor(self.high / self.step + 1e-9) + 1)]


class ChartPanel:
    """What is drawn over one axis across and one upwards, gathered in `parts`."""

    def __init__(self, x: Axis, y: Axis) -> None:
        self.x, self.y = x, y
        self.parts: list[str] = []

    def rows(self) -> None:
        """Lines across, with their numbers on the left."""
        for value in self.y.ticks():
            y = self.y.at(value)
            self.rule([(self.x.start, y), (self.x.end, y)], "rule" if value else "edge")
            self.parts.append(words(number_text(value), self.x.start - 5, y + 4, "end", "ink2"))

    def columns(self, labels: Mapping[float, str], beyond: float) -> None:
        """Lines upwards where something begins, as far as its name has room below; names may end `beyond`."""
        places = {self.x.at(value): label for value, label in labels.items()}
        for x, label in with_room(places, LETTER, 12.0, self.x.end + beyond).items():
            self.rule([(x, self.y.start), (x, self.y.end)])
            self.parts.append(words(label, x + 2, self.y.start + 18, fill="ink2"))

    def rule(self, places: Sequence[tuple[float, float]], stroke: str = "rule") -> None:
        self.parts.append(path(line(places), stroke=stroke, width=1.0))

    def line(self, points: Iterable[tuple[float, float]], series: int) -> None:
        places = [(self.x.at(x), self.y.at(y)) for x, y in points]
        dashes = DASHES[series % len(DASHES)]
        look = {"stroke": paint(colour_of(series)), "stroke_width": 2.2, "stroke_linejoin": "round"}
        self.parts.append(
            el("path", d=line(places), class_="line", fill="none", stroke_dasharray=dashes, **look)
        )

    def band(self, points: Sequence[tuple[float, float, float]], series: int) -> None:
        """Between a lower and an upper value at each place."""
        lower = [(self.x.at(x), self.y.at(low)) for x, low, _ in points]
        upper = [(self.x.at(x), self.y.at(high)) for x, _, high in points]
        outline = line([*upper, *reversed(lower)], close=True)
        self.parts.append(path(outline, colour_of(series), None, class_="band", opacity=0.2))

    def dot(self, x: float, y: float, series: int, size: float = 4.0) -> None:
        self.parts.append(circle((self.x.at(x), self.y.at(y)), size, colour_of(series), "paper", 1))

    def mark(self, x: float, y: float, series: int) -> None:
        """The shape that is a series' own: disc, square, triangle, diamond, cross."""
        shape = path(MARKS[series % len(MARKS)], "paper", colour_of(series), 2)
        self.parts.append(g(shape, at=(self.x.at(x), self.y.at(y))))

    def bar(
        self, x: float, width: float, ends: tuple[float, float], fill: str, stroke: str, least: float = 0.5
    ) -> None:
        """Upright, `width` of the picture wide and `least` high, its middle at a value across."""
        top, bottom = sorted(map(self.y.at, ends))
        left = self.x.at(x) - width / 2
        self.parts.append(rect(left, top, width, max(least, bottom - top), fill, stroke, 1))

    def end_names(self, names: Mapping[int, tuple[float, str]], x: float, apart_by: float = 15.0) -> None:
        """The names of series at the ends of their lines, by the values there; never over each other."""
        ends = sorted((self.y.at(value), series) for series, (value, _) in names.items())
        places = apart([y for y, _ in ends], apart_by, self.y.end, self.y.start)
        for (_, series), y in zip(ends, places, strict=True):
            name = words(names[series][1], self.x.at(x) + 8, y + 4, fill=colour_of(series), weight=700)
            self.parts.append(name)

    def badge(self, letter: str, x: float, y: float) -> None:
        """A letter that belongs to a point, above it or, where there is no room, below."""
        at, top = self.x.at(x), self.y.at(y)
        up = top - 24 if top - 36 > self.y.end else top + 24
        self.rule([(at, top), (at, up)], "ink")
        self.parts.append(circle((at, up), 9, "ink", None))
        self.parts.append(words(letter, at, up + 4, "middle", "paper", weight=700))


def charted(width: float, height: float, parts: Sequence[str], name: str, alone: bool = False) -> str:
    """A whole picture and its name for those who do not see it; `alone` it is a file of its own."""
    space = "http://www.w3.org/2000/svg" if alone else None
    title = el("title", escape(name))
    box = f"0 0 {width:g} {height:g}"
    return el("svg", title, *parts, xmlns=space, class_="chart", viewBox=box, role="img", aria_label=name)


def words(
    said: str,
    x: float,
    y: float,
    anchor: str = "start",
    fill: str = "ink",
    size: float = 12,
    weight: int = 400,
) -> str:
    """A line of text."""
    return text(said, (x, y), size, anchor, fill, "sans", weight)


def colour_of(series: int) -> str:
    return SERIES[series % len(SERIES)]


def swatch(fill: str) -> str:
    """A square of a colour, for a legend."""
    return el("svg", rect(0, 0, 12, 12, fill, None), viewBox="0 0 12 12", width=12, height=12)


def nice_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, not smaller than this."""
    if rough <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))


def number_text(value: float) -> str:
    """As people write it."""
    return f"{value:.10g}".replace("-", "−") if abs(value) > 1e-9 else "0"


def shortened(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


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


def apart(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Places in their order, pushed so far apart that nothing overlaps."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + least) if found else max(place, low))
    over = max(0.0, found[-1] - high) if found else 0.0
    return [place - over for place in found]


# ---- over time -------------------------------------------------------------------------------------------


def history(
    values: Sequence[float],
    name: str,
    caption: str,
    first: int = 1,
    spreads: Sequence[float] = (),
    dots: Sequence[float] = (),
) -> str:
    """Values one after the other as a line, with the band of their spreads or a dot for each result."""
    around = spreads or [0.0] * len(values)
    ends = [*dots, *[mid + side * half for mid, half in zip(values, around, strict=True) for side in (-1, 1)]]
    x = Axis(0, len(values) - 1, 34, HISTORY_WIDTH - 10, exact=True)
    panel = ChartPanel(x, Axis(min(ends), max(ends), 190, 10))
    if spreads:
        pairs = enumerate(zip(values, spreads, strict=True))
        panel.band([(n, mid - half, mid + half) for n, (mid, half) in pairs], 0)
    panel.rows()
    panel.line(enumerate(values), 0)
    for n, value in enumerate(dots) if dots else [(len(values) - 1, values[-1])]:
        panel.dot(n, value, 0)
    foot = [(x.start, "start", str(first)), (x.end, "end", str(first + len(values) - 1))]
    foot.append(((x.start + x.end) / 2, "middle", caption))
    panel.parts += [words(said, at, 212, end, "ink2") for at, end, said in foot]
    return charted(HISTORY_WIDTH, 220, panel.parts, name)


def small_interval(mean: float, low: float, high: float) -> str:
    """Where a rating may lie, and where it most likely does; said in words beside it."""
    x = Axis(*SCALE, 4, SMALL - 4, exact=True)
    reach = path(line([(x.at(low), 8), (x.at(high), 8)]), stroke="edge", width=6, class_="reach")
    parts = [path(line([(0, 8), (SMALL, 8)]), stroke="rule", width=1), reach]
    dot = circle((x.at(mean), 8), 4, "accent_text", "paper", 1)
    look = {"class_": "bar", "viewBox": f"0 0 {SMALL:g} 16", "width": SMALL, "height": 16}
    return el("svg", *parts, dot, **look, aria_hidden="true")


# ---- by name, over one axis ------------------------------------------------------------------------------


def intervals(
    name: str, values: Sequence[Value], even: float | None = None, ends: tuple[float, float] | None = None
) -> str:
    """A dot for each value with the line it may lie on; a dashed line where all would be even."""
    found = [end for value in values for end in (value.mean, value.low, value.high) if end is not None]
    x = across(*ends or (min(found), max(found)))
    parts: list[str] = []
    for n, value in enumerate(values):
        y, colour = 33 + ROW * n, colour_of(value.colour)
        parts += headed(value, 8 + ROW * n)
        if value.low is not None and value.high is not None:
            low, high = x.at(value.low), x.at(value.high)
            reach = f"M{low:.1f} {y}H{high:.1f}M{low:.1f} {y - 4}v8M{high:.1f} {y - 4}v8"
            parts.append(path(reach, stroke=colour, width=2, class_="reach"))
        parts.append(circle((x.at(value.mean), y), 4.5, colour, None))
    return over_axis(name, x, 8 + ROW * len(values), parts, even)


def distributions(name: str, series: Sequence[tuple[Value, Mapping[int, int]]]) -> str:
    """How often each score came up, a hill for each series over one axis; the line is the mean."""
    all_scores = [score for _, scores in series for score in scores]
    low, high = min(all_scores), max(all_scores)
    width = math.ceil((high - low + 1) / BINS)  # in whole points, so that bars are alike
    x = across(low // width * width, high + width)
    parts: list[str] = []
    for n, (value, scores) in enumerate(series):
        top = 8 + (HILL + OVER_HILL) * n
        base, colour = top + HILL + OVER_HILL - 8, colour_of(value.colour)
        bins = Counter[int]()
        for score, count in scores.items():
            bins[score // width] += count
        parts += headed(value, top)
        for place, count in sorted(bins.items()):
            left, tall = x.at(place * width), HILL * count / max(bins.values())
            wide = max(0.5, x.at((place + 1) * width) - 0.5 - left)
            parts.append(rect(left, base - tall, wide, tall, colour, None))
        mean = x.at(value.mean + 0.5)  # a score stands in the middle of its bar
        parts.append(path(line([(mean, base - HILL), (mean, base)]), stroke="ink", width=1.5))
    return over_axis(name, x, 8 + (HILL + OVER_HILL) * len(series), parts)


def grouped_bars(name: str, series: Sequence[Value], groups: Mapping[str, Sequence[float]]) -> str:
    """A group of bars for each line of the score, a bar for each series."""
    everything = [points for values in groups.values() for points in values]
    x = across(min(0.0, *everything), ROOM * max(0.0, *everything))
    tall = 26 + BAR * len(series)
    parts: list[str] = []
    for n, (group, points) in enumerate(groups.items()):
        parts.append(words(group, MARGIN, 20 + tall * n))
        for row, (value, mean) in enumerate(zip(series, points, strict=True)):
            left, right = sorted((x.at(0), x.at(mean)))
            y = 26 + tall * n + BAR * row
            parts.append(rect(left, y, max(0.5, right - left), BAR - 2, colour_of(value.colour), None))
            parts.append(words(number_text(round(mean, 1)), right + 4, y + BAR - 3, fill="ink2", size=9))
    return over_axis(name, x, 8 + tall * len(groups), parts)


def across(low: float, high: float) -> Axis:
    return Axis(low, high, MARGIN, WIDTH - MARGIN)


def over_axis(name: str, x: Axis, height: float, parts: Sequence[str], even: float | None = None) -> str:
    """Parts that lie over an axis at the foot of the picture."""
    grid = []
    for value in x.ticks():
        grid.append(path(line([(x.at(value), 4), (x.at(value), height)]), stroke="rule", width=0.7))
        grid.append(words(number_text(value), x.at(value), height + 14, "middle", "ink2", 9))
    if even is not None:
        dashed = line([(x.at(even), 4), (x.at(even), height)])
        grid.append(path(dashed, stroke="ink2", width=1, stroke_dasharray="4 3"))
    return charted(WIDTH, height + FOOT, [*grid, *parts], name)


def headed(value: Value, top: float) -> list[str]:
    """The name on the left, its figures on the right."""
    figures = words(value.text, WIDTH - MARGIN, top + 12, "end", "ink2", 10)
    return [words(shortened(value.name, LETTERS_OF_A_NAME), MARGIN, top + 12, size=11), figures]
