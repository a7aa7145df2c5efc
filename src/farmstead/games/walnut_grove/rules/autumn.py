"""Autumn (WG 5.1-5.7): one walk through the town each; tolls and the building's cost.

A visit goes through stages, each a decision on the seat's agenda: the tolls on the way, the cost,
then what the building offers. `settle` drops stages that are finished and ends the turn after the last.
"""

from __future__ import annotations

from mypy_extensions import i64

from farmstead.engine.contract import Action, Event, Seat
from farmstead.games.walnut_grove.rules import names, payment, town
from farmstead.games.walnut_grove.rules.actions import PASS, TOLL_HELP, TOLLS, VISITS, Give, Toll, Visit
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.help import take_help
from farmstead.games.walnut_grove.rules.position import Position


def begin(pos: Position) -> None:
    """WG 5.2: the order is settled once, when autumn begins."""
    pos.season = names.AUTUMN
    pos.order = town.turn_order(pos)
    pos.turn = 0
    begin_turn(pos)


def begin_turn(pos: Position) -> None:
    seat = pos.order[pos.turn]
    pos.acting = [seat]
    pos.farms[seat].agenda.append(names.DECIDE_VISIT)


def end_turn(pos: Position) -> None:
    farm = pos.farms[pos.order[pos.turn]]
    farm.visiting = names.NOTHING
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
    step = town.first_step(pos.spots[seat])
    for n in range(ring):
        building = edition.ring[(step + n) % ring].number
        if has_place(pos, seat, building) and (
            pos.switches.enter_unpayable or can_use(pos, pos.farms[seat], building)
        ):
            out.append(VISITS[building])
    out.append(PASS)


def has_place(pos: Position, seat: Seat, building: int) -> bool:
    """WG 5.4: a free place, one's own counted as free."""
    spot = town.building_spot(pos.edition, building)
    return town.standing(pos, spot, seat) < pos.edition.buildings[building].places


def can_use(pos: Position, farm: Farm, building: int) -> bool:
    """WG 5.5: the cost is covered and something is left to take."""
    return something_left(pos, farm, building) and payment.payable(farm, pos.edition.buildings[building].cost)


def something_left(pos: Position, farm: Farm, building: int) -> bool:
    trade = names.TRADE[building]
    if trade == names.LODGING:
        return has_room(pos, farm) and pos.stocked(building) > 0
    if trade == names.CARPENTRY:
        first = names.STOCK_AT[building]
        return (pos.stock[first + names.HUT] > 0 and has_site(farm, names.HUT)) or (
            pos.stock[first + names.BARN] > 0 and has_site(farm, names.BARN)
        )
    if trade == names.WARES:
        return has_improvement_site(farm) and pos.stocked(building) > 0
    return True


def room_for_labourers(farm: Farm, huts_free_wagons: bool) -> i64:
    """WG 5.9: as many labourers and recruits as there are wagons, and huts bought where these free wagons."""
    return farm.board.wagons + (farm.huts if huts_free_wagons else 0)


def has_room(pos: Position, farm: Farm) -> bool:
    """WG 5.9: one more labourer would find room."""
    return farm.hands() + farm.hired() < room_for_labourers(farm, pos.switches.huts_free_wagons)


def has_site(farm: Farm, tile: int) -> bool:
    """WG 5.10."""
    return farm.huts < farm.board.hut_sites if tile == names.HUT else farm.barns < farm.board.barn_sites


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
    building = move.what
    farm.visiting = building
    farm.tolls = town.toll_lines(pos.edition, pos.spots[seat], building)
    farm.owed = pos.edition.buildings[building].cost[:]
    farm.covering = not pos.switches.enter_unpayable
    farm.agenda = [names.ACTIONS[names.TRADE[building]], names.DECIDE_COST, names.DECIDE_TOLL]
    town.walk(pos, seat, town.building_spot(pos.edition, building))
    if log is not None:
        log.append(Event("visited", seat, {"building": names.BUILDINGS[building], "tolls": int(farm.tolls)}))
    settle(pos, seat, log)


def settle(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """Go on to the next stage of the visit that needs a decision, or end the turn."""
    farm = pos.farms[seat]
    agenda = farm.agenda
    if agenda and agenda[-1] == names.DECIDE_TOLL and farm.tolls == 0:
        agenda.pop()
    if agenda and agenda[-1] == names.DECIDE_COST:
        _settle_cost(pos, seat, log)
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
            log.append(Event("did_nothing", seat, {"building": names.BUILDINGS[building]}))
        return
    if payment.next_owed(farm) == names.NOTHING:
        farm.covering = False
        farm.agenda.pop()
        if names.TRADE[building] == names.TWO_GOODS:
            farm.to_take = 2


# ---- tolls and cost (WG 5.6, 5.7) --------------------------------------------------------------------


def offer_toll(pos: Position, farm: Farm, out: list[Action]) -> None:
    """WG 5.6: a coin of any value, if the cost stays payable, or a help tile."""
    for coin in range(names.COPPER, names.GOLD + 1):
        if farm.barn[coin] > 0 and payment.still_covers_without(pos, farm, coin, 0):
            out.append(TOLLS[coin - names.COPPER])
    out.append(TOLL_HELP)


def pay_toll(pos: Position, seat: Seat, move: Toll, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    farm.tolls -= 1
    if move.what == names.NOTHING:
        take_help(pos, seat, "toll", log)
    else:
        farm.take(move.what)
        pos.coin_bag[move.what - names.COPPER] += 1
        if log is not None:
            log.append(Event("toll_paid", seat))
            payment.tell_owner(seat, move.what, log)
    settle(pos, seat, log)


def pay_cost(pos: Position, seat: Seat, move: Give, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    good = payment.next_owed(farm)
    payment.give(pos, farm, move)
    farm.owed[good] -= 1
    farm.covering = True
    if log is not None:
        log.append(Event("paid", seat, {"item": payment.openly(move.item)}))
        payment.tell_owner(seat, move.item, log)
    settle(pos, seat, log)
