"""Walnut Grove in colour: a colour never stands alone, every terrain has a letter and a pattern too."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rich.style import Style

from farmstead.render.palette import KEY, PAPER


@dataclass(frozen=True)
class Terrain:
    """How one terrain looks: its ground, the ink on it, the letter and the pattern."""

    letter: str
    pattern: str
    ground: str
    ink: str
    weave: str

    @cached_property
    def plain(self) -> Style:
        return Style(color=self.weave, bgcolor=self.ground)

    @cached_property
    def marked(self) -> Style:
        return Style(color=self.ink, bgcolor=self.ground, bold=True)


TERRAINS: Final[dict[str, Terrain]] = {
    "grain": Terrain("G", ":", "#e6b748", KEY, "#b98a1f"),
    "fish": Terrain("F", "~", "#5c95b4", KEY, "#b9d6e4"),
    "dairy": Terrain("D", '"', "#dde5b6", KEY, "#a3b06a"),
    "wood": Terrain("W", "^", "#45683f", PAPER, "#7fa078"),
    "stone": Terrain("S", "o", "#a9a198", KEY, "#8a8178"),
}
CUBES: Final[dict[str, str]] = {
    "grain": "#f3c63f",
    "fish": "#3f88c0",
    "dairy": "#fffcf2",
    "wood": "#925c34",
    "stone": "#8f8d8b",
}
COIN_STYLES: Final[dict[str, Style]] = {
    "copper": Style(color="#ffffff", bgcolor="#a8592e", bold=True),
    "silver": Style(color=KEY, bgcolor="#c8ccd0", bold=True),
    "gold": Style(color=KEY, bgcolor="#f0c435", bold=True),
    "coin": Style(color="#ffffff", bgcolor="#7a6a52", bold=True),
}
LABOURERS: Final[dict[str, Style]] = {
    "yellow": Style(color=KEY, bgcolor=CUBES["grain"], bold=True),
    "blue": Style(color="#ffffff", bgcolor="#2f6f9f", bold=True),
    "white": Style(color=KEY, bgcolor=CUBES["dairy"], bold=True),
    "black": Style(color="#ffffff", bgcolor="#1c1712", bold=True),
}
SEASONS: Final[dict[str, Style]] = {
    "spring": Style(color=KEY, bgcolor="#a9bf6f", bold=True),
    "summer": Style(color=KEY, bgcolor="#e9b945", bold=True),
    "autumn": Style(color=KEY, bgcolor="#d27743", bold=True),
    "winter": Style(color=KEY, bgcolor="#93aec3", bold=True),
}
FENCE: Final = "#6b3d17"
FENCE_ON_DARK: Final = "#f0d9a8"


def cube(good: str) -> Style:
    """A good of the supply as a coloured block behind its letter."""
    dark = good in ("wood", "fish")
    return Style(color="#ffffff" if dark else KEY, bgcolor=CUBES[good], bold=True)
