"""The moves (SV 8.4): how each is written, one small class for each; they are few, so all are built once."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import Final, final

from mypy_extensions import i64

from farmstead.engine.contract import Action
from farmstead.engine.notation import Form, Notation
from farmstead.games.sunflower_valley.rules.hexes import HEXES, SIZE, hex_text
from farmstead.games.sunflower_valley.rules.names import (
    COLOURS,
    CURVE,
    DICE,
    FACES,
    FREE,
    LETTERS,
    SHEETS,
    STRAIGHT,
    TOKENS,
    TOWNS,
    TRACK,
)

# By its first word: the paragraph that says when a move is made, and how it is written.
FORMS: Final[dict[str, Form]] = {
    "take": Form("3.1", f"take {'|'.join(FACES)}"),
    "reserve": Form("3.1", f"reserve {'|'.join(COLOURS)}"),
    "draw": Form("3.2", "draw HEX, such as b2: row a-e from the top, column 1-6"),
    "way": Form("3.5", "way L03|L14|L25 or way C02|C04|C13|C15|C24|C35"),
    "pass": Form("3.3", "pass"),
    "sheet": Form("1.1", f"sheet {'|'.join(SHEETS)}"),
    "town": Form("1.3", f"town {'|'.join(TOWNS)}"),
    "roll": Form("2.1", "roll DICE: six of the letters H S F U L C, in this order, such as HHSFUL"),
}


@final
class Take(Action):
    """Take a die from the pool (SV 3.1)."""

    def __init__(self, face: int) -> None:
        self.face = face

    def __str__(self) -> str:
        return f"take {FACES[self.face]}"


@final
class Reserve(Action):
    """Put the die on a colour (SV 3.1)."""

    def __init__(self, colour: int) -> None:
        self.colour = colour

    def __str__(self) -> str:
        return f"reserve {COLOURS[self.colour]}"


@final
class Draw(Action):
    """Draw the symbol in a hex (SV 3.2, 3.4)."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __str__(self) -> str:
        return f"draw {hex_text(self.place)}"


@final
class Way(Action):
    """How a track lies in its hex (SV 3.5)."""

    def __init__(self, symbol: int) -> None:
        self.symbol = symbol

    def __str__(self) -> str:
        return f"way {TOKENS[self.symbol]}"


@final
class Pass(Action):
    """Draw nothing: what SV 3.3 forbids, so that it can be said why."""

    def __str__(self) -> str:
        return "pass"


@final
class SheetDealt(Action):
    """Chance: the letter all play on (SV 1.1)."""

    def __init__(self, letter: str) -> None:
        self.letter = letter

    def __str__(self) -> str:
        return f"sheet {self.letter}"


@final
class TownDealt(Action):
    """Chance: a player's town picture (SV 1.3)."""

    def __init__(self, town: int) -> None:
        self.town = town

    def __str__(self) -> str:
        return f"town {TOWNS[self.town]}"


@final
class Rolled(Action):
    """Chance: the six dice of a round, whichever shows what (SV 2.1)."""

    def __init__(self, dice: list[int]) -> None:
        self.dice = "".join([LETTERS[face] for face in dice])
        self.pool: i64 = 0  # see `pooled`
        self.weight = factorial(DICE)
        for face in dice:
            self.pool += pooled(face)
        for face in range(len(FACES)):
            self.weight //= factorial(dice.count(face))

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
    for _ in range(DICE):
        found = [[*dice, face] for dice in found for face in range(dice[-1] if dice else 0, len(FACES))]
    return [Rolled(dice) for dice in found]


def _three_dice() -> list[int]:
    """The pools of three dice, by the ticket that rolls them."""
    faces = range(len(FACES))
    return [int(pooled(a) + pooled(b) + pooled(c)) for a in faces for b in faces for c in faces]


TAKES: Final[list[Take]] = [Take(face) for face in range(len(FACES))]
RESERVES: Final[list[Reserve]] = [Reserve(colour) for colour in range(len(COLOURS))]
DRAWS: Final[list[Draw]] = [Draw(place) for place in range(SIZE)]  # those outside the sheet are never offered
WAYS: Final[list[Way]] = [Way(symbol) for symbol in range(TRACK, FREE)]
WAYS_OF: Final[dict[int, list[Way]]] = {
    STRAIGHT: [way for way in WAYS if TOKENS[way.symbol][0] == LETTERS[STRAIGHT]],
    CURVE: [way for way in WAYS if TOKENS[way.symbol][0] == LETTERS[CURVE]],
}
PASS: Final = Pass()
SHEETS_DEALT: Final[dict[str, SheetDealt]] = {letter: SheetDealt(letter) for letter in SHEETS}
TOWNS_DEALT: Final[list[TownDealt]] = [TownDealt(town) for town in range(len(TOWNS))]
ROLLS: Final[list[Rolled]] = _rolls()
ROLLS_BY_POOL: Final[dict[int, Rolled]] = {int(roll.pool): roll for roll in ROLLS}
THREE_DICE: Final[list[int]] = _three_dice()
TICKETS: Final = len(THREE_DICE) * len(THREE_DICE)  # 46,656


def rolled(ticket: int) -> Rolled:
    """What six dice show: every order of dice has one ticket."""
    one, other = divmod(ticket, len(THREE_DICE))
    return ROLLS_BY_POOL[THREE_DICE[one] + THREE_DICE[other]]


_CHOICES: Final[list[Sequence[Action]]] = [TAKES, RESERVES, [DRAWS[place] for place in HEXES], WAYS, [PASS]]
_OUTCOMES: Final[list[Sequence[Action]]] = [list(SHEETS_DEALT.values()), TOWNS_DEALT, ROLLS]
NOTATION: Final = Notation("SV", "8.4", FORMS, _CHOICES + _OUTCOMES)
