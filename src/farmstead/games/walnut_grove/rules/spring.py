"""Spring (WG 3): every player draws land tiles, lays some, gives the others back."""

from __future__ import annotations

from bisect import bisect_left, insort

from farmstead.engine.contract import Action, Dealer, Event, Seat
from farmstead.engine.square import cell_text
from farmstead.games.walnut_grove.rules.actions import Lay, TileDrawn, lays, tile_drawn
from farmstead.games.walnut_grove.rules.names import CHANCE_TILE, DECIDE_LAND, NO_CHANCE, SPRING
from farmstead.games.walnut_grove.rules.position import Position


def begin(pos: Position) -> None:
    pos.season = SPRING
    pos.await_chance(CHANCE_TILE)


def drawing(pos: Position) -> Seat:
    """WG 3.1: whose tile is drawn next; from seat 1 on, before any tile is laid."""
    for seat in range(pos.players):
        if len(pos.farms[seat].drawn) < pos.disc.draw:
            return seat
    return -1


def chance_name(pos: Position) -> str:
    seat = drawing(pos)
    return f"year {pos.year} spring seat {seat + 1} tile {len(pos.farms[seat].drawn) + 1}"


def odds(pos: Position) -> list[tuple[Action, int]]:
    return [(tile_drawn(tile), 1) for tile in pos.tile_bag]


def deal(pos: Position, dealer: Dealer) -> Action:
    return tile_drawn(pos.tile_bag[dealer.below(len(pos.tile_bag))])


def draw(pos: Position, move: TileDrawn, log: list[Event] | None) -> None:
    seat = drawing(pos)
    bag = pos.tile_bag
    place = bisect_left(bag, move.tile)
    assert bag[place] == move.tile
    del bag[place]
    pos.encoded = None
    pos.farms[seat].drawn.append(move.tile)
    if log is not None:
        log.append(Event("tile_drawn", seat, {"tile": move.tile}))
    if drawing(pos) < 0:
        open_season(pos)


def open_season(pos: Position) -> None:
    """WG 2.2: all players lay at the same time."""
    pos.chance = NO_CHANCE
    pos.acting = list(range(pos.players))
    for farm in pos.farms:
        farm.to_lay = pos.disc.lay
        farm.agenda.append(DECIDE_LAND)


def offer(pos: Position, seat: Seat, out: list[Action]) -> None:
    """WG 3.3: each drawn tile, on each free cell that touches the farm, in four rotations."""
    farm = pos.farms[seat]
    for tile in farm.drawn:
        for cell in farm.land.frontier:
            out += lays(tile, cell)


def lay(pos: Position, seat: Seat, move: Lay, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    areas = farm.land.areas
    farm.lay(pos.edition.tiles[move.tile].turned[move.turn], move.cell)
    farm.drawn.remove(move.tile)
    farm.to_lay -= 1
    if log is not None:
        log.append(Event("laid", seat, {"tile": move.tile, "at": cell_text(move.cell), "turn": move.turn}))
        if farm.land.areas > areas:
            log.append(Event("enclosed", seat, {"areas": farm.land.areas - areas}))
    if farm.to_lay == 0:
        farm.agenda.pop()
        pos.finish(seat)


def end(pos: Position) -> None:
    """WG 3.2: when every player has finished, the tiles not laid go back into the bag."""
    pos.encoded = None
    for farm in pos.farms:
        for tile in farm.drawn:
            insort(pos.tile_bag, tile)
        farm.drawn = []
