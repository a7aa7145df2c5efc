"""Text by the character: a grid of them, and lines that break only where they may."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

BLANK = (" ", Style())


class Canvas:
    """Characters by column and row, row 0 on top."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells = [[BLANK] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Write from a place to the right; what runs over the rim is cut."""
        for n, char in enumerate(text):
            if 0 <= x + n < self.width and 0 <= y < self.height:
                self._cells[y][x + n] = (char, style)

    def char(self, x: int, y: int) -> str:
        return self._cells[y][x][0]

    def style(self, x: int, y: int) -> Style:
        return self._cells[y][x][1]

    def lay(self, x: int, y: int, other: "Canvas") -> None:
        """Put another canvas on this one."""
        for row in range(other.height):
            for column in range(other.width):
                self.put(x + column, y + row, other.char(column, row), other.style(column, row))

    def text(self) -> Text:
        lines = [self._line(row) for row in self._cells]
        return Text("\n", no_wrap=True).join(lines)

    def _line(self, row: list[tuple[str, Style]]) -> Text:
        line = Text(no_wrap=True, end="")
        for style, cells in groupby(row, key=itemgetter(1)):
            line.append("".join([char for char, _ in cells]), style)
        return line


class Pieces:
    """Pieces of text one after the other, broken only between them."""

    def __init__(self, pieces: Sequence[Text]) -> None:
        self.pieces = list(pieces)

    def lines(self, width: int) -> list[Text]:
        found = [Text()]
        for piece in self.pieces:
            if found[-1].plain and found[-1].cell_len + 1 + piece.cell_len > width:
                found.append(Text())
            found[-1] = Text.assemble(found[-1], " " if found[-1].plain else "", piece)
        return found

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield from self.lines(options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [piece.cell_len for piece in self.pieces]
        most = sum(widths) + len(widths) - 1
        return Measurement(max(widths), most).with_maximum(options.max_width)
