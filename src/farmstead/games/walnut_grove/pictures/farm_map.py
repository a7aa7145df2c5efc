"""A farm as a map of letters: a tile is nine characters wide and three high.

By each edge stands the letter of its terrain, once with the number of the terrain's storage squares. Fences
run from the middle of one edge to another. The landscapes of the board are the row at the foot, under a rim.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from farmstead.games.walnut_grove.pictures.views import LandView
from farmstead.games.walnut_grove.rules.components import Board, Edition, TurnedTile
from farmstead.games.walnut_grove.rules.names import GOODS
from farmstead.render.text_board import Map
from farmstead.render.words import Words

WIDE: Final = 10  # a tile and the gap behind it
HIGH: Final = 3
MARGIN: Final = 3  # columns for the row numbers
TEES: Final = ("123", "023", "013", "012")
JOINTS: Final = {  # where fences meet, by the sides they run to
    frozenset(map(int, sides)): sign
    for sign, sides in zip("║═╚╔╗╝╦╣╩╠╬", ("02", "13", "01", "12", "23", "03", *TEES, "0123"), strict=True)
}
COLOURS: Final[dict[str, str]] = {
    "grain": "black on yellow",
    "fish": "black on cyan",
    "dairy": "black on white",
    "wood": "white on green",
    "stone": "white on bright_black",
}


def letters_in(words: Words) -> dict[str, str]:
    """The letters of the terrains in a language."""
    return {good: words.called(good, "letter") for good in GOODS}


def tile_lines(tile: TurnedTile, letters: Mapping[str, str]) -> list[str]:
    """A tile as it lies."""
    squares = dict(zip(tile.terrains, tile.squares, strict=True))
    edges = [f"{letters[GOODS[terrain]]}{squares.pop(terrain, 0) or ' '}" for terrain in tile.edges]
    north, east, south, west = edges
    fenced = set(tile.lines)
    up, down = ["║" if side in fenced else " " for side in (0, 2)]
    right, left = ["══" if side in fenced else "  " for side in (1, 3)]
    return [
        f"  {north}{up}".ljust(WIDE),
        f"{west}{left}{_joint(tile.lines)}{right}{east}{right[0]}",
        f"  {south}{down}{tile.tile:>4} ",
    ]


def _joint(lines: Sequence[int]) -> str:
    """The sign in the middle of a tile; two corner lines pass by each other."""
    pairs = {frozenset(lines[n : n + 2]) for n in range(0, len(lines), 2)}
    if pairs == {frozenset({0, 1}), frozenset({2, 3})}:
        return "╲"
    return "╱" if pairs == {frozenset({1, 2}), frozenset({0, 3})} else JOINTS.get(frozenset(lines), " ")


def beside_each_other(words: Words, tiles: Sequence[tuple[str, TurnedTile]]) -> Map:
    """Single tiles with a caption over each."""
    wide = max([WIDE, *[len(caption) for caption, _ in tiles]]) + 2
    letters = letters_in(words)
    pictures = [[caption, *tile_lines(tile, letters)] for caption, tile in tiles]
    lines = ["".join([picture[n].ljust(wide) for picture in pictures]) for n in range(HIGH + 1)]
    return Map(lines, colours_of(letters), step=wide)


def farm_map(
    words: Words, edition: Edition, farm: LandView, free: Sequence[tuple[int, int]] = (), *, beside: bool
) -> Map:
    """A whole farm; `free` are cells to be shown as open, `beside` is how the table reads WG 3.7."""
    letters, board = letters_in(words), edition.board(farm["board"])
    assert board is not None, f"the view names an unknown board {farm['board']}"
    cells = {(n, 0): _landscape(words, board, n, beside) for n in range(len(board.landscapes))}
    for tile, column, row, turn in farm["tiles"]:
        cells[column, row] = tile_lines(edition.tiles[tile].turned[turn], letters)
    for column, row in free:
        cells[column, row] = ["", f"({column},{row})".center(WIDE), ""]
    across = range(min(cells)[0], max(cells)[0] + 1)
    level = [column for column, row in cells if row == 0]
    lines = [
        (f"{row:>2} " if line == 1 else " " * MARGIN)
        + "".join([cells.get((column, row), [""] * HIGH)[line].ljust(WIDE) for column in across])
        for row in range(max([row for _, row in cells]), -1, -1)
        for line in range(HIGH if row or len(level) > len(board.landscapes) else HIGH - 1)
    ]
    lines.append(" " * MARGIN + "".join([str(column).center(WIDE) for column in across]))
    return Map(lines, colours_of(letters), MARGIN, WIDE)


def _landscape(words: Words, board: Board, column: int, beside: bool) -> list[str]:
    """WG 9.3: the rim goes round the board's upper corners where land may lie beside it."""
    good = GOODS[board.landscapes[column]]
    name = f" {words.called(good, 'letter')}{board.storage[column]} {words.called(good, 'landscape')}"
    lines = ["═" * WIDE, name.ljust(WIDE), " " * WIDE]
    if beside and column == 0:
        return [corner + line[1:] for corner, line in zip("╔║║", lines, strict=True)]
    if beside and column == len(board.landscapes) - 1:
        return [line[:-1] + corner for corner, line in zip("╗║║", lines, strict=True)]
    return lines


def colours_of(letters: Mapping[str, str]) -> dict[str, str]:
    """The colours of the letters in a map."""
    return {letter: COLOURS[good] for good, letter in letters.items()}
