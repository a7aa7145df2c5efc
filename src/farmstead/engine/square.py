"""A square grid: cells packed into one number, sides, steps.

Columns run west to east and may be negative, rows run south to north. A cell is `row * 256 + column + 128`,
so cells sort by row and then by column. Sides are north 0, east 1, south 2, west 3.
"""

from __future__ import annotations

from typing import Final

from farmstead.engine.contract import is_number

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
SIDES: Final = "NESW"
STEP: Final = [256, 1, -256, -1]
FARTHEST: Final = 99  # the largest column or row, either way, that can be written


def cell_at(column: int, row: int) -> int:
    return row * 256 + column + 128


def column_of(cell: int) -> int:
    return cell % 256 - 128


def row_of(cell: int) -> int:
    return cell // 256


def cell_text(cell: int) -> str:
    """`2,1`: column 2, row 1."""
    return f"{column_of(cell)},{row_of(cell)}"


def parse_cell(text: str) -> int:
    """Inverse of `cell_text`; ValueError when it is no cell within reach."""
    column, comma, row = text.partition(",")
    if not (comma and is_number(column) and is_number(row)):
        raise ValueError(text)
    x, y = int(column), int(row)
    if not (-FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST):
        raise ValueError(text)
    return cell_at(x, y)


def midpoint(cell: int, side: int) -> int:
    """A number for the middle of a cell's side, the same from both cells that share it."""
    if side == NORTH:
        return cell * 2
    if side == EAST:
        return cell * 2 + 1
    return (cell - 256) * 2 if side == SOUTH else (cell - 1) * 2 + 1
