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

# What a building does (WG 5.8-5.12).
TWO_GOODS: Final = 0
LODGING: Final = 1
CARPENTRY: Final = 2
WARES: Final = 3
SHOP: Final = 4
TRADES: Final[dict[str, int]] = {
    "post-office": TWO_GOODS,
    "lodge": LODGING,
    "carpenter": CARPENTRY,
    "svensons": WARES,
    "hotel": LODGING,
    "church": TWO_GOODS,
    "saloon": LODGING,
    "johansens-mill": CARPENTRY,
    "soebucks": WARES,
    "general-store": SHOP,
}
GENERAL_STORE: Final = 9
BUILDINGS: Final[tuple[str, ...]] = tuple(TRADES)
TRADE: Final[list[int]] = list(TRADES.values())  # by building

# The pieces waiting in town: their kinds and how many these are, by building, and where they lie.
SORTS: Final[tuple[str, ...]] = ("", "labourer", "building", "improvement", "")  # of pieces, by trade
KINDS_OF_TRADE: Final[tuple[tuple[str, ...], ...]] = ((), COLOURS, BUILDING_TILES, IMPROVEMENTS, ())
KINDS: Final[tuple[tuple[str, ...], ...]] = tuple([KINDS_OF_TRADE[trade] for trade in TRADE])
STOCK_KINDS: Final[list[int]] = [len(kinds) for kinds in KINDS]
STOCKED: Final[list[int]] = [  # in this order (WG 1.5-1.7)
    building
    for trade in (LODGING, CARPENTRY, WARES)
    for building in range(len(TRADE))
    if TRADE[building] == trade
]
STOCK_SIZE: Final = sum(STOCK_KINDS)
STOCK_AT: Final[list[int]] = [  # where a building's part of one flat list begins
    sum([STOCK_KINDS[before] for before in STOCKED[: STOCKED.index(building)]])
    if building in STOCKED
    else NOTHING
    for building in range(len(BUILDINGS))
]
STOCK_OF: Final[list[list[int]]] = [  # the same, by trade
    [STOCK_AT[building] for building in STOCKED if TRADE[building] == trade] for trade in range(len(SORTS))
]

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
DECIDE_ROW: Final = 0
DECIDE_LAND: Final = 1
DECIDE_WORK: Final = 2
DECIDE_SURPLUS: Final = 3
DECIDE_VISIT: Final = 4
DECIDE_TOLL: Final = 5
DECIDE_COST: Final = 6
DECIDE_GOODS: Final = 7
DECIDE_LABOURER: Final = 8
DECIDE_BUILDING: Final = 9
DECIDE_IMPROVEMENT: Final = 10
DECIDE_SALE: Final = 11
DECIDE_COINS: Final = 12
DECIDE_WINTER: Final = 13
DECIDE_REPAY: Final = 14
DECIDE_LAST: Final = 15
ASKED_BY: Final[dict[str, str]] = {  # the decisions in that order, and the paragraph that asks for each
    "row": "1.9",
    "land": "3.2",
    "work": "4.2",
    "surplus": "4.5",
    "visit": "5.3",
    "toll": "5.6",
    "cost": "5.6",
    "goods": "5.8",
    "labourer": "5.9",
    "building": "5.10",
    "improvement": "5.11",
    "sale": "5.12",
    "coins": "5.12",
    "winter": "6.4",
    "repay": "7.3",
    "last": "8.10",
}
DECISIONS: Final[tuple[str, ...]] = tuple(ASKED_BY)
# What is decided at a building, by its trade.
ACTIONS: Final = [DECIDE_GOODS, DECIDE_LABOURER, DECIDE_BUILDING, DECIDE_IMPROVEMENT, DECIDE_SALE]

# What chance has to decide.
NO_CHANCE: Final = 0
CHANCE_BOARD: Final = 1
CHANCE_DISC: Final = 2
CHANCE_STOCK: Final = 3
CHANCE_TILE: Final = 4
CHANCE_COIN: Final = 5
CHANCES: Final[tuple[str, ...]] = ("none", "board", "disc", "stock", "tile", "coin")
