"""What the pictures of this game use again and again: the hatching of the regions, and each mark once."""

from typing import Final

from farmstead.games.sunflower_valley.pictures.svg.ground import HATCHING
from farmstead.games.sunflower_valley.pictures.svg.marks import mark
from farmstead.games.sunflower_valley.rules.names import FREE, TOKENS
from farmstead.render.ink import el

BOX: Final = 120  # a mark is placed by its middle


def _mark_symbol(token: str) -> str:
    box = f"{-BOX // 2} {-BOX // 2} {BOX} {BOX}"
    return el("symbol", mark(token, "symbol"), id=f"mark-{token}", viewBox=box, overflow="visible")


SYMBOLS: Final = HATCHING | {f"mark-{token}": _mark_symbol(token) for token in TOKENS[:FREE]}
