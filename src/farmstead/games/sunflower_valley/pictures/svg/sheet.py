"""A player's sheet: what is printed, what is drawn on it, and the town with its villagers below."""

from typing import Final

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
        self.layout = valley.layout
        self.seat = seat
        self.names = names
        self.waiting = chosen_hex(table) if seat in table["to_act"] else NOTHING

    def large(self, foot: bool) -> str:
        """With everything on it, each mark in its own hand."""
        drawn = [self._hex(place) for place in hexes.HEXES]
        below = [self._foot()] if foot else []
        return self._picture(grid.sheet_box(foot), "sheet", ground(self.layout), *drawn, *below)

    def small(self) -> str:
        """As others' sheets are shown: the same marks for all, and nothing to choose."""
        marks = [
            self._small_hex(place) for place in hexes.HEXES if hexes.is_symbol(self.valley.symbols[place])
        ]
        drawn = g(*marks, aria_hidden="true")
        return self._picture(grid.sheet_box(False), "sheet small", ground(self.layout, small=True), drawn)

    def _picture(self, box: Box, class_: str, *content: str) -> str:
        name = self.names.sheet(self.layout.letter, self.seat)
        return picture(box, *content, name=name, class_=class_, data_seat=self.seat)

    # ---- hexes -----------------------------------------------------------------------------------------

    def _hex(self, place: int) -> str:
        key, name = hex_part(place), self._name(place)
        own = self.seat == self.table["seat"]
        content = [self._mark(place), path(RING, "none", None, class_="ring")]
        if place == self.waiting:
            content[1] = path(RING, "halo", "open", 4.5, class_="ring", fill_opacity=0.5)
        if own:
            content.append(path(HIT, "none", None, class_="hit", pointer_events="all"))
            return part(key, name, *content, at=grid.centre(place), class_="hex")
        return g(*content, at=grid.centre(place), class_="hex", data_hex=key, role="img", aria_label=name)

    def _mark(self, place: int) -> str:
        symbol = self.valley.symbols[place]
        if not hexes.is_symbol(symbol):
            return ""
        drawn = mark(
            TOKENS[symbol], self.layout.letter, self.seat, hexes.row_of(place), hexes.column_of(place)
        )
        return g(drawn, data_key=self._key(place))

    def _key(self, place: int) -> str:
        """By which a page knows a mark again: whose it is, where, and what."""
        return f"{self.seat}{hexes.hex_text(place)}{TOKENS[self.valley.symbols[place]]}"

    def _name(self, place: int) -> str:
        if place != self.waiting:
            return self.names.hex(self.layout, place, self.valley.symbols[place])
        return self.names.waiting(place, str(self.table["colour"]), str(self.table["die"]))

    def _small_hex(self, place: int) -> str:
        token = TOKENS[self.valley.symbols[place]]
        drawn = use(f"mark-{token}", grid.centre(place), BOX, data_key=self._key(place))
        return g(drawn, class_="hex", data_hex=hex_part(place))

    # ---- below -----------------------------------------------------------------------------------------

    def _foot(self) -> str:
        town, villagers = TOWNS[self.valley.town], int(self.valley.villagers)
        where = self.names.say("town", town=town, hex=self.edition.start_text(self.valley.town))
        many = self.names.say("villagers", count=villagers)
        rows = rows_of_boxes(villagers)
        fit = 2 / rows  # there is room for two rows, or for more that are smaller
        boxes = self._thing(
            "villager",
            many,
            Box(0, 0, APART * ACROSS, APART * rows),
            villager_boxes(villagers, many, self.seat),
        )
        return g(
            g(
                self._thing("town", where, PLATE, town_picture(town, where)),
                at=(-grid.APOTHEM + 48, FOOT_TOP + 48),
            ),
            g(boxes, at=(RIGHT - fit * (APART * ACROSS - 4), FOOT_TOP + 2), scale=fit),
            class_="foot",
        )

    def _thing(self, key: str, name: str, box: Box, art: str) -> str:
        """What is never chosen, but says what it is on the own sheet."""
        if self.seat != self.table["seat"]:
            return art
        return part(f"thing:{key}", name, art, hit(*box))
