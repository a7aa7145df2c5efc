"""The components of one edition as frozen values (WG 9). Rules never see the file they come from."""

from __future__ import annotations

from typing import Final, final

from farmstead.games.walnut_grove.rules.names import TRADE

LETTERS: Final = "ybwrg"  # grain, fish, dairy, wood, stone: the colours of their cubes


@final
class TurnedTile:
    """A land tile as it lies after some clockwise quarter turns: all that laying it needs."""

    __slots__ = ("edges", "lines", "patch", "squares", "terrains", "tile", "turn")

    def __init__(
        self, tile: int, turn: int, edges: list[int], storage: list[int], fences: list[list[int]]
    ) -> None:
        self.tile = tile
        self.turn = turn
        self.edges = [edges[(side - turn) % 4] for side in range(4)]  # terrain by side
        self.terrains: list[int] = []  # its patches (WG 9.2), each terrain once
        for terrain in self.edges:
            if terrain not in self.terrains:
                self.terrains.append(terrain)
        self.patch = [self.terrains.index(terrain) for terrain in self.edges]  # patch by side
        self.squares = [storage[terrain] for terrain in self.terrains]  # storage squares by patch
        self.lines: list[int] = []  # fence lines as pairs of sides, one after the other (WG 9.3)
        for fence in fences:
            for one, other in zip(fence, fence[1:], strict=False):
                self.lines += [(one + turn) % 4, (other + turn) % 4]


@final
class Tile:
    """A land tile: terrain by side, storage by terrain, fences as two or three sides each."""

    __slots__ = ("edges", "fences", "id", "storage", "turned")

    def __init__(self, id: int, edges: list[int], storage: list[int], fences: list[list[int]]) -> None:
        self.id = id
        self.edges = edges
        self.storage = storage
        self.fences = fences
        self.turned = [TurnedTile(id, turn, edges, storage, fences) for turn in range(4)]


@final
class Disc:
    """A year disc (WG 1.4): what each season of its year is like."""

    __slots__ = ("autumn", "doubled", "draw", "fires", "id", "lay", "pile", "summer")

    def __init__(
        self, id: str, pile: str, draw: int, lay: int, summer: int, autumn: int, doubled: int, fires: int
    ) -> None:
        self.id = id
        self.pile = pile
        self.draw = draw
        self.lay = lay
        self.summer = summer
        self.autumn = autumn
        self.doubled = doubled  # NOTHING: no colour
        self.fires = fires


@final
class Board:
    """A pattern of player boards (WG 1.1, 9.6)."""

    __slots__ = (
        "barn_sites",
        "barn_spaces",
        "barn_tile_adds",
        "copies",
        "first_wagon",
        "hut_sites",
        "improvement_sites",
        "kind",
        "landscapes",
        "storage",
        "wagons",
    )

    def __init__(
        self,
        kind: str,
        copies: int,
        first_wagon: int,
        landscapes: list[int],
        storage: list[int],
        sites: dict[str, int],
    ) -> None:
        self.kind = kind
        self.copies = copies
        self.first_wagon = first_wagon
        self.landscapes = landscapes
        self.storage = storage
        self.barn_spaces = sites["barn_spaces"]
        self.barn_sites = sites["barn_sites"]
        self.barn_tile_adds = sites["barn_tile_adds"]
        self.wagons = sites["wagons"]
        self.hut_sites = sites["hut_sites"]
        self.improvement_sites = sites["improvement_sites"]


@final
class Building:
    """A building of the street (WG 5.4, 5.8-5.12)."""

    __slots__ = ("cost", "name", "number", "places", "sells", "trade")

    def __init__(self, number: int, name: str, cost: list[int], sells: list[int], places: int) -> None:
        self.number = number
        self.name = name
        self.cost = cost  # by good
        self.sells = sells
        self.places = places
        self.trade = TRADE[number]


@final
class Edition:
    """Everything in one box."""

    __slots__ = (
        "boards",
        "building_tiles",
        "buildings",
        "coins",
        "digest",
        "discs",
        "improvements",
        "index",
        "labourers",
        "lines",
        "name",
        "per_building",
        "ring",
        "rows",
        "tiles",
        "too_many_huts",
    )

    def __init__(
        self,
        name: str,
        digest: str,
        coins: list[int],
        labourers: list[int],
        building_tiles: list[int],
        improvements: list[int],
        per_building: list[int],
        boards: list[Board],
        ring: list[Building],
        rows: list[int],
        discs: list[Disc],
        tiles: dict[int, Tile],
    ) -> None:
        self.name = name
        self.digest = digest
        self.coins = coins
        self.labourers = labourers
        self.building_tiles = building_tiles
        self.improvements = improvements
        self.per_building = per_building  # by seats - 1
        self.boards = boards
        self.ring = ring  # clockwise from the Town Hall line (WG 5.1)
        self.rows = rows  # by row: the index in the ring just after its toll line
        self.discs = discs
        self.tiles = tiles
        self.index = [0] * len(ring)  # where a building stands in the ring
        for place, building in enumerate(ring):
            self.index[building.number] = place
        self.buildings = [ring[place] for place in self.index]
        self.lines = [place in rows for place in range(len(ring))]  # whether a toll line lies just before
        self.too_many_huts: list[str] = []  # faults under revision 2 of the rules and later (WG 9.5)

    @property
    def label(self) -> str:
        """How records name it."""
        return f"{self.name} {self.digest}"

    def board(self, kind: str) -> Board | None:
        for board in self.boards:
            if board.kind == kind:
                return board
        return None

    def disc(self, id: str) -> Disc | None:
        for disc in self.discs:
            if disc.id == id:
                return disc
        return None
