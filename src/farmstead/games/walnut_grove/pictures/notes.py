"""What a choice of Walnut Grove costs and brings, in a few words beside it."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from farmstead.engine.contract import Arg
from farmstead.games.walnut_grove.pictures.chips import building_name, counted, things
from farmstead.games.walnut_grove.pictures.panels import EATS, all_goods, spot_of, winter_needs
from farmstead.games.walnut_grove.pictures.view import DistrictView, FarmView, TableView, switches_of
from farmstead.games.walnut_grove.rules.components import Board, Building, Disc, Edition
from farmstead.games.walnut_grove.rules.names import (
    BUILDING_TILES,
    BUILDINGS,
    COINS,
    GOODS,
    IMPROVEMENTS,
    LODGING,
    ROWS,
    WARES,
)
from farmstead.games.walnut_grove.rules.town import toll_lines
from farmstead.render.words import Words

YEARS: Final = 8


class Asked(NamedTuple):
    """Who asks about which move: the box, the table and the seat's own farm as it is seen."""

    words: Words
    edition: Edition
    table: TableView
    seat: int
    farm: FarmView
    rest: str  # the move without its verb

    @property
    def board(self) -> Board:
        board = self.edition.board(self.farm["board"])
        assert board is not None
        return board

    @property
    def disc(self) -> Disc:
        disc = self.edition.disc(str(self.table["disc"]))
        assert disc is not None
        return disc

    def say(self, key: str, /, **fields: Arg) -> str:
        return self.words.say("note", key, **fields)


def note(words: Words, edition: Edition, table: TableView, move: str) -> str:
    """What the seat that looks would pay for a move and get by it; empty where its words say all."""
    verb, _, rest = move.partition(" ")
    seat = table["seat"]
    if seat is None or verb not in NOTES or seat >= len(table["farms"]):
        return ""
    return NOTES[verb](Asked(words, edition, table, seat, table["farms"][seat], rest))


# ---- before the first year, and summer -----------------------------------------------------------------


def _start(asked: Asked) -> str:
    """WG 5.1, 5.2: what lies next, and who goes first."""
    edition, ring = asked.edition, asked.edition.ring
    first = edition.rows[ROWS.index(asked.rest)]
    near = [building_name(asked.words, ring[(first + n) % len(ring)]) for n in range(3)]
    past = asked.say("start", row=asked.rest, near=", ".join(near))
    if asked.table["seats"] == 1:
        return past
    ahead = first == max(edition.rows)
    return asked.words.clauses([past, asked.say("moves_before" if ahead else "moves_after")])


def _work(asked: Asked) -> str:
    """WG 4.3-4.5: the harvest of a district and where it goes; `rest` as in `grain at 0,1`."""
    good, _, at = asked.rest.split()
    district = next(d for d in asked.farm["districts"] if d["terrain"] == good and _place(d) == at)
    bonus = GOODS[asked.disc.summer] == good
    count = district["size"] + bonus
    brings = asked.say("brings_more" if bonus else "brings", count=count, size=district["size"])
    return asked.words.clauses([brings, _stored(asked, count, district)])


def _place(district: DistrictView) -> str:
    return f"{district['at'][0]},{district['at'][1]}"


def _stored(asked: Asked, count: int, district: DistrictView) -> str:
    on_land = min(count, district["squares"] - district["goods"])
    if on_land == count:
        return asked.say("stored", count=count)
    return asked.say("stored_partly", count=on_land, rest=count - on_land)


# ---- autumn --------------------------------------------------------------------------------------------


def _visit(asked: Asked) -> str:
    """What a walk costs and what waits at its end."""
    building = asked.edition.buildings[BUILDINGS.index(asked.rest)]
    figure = asked.table["figures"][asked.seat]
    tolls = (
        0 if figure is None else toll_lines(asked.edition, spot_of(asked.edition, figure), building.number)
    )
    stock = _in_stock(asked, asked.table["town"].get(asked.rest, []))
    idle = _idle(asked, building, asked.rest)
    parts = [
        _trade(asked, building),
        asked.say("tolls", count=tolls) if tolls else "",
        asked.say("there", stock=stock) if stock else "",
        asked.say("idle", why=asked.say(idle), tolls=tolls) if idle else "",
    ]
    return asked.words.clauses(parts)


def _in_stock(asked: Asked, stock: list[str]) -> str:
    if stock and stock[0] in EATS:
        return ", ".join([asked.words.say("labourer", colour, count=1) for colour in stock])
    return things(asked.words, stock)


def _trade(asked: Asked, building: Building) -> str:
    if building.sells:
        return asked.say("sell", goods=", ".join([_sold(asked, GOODS[good]) for good in building.sells]))
    if not any(building.cost):
        return asked.say("two_goods")
    cost = counted(asked.words, {GOODS[good]: count for good, count in enumerate(building.cost)})
    return asked.say("costs", cost=cost)


def _sold(asked: Asked, good: str) -> str:
    name = asked.words.called(good)
    return asked.say("sold_for_two", good=name) if GOODS[asked.disc.autumn] == good else name


def _idle(asked: Asked, building: Building, key: str) -> str:
    """WG 5.5: the key of why a visit would come to nothing, which only `enter_unpayable` allows."""
    goods, stock = all_goods(asked.farm), asked.table["town"].get(key)
    missing = sum([max(0, count - goods[GOODS[good]]) for good, count in enumerate(building.cost)])
    if missing > asked.farm["barn"]["coins"]:
        return "cannot_pay"
    if stock is not None and not stock:
        return "nothing_left"
    return "" if stock is None or _has_site(asked, building, stock) else "no_place"


def _has_site(asked: Asked, building: Building, stock: list[str]) -> bool:
    farm, board = asked.farm, asked.board
    if building.trade == LODGING:
        return _household_size(farm) < board.wagons + (farm["huts"] if _huts_free_wagons(asked) else 0)
    if building.trade == WARES:
        return sum(farm["improvements"].values()) < board.improvement_sites
    free = (board.hut_sites - farm["huts"], board.barn_sites - farm["barns"])
    return any(tile in stock and left > 0 for tile, left in zip(BUILDING_TILES, free, strict=True))


def _huts_free_wagons(asked: Asked) -> bool:
    """WG 5.9: whether a hut makes room for another labourer."""
    return switches_of(asked.table).huts_free_wagons


def _household_size(farm: FarmView) -> int:
    return sum(farm["labourers"].values()) + sum(farm["recruits"].values())


def _hire(asked: Asked) -> str:
    """WG 5.9, 6.1, 6.3, 8.3."""
    if asked.table["year"] == YEARS:
        return asked.say("hire_late")
    housed = _household_size(asked.farm) < asked.farm["huts"]
    return asked.say("hire_housed" if housed else "hire", good=EATS[asked.rest])


def _build(asked: Asked) -> str:
    """WG 5.9, 5.10, 6.3, 8.4."""
    if asked.rest == "barn":
        return asked.say("barn", spaces=asked.board.barn_tile_adds)
    in_wagons = max(0, _household_size(asked.farm) - asked.farm["huts"])
    room = asked.say("hut_room") if _huts_free_wagons(asked) else ""
    return asked.words.clauses([room, asked.say("hut", count=in_wagons)])


def _buy(asked: Asked) -> str:
    return asked.words.called(asked.rest, "worth") if asked.rest in IMPROVEMENTS else ""


def _sell(asked: Asked) -> str:
    double = GOODS[asked.disc.autumn] == asked.rest.split()[0]
    return asked.say("two_coins" if double else "one_coin")


def _take(asked: Asked) -> str:
    have = all_goods(asked.farm)[asked.rest]
    needs = winter_needs(asked.farm, asked.disc).get(asked.rest, 0)
    return asked.say("have", have=have, needs=needs)


# ---- payments and help ---------------------------------------------------------------------------------


def _coin(asked: Asked) -> str:
    """WG 8.5: what a coin would be worth at the end."""
    coin = asked.rest.split()[0] if asked.rest else ""
    return asked.say("coin", coin=coin) if coin in COINS else ""


def _toll(asked: Asked) -> str:
    return _help(asked) if asked.rest == "help" else _coin(asked)


def _help(asked: Asked) -> str:
    """WG 7.1-7.4."""
    cost = asked.say("help_unless" if open_help_costs(asked.table) else "help_once")
    return asked.words.clauses([cost, asked.say("help_turns") if asked.farm["help"]["open"] else ""])


def _repay(asked: Asked) -> str:
    return asked.say("repay" if open_help_costs(asked.table) else "repay_else")


def open_help_costs(table: TableView) -> bool:
    """WG 7.4: whether a help tile costs points that could still be bought off."""
    return switches_of(table).open_help_costs


def _move(asked: Asked) -> str:
    """WG 8.6, 8.10."""
    return "" if asked.farm["improvements"]["store"] else asked.say("no_store")


NOTES: Final[Mapping[str, Callable[[Asked], str]]] = {
    "start": _start,
    "work": _work,
    "visit": _visit,
    "hire": _hire,
    "build": _build,
    "buy": _buy,
    "sell": _sell,
    "take": _take,
    "keep": _coin,
    "throw": _coin,
    "give": _coin,
    "toll": _toll,
    "help": _help,
    "repay": _repay,
    "move": _move,
}
