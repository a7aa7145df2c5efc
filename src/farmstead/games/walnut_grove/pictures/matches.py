"""How well a tile fits in a cell: what grows there, and what becomes of the fences (WG 4.1, 9.4)."""

from collections.abc import Sequence
from typing import NamedTuple

from farmstead.engine.square import STEP, midpoint, parse_cell
from farmstead.games.walnut_grove.rules.components import Edition, TurnedTile
from farmstead.games.walnut_grove.rules.land import Land


class Worth(NamedTuple):
    """How well a tile fits, the first number before the second."""

    grown: int  # edges that show the terrain beside them, and areas that are enclosed
    fences: int

    def turned(self) -> tuple[int, int]:
        """The other way round: what fits best comes first."""
        return -self.grown, -self.fences


def fitting_first(edition: Edition, land: Land, legal: Sequence[str]) -> list[str]:
    """Legal moves: first the tile that fits best, and of the ways to lay a tile in a cell the best."""
    worth = {move: _worth(edition, land, move) for move in legal if move.startswith("lay ")}
    order: dict[str, int] = {}
    best: dict[str, Worth] = {}
    for move, fits in worth.items():
        order.setdefault(_place(move), len(order))
        best[_tile(move)] = max(best.get(_tile(move), fits), fits)
    lays = sorted(worth, key=lambda move: (order[_place(move)], worth[move].turned()))
    first = sorted(best, key=lambda tile: best[tile].turned())
    lays.sort(key=lambda move: first.index(_tile(move)))
    return [*lays, *[move for move in legal if move not in worth]]


def _tile(move: str) -> str:
    return move.split()[1]


def _place(move: str) -> str:
    """Which tile where, however it is turned."""
    return move.rpartition(" turn ")[0]


def _worth(edition: Edition, land: Land, move: str) -> Worth:
    _, number, _, at, _, turn = move.split()
    cell, tile = parse_cell(at), edition.tiles[int(number)].turned[int(turn)]
    areas = land.lay(tile, cell).areas - land.areas
    return Worth(2 * joined(edition, land, move).bit_count() + 3 * areas, _fences(land, cell, tile))


def joined(edition: Edition, land: Land, move: str) -> int:
    """The edges of a tile that show the terrain beside them, as a `Ghost` has them."""
    _, number, _, at, _, turn = move.split()
    cell, tile = parse_cell(at), edition.tiles[int(number)].turned[int(turn)]
    return sum([1 << side for side in range(4) if _shows(land, cell, side) == tile.edges[side]])


def _shows(land: Land, cell: int, side: int) -> int:
    """The terrain that lies beside a cell, or -1."""
    district = land.edges.get((cell + STEP[side]) * 4 + (side ^ 2), -1)
    return land.terrain[district] if district >= 0 else -1


def _fences(land: Land, cell: int, tile: TurnedTile) -> int:
    """More for each that goes on, less for one that ends there."""
    rim, found = land.rim_side(cell), 0
    for side in range(4):
        at_rim = side == rim
        goes_there = at_rim or midpoint(cell, side) in land.fences
        if side in tile.lines:
            found += 5 if goes_there else 2
        elif goes_there and not at_rim:
            found -= 2
    return found
