"""Colours of Sunflower Valley: a region never shows by its colour alone, each has its emblem."""

from dataclasses import dataclass
from typing import Final

from farmstead.games.sunflower_valley.rules.names import COLOURS

SHEET: Final = "#fffaf0"  # the paper that is drawn on
WHITEWASH: Final = "#fff9ea"
BONE: Final = "#efdfbd"  # dice
HALO: Final = "#ffd75e"
PEN: Final = "#22304d"
SHADES: Final = 3  # neighbouring hexes never have the same


@dataclass(frozen=True)
class Region:
    """How the hexes of one colour look: the emblem, the ink of what is printed, grounds in three shades."""

    emblem: str
    ink: str
    grounds: tuple[str, ...]


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two: `share` of the other."""
    channels = [(int(one[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5)]
    return "#" + "".join([f"{round(a + (b - a) * share):02x}" for a, b in channels])


def _region(emblem: str, pale: str, strong: str, ink: str) -> Region:
    return Region(emblem, ink, tuple([mixed(pale, strong, 0.25 * shade) for shade in range(SHADES)]))


REGIONS: Final[dict[str, Region]] = dict(
    zip(
        COLOURS,
        [
            _region("▲", "#f5b988", "#e07a2b", "#6e3304"),
            _region("■", "#fbeb9f", "#e3bb2e", "#574300"),
            _region("★", "#bcd9b0", "#5f9952", "#1a4413"),
            _region("●", "#f6d2e0", "#d984a8", "#70224a"),
            _region("✚", "#b8d0ea", "#4f82b8", "#10345e"),
        ],
        strict=True,
    )
)
MOUNTAINS: Final = Region("^", "#2b1d12", ("#ddd6c8", "#d2cabb", "#c7beae"))
BLANK: Final = Region(" ", "#65503a", ("#f1e5c8", "#e9dab6", "#e1cfa4"))  # a sheet of no letter
