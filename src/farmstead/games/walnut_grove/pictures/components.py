"""The components of Walnut Grove, one by one: `farmstead show tile 17`."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from farmstead.engine.square import SIDES
from farmstead.games.walnut_grove.pictures.chips import counted
from farmstead.games.walnut_grove.pictures.land import FarmPicture, tile_canvas
from farmstead.games.walnut_grove.pictures.panels import price_text
from farmstead.games.walnut_grove.pictures.view import DistrictView, LandView
from farmstead.games.walnut_grove.pictures.year import season_facts
from farmstead.games.walnut_grove.rules.components import Board, Edition, Tile
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
from farmstead.render.shared import facts
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
        self._drawers: dict[str, Callable[[str], RenderableType]] = {
            "tile": self._tile,
            "disc": self._disc,
            "board": self._board,
            "building": self._building,
            "improvement": self._improvement,
        }

    def names(self, kind: str) -> list[str]:
        edition = self.edition
        return {
            "tile": [str(tile) for tile in sorted(edition.tiles)],
            "disc": [disc.id for disc in edition.discs],
            "board": [board.kind for board in edition.boards],
            "building": [BUILDINGS[building.number] for building in edition.ring],
            "improvement": list(IMPROVEMENTS),
        }[kind]

    def picture(self, kind: str, name: str) -> RenderableType:
        return self._drawers[kind](name)

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

    # ---- the pictures ------------------------------------------------------------------------------------

    def _tile(self, name: str) -> RenderableType:
        tile = self.edition.tiles[int(name)]
        turns = Table.grid(padding=(0, 3, 0, 0))
        turns.add_row(*[Text(f"turn {turn}", "bold") for turn in range(4)])
        turns.add_row(*[tile_canvas(turned).text() for turned in tile.turned])
        lines = {
            "edges": ", ".join([f"{SIDE_NAMES[side]} {GOODS[tile.edges[side]]}" for side in range(4)]),
            "storage": self._storage(tile),
            "fences": ", ".join([_fence(fence) for fence in tile.fences]) or "none",
        }
        return Group(Text(f"Tile {name}", "bold"), turns, Text(""), facts(lines))

    def _disc(self, name: str) -> RenderableType:
        disc = self.edition.disc(name)
        assert disc is not None
        first = "A" if disc.pile == "A" else "B"
        lines = {
            "pile": f"{first} ({'years 1 to 4' if first == 'A' else 'years 5 to 8'})",
            **season_facts(self.words, disc),
            "spring": f"draw {disc.draw}, lay {disc.lay}",
        }
        return Group(Text(f"Year disc {name}", "bold"), facts(lines))

    def _board(self, name: str) -> RenderableType:
        board = self.edition.board(name)
        assert board is not None
        picture = FarmPicture(self.words, self.edition, bare_farm(board), beside=True)
        lines = {
            "copies": str(board.copies),
            "first wagon": f"a {COLOURS[board.first_wagon]} labourer",
            "barn": f"{board.barn_spaces} spaces",
            "barn sites": f"{board.barn_sites}, each for a barn with {board.barn_tile_adds} more spaces",
            "homes": f"{board.wagons} wagons, {board.hut_sites} sites for huts",
            "improvements": f"{board.improvement_sites} sites",
        }
        return Group(Text(f"Board {name}", "bold"), *picture.pieces(80), Text(""), facts(lines))

    def _building(self, name: str) -> RenderableType:
        building = self.edition.buildings[BUILDINGS.index(name)]
        place = self.edition.index[building.number]
        cost = counted(self.words, {GOODS[good]: count for good, count in enumerate(building.cost)})
        paid = f" {cost}" if any(building.cost) else ""
        lines: dict[str, str | Text] = {
            "price": Text.assemble(price_text(self.words, building), paid),
            "action": self.words.called(TRADES[building.trade][0], "trade"),
            "places": str(building.places),
            "street": f"{place + 1} of {len(self.edition.ring)}, clockwise from the Town Hall line",
        }
        if self.edition.lines[place]:
            lines["toll line"] = "lies just before it, with a start row"
        return Group(Text(building.name, "bold"), facts(lines))

    def _improvement(self, name: str) -> RenderableType:
        copies = self.edition.improvements[IMPROVEMENTS.index(name)]
        worth = self.words.called(name, "worth")
        return Group(Text(name.capitalize(), "bold"), facts({"worth": worth, "copies": str(copies)}))

    def _storage(self, tile: Tile) -> str:
        return counted(self.words, {GOODS[good]: tile.storage[good] for good in sorted(set(tile.edges))})


def _fence(fence: list[int]) -> str:
    sort = {2: "a straight line" if abs(fence[0] - fence[1]) == 2 else "a corner line", 3: "a T"}[len(fence)]
    return f"{sort} {'-'.join([SIDES[side] for side in fence])}"


def bare_farm(board: Board) -> LandView:
    """A board before anything is laid."""
    landscapes = zip(board.landscapes, board.storage, strict=True)
    return LandView(
        board=board.kind,
        tiles=[],
        districts=[_landscape(column, *landscape) for column, landscape in enumerate(landscapes)],
    )


def _landscape(column: int, terrain: int, squares: int) -> DistrictView:
    return DistrictView(
        terrain=GOODS[terrain], at=[column, 0], size=1, squares=squares, goods=0, worked=False
    )
