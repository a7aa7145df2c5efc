"""What things of Walnut Grove are: a sentence or two by name."""

from typing import Final

from farmstead.games.walnut_grove.pictures.svg.pieces import EATS
from farmstead.games.walnut_grove.pictures.tables import WORTH_OF_COINS, building_name, counted, things
from farmstead.games.walnut_grove.pictures.views import TableView
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.render.shared import capital, meant
from farmstead.render.words import Words

TRADES: Final[dict[int, tuple[str, str]]] = {  # what it does, as words know it, and the paragraph
    names.TWO_GOODS: ("goods", "5.8"),
    names.LODGING: ("labourer", "5.9"),
    names.CARPENTRY: ("building", "5.10"),
    names.WARES: ("improvement", "5.11"),
    names.SHOP: ("sale", "5.12"),
}
THINGS: Final = (
    *("hut", "barn", "farmer", "recruit", "wagon"),
    *("toll", "help", "district", "fence", "joker", "disc", "tile", "cell", "house", "site"),
    *("town-hall", "bazaar"),
)


def about(words: Words, edition: Edition, table: TableView, asked: str) -> str:
    """A thing by its name, begun or misspelt; empty when there is none."""
    known = [*names.IMPROVEMENTS, *THINGS, *names.BUILDINGS, *names.COLOURS, *names.GOODS, *names.COINS]
    found = meant(asked, known)
    if not found:
        return ""
    name, say = found[0], words.say
    where = [say("about", "at", building=each) for each, stock in table["town"].items() if name in stock]
    waiting = say("about", "waiting", where=words.listing(where)) if where else ""
    if name in names.IMPROVEMENTS:
        said = [say("about", "improvement", name=name), waiting]
    elif name in names.BUILDINGS:
        said = _building(words, edition, table, name)
    elif name in names.COLOURS:
        said = [say("about", "labourer", colour=name, good=EATS[name]), waiting]
    elif name in names.GOODS:
        said = [say("about", "good", good=name, letter=words.called(name, "letter"))]
    elif name in names.COINS:
        said = [say("about", "coin", coin=name, points=WORTH_OF_COINS[name])]
    else:
        said = [say("about", name), waiting]
    return " ".join([capital(sentence) for sentence in said if sentence])


def _building(words: Words, edition: Edition, table: TableView, name: str) -> list[str]:
    building, stock = edition.buildings[names.BUILDINGS.index(name)], table["town"].get(name)
    cost = counted(words, {names.GOODS[good]: count for good, count in enumerate(building.cost)})
    action, paragraph = TRADES[building.trade]
    key = "building" if any(building.cost) else "free_building"
    fields = {"name": building_name(words, building), "rule": f"WG {paragraph}"}
    said = [words.say("about", key, cost=cost, action=action, **fields)]
    if stock is not None:
        said.append(words.say("about", "there", stock=things(words, stock) or words.say("sheet", "nothing")))
    return said
