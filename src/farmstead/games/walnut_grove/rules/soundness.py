"""Whether a position could come from a game: what is read from outside is checked before it is played."""

from __future__ import annotations

from typing import Final

from farmstead.engine.contract import CHANCE, BadPosition, Seat
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.autumn import room_for_labourers, something_left
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.payment import covers, missing
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.games.walnut_grove.rules.winter import needs

AGENDAS: Final[dict[int, list[list[int]]]] = {  # the agendas of a seat to act, by season; autumn has its own
    names.PLACING: [[names.DECIDE_ROW]],
    names.SPRING: [[names.DECIDE_LAND]],
    names.SUMMER: [[names.DECIDE_WORK], [names.DECIDE_WORK, names.DECIDE_SURPLUS]],
    names.WINTER: [[names.DECIDE_WINTER]],
    names.LAST: [[names.DECIDE_LAST]],
}
DUE: Final[dict[int, int]] = {  # when chance may decide what
    names.CHANCE_BOARD: names.SETTING_UP,
    names.CHANCE_DISC: names.SETTING_UP,
    names.CHANCE_STOCK: names.SETTING_UP,
    names.CHANCE_TILE: names.SPRING,
    names.CHANCE_COIN: names.AUTUMN,
}


def need(holds: bool, what: str) -> None:
    if not holds:
        raise BadPosition(f"no game leads there: {what}")


def check(pos: Position) -> None:
    """Nothing is created or lost, and everybody stands before a decision of the season."""
    _check_year(pos)
    _check_pieces(pos)
    for farm in pos.farms:
        _check_farm(pos, farm)
    _check_acting(pos)
    for seat in range(len(pos.farms)):
        _check_agenda(pos, seat)
    for seat in pos.acting:
        moves = len(pos.odds()) if seat == CHANCE else len(pos.legal(seat))
        need(moves > 0, "somebody is to act and has no move")


def _check_year(pos: Position) -> None:
    """WG 1.4, 2.1."""
    years = pos.edition.years
    many = "eight years (WG 2.1)" if years == names.YEARS else f"{years} years (WG 9.7)"
    need(0 <= pos.year <= years, f"there are {many}")
    discs = [disc.id for disc in pos.discs_left]
    if pos.year:
        discs.append(pos.disc.id)
    need(len(discs) == len(set(discs)), "a year disc is there twice (WG 1.4)")
    need(len(pos.discs_left) == years - pos.year, "each year has its disc (WG 1.4)")
    under = [disc for disc in pos.discs_left if disc.pile == "A"]
    need(len(under) == max(0, (years + 1) // 2 - int(pos.year)), "the A discs lie on the B discs (WG 1.4)")
    need(pos.year > 0 or pos.season == names.SETTING_UP, "a season needs a year (WG 2.1)")


def _check_pieces(pos: Position) -> None:
    edition = pos.edition
    tiles, coins = pos.tile_bag[:], pos.coin_bag[:]
    for farm in pos.farms:
        tiles += farm.drawn + [tile.tile for tile in farm.land.tiles]
        for coin in range(3):
            coins[coin] += farm.barn[names.COPPER + coin] + farm.coins_drawn[coin]
    need(pos.tile_bag == sorted(pos.tile_bag), "the tile bag is written in order")
    need(sorted(tiles) == sorted(edition.tiles), "the land tiles are not those of the edition (WG 1.3)")
    need(coins == edition.coins and min(pos.coin_bag) >= 0, "the coins are not those of the edition (WG 1.3)")
    box = {3: edition.labourers[:], 2: edition.building_tiles[:], 7: edition.improvements[:]}
    each = edition.per_building[pos.players - 1]
    for building in names.STOCKED:
        need(pos.stocked(building) <= each, "too much waits in town (WG 1.5)")
        for kind in range(names.STOCK_KINDS[building]):
            box[names.STOCK_KINDS[building]][kind] -= pos.stock[names.STOCK_AT[building] + kind]
    for farm in pos.farms:
        for kind in range(3):
            box[3][kind] -= farm.labourers[kind] + farm.recruits[kind]
        for kind in range(7):
            box[7][kind] -= farm.improvements[kind]
        box[2][0] -= int(farm.huts)
        box[2][1] -= int(farm.barns)
    need(min(box[3] + box[2] + box[7]) >= 0, "there are more pieces than in the box (WG 1.5-1.7)")


def _check_farm(pos: Position, farm: Farm) -> None:
    board, land = farm.board, farm.land
    numbers = farm.stored + farm.barn + farm.labourers + farm.recruits + farm.improvements + farm.coins_drawn
    counts = [farm.huts, farm.barns, farm.help_turned, farm.to_lay, farm.figures, farm.surplus, farm.tolls]
    more = [farm.to_take, farm.coins_due, farm.repaying, farm.sold]
    need(min(numbers + farm.owed) >= 0 and min(counts + more) >= 0, "a number is below nothing")
    need(farm.room >= 0, "the barn holds more than its spaces (WG 4.6)")
    full = [land.squares[district] - farm.stored[district] for district in land.live]
    need(min(full) >= 0, "a district holds more goods than squares (WG 4.5)")
    need(0 <= farm.help_open <= 1, "at most one help tile is repayable (WG 7.2)")
    room = room_for_labourers(farm, pos.switches.huts_free_wagons)
    need(farm.hands() + farm.hired() <= room, "more labourers than there is room for (WG 5.9)")
    need(farm.huts <= board.hut_sites and farm.barns <= board.barn_sites, "more tiles than sites (WG 5.10)")
    need(sum(farm.improvements) <= board.improvement_sites, "more improvements than sites (WG 5.11)")
    known = 2 if farm.start_coins_known else 0
    need(farm.barn[names.COPPER] >= known, "two start coins are known and not there (WG 5.14)")


def _check_acting(pos: Position) -> None:
    """Who is to act, and in whose turn."""
    acting = pos.acting
    need(len(pos.farms) == pos.players or pos.chance == names.CHANCE_BOARD, "a board is missing (WG 1.1)")
    need(len(pos.farms) < pos.players or pos.chance != names.CHANCE_BOARD, "a board too many (WG 1.1)")
    if pos.chance != names.NO_CHANCE:
        need(acting == [CHANCE] and DUE[int(pos.chance)] == pos.season, "chance is due out of season")
        need((pos.chance == names.CHANCE_STOCK) <= (pos.year == 1), "the town is stocked once (WG 1.5)")
        if pos.chance == names.CHANCE_STOCK:
            _check_stocking(pos)
    elif pos.season == names.OVER:
        need(not acting and pos.year == pos.edition.years, "the game is over (WG 8.1)")
    else:
        need(len(acting) > 0 and acting == sorted(set(acting)), "nobody, or somebody twice, is to act")
        need(acting[0] >= 0 and acting[-1] < pos.players, "there is no such seat (WG 1.1)")
    if pos.season in (names.SPRING, names.SUMMER, names.AUTUMN, names.WINTER, names.LAST, names.OVER):
        need(min(pos.spots) > 0, "a figure stands nowhere (WG 1.9)")
    _check_order(pos)


def _check_stocking(pos: Position) -> None:
    """WG 1.5-1.7: one building is filled after the other."""
    each = pos.edition.per_building[pos.players - 1]
    amounts = [pos.stocked(building) for building in names.STOCKED]
    filled = amounts.count(each)
    in_order = amounts[:filled] == [each] * filled and sum(amounts[filled + 1 :]) == 0
    need(in_order, "the town is stocked in order")


def _check_order(pos: Position) -> None:
    """WG 5.2, 5.4."""
    seats = list(range(pos.players))
    need(not pos.order or sorted(pos.order) == seats, "the order of turns names each seat once (WG 5.2)")
    need(0 <= pos.turn <= pos.players, "there is no such turn (WG 5.3)")
    if pos.season == names.AUTUMN:
        need(len(pos.order) == pos.players and pos.turn < pos.players, "autumn has an order (WG 5.2)")
        right = pos.chance == names.CHANCE_COIN or pos.acting == [pos.order[int(pos.turn)]]
        need(right, "it is another's turn (WG 5.3)")
    for building in pos.edition.buildings:
        spot = pos.edition.index[building.number] * 2 + 2
        need(pos.spots.count(spot) <= building.places, "too many figures in a building (WG 5.4)")
    standing = [arrived for seat, arrived in enumerate(pos.arrived) if pos.spots[seat] > 0]
    need(len(set(standing)) == len(standing), "two figures came at the same time (WG 5.2)")


# ---- the decisions before a seat ------------------------------------------------------------------------


def _check_agenda(pos: Position, seat: Seat) -> None:
    farm = pos.farms[seat]
    agenda = farm.agenda[:]
    in_turn = pos.chance == names.CHANCE_COIN and seat == pos.order[int(pos.turn)]
    if seat not in pos.acting and not in_turn:
        need(not agenda, "a seat has a decision and is not to act")
        return
    if agenda[-1:] == [names.DECIDE_REPAY]:
        agenda.pop()
        need(1 <= farm.repaying <= 3 and farm.help_open == 1, "nothing is being bought off (WG 7.3)")
        need(covers(pos, farm, farm.repaying), "what is being bought off cannot be paid (WG 7.3)")
    if pos.season == names.AUTUMN:
        _check_visit(pos, farm, agenda)
    else:
        need(agenda in AGENDAS.get(int(pos.season), []), "a decision of another season")
        _check_numbers(pos, farm, agenda[-1])


def _check_numbers(pos: Position, farm: Farm, decision: int) -> None:
    if decision == names.DECIDE_LAND:
        need(1 <= farm.to_lay <= min(len(farm.drawn), pos.disc.lay), "no tile is left to lay (WG 3.2)")
    elif decision == names.DECIDE_WORK:
        need(1 <= farm.figures <= 1 + farm.hands(), "no figure is left to work (WG 4.2)")
        idle = [district for district in farm.land.live if not (farm.worked >> district) & 1]
        need(len(idle) > 0, "no district is left to work (WG 4.2)")
    elif decision == names.DECIDE_SURPLUS:
        need(farm.surplus > 0 and 0 <= farm.surplus_at < len(farm.land.parent), "no surplus is left (WG 4.5)")
    elif decision == names.DECIDE_WINTER:
        served = [due - owed for due, owed in zip(needs(pos, farm), farm.owed, strict=True)]
        need(sum(farm.owed) > 0 and min(served) >= 0, "that is not what winter asks (WG 6.4)")


def _check_visit(pos: Position, farm: Farm, agenda: list[int]) -> None:
    """WG 5.6: naming a building, then tolls, cost and its action, in this order."""
    if agenda == [names.DECIDE_VISIT]:
        need(farm.visiting < 0, "the building is named already (WG 5.6)")
        return
    need(farm.visiting >= 0, "no building is named (WG 5.6)")
    action = names.ACTIONS[names.TRADE[int(farm.visiting)]]
    if action == names.DECIDE_SALE and agenda == [names.DECIDE_COINS]:
        short = sum(farm.coins_drawn) > farm.room or farm.agenda[-1] == names.DECIDE_REPAY
        need(short or pos.chance == names.CHANCE_COIN, "there is room for the coins (WG 5.12)")
        need((farm.coins_due > 0) == (pos.chance == names.CHANCE_COIN), "coins are due, or not (WG 5.12)")
        need(farm.coins_due <= sum(pos.coin_bag), "the bag holds fewer coins (WG 5.13)")
        return
    stages = [[action], [action, names.DECIDE_COST], [action, names.DECIDE_COST, names.DECIDE_TOLL]]
    need(pos.chance == names.NO_CHANCE and agenda in stages, "no such stage of a visit (WG 5.6)")
    if agenda[-1] == names.DECIDE_TOLL:
        need(1 <= farm.tolls <= 2, "no toll is left to pay (WG 5.6)")
    cost = pos.edition.buildings[int(farm.visiting)].cost
    if names.DECIDE_COST in agenda:
        paid = [cost[good] - farm.owed[good] for good in range(5)]
        need(min(paid) >= 0 and (farm.covering or max(paid) == 0), "that is not the building's cost (WG 5.6)")
        payable = missing(farm, farm.owed) <= farm.coins()
        need(payable or not farm.covering, "the cost cannot be paid (WG 5.6)")
    if farm.agenda[-1] == names.DECIDE_COST:
        need(sum(farm.owed) > 0 and missing(farm, farm.owed) <= farm.coins(), "no cost can be paid (WG 5.6)")
    if farm.covering or farm.agenda[-1] == names.DECIDE_COST or agenda == [action]:
        need(something_left(pos, farm, int(farm.visiting)), "nothing is left to take (WG 5.5)")
    if agenda == [names.DECIDE_GOODS]:
        need(1 <= farm.to_take <= 2, "no good is left to take (WG 5.8)")
