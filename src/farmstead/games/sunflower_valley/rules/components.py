"""The components as frozen values: the sheets of one letter, and an edition of all of them."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from farmstead.games.sunflower_valley.rules.hexes import HEXES, SIZE, around, count, hex_at, hex_text, only
from farmstead.games.sunflower_valley.rules.names import COLOUR_LETTERS, COLOURS, FREE, MOUNTAIN, NOTHING


@final
class Layout:
    """A printed sheet (SV 1.1): where the mountains are, and the colour of every other hex."""

    __slots__ = ("blank", "cells", "colour_at", "colours", "letter", "mountains", "open", "peaks", "rows")

    def __init__(self, letter: str, rows: list[str]) -> None:
        self.letter = letter
        self.rows = rows
        self.colour_at: list[int] = [NOTHING] * SIZE  # by hex
        self.cells: list[list[int]] = [[] for _ in COLOURS]  # the hexes of each colour
        self.colours: list[int] = [0] * len(COLOURS)  # the same as sets
        self.blank: list[int] = [NOTHING] * SIZE  # what the hexes hold before anything is drawn
        self.mountains: i64 = 0
        self.open: i64 = 0  # all hexes to draw in
        for row, letters in enumerate(rows):
            for column, mark in enumerate(letters):
                self._print(hex_at(row, column), mark)
        self.peaks: list[int] = [self._peaks(place) for place in range(SIZE)]  # mountains next to a hex

    def _print(self, place: int, mark: str) -> None:
        here: i64 = only(place)
        if mark not in COLOUR_LETTERS:
            self.mountains |= here
            self.blank[place] = MOUNTAIN
            return
        colour = COLOUR_LETTERS.index(mark)
        self.colour_at[place] = colour
        self.cells[colour].append(place)
        self.colours[colour] |= here
        self.blank[place] = FREE
        self.open |= here

    def _peaks(self, place: int) -> int:
        return 0 if place not in HEXES else count(around(only(place)) & self.mountains)


@final
class Edition:
    """Sheets by letter, and the start chart (SV 8.3)."""

    __slots__ = ("digest", "label", "name", "sheets", "start")

    def __init__(self, name: str, digest: str, sheets: dict[str, Layout], start: list[int]) -> None:
        self.name = name
        self.digest = digest
        self.label = f"{name} {digest}"
        self.sheets = sheets
        self.start = start  # by town picture: the hex of the first house (SV 1.3)

    def start_text(self, town: int) -> str:
        return hex_text(self.start[town])
