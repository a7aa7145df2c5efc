"""One player's farm: land, barn, figures, help tiles, and the decisions before its owner."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from farmstead.games.walnut_grove.rules.components import Board, TurnedTile
from farmstead.games.walnut_grove.rules.land import Land, bare_land
from farmstead.games.walnut_grove.rules.names import COPPER, GOLD, SILVER, WOOD


@final
class Farm:
    __slots__ = (
        "agenda",
        "barn",
        "barns",
        "board",
        "coins_drawn",
        "coins_due",
        "covering",
        "drawn",
        "figures",
        "goods",
        "help_open",
        "help_turned",
        "huts",
        "improvements",
        "labourers",
        "land",
        "owed",
        "recruits",
        "repaying",
        "room",
        "sold",
        "start_coins_known",
        "stored",
        "surplus",
        "surplus_at",
        "to_lay",
        "to_take",
        "tolls",
        "visiting",
        "worked",
    )

    def __init__(
        self,
        board: Board,
        land: Land,
        stored: list[int],
        barn: list[int],
        goods: list[int],
        room: i64,
        labourers: list[int],
        recruits: list[int],
        huts: i64,
        barns: i64,
        improvements: list[int],
        help_open: i64,
        help_turned: i64,
        start_coins_known: bool,
        drawn: list[int],
        to_lay: i64,
        agenda: list[int],
        owed: list[int],
        covering: bool,
        figures: i64,
        worked: int,
        surplus: i64,
        surplus_at: int,
        visiting: i64,
        tolls: i64,
        to_take: i64,
        sold: i64,
        coins_due: i64,
        coins_drawn: list[int],
        repaying: i64,
    ) -> None:
        self.board = board
        self.land = land
        self.stored = stored  # goods on storage squares, by district number
        self.barn = barn  # goods and coins in the barn, by item
        self.goods = goods  # goods on land and in the barn together, by good
        self.room: i64 = room  # free spaces in the barn
        self.labourers = labourers  # active ones, by colour
        self.recruits = recruits  # hired this autumn, active after winter (WG 5.9)
        self.huts: i64 = huts  # bought, the printed house not counted
        self.barns: i64 = barns
        self.improvements = improvements  # by kind
        self.help_open: i64 = help_open  # 0 or 1 (WG 7.2)
        self.help_turned: i64 = help_turned
        self.start_coins_known = start_coins_known  # WG 5.14
        self.drawn = drawn  # land tiles drawn and not laid (WG 3.1)
        self.to_lay: i64 = to_lay
        self.agenda = agenda  # the decisions before the owner, the present one last
        self.owed = owed  # goods still to pay, for a building or in winter
        self.covering = covering  # WG 5.6: nothing may make `owed` unpayable
        self.figures: i64 = figures  # still to be placed this summer
        self.worked = worked  # districts worked this summer, a bit each
        self.surplus: i64 = surplus  # harvested goods without a storage square (WG 4.5)
        self.surplus_at = surplus_at  # the district they come from
        self.visiting: i64 = visiting  # the building named this autumn, or -1
        self.tolls: i64 = tolls  # toll lines still to pay on the way
        self.to_take: i64 = to_take  # goods still to take (WG 5.8)
        self.sold: i64 = sold  # goods sold this autumn, a bit each
        self.coins_due: i64 = coins_due  # coins still to be drawn (WG 5.12)
        self.coins_drawn = coins_drawn  # drawn and not yet in the barn, by coin
        self.repaying: i64 = repaying  # goods still to give for the help tile (WG 7.3)

    def clone(self) -> Farm:
        return Farm(
            self.board,
            self.land,
            self.stored[:],
            self.barn[:],
            self.goods[:],
            self.room,
            self.labourers[:],
            self.recruits[:],
            self.huts,
            self.barns,
            self.improvements[:],
            self.help_open,
            self.help_turned,
            self.start_coins_known,
            self.drawn[:],
            self.to_lay,
            self.agenda[:],
            self.owed[:],
            self.covering,
            self.figures,
            self.worked,
            self.surplus,
            self.surplus_at,
            self.visiting,
            self.tolls,
            self.to_take,
            self.sold,
            self.coins_due,
            self.coins_drawn[:],
            self.repaying,
        )

    def coins(self) -> i64:
        barn = self.barn
        return barn[COPPER] + barn[SILVER] + barn[GOLD]

    def all_goods(self) -> i64:
        goods = self.goods
        return goods[0] + goods[1] + goods[2] + goods[3] + goods[4]

    def hands(self) -> i64:
        """Active labourers."""
        labourers = self.labourers
        return labourers[0] + labourers[1] + labourers[2]

    def hired(self) -> i64:
        """Recruits."""
        recruits = self.recruits
        return recruits[0] + recruits[1] + recruits[2]

    def lay(self, tile: TurnedTile, cell: int) -> None:
        """WG 4.7: when districts grow together, their squares and goods belong to the joint district."""
        before = self.land
        land = before.lay(tile, cell)
        self.land = land
        stored = self.stored
        while len(stored) < len(land.parent):
            stored.append(0)
        for district in before.live:
            root = land.root(district)
            if root != district:
                stored[root] += stored[district]
                stored[district] = 0

    def put(self, item: int) -> None:
        """Into the barn."""
        self.barn[item] += 1
        self.room -= 1
        if item < COPPER:
            self.goods[item] += 1

    def take(self, item: int) -> None:
        """Out of the barn; the first coin given up ends what others know of the start coins (WG 5.14)."""
        self.barn[item] -= 1
        self.room += 1
        if item < COPPER:
            self.goods[item] -= 1
        else:
            self.start_coins_known = False

    def take_from(self, good: int, cell: int) -> None:
        """Off the storage squares of the district that begins at a cell."""
        self.stored[self.land.anchored(good, cell)] -= 1
        self.goods[good] -= 1

    def accept_help(self) -> None:
        """WG 7.1, 7.2: the new tile is repayable, an open one is turned for good."""
        self.help_turned += self.help_open
        self.help_open = 1


def new_farm(board: Board, beside: bool = True) -> Farm:
    """WG 1.2: a farmer, a labourer, two coppers in the barn, one wood in the forest."""
    land = bare_land(board, beside)
    stored = [0] * len(board.landscapes)
    stored[board.landscapes.index(WOOD)] = 1
    labourers = [0, 0, 0]
    labourers[board.first_wagon] = 1
    barn = [0, 0, 0, 0, 0, 2, 0, 0]
    goods = [0, 0, 0, 1, 0]
    return Farm(
        board,
        land,
        stored,
        barn,
        goods,
        board.barn_spaces - 2,
        labourers,
        [0, 0, 0],
        0,
        0,
        [0] * 7,
        0,
        0,
        True,
        [],
        0,
        [],
        [0] * 5,
        False,
        0,
        0,
        0,
        0,
        -1,
        0,
        0,
        0,
        0,
        [0, 0, 0],
        0,
    )
