"""The moves (SV 8.4): how each is written, one small class for each; they are few, so all are built once."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import Final, final

from mypy_extensions import i64

from farmstead.engine.contract import Action
from farmstead.engine.notation import Form, Named, Notation, Numbered, Worded
from farmstead.games.sunflower_valley.rules import names
from farmstead.games.sunflower_valley.rules.hexes import HEXES, SIZE, hex_text

# By its first word: the paragraph that says when a move is made, and how it is written.
FORMS: Final[dict[str, Form]] = {
    "take": Form("3.1", f"take {'|'.join(names.FACES)}"),
    "reserve": Form("3.1", f"reserve {'|'.join(names.COLOURS)}"),
    "draw": Form("3.2", "draw HEX, such as b2: row a-e from the top, column 1-6"),
    "way": Form("3.5", "way L03|L14|L25 or way C02|C04|C13|C15|C24|C35"),
    "pass": Form("3.3", "pass"),
    "sheet": Form("1.1", f"sheet {'|'.join(names.SHEETS)}"),
    "town": Form("1.3", f"town {'|'.join(names.TOWNS)}"),
    "roll": Form("2.1", "roll DICE: six of the letters H S F U L C, in this order, such as HHSFUL"),
}


@final
class Take(Numbered):
    """Take a die from the pool (SV 3.1)."""


@final
class Reserve(Numbered):
    """Put the die on a colour (SV 3.1)."""


@final
class Draw(Numbered):
    """Draw the symbol in a hex (SV 3.2, 3.4)."""


@final
class Way(Numbered):
    """How a track lies in its hex (SV 3.5)."""


@final
class Pass(Worded):
    """Draw nothing: what SV 3.3 forbids, so that it can be said why."""


@final
class SheetDealt(Named):
    """Chance: the letter all play on (SV 1.1)."""


@final
class TownDealt(Numbered):
    """Chance: a player's town picture (SV 1.3)."""


@final
class Rolled(Action):
    """Chance: the six dice of a round, whichever shows what (SV 2.1)."""

    def __init__(self, dice: list[int]) -> None:
        self.dice = "".join([names.LETTERS[face] for face in dice])
        self.pool: i64 = 0  # see `pooled`
        self.weight = factorial(names.DICE)  # in how many ways dice with one face of each show this
        for face in dice:
            self.pool += pooled(face)
        for face in range(len(names.FACES)):
            self.weight //= factorial(dice.count(face))

    def weight_with(self, marked: list[int]) -> int:
        """In how many of all ways dice show this; `marked` says how many faces of a die are which."""
        found = self.weight
        for letter in self.dice:
            found *= marked[names.LETTERS.index(letter)]
        return found

    def __str__(self) -> str:
        return f"roll {self.dice}"


def pooled(face: i64) -> i64:
    """One die in a pool, which is one number: three bits for each face count its dice."""
    one: i64 = 1
    one <<= 3 * face
    return one


def dice_left(pool: i64, face: i64) -> i64:
    """How many dice of a pool show a face."""
    return (pool >> (3 * face)) & 7


def _rolls() -> list[Rolled]:
    """All 462 multisets of six dice."""
    found: list[list[int]] = [[]]
    for _ in range(names.DICE):
        found = [[*dice, face] for dice in found for face in range(dice[-1] if dice else 0, len(names.FACES))]
    return [Rolled(dice) for dice in found]


TAKES: Final = [Take("take", names.FACES, face) for face in range(len(names.FACES))]
RESERVES: Final = [Reserve("reserve", names.COLOURS, colour) for colour in range(len(names.COLOURS))]
_PLACES: Final = [hex_text(place) for place in range(SIZE)]
# Those outside the sheet are never offered.
DRAWS: Final = [Draw("draw", _PLACES, place) for place in range(SIZE)]
WAYS: Final = [Way("way", names.TOKENS, symbol) for symbol in range(names.TRACK, names.FREE)]
WAYS_OF: Final[dict[int, list[Way]]] = {
    names.STRAIGHT: [way for way in WAYS if names.TOKENS[way.what][0] == names.LETTERS[names.STRAIGHT]],
    names.CURVE: [way for way in WAYS if names.TOKENS[way.what][0] == names.LETTERS[names.CURVE]],
}
PASS: Final = Pass("pass")
SHEETS_DEALT: Final[dict[str, SheetDealt]] = {letter: SheetDealt("sheet", letter) for letter in names.SHEETS}
TOWNS_DEALT: Final = [TownDealt("town", names.TOWNS, town) for town in range(len(names.TOWNS))]
ROLLS: Final[list[Rolled]] = _rolls()
ROLLS_BY_POOL: Final[dict[int, Rolled]] = {int(roll.pool): roll for roll in ROLLS}
TICKETS: Final = len(names.FACES) ** names.DICE  # 46,656


_CHOICES: Final[list[Sequence[Action]]] = [TAKES, RESERVES, [DRAWS[place] for place in HEXES], WAYS, [PASS]]
_OUTCOMES: Final[list[Sequence[Action]]] = [list(SHEETS_DEALT.values()), TOWNS_DEALT, ROLLS]
NOTATION: Final = Notation("SV", "8.4", FORMS, _CHOICES + _OUTCOMES)
