"""The moves: how each is written, one small class for each, built once and reused.

Every move is interned: `work(WOOD, cell)` always returns the same object. With `keep` off nothing is added
to the tables, so that no client can fill them with nonsense: a move nobody offered is built, refused and
forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from farmstead.engine.contract import Action
from farmstead.engine.notation import Form, Notation, read_number
from farmstead.engine.square import cell_text, parse_cell
from farmstead.games.walnut_grove.rules.names import (
    BUILDING_TILES,
    BUILDINGS,
    COINS,
    COLOURS,
    COPPER,
    GOODS,
    IMPROVEMENTS,
    ITEMS,
    NOTHING,
    ROWS,
)

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
class Start(Action):
    """Put the town figure on a start row (WG 1.9)."""

    def __init__(self, row: int) -> None:
        self.row = row

    def __str__(self) -> str:
        return f"start {ROWS[self.row]}"


@final
class Lay(Action):
    """Lay a drawn tile on a free cell, turned clockwise (WG 3.3)."""

    def __init__(self, tile: int, cell: int, turn: int) -> None:
        self.tile = tile
        self.cell = cell
        self.turn = turn

    def __str__(self) -> str:
        return f"lay {self.tile} at {cell_text(self.cell)} turn {self.turn}"


@final
class Work(Action):
    """Send a figure to the district that begins at a cell (WG 4.2)."""

    def __init__(self, terrain: int, cell: int) -> None:
        self.terrain = terrain
        self.cell = cell

    def __str__(self) -> str:
        return f"work {GOODS[self.terrain]} at {cell_text(self.cell)}"


@final
class Keep(Action):
    """Put one good or coin that came in into the barn (WG 4.5, 5.12)."""

    def __init__(self, item: int) -> None:
        self.item = item

    def __str__(self) -> str:
        return f"keep {ITEMS[self.item]}"


@final
class Leave(Action):
    """Give up all that came in and found no place (WG 4.6, 5.12)."""

    def __str__(self) -> str:
        return "leave"


@final
class Throw(Action):
    """Throw something away from the barn (WG 4.6)."""

    def __init__(self, item: int) -> None:
        self.item = item

    def __str__(self) -> str:
        return f"throw {ITEMS[self.item]}"


@final
class Visit(Action):
    """Walk on to a building (WG 5.3)."""

    def __init__(self, building: int) -> None:
        self.building = building

    def __str__(self) -> str:
        return f"visit {BUILDINGS[self.building]}"


@final
class Pass(Action):
    """Stay put this autumn (WG 5.3)."""

    def __str__(self) -> str:
        return "pass"


@final
class Toll(Action):
    """Pay a coin at a toll line, or take a help tile instead (WG 5.6)."""

    def __init__(self, coin: int) -> None:
        self.coin = coin  # NOTHING: a help tile

    def __str__(self) -> str:
        return "toll help" if self.coin == NOTHING else f"toll {ITEMS[self.coin]}"


@final
class Give(Action):
    """Pay one good, from the barn or from land, or a coin in its place (WG 4.8, 5.7)."""

    def __init__(self, item: int, cell: int, stands_for: int) -> None:
        self.item = item
        self.cell = cell  # IN_BARN, or where the district begins
        self.stands_for = stands_for  # the good a joker coin stands for; NOTHING for goods and for any good

    def __str__(self) -> str:
        text = f"give {ITEMS[self.item]}"
        if self.cell != IN_BARN:
            text += f" from {cell_text(self.cell)}"
        if self.stands_for != NOTHING:
            text += f" for {GOODS[self.stands_for]}"
        return text


def is_of_coin(move: Action) -> bool:
    """Whether a move says which coin it is about."""
    if isinstance(move, Toll):
        return move.coin != NOTHING
    if isinstance(move, Give | Keep | Throw):
        return move.item >= COPPER
    return False


@final
class AskForHelp(Action):
    """Take a help tile for a good owed in winter (WG 6.4)."""

    def __init__(self, good: int) -> None:
        self.good = good

    def __str__(self) -> str:
        return f"help for {GOODS[self.good]}"


@final
class Repay(Action):
    """Begin to buy off the repayable help tile with three goods (WG 7.3)."""

    def __str__(self) -> str:
        return "repay"


@final
class Take(Action):
    """Take a good at the Post Office or the Church (WG 5.8)."""

    def __init__(self, good: int) -> None:
        self.good = good

    def __str__(self) -> str:
        return f"take {GOODS[self.good]}"


@final
class Hire(Action):
    """Take a labourer (WG 5.9)."""

    def __init__(self, colour: int) -> None:
        self.colour = colour

    def __str__(self) -> str:
        return f"hire {COLOURS[self.colour]}"


@final
class Build(Action):
    """Take a hut or a barn (WG 5.10)."""

    def __init__(self, tile: int) -> None:
        self.tile = tile

    def __str__(self) -> str:
        return f"build {BUILDING_TILES[self.tile]}"


@final
class Buy(Action):
    """Take an improvement (WG 5.11)."""

    def __init__(self, improvement: int) -> None:
        self.improvement = improvement

    def __str__(self) -> str:
        return f"buy {IMPROVEMENTS[self.improvement]}"


@final
class Sell(Action):
    """Hand over one good at the General Store (WG 5.12)."""

    def __init__(self, good: int, cell: int) -> None:
        self.good = good
        self.cell = cell

    def __str__(self) -> str:
        text = f"sell {ITEMS[self.good]}"
        return text if self.cell == IN_BARN else f"{text} from {cell_text(self.cell)}"


@final
class Move(Action):
    """Bring one good from land into the barn before scoring (WG 8.10)."""

    def __init__(self, good: int, cell: int) -> None:
        self.good = good
        self.cell = cell

    def __str__(self) -> str:
        return f"move {GOODS[self.good]} from {cell_text(self.cell)}"


@final
class Done(Action):
    """End the sale (WG 5.12), or the last decision (WG 8.10)."""

    def __str__(self) -> str:
        return "done"


@final
class BoardDealt(Action):
    """Chance: which player board (WG 1.1)."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __str__(self) -> str:
        return f"board {self.kind}"


@final
class DiscTurned(Action):
    """Chance: which year disc (WG 1.4)."""

    def __init__(self, disc: str) -> None:
        self.disc = disc

    def __str__(self) -> str:
        return f"disc {self.disc}"


@final
class Stocked(Action):
    """Chance: which piece is put on a building in town (WG 1.5-1.7)."""

    def __init__(self, sort: str, kind: int) -> None:
        self.sort = sort  # labourer, building or improvement
        self.kind = kind

    def __str__(self) -> str:
        return f"{self.sort} {STOCK_SORTS[self.sort][self.kind]}"


@final
class TileDrawn(Action):
    """Chance: which land tile (WG 3.1)."""

    def __init__(self, tile: int) -> None:
        self.tile = tile

    def __str__(self) -> str:
        return f"tile {self.tile}"


@final
class CoinDrawn(Action):
    """Chance: which coin (WG 5.12)."""

    def __init__(self, coin: int) -> None:
        self.coin = coin

    def __str__(self) -> str:
        return f"coin {ITEMS[self.coin]}"


STOCK_SORTS: Final[dict[str, tuple[str, ...]]] = {
    "labourer": COLOURS,
    "building": BUILDING_TILES,
    "improvement": IMPROVEMENTS,
}
STARTS: Final = [Start(row) for row in range(len(ROWS))]
KEEPS: Final = [Keep(item) for item in range(len(ITEMS))]
THROWS: Final = [Throw(item) for item in range(len(ITEMS))]
VISITS: Final = [Visit(building) for building in range(len(BUILDINGS))]
TOLL_HELP: Final = Toll(NOTHING)
TOLLS: Final = [Toll(COPPER + coin) for coin in range(len(COINS))]
GIVES: Final = [Give(good, IN_BARN, NOTHING) for good in range(len(GOODS))]
JOKERS: Final = [
    [Give(COPPER + coin, IN_BARN, good) for coin in range(len(COINS))] for good in range(NOTHING, len(GOODS))
]
HELPS: Final = [AskForHelp(good) for good in range(len(GOODS))]
TAKES: Final = [Take(good) for good in range(len(GOODS))]
HIRES: Final = [Hire(colour) for colour in range(len(COLOURS))]
BUILDS: Final = [Build(tile) for tile in range(len(BUILDING_TILES))]
BUYS: Final = [Buy(improvement) for improvement in range(len(IMPROVEMENTS))]
SALES: Final = [Sell(item, IN_BARN) for item in range(len(ITEMS))]  # coins only to be refused
COINS_DRAWN: Final = [CoinDrawn(COPPER + coin) for coin in range(len(COINS))]
LEAVE: Final = Leave()
PASS: Final = Pass()
REPAY: Final = Repay()
DONE: Final = Done()
PIECES: Final = {
    sort: [Stocked(sort, kind) for kind in range(len(names))] for sort, names in STOCK_SORTS.items()
}

_LAYS: Final[dict[int, list[Lay]]] = {}  # tile and cell -> the four ways to turn it
_WORKS: Final[dict[int, Work]] = {}
_GIVES_FROM: Final[dict[int, Give]] = {}
_SALES_FROM: Final[dict[int, Sell]] = {}
_MOVES_FROM: Final[dict[int, Move]] = {}
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


def work(terrain: int, cell: int, keep: bool = True) -> Work:
    key = (cell << 3) | terrain
    found = _WORKS.get(key)
    if found is None:
        found = Work(terrain, cell)
        if keep:
            _WORKS[key] = found
    return found


def give_from(good: int, cell: int, keep: bool = True) -> Give:
    key = (cell << 3) | good
    found = _GIVES_FROM.get(key)
    if found is None:
        found = Give(good, cell, NOTHING)
        if keep:
            _GIVES_FROM[key] = found
    return found


def sell_from(good: int, cell: int, keep: bool = True) -> Sell:
    key = (cell << 3) | good
    found = _SALES_FROM.get(key)
    if found is None:
        found = Sell(good, cell)
        if keep:
            _SALES_FROM[key] = found
    return found


def move_from(good: int, cell: int, keep: bool = True) -> Move:
    key = (cell << 3) | good
    found = _MOVES_FROM.get(key)
    if found is None:
        found = Move(good, cell)
        if keep:
            _MOVES_FROM[key] = found
    return found


def tile_drawn(tile: int, keep: bool = True) -> TileDrawn:
    found = _TILES.get(tile)
    if found is None:
        found = TileDrawn(tile)
        if keep:
            _TILES[tile] = found
    return found


def board_dealt(kind: str) -> BoardDealt:
    return _BOARDS.setdefault(kind, BoardDealt(kind))


def disc_turned(disc: str) -> DiscTurned:
    return _DISCS.setdefault(disc, DiscTurned(disc))


def _unbuilt(words: list[str]) -> Action | None:
    """A move that names a cell, a tile, a board or a disc."""
    match words:
        case ["lay", tile, "at", cell, "turn", turn] if read_number(turn) < 4:
            return lays(read_number(tile), parse_cell(cell), keep=False)[int(turn)]
        case ["work", good, "at", cell]:
            return work(GOODS.index(good), parse_cell(cell), keep=False)
        case ["give", good, "from", cell]:
            return give_from(GOODS.index(good), parse_cell(cell), keep=False)
        case ["sell", good, "from", cell]:
            return sell_from(GOODS.index(good), parse_cell(cell), keep=False)
        case ["move", good, "from", cell]:
            return move_from(GOODS.index(good), parse_cell(cell), keep=False)
        case ["tile", number]:
            return tile_drawn(read_number(number), keep=False)
        case ["board", kind]:
            return _BOARDS.get(kind, BoardDealt(kind))
        case ["disc", disc]:
            return _DISCS.get(disc.upper(), DiscTurned(disc.upper()))
    return None


_ALONE: Final[list[Action]] = [LEAVE, PASS, TOLL_HELP, REPAY, DONE]
_PAID: Final[list[Sequence[Action]]] = [TOLLS, GIVES, *JOKERS, HELPS, SALES]
_TAKEN: Final[list[Sequence[Action]]] = [STARTS, KEEPS, THROWS, VISITS, TAKES, HIRES, BUILDS, BUYS]
_DEALT: Final[list[Sequence[Action]]] = [*PIECES.values(), COINS_DRAWN]
NOTATION: Final = Notation("WG", "11", FORMS, [_ALONE, *_PAID, *_TAKEN, *_DEALT], _unbuilt)
