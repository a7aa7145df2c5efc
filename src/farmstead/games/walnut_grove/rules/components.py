"""The components of one edition as frozen values (WG 9). Rules never see the file they come from."""

from __future__ import annotations

from typing import Final, final

LETTERS: Final = "ybwrg"  # grain, fish, dairy, wood, stone: the colours of their cubes


@final
class TurnedTile:
    """A land tile as it lies after some clockwise quarter turns: all that laying it needs."""

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

    def __init__(self, id: int, edges: list[int], storage: list[int], fences: list[list[int]]) -> None:
        self.id = id
        self.edges = edges
        self.storage = storage
        self.fences = fences
        self.turned = [TurnedTile(id, turn, edges, storage, fences) for turn in range(4)]


@final
class Disc:
    """A year disc (WG 1.4): what each season of its year is like."""

    id: str
    pile: str
    draw: int
    lay: int
    summer: int
    autumn: int
    doubled: int  # NOTHING: no colour
    fires: int


@final
class Board:
    """A pattern of player boards (WG 1.1, 9.6)."""

    kind: str
    copies: int
    first_wagon: int
    landscapes: list[int]
    storage: list[int]
    barn_spaces: int
    barn_sites: int
    barn_tile_adds: int
    wagons: int
    hut_sites: int
    improvement_sites: int


@final
class Building:
    """A building of the street (WG 5.4, 5.8-5.12)."""

    number: int
    name: str
    cost: list[int]  # by good
    sells: list[int]
    places: int
    trade: int


@final
class Edition:
    """Everything in one box."""

    name: str
    digest: str
    source: str  # the text of its file; empty: that of the package
    years: int
    fewest: int  # players
    most: int
    coins: list[int]
    labourers: list[int]
    building_tiles: list[int]
    improvements: list[int]
    per_building: list[int]  # by seats - 1
    boards: list[Board]
    ring: list[Building]  # clockwise from the Town Hall line (WG 5.1)
    rows: list[int]  # by row: the index in the ring just after its toll line
    index: list[int]  # where a building stands in the ring
    buildings: list[Building]  # by number
    lines: list[bool]  # by place in the ring: whether a toll line lies just before
    discs: list[Disc]
    tiles: dict[int, Tile]
    too_many_huts: list[str]  # faults under revision 2 of the rules and later (WG 9.5)

    def lay_out(self, ring: list[Building], rows: list[int]) -> None:
        """The street as it is printed."""
        self.ring = ring
        self.rows = rows
        self.index = [0] * len(ring)
        for place, building in enumerate(ring):
            self.index[building.number] = place
        self.buildings = [ring[place] for place in self.index]
        self.lines = [place in rows for place in range(len(ring))]

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
