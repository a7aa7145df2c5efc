"""The words of the game as numbers: die faces and symbols, colours, decisions, what chance decides."""

from __future__ import annotations

from typing import Final

NAME: Final = "sunflower-valley"
VARIANTS: Final[tuple[str, ...]] = ("standard", "family")  # SV 6
NOTHING: Final = -1

# The faces of a die (SV 1.5). The first four are drawn as they are, a track also needs a way to lie.
HOUSE: Final = 0
SHEEP: Final = 1
SUNFLOWER: Final = 2
SUPER: Final = 3
STRAIGHT: Final = 4
CURVE: Final = 5
FACES: Final[tuple[str, ...]] = ("house", "sheep", "sunflower", "super-sunflower", "straight", "curve")
LETTERS: Final = "HSFULC"
DICE: Final = 6

# What a hex holds (SV 8.2): one of the first four faces, a track by the way it lies, nothing, a mountain.
TRACK: Final = 4  # the first of the tracks
FREE: Final = 13
MOUNTAIN: Final = 14
TOKENS: Final[tuple[str, ...]] = (
    *("H", "S", "F", "U"),
    *("L03", "L14", "L25"),
    *("C02", "C04", "C13", "C15", "C24", "C35"),
    *(".", "^"),
)

# Colours and their emblems (SV 1.2).
COLOURS: Final[tuple[str, ...]] = ("orange", "yellow", "green", "pink", "blue")
EMBLEMS: Final[tuple[str, ...]] = ("triangle", "square", "star", "circle", "cross")
COLOUR_LETTERS: Final = "OYGPB"

SHEETS: Final = "ABCDEFGH"  # SV 1.1
TOWNS: Final[tuple[str, ...]] = ("T1", "T2", "T3", "T4", "T5")  # SV 1.3
MIN_SEATS: Final = 2
MAX_SEATS: Final = 5
TURNS: Final = 24  # of each player (SV 2.4)
TURNS_IN_ROUND: Final = 5  # one for each colour (SV 2.2)

# The decisions of a turn (SV 3), in their order.
DECIDE_DIE: Final = 0
DECIDE_COLOUR: Final = 1
DECIDE_HEX: Final = 2
DECIDE_WAY: Final = 3
DECISIONS: Final[tuple[str, ...]] = ("die", "colour", "hex", "way")

# What chance has to decide.
NO_CHANCE: Final = 0
CHANCE_SHEET: Final = 1
CHANCE_TOWN: Final = 2
CHANCE_ROLL: Final = 3
CHANCES: Final[tuple[str, ...]] = ("none", "sheet", "town", "roll")
