"""Why a move is not possible: for every move that can be written, in every position, a paragraph and a key.

The words for the keys live outside the rules. First it is asked who may act at all, then whether the move
belongs to the decision at hand, then what the rules say about this very move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from farmstead.engine.contract import CHANCE, Action, Arg, Refusal, Seat
from farmstead.engine.square import cell_at, cell_text, row_of
from farmstead.games.walnut_grove.rules import actions, names
from farmstead.games.walnut_grove.rules.autumn import has_improvement_site, has_place, has_room, has_site
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.help import HELP_TILE_GOODS
from farmstead.games.walnut_grove.rules.payment import covers, missing, next_owed, payable
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.games.walnut_grove.rules.winter import hungry

MAX_INSTEAD: Final = 12  # how many moves a refusal names that would do


def why_not(pos: Position, seat: Seat, move: Action, legal: Sequence[Action]) -> Refusal:
    """Why `seat` cannot make `move`; `legal` are the moves it can make."""
    refusal = _who(pos, seat, move) or _what(pos, seat, move)
    refusal.tried = str(move)
    refusal.instead = _instead(move, legal)
    return refusal


def _no(paragraph: str, key: str, args: Mapping[str, Arg] | None = None) -> Refusal:
    return Refusal("WG " + paragraph, key, "", args)


def _instead(move: Action, legal: Sequence[Action]) -> list[str]:
    """Moves of the same sort that would do, or else any."""
    verb = str(move).split()[0]
    texts = [str(other) for other in legal]
    return ([text for text in texts if text.split()[0] == verb] or texts)[:MAX_INSTEAD]


# ---- who may act ---------------------------------------------------------------------------------------


def _who(pos: Position, seat: Seat, move: Action) -> Refusal | None:
    of_chance = isinstance(
        move, (actions.BoardDealt, actions.DiscTurned, actions.Stocked, actions.TileDrawn, actions.CoinDrawn)
    )
    if seat == CHANCE:
        return _chance(pos, move) if of_chance else _no("2.2", "not_for_chance")
    if not 0 <= seat < pos.players:
        return _no("1.1", "no_such_seat", {"seats": pos.players})
    if of_chance:
        return _no(_paragraph(pos, move), "only_chance")
    if pos.season == names.OVER:
        return _no("8.1", "game_over")
    if pos.chance != names.NO_CHANCE:
        return _no("2.1", "chance_first", {"event": pos.chance_name().replace(" ", "_")})
    return None if seat in pos.acting else _any_time(pos, move) or _wait(pos, seat)


def _any_time(pos: Position, move: Action) -> Refusal | None:
    """WG 2.3, R16, R37: allowed at any time by the rulebooks; before it matters nothing is lost."""
    if pos.season != names.LAST and isinstance(move, actions.Move):
        return _no("2.3", "moved_before_scoring")
    if pos.season != names.LAST and isinstance(move, actions.Throw):
        return _no("2.3", "thrown_to_make_room")
    return None


def _wait(pos: Position, seat: Seat) -> Refusal:
    if pos.season == names.AUTUMN and seat in pos.order[: pos.turn]:
        return _no("5.3", "turn_over", {"turn": pos.acting[0] + 1})
    if pos.season == names.AUTUMN:
        return _no("5.2", "not_your_turn", {"turn": pos.acting[0] + 1})
    if pos.season == names.PLACING:
        return _no("1.9", "not_your_turn", {"turn": pos.acting[0] + 1})
    return _no("2.1", "season_finished", {"season": names.SEASONS[pos.season]})


def _chance(pos: Position, move: Action) -> Refusal:
    paragraph = _paragraph(pos, move)
    if pos.chance == names.NO_CHANCE:
        return _no(paragraph, "chance_not_due")
    if str(pos.odds()[0][0]).split()[0] != str(move).split()[0]:  # chance has to decide something else
        return _no(paragraph, "other_chance_due", {"event": pos.chance_name().replace(" ", "_")})
    if isinstance(move, actions.CoinDrawn):
        return _no("5.13", "no_such_coin_in_bag", {"coin": names.ITEMS[move.what]})
    if isinstance(move, actions.TileDrawn):
        return _no("3.1", "tile_not_in_bag", {"tile": move.tile})
    if isinstance(move, actions.DiscTurned):
        return _no("1.4", "disc_not_on_top", {"disc": move.name})
    return _no(paragraph, "none_left")


# ---- what belongs to the decision at hand ---------------------------------------------------------------


def _paragraph(pos: Position, move: Action) -> str:
    """The paragraph that says when a move of this sort is made."""
    if (verb := str(move).split()[0]) == "give":
        joker = (
            isinstance(move, actions.Give) and move.item >= names.COPPER and move.stands_for == names.NOTHING
        )
        return "7.3" if joker else "4.8"
    return actions.FORMS[verb].rule


def _not_now(pos: Position, farm: Farm, move: Action) -> Refusal:
    if (lossless := _any_time(pos, move)) is not None:
        return lossless
    decision = farm.agenda[-1]
    paragraph = _paragraph(pos, move)
    idle = isinstance(move, (actions.Done, actions.Leave)) or (
        isinstance(move, actions.Pass) and decision in (names.DECIDE_LAND, names.DECIDE_WORK)
    )
    if idle or decision == names.DECIDE_LAST:
        paragraph = names.ASKED_BY[names.DECISIONS[decision]]  # for those who would rather do nothing
    elif decision in (names.DECIDE_VISIT, names.DECIDE_TOLL) and paragraph == "4.8":
        paragraph = "5.6"
    return _no(paragraph, "not_now", {"decision": names.DECISIONS[decision], "verb": str(move).split()[0]})


def _what(pos: Position, seat: Seat, move: Action) -> Refusal:
    farm = pos.farms[seat]
    decision = farm.agenda[-1]
    if isinstance(move, actions.Give):
        return _give(pos, farm, move, decision)
    if decision == names.DECIDE_REPAY:
        return _no("7.3", "finish_repaying", {"left": int(farm.repaying)})
    if isinstance(move, actions.Repay):
        return _repay(pos, farm)
    if isinstance(move, actions.Lay) and decision == names.DECIDE_LAND:
        return _lay(pos, farm, move)
    if isinstance(move, actions.Work) and decision == names.DECIDE_WORK:
        return _work(farm, move)
    if isinstance(move, actions.Visit) and decision == names.DECIDE_VISIT:
        return _visit(pos, seat, move.what)
    if isinstance(move, actions.Toll) and decision == names.DECIDE_TOLL:
        return _toll(farm, move)
    if isinstance(move, actions.AskForHelp) and decision == names.DECIDE_WINTER:
        return _help(farm, move.what)
    if isinstance(move, actions.Move) and decision == names.DECIDE_LAST:
        return _absent(farm, move.good, move.cell) or _no("4.6", "no_room")
    if isinstance(move, (actions.Keep, actions.Leave, actions.Throw)):
        return _store(pos, farm, move, decision)
    return _at_building(pos, farm, move, decision)


def _store(pos: Position, farm: Farm, move: Action, decision: int) -> Refusal:
    if isinstance(move, actions.Throw) and decision in (
        names.DECIDE_SURPLUS,
        names.DECIDE_GOODS,
        names.DECIDE_COINS,
        names.DECIDE_LAST,
    ):
        if farm.barn[move.what] == 0:
            return _no("4.6", "not_in_barn", {"item": names.ITEMS[move.what]})
        return _no("4.6", "room_enough")
    if isinstance(move, actions.Keep) and decision in (names.DECIDE_SURPLUS, names.DECIDE_COINS):
        return _keep(farm, move, decision)
    if isinstance(move, actions.Leave) and decision == names.DECIDE_GOODS:
        return _no("5.8", "room_for_goods")
    if isinstance(move, actions.Leave) and decision == names.DECIDE_COINS:
        return _no("5.12", "room_for_coins")
    return _not_now(pos, farm, move)


def _keep(farm: Farm, move: actions.Keep, decision: int) -> Refusal:
    item = {"item": names.ITEMS[move.what]}
    if decision == names.DECIDE_SURPLUS and move.what != farm.land.terrain[farm.surplus_at]:
        return _no("4.5", "not_harvested", item)
    if decision == names.DECIDE_COINS and (
        move.what < names.COPPER or farm.coins_drawn[move.what - names.COPPER] == 0
    ):
        return _no("5.12", "not_drawn", item)
    return _no("4.6", "no_room")


# ---- spring and summer ------------------------------------------------------------------------------------


def _lay(pos: Position, farm: Farm, move: actions.Lay) -> Refusal:
    where = {"at": cell_text(move.cell)}
    if move.tile not in farm.drawn:
        return _no("3.1", "tile_not_drawn", {"tile": move.tile})
    if (outside := _outside(pos, farm, move.cell)) is not None:
        return outside
    if move.cell in farm.land.cells:
        return _no("3.6", "cell_taken", where)
    if not farm.land.cells:
        return _no("3.4", "first_tile_at_board", where)
    return _no("3.3", "touches_nothing", where)


def _outside(pos: Position, farm: Farm, cell: int) -> Refusal | None:
    """WG 3.7: why a cell is no land to build on, if it is none."""
    where = {"at": cell_text(cell)}
    if not pos.switches.beside:
        return _no("3.7", "below_row_one", where) if row_of(cell) < 1 else None
    if row_of(cell) < 0:
        return _no("3.7", "below_the_board", where)
    return _no("3.7", "on_the_board", where) if _on_board(farm, cell) else None


def _on_board(farm: Farm, cell: int) -> bool:
    return cell_at(0, 0) <= cell < cell_at(farm.land.columns, 0)


def _work(farm: Farm, move: actions.Work) -> Refusal:
    land = farm.land
    args: dict[str, Arg] = {"good": names.GOODS[move.good], "at": cell_text(move.cell)}
    if land.anchored(move.good, move.cell) >= 0:
        return _no("4.2", "district_taken", args)
    if (district := land.district_at(move.good, move.cell)) >= 0:
        args["first"] = cell_text(land.anchor[district])
        return _no("4.1", "district_begins_elsewhere", args)
    if move.cell in land.cells or _on_board(farm, move.cell):
        return _no("4.1", "no_such_terrain_there", args)
    return _no("4.1", "no_land_there", args)


# ---- autumn -----------------------------------------------------------------------------------------------


def _visit(pos: Position, seat: Seat, building: int) -> Refusal:
    farm = pos.farms[seat]
    spec = pos.edition.buildings[building]
    args: dict[str, Arg] = {"building": names.BUILDINGS[building]}
    if not has_place(pos, seat, building):
        args["places"] = spec.places
        return _no("5.4", "building_full", args)
    if (closed := _nothing_left(pos, farm, building)) is not None:
        return closed
    assert not payable(farm, spec.cost)
    args["cost"] = _amounts(spec.cost)
    args["missing"] = int(missing(farm, spec.cost) - farm.coins())
    return _no("5.5", "cost_not_covered", args)


def _amounts(counts: list[int]) -> str:
    """`2_grain,1_wood`."""
    return ",".join([f"{counts[good]}_{names.GOODS[good]}" for good in range(5) if counts[good]])


def _nothing_left(pos: Position, farm: Farm, building: int) -> Refusal | None:
    args = {"building": names.BUILDINGS[building]}
    trade = names.TRADE[building]
    if trade in (names.LODGING, names.CARPENTRY, names.WARES) and pos.stocked(building) == 0:
        return _no("5.5", "nothing_left", args)
    if trade == names.LODGING and not has_room(pos, farm):
        return _crowded(pos, farm)
    if trade == names.WARES and not has_improvement_site(farm):
        return _no("5.11", "no_improvement_site", {"sites": farm.board.improvement_sites})
    if trade == names.CARPENTRY:
        first = names.STOCK_AT[building]
        if not any(pos.stock[first + tile] > 0 and has_site(farm, tile) for tile in range(2)):
            return _no("5.10", "no_site", args)
    return None


def _crowded(pos: Position, farm: Farm) -> Refusal:
    """WG 5.9: no room for one more labourer."""
    wagons = farm.board.wagons
    if not pos.switches.huts_free_wagons:
        return _no("5.9", "no_wagon", {"wagons": wagons})
    huts = int(farm.huts)
    homes = f"{wagons}_wagon,{huts}_hut" if huts else f"{wagons}_wagon"
    return _no("5.9", "no_room_for_labourer", {"homes": homes, "sites": farm.board.hut_sites - huts})


def _toll(farm: Farm, move: actions.Toll) -> Refusal:
    if farm.barn[move.what] == 0:
        return _no("5.6", "no_such_coin", {"coin": names.ITEMS[move.what]})
    return _no("5.6", "toll_leaves_cost_unpayable", {"cost": _amounts(farm.owed)})


def _at_building(pos: Position, farm: Farm, move: Action, decision: int) -> Refusal:
    """Take, hire, build, buy and sell; anything else is out of season."""
    if farm.visiting < 0 or names.DECISIONS[decision] != OFFERED_AT.get(str(move).split()[0], ""):
        return _not_now(pos, farm, move)
    building = {"building": names.BUILDINGS[farm.visiting]}
    if isinstance(move, actions.Hire):
        return _no("5.9", "no_such_labourer", building)
    if isinstance(move, actions.Buy):
        return _no("5.11", "no_such_improvement", building)
    if isinstance(move, actions.Build):
        there = pos.stock[names.STOCK_AT[farm.visiting] + move.what] > 0
        return _no("5.10", "no_site" if there else "no_such_tile", building)
    return _sell(pos, farm, move) if isinstance(move, actions.Sell) else _no("4.6", "no_room")


OFFERED_AT: Final[dict[str, str]] = {
    "take": "goods",
    "hire": "labourer",
    "build": "building",
    "buy": "improvement",
    "sell": "sale",
}


def _sell(pos: Position, farm: Farm, move: actions.Sell) -> Refusal:
    item = {"item": names.ITEMS[move.good]}
    if move.good >= names.COPPER:
        return _no("5.12", "coins_are_not_sold", item)
    if move.good not in pos.edition.buildings[farm.visiting].sells:
        return _no("5.12", "not_sold_here", item)
    if (farm.sold >> move.good) & 1:
        return _no("5.12", "sold_already", item)
    absent = _absent(farm, move.good, move.cell)
    assert absent is not None
    return absent


# ---- payments (WG 4.8, 5.6, 5.7, 6.4, 7.3) -----------------------------------------------------------------


def _absent(farm: Farm, item: int, cell: int) -> Refusal | None:
    """WG 4.8: what is not there cannot be given."""
    if cell == actions.IN_BARN:
        return _no("4.8", "not_in_barn", {"item": names.ITEMS[item]}) if farm.barn[item] == 0 else None
    if (district := farm.land.anchored(item, cell)) >= 0 and farm.stored[district] > 0:
        return None
    return _no("4.8", "not_on_land", {"item": names.ITEMS[item], "at": cell_text(cell)})


def _need(farm: Farm, good: int) -> Refusal | None:
    """WG 6.3, 6.4: what is owed in winter, food before fire."""
    if farm.owed[good] == 0:
        return _no("6.1" if hungry(farm) else "6.3", "not_owed", {"good": names.GOODS[good]})
    return _no("6.3", "food_first") if good == names.WOOD and hungry(farm) else None


def _help(farm: Farm, good: int) -> Refusal:
    need = _need(farm, good)
    key = "holds_the_good" if need is None else need.key
    return _no("6.3" if key == "food_first" else "6.4", key, {"good": names.GOODS[good]})


def _give(pos: Position, farm: Farm, move: actions.Give, decision: int) -> Refusal:
    if decision == names.DECIDE_COST:
        return _give_for_cost(pos, farm, move)
    if decision == names.DECIDE_WINTER:
        return _give_in_winter(pos, farm, move)
    return _give_for_help(pos, farm, move) if decision == names.DECIDE_REPAY else _not_now(pos, farm, move)


def _give_for_cost(pos: Position, farm: Farm, move: actions.Give) -> Refusal:
    due = next_owed(farm)
    good = {"good": names.GOODS[due]}
    if move.item < names.COPPER:
        wrong = _no("5.6", "other_good_due", good) if move.item != due else None
        return wrong or _absent(farm, move.item, move.cell) or _not_now(pos, farm, move)
    if move.stands_for == names.NOTHING:
        return _no("5.7", "joker_for_which_good")
    if move.stands_for != due:
        return _no("5.6", "other_good_due", good)
    if farm.barn[move.item] == 0:
        return _no("5.7", "no_such_coin", {"coin": names.ITEMS[move.item]})
    if not pos.switches.jokers_anywhere:
        return _no("5.7", "joker_only_for_missing", good)
    return _no("5.6", "joker_needed_elsewhere", {"cost": _amounts(farm.owed)})


def _give_in_winter(pos: Position, farm: Farm, move: actions.Give) -> Refusal:
    if move.item >= names.COPPER and not pos.switches.jokers_anywhere:
        return _no("5.7", "jokers_only_for_buildings")
    if move.item >= names.COPPER and move.stands_for == names.NOTHING:
        return _no("6.4", "joker_for_which_good")
    refusal = _need(farm, move.item if move.item < names.COPPER else move.stands_for)
    if refusal is None and move.item >= names.COPPER:
        return _no("5.7", "no_such_coin", {"coin": names.ITEMS[move.item]})
    return refusal or _absent(farm, move.item, move.cell) or _not_now(pos, farm, move)


def _give_for_help(pos: Position, farm: Farm, move: actions.Give) -> Refusal:
    if move.item >= names.COPPER and not pos.switches.jokers_anywhere:
        return _no("7.3", "help_for_goods_only")
    if move.stands_for != names.NOTHING:
        return _no("7.3", "any_three_goods")
    if move.item >= names.COPPER and farm.barn[move.item] == 0:
        return _no("5.7", "no_such_coin", {"coin": names.ITEMS[move.item]})
    absent = _absent(farm, move.item, move.cell)
    return absent or _no("5.6", "repaying_leaves_cost_unpayable", {"cost": _amounts(farm.owed)})


def _repay(pos: Position, farm: Farm) -> Refusal:
    if farm.help_open == 0:
        return _no("7.2", "help_is_turned") if farm.help_turned else _no("7.3", "no_help_to_repay")
    available = farm.all_goods() + (farm.coins() if pos.switches.jokers_anywhere else 0)
    if available < HELP_TILE_GOODS or not farm.covering:
        return _no("7.3", "too_little_to_repay", {"have": int(available)})
    assert not covers(pos, farm, HELP_TILE_GOODS)
    return _no("5.6", "repaying_leaves_cost_unpayable", {"cost": _amounts(farm.owed)})
