"""What the buildings give (WG 5.8-5.11): goods, labourers, huts and barns, improvements."""

from __future__ import annotations

from farmstead.engine.contract import Action, Event, Seat
from farmstead.games.walnut_grove.rules import actions
from farmstead.games.walnut_grove.rules.autumn import has_site, settle
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import (
    BUILDING_TILES,
    COLOURS,
    DECIDE_BUILDING,
    DECIDE_GOODS,
    DECIDE_LABOURER,
    GOODS,
    HUT,
    IMPROVEMENTS,
    STOCK_AT,
)
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.games.walnut_grove.rules.summer import offer_throws


def offer_action(pos: Position, farm: Farm, decision: int, out: list[Action]) -> None:
    if decision == DECIDE_GOODS:
        offer_goods(farm, out)
    elif decision == DECIDE_LABOURER:
        offer_labourers(pos, farm, out)
    elif decision == DECIDE_BUILDING:
        offer_tiles(pos, farm, out)
    else:
        offer_improvements(pos, farm, out)


def offer_goods(farm: Farm, out: list[Action]) -> None:
    """WG 5.8: any good while there is room; without room throw something away or lose the rest (4.6)."""
    if farm.room > 0:
        for good in range(5):
            out.append(actions.TAKES[good])
    else:
        offer_throws(farm, out)
        out.append(actions.LEAVE)


def take(pos: Position, seat: Seat, move: actions.Take, log: list[Event] | None) -> None:
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
            out.append(actions.HIRES[colour])


def hire(pos: Position, seat: Seat, move: actions.Hire, log: list[Event] | None) -> None:
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
            out.append(actions.BUILDS[tile])


def build(pos: Position, seat: Seat, move: actions.Build, log: list[Event] | None) -> None:
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
            out.append(actions.BUYS[kind])


def buy(pos: Position, seat: Seat, move: actions.Buy, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    pos.stock[STOCK_AT[int(farm.visiting)] + move.improvement] -= 1
    farm.improvements[move.improvement] += 1
    farm.agenda.pop()
    if log is not None:
        log.append(Event("bought", seat, {"improvement": IMPROVEMENTS[move.improvement]}))
    settle(pos, seat, log)
