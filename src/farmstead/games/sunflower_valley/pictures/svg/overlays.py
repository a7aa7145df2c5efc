"""What a line of the score counts, laid over a sheet: who serves whom, what joins what, what feeds what."""

from collections.abc import Callable, Mapping, Sequence
from math import dist
from typing import Final

from farmstead.games.sunflower_valley.pictures.score_reasons import PathStep, shortest_way
from farmstead.games.sunflower_valley.pictures.svg.grid import centre, run_of, sheet_box
from farmstead.games.sunflower_valley.pictures.svg.ground import borders
from farmstead.games.sunflower_valley.rules.hexes import NEXT, SIDES, listed
from farmstead.games.sunflower_valley.rules.names import COLOURS, HOUSE, SUPER
from farmstead.games.sunflower_valley.rules.reasons import allotment, alone, feeding, groups
from farmstead.games.sunflower_valley.rules.scoring import MAJORITY, WITHOUT, majority
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render.ink import Point, circle, emblem, g, line, mid, path, picture, rect, text
from farmstead.render.shared import signed

HALO: Final = 6.0
CASING: Final = 9.0  # the dark line on which a halo shows on any ground
TRIM: Final = 26.0
VILLAGERS: Final[Mapping[int, int]] = {HOUSE: 2, SUPER: 1}  # who come with what is drawn (SV 3.6)


def overlay_picture(valleys: list[Valley], seat: int, line_name: str, foot: bool) -> str:
    """As large as the sheet it is laid over; empty where a line counts nothing that is drawn."""
    marks = MARKS[line_name](valleys, seat) if line_name in MARKS else []
    return picture(sheet_box(foot), *marks, class_="overlay", data_line=line_name, pointer_events="none")


# ---- the lines of the score ----------------------------------------------------------------------------


def _served(valleys: list[Valley], seat: int) -> list[str]:
    """SV 5.1: the way from each sheep to its house, and the same number at both ends."""
    valley = valleys[seat]
    pairs = allotment(valley)
    ways = [halo(_trimmed(way_points(shortest_way(valley, *pair)))) for pair in pairs]
    return [*ways, *[_number(n, _above(place)) for n, pair in enumerate(pairs, start=1) for place in pair]]


def _unserved(valleys: list[Valley], seat: int) -> list[str]:
    """SV 5.2."""
    valley = valleys[seat]
    houses = alone(valley, allotment(valley))
    return [*[_bounds([house], "accent") for house in houses], *[_badge(WITHOUT, _above(h)) for h in houses]]


def _majorities(valleys: list[Valley], seat: int) -> list[str]:
    """SV 5.3: the colours in which nobody has as many sunflowers."""
    valley = valleys[seat]
    found: list[str] = []
    for colour in range(len(COLOURS)):
        if majority(valleys, colour) == seat:
            flowers = listed(valley.sunflowers & valley.layout.colours[colour])
            found.append(_bounds(flowers))
            found.append(_badge(MAJORITY, _above(flowers[0])))
    return found


def _mountains(valleys: list[Valley], seat: int) -> list[str]:
    """SV 5.4: from each sunflower to each mountain at its side."""
    pairs = feeding(valleys[seat])
    links = [halo([_towards(flower, peak, 0.3), _towards(flower, peak, 0.72)]) for flower, peak in pairs]
    return [*links, *[_badge(1, _towards(flower, peak, 0.5), small=True) for flower, peak in pairs]]


def _villagers(valleys: list[Valley], seat: int) -> list[str]:
    """SV 3.6: what has brought them."""
    symbols = valleys[seat].symbols
    bringing = [(place, VILLAGERS[symbol]) for place, symbol in enumerate(symbols) if symbol in VILLAGERS]
    return [_people(many, _above(place)) for place, many in bringing]


def _high_speed(valleys: list[Valley], seat: int) -> list[str]:
    """SV 5.6: villages that stay together whichever line is cut, with the lines that see to it."""
    found: list[str] = []
    for group in groups(valleys[seat]):
        found += [halo(track_points(hexes)[1:-1]) for hexes in group.lines]
        found += [_bounds(village) for village in group.villages]
        found.append(_badge(group.points(), _above(group.villages[0][0])))
    return found


MARKS: Final[Mapping[str, Callable[[list[Valley], int], list[str]]]] = {
    "houses_with_sheep": _served,
    "houses_without": _unserved,
    "sunflower_majorities": _majorities,
    "mountains": _mountains,
    "villager_points": _villagers,
    "high_speed": _high_speed,
}


# ---- ways ----------------------------------------------------------------------------------------------


def way_points(steps: Sequence[PathStep]) -> list[Point]:
    """From hex to hex, along the tracks where there are any."""
    found = [centre(steps[0].place)]
    for step in steps[1:]:
        found += track_points(step.line)[1:] if step.line else [centre(step.place)]
    return found


def track_points(hexes: Sequence[int]) -> list[Point]:
    """A line from house to house (SV 4.2), through the middle of its rails."""
    found = [centre(hexes[0])]
    for before, here, after in zip(hexes, hexes[1:], hexes[2:], strict=False):
        x, y = centre(here)
        found += [
            (x + dx, y + dy)
            for (dx, dy), _ in run_of(_towards_side(here, before), _towards_side(here, after), 6)
        ]
    return [*found, centre(hexes[-1])]


def _towards_side(here: int, there: int) -> int:
    return NEXT[SIDES * here : SIDES * here + SIDES].index(there)


def _towards(here: int, there: int, share: float) -> Point:
    return mid(centre(here), centre(there), share)


def _above(place: int) -> Point:
    """Where a badge covers little of what is drawn."""
    x, y = centre(place)
    return (x + 24, y - 26)


def _trimmed(points: list[Point]) -> list[Point]:
    """Without the ends, which would cover the sheep and the house."""
    first, last = dist(points[0], points[1]), dist(points[-2], points[-1])
    start, end = mid(points[0], points[1], TRIM / first), mid(points[-1], points[-2], TRIM / last)
    return [start, *points[1:-1], end]


# ---- ink -----------------------------------------------------------------------------------------------


def halo(points: Sequence[Point]) -> str:
    """A bright line that shows on any ground."""
    d = line(points)
    return path(d, stroke="key", width=CASING, opacity=0.7) + path(d, stroke="halo", width=HALO)


def _bounds(places: Sequence[int], tone: str = "halo") -> str:
    """Round hexes, and not between them."""
    inside = set(places)
    d = borders(places, lambda one, other: other not in inside)
    return path(d, stroke="key", width=CASING) + path(d, stroke=tone, width=HALO)


def _badge(points: int, at: Point, small: bool = False) -> str:
    """Points on a plate; what is lost is red."""
    words = f"+{points}" if points > 0 else signed(points)
    high = 18.0 if small else 26.0
    wide = high * 0.5 + 0.54 * high * len(words)
    ground, ink = ("halo", "key") if points > 0 else ("accent", "on_accent")
    return g(
        rect(-wide / 2, -high / 2, wide, high, ground, "key", 1.6, high / 2),
        text(words, (0, high * 0.26), high * 0.72, fill=ink, face="sans", weight=700),
        at=at,
    )


def _people(many: int, at: Point) -> str:
    """So many villagers."""
    return g(
        rect(-21, -13, 42, 26, "sheet", "key", 1.6, 13),
        emblem("person", (-8, -1), 17, "accent"),
        text(many, (9, 6.5), 18, fill="key", face="sans", weight=700),
        at=at,
    )


def _number(number: int, at: Point) -> str:
    """What belongs together has the same."""
    disc = circle((0, 0), 13, "halo", "key", 1.6)
    return g(disc, text(number, (0, 6), 17, fill="key", face="sans", weight=700), at=at)
