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

from typing import Final

from farmstead.games.walnut_grove.rules.names import COINS

Parts = tuple[str, ...]
PAYING: Final = frozenset({"cost", "winter"})  # decisions at which a certain good is owed
KINDS: Final = {  # what a move touches that is one word after its verb
    "start": "row",
    "visit": "building",
    "keep": "incoming",
    "take": "good",
    "hire": "figure",
    "build": "piece",
    "buy": "piece",
    "tile": "tile",
}


def parts_of(move: str, decision: str = "") -> Parts:
    """The parts that a move touches, and those that say more exactly which move it is.

    Where the decision is known, a good that is given also touches what is owed.
    """
    match move.split():
        case [verb, word] if verb in KINDS:
            return (f"{KINDS[verb]}:{word}",)
        case ["lay", tile, "at", cell, "turn", turn]:
            return f"tile:{tile}", f"cell:{cell}", f"turn:{turn}"
        case ["give", coin, "for", good]:
            return f"barn:{coin}", f"owed:{good}"
        case ["give", item, *place] if decision in PAYING and item not in COINS:
            return _in_barn_or_on_land(item, place), f"owed:{item}"
        case ["work" | "give" | "throw" | "sell" | "move", item, *place]:
            return (_in_barn_or_on_land(item, place),)
        case ["toll", "help"]:
            return ("help:new",)
        case ["toll", coin]:
            return (f"barn:{coin}",)
        case ["help", "for", good]:
            return "help:new", f"owed:{good}"
        case ["repay"]:
            return ("help:open",)
    return ()


def _in_barn_or_on_land(item: str, place: list[str]) -> str:
    """`grain`, or `grain from 0,1`, or `grain at 0,1`."""
    return f"district:{item}:{place[1]}" if place else f"barn:{item}"
