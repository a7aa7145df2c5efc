"""What a tile, a coin or a disc is worth when it comes.

Tiles that are drawn are worth what the best of them would add to the land; those still to be drawn count as
tiles from evenly spread places among all in the bag.
"""

from __future__ import annotations

from farmstead.engine.contract import CHANCE, Seat, State
from farmstead.evaluators.base import Evaluator
from farmstead.evaluators.chance import values_after_each
from farmstead.games.walnut_grove.evaluator.grove_evaluator import GroveEvaluator
from farmstead.games.walnut_grove.evaluator.land import added, terrain_weights
from farmstead.games.walnut_grove.rules import names, spring
from farmstead.games.walnut_grove.rules.state import WalnutGrove


def values_after_chance(own: GroveEvaluator, judge: Evaluator, state: State) -> list[list[float]]:
    """By outcome, in the order of the odds, then by seat; nothing of set-up, which is the same for all.

    What tiles add is told by the game's own evaluator.
    """
    assert isinstance(state, WalnutGrove)
    if state.year == 0 or state.chance == names.CHANCE_STOCK:
        return []
    if state.chance == names.CHANCE_TILE:
        return _after_tile(own, judge, state)
    if state.chance == names.CHANCE_DISC:
        return _after_disc(own, judge, state)
    return values_after_each(judge, state)


def _after_tile(own: GroveEvaluator, judge: Evaluator, state: WalnutGrove) -> list[list[float]]:
    seat = spring.drawing(state)
    drawn = state.farms[seat].drawn
    worth = tile_values(own, state, seat, [*drawn, *state.tile_bag])
    in_bag = sorted([worth[tile] for tile in state.tile_bag])
    missing = expected_tiles(in_bag, int(state.disc.draw) - len(drawn) - 1)
    base = [judge.value(state, other) for other in range(state.players)]
    known = [worth[tile] for tile in drawn] + missing
    found: list[list[float]] = []
    for tile in state.tile_bag:
        values = base[:]
        values[seat] += best_of([*known, worth[tile]], int(state.disc.lay))
        found.append(values)
    return found


def _after_disc(own: GroveEvaluator, judge: Evaluator, state: WalnutGrove) -> list[list[float]]:
    """A disc also says how many tiles are drawn and laid."""
    found: list[list[float]] = []
    in_bag: list[list[float]] = []
    for move, _ in state.odds():
        after = state.clone()
        after.apply(CHANCE, move)
        if not in_bag:  # of every seat: the land and the prices are alike whatever disc comes
            for seat in range(state.players):
                in_bag.append(sorted(tile_values(own, after, seat, after.tile_bag).values()))
        found.append(
            [
                judge.value(after, seat)
                + best_of(expected_tiles(in_bag[seat], int(after.disc.draw)), int(after.disc.lay))
                for seat in range(state.players)
            ]
        )
    return found


def tile_values(own: GroveEvaluator, state: WalnutGrove, seat: Seat, tiles: list[int]) -> dict[int, float]:
    """What each tile would add to the land of a seat, laid where it is worth most."""
    farm = state.farms[seat]
    prices = own.prices[state.edition.years - max(1, int(state.year))]
    weights = terrain_weights(farm, prices)
    found: dict[int, float] = {}
    for number in tiles:
        best: float | None = None
        for cell in farm.land.frontier:
            for turned in state.edition.tiles[number].turned:
                value = added(farm, prices, weights, turned, cell)
                if best is None or value > best:
                    best = value
        found[number] = 0.0 if best is None else best
    return found


def expected_tiles(values: list[float], many: int) -> list[float]:
    """So many of the values, from evenly spread places among them; they are in order."""
    if not values:
        return []
    return [values[(2 * n + 1) * len(values) // (2 * many)] for n in range(many)]


def best_of(values: list[float], many: int) -> float:
    """The sum of the largest of them."""
    return sum(sorted(values, reverse=True)[:many])
