"""The street round the town (WG 5.1-5.4): who goes next, what lies on the way, who stands where."""

from __future__ import annotations

from farmstead.engine.contract import Seat
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.position import Position


def row_spot(edition: Edition, row: int) -> int:
    """The spot of a start row: past its toll line, before the building (WG 5.1)."""
    return edition.rows[row] * 2 + 1


def building_spot(edition: Edition, building: int) -> int:
    return edition.index[building] * 2 + 2


def building_at(edition: Edition, spot: int) -> int:
    """The building at a spot, or -1 in a start row."""
    return -1 if spot % 2 else edition.ring[spot // 2 - 1].number


def turn_order(pos: Position) -> list[Seat]:
    """WG 5.2: farthest along from the Town Hall line first; of two in one place, the one that came first."""
    keys = [(-pos.spots[seat], pos.arrived[seat], seat) for seat in range(pos.players)]
    keys.sort()
    return [seat for _, _, seat in keys]


def first_step(spot: int) -> int:
    """The ring index entered by the first step from a spot."""
    return (spot - 1) // 2 if spot % 2 else spot // 2


def toll_lines(edition: Edition, spot: int, building: int) -> int:
    """WG 5.1, 5.6: toll lines crossed on the way; leaving a start row costs none."""
    ring = len(edition.ring)
    goal = edition.index[building]
    step = first_step(spot) % ring
    crossed = 0
    if edition.lines[step] and spot % 2 == 0:
        crossed += 1
    while step != goal:
        step = (step + 1) % ring
        if edition.lines[step]:
            crossed += 1
    return crossed


def standing(pos: Position, spot: int, besides: Seat) -> int:
    """How many other figures stand at a spot."""
    count = 0
    spots = pos.spots
    for seat in range(pos.players):
        if spots[seat] == spot and seat != besides:
            count += 1
    return count


def walk(pos: Position, seat: Seat, spot: int) -> None:
    pos.spots[seat] = spot
    pos.arrived[seat] = int(pos.arrivals)
    pos.arrivals += 1
