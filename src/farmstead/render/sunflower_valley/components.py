"""The components of Sunflower Valley, one by one: `farmstead show sheet A`."""

import tomllib
from collections.abc import Callable, Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from farmstead.render.sunflower_valley.about import SYMBOLS
from farmstead.render.sunflower_valley.hexes import DiePicture, SheetPicture, blank_regions, regions_of
from farmstead.render.sunflower_valley.palette import REGIONS
from farmstead.render.sunflower_valley.panels import called, die_sign
from farmstead.sunflower_valley.components import Edition
from farmstead.sunflower_valley.hexes import HEXES, SIZE, hex_text, listed
from farmstead.sunflower_valley.names import COLOURS, DICE, FACES, FREE, HOUSE, TOWNS

KINDS: Final = ("sheet", "die", "start")
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


class Components:
    """One edition's components: their names, their data, their pictures."""

    def __init__(self, edition: Edition, text: str | None) -> None:
        self.edition = edition
        self.document: Mapping[str, object] = tomllib.loads(text) if text is not None else {}
        self._drawers: dict[str, Callable[[str], RenderableType]] = {
            "sheet": self._sheet,
            "die": self._die,
            "start": self._start,
        }

    def names(self, kind: str) -> list[str]:
        return {"sheet": list(self.edition.sheets), "die": list(FACES), "start": list(TOWNS)}[kind]

    def drawn(self, kind: str, name: str) -> RenderableType:
        source = self._source(kind)
        return Group(self._drawers[kind](name), Text(f"source: {source}" if source else "", "dim"))

    def paragraphs(self, kind: str, name: str) -> list[str]:
        return ABOUT[kind] if kind != "die" else [*ABOUT[kind], *ABOUT_FACES[name]]

    def _source(self, kind: str) -> str:
        """Where the data come from, as the edition's file says."""
        entry = self.document.get(TABLES.get(kind, ""))
        return str(entry.get("source", "")) if isinstance(entry, Mapping) else ""

    # ---- the pictures ------------------------------------------------------------------------------------

    def _sheet(self, name: str) -> RenderableType:
        layout = self.edition.sheets[name]
        hexes = {colour: layout.cells[n] for n, colour in enumerate(COLOURS)}
        facts = {
            f"{REGIONS[colour].emblem} {colour}": ", ".join(map(hex_text, places))
            for colour, places in hexes.items()
        }
        facts["^ mountains"] = ", ".join(map(hex_text, listed(layout.mountains)))
        return Group(
            Text(f"Sheet {name}", "bold"),
            SheetPicture(regions_of(layout), layout.blank),
            Text(""),
            _facts(facts),
        )

    def _die(self, name: str) -> RenderableType:
        facts = {"letter": die_sign(name), "dice": f"{DICE}, all alike", "drawn": SYMBOLS[name]}
        return Group(
            Text(called(name).capitalize(), "bold"), DiePicture(FACES.index(name)), Text(""), _facts(facts)
        )

    def _start(self, name: str) -> RenderableType:
        """Where a town begins, and the others too."""
        here = self.edition.start[TOWNS.index(name)]
        symbols = [FREE] * SIZE
        symbols[here] = HOUSE
        labels = {place: hex_text(place) for place in HEXES}
        labels |= {place: TOWNS[n] for n, place in enumerate(self.edition.start)}
        picture = SheetPicture(blank_regions(), symbols, self.edition.start, labels=labels)
        return Group(Text(f"Town {name}: the first house stands in {hex_text(here)}", "bold"), picture)


def _facts(facts: Mapping[str, str]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for name, fact in facts.items():
        grid.add_row(Text(name), Text(fact))
    return grid
