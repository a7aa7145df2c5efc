"""A valley as a map of letters: hexes in rows, every second one shifted by half a hex.

A hex shows its name, the emblem of its colour and the letter of what is drawn in it; strokes at its sides are
the ends of its track. In the small map a track is written as moves write it.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from farmstead.games.sunflower_valley.rules.components import Layout
from farmstead.games.sunflower_valley.rules.hexes import COLUMNS, ROW_LETTERS, hex_at, hex_text, is_track
from farmstead.games.sunflower_valley.rules.names import COLOURS, FREE, MOUNTAIN, NOTHING, TOKENS
from farmstead.render.text_board import Map

WIDE: Final = 8
SMALL_WIDE: Final = 5
MARGIN: Final = 2  # the letters of the rows
EMBLEMS: Final[dict[str, str]] = dict(zip(COLOURS, "▲■★●✚", strict=True))
PAINT: Final[dict[str, str]] = {
    "▲": "black on dark_orange",
    "■": "black on yellow",
    "★": "black on green",
    "●": "black on magenta",
    "✚": "white on blue",
}
STROKES: Final = "═╱╲═╱╲"  # by side, anticlockwise from east


def hex_lines(layout: Layout | None, symbol: int, place: int, name: str) -> list[str]:
    """A hex in three lines; without a layout its colour is not known."""
    ends = [int(side) for side in TOKENS[symbol][1:]] if is_track(symbol) else []
    east, north_east, north_west, west, south_west, south_east = (
        STROKES[side] if side in ends else " " for side in range(len(STROKES))
    )
    drawn = {FREE: " ", MOUNTAIN: "^"}.get(symbol, TOKENS[symbol][0])
    return [
        f" {north_west}{name:^4}{north_east} ",
        f"{west}{west} {_emblem(layout, place)}{drawn} {east}{east}",
        f" {south_west}    {south_east} ",
    ]


def _emblem(layout: Layout | None, place: int) -> str:
    if layout is None:
        return " "
    return "^" if layout.blank[place] == MOUNTAIN else EMBLEMS[COLOURS[layout.colour_at[place]]]


def valley_map(
    layout: Layout | None,
    symbols: Sequence[int],
    open_hexes: Collection[int] = (),
    chosen: int = NOTHING,
    name: Callable[[int], str] = hex_text,
) -> Map:
    """A whole sheet: `[b2]` may be drawn in, in `>b2<` a track waits for its way."""

    def lines(place: int) -> list[str]:
        said = (
            f">{name(place)}<"
            if place == chosen
            else f"[{name(place)}]"
            if place in open_hexes
            else name(place)
        )
        return hex_lines(layout, symbols[place], place, said)

    return _rows(lines, WIDE)


def small_map(layout: Layout, symbols: Sequence[int], chosen: int = NOTHING) -> Map:
    """A sheet with a line for each row: names of free hexes, and what is drawn in the others."""

    def line(place: int) -> list[str]:
        drawn = {FREE: hex_text(place), MOUNTAIN: ""}.get(symbols[place], TOKENS[symbols[place]])
        return [f"{_emblem(layout, place)}{'?' if place == chosen else drawn}".ljust(SMALL_WIDE)]

    return _rows(line, SMALL_WIDE)


def _rows(lines_of: Callable[[int], list[str]], wide: int) -> Map:
    found: list[str] = []
    for row, letter in enumerate(ROW_LETTERS):
        cells = [lines_of(hex_at(row, column)) for column in range(COLUMNS)]
        shift, middle = " " * (wide // 2 * (row & 1)), len(cells[0]) // 2
        found += [
            f"{letter if n == middle else ' '} {shift}{''.join(line)}"
            for n, line in enumerate(zip(*cells, strict=True))
        ]
    return Map(found, PAINT, MARGIN)
