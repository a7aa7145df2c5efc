"""The components as frozen values: the sheets of one letter, and an edition of all of them."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from farmstead.engine.contract import Action
from farmstead.games.sunflower_valley.rules.actions import ROLLS, ROLLS_BY_POOL, Rolled, pooled
from farmstead.games.sunflower_valley.rules.hexes import HEXES, SIZE, around, count, hex_at, hex_text, only
from farmstead.games.sunflower_valley.rules.names import (
    COLOUR_LETTERS,
    COLOURS,
    FACES,
    FREE,
    LETTERS,
    MOUNTAIN,
    NOTHING,
)


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
class Dice:
    """Six equal dice (SV 1.5): what may be rolled, how often, and which ticket rolls it."""

    __slots__ = ("letters", "odds", "three")

    def __init__(self, faces: list[int]) -> None:
        self.letters = "".join([LETTERS[face] for face in faces])  # of one die
        marked = [faces.count(face) for face in range(len(FACES))]
        self.odds: list[tuple[Action, int]] = [
            (roll, weight) for roll in ROLLS if (weight := roll.weight_with(marked)) > 0
        ]
        die = [int(pooled(face)) for face in faces]
        self.three = [
            a + b + c for a in die for b in die for c in die
        ]  # pools, by the ticket that rolls them

    def rolled(self, ticket: int) -> Rolled:
        """What six dice show: every order of dice has one ticket."""
        one, other = divmod(ticket, len(self.three))
        return ROLLS_BY_POOL[self.three[one] + self.three[other]]


@final
class Edition:
    """Sheets by letter, the start chart, the dice, and for how many players they are (SV 8.3, 8.5)."""

    __slots__ = ("dice", "digest", "fewest", "label", "most", "name", "sheets", "source", "start", "turns")

    def __init__(
        self,
        name: str,
        digest: str,
        sheets: dict[str, Layout],
        start: list[int],
        dice: Dice,
        seats: list[int],
    ) -> None:
        self.name = name
        self.digest = digest
        self.source = ""  # the text of its file; empty: that of the package
        self.label = f"{name} {digest}"
        self.sheets = sheets
        self.start = start  # by town picture: the hex of the first house (SV 1.3); -1 where it is not dealt
        self.dice = dice
        self.fewest = min(seats)
        self.most = max(seats)
        self.turns = (
            min([int(count(layout.open)) for layout in sheets.values()]) - 1
        )  # of each player (SV 2.4)

    def start_text(self, town: int) -> str:
        return hex_text(self.start[town])
