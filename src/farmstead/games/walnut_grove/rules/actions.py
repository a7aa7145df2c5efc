"""The moves: how each is written, one small class for each, built once and reused.

Every move is interned: `work(WOOD, cell)` always returns the same object. With `keep` off nothing is added
to the tables, so that no client can fill them with nonsense: a move nobody offered is built, refused and
forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from farmstead.engine.contract import Action
from farmstead.engine.notation import Form, Named, Notation, Numbered, Worded, read_number
from farmstead.engine.square import cell_text, parse_cell
from farmstead.games.walnut_grove.rules import names

IN_BARN: Final = -1  # the place of goods that do not lie on land

# By its first word: the paragraph that says when a move is made, and how it is written.
FORMS: Final[dict[str, Form]] = {
    "start": Form("1.9", "start church|town-hall"),
    "lay": Form("3.1", "lay TILE at COLUMN,ROW turn 0-3", how="3.3"),
    "work": Form("4.2", "work GOOD at COLUMN,ROW"),
    "keep": Form("4.5", "keep GOOD|COIN"),
    "leave": Form("4.6", "leave"),
    "throw": Form("2.3", "throw GOOD|COIN"),
    "visit": Form("5.3", "visit BUILDING"),
    "pass": Form("5.3", "pass"),
    "toll": Form("5.6", "toll COIN|help"),
    "give": Form("4.8", "give GOOD [from COLUMN,ROW] or give COIN [for GOOD]"),
    "help": Form("6.4", "help for GOOD"),
    "repay": Form("7.3", "repay"),
    "take": Form("5.8", "take GOOD"),
    "hire": Form("5.9", "hire COLOUR"),
    "build": Form("5.10", "build hut|barn"),
    "buy": Form("5.11", "buy IMPROVEMENT"),
    "sell": Form("5.12", "sell GOOD [from COLUMN,ROW]"),
    "move": Form("2.3", "move GOOD from COLUMN,ROW", how="4.7"),
    "done": Form("2.1", "done"),
    "board": Form("1.1", "board KIND"),
    "disc": Form("1.4", "disc ID"),
    "labourer": Form("1.5", "labourer COLOUR"),
    "building": Form("1.6", "building hut|barn"),
    "improvement": Form("1.7", "improvement NAME"),
    "tile": Form("3.1", "tile NUMBER"),
    "coin": Form("5.12", "coin COIN"),
}


@final
class Start(Numbered):
    """Put the town figure on a start row (WG 1.9)."""


@final
class Lay(Action):
    """Lay a drawn tile on a free cell, turned clockwise (WG 3.3)."""

    def __init__(self, tile: int, cell: int, turn: int) -> None:
        self.tile = tile
        self.cell = cell
        self.turn = turn

    def __str__(self) -> str:
        return f"lay {self.tile} at {cell_text(self.cell)} turn {self.turn}"


class OfGood(Action):
    """A move about a good, or its terrain, in the barn or in the district that begins at a cell."""

    def __init__(self, good: int, cell: int) -> None:
        self.good = good
        self.cell = cell  # or IN_BARN


@final
class Work(OfGood):
    """Send a figure to the district that begins at a cell (WG 4.2)."""

    def __str__(self) -> str:
        return f"work {names.GOODS[self.good]} at {cell_text(self.cell)}"


@final
class Keep(Numbered):
    """Put one good or coin that came in into the barn (WG 4.5, 5.12)."""


@final
class Leave(Worded):
    """Give up all that came in and found no place (WG 4.6, 5.12)."""


@final
class Throw(Numbered):
    """Throw something away from the barn (WG 4.6)."""


@final
class Visit(Numbered):
    """Walk on to a building (WG 5.3)."""


@final
class Pass(Worded):
    """Stay put this autumn (WG 5.3)."""


@final
class Toll(Numbered):
    """Pay a coin at a toll line, or take a help tile instead (WG 5.6)."""


@final
class Give(Action):
    """Pay one good, from the barn or from land, or a coin in its place (WG 4.8, 5.7)."""

    def __init__(self, item: int, cell: int, stands_for: int) -> None:
        self.item = item
        self.cell = cell  # IN_BARN, or where the district begins
        self.stands_for = stands_for  # the good a joker coin stands for; NOTHING for goods and for any good

    def __str__(self) -> str:
        text = f"give {names.ITEMS[self.item]}"
        if self.cell != IN_BARN:
            text += f" from {cell_text(self.cell)}"
        if self.stands_for != names.NOTHING:
            text += f" for {names.GOODS[self.stands_for]}"
        return text


def is_of_coin(move: Action) -> bool:
    """Whether a move says which coin it is about."""
    if isinstance(move, Toll | Keep | Throw):
        return move.what >= names.COPPER
    return isinstance(move, Give) and move.item >= names.COPPER


@final
class AskForHelp(Numbered):
    """Take a help tile for a good owed in winter (WG 6.4)."""


@final
class Repay(Worded):
    """Begin to buy off the repayable help tile with three goods (WG 7.3)."""


@final
class Take(Numbered):
    """Take a good at the Post Office or the Church (WG 5.8)."""


@final
class Hire(Numbered):
    """Take a labourer (WG 5.9)."""


@final
class Build(Numbered):
    """Take a hut or a barn (WG 5.10)."""


@final
class Buy(Numbered):
    """Take an improvement (WG 5.11)."""


@final
class Sell(OfGood):
    """Hand over one good at the General Store (WG 5.12)."""

    def __str__(self) -> str:
        text = f"sell {names.ITEMS[self.good]}"
        return text if self.cell == IN_BARN else f"{text} from {cell_text(self.cell)}"


@final
class Move(OfGood):
    """Bring one good from land into the barn before scoring (WG 8.10)."""

    def __str__(self) -> str:
        return f"move {names.GOODS[self.good]} from {cell_text(self.cell)}"


@final
class OnLand:
    """The four moves about one good, or its terrain, in the district that begins at one cell."""

    def __init__(self, good: int, cell: int) -> None:
        self.work = Work(good, cell)
        self.give = Give(good, cell, names.NOTHING)
        self.sell = Sell(good, cell)
        self.move = Move(good, cell)


@final
class Done(Worded):
    """End the sale (WG 5.12), or the last decision (WG 8.10)."""


@final
class BoardDealt(Named):
    """Chance: which player board (WG 1.1)."""


@final
class DiscTurned(Named):
    """Chance: which year disc (WG 1.4)."""


@final
class Stocked(Numbered):
    """Chance: which piece is put on a building in town (WG 1.5-1.7)."""


@final
class TileDrawn(Action):
    """Chance: which land tile (WG 3.1)."""

    def __init__(self, tile: int) -> None:
        self.tile = tile

    def __str__(self) -> str:
        return f"tile {self.tile}"


@final
class CoinDrawn(Numbered):
    """Chance: which coin (WG 5.12)."""


STARTS: Final = [Start("start", names.ROWS, row) for row in range(len(names.ROWS))]
KEEPS: Final = [Keep("keep", names.ITEMS, item) for item in range(len(names.ITEMS))]
THROWS: Final = [Throw("throw", names.ITEMS, item) for item in range(len(names.ITEMS))]
VISITS: Final = [Visit("visit", names.BUILDINGS, building) for building in range(len(names.BUILDINGS))]
TOLL_HELP: Final = Toll("toll", ("help",), names.NOTHING)
TOLLS: Final = [Toll("toll", names.ITEMS, names.COPPER + coin) for coin in range(len(names.COINS))]
GIVES: Final = [Give(good, IN_BARN, names.NOTHING) for good in range(len(names.GOODS))]
JOKERS: Final = [
    [Give(names.COPPER + coin, IN_BARN, good) for coin in range(len(names.COINS))]
    for good in range(names.NOTHING, len(names.GOODS))
]
HELPS: Final = [AskForHelp("help for", names.GOODS, good) for good in range(len(names.GOODS))]
TAKES: Final = [Take("take", names.GOODS, good) for good in range(len(names.GOODS))]
HIRES: Final = [Hire("hire", names.COLOURS, colour) for colour in range(len(names.COLOURS))]
BUILDS: Final = [Build("build", names.BUILDING_TILES, tile) for tile in range(len(names.BUILDING_TILES))]
BUYS: Final = [Buy("buy", names.IMPROVEMENTS, kind) for kind in range(len(names.IMPROVEMENTS))]
SALES: Final = [Sell(item, IN_BARN) for item in range(len(names.ITEMS))]  # coins only to be refused
COINS_DRAWN: Final = [CoinDrawn("coin", names.ITEMS, names.COPPER + coin) for coin in range(len(names.COINS))]
LEAVE: Final = Leave("leave")
PASS: Final = Pass("pass")
REPAY: Final = Repay("repay")
DONE: Final = Done("done")
PIECES: Final = [  # by trade
    [Stocked(names.SORTS[trade], kinds, kind) for kind in range(len(kinds))]
    for trade, kinds in enumerate(names.KINDS_OF_TRADE)
]

_LAYS: Final[dict[int, list[Lay]]] = {}  # tile and cell -> the four ways to turn it
_ON_LAND: Final[dict[int, OnLand]] = {}  # cell and good -> the moves about both
_TILES: Final[dict[int, TileDrawn]] = {}
_BOARDS: Final[dict[str, BoardDealt]] = {}
_DISCS: Final[dict[str, DiscTurned]] = {}


def lays(tile: int, cell: int, keep: bool = True) -> list[Lay]:
    """The four ways to lay a tile on a cell. The list is shared: do not change it."""
    key = (tile << 20) | cell
    found = _LAYS.get(key)
    if found is None:
        found = [Lay(tile, cell, turn) for turn in range(4)]
        if keep:
            _LAYS[key] = found
    return found


def on_land(good: int, cell: int, keep: bool = True) -> OnLand:
    """The moves about a good, or its terrain, in the district that begins at a cell."""
    key = (cell << 3) | good
    found = _ON_LAND.get(key)
    if found is None:
        found = OnLand(good, cell)
        if keep:
            _ON_LAND[key] = found
    return found


def tile_drawn(tile: int, keep: bool = True) -> TileDrawn:
    found = _TILES.get(tile)
    if found is None:
        found = TileDrawn(tile)
        if keep:
            _TILES[tile] = found
    return found


def board_dealt(kind: str) -> BoardDealt:
    return _BOARDS.setdefault(kind, BoardDealt("board", kind))


def disc_turned(disc: str) -> DiscTurned:
    return _DISCS.setdefault(disc, DiscTurned("disc", disc))


def _unbuilt(words: list[str]) -> Action | None:
    """A move that names a cell, a tile, a board or a disc."""
    match words:
        case ["lay", tile, "at", cell, "turn", turn] if read_number(turn) < 4:
            return lays(read_number(tile), parse_cell(cell), keep=False)[int(turn)]
        case ["work", good, "at", cell]:
            return on_land(names.GOODS.index(good), parse_cell(cell), keep=False).work
        case ["give", good, "from", cell]:
            return on_land(names.GOODS.index(good), parse_cell(cell), keep=False).give
        case ["sell", good, "from", cell]:
            return on_land(names.GOODS.index(good), parse_cell(cell), keep=False).sell
        case ["move", good, "from", cell]:
            return on_land(names.GOODS.index(good), parse_cell(cell), keep=False).move
        case ["tile", number]:
            return tile_drawn(read_number(number), keep=False)
        case ["board", kind]:
            return _BOARDS.get(kind, BoardDealt("board", kind))
        case ["disc", disc]:
            return _DISCS.get(disc.upper(), DiscTurned("disc", disc.upper()))
    return None


_ALONE: Final[list[Action]] = [LEAVE, PASS, TOLL_HELP, REPAY, DONE]
_PAID: Final[list[Sequence[Action]]] = [TOLLS, GIVES, *JOKERS, HELPS, SALES]
_TAKEN: Final[list[Sequence[Action]]] = [STARTS, KEEPS, THROWS, VISITS, TAKES, HIRES, BUILDS, BUYS]
_DEALT: Final[list[Sequence[Action]]] = [*PIECES, COINS_DRAWN]
NOTATION: Final = Notation("WG", "11", FORMS, [_ALONE, *_PAID, *_TAKEN, *_DEALT], _unbuilt)
