"""Which districts to work in summer (WG 4): every choice is followed through town and winter."""

from __future__ import annotations

from typing import Final, final

from farmstead.engine.contract import Action
from farmstead.games.walnut_grove.evaluator.autumn import Street
from farmstead.games.walnut_grove.evaluator.household import Household
from farmstead.games.walnut_grove.evaluator.prices import GLUT, Prices
from farmstead.games.walnut_grove.rules.actions import KEEPS, LEAVE, THROWS
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import COPPER, GOLD, SAFE
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.games.walnut_grove.rules.winter import needs

MAX_DISTRICTS: Final = 8  # that are compared by at most six figures
SPARE_DISTRICTS: Final = 2  # beyond the figures, that are compared by more of them
MAX_FOLLOWED: Final = 16  # choices that are followed through town


@final
class DistrictChoice:
    """Districts to work, and what the year comes to with them."""

    __slots__ = ("districts", "value")

    def __init__(self, districts: list[int], worth: float) -> None:
        self.districts = districts
        self.value = worth


def choices(
    farm: Farm, house: Household, street: Street, summer_good: int, figures: int
) -> list[DistrictChoice]:
    """Every set of districts for the figures that are left, with what each comes to."""
    land = farm.land
    yields: list[tuple[int, int]] = []
    for district in land.live:
        if not (farm.worked >> district) & 1:
            bonus = 1 if land.terrain[district] == summer_good else 0
            yields.append((land.size[district] + bonus, district))
    yields.sort(key=_most_first)
    found: list[DistrictChoice] = []
    harvest = Household()
    if len(yields) <= figures:
        every = [district for _, district in yields]
        return [DistrictChoice(every, _worth(farm, house, street, summer_good, every, harvest))]
    candidates = _candidates(farm, [district for _, district in yields], figures)
    chosen = list(range(figures))
    going_on = True
    while going_on:
        districts = [candidates[n] for n in chosen]
        bring_in(farm, house, summer_good, districts, harvest)
        found.append(DistrictChoice(districts, street.passing(harvest)))
        going_on = _next(chosen, len(candidates))
    if len(found) > MAX_FOLLOWED:
        found.sort(key=_best_first)
        del found[MAX_FOLLOWED:]
    for choice in found:
        choice.value = _worth(farm, house, street, summer_good, choice.districts, harvest)
    return found


def _most_first(entry: tuple[int, int]) -> tuple[int, int]:
    return -entry[0], entry[1]


def _best_first(choice: DistrictChoice) -> float:
    return -choice.value


def _candidates(farm: Farm, districts: list[int], figures: int) -> list[int]:
    """The largest ones, and of each terrain at least the largest."""
    most = max(MAX_DISTRICTS, figures + SPARE_DISTRICTS)
    if len(districts) <= most:
        return districts
    land = farm.land
    first: list[int] = []
    rest: list[int] = []
    seen = 0
    for district in districts:
        if (seen >> land.terrain[district]) & 1:
            rest.append(district)
        else:
            seen |= 1 << land.terrain[district]
            first.append(district)
    return first + rest[: most - len(first)]


def _next(chosen: list[int], many: int) -> bool:
    """The next combination, in place; whether there is one."""
    size = len(chosen)
    n = size - 1
    while n >= 0 and chosen[n] == many - size + n:
        n -= 1
    if n < 0:
        return False
    chosen[n] += 1
    for later in range(n + 1, size):
        chosen[later] = chosen[later - 1] + 1
    return True


def _worth(
    farm: Farm, house: Household, street: Street, summer_good: int, districts: list[int], harvest: Household
) -> float:
    bring_in(farm, house, summer_good, districts, harvest)
    return street.best(harvest)


def bring_in(
    farm: Farm, house: Household, summer_good: int, districts: list[int], harvest: Household
) -> None:
    """The household after these districts have been worked: squares first, then the barn (WG 4.5)."""
    land = farm.land
    harvest.become(house)
    for district in districts:
        good = land.terrain[district]
        many = land.size[district] + (1 if good == summer_good else 0)
        free = land.squares[district] - farm.stored[district]
        placed = many if many < free else free
        harvest.goods[good] += placed
        over = many - placed
        if over > harvest.room:
            over = harvest.room
        if over > 0:
            harvest.goods[good] += over
            harvest.in_barn[good] += over
            harvest.room -= over


def put_away(pos: Position, farm: Farm, prices: Prices) -> Action:
    """A good that found no square: into the barn, if need be for something worth less, or left."""
    good = farm.land.terrain[farm.surplus_at]
    if farm.room > 0:
        return KEEPS[good]
    owed = needs(pos, farm)
    best, found = _worth_of(farm.goods[good] + 1 - owed[good], prices, good), -1
    for other in range(5):
        if farm.barn[other] > 0 and other != good:
            worth = _worth_of(farm.goods[other] - owed[other], prices, other)
            if worth < best:
                best, found = worth, other
    for coin in range(COPPER, GOLD + 1):
        if farm.barn[coin] > 0:
            worth = prices.coin + (coin - COPPER) + farm.improvements[SAFE]
            if worth < best:
                best, found = worth, coin
    return LEAVE if found < 0 else THROWS[found]


def _worth_of(spare: int, prices: Prices, good: int) -> float:
    """The last good of so many beyond what winter asks for."""
    if spare <= 0:
        return 1.5
    return prices.good[good] if spare <= GLUT else prices.more_goods[good]
