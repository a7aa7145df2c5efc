"""The land of one farm (WG 3, 4.1, 9): where a tile fits, districts, fences.

A Land never changes: laying a tile gives a new one, so clones of a position share it and everything
derived from the tiles is worked out once. Districts are numbered as they appear; when two grow together
the older number stays and `root` leads from the younger to it.
"""

from __future__ import annotations

from typing import Final, final

from farmstead.engine.square import EAST, NORTH, SOUTH, STEP, WEST, cell_at, midpoint
from farmstead.games.walnut_grove.rules.actions import Work, on_land
from farmstead.games.walnut_grove.rules.components import Board, TurnedTile

RIM: Final = -1  # the fence node of the board's rim: all open edges of the landscapes together (WG 9.3)
ROW_ZERO: Final = 0  # no cell of row 0 has a lower number (WG 3.7)
ROW_ONE: Final = 256  # nor of row 1, where land begins with `beside` off
FIRST_LANDSCAPE: Final = 128  # the cell (0,0)
NO_SIDE: Final = -1


@final
class Land:
    """The tiles of a farm, and all that follows from where they lie."""

    columns: int  # landscapes of the board
    lowest: int  # no cell with a lower number is land to build on (WG 3.7)
    tiles: list[TurnedTile]  # in the order laid
    cells: list[int]  # where they lie
    edges: dict[int, int]  # cell * 4 + side -> district number
    parent: list[int]  # district number -> itself, or an older district it grew into
    terrain: list[int]
    size: list[int]  # tiles of the district, the landscape counted (WG 4.3)
    squares: list[int]
    anchor: list[int]  # its first cell: lowest row, then lowest column
    live: list[int]  # the districts there are, by anchor, then terrain
    works: list[Work]  # the moves that send a figure to each of them, in that order
    frontier: list[int]  # free cells where a tile may be laid (WG 3.3), sorted
    fences: dict[int, int]  # midpoint -> a midpoint of the same fence
    areas: int  # completely enclosed areas (WG 8.2, 9.4)
    encoded: list[bytes] | None  # what an encoding wrote of this land, for the next time

    __slots__ = tuple(__annotations__)

    def root(self, district: int) -> int:
        """The district that this number belongs to now."""
        parent = self.parent
        while parent[district] != district:
            district = parent[district]
        return district

    def district_at(self, terrain: int, cell: int) -> int:
        """The district of that terrain with a patch on that cell, or -1."""
        for side in range(4):
            district = self.edges.get(cell * 4 + side, -1)
            if district >= 0 and self.terrain[district] == terrain:
                return self.root(district)
        return -1

    def anchored(self, terrain: int, cell: int) -> int:
        """The district of that terrain that begins at that cell, or -1."""
        for district in self.live:
            if self.anchor[district] == cell and self.terrain[district] == terrain:
                return district
        return -1

    def largest(self) -> int:
        """Tiles in the largest district (WG 8.6 paddock)."""
        return max([self.size[district] for district in self.live])

    def lay(self, tile: TurnedTile, cell: int) -> Land:
        """The land with one more tile on a cell of the frontier."""
        after = Land()
        after.columns = self.columns
        after.lowest = self.lowest
        after.tiles = self.tiles + [tile]
        after.cells = self.cells + [cell]
        after.edges = self.edges.copy()
        after.parent = self.parent[:]
        after.terrain = self.terrain[:]
        after.size = self.size[:]
        after.squares = self.squares[:]
        after.anchor = self.anchor[:]
        after.live = self.live
        after.works = self.works
        after.frontier = self.frontier[:]
        after.fences = self.fences
        after.areas = self.areas
        after.encoded = None
        after._join_districts(tile, cell)
        after._move_frontier(cell)
        if tile.lines:
            after._join_fences(tile.lines, cell)
        return after

    def _join_districts(self, tile: TurnedTile, cell: int) -> None:
        """WG 4.1: patches of one terrain join across an edge where both sides show it."""
        first = len(self.parent)
        for patch in range(len(tile.terrains)):
            self._found(tile.terrains[patch], tile.squares[patch], cell)
        edges = self.edges
        for side in range(4):
            district = first + tile.patch[side]
            edges[cell * 4 + side] = district
            facing = edges.get((cell + STEP[side]) * 4 + (side ^ 2), -1)
            if facing >= 0 and self.terrain[facing] == tile.edges[side]:
                self._unite(self.root(facing), self.root(district))
        self._list_live(first)

    def _found(self, terrain: int, squares: int, cell: int) -> None:
        self.parent.append(len(self.parent))
        self.terrain.append(terrain)
        self.size.append(1)
        self.squares.append(squares)
        self.anchor.append(cell)

    def _unite(self, one: int, other: int) -> None:
        if one == other:
            return
        older, younger = min(one, other), max(one, other)
        self.parent[younger] = older
        self.size[older] += self.size[younger]
        self.squares[older] += self.squares[younger]
        self.anchor[older] = min(self.anchor[older], self.anchor[younger])

    def _list_live(self, first: int) -> None:
        keys: list[int] = []
        parent, anchor, terrain = self.parent, self.anchor, self.terrain
        for district in self.live:
            if parent[district] == district:
                keys.append((((anchor[district] << 3) | terrain[district]) << 8) | district)
        for district in range(first, len(parent)):
            if parent[district] == district:
                keys.append((((anchor[district] << 3) | terrain[district]) << 8) | district)
        keys.sort()
        before, n = self.works, 0
        live: list[int] = []
        works: list[Work] = []
        for key in keys:
            at, kind = key >> 11, (key >> 8) & 7
            live.append(key & 255)
            while n < len(before) and before[n].cell < at:
                n += 1
            same = n
            while same < len(before) and before[same].cell == at and before[same].good != kind:
                same += 1
            if same < len(before) and before[same].cell == at:
                works.append(before[same])
            else:
                works.append(on_land(kind, at).work)
        self.live = live
        self.works = works

    def _move_frontier(self, cell: int) -> None:
        """WG 3.3, 3.7: free neighbours join the cells to build on, none below the board or on it."""
        frontier, edges = self.frontier, self.edges
        del frontier[_place_in(frontier, cell)]
        lowest, after_board = self.lowest, FIRST_LANDSCAPE + self.columns
        for step in STEP:
            next_to = cell + step
            if (
                next_to >= lowest
                and not FIRST_LANDSCAPE <= next_to < after_board
                and next_to * 4 not in edges  # no tile lies there
            ):
                place = _place_in(frontier, next_to)
                if place == len(frontier) or frontier[place] != next_to:
                    frontier.insert(place, next_to)

    def _join_fences(self, lines: list[int], cell: int) -> None:
        """WG 9.4: a line between two midpoints that already hang together encloses one more area."""
        fences = self.fences.copy()
        rim = self.rim_side(cell)
        for n in range(0, len(lines), 2):
            side, end = lines[n], lines[n + 1]
            one = _fence_root(fences, RIM if side == rim else midpoint(cell, side))
            other = _fence_root(fences, RIM if end == rim else midpoint(cell, end))
            if one == other:
                self.areas += 1
            else:
                fences[other] = one
        self.fences = fences

    def rim_side(self, cell: int) -> int:
        """WG 9.3: the side of a cell that lies at an open edge of the landscapes, or NO_SIDE.

        Midpoints there belong to the rim, which is one fence.
        """
        after_board = FIRST_LANDSCAPE + self.columns
        if cell >= ROW_ONE:
            return SOUTH if FIRST_LANDSCAPE <= cell - ROW_ONE < after_board else NO_SIDE
        if cell == FIRST_LANDSCAPE - 1:
            return EAST
        return WEST if cell == after_board else NO_SIDE


def _place_in(cells: list[int], cell: int) -> int:
    """How many of the sorted cells come before this one."""
    place = 0
    many = len(cells)
    while place < many and cells[place] < cell:
        place += 1
    return place


def _fence_root(fences: dict[int, int], node: int) -> int:
    above = fences.setdefault(node, node)
    while above != node:
        node = above
        above = fences[node]
    return node


def bare_land(board: Board, beside: bool = True) -> Land:
    """A farm before the first tile: the landscapes (0,0) … (4,0), open to the north (WG 3.7).

    With `beside` the first is open to the west too, the last to the east.
    """
    land = Land()
    columns = len(board.landscapes)
    land.columns = columns
    land.lowest = ROW_ZERO if beside else ROW_ONE
    land.tiles = []
    land.cells = []
    land.edges = {cell_at(column, 0) * 4 + NORTH: column for column in range(columns)}
    land.parent = list(range(columns))
    land.terrain = board.landscapes[:]
    land.size = [1] * columns
    land.squares = board.storage[:]
    land.anchor = [cell_at(column, 0) for column in range(columns)]
    land.live = list(range(columns))
    land.works = [on_land(terrain, cell_at(n, 0)).work for n, terrain in enumerate(board.landscapes)]
    land.frontier = [cell_at(column, 1) for column in range(columns)]
    land.fences = {}
    land.areas = 0
    land.encoded = None
    if beside:
        land.edges[cell_at(0, 0) * 4 + WEST] = 0
        land.edges[cell_at(columns - 1, 0) * 4 + EAST] = columns - 1
        land.frontier = [cell_at(-1, 0), cell_at(columns, 0), *land.frontier]
    return land
