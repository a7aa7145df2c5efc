"""How goods are paid (WG 4.8, 5.6, 5.7): from the barn, from land, or with a coin as joker.

A seat may owe two things at once: goods of certain kinds (a building's cost, or a winter's needs) and,
while it buys off a help tile, any goods. While `farm.covering` holds, nothing may make the first unpayable.
"""

from __future__ import annotations

from mypy_extensions import i64

from farmstead.engine.contract import Action, Event, Seat
from farmstead.games.walnut_grove.rules.actions import GIVES, IN_BARN, JOKERS, Give, on_land
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import COPPER, GOLD, ITEMS, NOTHING
from farmstead.games.walnut_grove.rules.position import Position


def missing(farm: Farm, needs: list[int]) -> i64:
    """Goods of `needs` that the farm has not, so that a coin would have to stand in for each."""
    goods = farm.goods
    total: i64 = 0
    for good in range(5):
        need: i64 = needs[good]
        if need > 0:
            held: i64 = goods[good]
            if need > held:
                total += need - held
    return total


def payable(farm: Farm, needs: list[int]) -> bool:
    """WG 5.5: whether goods and coins together cover a cost."""
    return missing(farm, needs) <= farm.coins()


def covers(pos: Position, farm: Farm, any_goods: i64) -> bool:
    """Whether `any_goods` goods of free choice can be given and the covered cost, if any, still be paid."""
    available = _available(pos, farm)
    if not farm.covering:
        return available >= any_goods
    if available < any_goods:
        return False
    lacking = missing(farm, farm.owed)
    spare: i64 = 0
    for good in range(5):
        if farm.goods[good] > farm.owed[good]:
            spare += farm.goods[good] - farm.owed[good]
    spare_coins = farm.coins() - lacking
    if spare_coins < 0:
        return False
    # A coin that is not needed helps either way: given itself, or standing in for a good that is given.
    return spare + spare_coins >= any_goods


def _available(pos: Position, farm: Farm) -> i64:
    """All that can be given where any good will do."""
    return farm.all_goods() + (farm.coins() if pos.switches.jokers_anywhere else 0)


def still_covers_without(pos: Position, farm: Farm, item: int, any_goods: i64) -> bool:
    """Whether the rest can be met when one `item` is gone."""
    if not farm.covering:
        counts = item < COPPER or pos.switches.jokers_anywhere
        return _available(pos, farm) - (1 if counts else 0) >= any_goods
    held = farm.goods if item < COPPER else farm.barn
    held[item] -= 1
    answer = covers(pos, farm, any_goods)
    held[item] += 1
    return answer


def offer_good(farm: Farm, good: int, out: list[Action]) -> None:
    """WG 4.8: the good from the barn, or from any district that holds it."""
    if farm.barn[good] > 0:
        out.append(GIVES[good])
    if farm.goods[good] > farm.barn[good]:
        land, stored = farm.land, farm.stored
        terrain = land.terrain
        for district in land.live:
            if terrain[district] == good and stored[district] > 0:
                out.append(on_land(good, land.anchor[district]).give)


def offer_jokers(farm: Farm, good: int, out: list[Action]) -> None:
    """WG 5.7: each value of coin held; `good` NOTHING means any good."""
    for coin in range(COPPER, GOLD + 1):
        if farm.barn[coin] > 0:
            out.append(JOKERS[good + 1][coin - COPPER])


def offer_cost(pos: Position, farm: Farm, out: list[Action]) -> None:
    """WG 5.6: the ways to pay the next good of the cost."""
    good = next_owed(farm)
    offer_good(farm, good, out)
    if joker_for_cost(pos, farm, good):
        offer_jokers(farm, good, out)


def next_owed(farm: Farm) -> int:
    """The first good still owed, in the order of the goods, or NOTHING."""
    owed = farm.owed
    for good in range(5):
        if owed[good] > 0:
            return good
    return NOTHING


def joker_for_cost(pos: Position, farm: Farm, good: int) -> bool:
    """WG 5.7: whether a coin may stand for this good of a cost and leave the rest payable."""
    if farm.goods[good] == 0:
        return True
    if not pos.switches.jokers_anywhere:
        return False
    lacking = missing(farm, farm.owed)
    if farm.owed[good] > farm.goods[good]:
        lacking -= 1
    return lacking < farm.coins()


def give(pos: Position, farm: Farm, move: Give) -> None:
    """Hand over what the move says; coins go into the bag at once (R5)."""
    if move.cell != IN_BARN:
        farm.take_from(move.item, move.cell)
        return
    farm.take(move.item)
    if move.item >= COPPER:
        pos.coin_bag[move.item - COPPER] += 1


def openly(item: int) -> str:
    """What everybody sees of something given up (WG 5.14)."""
    return "coin" if item >= COPPER else ITEMS[item]


def tell_owner(seat: Seat, item: int, log: list[Event]) -> None:
    """Only its owner sees which coin went (WG 5.14)."""
    if item >= COPPER:
        log.append(Event("coin_gone", seat, {"coin": ITEMS[item]}, seat))
