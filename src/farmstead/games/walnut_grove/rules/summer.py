"""Summer (WG 4): every figure works a district of its own and harvests."""

from __future__ import annotations

from farmstead.engine.contract import Action, Event, Seat
from farmstead.engine.square import cell_text
from farmstead.games.walnut_grove.rules.actions import KEEPS, LEAVE, THROWS, Keep, Throw, Work
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import COPPER, DECIDE_SURPLUS, DECIDE_WORK, GOODS, ITEMS, SUMMER
from farmstead.games.walnut_grove.rules.payment import openly, tell_owner
from farmstead.games.walnut_grove.rules.position import Position


def begin(pos: Position) -> None:
    """WG 4.2: the farmer and every active labourer must work."""
    pos.season = SUMMER
    pos.acting = list(range(pos.players))
    for farm in pos.farms:
        farm.figures = 1 + farm.hands()
        farm.agenda.append(DECIDE_WORK)


def offer(pos: Position, seat: Seat, out: list[Action]) -> None:
    """WG 4.2: every district without a figure."""
    farm = pos.farms[seat]
    worked = farm.worked
    live, works = farm.land.live, farm.land.works
    for n in range(len(live)):
        if not (worked >> live[n]) & 1:
            out.append(works[n])


def harvest(pos: Position, seat: Seat, move: Work, log: list[Event] | None) -> None:
    """WG 4.3-4.5: a good for each tile, one more of the summer good; free squares fill first."""
    farm = pos.farms[seat]
    land = farm.land
    good = move.good
    district = land.anchored(good, move.cell)
    count = land.size[district] + (1 if pos.disc.summer == good else 0)
    farm.worked |= 1 << district
    farm.figures -= 1
    farm.surplus = count
    farm.surplus_at = district
    if log is not None:
        at = cell_text(move.cell)
        log.append(Event("harvested", seat, {"good": GOODS[good], "count": count, "at": at}))
    farm.agenda.append(DECIDE_SURPLUS)
    settle(pos, seat)


def settle(pos: Position, seat: Seat) -> None:
    """Fill free squares with what was harvested; then the next figure, or the end of the seat's summer."""
    farm = pos.farms[seat]
    if farm.surplus > 0:
        _fill_squares(farm)
    if farm.surplus > 0:
        return
    if farm.agenda[-1] == DECIDE_SURPLUS:
        farm.agenda.pop()
    if farm.figures == 0 or not _district_left(farm):
        farm.figures = 0
        farm.agenda.pop()
        pos.finish(seat)


def _fill_squares(farm: Farm) -> None:
    district = farm.surplus_at
    land = farm.land
    placed = min(int(farm.surplus), land.squares[district] - farm.stored[district])
    farm.stored[district] += placed
    farm.goods[land.terrain[district]] += placed
    farm.surplus -= placed


def end(pos: Position) -> None:
    """The figures come home."""
    for farm in pos.farms:
        farm.worked = 0


def _district_left(farm: Farm) -> bool:
    """WG 4.2: a figure for which no district is left rests."""
    for district in farm.land.live:
        if not (farm.worked >> district) & 1:
            return True
    return False


def offer_surplus(farm: Farm, out: list[Action]) -> None:
    """WG 4.5, 4.6: into the barn good by good; without room, throw something away; or leave the rest."""
    if farm.room > 0:
        out.append(KEEPS[farm.land.terrain[farm.surplus_at]])
    else:
        offer_throws(farm, out)
    out.append(LEAVE)


def offer_throws(farm: Farm, out: list[Action]) -> None:
    """WG 4.6: anything in the barn."""
    barn = farm.barn
    for item in range(8):
        if barn[item] > 0:
            out.append(THROWS[item])


def keep(pos: Position, seat: Seat, move: Keep, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    farm.put(move.what)
    farm.surplus -= 1
    if log is not None:
        log.append(Event("kept", seat, {"item": ITEMS[move.what]}))
    settle(pos, seat)


def leave(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """WG 4.6: goods that find no room are lost."""
    farm = pos.farms[seat]
    if log is not None:
        good = GOODS[farm.land.terrain[farm.surplus_at]]
        log.append(Event("lost", seat, {"item": good, "count": int(farm.surplus)}))
    farm.surplus = 0
    settle(pos, seat)


def throw(pos: Position, seat: Seat, move: Throw, log: list[Event] | None) -> None:
    """WG 4.6: goods go to the supply, coins to the coin bag; only their owner sees which coin."""
    pos.farms[seat].take(move.what)
    if move.what >= COPPER:
        pos.coin_bag[move.what - COPPER] += 1
    if log is not None:
        log.append(Event("thrown", seat, {"item": openly(move.what)}))
        tell_owner(seat, move.what, log)
