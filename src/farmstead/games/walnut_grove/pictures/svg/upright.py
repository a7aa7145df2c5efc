"""The town for narrow screens, 360 × 604: Town Hall on top, down the right side, up the left."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from farmstead.games.walnut_grove.pictures.svg import plots
from farmstead.games.walnut_grove.pictures.svg.farmyard import stamp
from farmstead.games.walnut_grove.pictures.svg.fronts import front_of
from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.pictures.svg.town import CACHED_DISCS, ROW_SPACES
from farmstead.games.walnut_grove.pictures.views import TableView
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.names import ROWS
from farmstead.render.ink import Box, Point, circle, el, g, hit, part, polar, rect, text, var

BOX: Final = Box(0, 0, 360, 604)
WEST, EAST, NORTH, SOUTH = 152.0, 208.0, 52.0, 556.0  # the middle lines of the street
TURN: Final = 28.0


def upright_art(edition: Edition, view: TableView, names: Names, players: Sequence[str]) -> str:
    """The ring of the wide town, turned a quarter; each building is a card."""
    found = plots.plots(edition, view, names, players)
    return "".join(
        [
            g(_street(names), aria_hidden="true"),
            *[_row(row, plots.row_name(edition, view, row, names, players)) for row in range(len(ROWS))],
            *[_card(plot, names) for plot in found],
            plots.pawns(view, found, _row_spaces, _places, (7, 30), (7, 35)),
        ]
    )


@lru_cache(CACHED_DISCS)
def _street(names: Names) -> str:
    road = {"x": WEST, "y": NORTH, "width": EAST - WEST, "height": SOUTH - NORTH, "rx": TURN, "fill": "none"}
    return "".join(
        [
            el("rect", **road, stroke=var("edge"), stroke_width=37),
            el("rect", **road, stroke=var("street"), stroke_width=34),
            el("rect", **road, stroke=var("edge"), stroke_width=1.3, stroke_dasharray="2 8", opacity=0.8),
            _bar(NORTH),
            _bar(SOUTH),
            text(names.caption("town_hall"), (180, 22), 13, weight=700),
            text(names.caption("bazaar"), (180, 594), 13, weight=700),
        ]
    )


def _bar(y: float) -> str:
    stripes = [rect(176, y - 20 + 8 * n, 8, 8, "whitewash" if n % 2 else "accent", None) for n in range(5)]
    return rect(176, y - 20, 8, 40, width=3, r=2) + "".join(stripes)


def _row_spaces(row: int) -> list[Point]:
    """Round the bend past the toll line; the first to come stands farthest along."""
    middle, start = ((180.0, NORTH + TURN), -66.0) if row == 0 else ((180.0, SOUTH - TURN), 114.0)
    return [polar(start + 22 * n, TURN, middle) for n in range(ROW_SPACES)][::-1]


@lru_cache(plots.CACHED_PLOTS)
def _row(row: int, name: str) -> str:
    spaces = _row_spaces(row)
    rings = [circle(at, 5, "street", "edge", 1.1, stroke_dasharray="2 1.6", class_="ring") for at in spaces]
    left, top = (184.0, 32.0) if row == 0 else (132.0, 528.0)
    return part(f"row:{ROWS[row]}", name, hit(left, top, 44, 48, 12), *rings, class_="row")


def _stand(place: int) -> Point:
    return (EAST, 96.0 + 104 * place) if place < 5 else (WEST, 96.0 + 104 * (9 - place))


def _places(plot: plots.BuildingPlot) -> tuple[list[Point], float]:
    """Places lie along the street, one below the other."""
    return plots.places(plot.building.places, _stand(plot.place), Box(0, 0, 30, 100), 24, 6)


@lru_cache(plots.CACHED_PLOTS)
def _card(plot: plots.BuildingPlot, names: Names) -> str:
    _, y = _stand(plot.place)
    east = plot.place < 5
    left = 230 if east else 2
    places, radius = _places(plot)
    building = part(
        f"building:{plot.key}",
        plot.name,
        rect(left, y - 48, 128, 96, "paper", "rule", 1.2, 8, class_="hit card"),
        *[circle(at, radius, "paper", "edge", 1.4, class_="ring") for at in places],
        stamp(front_of(plot.building), (left + 4, y - 42), 0.5, class_="front"),
        plots.door_name(names.building(plot.building), (left + 64, y + 15), 13, 122),
        plots.price(plot.building, (left + 64, y + 32), 120, names),
        plots.toll_tag(plot.tolls, (places[0][0] + (9 if east else -9), places[0][1] - 12)),
        plots.closed_badge((left + 48, y - 9)),
        class_="plot",
    )
    return building + g(plots.shelf(plot, Box(left + 56, y - 38, 70, 34), names), class_="stock")
