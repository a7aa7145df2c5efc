"""One player's farm: land, barn, figures, help tiles, and the decisions before its owner."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from farmstead.games.walnut_grove.rules.components import Board, TurnedTile
from farmstead.games.walnut_grove.rules.land import Land, bare_land
from farmstead.games.walnut_grove.rules.names import COPPER, GOLD, NOTHING, SILVER, WOOD


@final
class Farm:
    """What one player has, and what is still to be decided there."""

    board: Board
    land: Land
    stored: list[int]  # goods on storage squares, by district number
    barn: list[int]  # goods and coins in the barn, by item
    goods: list[int]  # goods on land and in the barn together, by good
    room: i64  # free spaces in the barn
    labourers: list[int]  # active ones, by colour
    recruits: list[int]  # hired this autumn, active after winter (WG 5.9)
    huts: i64  # bought, the printed house not counted
    barns: i64
    improvements: list[int]  # by kind
    help_open: i64  # 0 or 1 (WG 7.2)
    help_turned: i64
    start_coins_known: bool  # WG 5.14
    drawn: list[int]  # land tiles drawn and not laid (WG 3.1)
    to_lay: i64
    agenda: list[int]  # the decisions before the owner, the present one last
    owed: list[int]  # goods still to pay, for a building or in winter
    covering: bool  # WG 5.6: nothing may make `owed` unpayable
    figures: i64  # still to be placed this summer
    worked: int  # districts worked this summer, a bit each
    surplus: i64  # harvested goods without a storage square (WG 4.5)
    surplus_at: int  # the district they come from
    visiting: i64  # the building named this autumn, or -1
    tolls: i64  # toll lines still to pay on the way
    to_take: i64  # goods still to take (WG 5.8)
    sold: i64  # goods sold this autumn, a bit each
    coins_due: i64  # coins still to be drawn (WG 5.12)
    coins_drawn: list[int]  # drawn and not yet in the barn, by coin
    repaying: i64  # goods still to give for the help tile (WG 7.3)

    __slots__ = tuple(__annotations__)

    def __init__(self, board: Board, land: Land, like: Farm | None = None) -> None:
        """All that another farm has, or what a farm begins with (WG 1.2): a farmer, a labourer, two coppers
        in the barn, one wood in the forest.
        """
        self.board = board
        self.land = land
        if like is not None:
            self.stored = like.stored[:]
            self.barn = like.barn[:]
            self.goods = like.goods[:]
            self.room = like.room
            self.labourers = like.labourers[:]
            self.recruits = like.recruits[:]
            self.huts = like.huts
            self.barns = like.barns
            self.improvements = like.improvements[:]
            self.help_open = like.help_open
            self.help_turned = like.help_turned
            self.start_coins_known = like.start_coins_known
            self.drawn = like.drawn[:]
            self.to_lay = like.to_lay
            self.agenda = like.agenda[:]
            self.owed = like.owed[:]
            self.covering = like.covering
            self.figures = like.figures
            self.worked = like.worked
            self.surplus = like.surplus
            self.surplus_at = like.surplus_at
            self.visiting = like.visiting
            self.tolls = like.tolls
            self.to_take = like.to_take
            self.sold = like.sold
            self.coins_due = like.coins_due
            self.coins_drawn = like.coins_drawn[:]
            self.repaying = like.repaying
        else:
            self.stored = [0] * len(board.landscapes)
            self.stored[board.landscapes.index(WOOD)] = 1
            self.barn = [0, 0, 0, 0, 0, 2, 0, 0]
            self.goods = [0, 0, 0, 1, 0]
            self.room = board.barn_spaces - 2
            self.labourers = [0, 0, 0]
            self.labourers[board.first_wagon] = 1
            self.recruits = [0, 0, 0]
            self.huts = self.barns = self.help_open = self.help_turned = 0
            self.improvements = [0] * 7
            self.start_coins_known = True
            self.drawn = []
            self.agenda = []
            self.owed = [0] * 5
            self.covering = False
            self.worked = self.surplus_at = 0
            self.visiting = NOTHING
            self.to_lay = self.figures = self.surplus = self.tolls = 0
            self.to_take = self.sold = self.repaying = 0
            self.coins_due = 0
            self.coins_drawn = [0, 0, 0]

    def clone(self) -> Farm:
        return Farm(self.board, self.land, self)

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
        """Put into the barn."""
        self.barn[item] += 1
        self.room -= 1
        if item < COPPER:
            self.goods[item] += 1

    def take(self, item: int) -> None:
        """Take out of the barn; the first coin ends what others know of the start coins (WG 5.14)."""
        self.barn[item] -= 1
        self.room += 1
        if item < COPPER:
            self.goods[item] -= 1
        else:
            self.start_coins_known = False

    def take_from(self, good: int, cell: int) -> None:
        """Take off the storage squares of the district that begins at a cell."""
        self.stored[self.land.anchored(good, cell)] -= 1
        self.goods[good] -= 1

    def accept_help(self) -> None:
        """WG 7.1, 7.2: the new tile is repayable, an open one is turned for good."""
        self.help_turned += self.help_open
        self.help_open = 1


def new_farm(board: Board, beside: bool = True) -> Farm:
    """A farm on which nothing has happened yet."""
    return Farm(board, bare_land(board, beside))
