"""A valley as coloured text: hexes of 8 by 4 characters, pointy top, that fit into each other.

A hex has its colour's ground, in three shades so that neighbours differ, and always its emblem. In a terminal
with no colours, or few, the same drawings stand between lines: thick where a region ends, thin inside it.
Tracks run to the middle of a side and go on in the next hex. What is drawn by hand: `marks.py`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

from farmstead.games.sunflower_valley.pictures.marks import SMALL_MARKS, Stroke, die_strokes, strokes_of
from farmstead.games.sunflower_valley.pictures.palette import (
    BLANK,
    BONE,
    HALO,
    MOUNTAINS,
    REGIONS,
    SHADES,
    SHEET,
    Region,
    mixed,
)
from farmstead.games.sunflower_valley.rules.components import Layout
from farmstead.games.sunflower_valley.rules.hexes import (
    COLUMNS,
    HEXES,
    NEXT,
    ROW_LETTERS,
    ROWS,
    SIDES,
    column_of,
    hex_text,
    row_of,
)
from farmstead.games.sunflower_valley.rules.names import COLOURS, FREE, MOUNTAIN, NOTHING
from farmstead.render.canvas import Canvas
from farmstead.render.palette import KEY

WIDE: Final = 8
HIGH: Final = 4
SHEET_WIDTH: Final = WIDE * COLUMNS + WIDE // 2 + 1
SHEET_HEIGHT: Final = HIGH * ROWS + 1
SMALL_WIDE: Final = 4
SMALL_WIDTH: Final = SMALL_WIDE * COLUMNS + SMALL_WIDE // 2
NAMED_WIDE: Final = 6
MARGIN: Final = 2  # the letters of the rows
NAMED_WIDTH: Final = MARGIN + NAMED_WIDE * COLUMNS + NAMED_WIDE // 2
DIE_WIDE: Final = WIDE + 1
COLOURFUL: Final = ("256", "truecolor")  # terminals that can tell the grounds apart


class Rim(NamedTuple):
    """A character of a hex's rim; of a slanted side, how many eighths of it the lower hex has."""

    x: int
    y: int
    below: int


UPRIGHT: Final = 0
RIMS: Final[list[list[Rim]]] = [  # by side, anticlockwise from east
    [Rim(8, 1, UPRIGHT), Rim(8, 2, UPRIGHT), Rim(8, 3, UPRIGHT)],
    [Rim(5, 0, 6), Rim(6, 0, 4), Rim(7, 0, 2)],
    [Rim(1, 0, 2), Rim(2, 0, 4), Rim(3, 0, 6)],
    [Rim(0, 1, UPRIGHT), Rim(0, 2, UPRIGHT), Rim(0, 3, UPRIGHT)],
    [Rim(1, 4, 6), Rim(2, 4, 4), Rim(3, 4, 2)],
    [Rim(5, 4, 2), Rim(6, 4, 4), Rim(7, 4, 6)],
]
OWN_IS_FIRST: Final = (0, 4, 5)  # sides at which a hex is to the left of its neighbour, or above it
FILLINGS: Final[dict[int, str]] = {UPRIGHT: "▌", 2: "▂", 4: "▄", 6: "▆"}
THIN: Final[dict[int, str]] = {UPRIGHT: "│", 2: "▁", 4: "─", 6: "▔"}
THICK: Final[dict[int, str]] = {UPRIGHT: "┃", 2: "▁", 4: "━", 6: "▔"}
TOP: Final = (4, 0)
FOOT: Final = (4, 4)
EMBLEM_AT: Final = (4, 1)
MIDDLE: Final = (2, 2)  # where the name of a free hex begins
CORNER: Final = (6, 3)  # and that of another one
FAINT: Final = 0.35


def regions_of(layout: Layout) -> dict[int, Region]:
    """How every hex of a printed sheet looks."""
    return {
        place: MOUNTAINS if layout.blank[place] == MOUNTAIN else REGIONS[COLOURS[layout.colour_at[place]]]
        for place in HEXES
    }


def blank_regions() -> dict[int, Region]:
    """A sheet of no letter."""
    return dict.fromkeys(HEXES, BLANK)


def ground_of(regions: Mapping[int, Region], place: int) -> str:
    """A hex's ground; of hexes that meet, all have another shade (SV 8.1)."""
    if place == NOTHING:
        return SHEET
    row = row_of(place)
    return regions[place].grounds[(column_of(place) - (row - (row & 1)) // 2 - row) % SHADES]


def corner_of(place: int) -> tuple[int, int]:
    """Where a hex's box begins on the canvas."""
    row = row_of(place)
    return WIDE * column_of(place) + WIDE // 2 * (row & 1), HIGH * row


def is_colourful(console: Console) -> bool:
    return not console.no_color and console.color_system in COLOURFUL


class SheetPicture:
    """A sheet with what is drawn on it; the whole of it, or a window round one hex."""

    def __init__(
        self,
        regions: Mapping[int, Region],
        symbols: Sequence[int],
        open_hexes: Collection[int] = (),
        lit: bool = True,
        chosen: int = NOTHING,
        labels: Mapping[int, str] | None = None,
        window: int = NOTHING,
    ) -> None:
        self.regions = regions
        self.symbols = symbols
        self.open_hexes = open_hexes
        self.lit = lit  # whether the open ones have a halo
        self.chosen = chosen  # the hex that is being drawn in
        self.labels = {place: hex_text(place) for place in HEXES} if labels is None else labels
        self.window = window

    @property
    def width(self) -> int:
        return SHEET_WIDTH if self.window == NOTHING else WIDE + 3

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield self.canvas(is_colourful(console)).text()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(self.width, self.width)

    def canvas(self, colourful: bool) -> Canvas:
        canvas = Canvas(SHEET_WIDTH, SHEET_HEIGHT)
        pencil = Pencil(canvas, self.regions, colourful)
        for place in HEXES:
            pencil.print_hex(place)
        for place in HEXES:
            pencil.draw(place, strokes_of(self.symbols[place]))
            self._write_name(pencil, place)
        return canvas if self.window == NOTHING else _cut(canvas, self.window)

    def _write_name(self, pencil: "Pencil", place: int) -> None:
        name = self.labels.get(place, "")
        if place == self.chosen:
            pencil.write(place, MIDDLE, f">{name}<", HALO)
        elif self.symbols[place] not in (FREE, MOUNTAIN):
            pencil.write(place, CORNER, name, faint=True)
        elif place in self.open_hexes:
            pencil.write(place, MIDDLE, f"[{name}]", HALO if self.lit else "", bold=True)
        elif self.symbols[place] == FREE:
            pencil.write(place, MIDDLE, f" {name} ")


def _cut(canvas: Canvas, place: int) -> Canvas:
    """A hex with a little of what is round it."""
    x, y = corner_of(place)
    piece = Canvas(WIDE + 3, HIGH + 1)
    piece.lay(1 - x, -y, canvas)
    return piece


class Pencil:
    """Prints and draws hexes on a canvas, on coloured grounds or between lines."""

    def __init__(self, canvas: Canvas, regions: Mapping[int, Region], colourful: bool) -> None:
        self.canvas = canvas
        self.regions = regions
        self.colourful = colourful
        if colourful:
            for y in range(canvas.height):
                canvas.put(0, y, " " * canvas.width, Style(bgcolor=SHEET))

    def print_hex(self, place: int) -> None:
        """The ground, the rim and the emblem."""
        x, y = corner_of(place)
        ground = Style(bgcolor=ground_of(self.regions, place)) if self.colourful else Style()
        for line in range(1, HIGH):
            self.canvas.put(x + 1, y + line, " " * (WIDE - 1), ground)
        self.canvas.put(x + TOP[0], y + TOP[1], " " if self.colourful else "▔", ground)
        self.canvas.put(x + FOOT[0], y + FOOT[1], " " if self.colourful else "▁", ground)
        for side in range(SIDES):
            self._print_side(place, side)
        self.write(place, EMBLEM_AT, self.regions[place].emblem.replace("^", " "), bold=True)

    def _print_side(self, place: int, side: int) -> None:
        x, y = corner_of(place)
        neighbour = NEXT[SIDES * place + side]
        first, second = (place, neighbour) if side in OWN_IS_FIRST else (neighbour, place)
        for rim in RIMS[side]:
            self.canvas.put(x + rim.x, y + rim.y, *self._rim(rim.below, first, second))

    def _rim(self, below: int, first: int, second: int) -> tuple[str, Style]:
        """Where two hexes meet: the first is to the left or above."""
        if not self.colourful:
            inside = self.regions.get(first) is self.regions.get(second)
            return (THIN if inside else THICK)[below], Style(dim=inside)
        one, other = ground_of(self.regions, first), ground_of(self.regions, second)
        if below == UPRIGHT:
            return FILLINGS[below], Style(color=one, bgcolor=other)
        return FILLINGS[below], Style(color=other, bgcolor=one)

    def draw(self, place: int, strokes: Sequence[Stroke]) -> None:
        """What a player draws, or a mountain."""
        ink(self.canvas, corner_of(place), strokes, self.colourful)

    def write(
        self,
        place: int,
        at: tuple[int, int],
        text: str,
        halo: str = "",
        bold: bool = False,
        faint: bool = False,
    ) -> None:
        """Letters upon a hex; with a halo they stand out, faint ones keep back."""
        x, y = corner_of(place)
        style = Style(bold=bold or bool(halo), dim=faint and not self.colourful)
        if self.colourful:
            ground = ground_of(self.regions, place)
            ink = mixed(self.regions[place].ink, ground, FAINT if faint else 0)
            style += Style(color=KEY if halo else ink, bgcolor=halo or ground)
        self.canvas.put(x + at[0], y + at[1], text, style)


def ink(canvas: Canvas, corner: tuple[int, int], strokes: Sequence[Stroke], colourful: bool) -> None:
    """Draw upon whatever ground is there."""
    for stroke in strokes:
        for n, char in enumerate(stroke.text):
            x, y = corner[0] + stroke.x + n, corner[1] + stroke.y
            if char != " " or stroke.ground:
                canvas.put(x, y, char, _inked(canvas.style(x, y), stroke) if colourful else Style(bold=True))


def _inked(paper: Style, stroke: Stroke) -> Style:
    ground = Style(bgcolor=stroke.ground) if stroke.ground else Style.from_color(None, paper.bgcolor)
    return Style(color=stroke.colour, bold=True) + ground


class DiePicture:
    """A large die that shows a face."""

    def __init__(self, face: int) -> None:
        self.strokes = die_strokes(face)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        colourful = is_colourful(console)
        bone = Style(color=KEY, bgcolor=BONE) if colourful else Style()
        canvas = Canvas(DIE_WIDE, HIGH + 1)
        for y in range(HIGH + 1):
            canvas.put(0, y, f"│{' ' * (DIE_WIDE - 2)}│", bone)
        canvas.put(0, 0, f"╭{'─' * (DIE_WIDE - 2)}╮", bone)
        canvas.put(0, HIGH, f"╰{'─' * (DIE_WIDE - 2)}╯", bone)
        ink(canvas, (0, 0), self.strokes, colourful)
        yield canvas.text()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(DIE_WIDE, DIE_WIDE)


class SmallSheet:
    """A sheet in five lines: each hex its emblem and what is drawn there."""

    def __init__(self, regions: Mapping[int, Region], symbols: Sequence[int], chosen: int = NOTHING) -> None:
        self.regions = regions
        self.symbols = symbols
        self.chosen = chosen

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        canvas = Canvas(SMALL_WIDTH, ROWS)
        for place in HEXES:
            self._put(canvas, place, is_colourful(console))
        yield canvas.text()

    def _put(self, canvas: Canvas, place: int, colourful: bool) -> None:
        row, region = row_of(place), self.regions[place]
        x = SMALL_WIDE * column_of(place) + SMALL_WIDE // 2 * (row & 1)
        ground = Style(color=KEY, bgcolor=ground_of(self.regions, place)) if colourful else Style()
        mark = " ? " if place == self.chosen else SMALL_MARKS[self.symbols[place]]
        canvas.put(x, row, mark.rjust(SMALL_WIDE), ground + Style(bold=True))
        if self.symbols[place] != MOUNTAIN:
            canvas.put(x, row, region.emblem, ground + (Style(color=region.ink) if colourful else Style()))


class NamedSheet:
    """A sheet in five lines that one can choose from: free hexes by name, `[b2]` where one may draw."""

    def __init__(
        self,
        regions: Mapping[int, Region],
        symbols: Sequence[int],
        open_hexes: Collection[int] = (),
        lit: bool = True,
        chosen: int = NOTHING,
    ) -> None:
        self.regions = regions
        self.symbols = symbols
        self.open_hexes = open_hexes
        self.lit = lit  # whether the open ones have a halo
        self.chosen = chosen  # the hex that is being drawn in

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        canvas = Canvas(NAMED_WIDTH, ROWS)
        for row, letter in enumerate(ROW_LETTERS):
            canvas.put(0, row, letter, Style(dim=True))
        for place in HEXES:
            self._put(canvas, place, is_colourful(console))
        yield canvas.text()

    def _put(self, canvas: Canvas, place: int, colourful: bool) -> None:
        row, region = row_of(place), self.regions[place]
        x = MARGIN + NAMED_WIDE * column_of(place) + NAMED_WIDE // 2 * (row & 1)
        ground = Style(color=KEY, bgcolor=ground_of(self.regions, place)) if colourful else Style()
        lit = colourful and (place == self.chosen or (self.lit and place in self.open_hexes))
        canvas.put(x, row, " " * NAMED_WIDE, ground)
        if self.symbols[place] != MOUNTAIN:
            canvas.put(x, row, region.emblem, ground + (Style(color=region.ink) if colourful else Style()))
        mark, halo = self._mark(place), Style(bgcolor=HALO) if lit else Style()
        canvas.put(x + 1, row, mark, ground + Style(bold=self._stands_out(place)) + halo)

    def _mark(self, place: int) -> str:
        name = hex_text(place)
        if place == self.chosen:
            return f">{name}<"
        if self.symbols[place] != FREE:
            return f" {SMALL_MARKS[self.symbols[place]]}"
        return f"[{name}]" if place in self.open_hexes else f" {name} "

    def _stands_out(self, place: int) -> bool:
        return self.symbols[place] != FREE or place in self.open_hexes or place == self.chosen
