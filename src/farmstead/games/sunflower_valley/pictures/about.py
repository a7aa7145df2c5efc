"""What things of Sunflower Valley are: a sentence or two by name, and the legend of pictures and signs."""

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from farmstead.games.sunflower_valley.pictures.hexes import DiePicture
from farmstead.games.sunflower_valley.pictures.palette import REGIONS
from farmstead.games.sunflower_valley.pictures.view import TableView, is_dealt, is_family, valleys_of
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.hexes import hex_text, listed
from farmstead.games.sunflower_valley.rules.names import COLOURS, EMBLEMS, FACES, LETTERS, TOWNS
from farmstead.render.shared import capital, meant
from farmstead.render.words import Words

THINGS: Final = (
    *("die", "colour", "track", "village", "line", "network", "herd", "high-speed", "villager", "mountain"),
    *("blocked", "token", "town", "sheet", "pass", "majority"),
)
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
SIGNS: Final[dict[str, str]] = {  # and the keys of what they mean
    "[b2]": "open",
    "b2": "free",
    ">b2<": "chosen",
    "╱╲": "mountain",
    "▶": "deciding",
    "· ? ═══": "small",
}


def known_name(asked: str) -> str:
    """The name that is meant, begun or misspelt; empty when there is none."""
    known = [*FACES, *COLOURS, *THINGS, *OTHER_NAMES]
    found = meant(asked if asked in known else asked.removesuffix("s"), known)
    return OTHER_NAMES.get(found[0], found[0]) if found else ""


def about(words: Words, edition: Edition, table: TableView, asked: str) -> str:
    """A thing by its name; a town by its number says where it begins."""
    if asked.upper() in TOWNS:
        town = asked.upper()
        return words.say("sheet", "town", town=town, hex=edition.start_text(TOWNS.index(town)))
    name = known_name(asked)
    if name in COLOURS:
        return " ".join(_colour(words, edition, table, name))
    if name not in (*FACES, *THINGS):
        return ""
    sign = f" ({LETTERS[FACES.index(name)]})" if name in FACES else ""
    variant = "family" if is_family(table) else "standard"
    meaning = words.say("about", name, variant=variant)
    return capital(words.say("sheet", "thing", name=name, sign=sign, meaning=meaning))


def _colour(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    """Its emblem, whether it is reserved, and the hexes that are free in it."""
    said = [capital(words.say("sheet", "colour", colour=name, sign=REGIONS[name].emblem))]
    die = table["board"].get(name) if table["round"] else None
    if die is not None:
        said.append(words.say("sheet", "reserved", die=die))
    if table["seat"] is None or not is_dealt(table):
        return said
    valley = valleys_of(edition, table)[table["seat"]]
    free = [hex_text(place) for place in listed(valley.free & valley.layout.colours[COLOURS.index(name)])]
    return [*said, words.say("sheet", "free", count=len(free), hexes=", ".join(free))]


# ---- the legend ----------------------------------------------------------------------------------------


def legend(words: Words) -> RenderableType:
    """Every picture and sign of the sheets."""
    faces = Table.grid(padding=(0, 1, 0, 0))
    faces.add_row(*[DiePicture(face) for face in range(len(FACES))])
    names = [f"{letter} {words.called(letter, 'letters')}".replace("super ", "super\n") for letter in LETTERS]
    faces.add_row(*map(Text, names))
    signs = Table.grid(padding=(0, 2, 0, 0))
    signs.add_column(no_wrap=True)
    signs.add_column()
    emblems = ", ".join([f"{REGIONS[colour].emblem} {words.called(colour)}" for colour in COLOURS])
    signs.add_row(words.say("sign", "emblems"), words.say("sign", "of_colours", emblems=emblems))
    for sign, key in SIGNS.items():
        signs.add_row(Text(sign), Text(words.say("sign", key)))
    return Group(faces, Text(""), signs)
