"""The land of one farm (WG 3, 4.1, 9): where a tile fits, districts, fences.

A Land never changes: laying a tile gives a new one, so clones of a position share it and everything
derived from the tiles is worked out once. Districts are numbered as they appear; when two grow together
the older number stays and `root` leads from the younger to it.
"""

from __future__ import annotations

from typing import Final, final

from farmstead.engine.square import SOUTH, STEP, cell_at, midpoint
from farmstead.walnut_grove.actions import Work, work
from farmstead.walnut_grove.components import Board, TurnedTile

RIM: Final = -1  # the fence node of the board's whole landscape edge (WG 9.3)


@final
class Land:
    __slots__ = (
        "anchor",
        "areas",
        "cells",
        "columns",
        "edges",
        "fences",
        "frontier",
        "live",
        "parent",
        "size",
        "squares",
        "terrain",
        "tiles",
        "works",
    )

    def __init__(
        self,
        columns: int,
        tiles: list[TurnedTile],
        cells: list[int],
        edges: dict[int, int],
        parent: list[int],
        terrain: list[int],
        size: list[int],
        squares: list[int],
        anchor: list[int],
        live: list[int],
        works: list[Work],
        frontier: list[int],
        fences: dict[int, int],
        areas: int,
    ) -> None:
        self.columns = columns  # landscapes of the board
        self.tiles = tiles  # in the order laid
        self.cells = cells  # where they lie
        self.edges = edges  # cell * 4 + side -> district number
        self.parent = parent  # district number -> itself, or an older district it grew into
        self.terrain = terrain
        self.size = size  # tiles of the district, the landscape counted (WG 4.3)
        self.squares = squares
        self.anchor = anchor  # its first cell: lowest row, then lowest column
        self.live = live  # the districts there are, by anchor, then terrain
        self.works = works  # the moves that send a figure to each of them, in that order
        self.frontier = frontier  # free cells where a tile may be laid (WG 3.3), sorted
        self.fences = fences  # midpoint -> a midpoint of the same fence
        self.areas = areas  # completely enclosed areas (WG 8.2, 9.4)

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
        after = Land(
            self.columns,
            self.tiles + [tile],
            self.cells + [cell],
            self.edges.copy(),
            self.parent[:],
            self.terrain[:],
            self.size[:],
            self.squares[:],
            self.anchor[:],
            self.live,
            self.works,
            self.frontier[:],
            self.fences,
            self.areas,
        )
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
        candidates = self.live + list(range(first, len(self.parent)))
        for district in candidates:
            if self.parent[district] == district:
                keys.append((((self.anchor[district] << 3) | self.terrain[district]) << 8) | district)
        keys.sort()
        self.live = [key & 255 for key in keys]
        self.works = [work(self.terrain[district], self.anchor[district]) for district in self.live]

    def _move_frontier(self, cell: int) -> None:
        """WG 3.3, 3.7: free neighbours join the cells to build on, in rows 1 and up."""
        frontier = self.frontier
        frontier.remove(cell)
        for step in STEP:
            beside = cell + step
            if beside >= 256 and beside not in frontier and beside not in self.cells:
                frontier.append(beside)
        frontier.sort()

    def _join_fences(self, lines: list[int], cell: int) -> None:
        """WG 9.4: a line between two midpoints that already hang together encloses one more area."""
        fences = self.fences.copy()
        for n in range(0, len(lines), 2):
            one = _fence_root(fences, self._node(cell, lines[n]))
            other = _fence_root(fences, self._node(cell, lines[n + 1]))
            if one == other:
                self.areas += 1
            else:
                fences[other] = one
        self.fences = fences

    def _node(self, cell: int, side: int) -> int:
        """WG 9.3: a midpoint on the landscape edge belongs to the rim, which is one fence."""
        if side == SOUTH and cell_at(0, 1) <= cell < cell_at(self.columns, 1):
            return RIM
        return midpoint(cell, side)


def _fence_root(fences: dict[int, int], node: int) -> int:
    above = fences.setdefault(node, node)
    while above != node:
        node = above
        above = fences[node]
    return node


def bare_land(board: Board) -> Land:
    """A farm before the first tile: the landscapes (0,0) … (4,0), open to the north (WG 3.7)."""
    columns = len(board.landscapes)
    return Land(
        columns,
        [],
        [],
        {cell_at(column, 0) * 4: column for column in range(columns)},
        list(range(columns)),
        board.landscapes[:],
        [1] * columns,
        board.storage[:],
        [cell_at(column, 0) for column in range(columns)],
        list(range(columns)),
        [work(terrain, cell_at(column, 0)) for column, terrain in enumerate(board.landscapes)],
        [cell_at(column, 1) for column in range(columns)],
        {},
        0,
    )
