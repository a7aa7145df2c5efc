"""Neighbours' help (WG 7): buying off the repayable tile is a free action at every own decision."""

from __future__ import annotations

from typing import Final

from farmstead.engine.contract import Action, Event, Seat
from farmstead.games.walnut_grove.rules import payment
from farmstead.games.walnut_grove.rules.actions import JOKERS, Give
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import COPPER, DECIDE_REPAY, GOLD
from farmstead.games.walnut_grove.rules.position import Position

HELP_TILE_GOODS: Final = 3  # WG 7.1


def can_repay(pos: Position, farm: Farm) -> bool:
    """WG 7.3: there is an open tile and three goods can be given for it."""
    return farm.help_open > 0 and payment.covers(pos, farm, HELP_TILE_GOODS)


def begin(farm: Farm) -> None:
    farm.repaying = HELP_TILE_GOODS
    farm.agenda.append(DECIDE_REPAY)


def offer_gives(pos: Position, farm: Farm, out: list[Action]) -> None:
    """Any good from barn or land, and coins where they may stand in; the rest must stay payable."""
    rest = farm.repaying - 1
    for good in range(5):
        if farm.goods[good] > 0 and payment.still_covers_without(pos, farm, good, rest):
            payment.offer_good(farm, good, out)
    if pos.switches.jokers_anywhere:
        for coin in range(COPPER, GOLD + 1):
            if farm.barn[coin] > 0 and payment.still_covers_without(pos, farm, coin, rest):
                out.append(JOKERS[0][coin - COPPER])


def pay_back(pos: Position, seat: Seat, move: Give, log: list[Event] | None) -> bool:
    """Give one of the three; whether the tile is bought off with it."""
    farm = pos.farms[seat]
    payment.give(pos, farm, move)
    farm.repaying -= 1
    if log is not None:
        log.append(Event("repaid", seat, {"item": payment.openly(move.item)}))
        payment.tell_owner(seat, move.item, log)
    if farm.repaying > 0:
        return False
    farm.agenda.pop()
    farm.help_open = 0
    if log is not None:
        log.append(Event("help_bought_off", seat))
    return True


def take_help(pos: Position, seat: Seat, why: str, log: list[Event] | None) -> None:
    """WG 7.1, 7.2."""
    farm = pos.farms[seat]
    if log is not None:
        log.append(Event("helped", seat, {"why": why, "turned": int(farm.help_open)}))
    farm.accept_help()
