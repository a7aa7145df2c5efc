"""The components of Sunflower Valley, one by one: `farmstead show sheet A`."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from farmstead.games.sunflower_valley.pictures.hexes import (
    DiePicture,
    SheetPicture,
    blank_regions,
    regions_of,
)
from farmstead.games.sunflower_valley.pictures.palette import REGIONS
from farmstead.games.sunflower_valley.pictures.panels import die_sign
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.hexes import HEXES, SIZE, hex_text, listed
from farmstead.games.sunflower_valley.rules.names import (
    COLOURS,
    DICE,
    FACES,
    FREE,
    HOUSE,
    NAME,
    TOWNS,
    VARIANTS,
)
from farmstead.render.components import Components
from farmstead.render.shared import facts
from farmstead.render.words import words_for

ABOUT: Final[dict[str, list[str]]] = {"sheet": ["1.1", "1.2"], "die": ["1.5"], "start": ["1.3", "1.4"]}
ABOUT_FACES: Final[dict[str, list[str]]] = {
    "house": ["3.6", "5.1", "5.2"],
    "sheep": ["4.4", "5.1"],
    "sunflower": ["5.3", "5.4"],
    "super-sunflower": ["3.6", "5.3", "5.4"],
    "straight": ["3.5", "4.2"],
    "curve": ["3.5", "4.2"],
}
TABLES: Final[dict[str, str]] = {"sheet": "sheets", "start": "start"}  # of an edition's file


class ValleyComponents(Components):
    """Sheets, dice and the chart of where towns begin."""

    kinds = ("sheet", "die", "start")

    def __init__(self, edition: Edition, text: str | None) -> None:
        super().__init__(text)
        self.edition = edition
        self._drawers: dict[str, Callable[[str], RenderableType]] = {
            "sheet": self._sheet,
            "die": self._die,
            "start": self._start,
        }

    def names(self, kind: str) -> list[str]:
        return {"sheet": list(self.edition.sheets), "die": list(FACES), "start": list(TOWNS)}[kind]

    def picture(self, kind: str, name: str) -> RenderableType:
        return self._drawers[kind](name)

    def paragraphs(self, kind: str, name: str) -> list[str]:
        return ABOUT[kind] if kind != "die" else [*ABOUT[kind], *ABOUT_FACES[name]]

    def source(self, kind: str, name: str) -> str:
        entry = self.document.get(TABLES.get(kind, ""))
        return str(entry.get("source", "")) if isinstance(entry, Mapping) else ""

    # ---- the pictures ------------------------------------------------------------------------------------

    def _sheet(self, name: str) -> RenderableType:
        layout = self.edition.sheets[name]
        hexes = {colour: layout.cells[n] for n, colour in enumerate(COLOURS)}
        lines = {
            f"{REGIONS[colour].emblem} {colour}": ", ".join(map(hex_text, places))
            for colour, places in hexes.items()
        }
        lines["^ mountains"] = ", ".join(map(hex_text, listed(layout.mountains)))
        return Group(
            Text(f"Sheet {name}", "bold"),
            SheetPicture(regions_of(layout), layout.blank),
            Text(""),
            facts(lines),
        )

    def _die(self, name: str) -> RenderableType:
        words = words_for(NAME)
        drawn = words.say("about", name, variant=VARIANTS[0])
        lines = {"letter": die_sign(name), "dice": f"{DICE}, all alike", "drawn": drawn}
        title = Text(words.called(name).capitalize(), "bold")
        return Group(title, DiePicture(FACES.index(name)), Text(""), facts(lines))

    def _start(self, name: str) -> RenderableType:
        """Where a town begins, and the others too."""
        here = self.edition.start[TOWNS.index(name)]
        symbols = [FREE] * SIZE
        symbols[here] = HOUSE
        labels = {place: hex_text(place) for place in HEXES}
        labels |= {place: TOWNS[n] for n, place in enumerate(self.edition.start)}
        picture = SheetPicture(blank_regions(), symbols, self.edition.start, labels=labels)
        return Group(Text(f"Town {name}: the first house stands in {hex_text(here)}", "bold"), picture)
