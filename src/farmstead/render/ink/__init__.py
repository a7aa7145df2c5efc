"""Ink: what pictures of all games are drawn with. Text in, text out; colours come from the page's tokens.

No style attributes and no style elements: a page with a strict policy shows these pictures as they are.
"""

from farmstead.render.ink.contrast import broken_promises as broken_promises
from farmstead.render.ink.contrast import contrast as contrast
from farmstead.render.ink.elements import Point as Point
from farmstead.render.ink.elements import angle as angle
from farmstead.render.ink.elements import circle as circle
from farmstead.render.ink.elements import el as el
from farmstead.render.ink.elements import emblem as emblem
from farmstead.render.ink.elements import g as g
from farmstead.render.ink.elements import line as line
from farmstead.render.ink.elements import mid as mid
from farmstead.render.ink.elements import num as num
from farmstead.render.ink.elements import paint as paint
from farmstead.render.ink.elements import pair as pair
from farmstead.render.ink.elements import path as path
from farmstead.render.ink.elements import polar as polar
from farmstead.render.ink.elements import rect as rect
from farmstead.render.ink.elements import smooth as smooth
from farmstead.render.ink.elements import text as text
from farmstead.render.ink.elements import use as use
from farmstead.render.ink.elements import var as var
from farmstead.render.ink.emblems import EMBLEMS as EMBLEMS
from farmstead.render.ink.hand import hand as hand
from farmstead.render.ink.keys import kind_of as kind_of
from farmstead.render.ink.keys import nth as nth
from farmstead.render.ink.patterns import pattern as pattern
from farmstead.render.ink.pictures import Box as Box
from farmstead.render.ink.pictures import hit as hit
from farmstead.render.ink.pictures import part as part
from farmstead.render.ink.pictures import picture as picture
from farmstead.render.ink.pictures import standalone as standalone
from farmstead.render.ink.states import state_sheet as state_sheet
from farmstead.render.ink.symbols import SYMBOLS as SYMBOLS
from farmstead.render.ink.symbols import symbol as symbol
from farmstead.render.ink.symbols import symbol_sheet as symbol_sheet
from farmstead.render.ink.symbols import used_symbols as used_symbols
from farmstead.render.ink.tokens import DARK as DARK
from farmstead.render.ink.tokens import LIGHT as LIGHT
from farmstead.render.ink.tokens import TOKENS as TOKENS
from farmstead.render.ink.tokens import in_colour as in_colour
from farmstead.render.ink.tokens import token_sheet as token_sheet
