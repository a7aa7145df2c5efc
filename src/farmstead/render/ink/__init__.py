"""Ink: what pictures of all games are drawn with. Text in, text out; colours come from the page's tokens.

No style attributes and no style elements: a page with a strict policy shows these pictures as they are.
"""

from farmstead.render.ink.contrast import PROMISES, broken_promises, contrast
from farmstead.render.ink.elements import (
    Point,
    circle,
    el,
    emblem,
    g,
    line,
    mid,
    num,
    paint,
    pair,
    path,
    polar,
    rect,
    smooth,
    text,
    use,
    var,
)
from farmstead.render.ink.emblems import EMBLEMS
from farmstead.render.ink.hand import hand
from farmstead.render.ink.keys import kind_of, nth
from farmstead.render.ink.patterns import PATTERNS, pattern
from farmstead.render.ink.pictures import Box, hit, part, picture, standalone
from farmstead.render.ink.states import state_sheet
from farmstead.render.ink.symbols import SYMBOLS, pawn, symbol, symbol_sheet, used_symbols
from farmstead.render.ink.tokens import DARK, FACES, LIGHT, TOKENS, in_colour, token_sheet

__all__ = [
    "DARK",
    "EMBLEMS",
    "FACES",
    "LIGHT",
    "PATTERNS",
    "PROMISES",
    "SYMBOLS",
    "TOKENS",
    "Box",
    "Point",
    "broken_promises",
    "circle",
    "contrast",
    "el",
    "emblem",
    "g",
    "hand",
    "hit",
    "in_colour",
    "kind_of",
    "line",
    "mid",
    "nth",
    "num",
    "paint",
    "pair",
    "part",
    "path",
    "pattern",
    "pawn",
    "picture",
    "polar",
    "rect",
    "smooth",
    "standalone",
    "state_sheet",
    "symbol",
    "symbol_sheet",
    "text",
    "token_sheet",
    "use",
    "used_symbols",
    "var",
]
