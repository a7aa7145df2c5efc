"""From a view or a position text back to a playable position; what a seat cannot know is dealt anew."""

from __future__ import annotations

from farmstead.engine.contract import BadPosition, Dealer, Seat
from farmstead.engine.documents import (
    UNREADABLE,
    Json,
    as_int,
    as_ints,
    as_list,
    as_object,
    must_be_same,
    need,
    said,
    short,
)
from farmstead.engine.square import cell_at
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.components import Disc, Edition
from farmstead.games.walnut_grove.rules.farm import Farm, new_farm
from farmstead.games.walnut_grove.rules.notation import NAME, VIEW_VERSION, whole_document
from farmstead.games.walnut_grove.rules.position import Switches
from farmstead.games.walnut_grove.rules.soundness import check
from farmstead.games.walnut_grove.rules.state import WalnutGrove
from farmstead.games.walnut_grove.rules.town import building_spot, row_spot


def read_position(document: Json, edition: Edition, switches: Switches) -> WalnutGrove:
    """A position with every value in it."""
    try:
        pos = _read(document, edition, switches)
        pos.coin_bag = _counts(document["coin_bag_values"], names.COINS)
    except UNREADABLE as error:
        raise BadPosition(f"this is no position of Walnut Grove: {said(error)}") from None
    check(pos)
    must_be_same(whole_document(pos), document)
    return pos


def read_view(
    document: Json, edition: Edition, switches: Switches, seat: Seat | None, dealer: Dealer
) -> WalnutGrove:
    """A position that looks to `seat` like the view; coins it cannot see are dealt from the unseen."""
    if document.get("seat") != seat:
        raise BadPosition(f"this is the view of seat {short(document.get('seat'))}, not of {seat}")
    try:
        pos = _read(document, edition, switches)
        _deal_hidden(pos, document, dealer)
    except UNREADABLE as error:
        raise BadPosition(f"this is no view of Walnut Grove: {said(error)}") from None
    check(pos)
    must_be_same(pos.view(seat), document)
    return pos


# ---- the parts of the document ------------------------------------------------------------------------


def _counts(value: object, words: tuple[str, ...]) -> list[int]:
    counts = as_object(value)
    return [as_int(counts[name]) for name in words]


def _read(document: Json, edition: Edition, switches: Switches) -> WalnutGrove:
    if document["game"] != NAME or document["view"] != VIEW_VERSION:
        raise ValueError("it is written for another game or version")
    players = as_int(document["seats"])
    chance = document["chance"]
    figures = [_spot(edition, figure) for figure in as_list(document["figures"])]
    fits = len(figures) == players and 1 <= players <= len(edition.per_building)
    need(fits, "wrong number of seats (WG 1.1)")
    pos = WalnutGrove(edition, switches, as_int(document["rules"]), players)
    pos.year = as_int(document["year"])
    pos.season = names.SEASONS.index(str(document["season"]))
    pos.chance = 0 if chance is None else names.CHANCES.index(str(as_object(chance)["kind"]))
    pos.acting = as_ints(document["to_act"])
    pos.disc = edition.discs[0] if document["disc"] is None else _disc(edition, document["disc"])
    pos.discs_left = [_disc(edition, disc) for disc in as_list(document["discs_left"])]
    pos.tile_bag = as_ints(document["tile_bag"])
    pos.coin_bag = [0, 0, 0]
    pos.stock = _stock(as_object(document["town"]))
    pos.spots = [spot for spot, _ in figures]
    pos.arrived = [arrival for _, arrival in figures]
    pos.arrivals = max(pos.arrived) + 1
    pos.order = as_ints(document["order"])
    pos.turn = as_int(document["turn"])
    pos.farms = [_farm(edition, switches, as_object(farm)) for farm in as_list(document["farms"])]
    return pos


def _disc(edition: Edition, id: object) -> Disc:
    if (disc := edition.disc(str(id))) is None:
        raise ValueError(f"unknown year disc {id}")
    return disc


def _stock(town: Json) -> list[int]:
    stock = [0] * names.STOCK_SIZE
    for building in names.STOCKED:
        pieces = as_list(town[names.BUILDINGS[building]])
        for kind in range(names.STOCK_KINDS[building]):
            stock[names.STOCK_AT[building] + kind] = pieces.count(names.KINDS[building][kind])
    return stock


def _spot(edition: Edition, figure: object) -> tuple[int, int]:
    if figure is None:
        return -1, -1
    where = as_object(figure)
    arrived = as_int(where["arrived"])
    if "row" in where:
        return row_spot(edition, names.ROWS.index(str(where["row"]))), arrived
    return building_spot(edition, names.BUILDINGS.index(str(where["building"]))), arrived


def _farm(edition: Edition, switches: Switches, document: Json) -> Farm:
    if (board := edition.board(str(document["board"]))) is None:
        raise ValueError("unknown board")
    farm = new_farm(board, switches.beside)
    farm.stored = [0] * len(board.landscapes)
    for laid in as_list(document["tiles"]):
        tile, column, row, turn = as_ints(laid)
        need(cell_at(column, row) in farm.land.frontier, "a tile that touches nothing (WG 3.3)")
        farm.lay(edition.tiles[tile].turned[turn], cell_at(column, row))
    _read_goods(farm, document)
    _read_household(farm, document)
    _read_pending(farm, as_object(document["pending"]))
    return farm


def _read_goods(farm: Farm, document: Json) -> None:
    barn = as_object(document["barn"])
    farm.goods = _counts(barn["goods"], names.GOODS)
    coins = [0, 0, 0] if barn["values"] is None else _counts(barn["values"], names.COINS)
    farm.barn = farm.goods + coins
    farm.goods = farm.goods[:]
    farm.start_coins_known = as_int(barn["known_copper"]) > 0
    farm.room = as_int(barn["spaces"]) - sum(farm.goods) - as_int(barn["coins"])
    farm.worked = 0
    for item in as_list(document["districts"]):
        district = as_object(item)
        column, row = as_ints(district["at"])
        good = names.GOODS.index(str(district["terrain"]))
        number = farm.land.anchored(good, cell_at(column, row))
        need(number >= 0, "no such district")
        farm.stored[number] = as_int(district["goods"])
        farm.goods[good] += as_int(district["goods"])
        farm.worked |= int(bool(district["worked"])) << number


def _read_household(farm: Farm, document: Json) -> None:
    farm.labourers = _counts(document["labourers"], names.COLOURS)
    farm.recruits = _counts(document["recruits"], names.COLOURS)
    farm.huts = as_int(document["huts"])
    farm.barns = as_int(document["barns"])
    farm.improvements = _counts(document["improvements"], names.IMPROVEMENTS)
    help = as_object(document["help"])
    farm.help_open = as_int(help["open"])
    farm.help_turned = as_int(help["turned"])
    farm.drawn = as_ints(document["drawn"])
    spaces = farm.board.barn_spaces + farm.barns * farm.board.barn_tile_adds
    fit = spaces == as_int(as_object(document["barn"])["spaces"])
    need(fit, "the barn's spaces do not fit its tiles (WG 5.10)")


def _read_pending(farm: Farm, pending: Json) -> None:
    farm.agenda = [names.DECISIONS.index(str(decision)) for decision in as_list(pending["agenda"])]
    farm.to_lay = as_int(pending["to_lay"])
    farm.figures = as_int(pending["figures"])
    farm.surplus = as_int(pending["surplus"])
    if pending["surplus_from"] is not None:
        terrain, column, row = as_list(pending["surplus_from"])
        farm.surplus_at = farm.land.anchored(
            names.GOODS.index(str(terrain)), cell_at(as_int(column), as_int(row))
        )
    visiting = pending["visiting"]
    farm.visiting = names.NOTHING if visiting is None else names.BUILDINGS.index(str(visiting))
    farm.tolls = as_int(pending["tolls"])
    farm.owed = _counts(pending["owed"], names.GOODS)
    farm.covering = bool(pending["covering"])
    farm.to_take = as_int(pending["to_take"])
    farm.sold = sum([1 << names.GOODS.index(str(good)) for good in as_list(pending["sold"])])
    farm.coins_due = as_int(pending["coins_due"])
    if pending["coins_drawn_values"] is not None:
        farm.coins_drawn = _counts(pending["coins_drawn_values"], names.COINS)
    farm.repaying = as_int(pending["repaying"])


# ---- what a seat cannot know --------------------------------------------------------------------------


def _deal_hidden(pos: WalnutGrove, document: Json, dealer: Dealer) -> None:
    """WG 5.14: unseen coins lie anywhere in other barns and the bag; known start coins stay copper."""
    farms = [as_object(farm) for farm in as_list(document["farms"])]
    pool = pos.edition.coins[:]
    for farm, seen in zip(pos.farms, farms, strict=True):
        barn = as_object(seen["barn"])
        if barn["values"] is None:
            farm.barn[names.COPPER] = as_int(barn["known_copper"])
        for coin in range(3):
            pool[coin] -= farm.barn[names.COPPER + coin] + farm.coins_drawn[coin]
    for farm, seen in zip(pos.farms, farms, strict=True):
        barn, pending = as_object(seen["barn"]), as_object(seen["pending"])
        if barn["values"] is None:
            for _ in range(as_int(barn["coins"]) - as_int(barn["known_copper"])):
                farm.barn[names.COPPER + _draw(pool, dealer)] += 1
        if pending["coins_drawn_values"] is None:
            for _ in range(as_int(pending["coins_drawn"])):
                farm.coins_drawn[_draw(pool, dealer)] += 1
    need(sum(pool) == as_int(document["coin_bag"]), "the coins do not add up")
    pos.coin_bag = pool


def _draw(pool: list[int], dealer: Dealer) -> int:
    ticket = dealer.below(sum(pool))
    coin = 0
    while ticket >= pool[coin]:
        ticket -= pool[coin]
        coin += 1
    pool[coin] -= 1
    return coin
