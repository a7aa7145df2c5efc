"""What a farm has and owes, in a few numbers: how it comes through the winter, and what it is worth then.

The sums follow WG 5.6, 5.7, 6 and 7, but only to compare ways to play: moves are made by the rules.
"""

from __future__ import annotations

from typing import Final, final

from farmstead.games.walnut_grove.evaluator.prices import GLUT, MAX_ROOM, PURSE, Prices
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.position import Switches

HELP: Final = 2.0  # points a help tile costs (WG 7.4)
REPAID_WITH: Final = 3  # goods (WG 7.1)
COIN_POINTS: Final = [0.0, 1.0, 2.0]


@final
class Household:
    """A farm without its land, and what of the land does not change until the next spring."""

    def __init__(self) -> None:
        self.goods = [0, 0, 0, 0, 0]
        self.in_barn = [0, 0, 0, 0, 0]
        self.coins = [0, 0, 0]
        self.room = 0
        self.eaters = [0, 0, 0]  # labourers and recruits, by colour
        self.huts = 0
        self.huts_free_wagons = False  # each hut bought is room for one more labourer (WG 5.9)
        self.barns = 0
        self.barn_adds = 0
        self.improvements = [0] * 7
        self.sites = 0
        self.wagons = 0
        self.help_open = 0
        self.help_turned = 0
        self.open_costs = HELP  # points the open help tile costs in the end (WG 7.4)
        self.owed = [0, 0, 0, 0, 0]  # in the winter to come
        self.areas = 0
        self.largest = 0
        self.supply = [0, 0, 0, 0, 0]  # tiles of the largest district, by terrain
        self.way = 0.0  # to the next toll line, as a part of the ring

    def become(self, other: Household) -> None:
        """A copy, without making anything new."""
        for n in range(5):
            self.goods[n] = other.goods[n]
            self.in_barn[n] = other.in_barn[n]
            self.owed[n] = other.owed[n]
        for n in range(3):
            self.coins[n] = other.coins[n]
            self.eaters[n] = other.eaters[n]
        self.room = other.room
        self.huts = other.huts
        self.huts_free_wagons = other.huts_free_wagons
        self.barns = other.barns
        self.barn_adds = other.barn_adds
        self.improvements = other.improvements  # never changed in place
        self.sites = other.sites
        self.wagons = other.wagons
        self.help_open = other.help_open
        self.help_turned = other.help_turned
        self.open_costs = other.open_costs
        self.areas = other.areas
        self.largest = other.largest
        self.supply = other.supply
        self.way = other.way

    def all_coins(self) -> int:
        return self.coins[0] + self.coins[1] + self.coins[2]

    def hands(self) -> int:
        return self.eaters[0] + self.eaters[1] + self.eaters[2]

    def accept_help(self) -> None:
        """WG 7.1, 7.2."""
        self.help_turned += self.help_open
        self.help_open = 1

    def give(self, good: int, many: int) -> None:
        """From the barn first (WG 4.8)."""
        self.goods[good] -= many
        held = self.in_barn[good]
        from_barn = many if many < held else held
        self.in_barn[good] = held - from_barn
        self.room += from_barn

    def give_coin(self) -> None:
        """The one that scores least."""
        for coin in range(3):
            if self.coins[coin] > 0:
                self.coins[coin] -= 1
                self.room += 1
                return

    def least_coin(self, prices: Prices) -> float:
        """What the coin that scores least is worth."""
        price = prices.coin if self.all_coins() <= PURSE else prices.more_coins
        for coin in range(3):
            if self.coins[coin] > 0:
                return COIN_POINTS[coin] + price + float(self.improvements[names.SAFE])
        return 1e9

    def price_of_help(self, prices: Prices) -> float:
        """What one more help tile costs."""
        return HELP if self.help_open else self.open_costs - prices.open_help

    def pay_or_ask(self, prices: Prices) -> None:
        """For a toll or a missing good: a coin or a help tile, what costs less (WG 5.6, 6.4)."""
        if self.least_coin(prices) < self.price_of_help(prices):
            self.give_coin()
        else:
            self.accept_help()

    def missing(self, cost: list[int]) -> int:
        """Goods of a cost that are not there."""
        missing = 0
        for good in range(5):
            if cost[good] > self.goods[good]:
                missing += cost[good] - self.goods[good]
        return missing

    def pay_visit(self, tolls: int, cost: list[int], missing: int, prices: Prices) -> bool:
        """WG 5.6, 5.7: tolls with coins that the cost can spare, goods, and coins for those that are missing.

        False, with only the tolls paid, where the cost cannot be paid.
        """
        for _ in range(tolls):
            if self.all_coins() > missing:
                self.pay_or_ask(prices)
            else:
                self.accept_help()
        if missing > self.all_coins():
            return False
        for good in range(5):
            if cost[good]:
                held = self.goods[good]
                self.give(good, cost[good] if cost[good] < held else held)
        for _ in range(missing):
            self.give_coin()
        return True

    def live_through_winter(self, prices: Prices, jokers: bool) -> None:
        """WG 6: food and fire, then help is bought off at the very end if that pays."""
        missing = 0
        for good in range(4):
            owed = self.owed[good]
            if owed:
                held = self.goods[good]
                paid = owed if owed < held else held
                if paid:
                    self.give(good, paid)
                missing += owed - paid
        while missing > 0:
            missing -= 1
            if jokers:
                self.pay_or_ask(prices)
            else:
                self.accept_help()
        if prices.last and self.help_open and self.pays_to_buy_off():
            self.buy_off(REPAID_WITH)

    def pays_to_buy_off(self) -> bool:
        """Whether, at the very end, three goods are there and worth less than the tile (WG 7.3, 8.10)."""
        goods = self.all_goods()
        if goods < REPAID_WITH:
            return False
        lost = 0
        if self.improvements[names.STORE]:
            held = self.stored()
            lost = held + min(self.room, goods - held) - min(goods - REPAID_WITH, held + self.room)
        return lost * self.improvements[names.STORE] < self.open_costs

    def buy_off(self, price: int) -> None:
        """Give so many goods for the open tile, those first of which winter asks for least."""
        self.help_open = 0
        for _ in range(price):
            best, found = -99, -1
            for good in range(5):
                spare = self.goods[good] - self.owed[good]
                if self.goods[good] > 0 and spare > best:
                    best, found = spare, good
            if found < 0:
                self.give_coin()
            else:
                self.give(found, 1)

    def all_goods(self) -> int:
        return self.goods[0] + self.goods[1] + self.goods[2] + self.goods[3] + self.goods[4]

    def stored(self) -> int:
        """Goods in the barn."""
        barn = self.in_barn
        return barn[0] + barn[1] + barn[2] + barn[3] + barn[4]

    def value(self, prices: Prices) -> float:
        """What it scores and will bring, after winter, but for the land itself."""
        hands = self.hands()
        found = 2.0 * (1 + hands) + 2.0 + self.huts + self.barns + self.coins[1] + 2.0 * self.coins[2]
        found -= HELP * self.help_turned
        if self.help_open:
            found += prices.open_help - self.open_costs
        many = self.all_coins()
        found += self.scored_improvements(hands, many)
        if prices.last:
            return found
        found += prices.coin * (many if many < PURSE else PURSE)
        if many > PURSE:
            found += prices.more_coins * (many - PURSE)
        for good in range(5):
            held = self.goods[good]
            if held > GLUT:
                found += prices.good[good] * GLUT + prices.more_goods[good] * (held - GLUT)
            else:
                found += prices.good[good] * held
        found += prices.figure * hands + prices.hunger * self.lacking(hands)
        found += prices.hut * (self.huts if self.huts < hands else hands) + prices.barn * self.barns
        room = self.wagons + (self.huts if self.huts_free_wagons else 0)
        found += prices.wagon * (room - hands) + prices.site * self.sites
        found += prices.room * (self.room if self.room < MAX_ROOM else MAX_ROOM)
        found += prices.way * self.way
        for kind in range(7):
            if self.improvements[kind]:
                found += prices.improvement[kind] * self.improvements[kind]
        return found

    def scored_improvements(self, hands: int, coins: int) -> float:
        """WG 8.6."""
        owned = self.improvements
        all_owned = owned[0] + owned[1] + owned[2] + owned[3] + owned[4] + owned[5] + owned[6]
        points = owned[names.TENT] * 2 * all_owned
        points += owned[names.LADDER] * (2 + self.huts + self.barns) + owned[names.SAFE] * coins
        points += (
            owned[names.WELL] * (1 + hands)
            + owned[names.HORSES] * self.areas
            + owned[names.PADDOCK] * self.largest
        )
        if owned[names.STORE]:
            held = self.stored()
            points += owned[names.STORE] * (held + min(self.room, self.all_goods() - held))
        return float(points)

    def lacking(self, hands: int) -> int:
        """Goods an ordinary winter asks for beyond what one district of each sort brings."""
        wagons = hands - self.huts
        fires = 1 + (wagons if wagons > 0 else 0)
        supply = self.supply
        found = fires - supply[names.WOOD] if fires > supply[names.WOOD] else 0
        for colour in range(3):
            if self.eaters[colour] > supply[colour]:
                found += self.eaters[colour] - supply[colour]
        return found


def household_of(farm: Farm, owed: list[int], way: float, switches: Switches) -> Household:
    found = Household()
    found.open_costs = HELP if switches.open_help_costs else 0.0
    found.huts_free_wagons = switches.huts_free_wagons
    land = farm.land
    for good in range(5):
        found.goods[good] = farm.goods[good]
        found.in_barn[good] = farm.barn[good]
        found.owed[good] = owed[good]
    for coin in range(3):
        found.coins[coin] = farm.barn[names.COPPER + coin]
    found.room = int(farm.room)
    for colour in range(3):
        found.eaters[colour] = farm.labourers[colour] + farm.recruits[colour]
    found.huts = int(farm.huts)
    found.barns = int(farm.barns)
    found.barn_adds = farm.board.barn_tile_adds
    found.improvements = farm.improvements[:]
    found.sites = farm.board.improvement_sites - sum(farm.improvements)
    found.wagons = farm.board.wagons
    found.help_open = int(farm.help_open)
    found.help_turned = int(farm.help_turned)
    found.areas = land.areas
    found.way = way
    supply = found.supply
    largest = 0
    for district in land.live:
        size = land.size[district]
        if size > largest:
            largest = size
        if size > supply[land.terrain[district]]:
            supply[land.terrain[district]] = size
    found.largest = largest
    if farm.repaying > 0:
        found.buy_off(int(farm.repaying))
    return found
