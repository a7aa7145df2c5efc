"""Which parts of the pictures a move touches. The page finds the move by the parts that are clicked.

| part | what it is | where it is drawn |
|---|---|---|
| `row:church` | a start row | town |
| `tile:17`, `turn:2` | a drawn tile, and how it is turned | hand, turns |
| `cell:4,1` | a free cell | land |
| `district:grain:0,1` | a district, with the goods on it | land, hand |
| `building:lodge` | a building | town |
| `barn:grain`, `barn:copper` | what lies in the barn, by kind | household, hand |
| `incoming:dairy`, `incoming:gold` | what came in and has no room yet | hand |
| `good:grain` | what may be taken from the supply | hand |
| `figure:yellow`, `piece:hut`, `piece:tent` | what the visited building offers | town, hand |
| `owed:grain` | a good that is to be paid | hand |
| `help:open`, `help:new` | the repayable help tile, and one from the supply | household, hand |

`pass`, `leave` and `done` touch nothing; at any decision at most one of them can be made.
"""

from collections.abc import Callable
from typing import Final

from farmstead.games.walnut_grove.rules.names import COINS

Parts = tuple[str, ...]
PAYING: Final = frozenset({"cost", "winter"})  # decisions at which a certain good is owed


def parts_of(move: str, decision: str = "") -> Parts:
    """The parts that a move touches, and those that say more exactly which move it is.

    Where the decision is known, a good that is given also touches what is owed.
    """
    verb, *rest = move.split()
    return _TOUCHED[verb](rest, decision) if verb in _TOUCHED else ()


def _start(words: list[str], decision: str) -> Parts:
    return (f"row:{words[0]}",)


def _lay(words: list[str], decision: str) -> Parts:
    tile, _, cell, _, turn = words
    return f"tile:{tile}", f"cell:{cell}", f"turn:{turn}"


def _work(words: list[str], decision: str) -> Parts:
    return (f"district:{words[0]}:{words[2]}",)


def _visit(words: list[str], decision: str) -> Parts:
    return (f"building:{words[0]}",)


def _keep(words: list[str], decision: str) -> Parts:
    return (f"incoming:{words[0]}",)


def _from_barn_or_land(words: list[str], decision: str) -> Parts:
    """`grain`, or `grain from 0,1`."""
    return (f"district:{words[0]}:{words[2]}",) if len(words) == 3 else (f"barn:{words[0]}",)


def _give(words: list[str], decision: str) -> Parts:
    if len(words) == 3 and words[1] == "for":
        return f"barn:{words[0]}", f"owed:{words[2]}"
    given = _from_barn_or_land(words, decision)
    return (*given, f"owed:{words[0]}") if decision in PAYING and words[0] not in COINS else given


def _toll(words: list[str], decision: str) -> Parts:
    return ("help:new",) if words[0] == "help" else (f"barn:{words[0]}",)


def _help(words: list[str], decision: str) -> Parts:
    return "help:new", f"owed:{words[1]}"


def _repay(words: list[str], decision: str) -> Parts:
    return ("help:open",)


def _take(words: list[str], decision: str) -> Parts:
    return (f"good:{words[0]}",)


def _hire(words: list[str], decision: str) -> Parts:
    return (f"figure:{words[0]}",)


def _buy(words: list[str], decision: str) -> Parts:
    return (f"piece:{words[0]}",)


def _draw(words: list[str], decision: str) -> Parts:
    return (f"tile:{words[0]}",)


_TOUCHED: Final[dict[str, Callable[[list[str], str], Parts]]] = {
    "start": _start,
    "lay": _lay,
    "work": _work,
    "keep": _keep,
    "throw": _from_barn_or_land,
    "visit": _visit,
    "toll": _toll,
    "give": _give,
    "help": _help,
    "repay": _repay,
    "take": _take,
    "hire": _hire,
    "build": _buy,
    "buy": _buy,
    "sell": _from_barn_or_land,
    "move": _from_barn_or_land,
    "tile": _draw,
}
