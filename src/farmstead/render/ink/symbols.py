"""Things that are drawn once and used often: emblems, shading and the seats' pawns.

A page has them once, in a picture of its own that shows nothing; a file has those that its picture uses.
Each game adds its own.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from farmstead.render.ink.elements import el, path, text, var
from farmstead.render.ink.emblems import EMBLEMS
from farmstead.render.ink.patterns import PATTERNS

SEATS: Final = 5  # the most that any table has
_REFERENCE: Final = re.compile(r'(?:href="|url\()#([\w-]+)')


def symbol(name: str, w: float, h: float, *content: str, **more: object) -> str:
    """What `use` places, drawn in a box of w × h."""
    return el("symbol", *content, id=name, viewBox=f"0 0 {w} {h}", **more)


def pawn(number: int) -> str:
    """A player's figure: all hat, in the seat's colour, with the seat's number."""
    tone = f"seat{number}"
    return (
        el("ellipse", cx=14, cy=33.5, rx=11, ry=2, fill=var("key"), opacity=0.3)
        + path("M6 33C5.5 24 8.5 18 14 18s8.5 6 8 15q-8 2.4-16 0z", tone, width=1.4)
        + path("M1 13.5C6 9.8 22 9.8 27 13.5 23.5 18.6 4.5 18.6 1 13.5z", tone, width=1.4)
        + path("M7.5 13C7 5 9.5 1.8 14 4 18.5 1.8 21 5 20.5 13 17 14.8 11 14.8 7.5 13z", tone, width=1.4)
        + el("path", d="M7.5 10.6q6.5 2.3 13 0v2.4q-6.5 2.4-13 0z", fill=var("canvas"))
        + text(number, (14, 30.3), 11.5, fill="on_seat", face="sans", weight=700)
    )


SYMBOLS: Final[dict[str, str]] = {
    **PATTERNS,
    **{f"e-{name}": symbol(f"e-{name}", 24, 24, body, fill="currentColor") for name, body in EMBLEMS.items()},
    **{f"pawn-{n}": symbol(f"pawn-{n}", 28, 36, pawn(n)) for n in range(1, SEATS + 1)},
}


def symbol_sheet(own: Mapping[str, str], drawn: str | None = None) -> str:
    """All symbols, the shared ones and a game's own, for a page to have once; or those that `drawn` uses."""
    shown = {**SYMBOLS, **own}.values() if drawn is None else used_symbols(drawn, own)
    return el(
        "svg",
        el("defs", "".join(shown)),
        xmlns="http://www.w3.org/2000/svg",
        class_="symbols",
        width=0,
        height=0,
        aria_hidden="true",
        focusable="false",
    )


def used_symbols(svg: str, own: Mapping[str, str]) -> list[str]:
    """The symbols that a picture uses, and those that these use, in the order of their names."""
    everything = {**SYMBOLS, **own}
    found: dict[str, str] = {}
    todo = list(_references(svg))
    while todo:
        if (name := todo.pop()) not in found:
            found[name] = everything[name]
            todo += _references(everything[name])
    return [found[name] for name in sorted(found)]


def _references(svg: str) -> Iterator[str]:
    return (match[1] for match in _REFERENCE.finditer(svg))
