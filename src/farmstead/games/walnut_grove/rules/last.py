"""The last decision before scoring (WG 8.10): free actions only."""

from __future__ import annotations

from farmstead.engine.contract import Action, Event, Seat
from farmstead.engine.square import cell_text
from farmstead.games.walnut_grove.rules.actions import DONE, Move, on_land
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import DECIDE_LAST, GOODS, LAST, OVER, STORE
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.games.walnut_grove.rules.summer import offer_throws


def begin(pos: Position) -> None:
    pos.season = LAST
    pos.acting = list(range(pos.players))
    for farm in pos.farms:
        farm.agenda.append(DECIDE_LAST)


def offer(pos: Position, seat: Seat, out: list[Action]) -> None:
    """WG 2.3, 8.10: done; goods from land to the barn while there is room; anything thrown away."""
    farm = pos.farms[seat]
    out.append(DONE)
    land = farm.land
    if farm.room > 0:
        for district in land.live:
            if farm.stored[district] > 0:
                out.append(on_land(land.terrain[district], land.anchor[district]).move)
    offer_throws(farm, out)


def move(pos: Position, seat: Seat, move: Move, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    farm.take_from(move.good, move.cell)
    farm.put(move.good)
    if log is not None:
        log.append(Event("moved", seat, {"good": GOODS[move.good], "at": cell_text(move.cell)}))


def done(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    farm.agenda.pop()
    filled = fill_store(farm)
    if log is not None and filled:
        log.append(Event("store_filled", seat, {"count": filled}))
    pos.finish(seat)


def fill_store(farm: Farm) -> int:
    """WG 8.10: for the owner of a store, free barn spaces fill from land by themselves."""
    filled = 0
    if farm.improvements[STORE] == 0:
        return filled
    for district in farm.land.live:
        while farm.room > 0 and farm.stored[district] > 0:
            farm.stored[district] -= 1
            good = farm.land.terrain[district]
            farm.goods[good] -= 1
            farm.put(good)
            filled += 1
    return filled


def end(pos: Position, log: list[Event] | None) -> None:
    pos.season = OVER
    if log is not None:
        log.append(Event("game_over"))
