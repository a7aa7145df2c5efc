"""Marks on the picture of a farm what each line of the score counts (WG 8), found in the picture itself."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, fromstring

from farmstead.render.ink import Box, Point, circle, g, path, picture, rect, text
from farmstead.render.shared import signed

HALO: Final = 4.0
CASING: Final = 7.0  # the dark line on which a halo shows on any ground
SIZES: Final[Mapping[str, tuple[float, float]]] = {  # of drawings that are used as large as they are
    "#yard-house": (46, 72),
    "#yard-hut": (46, 72),
    "#yard-barn": (120, 106),
    "#yard-lean-to": (58, 62),
}
COINS: Final[Mapping[str, int]] = {"#coin-silver": 1, "#coin-gold": 2}  # WG 8.5
FIGURE: Final = 2  # WG 8.3
BUILDING: Final = 1  # WG 8.4
HELP_TILE_POINTS: Final = -2  # WG 8.7
SIGN: Final = ("96", "37")  # an improvement's
HELP_TILES: Final = (("38", "38"), ("44", "40"))  # turned, and open
_MOVED: Final = re.compile(r"translate\((\S+) (\S+)\)")
_SCALED: Final = re.compile(r"scale\((\S+)\)")


class Piece(NamedTuple):
    """An element of the picture, and where it lies."""

    element: Element
    at: Point
    scale: float

    def get(self, name: str) -> str:
        return self.element.get(name, "")

    def box(self, width: float = 0, height: float = 0) -> Box:
        """Where it lies; as large as this where it does not say so itself."""
        x, y = float(self.get("x") or 0), float(self.get("y") or 0)
        wide, high = float(self.get("width") or width), float(self.get("height") or height)
        return Box(
            self.at[0] + x * self.scale, self.at[1] + y * self.scale, wide * self.scale, high * self.scale
        )


def score_overlay(farm: str, line: str, open_help_costs: bool) -> str:
    """As large as the farm it is laid over; nothing for a line that counts nothing there."""
    if line not in MARKS:
        return ""
    root = fromstring(farm)
    pieces = list(_pieces(root, (0.0, 0.0), 1.0))
    if line == "help" and not open_help_costs:
        pieces = [piece for piece in pieces if piece.get("height") != HELP_TILES[1][1]]
    box = Box(*[float(side) for side in root.attrib["viewBox"].split()])
    return picture(box, *MARKS[line](pieces), class_="overlay", data_line=line, pointer_events="none")


def _pieces(element: Element, at: Point, scale: float) -> Iterator[Piece]:
    moves = element.get("transform", "")
    if found := _MOVED.search(moves):
        at = (at[0] + float(found[1]) * scale, at[1] + float(found[2]) * scale)
    if found := _SCALED.search(moves):
        scale *= float(found[1])
    yield Piece(element, at, scale)
    for child in element:
        yield from _pieces(child, at, scale)


# ---- the lines of the score ----------------------------------------------------------------------------


def _fences(pieces: list[Piece]) -> list[str]:
    """WG 8.2."""
    areas = [piece.element for piece in pieces if piece.get("class") == "enclosed"]
    return [
        path(d, stroke="key", width=CASING) + path(d, "halo", "halo", HALO, fill_opacity=0.3)
        for d in [each.get("d", "") for area in areas for each in area]
    ]


def _figures(pieces: list[Piece]) -> list[str]:
    return [_lit(piece.box(), FIGURE) for piece in pieces if piece.get("href").startswith("#figure-")]


def _buildings(pieces: list[Piece]) -> list[str]:
    return [
        _lit(piece.box(*SIZES[piece.get("href")]), BUILDING) for piece in pieces if piece.get("href") in SIZES
    ]


def _coins(pieces: list[Piece]) -> list[str]:
    return [_lit(piece.box(), COINS[piece.get("href")]) for piece in pieces if piece.get("href") in COINS]


def _improvements(pieces: list[Piece]) -> list[str]:
    """WG 8.6: what each brings depends on the farm; the ledger has their sum."""
    return [
        _framed(piece.box())
        for piece in pieces
        if (piece.get("width"), piece.get("height")) == SIGN and piece.get("fill") == "var(--wood)"
    ]


def _help(pieces: list[Piece]) -> list[str]:
    found = [
        piece
        for piece in pieces
        if (piece.get("width"), piece.get("height")) in HELP_TILES and not piece.get("fill").startswith("url")
    ]
    turned = [piece for piece in found if piece.get("width") == HELP_TILES[0][0]]
    rest = [piece for piece in found if piece not in turned]
    pile = [_lit(turned[-1].box(), HELP_TILE_POINTS * len(turned), "accent")] if turned else []
    return [*pile, *[_lit(piece.box(), HELP_TILE_POINTS, "accent") for piece in rest]]


MARKS: Final[Mapping[str, Callable[[list[Piece]], list[str]]]] = {
    "fences": _fences,
    "figures": _figures,
    "buildings": _buildings,
    "coins": _coins,
    "improvements": _improvements,
    "help": _help,
}


# ---- ink -----------------------------------------------------------------------------------------------


def _lit(box: Box, points: int, tone: str = "halo") -> str:
    """Framed, with its points at the upper right corner."""
    return _framed(box, tone) + _badge(points, (box.left + box.width, box.top + 2))


def _framed(box: Box, tone: str = "halo") -> str:
    around = (box.left - 3, box.top - 3, box.width + 6, box.height + 6)
    return rect(*around, "none", "key", CASING, 6) + rect(*around, "none", tone, HALO, 6)


def _badge(points: int, at: Point) -> str:
    """Points on a plate; what is lost is red."""
    words = f"+{points}" if points > 0 else signed(points)
    ground, ink = ("halo", "key") if points > 0 else ("accent", "on_accent")
    return g(
        circle((0, 0), 11, ground, "key", 1.4),
        text(words, (0, 4.4), 12 if len(words) < 3 else 10, fill=ink, face="sans", weight=700),
        at=at,
    )
