"""What a visit to each building is worth, winter included (WG 5, 6)."""

from __future__ import annotations

from typing import Final, final

from farmstead.engine.contract import Seat
from farmstead.games.walnut_grove.evaluator.household import REPAID_WITH, Household
from farmstead.games.walnut_grove.evaluator.prices import GLUT, Prices
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.autumn import has_place, has_site, something_left
from farmstead.games.walnut_grove.rules.components import Building
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.games.walnut_grove.rules.town import building_spot, first_step, toll_lines

NEVER: Final = -1e9


@final
class Street:
    """The walks a seat can take this autumn: where something is left for it, the tolls, the way after."""

    def __init__(self, pos: Position, seat: Seat, prices: Prices, kept: Household | None = None) -> None:
        edition = pos.edition
        self.kept = kept  # becomes what the best way through the year comes to
        self.most = NEVER
        self.prices = prices
        self.jokers = pos.switches.jokers_anywhere
        self.pieces = pos.stock
        self.buildings: list[Building] = []
        self.tolls: list[int] = []
        self.ways: list[float] = []
        spot, farm = pos.spots[seat], pos.farms[seat]
        self.farm = farm
        for building in edition.buildings:
            if has_place(pos, seat, building.number) and something_left(pos, farm, building.number):
                self.buildings.append(building)
                self.tolls.append(toll_lines(edition, spot, building.number))
                self.ways.append(way_left(pos, building_spot(edition, building.number)))
        self.stay = way_left(pos, spot)
        bag = pos.coin_bag
        self.bag = bag[0] + bag[1] + bag[2]
        self.points = (bag[1] + 2.0 * bag[2]) / self.bag if self.bag else 0.0  # of a coin, on average
        self.scratch = Household()
        self.winter = Household()
        self.double = pos.disc.autumn

    def best(self, house: Household) -> float:
        """What the year comes to with the best visit."""
        found = self.passing(house)
        for n in range(len(self.buildings)):
            value = self.visit(house, n)
            if value > found:
                found = value
        return found

    def buying_off(self, house: Household) -> float:
        """What the year comes to if the open help tile is bought off before the visit (WG 7.3)."""
        repaid = Household()
        repaid.become(house)
        if repaid.all_goods() < REPAID_WITH:
            return NEVER
        repaid.buy_off(REPAID_WITH)
        return self.best(repaid)

    def passing(self, house: Household) -> float:
        scratch = self.scratch
        scratch.become(house)
        scratch.way = self.stay
        return self._through_winter(scratch)

    def _through_winter(self, house: Household) -> float:
        house.live_through_winter(self.prices, self.jokers)
        value = house.value(self.prices)
        if self.kept is not None and value > self.most:
            self.most = value
            self.kept.become(house)
        return value

    def visit(self, house: Household, n: int) -> float:
        """What the year comes to with the n-th visit; NEVER if it cannot be paid."""
        building = self.buildings[n]
        missing = house.missing(building.cost)
        if missing > house.all_coins():
            return NEVER
        scratch = self.scratch
        scratch.become(house)
        scratch.way = self.ways[n]
        scratch.pay_visit(self.tolls[n], building.cost, missing, self.prices)
        if building.trade == names.TWO_GOODS:
            self._take(scratch)
            self._take(scratch)
            return self._through_winter(scratch)
        if building.trade == names.SHOP:
            self._sell(scratch, building)
            return self._through_winter(scratch)
        return self._best_piece(scratch, building)

    def _best_piece(self, house: Household, building: Building) -> float:
        first = names.STOCK_AT[building.number]
        found = NEVER
        for kind in range(names.STOCK_KINDS[building.number]):
            if self.pieces[first + kind] <= 0:
                continue
            winter = self.winter
            winter.become(house)
            if building.trade == names.LODGING:
                winter.eaters[kind] += 1
            elif building.trade == names.CARPENTRY:
                if not has_site(self.farm, kind):
                    continue
                if kind == names.HUT:
                    winter.huts += 1
                    if winter.owed[names.WOOD] > 0 and winter.huts <= winter.hands():
                        winter.owed[names.WOOD] -= 1
                else:
                    winter.barns += 1
                    winter.room += winter.barn_adds
            else:
                owned = winter.improvements[:]
                owned[kind] += 1
                winter.improvements = owned
                winter.sites -= 1
            value = self._through_winter(winter)
            if value > found:
                found = value
        return found

    def _take(self, house: Household) -> None:
        """The good that is worth most, if there is room (WG 5.8)."""
        if house.room <= 0:
            return
        best, found = -1.0, 0
        for good in range(5):
            worth = self.worth_of_one_more(house, good)
            if worth > best:
                best, found = worth, good
        house.goods[found] += 1
        house.in_barn[found] += 1
        house.room -= 1

    def worth_of_one_more(self, house: Household, good: int) -> float:
        held = house.goods[good] - house.owed[good]
        if held < 0:
            help = house.price_of_help(self.prices)
            return min(help, house.least_coin(self.prices)) if self.jokers else help
        return self.prices.more_goods[good] if held >= GLUT else self.prices.good[good]

    def _sell(self, house: Household, building: Building) -> None:
        """WG 5.12: what is worth less than the coins it brings."""
        price = self.points + self.prices.coin + house.improvements[names.SAFE]
        left = self.bag
        for good in building.sells:
            if house.goods[good] == 0:
                continue
            coins = min(2 if good == self.double else 1, left)
            house.goods[good] -= 1
            worth = self.worth_of_one_more(house, good)
            house.goods[good] += 1
            room = house.room + (1 if house.in_barn[good] else 0)
            if coins > room:
                coins = room
            if coins * price > worth:
                house.give(good, 1)
                left -= coins
                house.room -= coins
                house.coins[1] += coins  # on average a coin is worth about a silver one


def way_left(pos: Position, spot: int) -> float:
    """Buildings before the next toll line, as a part of the ring."""
    lines = pos.edition.lines
    ring = len(lines)
    step = first_step(spot) % ring
    if lines[step] and spot % 2 == 0:
        return 0.0
    many = 0
    while many < ring:
        many += 1
        step = (step + 1) % ring
        if lines[step]:
            break
    return many / ring
