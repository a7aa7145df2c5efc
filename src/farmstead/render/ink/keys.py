"""Which thing of one picture is which of the next, so that a page can let it go from place to place.

| attribute | what a page makes of it |
|---|---|
| `data-key="t17"` | the same thing wherever it is drawn: a tile, a pawn, a mark of the pen |
| `data-key="grain@b0"` | a piece of a kind by its place; what has left a place may have come to another |
| `data-with="t17"` | lies on that thing and goes with it |
| `data-from="grain"` | pieces of this kind come from here |
| `data-turn="1"` | how far the thing is turned, in quarters |
| `data-roll="3"` | a die, and which roll it shows; its face has the class `face` |

A thing with a key is moved at most, never turned or scaled itself, and no such thing lies within another.
The shape that is clicked is not part of it where that can be: it lies in its new place at once.
Keys are made of what a view says and of nothing else. What nobody may tell apart has none.
"""

from collections import Counter
from collections.abc import Iterable


def nth(kinds: Iterable[str], place: str = "", first: int = 0) -> list[str]:
    """Keys of pieces at a place: the pieces of each kind are counted from `first` on."""
    seen: Counter[str] = Counter()
    found = []
    for kind in kinds:
        found.append(f"{kind}@{place}{first + seen[kind]}")
        seen[kind] += 1
    return found


def kind_of(key: str) -> str:
    """What a piece is, by its key."""
    return key.partition("@")[0]
