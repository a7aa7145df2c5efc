"""The words of the game as numbers: goods, coins, colours, buildings, decisions, seasons."""

from __future__ import annotations

from typing import Final

# Goods and coins are the items of a barn (WG 4.6), numbered as in ITEMS; goods double as terrains.
WOOD: Final = 3
COPPER: Final = 5
SILVER: Final = 6
GOLD: Final = 7
GOODS: Final[tuple[str, ...]] = ("grain", "fish", "dairy", "wood", "stone")
COINS: Final[tuple[str, ...]] = ("copper", "silver", "gold")
ITEMS: Final[tuple[str, ...]] = GOODS + COINS
NOTHING: Final = -1

# A labourer's colour is the number of the good he eats (WG 6.1).
COLOURS: Final[tuple[str, ...]] = ("yellow", "blue", "white")

HUT: Final = 0
BARN: Final = 1
BUILDING_TILES: Final[tuple[str, ...]] = ("hut", "barn")

TENT: Final = 0
LADDER: Final = 1
SAFE: Final = 2
STORE: Final = 3
PADDOCK: Final = 4
HORSES: Final = 5
WELL: Final = 6
IMPROVEMENTS: Final[tuple[str, ...]] = ("tent", "ladder", "safe", "store", "paddock", "horses", "well")

LODGE: Final = 1
CARPENTER: Final = 2
SVENSONS: Final = 3
HOTEL: Final = 4
SALOON: Final = 6
JOHANSENS_MILL: Final = 7
SOEBUCKS: Final = 8
GENERAL_STORE: Final = 9
BUILDINGS: Final[tuple[str, ...]] = (
    "post-office",
    "lodge",
    "carpenter",
    "svensons",
    "hotel",
    "church",
    "saloon",
    "johansens-mill",
    "soebucks",
    "general-store",
)

# What a building does (WG 5.8-5.12), by building.
TWO_GOODS: Final = 0
LODGING: Final = 1
CARPENTRY: Final = 2
WARES: Final = 3
SHOP: Final = 4
TRADE: Final[list[int]] = [
    TWO_GOODS,
    LODGING,
    CARPENTRY,
    WARES,
    LODGING,
    TWO_GOODS,
    LODGING,
    CARPENTRY,
    WARES,
    SHOP,
]

# The pieces waiting in town lie in one flat list: where a building's part begins, and how many kinds it has.
STOCK_AT: Final[list[int]] = [-1, 0, 9, 13, 3, -1, 6, 11, 20, -1]
STOCK_KINDS: Final[list[int]] = [0, 3, 2, 7, 3, 0, 3, 2, 7, 0]
STOCK_SIZE: Final = 27
STOCKED: Final[list[int]] = [
    LODGE,
    HOTEL,
    SALOON,
    CARPENTER,
    JOHANSENS_MILL,
    SVENSONS,
    SOEBUCKS,
]  # in this order (WG 1.5-1.7)
KINDS: Final[tuple[tuple[str, ...], ...]] = (
    (),
    COLOURS,
    BUILDING_TILES,
    IMPROVEMENTS,
    COLOURS,
    (),
    COLOURS,
    BUILDING_TILES,
    IMPROVEMENTS,
    (),
)

TOWN_HALL_ROW: Final = 0
CHURCH_ROW: Final = 1
ROWS: Final[tuple[str, ...]] = ("town-hall", "church")

SETTING_UP: Final = 0
PLACING: Final = 1
SPRING: Final = 2
SUMMER: Final = 3
AUTUMN: Final = 4
WINTER: Final = 5
LAST: Final = 6
OVER: Final = 7
SEASONS: Final[tuple[str, ...]] = (
    "set-up",
    "placing",
    "spring",
    "summer",
    "autumn",
    "winter",
    "last",
    "over",
)
YEARS: Final = 8

# The decisions a seat can have before it; a farm's agenda is a stack of them.
DECIDE_ROW: Final = 0  # WG 1.9
DECIDE_LAND: Final = 1  # WG 3.2
DECIDE_WORK: Final = 2  # WG 4.2
DECIDE_SURPLUS: Final = 3  # WG 4.5
DECIDE_VISIT: Final = 4  # WG 5.3
DECIDE_TOLL: Final = 5  # WG 5.6
DECIDE_COST: Final = 6  # WG 5.6
DECIDE_GOODS: Final = 7  # WG 5.8
DECIDE_LABOURER: Final = 8  # WG 5.9
DECIDE_BUILDING: Final = 9  # WG 5.10
DECIDE_IMPROVEMENT: Final = 10  # WG 5.11
DECIDE_SALE: Final = 11  # WG 5.12
DECIDE_COINS: Final = 12  # WG 5.12
DECIDE_WINTER: Final = 13  # WG 6.4
DECIDE_REPAY: Final = 14  # WG 7.3
DECIDE_LAST: Final = 15  # WG 8.10
DECISIONS: Final[tuple[str, ...]] = (
    "row",
    "land",
    "work",
    "surplus",
    "visit",
    "toll",
    "cost",
    "goods",
    "labourer",
    "building",
    "improvement",
    "sale",
    "coins",
    "winter",
    "repay",
    "last",
)

# What chance has to decide.
NO_CHANCE: Final = 0
CHANCE_BOARD: Final = 1
CHANCE_DISC: Final = 2
CHANCE_STOCK: Final = 3
CHANCE_TILE: Final = 4
CHANCE_COIN: Final = 5
CHANCES: Final[tuple[str, ...]] = ("none", "board", "disc", "stock", "tile", "coin")
