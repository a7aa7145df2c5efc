"""What things of Walnut Grove are: a sentence or two by name, and the legend of letters and signs."""

from collections.abc import Callable
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from farmstead.render.shared import capital, meant
from farmstead.render.walnut_grove.components import TRADES, WORTH
from farmstead.render.walnut_grove.palette import LABOURERS, TERRAINS
from farmstead.render.walnut_grove.panels import COIN_SIGNS, EATS, FREE_SPACE, called, counted, good_chip
from farmstead.render.walnut_grove.view import TableView
from farmstead.walnut_grove.components import Edition
from farmstead.walnut_grove.names import BUILDINGS, COINS, COLOURS, GOODS, IMPROVEMENTS

THINGS: Final[dict[str, str]] = {
    "hut": "houses one labourer, who then needs no wood in winter (WG 5.10, 6.3). 1 point at the end.",
    "barn": "tile: adds two spaces to your barn at once (WG 5.10). 1 point at the end.",
    "farmer": "works in summer like a labourer and eats nothing (WG 4.2, 6.1). 2 points at the end.",
    "recruit": "a labourer hired this year: works, eats and needs fire from next year on (WG 5.9).",
    "wagon": "a labourer without a hut lives in one and burns 1 wood each winter (WG 6.3).",
    "toll": "1 coin of any value, or a help tile, for each toll line you cross in autumn (WG 5.6).",
    "help": "a tile taken in place of a good you owe, or of a toll. −2 points at the end (WG 7.4). The newest"
    " can be bought off with 3 goods (`repay`); taking another turns it over for good (WG 7.1-7.3).",
    "district": "land of one terrain that hangs together across edges; one figure works it (WG 4.1, 4.2).",
    "fence": "1 point for each area it encloses completely (WG 8.2). It does not part districts (R38).",
    "joker": "a coin may stand for any one good that is to be paid (WG 5.7).",
    "disc": "what is drawn and laid this year, the summer and autumn goods, what winter asks (WG 1.4).",
}
WORTH_OF_COINS: Final = dict(zip(COINS, (0, 1, 2), strict=True))  # WG 8.5
SIGNS: Final[dict[str, str]] = {
    "□ ■": "a storage square, free and filled",
    "@": "a figure at work in that district",
    "═ ║": "a fence",
    "›": "a building you may enter now",
    "✕": "a building that is closed to you now; `closed` says why",
    "○": "a free place in a building",
    "¢": "under `tolls`: a toll line on your way there; in a barn: a coin whose value you may not know",
    FREE_SPACE: "a free space in the barn",
    "▶": "the season that is played, or who is to decide",
}


def about(edition: Edition, table: TableView, asked: str) -> str:
    """A thing by its name, begun or misspelt; empty when there is none."""
    known = [*IMPROVEMENTS, *THINGS, *BUILDINGS, *COLOURS, *GOODS, *COINS]
    found = meant(asked, known)
    return next(
        (tell(edition, table, found[0]) for names, tell in TELLERS if found and found[0] in names), ""
    )


def _improvement(edition: Edition, table: TableView, name: str) -> str:
    worth = f"an improvement, at the end {WORTH[name]} (WG 8.6)"
    return f"{capital(name)}: {worth}.{_waiting(table, name)}"


def _thing(edition: Edition, table: TableView, name: str) -> str:
    return f"{capital(name)}: {THINGS[name]}{_waiting(table, name)}"


def _building(edition: Edition, table: TableView, name: str) -> str:
    building = edition.buildings[BUILDINGS.index(name)]
    cost = counted({GOODS[good]: count for good, count in enumerate(building.cost)})
    action, paragraph = TRADES[building.trade]
    price = "" if cost == "nothing" else f"pay {cost} and "
    stock = table["town"].get(name)
    there = "" if stock is None else f" There now: {', '.join(stock) or 'nothing'}."
    return f"{building.name}: {price}{action} (WG {paragraph}).{there}"


def _labourer(edition: Edition, table: TableView, name: str) -> str:
    food = f"eats 1 {EATS[name]} each winter (WG 6.1)"
    return f"{capital(name)}: a labourer who {food}. 2 points at the end (WG 8.3).{_waiting(table, name)}"


def _good(edition: Edition, table: TableView, name: str) -> str:
    eaters = [colour for colour, food in EATS.items() if food == name]
    use = f" {capital(eaters[0])} labourers eat it." if eaters else ""
    fire = " Fires burn it in winter (WG 6.3)." if name == "wood" else ""
    where = f"harvested in districts with the letter {TERRAINS[name].letter}"
    return f"{capital(name)}: a good, {where}.{use}{fire}"


def _coin(edition: Edition, table: TableView, name: str) -> str:
    use = "pays a toll or stands for a good (WG 5.6, 5.7)"
    return f"{capital(name)} coin: {WORTH_OF_COINS[name]} at the end (WG 8.5); {use}."


def _waiting(table: TableView, name: str) -> str:
    """Where in town it is to be had."""
    where = [called(building) for building, stock in table["town"].items() if name in stock]
    return f" Waiting at {' and '.join(where)}." if where else ""


TELLERS: Final[list[tuple[tuple[str, ...], Callable[[Edition, TableView, str], str]]]] = [
    (IMPROVEMENTS, _improvement),
    (tuple(THINGS), _thing),
    (BUILDINGS, _building),
    (COLOURS, _labourer),
    (GOODS, _good),
    (COINS, _coin),
]


# ---- the legend ----------------------------------------------------------------------------------------


def legend(width: int) -> RenderableType:
    """Every letter and sign of the sheet."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for good in GOODS:
        sign = Text.assemble(good_chip(good), (f"  {TERRAINS[good].pattern} ", TERRAINS[good].plain))
        grid.add_row(sign, f"{good}: the good, and the land it grows on")
    for colour in COLOURS:
        grid.add_row(Text(colour, LABOURERS[colour]), f"a {colour} labourer, who eats {EATS[colour]}")
    for coin, points in WORTH_OF_COINS.items():
        grid.add_row(COIN_SIGNS[coin], f"a {coin} coin, {points} at the end")
    for sign_text, meaning in SIGNS.items():
        grid.add_row(sign_text, Text(meaning))
    return Group(grid)
