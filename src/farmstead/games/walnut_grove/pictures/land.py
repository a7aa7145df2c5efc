"""Land as coloured text: a tile is a block of 11 by 5 characters whose four wedges show its edges.

A wedge has its terrain's ground, pattern and letter; storage squares stand beside the letter of their patch.
Fences run from the middle of one edge to another. A farm is drawn with the board's landscapes at the foot,
land beside them at the same height.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.color import Color
from rich.style import Style
from rich.text import Text

from farmstead.engine.square import cell_at, column_of, row_of
from farmstead.games.walnut_grove.pictures.palette import FENCE, FENCE_ON_DARK, TERRAINS
from farmstead.games.walnut_grove.pictures.view import LandView
from farmstead.games.walnut_grove.rules.components import Board, Edition, TurnedTile
from farmstead.games.walnut_grove.rules.land import Land, bare_land
from farmstead.games.walnut_grove.rules.names import GOODS
from farmstead.render.canvas import Canvas
from farmstead.render.words import Words

WIDE: Final = 11
HIGH: Final = 5
FOOT: Final = 4  # lines of the landscapes, the rim included; they are HIGH where land lies beside them
MARGIN: Final = 3  # columns for the row numbers
FREE: Final = "□"
FULL: Final = "■"
WORKER: Final = "@"
SEAM: Final = "▏"  # the western rim of a tile

# Where the letter of a wedge stands, its squares beside it, and a figure: north, east, south, west.
LETTER_AT: Final = [(2, 0), (8, 1), (2, 4), (1, 1)]
SQUARES_AT: Final = [
    [(3, 0), (4, 0), (6, 0), (7, 0)],
    [(9, 1), (10, 1), (10, 3), (9, 3)],
    [(3, 4), (4, 4)],
    [(2, 1), (2, 3), (1, 3)],
]
WORKER_AT: Final = [(8, 0), (8, 3), (6, 4), (1, 3)]
NUMBER_AT: Final = (8, 4)

# The middle of the tile to the middle of an edge, as characters in place.
ARMS: Final = [
    [(5, 0), (5, 1)],
    [(6, 2), (7, 2), (8, 2), (9, 2), (10, 2)],
    [(5, 3), (5, 4)],
    [(0, 2), (1, 2), (2, 2), (3, 2), (4, 2)],
]
# A corner line keeps out of the middle, so that two of them do not touch.
CORNERS: Final[dict[tuple[int, int], str]] = {
    (0, 1): "5,0║ 5,1╚ 6,1═ 7,1╗ 7,2╚ 8,2═ 9,2═ 10,2═",
    (1, 2): "5,4║ 5,3╔ 6,3═ 7,3╝ 7,2╔ 8,2═ 9,2═ 10,2═",
    (2, 3): "5,4║ 5,3╗ 4,3═ 3,3╚ 3,2╗ 2,2═ 1,2═ 0,2═",
    (0, 3): "5,0║ 5,1╝ 4,1═ 3,1╔ 3,2╝ 2,2═ 1,2═ 0,2═",
}
BOLDNESS: Final = (Style(bold=False), Style(bold=True))
# By ground: the ink of letters, and the timber of fences.
INKS: Final = {terrain.plain.bgcolor: Color.parse(terrain.ink) for terrain in TERRAINS.values()}
TIMBER: Final = {
    terrain.plain.bgcolor: Color.parse(FENCE_ON_DARK if name == "wood" else FENCE)
    for name, terrain in TERRAINS.items()
}
TEES: Final = ["╦", "╣", "╩", "╠"]  # by the side that has no arm
LETTERS: Final = {name: terrain.letter for name, terrain in TERRAINS.items()}


def side_of(x: int, y: int) -> int:
    """The edge that owns a character of a tile: north 0, east 1, south 2, west 3."""
    across, down = abs(x - 5) / 5.5, abs(y - 2) / 2.5
    if across > down:
        return 1 if x > 5 else 3
    return 2 if y > 2 else 0


class Mark:
    """What lies on one patch: free and filled squares, and a figure."""

    def __init__(self, squares: int, filled: int, worked: bool) -> None:
        self.squares = squares
        self.filled = filled
        self.worked = worked


def tile_canvas(
    tile: TurnedTile, marks: Mapping[int, Mark] | None = None, letters: Mapping[str, str] = LETTERS
) -> Canvas:
    """A tile as it lies; `marks` by terrain, or the tile's own empty squares; `letters` by terrain."""
    canvas = Canvas(WIDE, HIGH)
    _paint_wedges(canvas, tile, letters)
    _draw_fences(canvas, tile)
    if marks is None:
        marks = {terrain: Mark(tile.squares[n], 0, False) for n, terrain in enumerate(tile.terrains)}
    for terrain, mark in marks.items():
        _draw_mark(canvas, tile, terrain, mark)
    _write(canvas, *NUMBER_AT, f"{tile.tile:>2}")
    return canvas


def _paint_wedges(canvas: Canvas, tile: TurnedTile, letters: Mapping[str, str]) -> None:
    for y in range(HIGH):
        for x in range(WIDE):
            terrain = TERRAINS[GOODS[tile.edges[side_of(x, y)]]]
            weave = SEAM if x == 0 else terrain.pattern if (x + y) % 2 else " "
            canvas.put(x, y, weave, terrain.plain)
    for side, (x, y) in enumerate(LETTER_AT):
        good = GOODS[tile.edges[side]]
        canvas.put(x, y, f"{letters[good]} ", TERRAINS[good].marked)
        if x > 1:
            canvas.put(x - 1, y, " ", canvas.style(x - 1, y))


def _write(canvas: Canvas, x: int, y: int, text: str, bold: bool = False) -> None:
    """Upon whatever ground is there."""
    for n, char in enumerate(text):
        ground = canvas.style(x + n, y).bgcolor
        canvas.put(x + n, y, char, Style.from_color(INKS.get(ground), ground) + BOLDNESS[bold])


def _draw_mark(canvas: Canvas, tile: TurnedTile, terrain: int, mark: Mark) -> None:
    sides = [side for side in (3, 1, 0, 2) if tile.edges[side] == terrain]
    places = [place for side in sides for place in SQUARES_AT[side]]
    for n, (x, y) in enumerate(places[: mark.squares]):
        _write(canvas, x, y, FULL if n < mark.filled else FREE, bold=True)
    if mark.worked:
        _write(canvas, *WORKER_AT[sides[0]], WORKER, bold=True)


def _fence(canvas: Canvas, x: int, y: int, char: str) -> None:
    ground = canvas.style(x, y).bgcolor
    canvas.put(x, y, char, Style.from_color(TIMBER.get(ground), ground) + BOLDNESS[True])


def _draw_fences(canvas: Canvas, tile: TurnedTile) -> None:
    pairs = [(tile.lines[n], tile.lines[n + 1]) for n in range(0, len(tile.lines), 2)]
    if len(pairs) == 2 and len({side for pair in pairs for side in pair}) == 3:
        _draw_tee(canvas, {side for pair in pairs for side in pair})
        return
    for one, other in pairs:
        sides = (min(one, other), max(one, other))
        if sides in CORNERS:
            _draw_corner(canvas, CORNERS[sides])
        else:
            _draw_straight(canvas, sides)


def _draw_corner(canvas: Canvas, path: str) -> None:
    for step in path.split():
        x, y = step[:-1].split(",")
        _fence(canvas, int(x), int(y), step[-1])


def _draw_straight(canvas: Canvas, sides: tuple[int, int]) -> None:
    for side in sides:
        _draw_arm(canvas, side)
    _fence(canvas, 5, 2, "║" if sides == (0, 2) else "═")


def _draw_arm(canvas: Canvas, side: int) -> None:
    for x, y in ARMS[side]:
        _fence(canvas, x, y, "═" if side % 2 else "║")


def _draw_tee(canvas: Canvas, sides: set[int]) -> None:
    for side in sides:
        _draw_arm(canvas, side)
    missing = next(side for side in range(4) if side not in sides)
    _fence(canvas, 5, 2, TEES[missing])


def letters_in(words: Words) -> dict[str, str]:
    """The letters of the terrains in a language."""
    return {good: words.called(good, "letter") for good in GOODS}


class FarmPicture:
    """One farm: where everything lies, and the drawing of it."""

    def __init__(
        self,
        words: Words,
        edition: Edition,
        farm: LandView,
        free: Sequence[tuple[int, int]] = (),
        *,
        beside: bool,
    ) -> None:
        self.names = {good: words.called(good, "landscape") for good in GOODS}
        self.letters = letters_in(words)
        self.board = _board(edition, farm["board"])
        self.beside = beside  # as the table reads WG 3.7
        self.land = _land(edition, self.board, farm, beside)
        self.free = list(free)  # cells to be shown as open, column and row
        self.left = {(d["terrain"], d["at"][0], d["at"][1]): d["goods"] for d in farm["districts"]}
        self.worked = {(d["terrain"], d["at"][0], d["at"][1]): d["worked"] for d in farm["districts"]}
        self.places = {(column, row): n for n, (_, column, row, _) in enumerate(farm["tiles"])}
        self.lowest = min([row for _, row in [*self.places, *self.free]], default=1)
        self.foot = FOOT if self.lowest else HIGH

    def width(self) -> int:
        """How many characters the whole farm takes across."""
        return MARGIN + WIDE * len(self._columns())

    def pieces(self, width: int) -> list[Text]:
        """The farm from west to east, cut where `width` columns are full."""
        columns = self._columns()
        room = max(1, (width - MARGIN) // WIDE)
        filled = self._fill()
        return [self._draw(columns[n : n + room], filled).text() for n in range(0, len(columns), room)]

    def _columns(self) -> list[int]:
        across = [column for column, _ in [*self.places, *self.free]] + [0, self.land.columns - 1]
        return list(range(min(across), max(across) + 1))

    def _top(self) -> int:
        return max([row for _, row in [*self.places, *self.free]], default=0)

    def _fill(self) -> dict[tuple[int, int, int], Mark]:
        """Goods on the squares of their district, the first cell first: (column, row, terrain) -> mark."""
        marks: dict[tuple[int, int, int], Mark] = {}
        cells = [*self.places, *self._landscapes()]
        for column, row in sorted(cells, key=lambda cell: (cell[1], cell[0])):
            for terrain, squares in self._patches(column, row):
                marks[column, row, terrain] = self._mark(terrain, column, row, squares)
        return marks

    def _landscapes(self) -> list[tuple[int, int]]:
        return [(column, 0) for column in range(self.land.columns)]

    def _patches(self, column: int, row: int) -> list[tuple[int, int]]:
        """The terrains of a tile or a landscape, with their squares."""
        if (column, row) not in self.places:
            return [(self.board.landscapes[column], self.board.storage[column])]
        tile = self.land.tiles[self.places[column, row]]
        return list(zip(tile.terrains, tile.squares, strict=False))

    def _mark(self, terrain: int, column: int, row: int, squares: int) -> Mark:
        district = self.land.district_at(terrain, cell_at(column, row))
        anchor = self.land.anchor[district]
        key = (GOODS[terrain], column_of(anchor), row_of(anchor))
        filled = min(squares, self.left[key])
        self.left[key] -= filled
        return Mark(squares, filled, self.worked[key] and anchor == cell_at(column, row))

    def _draw(self, columns: list[int], filled: Mapping[tuple[int, int, int], Mark]) -> Canvas:
        top = self._top()
        canvas = Canvas(MARGIN + WIDE * len(columns), HIGH * top + self.foot + 1)
        rows = range(0 if self.lowest == 0 else 1, top + 1)
        for n, column in enumerate(columns):
            x = MARGIN + WIDE * n
            for row in rows:
                self._draw_cell(canvas, x, HIGH * (top - row), (column, row), filled)
            if 0 <= column < self.land.columns:
                self._draw_landscape(canvas, x, HIGH * top, column, filled)
            canvas.put(x + 4, HIGH * top + self.foot, f"{column:^3}", Style(dim=True))
        for row in rows:
            canvas.put(0, HIGH * (top - row) + 2, f"{row:>2}", Style(dim=True))
        return canvas

    def _draw_cell(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        place: tuple[int, int],
        filled: Mapping[tuple[int, int, int], Mark],
    ) -> None:
        if place in self.places:
            tile = self.land.tiles[self.places[place]]
            marks = {terrain: filled[place[0], place[1], terrain] for terrain in tile.terrains}
            canvas.lay(x, y, tile_canvas(tile, marks, self.letters))
        elif place in self.free:
            _draw_free(canvas, x, y, place)

    def _draw_landscape(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        column: int,
        filled: Mapping[tuple[int, int, int], Mark],
    ) -> None:
        number = self.board.landscapes[column]
        terrain, mark = TERRAINS[GOODS[number]], filled[column, 0, number]
        for line in range(self.foot):
            weave = [terrain.pattern if (n + line) % 2 else " " for n in range(WIDE)]
            canvas.put(x, y + line, SEAM + "".join(weave[1:]), terrain.plain)
        canvas.put(x + 1, y + 2, f" {self.names[GOODS[number]].ljust(WIDE - 3)} ", terrain.marked)
        canvas.put(x + 8, y + 2, (FULL * mark.filled).ljust(mark.squares, FREE), terrain.marked)
        if mark.worked:
            canvas.put(x + 9, y + 1, WORKER, terrain.marked)
        self._draw_rim(canvas, x, y, column)

    def _draw_rim(self, canvas: Canvas, x: int, y: int, column: int) -> None:
        """WG 9.3: the rim goes round the board's upper corners where land may lie beside it."""
        for n in range(WIDE):
            _fence(canvas, x + n, y, "═")
        corners = {0: (0, "╔"), self.land.columns - 1: (WIDE - 1, "╗")}
        if self.beside and column in corners:
            across, corner = corners[column]
            for line in range(self.foot):
                _fence(canvas, x + across, y + line, "║" if line else corner)


def _draw_free(canvas: Canvas, x: int, y: int, place: tuple[int, int]) -> None:
    style = Style(dim=True)
    canvas.put(x + 1, y, "┌─     ─┐", style)
    canvas.put(x + 1, y + HIGH - 1, "└─     ─┘", style)
    canvas.put(x, y + 2, f"{place[0]},{place[1]}".center(WIDE), Style(bold=True))


def _board(edition: Edition, kind: str) -> Board:
    board = edition.board(kind)
    assert board is not None, f"the view names an unknown board {kind}"
    return board


def _land(edition: Edition, board: Board, farm: LandView, beside: bool) -> Land:
    land = bare_land(board, beside)
    for tile, column, row, turn in farm["tiles"]:
        land = land.lay(edition.tiles[tile].turned[turn], cell_at(column, row))
    return land
