"""What a player draws in a hex of 8 by 4 characters, stroke by stroke; and the mountains that are printed.

A hex's box begins at 0,0. Tracks cross its eastern side in column 8 and its western one in column 0, both in
line 2, and the others in line 0 and line 4: so a track that leaves a hex meets the one that enters the next.
"""

from typing import Final, NamedTuple

from farmstead.games.sunflower_valley.pictures.palette import PEN, WHITEWASH
from farmstead.games.sunflower_valley.rules.names import FREE, TOKENS, TRACK
from farmstead.render.palette import KEY

ROOF: Final = "#a8321f"
BLOOM: Final = "#ffd23c"
SEEDS: Final = "#7a4100"
LEAF: Final = "#1f5a17"
ROCK: Final = "#8a8178"


class Stroke(NamedTuple):
    """Characters side by side; blanks are left out unless there is a ground."""

    x: int
    y: int
    text: str
    colour: str = PEN
    ground: str = ""


PICTURES: Final[dict[str, list[Stroke]]] = {
    "H": [Stroke(2, 2, "▗▟█▙▖", ROOF), Stroke(3, 3, "▪∩▪", PEN, WHITEWASH)],
    "S": [Stroke(2, 2, "o"), Stroke(3, 2, "▓▓▓▖", WHITEWASH), Stroke(3, 3, "╹ ╹")],
    "F": [Stroke(3, 2, "‹✿›", SEEDS, BLOOM), Stroke(4, 3, "╿╱", LEAF)],
    "U": [Stroke(2, 2, "«(☻)»", SEEDS, BLOOM), Stroke(3, 3, "╲╿╱", LEAF)],
    "^": [
        Stroke(3, 1, "╱╲", KEY),
        Stroke(2, 2, "╱", KEY),
        Stroke(3, 2, "▒▒", WHITEWASH),
        Stroke(5, 2, "╲╱╲", KEY),
        Stroke(1, 3, "╱", KEY),
        Stroke(2, 3, "▒▒▒▒", ROCK),
        Stroke(6, 3, "╲", KEY),
        Stroke(7, 3, "▒", ROCK),
    ],
    ".": [],
}

# From near the middle of a hex to the middle of a side: two rails.
ARMS: Final[list[list[Stroke]]] = [
    [Stroke(5, 2, "════")],
    [Stroke(6, 0, "╱╱"), Stroke(5, 1, "╱╱")],
    [Stroke(1, 0, "╲╲"), Stroke(2, 1, "╲╲")],
    [Stroke(0, 2, "════")],
    [Stroke(3, 3, "╱╱"), Stroke(2, 4, "╱╱")],
    [Stroke(4, 3, "╲╲"), Stroke(5, 4, "╲╲")],
]
JOINTS: Final[dict[str, Stroke]] = {
    "L03": Stroke(4, 2, "═"),
    "L14": Stroke(4, 2, "╱╱"),
    "L25": Stroke(3, 2, "╲╲"),
    "C02": Stroke(3, 2, "╲═"),
    "C04": Stroke(4, 2, "╱═"),
    "C13": Stroke(4, 2, "═╱"),
    "C15": Stroke(4, 2, "││"),
    "C24": Stroke(3, 2, "││"),
    "C35": Stroke(3, 2, "═╲"),
}

# How a die shows its face: in one of the ways it may lie.
ON_DICE: Final = ("H", "S", "F", "U", "L14", "C02")
INSIDE: Final = range(1, 4)  # lines of a die within its rim
RIM: Final = (0, 8)  # columns of a die's rim

# The same in three characters.
SMALL: Final[dict[str, str]] = {
    "H": " H ",
    "S": " S ",
    "F": " F ",
    "U": " U ",
    "L03": "═══",
    "L14": " ╱ ",
    "L25": " ╲ ",
    "C02": "╲══",
    "C04": "╱══",
    "C13": "══╱",
    "C15": " ( ",
    "C24": " ) ",
    "C35": "══╲",
    ".": " · ",
    "^": "╱╲ ",
}
SMALL_MARKS: Final[list[str]] = [SMALL[token] for token in TOKENS]


def strokes_of(symbol: int) -> list[Stroke]:
    """The drawing of what a hex holds (SV 8.2)."""
    token = TOKENS[symbol]
    if not TRACK <= symbol < FREE:
        return PICTURES[token]
    return [*ARMS[int(token[1])], *ARMS[int(token[2])], JOINTS[token]]


def die_strokes(face: int) -> list[Stroke]:
    """The drawing of a face, within the rim of a large die."""
    strokes = strokes_of(TOKENS.index(ON_DICE[face]))
    return [_within(stroke) for stroke in strokes if stroke.y in INSIDE]


def _within(stroke: Stroke) -> Stroke:
    text = [char for n, char in enumerate(stroke.text) if stroke.x + n not in RIM]
    return stroke._replace(x=max(1, stroke.x), text="".join(text))
