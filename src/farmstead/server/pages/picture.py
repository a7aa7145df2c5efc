"""What a terminal would show, as a picture or as plain text. A picture has no style sheet of its own."""

from __future__ import annotations

import io
from collections.abc import Sequence
from html import escape
from typing import Final

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style

from farmstead.render.palette import KEY, PAPER, PAPER_THEME

WIDTH: Final = 10  # of a letter
HEIGHT: Final = 20  # of a line
SIZE: Final = 16.6  # of the letters, six tenths as wide as high
BASE: Final = 15  # where letters stand in a line
MARGIN: Final = 12
FAINT: Final = "#65503a"
FONTS: Final = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
BLANK: Final = "\u00a0"  # a blank that no reader of XML leaves out
PLAIN: Final = Style()


def lines_of(thing: RenderableType, width: int) -> list[list[Segment]]:
    """A thing as lines of text with styles."""
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        emoji=False,
        legacy_windows=False,
        no_color=False,
    )
    lines = console.render_lines(thing, console.options.update(width=width, height=None), pad=False)
    return [[part for part in line if not part.control] for line in lines]


def as_text(thing: RenderableType, width: int) -> str:
    """A thing as plain text."""
    return "\n".join(["".join([part.text for part in line]).rstrip() for line in lines_of(thing, width)])


def as_svg(thing: RenderableType, width: int) -> str:
    """A thing as a picture, as wide as its widest line."""
    lines = lines_of(thing, width)
    columns = max([sum([cell_len(part.text) for part in line]) for line in lines], default=1)
    grounds: list[str] = []
    texts: list[str] = []
    for row, line in enumerate(lines):
        _draw_line(line, row, grounds, texts)
    size = (columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN)
    return _framed(size, [*grounds, *texts])


def _framed(size: tuple[int, int], parts: Sequence[str]) -> str:
    width, height = size
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">\n<rect width="{width}" height="{height}" fill="{PAPER}"/>\n'
        f'<g transform="translate({MARGIN} {MARGIN})" font-family="{FONTS}" font-size="{SIZE}"'
        f' fill="{KEY}">\n'
        f"{inside}\n</g>\n</svg>\n"
    )


def _draw_line(line: Sequence[Segment], row: int, grounds: list[str], texts: list[str]) -> None:
    column = 0
    for part in line:
        style, width = part.style or PLAIN, cell_len(part.text)
        ink, ground = _colours(style)
        if ground and width:
            grounds.append(
                f'<rect x="{column * WIDTH - 0.25}" y="{row * HEIGHT - 0.25}" width="{width * WIDTH + 0.5}"'
                f' height="{HEIGHT + 0.5}" fill="{ground}"/>'
            )
        if part.text.strip() or (width and style.underline):
            texts.append(_written(part.text, style, ink, (column, row)))
        column += width


def _written(text: str, style: Style, ink: str, place: tuple[int, int]) -> str:
    column, row = place
    x, y = column * WIDTH, row * HEIGHT + BASE
    look = "".join(
        [
            f' fill="{ink}"' if ink else "",
            ' font-weight="700"' if style.bold else "",
            ' font-style="italic"' if style.italic else "",
            ' text-decoration="underline"' if style.underline else "",
        ]
    )
    letters = escape(text, quote=False).replace(" ", BLANK)
    return f'<text x="{x}" y="{y}" textLength="{cell_len(text) * WIDTH}"{look}>{letters}</text>'


def _colours(style: Style) -> tuple[str, str]:
    """Of the letters and of the ground beneath them; empty where they are the picture's own."""
    ink = style.color.get_truecolor(PAPER_THEME).hex if style.color and not style.color.is_default else ""
    ground = (
        style.bgcolor.get_truecolor(PAPER_THEME, foreground=False).hex
        if style.bgcolor and not style.bgcolor.is_default
        else ""
    )
    if style.reverse:
        return ground or PAPER, ink or KEY
    return ink or (FAINT if style.dim else ""), ground
