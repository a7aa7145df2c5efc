"""Shading that all boards share: hatching, timber, speckled paper."""

from typing import Final

from farmstead.render.ink.elements import el, var
from farmstead.render.ink.hand import hand


def pattern(name: str, w: float, h: float, *content: str) -> str:
    """What `url(#p-name)` paints with, again and again."""
    return el("pattern", *content, id=f"p-{name}", width=w, height=h, patternUnits="userSpaceOnUse")


def _engraved(d: str, width: float, opacity: float) -> str:
    return el("path", d=d, stroke=var("key"), stroke_width=width, opacity=opacity)


def _speckles() -> list[str]:
    dots = hand("speckle")
    return [
        el(
            "circle",
            cx=dots.uniform(0, 90),
            cy=dots.uniform(0, 90),
            r=f"{dots.uniform(0.25, 0.7):.2f}",
            fill=var("edge"),
            opacity=0.22,
        )
        for _ in range(26)
    ]


PATTERNS: Final[dict[str, str]] = {
    "p-hatch": pattern("hatch", 4, 4, _engraved("M-1 5L5-1M-1 1L1-1M3 5L5 3", 0.7, 0.34)),
    "p-fine": pattern("fine", 2.6, 2.6, _engraved("M-1 3.6L3.6-1", 0.5, 0.3)),
    "p-planks": pattern("planks", 9, 40, _engraved("M0 0V40M4.5 8v3M2 30v2", 0.6, 0.32)),
    "p-logs": pattern("logs", 40, 7, _engraved("M0 .4H40M0 6.7H40", 0.7, 0.4)),
    "p-speckle": pattern("speckle", 90, 90, *_speckles()),
}
