"""The town: the street and what its buildings ask and offer."""

from typing import Any

from tests.games.walnut_grove.referee.farm import GOODS, Farm
from tests.games.walnut_grove.slow_scorer import edition

HIRING = ("lodge", "hotel", "saloon")
BUILDING = ("carpenter", "johansens-mill")
IMPROVING = ("svensons", "soebucks")
GIFTS = ("post-office", "church")
STORE = "general-store"


def buildings() -> list[dict[str, Any]]:
    return list(edition()["building"])


def building_named(key: str) -> dict[str, Any]:
    return next(building for building in buildings() if building["key"] == key)


def street() -> list[str]:
    """All spots clockwise from the Town Hall line; a row lies behind its line (WG 5.1, 5.2)."""
    spots = []
    for building in buildings():
        if "line" in building:
            spots.append(f"row {building['line']}")
        spots.append(building["key"])
    return spots


def lines_on_the_way(start: str, goal: str) -> int:
    """Walk spot by spot; to step onto a row's spot is to cross its line (WG 5.1, 5.4)."""
    spots = street()
    here, lines = spots.index(start), 0
    while True:
        here = (here + 1) % len(spots)
        lines += spots[here].startswith("row ")
        if spots[here] == goal:
            return lines


def cost(building: dict[str, Any]) -> list[str]:
    """Good by good, in the order of R33."""
    return [good for good in GOODS for _ in range(building["cost"].get(good, 0))]


def left_to_take(farm: Farm, house: str, stock: list[str], huts_free_wagons: bool) -> set[str]:
    """What of the stock of a house this farm has room or a site for (WG 5.9–5.11)."""
    board = farm.board
    if house in HIRING:
        homes = board["wagons"] + (farm.huts if huts_free_wagons else 0)
        full = len(farm.labourers) + len(farm.recruits) >= homes
        return set() if full else {f"hire {colour}" for colour in stock}
    if house in BUILDING:
        sites = {"hut": board["hut_sites"] - farm.huts, "barn": board["barn_sites"] - farm.barns}
        return {f"build {kind}" for kind in stock if sites[kind] > 0}
    full = len(farm.improvements) >= board["improvement_sites"]
    return set() if full else {f"buy {name}" for name in stock}
