"""The arrays of an observation of Walnut Grove, version 1: names, shapes, bounds.

Seats are relative to the one that looks: itself is 0, the next clockwise 1. Of what is hidden (WG 5.14) an
observation has -1: the coins of others by value, and what they score. Sizes follow from the edition alone.
"""

from __future__ import annotations

from typing import Final

from farmstead.engine.encoding import Field
from farmstead.games.walnut_grove.encoding.action_space import COLUMNS, DRAWN, GOODS, reach_of
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.components import Edition, TurnedTile
from farmstead.games.walnut_grove.rules.scoring import LINES

UNKNOWN: Final = -1
AGENDA: Final = 4  # the most decisions before a seat: an action, its cost, a toll, repaying
PENDING: Final = ("to_lay", "figures", "surplus", "tolls", "to_take", "coins_due", "coins_drawn", "repaying")
# The lines that a fence may have between the middles of two sides.
PAIRS: Final[list[tuple[int, int]]] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
DRAWN_NUMBERS: Final = 1 + 4 + len(PAIRS) + GOODS
LAID_NUMBERS: Final = 3 + DRAWN_NUMBERS
DISTRICT_NUMBERS: Final = 5
DISC_NUMBERS: Final = 7


def most_districts(edition: Edition) -> int:
    """A district for each landscape and for each patch of each tile."""
    return COLUMNS + reach_of(edition) * max(
        [len(tile.turned[0].terrains) for tile in edition.tiles.values()]
    )


def tile_numbers(number: int, tile: TurnedTile) -> list[int]:
    """A tile as it lies: place in the edition from 1, terrains from 1 by side, fences, squares by good."""
    fences = [0] * len(PAIRS)
    for n in range(0, len(tile.lines), 2):
        pair = (min(tile.lines[n], tile.lines[n + 1]), max(tile.lines[n], tile.lines[n + 1]))
        fences[PAIRS.index(pair)] = 1
    squares = [0] * GOODS
    for patch, terrain in enumerate(tile.terrains):
        squares[terrain] = tile.squares[patch]
    return [number, *[terrain + 1 for terrain in tile.edges], *fences, *squares]


def observation_fields(edition: Edition, seats: int) -> list[Field]:
    """In the order of the flat vector."""
    boards, discs, tiles = edition.boards, edition.discs, len(edition.tiles)
    reach, districts = reach_of(edition), most_districts(edition)
    room = max([board.wagons + board.hut_sites for board in boards])
    spaces = max([board.barn_spaces + board.barn_sites * board.barn_tile_adds for board in boards])
    sites = max([board.improvement_sites for board in boards])
    buildings = 2 + max([board.hut_sites + board.barn_sites for board in boards])
    fires = max([disc.fires for disc in discs])
    helps = len(discs) * (2 + 3 * room + fires)
    squares = max([max(board.storage) for board in boards])
    squares += reach * max([max(tile.storage) for tile in edition.tiles.values()])
    coins = sum(edition.coins)
    each = max([2 * sites, buildings, spaces, 2 * reach, reach + 1, room + 1])
    points = max(2 * reach, 2 * (room + 1), buildings, 2 * spaces, sites * each)
    cost = max([max(building.cost) for building in edition.buildings])
    owed = max(cost, 2 * room, fires + room)
    pending = max(DRAWN, room + 1, reach + 2, 2 * len(names.GOODS))
    low, high = -reach, COLUMNS - 1 + reach
    goods = ", ".join(names.GOODS)
    tile = "place in the edition from 1, terrains from 1 of north, east, south, west, fences between "
    tile += "N-E, N-S, N-W, E-S, E-W, S-W, squares by good"
    return [
        Field("seat", (1,), 0, seats - 1, "the seat that looks, counted from 0"),
        Field(
            "switches",
            (5,),
            0,
            1,
            "enter_unpayable on, jokers any, open_help_costs on, beside on, huts_free_wagons on (WG 10)",
        ),
        Field("start", (1,), 0, seats - 1, "the relative seat that begins (WG 1.9)"),
        Field("year", (1,), 0, names.YEARS, "0 until the first disc is turned"),
        Field("season", (1,), 0, names.OVER, ", ".join(names.SEASONS)),
        Field("chance", (1,), 0, len(names.CHANCES) - 1, f"what is drawn next: {', '.join(names.CHANCES)}"),
        Field("to_act", (seats,), 0, 1, "1 for each seat to act"),
        Field(
            "disc",
            (DISC_NUMBERS,),
            0,
            max(len(discs), GOODS, fires, DRAWN),
            "place in the edition from 1, draw, lay; summer good, autumn good, doubled colour from 1; fires",
        ),
        Field("discs_left", (len(discs),), 0, 1, "1 for each disc not turned yet"),
        Field("tile_bag", (tiles,), 0, 1, "1 for each tile in the bag"),
        Field("coin_bag", (1,), 0, coins, "coins in the bag"),
        Field(
            "town",
            (names.STOCK_SIZE,),
            0,
            max(edition.per_building),
            "pieces that wait, by building and kind",
        ),
        Field(
            "pawns",
            (seats, 2),
            0,
            max(2 * len(edition.ring), seats * (len(discs) + 1)),
            "where the town pawn is (0 nowhere, odd in a row, even in a building) and when it came, from 1",
        ),
        Field("order", (seats,), 0, seats, "place in this autumn's order from 1"),
        Field("turn", (1,), 0, seats, "turns taken this autumn"),
        Field("board", (seats,), 0, len(boards), "pattern of the board from 1, 0 not dealt"),
        Field("areas", (seats,), 0, 2 * reach, "enclosed areas"),
        Field("barn_spaces", (seats,), 0, spaces, "spaces of the barn, free ones too"),
        Field("barn_goods", (seats, GOODS), 0, spaces, f"goods in the barn: {goods}"),
        Field("coins", (seats,), 0, spaces, "coins in the barn"),
        Field("known_copper", (seats,), 0, 2, "start coins that all know to be copper"),
        Field(
            "coin_values", (seats, 3), UNKNOWN, spaces, "copper, silver, gold in the barn; -1 where hidden"
        ),
        Field("labourers", (seats, 3), 0, room, "active ones by colour"),
        Field("recruits", (seats, 3), 0, room, "hired this autumn, by colour"),
        Field("huts", (seats,), 0, buildings, "bought"),
        Field("barns", (seats,), 0, buildings, "bought"),
        Field("improvements", (seats, len(names.IMPROVEMENTS)), 0, sites, ", ".join(names.IMPROVEMENTS)),
        Field("help", (seats, 2), 0, helps, "help tiles: repayable, turned over"),
        Field(
            "agenda",
            (seats, AGENDA),
            0,
            len(names.DECISIONS),
            f"decisions from 1, the present one first: {', '.join(names.DECISIONS)}",
        ),
        Field("pending", (seats, len(PENDING)), 0, pending, ", ".join(PENDING)),
        Field("surplus_from", (seats,), 0, districts, "place of the harvested district from 1, 0 for none"),
        Field("visiting", (seats,), 0, len(names.BUILDINGS), "the building named from 1, 0 for none"),
        Field("owed", (seats, GOODS), 0, owed, "goods still to pay"),
        Field("covering", (seats,), 0, 1, "1 while nothing may make what is owed unpayable (WG 5.6)"),
        Field("sold", (seats, GOODS), 0, 1, "goods sold this autumn"),
        Field("coins_drawn", (seats, 3), UNKNOWN, 2 * GOODS, "drawn and not in the barn; -1 where hidden"),
        Field(
            "score",
            (seats, len(LINES)),
            min(UNKNOWN, -2 * (helps + 1)),
            points,
            f"as it stands: {', '.join(LINES)}; coins -1 where hidden",
        ),
        Field("district_goods", (seats, districts), 0, squares, "goods on the districts' squares"),
        Field("district_worked", (seats, districts), 0, 1, "1 for each district worked this summer"),
        Field("drawn", (seats, DRAWN, DRAWN_NUMBERS), 0, max(tiles, 9), f"tiles drawn and not laid: {tile}"),
        Field(
            "laid",
            (seats, reach, LAID_NUMBERS),
            low,
            max(tiles, high, 9),
            f"tiles in the order laid: column, row, turn, {tile}",
        ),
        Field(
            "districts",
            (seats, districts, DISTRICT_NUMBERS),
            low,
            max(squares, high, reach + 1),
            "by first cell: terrain from 1, column and row of the first cell, tiles, squares",
        ),
    ]
