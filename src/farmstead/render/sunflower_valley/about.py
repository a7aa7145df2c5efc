"""What things of Sunflower Valley are: a sentence or two by name, and the legend of pictures and signs."""

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from farmstead.render.shared import capital, meant
from farmstead.render.sunflower_valley.hexes import DiePicture
from farmstead.render.sunflower_valley.palette import REGIONS
from farmstead.render.sunflower_valley.panels import called
from farmstead.render.sunflower_valley.view import TableView, is_dealt, is_family, valleys_of
from farmstead.sunflower_valley.components import Edition
from farmstead.sunflower_valley.hexes import hex_text, listed
from farmstead.sunflower_valley.names import COLOURS, EMBLEMS, FACES, LETTERS, TOWNS

SYMBOLS: Final[dict[str, str]] = {
    "house": "brings two villagers when it is drawn (SV 3.6). At the end 3 points if it has a sheep of its"
    " own, −5 if not (SV 5.1, 5.2). Houses next to each other are one village (SV 4.1).",
    "sheep": "serves one house: 3 points in place of −5 (SV 5.1, 5.2). It may be any house of a network that"
    " its herd touches; further sheep score nothing.",
    "sunflower": "1 point for each mountain next to it (SV 5.4), and whoever has most of a colour gets 3"
    " points (SV 5.3).",
    "super-sunflower": "counts like a sunflower and brings a villager (SV 3.6, 5.3, 5.4).",
    "straight": "a track between opposite sides of its hex, three ways to lie (SV 3.5).",
    "curve": "a track between two sides with exactly one side between them, six ways to lie (SV 3.5).",
}
THINGS: Final[dict[str, str]] = {
    "die": "six equal dice are rolled each round; five are taken, one stays over (SV 2.1, 2.2).",
    "colour": "each turn reserves one for the round; the drawing goes into a free hex of it (SV 3.1, 3.2).",
    "track": "joins two sides of its hex; a chain of them with a house at both ends is a line (SV 3.5, 4.2).",
    "village": "houses joined through neighbouring hexes; a lone house is a village too (SV 4.1).",
    "line": "tracks in a chain with a house at either end; there are no junctions. An end at a mountain, the"
    " edge, a sheep, a sunflower, a free hex or another track's flank is dead (SV 4.2).",
    "network": "houses joined by being neighbours or by lines, in any chain; sheep serve within it (SV 4.3).",
    "herd": "sheep joined through neighbouring hexes. Each of them may serve a house of any network that one"
    " of them is next to (SV 4.4, 5.1).",
    "high-speed": "villages that stay joined whichever single line is cut: a group of 2 scores 4, of 3 it"
    " scores 9, of 4 it scores 16 and so on (SV 5.6).",
    "villager": "a house brings two, a super sunflower one. Most villagers 5 points, second 3 (SV 3.6, 5.5).",
    "mountain": "printed, nothing is drawn there. 1 point for each sunflower next to it; a track that ends"
    " there is dead (SV 5.4, 4.2).",
    "blocked": "no colour that is left has a free hex on your sheet: take any die and any colour, and draw a"
    " plain sunflower in any free hex (SV 3.4).",
    "token": "whoever has it rolls and begins; it goes on clockwise after each round (SV 2.1, 2.3).",
    "town": "the town picture says in which hex the first house stands (SV 1.3).",
    "sheet": "25 hexes to draw in, five of each colour, and five mountains; all play on one letter (SV 1.1).",
    "pass": "nobody passes; every turn takes a die and draws something (SV 3.3).",
    "majority": "3 points for each colour to whoever has strictly most sunflowers in it; a tie gives nothing"
    " (SV 5.3).",
}
FAMILY: Final[dict[str, str]] = {  # what reads otherwise in the family variant
    "sheep": "serves one house on a neighbouring hex: 3 points in place of −5 (SV 6.1, 5.1, 5.2). Further"
    " sheep score nothing.",
    "track": "joins two sides of its hex; a chain of them with a house at both ends is a line. Sheep do not"
    " use it in the family variant (SV 3.5, 4.2, 6.1).",
    "village": "houses joined through neighbouring hexes; a lone house is a village too (SV 4.1). In the"
    " family variant a sheep serves only a house next to it (SV 6.1).",
    "network": "houses joined by being neighbours or by lines (SV 4.3). In the family variant it carries"
    " nothing: a sheep serves only a house next to it (SV 6.1).",
    "herd": "sheep joined through neighbouring hexes (SV 4.4). In the family variant it carries nothing: each"
    " sheep serves only a house next to it (SV 6.1).",
}
OTHER_NAMES: Final[dict[str, str]] = {
    "super": "super-sunflower",
    "flower": "sunflower",
    "rail": "track",
    "railroad": "track",
    "dice": "die",
    "color": "colour",
    "hill": "mountain",
    "express": "high-speed",
    "group": "high-speed",
    "first": "token",
    **dict(zip(EMBLEMS, COLOURS, strict=True)),
}
SIGNS: Final[dict[str, str]] = {
    "[b2]": "a free hex that you may draw in this turn",
    "b2": "a free hex, or in the corner the name of one that is drawn in: row a to e, column 1 to 6",
    ">b2<": "the hex whose track is being drawn",
    "╱╲": "a mountain: nothing is drawn there",
    "▶": "who is to decide",
    "· ? ═══": "in small sheets: a free hex, one being drawn in, tracks; letters are those of the dice",
}


def known_name(asked: str) -> str:
    """The name that is meant, begun or misspelt; empty when there is none."""
    known = [*FACES, *COLOURS, *THINGS, *OTHER_NAMES]
    found = meant(asked if asked in known else asked.removesuffix("s"), known)
    return OTHER_NAMES.get(found[0], found[0]) if found else ""


def about(edition: Edition, table: TableView, asked: str) -> str:
    """A thing by its name; a town by its number says where it begins."""
    if asked.upper() in TOWNS:
        town = asked.upper()
        return f"Town {town}: the first house stands in {edition.start_text(TOWNS.index(town))} (SV 1.3)."
    name = known_name(asked)
    if name in COLOURS:
        return _colour(edition, table, name)
    sign = f" ({LETTERS[FACES.index(name)]})" if name in SYMBOLS else ""
    meanings = {**SYMBOLS, **THINGS, **(FAMILY if is_family(table) else {})}
    return f"{capital(called(name))}{sign}: {meanings[name]}" if name in meanings else ""


def _colour(edition: Edition, table: TableView, name: str) -> str:
    """Its emblem, whether it is reserved, and the hexes that are free in it."""
    emblem = f"{capital(called(name, 'emblem'))} {REGIONS[name].emblem}"
    words = f"{emblem}: a colour, five hexes of every sheet (SV 1.1, 1.2)."
    die = table["board"].get(name) if table["round"] else None
    reserved = "" if die is None else f" Reserved this round with {called(die, 'piece')}."
    if table["seat"] is None or not is_dealt(table):
        return words + reserved
    valley = valleys_of(edition, table)[table["seat"]]
    free = [hex_text(place) for place in listed(valley.free & valley.layout.colours[COLOURS.index(name)])]
    return f"{words}{reserved} Free on your sheet: {', '.join(free) or 'none'}."


# ---- the legend ----------------------------------------------------------------------------------------


def legend() -> RenderableType:
    """Every picture and sign of the sheets."""
    faces = Table.grid(padding=(0, 1, 0, 0))
    faces.add_row(*[DiePicture(face) for face in range(len(FACES))])
    names = [f"{letter} {face}".replace("-", "\n") for letter, face in zip(LETTERS, FACES, strict=True)]
    faces.add_row(*map(Text, names))
    signs = Table.grid(padding=(0, 2, 0, 0))
    signs.add_column(no_wrap=True)
    signs.add_column()
    emblems = [f"{REGIONS[colour].emblem} {colour}" for colour in COLOURS]
    signs.add_row("emblems", f"{', '.join(emblems)}; in every hex of that colour")
    for sign, meaning in SIGNS.items():
        signs.add_row(Text(sign), Text(meaning))
    return Group(faces, Text(""), signs)
