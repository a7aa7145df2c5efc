"""What the buildings give (WG 5.8-5.11): goods, labourers, huts and barns, improvements."""

from __future__ import annotations

from typing import Final

from farmstead.engine.contract import Action, Event, Seat
from farmstead.games.walnut_grove.rules import actions, names
from farmstead.games.walnut_grove.rules.autumn import has_site, settle
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.games.walnut_grove.rules.summer import offer_throws

# By trade: the moves that take its pieces.
PIECES: Final[list[list[Action]]] = [[], [*actions.HIRES], [*actions.BUILDS], [*actions.BUYS]]


def offer_action(pos: Position, farm: Farm, decision: int, out: list[Action]) -> None:
    if decision == names.DECIDE_GOODS:
        offer_goods(farm, out)
    else:
        offer_pieces(pos, farm, out)


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
    farm.put(move.what)
    farm.to_take -= 1
    if log is not None:
        log.append(Event("took", seat, {"good": names.GOODS[move.what]}))
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


def offer_pieces(pos: Position, farm: Farm, out: list[Action]) -> None:
    """WG 5.9-5.11: what waits there; of huts and barns those for which the farm has a free site."""
    building = int(farm.visiting)
    first, trade = names.STOCK_AT[building], names.TRADE[building]
    moves = PIECES[trade]
    for kind in range(len(moves)):
        if pos.stock[first + kind] > 0 and (trade != names.CARPENTRY or has_site(farm, kind)):
            out.append(moves[kind])


def take_piece(pos: Position, seat: Seat, kind: int, log: list[Event] | None) -> None:
    """A labourer waits beside the board until winter is over (WG 5.9). A barn adds spaces, a hut houses a
    labourer, both at once (WG 5.10).
    """
    farm = pos.farms[seat]
    building = int(farm.visiting)
    trade = names.TRADE[building]
    pos.stock[names.STOCK_AT[building] + kind] -= 1
    if trade == names.LODGING:
        farm.recruits[kind] += 1
    elif trade == names.WARES:
        farm.improvements[kind] += 1
    elif kind == names.HUT:
        farm.huts += 1
    else:
        farm.barns += 1
        farm.room += farm.board.barn_tile_adds
    farm.agenda.pop()
    if log is not None:
        log.append(taken(seat, trade, names.KINDS[building][kind]))
    settle(pos, seat, log)


def taken(seat: Seat, trade: int, piece: str) -> Event:
    """What is told of a piece that was taken."""
    if trade == names.LODGING:
        return Event("hired", seat, {"colour": piece})
    if trade == names.WARES:
        return Event("bought", seat, {"improvement": piece})
    return Event("built", seat, {"tile": piece})
