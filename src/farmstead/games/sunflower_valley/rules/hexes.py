"""The grid of a sheet (SV 8.1): hexes as numbers, their neighbours, sets of hexes, and how tracks lie.

Five rows of six hexes, pointy top, every second row shifted right by half a hex. A hex is `7 * row + column`:
the column that is left out keeps a row's end apart from the next row's beginning, so that a set of hexes can
be one number, a bit for each, and all neighbours of a set are found at once by shifting it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmstead.games.sunflower_valley.rules.names import FREE, MOUNTAIN, NOTHING, TOKENS, TRACK

ROWS: Final = 5
COLUMNS: Final = 6
STRIDE: Final = 7
SIZE: Final = ROWS * STRIDE
SIDES: Final = 6  # anticlockwise from east
ROW_LETTERS: Final = "abcde"
HEXES: Final[list[int]] = [STRIDE * row + column for row in range(ROWS) for column in range(COLUMNS)]


def hex_at(row: int, column: int) -> int:
    return STRIDE * row + column


def row_of(place: int) -> int:
    return place // STRIDE


def column_of(place: int) -> int:
    return place % STRIDE


def hex_text(place: int) -> str:
    """`b2`: the row by its letter from the top, the column from the left counted from 1."""
    return f"{ROW_LETTERS[place // STRIDE]}{place % STRIDE + 1}"


def parse_hex(text: str) -> int:
    """Inverse of `hex_text`; ValueError for anything else."""
    if len(text) != 2 or text[0] not in ROW_LETTERS or text[1] not in "123456":
        raise ValueError(text)
    return hex_at(ROW_LETTERS.index(text[0]), int(text[1]) - 1)


def _step(row: int, column: int, side: int) -> int:
    """The hex beyond a side, or -1 off the sheet (SV 8.1)."""
    shifted = row & 1
    rows = [0, -1, -1, 0, 1, 1]
    columns = [1, shifted, shifted - 1, -1, shifted - 1, shifted]
    to_row, to_column = row + rows[side], column + columns[side]
    inside = 0 <= to_row < ROWS and 0 <= to_column < COLUMNS
    return hex_at(to_row, to_column) if inside else NOTHING


def _neighbours() -> list[int]:
    found = [NOTHING] * (SIDES * SIZE)
    for place in HEXES:
        for side in range(SIDES):
            found[SIDES * place + side] = _step(row_of(place), column_of(place), side)
    return found


NEXT: Final[list[int]] = _neighbours()  # by SIDES * hex + side


# ---- sets of hexes -------------------------------------------------------------------------------------

# A row of bits for each row of the sheet, the top row last; each has one bit too many, which stays empty.
WHOLE: Final = 0b_0111111_0111111_0111111_0111111_0111111
SHIFTED: Final = 0b_0000000_0111111_0000000_0111111_0000000
UNSHIFTED: Final = 0b_0111111_0000000_0111111_0000000_0111111


def only(place: i64) -> i64:
    """The set of one hex. In two steps: compiled, a constant 1 would be shifted as a number of 32 bits."""
    here: i64 = 1
    here <<= place
    return here


def around(places: i64) -> i64:
    """All hexes next to any of a set; members that have a neighbour in it are among them."""
    even: i64 = places & UNSHIFTED
    odd: i64 = places & SHIFTED
    beside: i64 = (places << 1) | (places >> 1)
    above: i64 = (places >> 7) | (even >> 8) | (odd >> 6)
    below: i64 = (places << 7) | (even << 6) | (odd << 8)
    return (beside | above | below) & WHOLE


def joined(seed: i64, places: i64) -> i64:
    """The part of a set that hangs together with `seed` through neighbouring hexes."""
    part: i64 = seed
    grown: i64 = (around(part) & places) | part
    while grown != part:
        part = grown
        grown = (around(part) & places) | part
    return part


def parts(places: i64) -> list[int]:
    """A set cut into what hangs together, in the order of their first hexes."""
    found: list[int] = []
    left: i64 = places
    while left != 0:
        part: i64 = joined(left & -left, left)
        found.append(part)
        left ^= part
    return found


def singles(places: i64) -> list[int]:
    """A set cut into its hexes."""
    found: list[int] = []
    left: i64 = places
    while left != 0:
        one: i64 = left & -left
        found.append(one)
        left ^= one
    return found


def count(places: i64) -> i64:
    """How many hexes a set has."""
    left: i64 = places
    many: i64 = 0
    while left != 0:
        left &= left - 1
        many += 1
    return many


def listed(places: i64) -> list[int]:
    """The hexes of a set, row by row."""
    return [place for place in HEXES if places & only(place) != 0]


# ---- tracks (SV 3.5) -----------------------------------------------------------------------------------


def _exits() -> list[int]:
    found = [NOTHING] * (SIDES * len(TOKENS))
    for symbol in range(TRACK, FREE):
        one, other = int(TOKENS[symbol][1]), int(TOKENS[symbol][2])
        found[SIDES * symbol + one] = other
        found[SIDES * symbol + other] = one
    return found


EXITS: Final[list[int]] = _exits()  # by SIDES * symbol + side: where a track entered there leaves, or -1


def is_track(symbol: int) -> bool:
    return TRACK <= symbol < FREE


def opposite(side: int) -> int:
    return (side + 3) % SIDES


def is_symbol(symbol: int) -> bool:
    """Whether it is something a player draws."""
    return symbol not in (FREE, MOUNTAIN)
