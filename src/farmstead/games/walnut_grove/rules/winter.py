"""Winter (WG 6): food, then fire; then the recruits join."""

from __future__ import annotations

from farmstead.engine.contract import Action, Event, Seat
from farmstead.games.walnut_grove.rules import payment
from farmstead.games.walnut_grove.rules.actions import HELPS, AskForHelp, Give
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.help import take_help
from farmstead.games.walnut_grove.rules.names import DECIDE_WINTER, GOODS, NOTHING, WINTER, WOOD
from farmstead.games.walnut_grove.rules.position import Position


def begin(pos: Position) -> None:
    pos.season = WINTER
    pos.acting = list(range(pos.players))
    for seat in range(pos.players):
        farm = pos.farms[seat]
        farm.owed = needs(pos, farm)
        farm.agenda.append(DECIDE_WINTER)
        settle(pos, seat)


def needs(pos: Position, farm: Farm) -> list[int]:
    """WG 6.1-6.3: a good for each labourer, two of a doubled colour; wood for fires and wagons."""
    owed = farm.labourers + [0, 0]
    if pos.disc.doubled != NOTHING:
        owed[pos.disc.doubled] *= 2
    owed[WOOD] = pos.disc.fires + max(0, int(farm.hands() - farm.huts))
    return owed


def settle(pos: Position, seat: Seat) -> None:
    farm = pos.farms[seat]
    if payment.next_owed(farm) == NOTHING:
        farm.agenda.pop()
        pos.finish(seat)


def hungry(farm: Farm) -> bool:
    """WG 6.3: fires come after everyone has been served."""
    return farm.owed[0] + farm.owed[1] + farm.owed[2] > 0


def offer(pos: Position, seat: Seat, out: list[Action]) -> None:
    """WG 6.4: for each good owed, food before fire: the good, a coin, or help if it is not there."""
    farm = pos.farms[seat]
    if not hungry(farm):
        offer_need(pos, farm, WOOD, out)
        return
    for good in range(3):
        if farm.owed[good] > 0:
            offer_need(pos, farm, good, out)


def offer_need(pos: Position, farm: Farm, good: int, out: list[Action]) -> None:
    payment.offer_good(farm, good, out)
    if pos.switches.jokers_anywhere:
        payment.offer_jokers(farm, good, out)
    if farm.goods[good] == 0:
        out.append(HELPS[good])


def serve(pos: Position, seat: Seat, move: Give, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    good = move.item if move.stands_for == NOTHING else move.stands_for
    payment.give(pos, farm, move)
    farm.owed[good] -= 1
    if log is not None:
        args = {"item": payment.openly(move.item), "good": GOODS[good]}
        log.append(Event("burnt" if good == WOOD else "eaten", seat, args))
        payment.tell_owner(seat, move.item, log)
    settle(pos, seat)


def ask(pos: Position, seat: Seat, move: AskForHelp, log: list[Event] | None) -> None:
    pos.farms[seat].owed[move.what] -= 1
    take_help(pos, seat, GOODS[move.what], log)
    settle(pos, seat)


def end(pos: Position, log: list[Event] | None) -> None:
    """WG 6.5: the recruits become active."""
    for seat in range(pos.players):
        farm = pos.farms[seat]
        if log is not None and farm.hired() > 0:
            log.append(Event("joined", seat, {"count": int(farm.hired())}))
        for colour in range(3):
            farm.labourers[colour] += farm.recruits[colour]
            farm.recruits[colour] = 0
