"""The action space of Walnut Grove, version 1: a number for every move that can be legal.

A farm lays as many tiles in a game as the discs of all years say together: its *reach*. A tile touches the
board or an earlier tile (WG 3.3) and never lies below row 0 (WG 3.7). So the cell in column c and row r takes
at least r tiles, and as many more as c lies columns beside the board's columns 0 to 4: one step each. The
window is made of the cells within that reach. No option widens it: with `beside` off row 0 stays empty, and
the way to every other cell is as long. The packaged edition has a reach of 10 and a window of 165 cells; the
farthest that a sound edition reaches is 16 (eight discs, two tiles each), 357 cells and 7,504 actions.

Moves about a district share their numbers: `work`, `give … from`, `sell … from` and `move … from` are never
legal in the same decision, so the decision at hand says which of them is meant.
"""

from __future__ import annotations

from typing import Final, final

from farmstead.engine.contract import Action, IllegalMove, Refusal
from farmstead.engine.encoding import NOTHING_TO_DO, ActionRange, no_such_action
from farmstead.engine.square import cell_at
from farmstead.games.walnut_grove.rules import actions, names
from farmstead.games.walnut_grove.rules.components import Edition

COLUMNS: Final = 5  # landscapes of a board (WG 3.7)
DRAWN: Final = 4  # the most tiles that a disc lets a seat draw (WG 3.1)
TURNS: Final = 4
LAYS: Final = DRAWN * TURNS  # ways to lay one of the drawn tiles on one cell
GOODS: Final = len(names.GOODS)
NO_PLACE: Final = -1


def _simple_moves() -> list[Action | None]:
    """The moves that name no cell, in the order of their numbers; None for NOTHING_TO_DO."""
    return [
        None,
        *actions.STARTS,
        *actions.KEEPS,
        *actions.THROWS,
        actions.LEAVE,
        *actions.VISITS,
        actions.PASS,
        *actions.TOLLS,
        actions.TOLL_HELP,
        *actions.GIVES,
        *[joker for jokers in actions.JOKERS for joker in jokers],
        *actions.HELPS,
        actions.REPAY,
        *actions.TAKES,
        *actions.HIRES,
        *actions.BUILDS,
        *actions.BUYS,
        *actions.SALES[:GOODS],
        actions.DONE,
    ]


SIMPLE: Final[list[Action | None]] = _simple_moves()
SIMPLE_ACTION: Final[dict[Action, int]] = {move: n for n, move in enumerate(SIMPLE) if move is not None}
FIRST_DISTRICT: Final = len(SIMPLE)
SIMPLE_RANGES: Final[list[tuple[int, str, str]]] = [  # how many, how they are written, what is counted
    (1, "", "nothing to do: only others are to act, or the game is over"),
    (len(names.ROWS), "start ROW", f"the row: {', '.join(names.ROWS)}"),
    (len(names.ITEMS), "keep ITEM", f"what is kept: {', '.join(names.ITEMS)}"),
    (len(names.ITEMS), "throw ITEM", "what is thrown away, in the same order"),
    (1, "leave", "leave all that came in and found no place"),
    (len(names.BUILDINGS), "visit BUILDING", f"the building: {', '.join(names.BUILDINGS)}"),
    (1, "pass", "stay put this autumn"),
    (len(names.COINS), "toll COIN", f"the coin: {', '.join(names.COINS)}"),
    (1, "toll help", "take a help tile at a toll line"),
    (GOODS, "give GOOD", f"the good, from the barn: {', '.join(names.GOODS)}"),
    (
        (GOODS + 1) * len(names.COINS),
        "give COIN [for GOOD]",
        "3 × good + coin; the goods are: any, grain, fish, dairy, wood, stone",
    ),
    (GOODS, "help for GOOD", "the good owed"),
    (1, "repay", "begin to repay the help tile"),
    (GOODS, "take GOOD", "the good"),
    (len(names.COLOURS), "hire COLOUR", f"the colour: {', '.join(names.COLOURS)}"),
    (len(names.BUILDING_TILES), "build TILE", f"the tile: {', '.join(names.BUILDING_TILES)}"),
    (len(names.IMPROVEMENTS), "buy IMPROVEMENT", f"the kind: {', '.join(names.IMPROVEMENTS)}"),
    (GOODS, "sell GOOD", "the good, from the barn"),
    (1, "done", "end the sale, or the last decision"),
]


def reach_of(edition: Edition) -> int:
    """The most tiles that a farm can have: what the discs of all years let a seat lay."""
    return sum([disc.lay for disc in edition.discs])


def window_cells(reach: int) -> list[int]:
    """The cells of the window: the board's own first, then the others by row and column."""
    cells = [cell_at(column, 0) for column in range(COLUMNS)]
    for row in range(reach + 1):
        for column in range(row - reach, COLUMNS + reach - row):
            if row > 0 or not 0 <= column < COLUMNS:
                cells.append(cell_at(column, row))
    return cells


@final
class ActionSpace:
    """The numbers of all moves within a reach."""

    def __init__(self, reach: int) -> None:
        self.reach = reach
        self.cells = window_cells(reach)
        self.place: list[int] = [NO_PLACE] * (cell_at(COLUMNS + reach, reach) + 1)  # in the window, by cell
        for place, cell in enumerate(self.cells):
            self.place[cell] = place
        self.first_lay = FIRST_DISTRICT + GOODS * len(self.cells)
        self.actions = self.first_lay + LAYS * (len(self.cells) - COLUMNS)

    def lay_at(self, cell: int) -> int:
        """The first of the sixteen numbers that lay a tile on a cell."""
        return self.first_lay + LAYS * (self.place[cell] - COLUMNS)

    def number(self, move: Action, drawn: list[int]) -> int:
        """The action of a move; `drawn` are the tiles its seat has drawn and not laid."""
        if isinstance(move, actions.Lay):
            return self.lay_at(move.cell) + TURNS * drawn.index(move.tile) + move.turn
        if isinstance(move, actions.OfGood):
            if move.cell != actions.IN_BARN:
                return FIRST_DISTRICT + GOODS * self.place[move.cell] + move.good
        elif isinstance(move, actions.Give) and move.cell != actions.IN_BARN:
            return FIRST_DISTRICT + GOODS * self.place[move.cell] + move.item
        return SIMPLE_ACTION[move]

    def move(self, action: int, drawn: list[int], decision: int, season: str) -> Action:
        """The move that a number means in a decision (NOTHING: not to act)."""
        if not 0 <= action < self.actions:
            raise no_such_action(action, self.actions)
        if action >= self.first_lay:
            return self._lay(action, drawn)
        if action >= FIRST_DISTRICT:
            place, good = divmod(action - FIRST_DISTRICT, GOODS)
            return _in_district(actions.on_land(good, self.cells[place], keep=False), decision)
        move = SIMPLE[action]
        if move is None:
            raise _nothing_is_no_move(decision, season)
        return move

    def _lay(self, action: int, drawn: list[int]) -> Action:
        cell, way = divmod(action - self.first_lay, LAYS)
        tile, turn = divmod(way, TURNS)
        if tile >= len(drawn):
            args: dict[str, str | int] = {"tile": tile + 1}
            raise IllegalMove(Refusal("WG 3.1", "tile_not_drawn", f"action {action}", args))
        return actions.lays(drawn[tile], self.cells[cell + COLUMNS], keep=False)[turn]

    def ranges(self) -> list[ActionRange]:
        """The table of the action space."""
        found: list[ActionRange] = []
        first = NOTHING_TO_DO
        for size, move, about in SIMPLE_RANGES:
            found.append(ActionRange(first, size, move, about))
            first += size
        window = (
            f"the window has the board's cells 0,0 to 4,0, then all others within {self.reach} tiles by row"
        )
        about = f"5 × place in the window + terrain of the district that begins there; {window} and column"
        moves = "work GOOD at CELL, give|sell|move GOOD from CELL"
        found.append(ActionRange(first, self.first_lay - first, moves, about))
        about = "16 × place in the window after the board's cells + 4 × place among the drawn tiles + turn"
        found.append(
            ActionRange(self.first_lay, self.actions - self.first_lay, "lay TILE at CELL turn TURN", about)
        )
        return found


def _in_district(moves: actions.OnLand, decision: int) -> Action:
    """What is done in a district in this decision; where nothing is, to work it."""
    if decision in (names.DECIDE_COST, names.DECIDE_WINTER, names.DECIDE_REPAY):
        return moves.give
    if decision == names.DECIDE_SALE:
        return moves.sell
    return moves.move if decision == names.DECIDE_LAST else moves.work


def _nothing_is_no_move(decision: int, season: str) -> IllegalMove:
    """A seat that has a decision before it must make it."""
    if decision == names.NOTHING:
        return IllegalMove(Refusal("WG 2.1", "season_finished", "nothing", {"season": season}))
    asked = names.DECISIONS[decision]
    args: dict[str, str | int] = {"decision": asked, "verb": "nothing"}
    return IllegalMove(Refusal(f"WG {names.ASKED_BY[asked]}", "not_now", "nothing", args))
