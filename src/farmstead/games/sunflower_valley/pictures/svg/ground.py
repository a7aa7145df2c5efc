"""A sheet as it is printed: regions by colour, hatching and emblem, mountains, and nothing drawn yet."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from farmstead.games.sunflower_valley.pictures.svg.grid import RADIUS, centre, hexagon, side_ends
from farmstead.games.sunflower_valley.rules.components import Layout
from farmstead.games.sunflower_valley.rules.hexes import HEXES, NEXT, SIDES, listed
from farmstead.games.sunflower_valley.rules.names import COLOUR_LETTERS, COLOURS, EMBLEMS, NOTHING
from farmstead.render.ink import Point, el, emblem, g, hand, line, path, pattern, var

CACHED_SHEETS: Final = 64  # sheets that are not drawn again
MIDDLE: Final = 0.7  # how much of the paper shows where one draws
RIM: Final = 9.0  # how much of a hex is in its region's colour
EMBLEM: Final = 11.0
SMALL_EMBLEM: Final = 17.0  # on sheets that are shown at a quarter
TONES: Final[dict[str, str]] = dict(zip(COLOURS, COLOUR_LETTERS, strict=True))  # tokens by colour
SHAPES: Final[dict[str, str]] = dict(zip(COLOURS, EMBLEMS, strict=True))  # emblems by colour


def _hatched(d: str, width: float = 1.1) -> str:
    return el("path", d=d, stroke=var("key"), stroke_width=width, fill="none", opacity=0.3)


HATCHING: Final[dict[str, str]] = {  # no two regions alike, also where colours cannot be told apart
    "p-orange": pattern("orange", 6, 6, _hatched("M-1 7L7-1M-1 1L1-1M5 7L7 5")),
    "p-yellow": pattern("yellow", 5, 5, el("circle", cx=2.5, cy=2.5, r=0.9, fill=var("key"), opacity=0.4)),
    "p-green": pattern("green", 6, 6, _hatched("M0 0L6 6M6 0L0 6", 0.9)),
    "p-pink": pattern("pink", 5, 5, _hatched("M0 2.5H5")),
    "p-blue": pattern("blue", 5, 5, _hatched("M2.5 0V5")),
}


@lru_cache(CACHED_SHEETS)
def ground(layout: Layout, small: bool = False) -> str:
    """All that is printed on a sheet. Layouts are never changed, so each is drawn once."""
    parts = [_region(layout.cells[n], colour) for n, colour in enumerate(COLOURS)]
    parts.append(path(_hexes(listed(layout.open), RADIUS - RIM), "sheet", None, fill_opacity=MIDDLE))
    parts += [_emblems(layout.cells[n], colour, small) for n, colour in enumerate(COLOURS)]
    parts.append(path(_hexes(listed(layout.mountains), RADIUS - 0.5), "scree", None))
    for place in listed(layout.mountains):
        x, y = centre(place)
        parts.append(g(mountain(layout.letter, place), at=(x, y + 4)))
    parts.append(path(borders(HEXES, _always), width=1.1, opacity=0.6))
    parts.append(path(borders(HEXES, lambda one, other: _parted(layout, one, other)), width=3.2))
    return g(*parts, class_="printed", aria_hidden="true")


@cache
def blank() -> str:
    """A sheet of which nobody knows the letter."""
    return g(
        path(_hexes(HEXES, RADIUS - 0.5), "sheet", None),
        path(borders(HEXES, _always), width=1.1, opacity=0.4, stroke_dasharray="5 5"),
        class_="printed",
        aria_hidden="true",
    )


def _hexes(places: Iterable[int], radius: float) -> str:
    return "".join([hexagon(radius, centre(place)) for place in places])


def _region(places: Sequence[int], colour: str) -> str:
    whole = _hexes(places, RADIUS - 0.5)
    return path(whole, TONES[colour], None) + path(whole, f"url(#p-{colour})", None)


def _emblems(places: Sequence[int], colour: str, small: bool) -> str:
    size = SMALL_EMBLEM if small else EMBLEM
    reach = RADIUS - RIM - size / 2 - (0 if small else 0.5)
    spots: list[Point] = []
    for place in places:
        x, y = centre(place)
        spots += [(x, y - reach), (x, y + reach)]
    return g(*[emblem(SHAPES[colour], spot, size, "key") for spot in spots], opacity=0.7)


def region_hex(colour: str, radius: float = RADIUS) -> str:
    """A single hex of a region, round 0,0."""
    return (
        path(hexagon(radius), TONES[colour], None)
        + path(hexagon(radius), f"url(#p-{colour})", None)
        + path(hexagon(radius - RIM), "sheet", None, fill_opacity=MIDDLE)
    )


# ---- lines ---------------------------------------------------------------------------------------------


def borders(places: Sequence[int], drawn: Callable[[int, int], bool], radius: float = RADIUS) -> str:
    """The sides of hexes at which `drawn` says so of a hex and its neighbour, each once."""
    found: dict[tuple[int, int], str] = {}
    for place in places:
        for number in range(SIDES):
            other = NEXT[SIDES * place + number]
            between = (min(place, other), max(place, other)) if other != NOTHING else (place, -1 - number)
            if drawn(place, other) and between not in found:
                found[between] = line(side_ends(place, number, radius))
    return "".join(found.values())


def _always(one: int, other: int) -> bool:
    return True


def _parted(layout: Layout, one: int, other: int) -> bool:
    return other == NOTHING or layout.colour_at[one] != layout.colour_at[other]


# ---- mountains -----------------------------------------------------------------------------------------


def mountain(*seed: object) -> str:
    """An engraved peak with snow on it; some lean to the left, some to the right."""
    lean = hand("peak", *seed).choice((-1, 1))
    shade = _leaning(lean, "0,-34 11,-16 17,-21 45,26 14,26 6,4 9,-8")
    return (
        path(_leaning(lean, "-44,26 -20,-14 -13,-8 0,-34 11,-16 17,-21 45,26"), "stone", width=1.8)
        + path(shade, "url(#p-hatch)", None)
        + path(shade, "key", None, opacity=0.2)
        + path(_leaning(lean, "-9,-16 0,-34 11,-16 6,-12 3,-17 -2,-9 -5,-14"), "whitewash", width=1.2)
        + path(f"M{-20 * lean}-14L{-16 * lean} 4 {-22 * lean} 16M{-13 * lean}-8l{3 * lean} 12", width=1)
        + path("M-49 26H49", width=2)
        + path("M-38 33H-8M2 33H40M-24 39H6M14 39H26M-10 45H8", stroke="edge", width=1.4)
    )


def _leaning(lean: int, points: str) -> str:
    found = [point.split(",") for point in points.split()]
    return line([(lean * float(x), float(y)) for x, y in found], close=True)
