"""Plots as SVG: values with their intervals, distributions, bars. Colours and letters come from the page.

A plot is narrow, so that it can be read on a telephone, and scales up; names stand above what they name.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 400.0
MARGIN: Final = 14.0
ROW: Final = 38.0  # of the height, for each agent
HILL: Final = 46.0  # the height of a distribution
OVER: Final = 28.0  # above it, for the name
BAR: Final = 11.0
TICKS: Final = 6  # about as many on an axis
BINS: Final = 30
ROOM: Final = 1.12  # times the longest bar, for the figure after it
FOOT: Final = 22.0  # below the plot, for the axis
COLOURS: Final = 8
EMPTY: Final = ("meta", "line", "rect", "circle")  # elements with nothing inside


class Value(NamedTuple):
    """An agent's number, and what it may be."""

    name: str
    colour: int
    mean: float
    low: float | None
    high: float | None
    text: str


def tag(name: str, inside: str = "", /, **attributes: object) -> str:
    """An element; `inside` is markup already, attributes are not. An underline in their names is a hyphen."""
    said = "".join(f" {_hyphened(key)}={_quoted(value)}" for key, value in attributes.items())
    return f"<{name}{said}/>" if name in EMPTY else f"<{name}{said}>{inside}</{name}>"


def _hyphened(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _quoted(value: object) -> str:
    return f'"{escape(_number(value))}"'


def _number(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def words(text: str, x: float, y: float, style: str = "", end: str = "start") -> str:
    """A line of text."""
    return tag("text", escape(text), x=x, y=y, class_=style or "name", text_anchor=end)


def picture(height: float, parts: Sequence[str], title: str) -> str:
    """The whole plot."""
    inside = tag("title", escape(title)) + "".join(parts)
    return tag("svg", inside, viewBox=f"0 0 {_number(WIDTH)} {_number(height)}", role="img", aria_label=title)


class Axis:
    """From values to places across the plot."""

    def __init__(self, low: float, high: float) -> None:
        step = nice_step((high - low) / TICKS)
        self.step = step
        self.low = math.floor(low / step + 1e-9) * step
        self.high = max(math.ceil(high / step - 1e-9) * step, self.low + step)

    def x(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return MARGIN + min(1.0, max(0.0, part)) * (WIDTH - 2 * MARGIN)

    def ticks(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [self.low + self.step * n for n in range(count + 1)]

    def drawn(self, height: float, unit: str = "") -> list[str]:
        """Lines up the plot, and what they stand for."""
        parts = []
        for value in self.ticks():
            x = self.x(value)
            parts.append(tag("line", x1=x, x2=x, y1=4.0, y2=height - FOOT, class_="grid"))
            parts.append(words(number_text(value) + unit, x, height - FOOT + 14, "tick", "middle"))
        return parts


def nice_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, not smaller than this."""
    if rough <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))


def number_text(value: float) -> str:
    """As people write it."""
    return f"{value:.10g}".replace("-", "−") if abs(value) > 1e-9 else "0"


# ---- the plots -------------------------------------------------------------------------------------------


def intervals(
    title: str, values: Sequence[Value], even: float | None = None, unit: str = "", fixed: Axis | None = None
) -> str:
    """A dot for each agent with the line it may lie on; a dashed line where all would be even."""
    ends = [end for value in values for end in (value.mean, value.low, value.high) if end is not None]
    axis = fixed or Axis(min(ends), max(ends))
    height = 8 + ROW * len(values) + FOOT
    parts = axis.drawn(height, unit)
    if even is not None:
        x = axis.x(even)
        parts.append(tag("line", x1=x, x2=x, y1=4.0, y2=height - FOOT, class_="even"))
    for n, value in enumerate(values):
        parts += _interval(axis, value, 8 + ROW * n)
    return picture(height, parts, title)


def _interval(axis: Axis, value: Value, top: float) -> list[str]:
    y, colour = top + 25, f"c{value.colour % COLOURS}"
    parts = _headed(value, top)
    if value.low is not None and value.high is not None:
        low, high = axis.x(value.low), axis.x(value.high)
        parts.append(tag("line", x1=low, x2=high, y1=y, y2=y, class_=f"reach {colour}"))
        parts += [tag("line", x1=x, x2=x, y1=y - 4, y2=y + 4, class_=f"reach {colour}") for x in (low, high)]
    return [*parts, tag("circle", cx=axis.x(value.mean), cy=y, r=4.5, class_=f"dot {colour}")]


def distributions(title: str, agents: Sequence[tuple[Value, Mapping[int, int]]]) -> str:
    """How often each score came up, a hill for each agent over one axis; the line is the mean."""
    all_scores = [score for _, scores in agents for score in scores]
    low, high = min(all_scores), max(all_scores)
    width = math.ceil((high - low + 1) / BINS)  # in whole points, so that bars are alike
    axis = Axis(low // width * width, high + width)
    height = 8 + (HILL + OVER) * len(agents) + FOOT
    parts = axis.drawn(height)
    for n, (value, scores) in enumerate(agents):
        parts += _hill(axis, value, scores, 8 + (HILL + OVER) * n, width)
    return picture(height, parts, title)


def _hill(axis: Axis, value: Value, scores: Mapping[int, int], top: float, width: int) -> list[str]:
    bins: dict[int, int] = {}
    for score, count in scores.items():
        bins[score // width] = bins.get(score // width, 0) + count
    base, tallest = top + HILL + OVER - 8, max(bins.values())
    parts = _headed(value, top)
    for place in sorted(bins):
        left, right = axis.x(place * width), axis.x((place + 1) * width)
        tall = HILL * bins[place] / tallest
        parts.append(_bar(value, left, right - 0.5, base - tall, tall))
    mean = axis.x(value.mean + 0.5)  # a score stands in the middle of its bar
    return [*parts, tag("line", x1=mean, x2=mean, y1=base - HILL, y2=base, class_="mean")]


def bars(title: str, agents: Sequence[Value], lines: Mapping[str, Sequence[float]]) -> str:
    """A group of bars for each line of the score, a bar for each agent."""
    everything = [points for values in lines.values() for points in values]
    axis = Axis(min(0.0, *everything), ROOM * max(0.0, *everything))
    group = 18 + BAR * len(agents) + 8
    height = 8 + group * len(lines) + FOOT
    parts = axis.drawn(height)
    for n, (line, values) in enumerate(lines.items()):
        parts += _group(axis, line, values, agents, 8 + group * n)
    return picture(height, parts, title)


def _group(axis: Axis, line: str, points: Sequence[float], agents: Sequence[Value], top: float) -> list[str]:
    parts = [words(line, MARGIN, top + 12)]
    for n, (value, mean) in enumerate(zip(agents, points, strict=True)):
        left, right = sorted((axis.x(0), axis.x(mean)))
        y = top + 18 + BAR * n
        parts.append(_bar(value, left, right, y, BAR - 2))
        parts.append(words(number_text(round(mean, 1)), right + 4, y + BAR - 3, "small"))
    return parts


def _bar(value: Value, left: float, right: float, top: float, height: float) -> str:
    colour = f"bar c{value.colour % COLOURS}"
    return tag("rect", class_=colour, x=left, y=top, width=max(0.5, right - left), height=height)


def _headed(value: Value, top: float) -> list[str]:
    """The agent's name on the left, its figures on the right."""
    figures = words(value.text, WIDTH - MARGIN, top + 12, "value", "end")
    return [words(shortened(value.name), MARGIN, top + 12), figures]


def shortened(name: str, most: int = 34) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
