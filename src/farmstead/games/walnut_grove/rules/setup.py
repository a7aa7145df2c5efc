"""Set-up (WG 1): boards, the first disc, the town, the figures."""

from __future__ import annotations

from farmstead.engine.contract import Action, Dealer, Event, Seat
from farmstead.games.walnut_grove.rules import actions, names
from farmstead.games.walnut_grove.rules.components import Board, Disc
from farmstead.games.walnut_grove.rules.farm import new_farm
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.games.walnut_grove.rules.town import row_spot, walk


def boards_left(pos: Position) -> list[tuple[Board, int]]:
    """WG 1.1: the boards not yet dealt."""
    dealt = [farm.board.kind for farm in pos.farms]
    return [(board, board.copies - dealt.count(board.kind)) for board in pos.edition.boards]


def discs_on_top(pos: Position) -> list[Disc]:
    """WG 1.4: A lies on B, each pile shuffled: any A while there is one, then any B."""
    pile = min([disc.pile for disc in pos.discs_left])
    return [disc for disc in pos.discs_left if disc.pile == pile]


def next_to_stock(pos: Position) -> int:
    """The building that gets the next piece, or -1 when the town is stocked."""
    return _next_after(pos, sum(pos.stock))


def _next_after(pos: Position, pieces: int) -> int:
    """The building that gets the next piece when so many lie in town, or -1."""
    filled = pieces // pos.edition.per_building[pos.players - 1]
    return names.STOCKED[filled] if filled < len(names.STOCKED) else -1


def pieces_left(pos: Position, building: int) -> list[int]:
    """WG 1.5-1.7: what can still be put there: the box less start labourers and what lies in town."""
    trade = names.TRADE[building]
    edition = pos.edition
    if trade == names.LODGING:
        left = edition.labourers[:]
        for farm in pos.farms:
            left[farm.board.first_wagon] -= 1
    else:
        left = edition.improvements[:] if trade == names.WARES else edition.building_tiles[:]
    stock = pos.stock
    for first in names.STOCK_OF[trade]:
        for kind in range(len(left)):
            left[kind] -= stock[first + kind]
    return left


def chance_name(pos: Position) -> str:
    if pos.chance == names.CHANCE_BOARD:
        return f"board seat {len(pos.farms) + 1}"
    if pos.chance == names.CHANCE_DISC:
        return f"year {pos.year + 1} disc"
    building = next_to_stock(pos)
    return f"{names.BUILDINGS[building]} {names.SORTS[names.TRADE[building]]} {pos.stocked(building) + 1}"


def odds(pos: Position) -> list[tuple[Action, int]]:
    if pos.chance == names.CHANCE_BOARD:
        return [(actions.board_dealt(board.kind), left) for board, left in boards_left(pos) if left]
    if pos.chance == names.CHANCE_DISC:
        return [(actions.disc_turned(disc.id), 1) for disc in discs_on_top(pos)]
    building = next_to_stock(pos)
    pieces = actions.PIECES[names.TRADE[building]]
    left = pieces_left(pos, building)
    return [(pieces[kind], left[kind]) for kind in range(len(left)) if left[kind] > 0]


def deal_piece(pos: Position, dealer: Dealer) -> Action:
    """Draw as from `odds`, without writing them down."""
    building = next_to_stock(pos)
    left = pieces_left(pos, building)
    ticket = dealer.below(sum(left))
    kind = 0
    while ticket >= left[kind]:
        ticket -= left[kind]
        kind += 1
    return actions.PIECES[names.TRADE[building]][kind]


def happen(pos: Position, move: Action, log: list[Event] | None) -> None:
    if isinstance(move, actions.BoardDealt):
        deal_board(pos, move.name, log)
    elif isinstance(move, actions.DiscTurned):
        turn_disc(pos, move.name, log)
    elif isinstance(move, actions.Stocked):
        stock_piece(pos, move.what, log)


def deal_board(pos: Position, kind: str, log: list[Event] | None) -> None:
    """WG 1.1, 1.2: a board with its labourer, coins and wood."""
    board = pos.edition.board(kind)
    assert board is not None
    pos.farms.append(new_farm(board, pos.switches.beside))
    pos.coin_bag[0] -= 2
    if log is not None:
        args = {"board": kind, "labourer": names.COLOURS[board.first_wagon]}
        log.append(Event("board_dealt", len(pos.farms) - 1, args))
    if len(pos.farms) == pos.players:
        pos.await_chance(names.CHANCE_DISC)


def turn_disc(pos: Position, id: str, log: list[Event] | None) -> None:
    """WG 1.4, 6.5: the disc of the year that begins."""
    disc = pos.edition.disc(id)
    assert disc is not None
    pos.disc = disc
    pos.discs_left = [other for other in pos.discs_left if other is not disc]
    pos.encoded = None
    pos.year += 1
    pos.chance = names.NO_CHANCE
    pos.acting = []
    if log is not None:
        log.append(Event("year_began", args={"year": int(pos.year), "disc": id}))
    if pos.year == 1:
        pos.await_chance(names.CHANCE_STOCK)


def stock_piece(pos: Position, kind: int, log: list[Event] | None) -> None:
    """WG 1.5-1.7; when the town is stocked, the figures are placed (1.9)."""
    pieces = sum(pos.stock)
    building = _next_after(pos, pieces)
    pos.stock[names.STOCK_AT[building] + kind] += 1
    if log is not None:
        piece = names.KINDS[building][kind]
        log.append(Event("stocked", args={"building": names.BUILDINGS[building], "piece": piece}))
    if _next_after(pos, pieces + 1) < 0:
        pos.chance = names.NO_CHANCE
        pos.season = names.PLACING
        await_figure(pos, pos.switches.start)


def await_figure(pos: Position, seat: Seat) -> None:
    pos.acting = [seat]
    pos.farms[seat].agenda.append(names.DECIDE_ROW)


def offer_rows(out: list[Action]) -> None:
    """WG 1.9: both rows have a space for every player."""
    out.append(actions.STARTS[names.CHURCH_ROW])
    out.append(actions.STARTS[names.TOWN_HALL_ROW])


def place_figure(pos: Position, seat: Seat, move: actions.Start, log: list[Event] | None) -> None:
    walk(pos, seat, row_spot(pos.edition, move.what))
    pos.farms[seat].agenda.pop()
    if log is not None:
        log.append(Event("figure_placed", seat, {"row": names.ROWS[move.what]}))
    following = (seat + 1) % pos.players
    if following == pos.switches.start:
        pos.acting = []
    else:
        await_figure(pos, following)
