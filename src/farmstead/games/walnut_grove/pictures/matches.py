"""How well a tile fits in a cell: how many of its edges show the terrain that lies beside them (WG 4.1)."""

from collections.abc import Mapping, Sequence

from farmstead.engine.square import STEP, cell_at, parse_cell
from farmstead.games.walnut_grove.pictures.views import FarmView
from farmstead.games.walnut_grove.rules.components import Edition


def fitting_first(edition: Edition, farm: FarmView, legal: Sequence[str]) -> list[str]:
    """Legal moves; of the ways to lay a tile in a cell the one with the most matching edges first."""
    edges = edges_of(edition, farm)
    worth = {move: _matches(edition, edges, move) for move in legal if move.startswith("lay ")}
    order: dict[str, int] = {}
    for move in legal:
        order.setdefault(_place(move), len(order))
    return sorted(legal, key=lambda move: (order[_place(move)], -worth.get(move, 0)))


def edges_of(edition: Edition, farm: FarmView) -> dict[int, int]:
    """The terrain at every edge of a farm, by cell * 4 + side."""
    board = edition.board(farm["board"])
    landscapes = [] if board is None else board.landscapes
    found = {cell_at(n, 0) * 4 + side: terrain for n, terrain in enumerate(landscapes) for side in range(4)}
    for tile, column, row, turn in farm["tiles"]:
        for side, terrain in enumerate(edition.tiles[tile].turned[turn].edges):
            found[cell_at(column, row) * 4 + side] = terrain
    return found


def _place(move: str) -> str:
    """Which tile where, however it is turned; any other move is itself."""
    return move.rpartition(" turn ")[0] if move.startswith("lay ") else move


def _matches(edition: Edition, edges: Mapping[int, int], move: str) -> int:
    _, tile, _, at, _, turn = move.split()
    cell, lying = parse_cell(at), edition.tiles[int(tile)].turned[int(turn)].edges
    return sum([edges.get((cell + STEP[side]) * 4 + (side ^ 2), -1) == lying[side] for side in range(4)])
