"""What things of Walnut Grove are: a sentence or two by name, and the legend of letters and signs."""

from collections.abc import Callable
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from farmstead.games.walnut_grove.pictures.chips import (
    COIN_SIGNS,
    building_name,
    counted,
    good_chip,
    letter_of,
)
from farmstead.games.walnut_grove.pictures.components import TRADES
from farmstead.games.walnut_grove.pictures.palette import LABOURERS, TERRAINS
from farmstead.games.walnut_grove.pictures.panels import EATS, FREE_SPACE
from farmstead.games.walnut_grove.pictures.view import TableView
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.names import BUILDINGS, COINS, COLOURS, GOODS, IMPROVEMENTS
from farmstead.render.shared import capital, meant
from farmstead.render.words import Words

THINGS: Final = (
    *("hut", "barn", "farmer", "recruit", "wagon"),
    *("toll", "help", "district", "fence", "joker", "disc", "tile", "cell", "house", "site"),
    *("town-hall", "bazaar"),
)
WORTH_OF_COINS: Final = dict(zip(COINS, (0, 1, 2), strict=True))  # WG 8.5
SIGNS: Final[dict[str, str]] = {  # and the keys of what they mean
    "□ ■": "square",
    "@": "at_work",
    "═ ║": "fence",
    "›": "open",
    "✕": "shut",
    "○": "place",
    "¢": "coin",
    FREE_SPACE: "space",
    "▶": "now",
}


def about(words: Words, edition: Edition, table: TableView, asked: str) -> str:
    """A thing by its name, begun or misspelt; empty when there is none."""
    known = [*IMPROVEMENTS, *THINGS, *BUILDINGS, *COLOURS, *GOODS, *COINS]
    found = meant(asked, known)
    if not found:
        return ""
    tell = next(tell for names, tell in TELLERS if found[0] in names)
    return " ".join([capital(sentence) for sentence in tell(words, edition, table, found[0]) if sentence])


def _improvement(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    return [words.say("about", "improvement", name=name), _waiting(words, table, name)]


def _thing(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    return [words.say("about", name), _waiting(words, table, name)]


def _building(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    building = edition.buildings[BUILDINGS.index(name)]
    cost = counted(words, {GOODS[good]: count for good, count in enumerate(building.cost)})
    action, paragraph = TRADES[building.trade]
    said = words.say(
        "about",
        "building" if any(building.cost) else "free_building",
        name=building_name(words, building),
        cost=cost,
        action=action,
        rule=f"WG {paragraph}",
    )
    stock = table["town"].get(name)
    if stock is None:
        return [said]
    there = ", ".join([words.called(each, "stock") for each in stock]) or words.say("sheet", "nothing")
    return [said, words.say("about", "there", stock=there)]


def _labourer(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    return [words.say("about", "labourer", colour=name, good=EATS[name]), _waiting(words, table, name)]


def _good(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    return [words.say("about", "good", good=name, letter=letter_of(words, name))]


def _coin(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    return [words.say("about", "coin", coin=name, points=WORTH_OF_COINS[name])]


def _waiting(words: Words, table: TableView, name: str) -> str:
    """Where in town it is to be had."""
    where = [
        words.say("about", "at", building=each) for each, stock in table["town"].items() if name in stock
    ]
    return words.say("about", "waiting", where=words.listing(where)) if where else ""


TELLERS: Final[list[tuple[tuple[str, ...], Callable[[Words, Edition, TableView, str], list[str]]]]] = [
    (IMPROVEMENTS, _improvement),
    (THINGS, _thing),
    (BUILDINGS, _building),
    (COLOURS, _labourer),
    (GOODS, _good),
    (COINS, _coin),
]


# ---- the legend ----------------------------------------------------------------------------------------


def legend(words: Words) -> RenderableType:
    """Every letter and sign of the sheet."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for good in GOODS:
        sign = Text.assemble(good_chip(words, good), (f"  {TERRAINS[good].pattern} ", TERRAINS[good].plain))
        grid.add_row(sign, words.say("sign", "good", good=good))
    for colour in COLOURS:
        name = Text(words.say("labourer", colour, count=1), LABOURERS[colour])
        grid.add_row(name, words.say("sign", "labourer", colour=colour, good=EATS[colour]))
    for coin, points in WORTH_OF_COINS.items():
        grid.add_row(COIN_SIGNS[coin], words.say("sign", "worth", coin=coin, points=points))
    for sign_text, key in SIGNS.items():
        grid.add_row(sign_text, Text(words.say("sign", key)))
    return Group(grid)
