"""What things of Walnut Grove are: a sentence or two by name."""

from collections.abc import Callable
from typing import Final

from farmstead.games.walnut_grove.pictures.tables import EATS, WORTH_OF_COINS, building_name, counted, things
from farmstead.games.walnut_grove.pictures.view import TableView
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.names import (
    BUILDINGS,
    CARPENTRY,
    COINS,
    COLOURS,
    GOODS,
    IMPROVEMENTS,
    LODGING,
    SHOP,
    TWO_GOODS,
    WARES,
)
from farmstead.render.shared import capital, meant
from farmstead.render.words import Words

TRADES: Final[dict[int, tuple[str, str]]] = {  # what it does, as words know it, and the paragraph
    TWO_GOODS: ("goods", "5.8"),
    LODGING: ("labourer", "5.9"),
    CARPENTRY: ("building", "5.10"),
    WARES: ("improvement", "5.11"),
    SHOP: ("sale", "5.12"),
}
THINGS: Final = (
    *("hut", "barn", "farmer", "recruit", "wagon"),
    *("toll", "help", "district", "fence", "joker", "disc", "tile", "cell", "house", "site"),
    *("town-hall", "bazaar"),
)


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
    there = things(words, stock) or words.say("sheet", "nothing")
    return [said, words.say("about", "there", stock=there)]


def _labourer(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    return [words.say("about", "labourer", colour=name, good=EATS[name]), _waiting(words, table, name)]


def _good(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    return [words.say("about", "good", good=name, letter=words.called(name, "letter"))]


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
