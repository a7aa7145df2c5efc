"""SVG as text: elements, lines and lettering. Colours are tokens, so that a picture follows its page."""

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
AS_IT_IS: Final = ("none", "currentColor", "inherit", "url(", "#")  # paints that are no tokens
CACHED_VALUES: Final = 8192  # attributes that need not be written out again


@lru_cache(CACHED_VALUES, typed=True)
def num(value: object) -> str:
    """An attribute's value: numbers with one decimal at most, other things as text."""
    if isinstance(value, float):
        return f"{value:.1f}".rstrip("0").rstrip(".") if abs(value) >= 0.05 else "0"
    return str(value) if isinstance(value, int) else escape(str(value))


def el(tag: str, *content: str, **attributes: object) -> str:
    """One element. `stroke_width=2` becomes stroke-width, `class_` class; None leaves an attribute out."""
    pairs = [f'{_attribute(name)}="{num(value)}"' for name, value in attributes.items() if value is not None]
    head = " ".join([tag, *pairs])
    inside = "".join(content)
    return f"<{head}>{inside}</{tag}>" if inside else f"<{head}/>"


@cache
def _attribute(name: str) -> str:
    """By the name that Python's keywords allow: there are only so many in the code."""
    return name.rstrip("_").replace("_", "-")


def g(*content: str, at: Point | None = None, turn: float = 0, scale: float = 1, **attributes: object) -> str:
    """A group, moved, then turned clockwise by degrees, then scaled."""
    moves = [f"translate({pair(at)})"] if at else []
    if turn:
        moves.append(f"rotate({num(float(turn))})")
    if scale != 1:
        moves.append(f"scale({round(scale, 3):g})")
    return el("g", *content, transform=" ".join(moves) or None, **attributes)


# ---- paint ---------------------------------------------------------------------------------------------


def var(token: str) -> str:
    """A token as CSS reads it: `good_grain` is `var(--good-grain)`."""
    return f"var(--{token.replace('_', '-')})"


@lru_cache(CACHED_VALUES)
def paint(name: str) -> str:
    """A token, or what SVG itself can paint with."""
    return name if name.startswith(AS_IT_IS) else var(name)


def path(d: str, fill: str = "none", stroke: str | None = "key", width: float = 1.3, **more: object) -> str:
    """A path; its lines have round ends and corners."""
    if stroke is None:
        return el("path", d=d, fill=paint(fill), **more)
    return el(
        "path",
        d=d,
        fill=paint(fill),
        stroke=paint(stroke),
        stroke_width=width,
        stroke_linejoin="round",
        stroke_linecap="round",
        **more,
    )


def rect(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str = "none",
    stroke: str | None = "key",
    width: float = 1.3,
    r: float = 0,
    **more: object,
) -> str:
    """A rectangle by its upper left corner; `r` rounds its corners."""
    return el(
        "rect", x=x, y=y, width=w, height=h, rx=r or None, fill=paint(fill), **_outline(stroke, width), **more
    )


def circle(
    at: Point, r: float, fill: str = "none", stroke: str | None = "key", width: float = 1.3, **more: object
) -> str:
    """A circle by its centre."""
    return el("circle", cx=at[0], cy=at[1], r=r, fill=paint(fill), **_outline(stroke, width), **more)


def _outline(stroke: str | None, width: float) -> dict[str, object]:
    return {"stroke": paint(stroke), "stroke_width": width} if stroke else {}


def text(
    words: object,
    at: Point,
    size: float = 12,
    anchor: str = "middle",
    fill: str = "ink",
    face: str = "serif",
    weight: int = 400,
    **more: object,
) -> str:
    """A line of lettering on its baseline."""
    return el(
        "text",
        escape(str(words)),
        x=at[0],
        y=at[1],
        font_size=size,
        text_anchor=anchor,
        fill=paint(fill),
        font_family=var(face),
        font_weight=weight,
        **more,
    )


def use(symbol: str, at: Point, w: float, h: float | None = None, **more: object) -> str:
    """A symbol with its centre at `at`."""
    height = w if h is None else h
    return el("use", href=f"#{symbol}", x=at[0] - w / 2, y=at[1] - height / 2, width=w, height=height, **more)


def emblem(name: str, at: Point, size: float, fill: str = "ink", **more: object) -> str:
    """A one-coloured sign, such as `#e-star`, with its centre at `at`."""
    return use(f"e-{name}", at, size, size, color=paint(fill), **more)


# ---- lines ---------------------------------------------------------------------------------------------


def pair(p: Point) -> str:
    """A point in a path."""
    return f"{num(float(p[0]))} {num(float(p[1]))}"


def line(points: Sequence[Point], close: bool = False) -> str:
    """Straight from point to point."""
    return f"M{'L'.join([pair(p) for p in points])}{'Z' if close else ''}"


def smooth(points: Sequence[Point], close: bool = False) -> str:
    """A soft line through the midpoints of `points`: quadratic, so it never overshoots."""
    if close:
        ring = [*points, points[0], points[1]]
        start = mid(ring[0], ring[1])
        arcs = [(ring[n], mid(ring[n], ring[n + 1])) for n in range(1, len(ring) - 1)]
    else:
        start = points[0]
        arcs = [(points[n], mid(points[n], points[n + 1])) for n in range(1, len(points) - 2)]
        arcs.append((points[-2], points[-1]))
    curve = "".join([f"Q{pair(bend)} {pair(end)}" for bend, end in arcs])
    return f"M{pair(start)}{curve}{'Z' if close else ''}"


def mid(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point that lies `share` of the way from a to b."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def polar(angle: float, radius: float, centre: Point = (0.0, 0.0)) -> Point:
    """Degrees, clockwise from east: SVG's own sense."""
    radians = math.radians(angle)
    return (centre[0] + radius * math.cos(radians), centre[1] + radius * math.sin(radians))


def angle(a: Point, b: Point) -> float:
    """The direction from one point to another, in the degrees of `polar`."""
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
