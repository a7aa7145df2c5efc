"""A player's sheet: what is printed, what is drawn on it, and the town with its villagers below."""

from functools import lru_cache
from typing import Final, NamedTuple

from farmstead.games.sunflower_valley.pictures.svg import grid
from farmstead.games.sunflower_valley.pictures.svg.ground import blank, ground
from farmstead.games.sunflower_valley.pictures.svg.marks import mark
from farmstead.games.sunflower_valley.pictures.svg.naming import PartNames
from farmstead.games.sunflower_valley.pictures.svg.parts import hex_part
from farmstead.games.sunflower_valley.pictures.svg.symbols import BOX
from farmstead.games.sunflower_valley.pictures.svg.town import (
    ACROSS,
    APART,
    rows_of_boxes,
    town_picture,
    villager_boxes,
)
from farmstead.games.sunflower_valley.pictures.views import TableView, chosen_hex
from farmstead.games.sunflower_valley.rules import hexes
from farmstead.games.sunflower_valley.rules.components import Edition, Layout
from farmstead.games.sunflower_valley.rules.names import NOTHING, TOKENS, TOWNS
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render.ink import Box, g, hit, part, path, picture, use

HIT: Final = grid.hexagon()  # the whole hex answers a finger
RING: Final = grid.hexagon(grid.RADIUS - 5)  # what a page lights: a hex that is open, chosen or looked at
FOOT_TOP: Final = grid.HIGH * (hexes.ROWS - 1) + grid.RADIUS + 14
PLATE: Final = Box(-48, -52, 96, 56)  # of the town
RIGHT: Final = grid.WIDE * (hexes.COLUMNS + 0.5) - grid.APOTHEM
CACHED_HEXES: Final = 4096  # drawn ones that are not drawn again, large and small
CACHED_FEET: Final = 512


def undealt_sheet(names: PartNames) -> str:
    """Before the letter is known."""
    return picture(grid.sheet_box(False), blank(), name=names.say("undealt"), class_="sheet")


def printed_sheet(layout: Layout, names: PartNames) -> str:
    """A sheet on which nothing is drawn."""
    name = names.say("printed", sheet=layout.letter)
    return picture(grid.sheet_box(False), ground(layout), name=name, class_="sheet")


class SheetPicture:
    """One seat's sheet, as the view's seat sees it; its parts can be chosen if it is the seat's own."""

    def __init__(
        self, edition: Edition, table: TableView, valley: Valley, seat: int, names: PartNames
    ) -> None:
        self.edition = edition
        self.table = table
        self.valley = valley
        self.pen = Hand(names, valley.layout, seat, seat == table["seat"])
        self.waiting = chosen_hex(table) if seat in table["to_act"] else NOTHING

    def large(self, who: str, foot: bool) -> str:
        """With everything on it, each mark in its own hand."""
        drawn = [self._hex(place) for place in hexes.HEXES]
        below = [self._foot()] if foot else []
        return self._picture(who, grid.sheet_box(foot), "sheet", ground(self.valley.layout), *drawn, *below)

    def small(self, who: str) -> str:
        """As others' sheets are shown: the same marks for all, and nothing to choose."""
        symbols, seat = self.valley.symbols, self.pen.seat
        drawn = [place for place in hexes.HEXES if hexes.is_symbol(symbols[place])]
        marks = [_small_hex(seat, place, symbols[place]) for place in drawn]
        paper = ground(self.valley.layout, small=True)
        return self._picture(who, grid.sheet_box(False), "sheet small", paper, g(*marks, aria_hidden="true"))

    def _picture(self, who: str, box: Box, class_: str, *content: str) -> str:
        name = self.pen.names.say("sheet", sheet=self.valley.layout.letter, who=who)
        return picture(box, *content, name=name, class_=class_, data_seat=self.pen.seat)

    def _hex(self, place: int) -> str:
        symbol = self.valley.symbols[place]
        if place != self.waiting:
            return _large_hex(self.pen, place, symbol)
        name = self.pen.names.waiting(place, str(self.table["colour"]), str(self.table["die"]))
        lit = path(RING, "halo", "open", 4.5, class_="ring", fill_opacity=0.5)
        return _hex_part(self.pen, place, name, _mark(self.pen, place, symbol), lit)

    def _foot(self) -> str:
        town = self.valley.town
        return _foot(self.pen, TOWNS[town], self.edition.start_text(town), int(self.valley.villagers))


class Hand(NamedTuple):
    """Who draws on which sheet, in which language; parts can be chosen where it is one's own."""

    names: PartNames
    layout: Layout
    seat: int
    own: bool


# ---- hexes ---------------------------------------------------------------------------------------------


@lru_cache(CACHED_HEXES)
def _large_hex(pen: Hand, place: int, symbol: int) -> str:
    name = pen.names.hex(pen.layout, place, symbol)
    return _hex_part(pen, place, name, _mark(pen, place, symbol), path(RING, "none", None, class_="ring"))


def _hex_part(pen: Hand, place: int, name: str, *content: str) -> str:
    key = hex_part(place)
    if pen.own:
        shape = path(HIT, "none", None, class_="hit", pointer_events="all")
        return part(key, name, *content, shape, at=grid.centre(place), class_="hex", data_seen="")
    return g(*content, at=grid.centre(place), class_="hex", data_hex=key, role="img", aria_label=name)


def _mark(pen: Hand, place: int, symbol: int) -> str:
    if not hexes.is_symbol(symbol):
        return ""
    drawn = mark(TOKENS[symbol], pen.layout.letter, pen.seat, hexes.row_of(place), hexes.column_of(place))
    return g(drawn, data_key=_key(pen.seat, place, symbol))


def _key(seat: int, place: int, symbol: int) -> str:
    """By which a page knows a mark again: whose it is, where, and what."""
    return f"{seat}{hexes.hex_text(place)}{TOKENS[symbol]}"


@lru_cache(CACHED_HEXES)
def _small_hex(seat: int, place: int, symbol: int) -> str:
    drawn = use(f"mark-{TOKENS[symbol]}", grid.centre(place), BOX, data_key=_key(seat, place, symbol))
    return g(drawn, class_="hex", data_hex=hex_part(place))


# ---- below ---------------------------------------------------------------------------------------------


@lru_cache(CACHED_FEET)
def _foot(pen: Hand, town: str, start: str, villagers: int) -> str:
    where = pen.names.say("town", town=town, hex=start)
    many = pen.names.say("villagers", count=villagers)
    rows = rows_of_boxes(villagers)
    fit = 2 / rows  # there is room for two rows, or for more that are smaller
    room = Box(0, 0, APART * ACROSS, APART * rows)
    boxes = _thing(pen, "villager", many, room, villager_boxes(villagers, many, pen.seat))
    plate = _thing(pen, "town", where, PLATE, town_picture(town, where))
    return g(
        g(plate, at=(-grid.APOTHEM + 48, FOOT_TOP + 48)),
        g(boxes, at=(RIGHT - fit * (APART * ACROSS - 4), FOOT_TOP + 2), scale=fit),
        class_="foot",
    )


def _thing(pen: Hand, key: str, name: str, box: Box, art: str) -> str:
    """What is never chosen, but says what it is on the own sheet."""
    return part(f"thing:{key}", name, art, hit(*box)) if pen.own else art
