"""What things are worth to a farmer beyond the points they score now, by the years still to come."""

from __future__ import annotations

from typing import Final, final

from farmstead.evaluators.base import Numbers
from farmstead.games.walnut_grove.rules.names import GOODS, IMPROVEMENTS, YEARS

GLUT: Final = 2  # of a good, more than so many are worth less
PURSE: Final = 3  # coins likewise
MAX_ROOM: Final = 4
MAX_DISTRICT_TILES: Final = 7  # tiles; a district does not get better beyond

# A farmer's guess, to begin with. "Each year" means: times the years to come, as a part of all eight.
HUNCH: Final[Numbers] = {
    # goods in store, while a year is to come
    "grain": 0.3,
    "fish": 0.3,
    "dairy": 0.3,
    "wood": 0.4,
    "stone": 0.5,
    "glut": 0.5,  # of the price, for what is more than enough
    "early goods": 0.3,  # more each year
    # coins, beyond their points
    "coin": 0.8,
    "more coins": 0.2,
    "early coin": 0.6,  # more each year
    # each year
    "figure": 2.9,
    "hunger": -5.7,  # goods a winter asks for beyond what the largest districts bring
    "hut": 3.8,
    "barn": 0.7,
    "wagon": 0.5,
    "tent": 2.2,
    "ladder": 1.6,
    "safe": 0.3,
    "store": 1.7,
    "paddock": 2.4,
    "horses": 0.9,
    "well": 3.1,
    "site": 0.2,
    # at once
    "room": 0.4,
    "open help": 0.4,
    "way": 0.7,  # the whole way to the next toll line
    # districts, each year, by tiles; terrains times what each is worth
    "two": 1.1,
    "three": 2.3,
    "four": 3.2,
    "five": 3.9,
    "six": 4.7,
    "seven": 4.7,
    "grain land": 1.0,
    "fish land": 1.1,
    "dairy land": 0.7,
    "wood land": 1.4,
    "stone land": 1.2,
    "eater": 0.4,  # more for land that feeds one's own
    "square": -0.4,
    # fences, each year but for the area itself
    "joined": 0.5,
    "stub": 0.2,
    "blocked": -0.2,
    "touching": -0.1,
}
LAND_CURVE: Final = ("two", "three", "four", "five", "six", "seven")


@final
class Prices:
    """The weights at one time: `left` years are to come after this one."""

    def __init__(self, weights: Numbers, left: int) -> None:
        part = left / YEARS
        going_on = 1.0 if left > 0 else 0.0
        growing = (left + 1) / YEARS  # land bears fruit this year too
        early = going_on * (1.0 + weights["early goods"] * part)
        self.last = left == 0
        self.good = [weights[name] * early for name in GOODS]
        self.more_goods = [price * weights["glut"] for price in self.good]
        coin = going_on * (1.0 + weights["early coin"] * part)
        self.coin = weights["coin"] * coin
        self.more_coins = weights["more coins"] * coin
        self.figure = weights["figure"] * part
        self.hunger = weights["hunger"] * part
        self.hut = weights["hut"] * part
        self.barn = weights["barn"] * part
        self.wagon = weights["wagon"] * part
        self.improvement = [weights[name] * part for name in IMPROVEMENTS]
        self.site = weights["site"] * part
        self.room = weights["room"] * going_on
        self.open_help = weights["open help"] * going_on
        self.way = weights["way"] * going_on
        self.tiles = [0.0, 0.0] + [weights[name] * growing for name in LAND_CURVE]
        self.terrain = [weights[f"{name} land"] for name in GOODS]
        self.eater = weights["eater"]
        self.square = weights["square"] * growing
        self.area = 1.0
        self.joined = weights["joined"] * growing
        self.stub = weights["stub"] * growing
        self.blocked = weights["blocked"] * growing
        self.touching = weights["touching"] * growing

    def of_district(self, size: int, weight: float) -> float:
        return self.tiles[size if size < MAX_DISTRICT_TILES else MAX_DISTRICT_TILES] * weight
