"""What things of Sunflower Valley are: a sentence or two by name."""

from typing import Final

from farmstead.games.sunflower_valley.pictures.valley_map import EMBLEMS as SIGNS
from farmstead.games.sunflower_valley.pictures.views import TableView, is_dealt, is_family, valleys_of
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
    if (name := known_name(asked)) in COLOURS:
        return " ".join(_colour(words, edition, table, name))
    if name not in (*FACES, *THINGS):
        return ""
    sign = f" ({LETTERS[FACES.index(name)]})" if name in FACES else ""
    meaning = words.say("about", name, variant="family" if is_family(table) else "standard")
    return capital(words.say("sheet", "thing", name=name, sign=sign, meaning=meaning))


def _colour(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    """Its emblem, whether it is reserved, and the hexes that are free in it."""
    said = [capital(words.say("sheet", "colour", colour=name, sign=SIGNS[name]))]
    die = table["board"].get(name) if table["round"] else None
    if die is not None:
        said.append(words.say("sheet", "reserved", die=die))
    if table["seat"] is None or not is_dealt(table):
        return said
    valley = valleys_of(edition, table)[table["seat"]]
    free = [hex_text(place) for place in listed(valley.free & valley.layout.colours[COLOURS.index(name)])]
    return [*said, words.say("sheet", "free", count=len(free), hexes=", ".join(free))]
