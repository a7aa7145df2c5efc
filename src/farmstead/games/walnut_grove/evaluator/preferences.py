"""What somebody may love on a farm: how much of it there is. The points it scores do not matter here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from farmstead.engine.contract import Seat, State
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.state import WalnutGrove

GRAIN: Final = names.GOODS.index("grain")
FISH: Final = names.GOODS.index("fish")
DAIRY: Final = names.GOODS.index("dairy")
STONE: Final = names.GOODS.index("stone")


def _farm(state: State, seat: Seat) -> Farm:
    assert isinstance(state, WalnutGrove)
    return state.farms[seat]


def fences(state: State, seat: Seat) -> float:
    """Sides of land tiles that a fence reaches (WG 9.1)."""
    return float(len(_farm(state, seat).land.fences))


def coins(state: State, seat: Seat) -> float:
    """Coins in the barn, and those that are still to be drawn (WG 5.12)."""
    farm = _farm(state, seat)
    return float(farm.coins() + farm.coins_due + sum(farm.coins_drawn))


def labourers(state: State, seat: Seat) -> float:
    """Hired, those included that begin in spring (WG 5.9)."""
    farm = _farm(state, seat)
    return float(farm.hands() + sum(farm.recruits))


def _tiles_with(state: State, seat: Seat, terrain: int) -> float:
    land = _farm(state, seat).land
    tiles = 0
    for district in land.live:
        if land.terrain[district] == terrain:
            tiles += land.size[district]
    return float(tiles)


def fields(state: State, seat: Seat) -> float:
    """Tiles of districts of grain."""
    return _tiles_with(state, seat, GRAIN)


def lakes(state: State, seat: Seat) -> float:
    """Tiles of districts of fish."""
    return _tiles_with(state, seat, FISH)


def meadows(state: State, seat: Seat) -> float:
    """Tiles of districts of dairy."""
    return _tiles_with(state, seat, DAIRY)


def forest(state: State, seat: Seat) -> float:
    """Tiles of districts of wood."""
    return _tiles_with(state, seat, names.WOOD)


def quarries(state: State, seat: Seat) -> float:
    """Tiles of districts of stone."""
    return _tiles_with(state, seat, STONE)


PREFERENCES: Final[dict[str, Callable[[State, Seat], float]]] = {
    "fences": fences,
    "coins": coins,
    "labourers": labourers,
    "fields": fields,
    "lakes": lakes,
    "meadows": meadows,
    "forest": forest,
    "quarries": quarries,
}
