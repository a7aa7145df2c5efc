"""The components of Walnut Grove, one by one: `farmstead show tile 17`."""

from collections.abc import Mapping
from typing import Final

from farmstead.engine.square import SIDES
from farmstead.games.walnut_grove.pictures.farm_map import beside_each_other, farm_map
from farmstead.games.walnut_grove.pictures.tables import price, season_facts
from farmstead.games.walnut_grove.pictures.view import LandView
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.names import (
    BUILDINGS,
    CARPENTRY,
    COLOURS,
    GOODS,
    IMPROVEMENTS,
    LODGING,
    SHOP,
    TWO_GOODS,
    WARES,
)
from farmstead.games.walnut_grove.rules.notation import NAME
from farmstead.render.components import Components
from farmstead.render.words import words_for

SIDE_NAMES: Final = ["north", "east", "south", "west"]
TRADES: Final[dict[int, tuple[str, str]]] = {  # what it does, as words know it, and the paragraph
    TWO_GOODS: ("goods", "5.8"),
    LODGING: ("labourer", "5.9"),
    CARPENTRY: ("building", "5.10"),
    WARES: ("improvement", "5.11"),
    SHOP: ("sale", "5.12"),
}
ABOUT: Final[dict[str, list[str]]] = {
    "tile": ["3.3", "9.2", "9.3"],
    "disc": ["1.4", "3.1", "4.4", "5.12", "6.2", "6.3"],
    "board": ["1.1", "3.7", "9.6"],
    "building": ["5.4", "5.5"],
    "improvement": ["5.11", "8.6"],
}
IDS: Final[dict[str, str]] = {"tile": "id", "disc": "id", "board": "kind", "building": "key"}


class GroveComponents(Components):
    """Tiles, discs, boards, buildings and improvements."""

    kinds = ("tile", "disc", "board", "building", "improvement")

    def __init__(self, edition: Edition, text: str | None) -> None:
        super().__init__(text)
        self.words = words_for(NAME)
        self.edition = edition

    def names(self, kind: str) -> list[str]:
        edition = self.edition
        return {
            "tile": [str(tile) for tile in sorted(edition.tiles)],
            "disc": [disc.id for disc in edition.discs],
            "board": [board.kind for board in edition.boards],
            "building": [BUILDINGS[building.number] for building in edition.ring],
            "improvement": list(IMPROVEMENTS),
        }[kind]

    def facts(self, kind: str, name: str) -> Mapping[str, object]:
        return {
            "tile": self._tile,
            "disc": self._disc,
            "board": self._board,
            "building": self._building,
            "improvement": self._improvement,
        }[kind](name)

    def paragraphs(self, kind: str, name: str) -> list[str]:
        if kind != "building":
            return ABOUT[kind]
        building = self.edition.buildings[BUILDINGS.index(name)]
        return [*ABOUT[kind], TRADES[building.trade][1]]

    def source(self, kind: str, name: str) -> str:
        if kind == "improvement":
            entry = self.document.get("improvements")
            return str(entry.get("source", "")) if isinstance(entry, Mapping) else ""
        entries = self.document.get(kind)
        for entry in entries if isinstance(entries, list) else []:
            if str(entry.get(IDS[kind])) == name:
                return str(entry.get("source", ""))
        return ""

    # ---- by kind -----------------------------------------------------------------------------------------

    def _tile(self, name: str) -> Mapping[str, object]:
        tile = self.edition.tiles[int(name)]
        storage = {GOODS[good]: tile.storage[good] for good in sorted(set(tile.edges))}
        return {
            f"tile {name}": beside_each_other(
                self.words, [(f"turn {turned.turn}", turned) for turned in tile.turned]
            ),
            "edges": ", ".join([f"{side} {GOODS[tile.edges[n]]}" for n, side in enumerate(SIDE_NAMES)]),
            "storage": storage,
            "fences": ", ".join([_fence(fence) for fence in tile.fences]) or "none",
        }

    def _disc(self, name: str) -> Mapping[str, object]:
        disc = self.edition.disc(name)
        assert disc is not None
        years = "years 1 to 4" if disc.pile == "A" else "years 5 to 8"
        facts = season_facts(self.words, disc)
        return {
            "year disc": name,
            "pile": f"{disc.pile} ({years})",
            **facts,
            "spring": f"draw {disc.draw}, lay {disc.lay}",
        }

    def _board(self, name: str) -> Mapping[str, object]:
        board = self.edition.board(name)
        assert board is not None
        bare = LandView(board=name, tiles=[], districts=[])
        return {
            f"board {name}": farm_map(self.words, self.edition, bare, beside=True),
            "copies": board.copies,
            "first wagon": f"a {COLOURS[board.first_wagon]} labourer",
            "spaces in the barn": board.barn_spaces,
            "barn sites": f"{board.barn_sites}, each for a barn with {board.barn_tile_adds} more spaces",
            "homes": f"{board.wagons} wagons, {board.hut_sites} sites for huts",
            "improvements": f"{board.improvement_sites} sites",
        }

    def _building(self, name: str) -> Mapping[str, object]:
        building = self.edition.buildings[BUILDINGS.index(name)]
        place = self.edition.index[building.number]
        line = {"toll line": "lies just before it, with a start row"} if self.edition.lines[place] else {}
        return {
            "building": building.name,
            "price": price(self.words, building),
            "action": self.words.called(TRADES[building.trade][0], "trade"),
            "places": building.places,
            "street": f"{place + 1} of {len(self.edition.ring)}, clockwise from the Town Hall line",
            **line,
        }

    def _improvement(self, name: str) -> Mapping[str, object]:
        copies = self.edition.improvements[IMPROVEMENTS.index(name)]
        return {"improvement": name, "worth": self.words.called(name, "worth"), "copies": copies}


def _fence(fence: list[int]) -> str:
    sort = {2: "a straight line" if abs(fence[0] - fence[1]) == 2 else "a corner line", 3: "a T"}[len(fence)]
    return f"{sort} {'-'.join([SIDES[side] for side in fence])}"
