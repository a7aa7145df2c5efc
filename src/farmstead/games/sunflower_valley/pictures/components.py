"""The components of Sunflower Valley, one by one: `farmstead show sheet A`."""

from collections.abc import Mapping
from typing import Final

from farmstead.games.sunflower_valley.pictures.tables import colour_sign
from farmstead.games.sunflower_valley.pictures.valley_map import valley_map
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.hexes import SIZE, hex_text, listed
from farmstead.games.sunflower_valley.rules.names import (
    COLOURS,
    DICE,
    FACES,
    FREE,
    HOUSE,
    LETTERS,
    NAME,
    TOWNS,
    VARIANTS,
)
from farmstead.render.components import Components
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

    def names(self, kind: str) -> list[str]:
        return {"sheet": list(self.edition.sheets), "die": list(FACES), "start": list(TOWNS)}[kind]

    def facts(self, kind: str, name: str) -> Mapping[str, object]:
        return {"sheet": self._sheet, "die": self._die, "start": self._start}[kind](name)

    def paragraphs(self, kind: str, name: str) -> list[str]:
        return ABOUT[kind] if kind != "die" else [*ABOUT[kind], *ABOUT_FACES[name]]

    def source(self, kind: str, name: str) -> str:
        entry = self.document.get(TABLES.get(kind, ""))
        return str(entry.get("source", "")) if isinstance(entry, Mapping) else ""

    # ---- by kind -----------------------------------------------------------------------------------------

    def _sheet(self, name: str) -> Mapping[str, object]:
        layout, words = self.edition.sheets[name], words_for(NAME)
        regions = {
            colour_sign(words, colour): ", ".join(map(hex_text, layout.cells[n]))
            for n, colour in enumerate(COLOURS)
        }
        mountains = ", ".join(map(hex_text, listed(layout.mountains)))
        return {f"sheet {name}": valley_map(layout, layout.blank), **regions, "^ mountains": mountains}

    def _die(self, name: str) -> Mapping[str, object]:
        return {
            "face": words_for(NAME).called(name),
            "letter": LETTERS[FACES.index(name)],
            "dice": f"{DICE}, all alike",
            "drawn": words_for(NAME).say("about", name, variant=VARIANTS[0]),
        }

    def _start(self, name: str) -> Mapping[str, object]:
        """Where a town begins, and the others too."""
        here, towns = self.edition.start[TOWNS.index(name)], dict(zip(self.edition.start, TOWNS, strict=True))
        symbols = [HOUSE if place == here else FREE for place in range(SIZE)]
        drawn = valley_map(
            None, symbols, self.edition.start, name=lambda place: towns.get(place, hex_text(place))
        )
        return {f"town {name}: the first house stands in {hex_text(here)}": drawn}
