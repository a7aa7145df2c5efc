"""What land promises, and what a tile would add to it (WG 3, 4.1, 8.2), without laying it."""

from __future__ import annotations

from typing import Final

from farmstead.engine.square import STEP, midpoint
from farmstead.games.walnut_grove.evaluator.prices import Prices
from farmstead.games.walnut_grove.rules.components import TurnedTile
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.land import RIM, Land
from farmstead.games.walnut_grove.rules.names import HORSES, PADDOCK

NO_FENCE: Final = -2


def terrain_weights(farm: Farm, prices: Prices) -> list[float]:
    """By terrain: what a district of it is worth, more where it feeds one's own."""
    found = prices.terrain[:]
    for colour in range(3):
        found[colour] += prices.eater * (farm.labourers[colour] + farm.recruits[colour])
    return found


def land_value(farm: Farm, prices: Prices) -> float:
    """Districts by size, squares, and the areas that are enclosed."""
    land = farm.land
    weights = terrain_weights(farm, prices)
    found = float(land.areas)
    for district in land.live:
        found += prices.of_district(land.size[district], weights[land.terrain[district]])
        found += prices.square * land.squares[district]
    return found


def added(farm: Farm, prices: Prices, weights: list[float], tile: TurnedTile, cell: int) -> float:
    """How much better the land is with one more tile."""
    land = farm.land
    return _by_districts(farm, land, prices, weights, tile, cell) + _by_fences(farm, land, prices, tile, cell)


def _by_districts(
    farm: Farm, land: Land, prices: Prices, weights: list[float], tile: TurnedTile, cell: int
) -> float:
    edges = land.edges
    terrains = tile.terrains
    sizes = [1] * len(terrains)
    found = 0.0
    met: list[int] = []
    for side in range(4):
        facing = edges.get((cell + STEP[side]) * 4 + (side ^ 2), -1)
        if facing < 0:
            continue
        found += prices.touching
        if land.terrain[facing] != tile.edges[side]:
            continue
        root = land.root(facing)
        if root in met:
            continue
        met.append(root)
        size = land.size[root]
        patch = tile.patch[side]
        sizes[patch] += size
        found -= prices.of_district(size, weights[terrains[patch]])
    largest = 0
    for patch in range(len(terrains)):
        size = sizes[patch]
        if size > largest:
            largest = size
        found += prices.of_district(size, weights[terrains[patch]]) + prices.square * tile.squares[patch]
    paddocks = farm.improvements[PADDOCK]
    if paddocks:
        before = land.largest()
        if largest > before:
            found += paddocks * (largest - before)
    return found


def _by_fences(farm: Farm, land: Land, prices: Prices, tile: TurnedTile, cell: int) -> float:
    fences = land.fences
    rim_side = land.rim_side(cell)
    found = 0.0
    roots = [NO_FENCE, NO_FENCE, NO_FENCE, NO_FENCE]  # by side: the fence that ends there
    fenced = 0
    for side in tile.lines:
        fenced |= 1 << side
    for side in range(4):
        at_rim = side == rim_side
        node = RIM if at_rim else midpoint(cell, side)
        if at_rim or node in fences:
            roots[side] = _root(fences, node)
        if (fenced >> side) & 1:
            found += prices.joined if roots[side] != NO_FENCE else prices.stub
        elif roots[side] != NO_FENCE and not at_rim:
            found += prices.blocked
    return found + _areas(tile.lines, roots) * (prices.area + farm.improvements[HORSES])


def _areas(lines: list[int], roots: list[int]) -> int:
    """How many areas a tile's lines enclose: each between two sides that already hang together (WG 9.4)."""
    part = [0, 1, 2, 3]  # which sides hang together
    for side in range(4):
        for other in range(side):
            if roots[side] != NO_FENCE and roots[side] == roots[other]:
                part[side] = part[other]
                break
    areas = 0
    for n in range(0, len(lines), 2):
        one, other = part[lines[n]], part[lines[n + 1]]
        if one == other:
            areas += 1
        else:
            for side in range(4):
                if part[side] == other:
                    part[side] = one
    return areas


def _root(fences: dict[int, int], node: int) -> int:
    above = fences.get(node, node)
    while above != node:
        node = above
        above = fences[node]
    return node
