"""The land of a farm: free cells, tiles, districts with their goods and figures."""

from functools import lru_cache
from typing import Final, NamedTuple

from farmstead.games.walnut_grove.pictures.svg.ground import corner_marks, storage, stored
from farmstead.games.walnut_grove.pictures.svg.landscapes import STRIP
from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.pictures.svg.pieces import figure
from farmstead.games.walnut_grove.pictures.svg.plan import FarmLayout, Spot, Squares, corner
from farmstead.games.walnut_grove.pictures.svg.tiles import SIDE
from farmstead.games.walnut_grove.pictures.views import DistrictView, FarmView
from farmstead.games.walnut_grove.rules.names import COLOURS
from farmstead.render.ink import Box, Point, g, hit, kind_of, nth, part, path, rect

MARGIN: Final = 12.0
CACHED_GROUNDS: Final = 8192  # cells, districts and squares that are not drawn again


class HouseholdFigures(NamedTuple):
    """The household's figures by their keys: at work and at home. Nobody is told apart at work (R31)."""

    out: tuple[str, ...]
    home: tuple[str, ...]

    @property
    def labourers(self) -> tuple[str, ...]:
        """All but the farmer, who is the first."""
        return (*self.out, *self.home)[1:]


def figures_of(farm: FarmView) -> HouseholdFigures:
    """The farmer goes first. When summer is over all come home."""
    figures = ("farmer", *nth([colour for colour in COLOURS for _ in range(farm["labourers"][colour])]))
    out = len([district for district in farm["districts"] if district["worked"]])
    return HouseholdFigures(figures[:out], figures[out:])


def land_box(plan: FarmLayout, below: float = 0) -> Box:
    """All cells, the landscapes, and so much room below these."""
    west, east = plan.columns
    left, top = corner(west, plan.top)
    width = (east - west + 1) * SIDE
    height = plan.top * SIDE + max(plan.foot, STRIP + below)
    return Box(left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)


def land(plan: FarmLayout, farm: FarmView, names: Names) -> str:
    """Everything above the player board; cell (column, row) has its upper left corner at (100c, −100r)."""
    spots = [(district, plan.districts[_key(district)]) for district in farm["districts"]]
    worked = [ground.spots[0] for district, ground in spots if district["worked"]]
    return "".join(
        [
            *[_free_cell(column, row, names) for column, row in plan.free],
            plan.strip,
            path("".join([f"M{SIDE * n:g} 0V{STRIP:g}" for n in range(1, 5)]), width=1.2),
            rect(0, 0, SIDE * 5, STRIP, width=1.4),
            plan.tiles,
            g(plan.enclosed, class_="enclosed", pointer_events="none"),
            *[
                _district(
                    district_name(district, names),
                    seen_district(district, names),
                    _part(district),
                    ground.outline,
                )
                for district, ground in spots
            ],
            g(
                plan.fences,
                plan.rim,
                *[_goods(district, ground.spots, names) for district, ground in spots],
                *[_worker(key, spot) for key, spot in zip(figures_of(farm).out, worked, strict=False)],
                plan.flags,
                class_="furniture",
                pointer_events="none",
                aria_hidden="true",
            ),
        ]
    )


def _key(district: DistrictView) -> tuple[str, int, int]:
    column, row = district["at"]
    return district["terrain"], column, row


@lru_cache(CACHED_GROUNDS)
def _free_cell(column: int, row: int, names: Names) -> str:
    x, y = corner(column, row)
    return part(
        f"cell:{column},{row}",
        names.part("cell", column=column, row=row, at=f"{column},{row}"),
        hit(x + 2, y + 2, SIDE - 4, SIDE - 4, 6),
        corner_marks(column, row),
        class_="cell",
        data_seen="",
    )


@lru_cache(CACHED_GROUNDS)
def _district(name: str, seen: str, key: str, outline: str) -> str:
    """The ground of a whole district as one shape to choose."""
    ground = path(outline, "none", None, class_="hit", pointer_events="all")
    return part(key, name, ground, class_="district", data_seen=seen)


def _part(district: DistrictView) -> str:
    good, column, row = _key(district)
    return f"district:{good}:{column},{row}"


def district_name(district: DistrictView, names: Names) -> str:
    """A district, read out."""
    good, column, row = _key(district)
    return names.part(
        "district",
        good=good,
        column=column,
        row=row,
        at=f"{column},{row}",
        size=district["size"],
        goods=district["goods"],
        squares=district["squares"],
        worked=int(district["worked"]),
    )


def seen_district(district: DistrictView, names: Names) -> str:
    """A district as it is said to those who see where it lies."""
    size, goods, squares = district["size"], district["goods"], district["squares"]
    return names.part("district_seen", good=district["terrain"], size=size, goods=goods, squares=squares)


def _goods(district: DistrictView, spots: list[Spot], names: Names) -> str:
    """The squares of a district, filled from its first cell on (WG 4.7)."""
    good, left = district["terrain"], district["goods"]
    letter = names.letter(good)
    squares, cubes = [], []
    for spot in spots:
        many = len(spot.squares.corners)
        filled = min(max(0, left), many)
        squares.append(_printed(spot.squares, good, filled, letter))
        cubes.append(_cubes(spot.squares, good, filled, letter))
        left -= many
    return "".join([*squares, *cubes])


@lru_cache(CACHED_GROUNDS)
def _printed(on: Squares, good: str, filled: int, letter: str) -> str:
    """What is printed on a tile lies wherever the tile lies."""
    drawn = [storage(good, at, n < filled, letter, on.size) for n, at in enumerate(_places(on))]
    return g(*drawn, data_with=f"t{on.tile}") if drawn and on.tile is not None else "".join(drawn)


@lru_cache(CACHED_GROUNDS)
def _cubes(on: Squares, good: str, filled: int, letter: str) -> str:
    where = f"L{on.at[0] / SIDE:.0f}" if on.tile is None else str(on.tile)
    places = enumerate(_places(on)[:filled])
    return "".join([stored(good, at, f"{good}@{where}.{n}", letter, on.size) for n, at in places])


def _places(on: Squares) -> list[Point]:
    return [(on.at[0] + x, on.at[1] + y) for x, y in on.corners]


def _worker(key: str, spot: Spot) -> str:
    return figure(kind_of(key), (spot.at[0] + spot.stand[0], spot.at[1] + spot.stand[1] - 6), key=key)
