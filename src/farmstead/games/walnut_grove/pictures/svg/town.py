"""The town, 740 × 702: a ring street, five fronts above it and five below, the year disc in the middle."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from farmstead.games.walnut_grove.pictures.svg import plots
from farmstead.games.walnut_grove.pictures.svg.disc import RADIUS, disc_art, disc_name
from farmstead.games.walnut_grove.pictures.svg.farmyard import stamp
from farmstead.games.walnut_grove.pictures.svg.fronts import front_of
from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.pictures.views import TableView
from farmstead.games.walnut_grove.rules.components import Disc, Edition
from farmstead.games.walnut_grove.rules.names import ROWS
from farmstead.render.ink import Box, Point, circle, el, g, hit, part, path, rect, text, use, var

BOX: Final = Box(0, 0, 740, 702)
LEFT, TOP, WIDE, HIGH, ROUND = 58.0, 212.0, 624.0, 278.0, 110.0  # the middle line of the street
MIDDLE: Final = (LEFT + WIDE / 2, TOP + HIGH / 2)
SPACING: Final = 122.0
CACHED_DISCS: Final = 512  # year discs, and what else there is one of in a language
ROW_SPACES: Final = 4  # WG 9.6


def town_art(
    edition: Edition, view: TableView, disc: Disc | None, names: Names, players: Sequence[str]
) -> str:
    """Everything of the town; figures stand above all else."""
    found = plots.plots(edition, view, names, players)
    return "".join(
        [
            g(_street(), aria_hidden="true"),
            _landmarks(names),
            _disc(disc, view["season"], view["year"], names),
            *[_row(row, plots.row_name(edition, view, row, names, players)) for row in range(len(ROWS))],
            *[_plot(plot, names) for plot in found],
            plots.pawns(view, found, _row_spaces, _places, (9, 34), (10, 41)),
        ]
    )


@lru_cache(CACHED_DISCS)
def _disc(disc: Disc | None, season: str, year: int, names: Names) -> str:
    return part(
        "thing:disc",
        disc_name(disc, year, names),
        disc_art(disc, season, year, names),
        circle((0, 0), RADIUS, "none", None, class_="hit", pointer_events="all"),
        at=MIDDLE,
        class_="disc",
    )


# ---- the street ------------------------------------------------------------------------------------------


@cache
def _street() -> str:
    road = {"x": LEFT, "y": TOP, "width": WIDE, "height": HIGH, "rx": ROUND, "fill": "none"}
    between = [SPACING * step for step in (-1.5, -0.5, 0.5, 1.5)]
    return "".join(
        [
            el("rect", **road, stroke=var("edge"), stroke_width=49),
            el("rect", **road, stroke=var("street"), stroke_width=46),
            el("rect", **road, stroke=var("edge"), stroke_width=1.4, stroke_dasharray="2 9", opacity=0.8),
            *[_arrow((MIDDLE[0] + dx, TOP), 0) for dx in between],
            *[_arrow((MIDDLE[0] + dx, TOP + HIGH), 180) for dx in between],
            toll_bar((LEFT, MIDDLE[1]), 24),
            toll_bar((LEFT + WIDE, MIDDLE[1]), -24),
        ]
    )


def _arrow(at: Point, turn: float) -> str:
    return g(path("M-7-6L3 0-7 6M0-6L10 0 0 6", stroke="edge", width=2.2), at=at, turn=turn, opacity=0.75)


def toll_bar(at: Point, coin_below: float) -> str:
    """A striped bar across the street, and the coin that it costs."""
    x, y = at
    stripes = [rect(x - 27 + 9 * n, y - 4, 9, 8, "whitewash" if n % 2 else "accent", None) for n in range(6)]
    return (
        rect(x - 27, y - 4, 54, 8, width=3, r=2)
        + "".join(stripes)
        + circle((x - 27, y), 7, "plank")
        + circle((x + 27, y), 7, "plank")
        + use("coin-back", (x, y + coin_below), 20)
    )


@lru_cache(CACHED_DISCS)
def _landmarks(names: Names) -> str:
    hall, bazaar = (LEFT + 36, TOP + 84), (LEFT + WIDE - 130, TOP + 86)
    return _landmark("town-hall", names.caption("town_hall"), hall, 107) + _landmark(
        "bazaar", names.caption("bazaar"), bazaar, 100
    )


def _landmark(key: str, name: str, at: Point, foot: float) -> str:
    """A house that nobody visits, and its name below it."""
    return part(
        f"thing:{key}",
        name,
        stamp(f"mark-{key}", at),
        text(name, (at[0] + 45.5, at[1] + foot), 15.6, weight=700),
        hit(*at, 91, foot + 6, 8),
    )


# ---- start rows (WG 1.9) ---------------------------------------------------------------------------------


def _row_spaces(row: int) -> list[Point]:
    """Past the toll line, left and right in turn so that nobody hides another; the first stands farthest."""
    side = 1 if row == 0 else -1
    x = LEFT if row == 0 else LEFT + WIDE
    return [
        (x + side * (n * n * 0.9) + (11 if n % 2 else -11), MIDDLE[1] - side * (27 + 18 * n))
        for n in range(ROW_SPACES)
    ][::-1]


@lru_cache(plots.CACHED_PLOTS)
def _row(row: int, name: str) -> str:
    spaces = _row_spaces(row)
    left, top = min([x for x, _ in spaces]) - 13, min([y for _, y in spaces]) - 14
    rings = [circle(at, 6.5, "street", "edge", 1.2, stroke_dasharray="2.5 2", class_="ring") for at in spaces]
    return part(f"row:{ROWS[row]}", name, hit(left, top, 56, 84, 14), *rings, class_="row")


# ---- buildings -------------------------------------------------------------------------------------------


def _stand(place: int) -> Point:
    """Where a building meets the street: five along the top from the left, five below from the right."""
    column = place if place < 5 else 9 - place
    return MIDDLE[0] + (column - 2) * SPACING, TOP if place < 5 else TOP + HIGH


def _places(plot: plots.BuildingPlot) -> tuple[list[Point], float]:
    """The places on the street before a building, and how large they are."""
    gap = 10 if plot.building.places == 2 else 4
    return plots.places(plot.building.places, _stand(plot.place), Box(0, 0, 112, 42), 30, gap)


@lru_cache(plots.CACHED_PLOTS)
def _plot(plot: plots.BuildingPlot, names: Names) -> str:
    """A building from the street outwards: places, name, price, front, and what waits there."""
    x, y = _stand(plot.place)
    above = plot.place < 5
    foot, label = (y - 67, y - 50) if above else (y + 163, y + 44)
    places, radius = _places(plot)
    building = part(
        f"building:{plot.key}",
        plot.name,
        hit(x - 60, y - 204 if above else y + 26, 120, 178, 10),
        *[circle(at, radius, "paper", "edge", 1.6, class_="ring") for at in places],
        stamp(front_of(plot.building), (x - 55, foot - 88), 1.1, class_="front"),
        path(f"M{x - 54:g} {foot:g}H{x + 54:g}", stroke="ink", width=1.6),
        plots.door_name(names.building(plot.building), (x, label), 15.6, 120),
        plots.price(plot.building, (x, label + 15), 112, names),
        plots.toll_tag(plot.tolls, (places[-1][0] + 19, y - 14)),
        plots.closed_badge((x + 47, foot - 76)),
        class_="plot",
    )
    stock = Box(x - 58, foot - 130 if above else foot + 5, 116, 35)
    return building + g(plots.shelf(plot, stock, names), class_="stock")
