"""Autumn (WG 5): one walk through the town each, to a building and its action.

A visit goes through stages, each a decision on the seat's agenda: the tolls on the way, the cost,
then what the building offers. `settle` drops stages that are finished and ends the turn after the last.
"""

from __future__ import annotations

from typing import Final

from farmstead.engine.contract import Action, Dealer, Event, Seat
from farmstead.walnut_grove.actions import (
    BUILDS,
    BUYS,
    COINS_DRAWN,
    DONE,
    HIRES,
    IN_BARN,
    KEEPS,
    LEAVE,
    PASS,
    SALES,
    TAKES,
    TOLL_HELP,
    TOLLS,
    VISITS,
    Build,
    Buy,
    CoinDrawn,
    Give,
    Hire,
    Keep,
    Sell,
    Take,
    Toll,
    Visit,
    sell_from,
)
from farmstead.walnut_grove.farm import Farm
from farmstead.walnut_grove.help import take_help
from farmstead.walnut_grove.names import (
    AUTUMN,
    BARN,
    BUILDING_TILES,
    BUILDINGS,
    CARPENTRY,
    CHANCE_COIN,
    COLOURS,
    COPPER,
    DECIDE_BUILDING,
    DECIDE_COINS,
    DECIDE_COST,
    DECIDE_GOODS,
    DECIDE_IMPROVEMENT,
    DECIDE_LABOURER,
    DECIDE_SALE,
    DECIDE_TOLL,
    DECIDE_VISIT,
    GOLD,
    GOODS,
    HUT,
    IMPROVEMENTS,
    ITEMS,
    LODGING,
    NO_CHANCE,
    NOTHING,
    STOCK_AT,
    TRADE,
    TWO_GOODS,
    WARES,
)
from farmstead.walnut_grove.payment import (
    give,
    next_owed,
    offer_cost,
    openly,
    payable,
    still_covers_without,
    tell_owner,
)
from farmstead.walnut_grove.position import Position
from farmstead.walnut_grove.summer import offer_throws
from farmstead.walnut_grove.town import building_spot, first_step, standing, toll_lines, turn_order, walk


def begin(pos: Position) -> None:
    """WG 5.2: the order is settled once, when autumn begins."""
    pos.season = AUTUMN
    pos.order = turn_order(pos)
    pos.turn = 0
    begin_turn(pos)


def begin_turn(pos: Position) -> None:
    seat = pos.order[pos.turn]
    pos.acting = [seat]
    pos.farms[seat].agenda.append(DECIDE_VISIT)


def end_turn(pos: Position) -> None:
    farm = pos.farms[pos.order[pos.turn]]
    farm.visiting = NOTHING
    farm.covering = False
    pos.turn += 1
    if pos.turn < pos.players:
        begin_turn(pos)
    else:
        pos.acting = []


# ---- naming a building (WG 5.3-5.5) ----------------------------------------------------------------


def offer_visits(pos: Position, seat: Seat, out: list[Action]) -> None:
    """WG 5.3: any building that can be entered, in walking order, or stay put."""
    edition = pos.edition
    ring = len(edition.ring)
    step = first_step(pos.spots[seat])
    for n in range(ring):
        building = edition.ring[(step + n) % ring].number
        if has_place(pos, seat, building) and (
            pos.switches.enter_unpayable or can_use(pos, pos.farms[seat], building)
        ):
            out.append(VISITS[building])
    out.append(PASS)


def has_place(pos: Position, seat: Seat, building: int) -> bool:
    """WG 5.4: a free place, one's own counted as free."""
    spot = building_spot(pos.edition, building)
    return standing(pos, spot, seat) < pos.edition.buildings[building].places


def can_use(pos: Position, farm: Farm, building: int) -> bool:
    """WG 5.5: the cost is covered and something is left to take."""
    return something_left(pos, farm, building) and payable(farm, pos.edition.buildings[building].cost)


def something_left(pos: Position, farm: Farm, building: int) -> bool:
    trade = TRADE[building]
    if trade == LODGING:
        return has_wagon(farm) and pos.stocked(building) > 0
    if trade == CARPENTRY:
        first = STOCK_AT[building]
        return (pos.stock[first + HUT] > 0 and has_site(farm, HUT)) or (
            pos.stock[first + BARN] > 0 and has_site(farm, BARN)
        )
    if trade == WARES:
        return has_improvement_site(farm) and pos.stocked(building) > 0
    return True


def has_wagon(farm: Farm) -> bool:
    """WG 5.9: labourers and recruits together never exceed the wagons."""
    return farm.hands() + farm.hired() < farm.board.wagons


def has_site(farm: Farm, tile: int) -> bool:
    """WG 5.10."""
    return farm.huts < farm.board.hut_sites if tile == HUT else farm.barns < farm.board.barn_sites


def has_improvement_site(farm: Farm) -> bool:
    """WG 5.11."""
    return sum(farm.improvements) < farm.board.improvement_sites


def stay(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """WG 5.3: who passes stays put and uses nothing."""
    pos.farms[seat].agenda.pop()
    if log is not None:
        log.append(Event("passed", seat))
    end_turn(pos)


def visit(pos: Position, seat: Seat, move: Visit, log: list[Event] | None) -> None:
    """WG 5.6: the building is named, then tolls, cost and action follow."""
    farm = pos.farms[seat]
    building = move.building
    farm.visiting = building
    farm.tolls = toll_lines(pos.edition, pos.spots[seat], building)
    farm.owed = pos.edition.buildings[building].cost[:]
    farm.covering = not pos.switches.enter_unpayable
    farm.agenda = [ACTION_OF[TRADE[building]], DECIDE_COST, DECIDE_TOLL]
    walk(pos, seat, building_spot(pos.edition, building))
    if log is not None:
        log.append(Event("visited", seat, {"building": BUILDINGS[building], "tolls": int(farm.tolls)}))
    settle(pos, seat, log)


ACTION_OF: Final = [DECIDE_GOODS, DECIDE_LABOURER, DECIDE_BUILDING, DECIDE_IMPROVEMENT, DECIDE_SALE]


def settle(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """Go on to the next stage of the visit that needs a decision, or end the turn."""
    farm = pos.farms[seat]
    agenda = farm.agenda
    if agenda and agenda[-1] == DECIDE_TOLL and farm.tolls == 0:
        agenda.pop()
    if agenda and agenda[-1] == DECIDE_COST:
        _settle_cost(pos, seat, log)
    if agenda and agenda[-1] == DECIDE_COINS:
        _settle_coins(pos, seat, log)
    if not agenda:
        end_turn(pos)


def _settle_cost(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """With the switch of R2 a visitor who cannot pay, or finds nothing left, does nothing here."""
    farm = pos.farms[seat]
    building = int(farm.visiting)
    if not farm.covering and not can_use(pos, farm, building):
        farm.owed = [0] * 5
        farm.agenda.clear()
        if log is not None:
            log.append(Event("did_nothing", seat, {"building": BUILDINGS[building]}))
        return
    if next_owed(farm) == NOTHING:
        farm.covering = False
        farm.agenda.pop()
        if TRADE[building] == TWO_GOODS:
            farm.to_take = 2


# ---- tolls and cost (WG 5.6, 5.7) --------------------------------------------------------------------


def offer_toll(pos: Position, farm: Farm, out: list[Action]) -> None:
    """WG 5.6: a coin of any value, if the cost stays payable, or a help tile."""
    for coin in range(COPPER, GOLD + 1):
        if farm.barn[coin] > 0 and still_covers_without(pos, farm, coin, 0):
            out.append(TOLLS[coin - COPPER])
    out.append(TOLL_HELP)


def pay_toll(pos: Position, seat: Seat, move: Toll, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    farm.tolls -= 1
    if move.coin == NOTHING:
        take_help(pos, seat, "toll", log)
    else:
        farm.take(move.coin)
        pos.coin_bag[move.coin - COPPER] += 1
        if log is not None:
            log.append(Event("toll_paid", seat))
            tell_owner(seat, move.coin, log)
    settle(pos, seat, log)


def offer_payment(pos: Position, farm: Farm, out: list[Action]) -> None:
    offer_cost(pos, farm, out)


def pay_cost(pos: Position, seat: Seat, move: Give, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    good = next_owed(farm)
    give(pos, farm, move)
    farm.owed[good] -= 1
    farm.covering = True
    if log is not None:
        log.append(Event("paid", seat, {"item": openly(move.item)}))
        tell_owner(seat, move.item, log)
    settle(pos, seat, log)


# ---- what the buildings offer (WG 5.8-5.12) ------------------------------------------------------------


def offer_action(pos: Position, farm: Farm, decision: int, out: list[Action]) -> None:
    if decision == DECIDE_GOODS:
        offer_goods(farm, out)
    elif decision == DECIDE_LABOURER:
        offer_labourers(pos, farm, out)
    elif decision == DECIDE_BUILDING:
        offer_tiles(pos, farm, out)
    elif decision == DECIDE_IMPROVEMENT:
        offer_improvements(pos, farm, out)
    elif decision == DECIDE_SALE:
        offer_sales(pos, farm, out)
    else:
        offer_coins(farm, out)


def offer_goods(farm: Farm, out: list[Action]) -> None:
    """WG 5.8: any good while there is room; without room throw something away or lose the rest (4.6)."""
    if farm.room > 0:
        for good in range(5):
            out.append(TAKES[good])
    else:
        offer_throws(farm, out)
        out.append(LEAVE)


def take(pos: Position, seat: Seat, move: Take, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    farm.put(move.good)
    farm.to_take -= 1
    if log is not None:
        log.append(Event("took", seat, {"good": GOODS[move.good]}))
    if farm.to_take == 0:
        farm.agenda.pop()
    settle(pos, seat, log)


def leave_goods(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    if log is not None:
        log.append(Event("lost", seat, {"item": "good", "count": int(farm.to_take)}))
    farm.to_take = 0
    farm.agenda.pop()
    settle(pos, seat, log)


def offer_labourers(pos: Position, farm: Farm, out: list[Action]) -> None:
    """WG 5.9."""
    first = STOCK_AT[int(farm.visiting)]
    for colour in range(3):
        if pos.stock[first + colour] > 0:
            out.append(HIRES[colour])


def hire(pos: Position, seat: Seat, move: Hire, log: list[Event] | None) -> None:
    """WG 5.9: he waits beside the board until winter is over."""
    farm = pos.farms[seat]
    pos.stock[STOCK_AT[int(farm.visiting)] + move.colour] -= 1
    farm.recruits[move.colour] += 1
    farm.agenda.pop()
    if log is not None:
        log.append(Event("hired", seat, {"colour": COLOURS[move.colour]}))
    settle(pos, seat, log)


def offer_tiles(pos: Position, farm: Farm, out: list[Action]) -> None:
    """WG 5.10: huts and barns there for which the farm has a free site."""
    first = STOCK_AT[int(farm.visiting)]
    for tile in range(2):
        if pos.stock[first + tile] > 0 and has_site(farm, tile):
            out.append(BUILDS[tile])


def build(pos: Position, seat: Seat, move: Build, log: list[Event] | None) -> None:
    """WG 5.10: a barn adds spaces, a hut houses a labourer, both at once."""
    farm = pos.farms[seat]
    pos.stock[STOCK_AT[int(farm.visiting)] + move.tile] -= 1
    if move.tile == HUT:
        farm.huts += 1
    else:
        farm.barns += 1
        farm.room += farm.board.barn_tile_adds
    farm.agenda.pop()
    if log is not None:
        log.append(Event("built", seat, {"tile": BUILDING_TILES[move.tile]}))
    settle(pos, seat, log)


def offer_improvements(pos: Position, farm: Farm, out: list[Action]) -> None:
    """WG 5.11."""
    first = STOCK_AT[int(farm.visiting)]
    for kind in range(7):
        if pos.stock[first + kind] > 0:
            out.append(BUYS[kind])


def buy(pos: Position, seat: Seat, move: Buy, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    pos.stock[STOCK_AT[int(farm.visiting)] + move.improvement] -= 1
    farm.improvements[move.improvement] += 1
    farm.agenda.pop()
    if log is not None:
        log.append(Event("bought", seat, {"improvement": IMPROVEMENTS[move.improvement]}))
    settle(pos, seat, log)


# ---- the General Store (WG 5.12, 5.13) -------------------------------------------------------------------


def offer_sales(pos: Position, farm: Farm, out: list[Action]) -> None:
    """WG 5.12: up to one of each good the store shows; coins cannot stand in."""
    land = farm.land
    for good in pos.edition.buildings[int(farm.visiting)].sells:
        if farm.goods[good] == 0 or (farm.sold >> good) & 1:
            continue
        if farm.barn[good] > 0:
            out.append(SALES[good])
        for district in land.live:
            if farm.stored[district] > 0 and land.terrain[district] == good:
                out.append(sell_from(good, land.anchor[district]))
    out.append(DONE)


def sell(pos: Position, seat: Seat, move: Sell, log: list[Event] | None) -> None:
    """WG 5.12: a coin for each good, one more for the disc's autumn good."""
    farm = pos.farms[seat]
    if move.cell == IN_BARN:
        farm.take(move.good)
    else:
        farm.take_from(move.good, move.cell)
    farm.sold |= 1 << move.good
    farm.coins_due += 2 if pos.disc.autumn == move.good else 1
    if log is not None:
        log.append(Event("sold", seat, {"good": GOODS[move.good]}))


def close_sale(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """WG 5.12, 5.13: the goods are handed over, now all coins are drawn together, as many as there are."""
    farm = pos.farms[seat]
    farm.sold = 0
    farm.agenda[-1] = DECIDE_COINS
    in_bag = sum(pos.coin_bag)
    if farm.coins_due > in_bag:
        if log is not None:
            log.append(Event("bag_empty", seat, {"missing": int(farm.coins_due - in_bag)}))
        farm.coins_due = in_bag
    if farm.coins_due > 0:
        pos.await_chance(CHANCE_COIN)
    else:
        settle(pos, seat, log)


def chance_name(pos: Position) -> str:
    seat = pos.order[pos.turn]
    return f"year {pos.year} autumn seat {seat + 1} coin {sum(pos.farms[seat].coins_drawn) + 1}"


def odds(pos: Position) -> list[tuple[Action, int]]:
    return [(COINS_DRAWN[coin], pos.coin_bag[coin]) for coin in range(3) if pos.coin_bag[coin] > 0]


def deal(pos: Position, dealer: Dealer) -> Action:
    bag = pos.coin_bag
    ticket = dealer.below(bag[0] + bag[1] + bag[2])
    if ticket < bag[0]:
        return COINS_DRAWN[0]
    return COINS_DRAWN[1] if ticket < bag[0] + bag[1] else COINS_DRAWN[2]


def draw(pos: Position, move: CoinDrawn, log: list[Event] | None) -> None:
    """WG 5.12: only the owner looks at a coin that is drawn."""
    seat = pos.order[pos.turn]
    farm = pos.farms[seat]
    pos.coin_bag[move.coin - COPPER] -= 1
    farm.coins_drawn[move.coin - COPPER] += 1
    farm.coins_due -= 1
    if log is not None:
        log.append(Event("coin_drawn", seat))
        log.append(Event("coin_seen", seat, {"coin": ITEMS[move.coin]}, seat))
    if farm.coins_due == 0:
        pos.chance = NO_CHANCE
        pos.acting = [seat]
        settle(pos, seat, log)


def _settle_coins(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """WG 5.12: coins for which there is room go into the barn; where room is short, the owner chooses."""
    farm = pos.farms[seat]
    drawn = sum(farm.coins_drawn)
    if drawn > farm.room:
        return
    for coin in range(3):
        while farm.coins_drawn[coin] > 0:
            farm.coins_drawn[coin] -= 1
            farm.put(COPPER + coin)
    if log is not None and drawn > 0:
        log.append(Event("coins_kept", seat, {"count": drawn}))
    farm.agenda.pop()


def offer_coins(farm: Farm, out: list[Action]) -> None:
    """WG 5.12: keep what there is room for; throw away for more room (4.6); the rest goes."""
    if farm.room > 0:
        for coin in range(3):
            if farm.coins_drawn[coin] > 0:
                out.append(KEEPS[COPPER + coin])
    offer_throws(farm, out)
    if farm.room == 0:
        out.append(LEAVE)


def keep_coin(pos: Position, seat: Seat, move: Keep, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    farm.coins_drawn[move.item - COPPER] -= 1
    farm.put(move.item)
    if log is not None:
        log.append(Event("kept", seat, {"item": "coin"}))
    settle(pos, seat, log)


def leave_coins(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """WG 5.12: the others go back to the bag."""
    farm = pos.farms[seat]
    if log is not None:
        log.append(Event("lost", seat, {"item": "coin", "count": sum(farm.coins_drawn)}))
    for coin in range(3):
        pos.coin_bag[coin] += farm.coins_drawn[coin]
        farm.coins_drawn[coin] = 0
    farm.agenda.pop()
    settle(pos, seat, log)
