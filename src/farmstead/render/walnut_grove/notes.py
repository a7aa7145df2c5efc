"""What a choice of Walnut Grove costs and brings, in a few words beside it."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from farmstead.render.shared import many
from farmstead.render.walnut_grove.components import WORTH
from farmstead.render.walnut_grove.panels import EATS, LINE_NAMES, all_goods, counted, spot_of, winter_needs
from farmstead.render.walnut_grove.view import DistrictView, FarmView, TableView
from farmstead.walnut_grove.components import Board, Building, Disc, Edition
from farmstead.walnut_grove.game import read_options
from farmstead.walnut_grove.names import BUILDING_TILES, BUILDINGS, COINS, GOODS, LODGING, ROWS, WARES
from farmstead.walnut_grove.town import toll_lines

YEARS: Final = 8
COIN_POINTS: Final = dict(zip(COINS, ("nothing", "1 point", "2 points"), strict=True))  # WG 8.5


class Asked(NamedTuple):
    """Who asks about which move: the box, the table and the seat's own farm as it is seen."""

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


def note(edition: Edition, table: TableView, move: str) -> str:
    """What the seat that looks would pay for a move and get by it; empty where its words say all."""
    verb, _, rest = move.partition(" ")
    seat = table["seat"]
    if seat is None or verb not in NOTES or seat >= len(table["farms"]):
        return ""
    return NOTES[verb](Asked(edition, table, seat, table["farms"][seat], rest))


# ---- before the first year, and summer -----------------------------------------------------------------


def _start(asked: Asked) -> str:
    """WG 5.1, 5.2: what lies next, and who goes first."""
    edition, ring = asked.edition, asked.edition.ring
    first = edition.rows[ROWS.index(asked.rest)]
    near = [ring[(first + n) % len(ring)].name for n in range(3)]
    words = f"past the {LINE_NAMES[asked.rest]} toll line; next come {', '.join(near)}"
    if asked.table["seats"] == 1:
        return words
    ahead = first == max(edition.rows)
    return f"{words}; {'moves before' if ahead else 'moves after'} the other row in year 1"


def _work(asked: Asked) -> str:
    """WG 4.3-4.5: the harvest of a district and where it goes; `rest` as in `grain at 0,1`."""
    good, _, at = asked.rest.split()
    district = next(d for d in asked.farm["districts"] if d["terrain"] == good and _place(d) == at)
    bonus = GOODS[asked.disc.summer] == good
    tiles = many(district["size"], "tile")
    sum_of = f"{district['size'] + bonus}: {tiles} + 1 bonus" if bonus else f"{district['size']}: {tiles}"
    return f"brings {sum_of}; {_stored(district['size'] + bonus, district)}"


def _place(district: DistrictView) -> str:
    return f"{district['at'][0]},{district['at'][1]}"


def _stored(count: int, district: DistrictView) -> str:
    on_land = min(count, district["squares"] - district["goods"])
    squares = "onto a free square" if on_land == 1 else "onto free squares"
    if on_land == count:
        return squares
    rest = f"{count - on_land} for the barn"
    return f"{on_land} {squares}, {rest}" if on_land else f"no free square, {rest}"


# ---- autumn --------------------------------------------------------------------------------------------


def _visit(asked: Asked) -> str:
    """What a walk costs and what waits at its end."""
    building = asked.edition.buildings[BUILDINGS.index(asked.rest)]
    figure = asked.table["figures"][asked.seat]
    tolls = (
        0 if figure is None else toll_lines(asked.edition, spot_of(asked.edition, figure), building.number)
    )
    stock = ", ".join(asked.table["town"].get(asked.rest, []))
    parts = [_trade(asked, building), many(tolls, "toll") if tolls else "", stock and f"there: {stock}"]
    idle = _idle(asked, building, asked.rest)
    if idle:
        due = ", the tolls are due" if tolls > 1 else ", the toll is due" if tolls else ""
        parts.append(f"{idle}: nothing will happen there{due}")
    return "; ".join([part for part in parts if part])


def _trade(asked: Asked, building: Building) -> str:
    if building.sells:
        return f"sell {', '.join([_sold(asked, GOODS[good]) for good in building.sells])}"
    cost = counted({GOODS[good]: count for good, count in enumerate(building.cost)})
    return "take 2 goods" if cost == "nothing" else f"costs {cost}"


def _sold(asked: Asked, good: str) -> str:
    return f"{good} (2 coins this year)" if GOODS[asked.disc.autumn] == good else good


def _idle(asked: Asked, building: Building, key: str) -> str:
    """WG 5.5: why a visit would come to nothing, which only `enter_unpayable` allows."""
    goods, stock = all_goods(asked.farm), asked.table["town"].get(key)
    missing = sum([max(0, count - goods[GOODS[good]]) for good, count in enumerate(building.cost)])
    if missing > asked.farm["barn"]["coins"]:
        return "you cannot pay"
    if stock is not None and not stock:
        return "nothing is left"
    return "" if stock is None or _has_site(asked, building, stock) else "you have no place for it"


def _has_site(asked: Asked, building: Building, stock: list[str]) -> bool:
    farm, board = asked.farm, asked.board
    if building.trade == LODGING:
        return _household_size(farm) < board.wagons
    if building.trade == WARES:
        return sum(farm["improvements"].values()) < board.improvement_sites
    free = (board.hut_sites - farm["huts"], board.barn_sites - farm["barns"])
    return any(tile in stock and left > 0 for tile, left in zip(BUILDING_TILES, free, strict=True))


def _household_size(farm: FarmView) -> int:
    return sum(farm["labourers"].values()) + sum(farm["recruits"].values())


def _hire(asked: Asked) -> str:
    """WG 5.9, 6.1, 6.3, 8.3."""
    if asked.table["year"] == YEARS:
        return "+2 points; too late to work or eat"
    housed = _household_size(asked.farm) < asked.farm["huts"]
    fire = "lives in a hut" if housed else "burns 1 wood each winter until a hut is free"
    return f"works from next year; eats 1 {EATS[asked.rest]} each winter, {fire}; +2 points"


def _build(asked: Asked) -> str:
    """WG 5.10, 6.3, 8.4."""
    if asked.rest == "barn":
        return f"+{asked.board.barn_tile_adds} spaces; +1 point"
    in_wagons = max(0, _household_size(asked.farm) - asked.farm["huts"])
    saves = "saves 1 wood each winter" if in_wagons else "saves wood once a labourer lives in it"
    return f"{saves}, {many(in_wagons, 'labourer') if in_wagons else 'none'} in wagons now; +1 point"


def _buy(asked: Asked) -> str:
    return WORTH.get(asked.rest, "")


def _sell(asked: Asked) -> str:
    double = GOODS[asked.disc.autumn] == asked.rest.split()[0]
    return "2 coins this year" if double else "1 coin"


def _take(asked: Asked) -> str:
    have = all_goods(asked.farm)[asked.rest]
    needs = winter_needs(asked.farm, asked.disc).get(asked.rest, 0)
    return f"you have {have}; winter asks {needs}"


# ---- payments and help ---------------------------------------------------------------------------------


def _coin(asked: Asked) -> str:
    """WG 8.5: what a coin would be worth at the end."""
    coin = asked.rest.split()[0] if asked.rest else ""
    return f"worth {COIN_POINTS[coin]} at the end" if coin in COIN_POINTS else ""


def _toll(asked: Asked) -> str:
    return _help(asked) if asked.rest == "help" else _coin(asked)


def _help(asked: Asked) -> str:
    """WG 7.1-7.4."""
    cost = "−2 points unless bought off" if _open_costs(asked.table) else "−2 points once it is turned over"
    return f"{cost}; the open tile is turned over for good" if asked.farm["help"]["open"] else cost


def _repay(asked: Asked) -> str:
    return (
        "saves 2 points" if _open_costs(asked.table) else "else the next help tile turns it over: −2 points"
    )


def _open_costs(table: TableView) -> bool:
    return read_options(table["options"], table["seats"]).open_help_costs


def _move(asked: Asked) -> str:
    """WG 8.6, 8.10."""
    return "" if asked.farm["improvements"]["store"] else "worth nothing without a store"


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
