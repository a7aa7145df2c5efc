"""Walnut Grove's evaluator reckons a year in sums: each sum is held against the rules that make the moves."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Action, Event, Game, Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.square import EAST, SOUTH, STEP, WEST, cell_at
from farmstead.games.walnut_grove.evaluator import default_weights, evaluator
from farmstead.games.walnut_grove.evaluator.autumn import NEVER, Street
from farmstead.games.walnut_grove.evaluator.household import Household, household_of
from farmstead.games.walnut_grove.evaluator.land import added, land_value, terrain_weights
from farmstead.games.walnut_grove.evaluator.prices import HUNCH, Prices
from farmstead.games.walnut_grove.evaluator.summer import bring_in
from farmstead.games.walnut_grove.rules import GAME, scoring
from farmstead.games.walnut_grove.rules.actions import (
    KEEPS,
    LEAVE,
    REPAY,
    VISITS,
    Move,
    Throw,
    Visit,
    Work,
    on_land,
)
from farmstead.games.walnut_grove.rules.autumn import can_use
from farmstead.games.walnut_grove.rules.components import TurnedTile
from farmstead.games.walnut_grove.rules.farm import Farm, new_farm
from farmstead.games.walnut_grove.rules.game import read_options
from farmstead.games.walnut_grove.rules.land import Land
from farmstead.games.walnut_grove.rules.names import (
    BUILDINGS,
    COLOURS,
    DECIDE_LAND,
    DECIDE_SURPLUS,
    DECIDE_VISIT,
    DECIDE_WINTER,
    DECIDE_WORK,
    GOODS,
    HORSES,
    IMPROVEMENTS,
    ITEMS,
    OVER,
    PADDOCK,
    SHOP,
    STORE,
    TWO_GOODS,
    YEARS,
)
from farmstead.games.walnut_grove.rules.state import WalnutGrove
from farmstead.games.walnut_grove.rules.winter import needs
from tests.agents.tables import decisions
from tests.edition_files import EditionFile
from tests.games.walnut_grove.scenes import Scene

PRESETS = ["german", "french", "enter_unpayable=on", "jokers=buildings", "open_help_costs=off"]
OPTIONS = pytest.mark.parametrize("option", PRESETS)
JUDGE = evaluator()
WEIGHTS = default_weights()
EDITION = EditionFile("walnut-grove")
NOTHING_OWED = [0, 0, 0, 0, 0]


# ---- games to look at ----------------------------------------------------------------------------------


def started(game: Game, seats: int, option: str) -> WalnutGrove:
    state = game.start(game.setup(seats, [option]))
    assert isinstance(state, WalnutGrove)
    return state


@cache
def course(seats: int, option: str, seed: int) -> list[tuple[Seat, WalnutGrove]]:
    """Every decision of a game in which the evaluator chooses, and one time in three nobody does."""
    state, dealer = started(GAME, seats, option), QuickDealer(seed)
    found: list[tuple[Seat, WalnutGrove]] = []
    while state.to_act():
        acting = state.to_act()
        seat = acting[dealer.below(len(acting))]
        if seat == CHANCE:
            state.apply(CHANCE, dealer.deal(state))
            continue
        found.append((seat, state.clone()))
        blindly = dealer.below(3) == 0
        state.apply(seat, state.pick(seat, dealer) if blindly else JUDGE.best_turn(state, seat).moves[0])
    return found


@cache
def by_chance(seats: int) -> list[tuple[Seat, WalnutGrove]]:
    """Every decision of a random game."""
    every = decisions(GAME, seats, 5, count=10_000)
    return [(seat, state) for seat, state in every if isinstance(state, WalnutGrove)]


def at(decision: int, seats: int, option: str = "german", games: int = 3) -> list[tuple[Seat, WalnutGrove]]:
    """The decisions of one sort in a few games, and in a random one."""
    found = [one for seed in range(games) for one in course(seats, option, 100 * seats + seed)]
    found += by_chance(seats) if option == "german" else []
    return [(seat, state) for seat, state in found if state.farms[seat].agenda[-1] == decision]


def house_of(state: WalnutGrove, seat: Seat, owed: list[int] | None = None) -> Household:
    farm = state.farms[seat]
    if owed is None:
        owed = needs(state, farm)
    return household_of(farm, owed, 0.0, state.switches)


# ---- land (WG 3, 4.1, 8.2) -----------------------------------------------------------------------------


def with_tile(farm: Farm, tile: TurnedTile, cell: int) -> Farm:
    after = farm.clone()
    after.lay(tile, cell)
    return after


def lays_of(farm: Farm, drawn: list[int]) -> Iterator[tuple[TurnedTile, int]]:
    for number in drawn:
        for cell in farm.land.frontier:
            for turned in GAME.edition.tiles[number].turned:
                yield turned, cell


def grown(seed: int, many: int) -> Iterator[tuple[Farm, list[int]]]:
    """A farm that grows by fences that join, so that much is enclosed; with two tiles for it each time."""
    dealer = QuickDealer(seed)
    farm = new_farm(GAME.edition.boards[seed % 2])
    bag = sorted(GAME.edition.tiles)
    for _ in range(many):
        tiles = [bag.pop(dealer.below(len(bag))) for _ in range(2)]
        yield farm, tiles
        best, found = -99, farm
        for tile, cell in lays_of(farm, tiles):
            fences, after = by_the_way(farm.land, tile, cell), with_tile(farm, tile, cell)
            merit = 4 * fences["joined"] - 4 * fences["blocked"] + fences["touching"] + dealer.below(6)
            if merit > best and after.land.areas - farm.land.areas < 2:
                best, found = merit, after
        farm = found
        bag += [number for number in tiles if number != farm.land.tiles[-1].tile]


def with_a_gap(seed: int) -> tuple[Farm, list[int]]:
    """Eight tiles around a free cell, where one more may enclose several areas, and all that are left."""
    dealer = QuickDealer(seed)
    farm = new_farm(GAME.edition.boards[seed % 2])
    bag = sorted(GAME.edition.tiles)
    for column, row in ((0, 1), (1, 1), (2, 1), (0, 2), (2, 2), (0, 3), (2, 3), (1, 3)):
        tile = GAME.edition.tiles[bag.pop(dealer.below(len(bag)))].turned[dealer.below(4)]
        farm.lay(tile, cell_at(column, row))
    return farm, bag


def check_lays(farm: Farm, drawn: list[int], prices: Prices) -> list[int]:
    """The areas that each lay encloses; all else has been compared."""
    weights = terrain_weights(farm, prices)
    before, land = land_value(farm, prices), farm.land
    areas: list[int] = []
    for tile, cell in lays_of(farm, drawn):
        after = with_tile(farm, tile, cell)
        areas.append(after.land.areas - land.areas)
        expected = land_value(after, prices) - before + farm.improvements[HORSES] * areas[-1]
        expected += farm.improvements[PADDOCK] * (after.land.largest() - land.largest())
        assert added(farm, prices, weights, tile, cell) == pytest.approx(expected, abs=1e-9)
    return areas


FREE = dict.fromkeys(("joined", "stub", "blocked", "touching"), 0.0)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_lay_adds_what_the_land_is_worth_more_with_it(seats: int) -> None:
    prices = [Prices(WEIGHTS | FREE, left) for left in range(YEARS)]
    for seat, state in at(DECIDE_LAND, seats, games=1):
        check_lays(state.farms[seat], state.farms[seat].drawn, prices[YEARS - state.year])


@pytest.mark.parametrize(("paddocks", "horses"), [(0, 0), (1, 0), (0, 1), (2, 3)])
def test_large_farms_with_paddocks_and_horses(paddocks: int, horses: int) -> None:
    areas: list[int] = []
    for seed in (1, 2, 3, 4, 228, 455, 528, 551):  # with the last ones two areas can be enclosed at once
        farm, left = with_a_gap(seed)
        farm.improvements[PADDOCK], farm.improvements[HORSES] = paddocks, horses
        farm.labourers = [seed % 3, 1, 2]
        areas += check_lays(farm, left[::2], Prices(WEIGHTS | FREE, seed % YEARS))
    for farm, drawn in grown(paddocks + horses, 18):
        farm.improvements[PADDOCK], farm.improvements[HORSES] = paddocks, horses
        check_lays(farm, drawn, Prices(WEIGHTS | FREE, 3))
    assert {0, 1, 2} <= {*areas}


def fence_ends(land: Land, cell: int) -> set[int]:
    """The sides of a cell to which the fence of a tile beyond leads."""
    beyond = dict(zip(land.cells, land.tiles, strict=True))
    facing = {side: beyond.get(cell + STEP[side]) for side in range(4)}
    return {side for side, tile in facing.items() if tile is not None and side ^ 2 in tile.lines}


def by_the_way(land: Land, tile: TurnedTile, cell: int) -> dict[str, int]:
    """How often each of the small prices of a lay is due, seen from the tiles around it."""
    at_board = {cell_at(column, 1): SOUTH for column in range(5)} | {
        cell_at(-1, 0): EAST,
        cell_at(5, 0): WEST,
    }
    own, others = {*tile.lines}, fence_ends(land, cell)
    rim = {at_board[cell]} if cell in at_board else set()
    return {
        "touching": sum(cell + step in land.cells for step in STEP) + len(rim),
        "joined": len(own & (others | rim)),
        "stub": len(own - others - rim),
        "blocked": len(others - own),
    }


@pytest.mark.parametrize("name", FREE)
def test_fences_and_neighbours_of_a_lay(name: str) -> None:
    prices = Prices(dict.fromkeys(HUNCH, 0.0) | {name: 1.0}, YEARS - 1)
    seen: set[int] = set()
    for farms in (grown(1, 15), [with_a_gap(seed) for seed in range(4)]):
        for farm, drawn in farms:
            for tile, cell in lays_of(farm, drawn[:5]):
                due = by_the_way(farm.land, tile, cell)[name]
                areas = with_tile(farm, tile, cell).land.areas - farm.land.areas
                assert added(farm, prices, [0.0] * 5, tile, cell) == pytest.approx(due + areas)
                seen.add(due)
    assert len(seen) > 2


# ---- summer (WG 4) -------------------------------------------------------------------------------------


def work_by_the_rules(state: WalnutGrove, seat: Seat, districts: list[int]) -> Farm:
    """Each district in turn; what finds no square goes into the barn while there is room."""
    after = state.clone()
    farm = after.farms[seat]
    land = farm.land
    for district in districts:
        move: Action = on_land(land.terrain[district], land.anchor[district]).work
        assert move in after.legal(seat)
        after.apply(seat, move)
        while seat in after.acting and farm.agenda[-1] == DECIDE_SURPLUS:
            after.apply(seat, KEEPS[land.terrain[district]] if farm.room > 0 else LEAVE)
    return farm


def shuffled(items: list[int], dealer: QuickDealer) -> list[int]:
    left, found = items[:], []
    while left:
        found.append(left.pop(dealer.below(len(left))))
    return found


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_harvest_is_what_the_rules_bring_in(seats: int) -> None:
    dealer, harvest, lost = QuickDealer(seats), Household(), 0
    for seat, state in at(DECIDE_WORK, seats):
        farm = state.farms[seat]
        free = [district for district in farm.land.live if not (farm.worked >> district) & 1]
        for _ in range(4):
            districts = shuffled(free, dealer)[: int(farm.figures)]
            bring_in(farm, house_of(state, seat), state.disc.summer, districts, harvest)
            after = work_by_the_rules(state, seat, districts)
            assert harvest.goods == after.goods
            assert harvest.in_barn == after.barn[:5]
            assert harvest.room == after.room
            lost += after.room == 0
    assert lost > 5


@pytest.mark.parametrize("labourers", [5, 6, 7, 8])
def test_up_to_nine_figures_find_work(labourers: int) -> None:
    """More districts than figures, on both sides of the board too."""
    tiles = [(45, -1, 0, 0), (46, 5, 0, 0), (34, 1, 1, 0), (37, 3, 1, 0), (49, -1, 1, 1), (42, 5, 1, 2)]
    hands = " ".join([COLOURS[n % 3] for n in range(labourers)])
    scene = Scene().furnish(tiles=tiles, barn="", labourers=hands, huts=labourers - 4).summer()
    state, figures = scene.state, 1 + labourers
    assert len(scene.farm().land.live) > figures
    chosen = [move for move in JUDGE.best_turn(state, 0).moves if isinstance(move, Work)]
    assert len({str(move) for move in chosen}) == figures
    assert all(len(turn.moves) >= 1 for turn in JUDGE.turns(state, 0))
    for move in chosen:
        scene.play(0, str(move))
        while scene.season() == "summer" and scene.farm().agenda[-1] == DECIDE_SURPLUS:
            scene.play(0, "leave")
    assert scene.season() == "autumn"


@pytest.mark.parametrize(
    ("options", "rules", "more"), [((), 2, 3), (("huts_free_wagons=off",), 2, 0), ((), 1, 0)]
)
def test_huts_are_room_for_labourers_where_they_free_wagons(
    options: tuple[str, ...], rules: int, more: int
) -> None:
    """WG 5.9."""
    prices = Prices(dict.fromkeys(HUNCH, 0.0) | {"wagon": 1.0}, YEARS - 1)
    worth = []
    for huts in (0, 3):
        scene = Scene(options=options, rules=rules).furnish(barn="", labourers="yellow", huts=huts)
        worth.append(house_of(scene.state, 0, NOTHING_OWED).value(prices))
    assert worth[1] - worth[0] == pytest.approx(3 + more * prices.wagon)


# ---- autumn (WG 5) -------------------------------------------------------------------------------------


def possible(state: WalnutGrove, seat: Seat) -> set[int]:
    """The buildings that the evaluator thinks of."""
    street = Street(state, seat, JUDGE.prices[4])
    house = house_of(state, seat)
    return {b.number for n, b in enumerate(street.buildings) if street.visit(house, n) != NEVER}


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize("option", ["german", "jokers=buildings"])
def test_a_visit_is_possible_if_the_rules_offer_it(option: str, seats: int) -> None:
    for seat, state in at(DECIDE_VISIT, seats, option):
        assert possible(state, seat) == {m.what for m in state.legal(seat) if isinstance(m, Visit)}


@pytest.mark.parametrize("option", ["enter_unpayable=on", "french"])
def test_nobody_enters_in_vain(option: str) -> None:
    in_vain = 0
    for seat, state in at(DECIDE_VISIT, 3, option):
        offered = {m.what for m in state.legal(seat) if isinstance(m, Visit)}
        useful = {number for number in offered if can_use(state, state.farms[seat], number)}
        assert possible(state, seat) == useful
        in_vain += len(offered - useful)
    assert in_vain


@pytest.mark.parametrize("huts", [3, 4])
@pytest.mark.parametrize("barns", [1, 2])
@pytest.mark.parametrize("labourers", ["yellow blue white", "yellow blue white white"])
@pytest.mark.parametrize("improvements", ["tent tent", "tent tent well"])
def test_sites_and_wagons_run_out(huts: int, barns: int, labourers: str, improvements: str) -> None:
    scene = Scene(seats=2).furnish(
        barn="copper silver gold stone",
        huts=huts,
        barns=barns,
        labourers=labourers,
        improvements=improvements,
    )
    scene.stand(0, "general-store").stand(1, "lodge")
    for carpenter, mill, hotel in (("hut", "barn", "blue"), ("barn", "", ""), ("", "hut hut", "white")):
        scene.stock("carpenter", carpenter).stock("johansens-mill", mill).stock("hotel", hotel).autumn()
        offered = {m.what for m in scene.state.legal(0) if isinstance(m, Visit)}
        assert possible(scene.state, 0) == offered


Has = tuple[object, ...]


def has(farm: Farm) -> Has:
    """What a household keeps count of."""
    eaters = [one + other for one, other in zip(farm.labourers, farm.recruits, strict=True)]
    tiles = (int(farm.huts), int(farm.barns), *farm.improvements)
    help = (int(farm.help_open), int(farm.help_turned))
    return (*farm.goods, *farm.barn, int(farm.room), *help, *tiles, *eaters)


def reckoned(house: Household) -> Has:
    tiles = (house.huts, house.barns, *house.improvements)
    help = (house.help_open, house.help_turned)
    return (*house.goods, *house.in_barn, *house.coins, house.room, *help, *tiles, *house.eaters)


def outcomes(state: WalnutGrove, seat: Seat, is_over: Callable[[WalnutGrove], bool]) -> set[Has]:
    """All that a farm can come to by the rules, without free actions."""
    found: set[Has] = set()
    seen: set[object] = set()
    todo = [state]
    while todo:
        before = todo.pop()
        for move in before.legal(seat):
            if move is REPAY or isinstance(move, Throw):
                continue
            after = before.clone()
            after.apply(seat, move)
            farm = after.farms[seat]
            if is_over(after):
                found.add(has(farm))
                continue
            key = (has(farm), tuple(farm.stored), tuple(farm.owed), tuple(farm.agenda), farm.tolls)
            if key not in seen:
                seen.add(key)
                todo.append(after)
    return found


def visits_of(state: WalnutGrove, seat: Seat, prices: Prices) -> Iterator[tuple[int, Household]]:
    """Each building that can be visited but the shop, and what the evaluator thinks the visit comes to."""
    street = Street(state, seat, prices)
    house = house_of(state, seat, NOTHING_OWED)
    for n, building in enumerate(street.buildings):
        if building.trade != SHOP and street.visit(house, n) != NEVER:
            yield building.number, street.scratch if building.trade == TWO_GOODS else street.winter


@OPTIONS
def test_what_a_visit_comes_to_can_be_reached_by_the_rules(option: str) -> None:
    dear = Prices(WEIGHTS | {"coin": 5.0}, 4)  # so that help is taken at toll lines
    tried: set[int] = set()
    for seat, state in at(DECIDE_VISIT, 2, option, games=1):
        for prices in (JUDGE.prices[4], dear):
            for building, house in visits_of(state, seat, prices):
                after = state.clone()
                after.apply(seat, VISITS[building])
                is_home = after.farms[seat].visiting < 0
                ends = {has(after.farms[seat])} if is_home else outcomes(after, seat, visited(seat))
                assert reckoned(house) in ends, BUILDINGS[building]
                tried.add(building)
    assert len(tried) > 6


def visited(seat: Seat) -> Callable[[WalnutGrove], bool]:
    return lambda state: state.farms[seat].visiting < 0


LAP = "hotel"  # just before the Church line
VISITS_BY_HAND: list[tuple[str, str, str, float, str]] = [
    # barn, building, where from, price of a coin, moves of the rules
    ("grain grain copper", "lodge", "post-office", 1.0, "give grain, give grain, hire yellow"),
    ("grain copper gold", "lodge", "post-office", 1.0, "give grain, give copper for grain, hire yellow"),
    (
        "copper silver gold",
        "lodge",
        "post-office",
        1.0,
        "give copper for grain, give silver for grain, hire yellow",
    ),
    ("wood stone", "carpenter", "post-office", 1.0, "give wood from 4,0, give stone, build hut"),
    ("dairy dairy copper gold", "saloon", LAP, 1.0, "toll copper, give dairy, give dairy, hire white"),
    ("dairy dairy copper gold", "saloon", LAP, 9.0, "toll help, give dairy, give dairy, hire white"),
    ("dairy copper", "saloon", LAP, 1.0, "toll help, give dairy, give copper for dairy, hire white"),
    ("dairy silver gold", "saloon", LAP, 0.5, "toll silver, give dairy, give gold for dairy, hire white"),
    ("dairy dairy", "saloon", LAP, 1.0, "toll help, give dairy, give dairy, hire white"),
    ("copper grain grain", "lodge", LAP, 0.1, "toll copper, toll help, give grain, give grain, hire yellow"),
    ("grain grain", "lodge", LAP, 1.0, "toll help, toll help, give grain, give grain, hire yellow"),
]


@pytest.mark.parametrize("option", ["german", "jokers=buildings"])
@pytest.mark.parametrize(("barn", "building", "start", "coin", "moves"), VISITS_BY_HAND)
def test_tolls_and_costs(option: str, barn: str, building: str, start: str, coin: float, moves: str) -> None:
    land = "wood@4,0" if building == "carpenter" else ""
    scene = Scene(options=[option]).furnish(barn=barn.replace("wood ", ""), land=land).stand(0, start)
    scene.stock("carpenter", "hut").stock("lodge", "yellow").stock("saloon", "white").autumn()
    prices = Prices(WEIGHTS | {"coin": coin, "open help": 0.4, "early coin": 0.0}, 4)
    found = {BUILDINGS[number]: reckoned(house) for number, house in visits_of(scene.state, 0, prices)}
    scene.play(0, f"visit {building}", *moves.split(", "))
    assert found[building] == has(scene.farm())


def test_a_sale_brings_coins_for_which_there_is_room() -> None:
    """Grain is the autumn good of A2: two coins for it, one for wood and for fish (WG 5.12)."""
    for barn, land, room in (("grain fish wood", "", 1), ("grain stone stone stone", "wood@4,0", 0)):
        scene = Scene(disc="A2").furnish(barn=barn, land=land).autumn()
        street = Street(scene.state, 0, Prices(WEIGHTS | {"coin": 9.0}, 4))
        house = house_of(scene.state, 0, NOTHING_OWED)
        (n,) = [n for n, building in enumerate(street.buildings) if building.trade == SHOP]
        assert house.room == room and street.visit(house, n) != NEVER
        coins = street.scratch.all_coins()
        assert street.scratch.room >= 0
        assert sum(street.scratch.in_barn) + coins + street.scratch.room == 4
        assert (coins, street.scratch.goods[4]) == ((4, 0) if room else (1, 3))


# ---- winter (WG 6) -------------------------------------------------------------------------------------


@OPTIONS
def test_a_winter_can_be_lived_through_by_the_rules(option: str) -> None:
    dear = Prices(WEIGHTS | {"coin": 5.0}, 4)
    helped = 0
    for seat, state in at(DECIDE_WINTER, 2, option):
        if state.year == YEARS:
            continue  # goods may go from land to a store before it is looked at
        for prices in (JUDGE.prices[4], dear):
            house = house_of(state, seat, state.farms[seat].owed)
            house.live_through_winter(prices, state.switches.jokers_anywhere)
            ends = outcomes(state, seat, lambda after, seat=seat: seat not in after.acting)  # type: ignore[misc]
            assert reckoned(house) in ends
            helped += house.help_turned
    assert helped


# ---- scoring (WG 8) ------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["german", "open_help_costs=off"])
def test_after_the_last_winter_a_household_is_worth_its_score(option: str) -> None:
    dealer, prices = QuickDealer(1), JUDGE.prices[0]
    for seat, state in course(2, option, 1) + course(4, option, 2):
        farm = state.farms[seat].clone()
        if farm.repaying:
            continue
        farm.help_open, farm.help_turned = dealer.below(2), dealer.below(3)
        farm.improvements = [0] * len(IMPROVEMENTS)
        for _ in range(dealer.below(4)):
            farm.improvements[dealer.below(len(IMPROVEMENTS))] += 1
        open_costs = state.switches.open_help_costs
        house = household_of(farm, NOTHING_OWED, 0.3, state.switches)
        assert house.value(prices) + farm.land.areas == scoring.total(farm, open_costs)


@pytest.mark.parametrize("kind", IMPROVEMENTS)
def test_every_improvement_scores(kind: str) -> None:
    """Each of them twice, with something of all it counts; three grain on land, of which one finds room."""
    scene = Scene().furnish(
        barn="grain copper gold",
        land="grain@0,0 grain@0,0 wood@4,0",
        tiles=[(1, 0, 1, 2), (2, 1, 1, 0)],
        labourers="yellow white",
        huts=1,
        improvements=f"{kind} {kind}",
        help=(1, 1),
    )
    house = house_of(scene.state, 0, NOTHING_OWED)
    score = scoring.lines(scene.farm(), True)
    assert score["improvements"] == house.scored_improvements(2, 2)
    assert house.value(JUDGE.prices[0]) == score["total"] - score["fences"]
    assert score["improvements"] > 0 or kind == "horses"


def test_horses_score_each_area() -> None:
    farm = next(farm for farm, _ in grown(9, 18) if farm.land.areas > 2)
    farm.improvements[HORSES] = 2
    house = household_of(farm, NOTHING_OWED, 0.0, read_options([], 1))
    assert house.value(JUDGE.prices[0]) + farm.land.areas == scoring.total(farm, True)


# ---- the last decision (WG 8.10) -----------------------------------------------------------------------


def last_moves(state: WalnutGrove, seat: Seat) -> tuple[list[str], int]:
    """What the evaluator plays in the last season, and the score it comes to."""
    after, moves = state.clone(), []
    while seat in after.acting:
        move = JUDGE.best_turn(after, seat).moves[0]
        assert move in after.legal(seat)
        moves.append(str(move))
        after.apply(seat, move)
        assert len(moves) < 30
    return moves, after.scores()[seat]


def best_score(state: WalnutGrove, seat: Seat) -> int:
    """The most that any moves of the last season come to; a store fills without moving anything."""
    seen: set[object] = set()
    todo, best = [state], -1000
    while todo:
        before = todo.pop()
        for move in before.legal(seat):
            if isinstance(move, Move):
                continue
            after = before.clone()
            after.apply(seat, move)
            farm = after.farms[seat]
            if seat not in after.acting:
                best = max(best, after.scores()[seat])
                continue
            key = (has(farm), tuple(farm.stored), int(farm.repaying))
            if key not in seen:
                seen.add(key)
                todo.append(after)
    return best


def kinds(moves: list[str]) -> list[str]:
    return [move.split()[0] for move in moves]


BOUGHT_OFF = ["repay", "give", "give", "give", "done"]
LAST: list[tuple[str, dict[str, str], str, bool]] = [
    # barn, other goods and improvements, options, whether the help tile is bought off
    ("grain fish wood", {}, "german", True),
    ("grain fish wood", {}, "jokers=buildings", True),
    ("grain fish wood", {}, "open_help_costs=off", False),
    ("grain fish wood", {}, "french", False),
    ("grain", {"land": "grain@0,0 wood@4,0"}, "german", True),
    ("", {"land": "grain@0,0 grain@0,0 wood@4,0"}, "jokers=buildings", True),
    ("grain fish", {}, "german", False),
    ("grain fish", {}, "jokers=buildings", False),
    ("grain fish copper", {}, "german", True),
    ("grain fish copper", {}, "jokers=buildings", False),
    ("grain gold gold", {}, "german", False),
    ("grain fish copper", {"improvements": "safe safe"}, "german", False),
    ("copper copper copper", {}, "german", True),
    # with a store three goods of the barn are three points, unless others of the land take their place
    ("grain fish wood", {"improvements": "store"}, "german", False),
    ("grain fish wood", {"improvements": "store"}, "open_help_costs=off", False),
    ("grain fish wood stone", {"improvements": "store", "land": "wood@4,0"}, "german", False),
    ("grain fish wood stone", {"improvements": "store", "land": "wood@4,0 wood@4,0"}, "german", True),
    ("grain fish wood stone", {"improvements": "store store", "land": "wood@4,0 wood@4,0"}, "german", False),
    (
        "grain fish wood stone",
        {"improvements": "store store", "land": "wood@4,0 wood@4,0 fish@3,0"},
        "german",
        True,
    ),
]


@pytest.mark.parametrize(("barn", "more", "option", "bought_off"), LAST)
def test_the_last_help_tile_is_bought_off_where_that_pays(
    barn: str, more: dict[str, str], option: str, bought_off: bool
) -> None:
    for seats, seat in ((1, 0), (2, 0), (2, 1), (4, 2)):
        boards = "yellow yellow blue blue" if seat < 2 else "blue blue yellow yellow"
        scene = Scene(seats=seats, options=[option], boards=boards)
        land, improvements = more.get("land", ""), more.get("improvements", "")
        scene.furnish(seat, barn=barn, land=land, improvements=improvements, help=(1, 2)).last()
        others_first = scene.state.clone()
        for other in range(seats):
            if other != seat:
                others_first.apply(other, others_first.legal(other)[0])
        for state in (scene.state, others_first):
            moves, score = last_moves(state, seat)
            assert kinds(moves) == (BOUGHT_OFF if bought_off else ["done"]), moves
            assert score == best_score(state, seat)


@OPTIONS
@pytest.mark.parametrize("help", [(0, 0), (0, 3)])
def test_the_last_decision_is_done_with_nothing_to_buy_off(option: str, help: tuple[int, int]) -> None:
    scene = Scene(seats=3, options=[option], boards="blue yellow yellow")
    scene.furnish(
        1, barn="grain fish copper", land="wood@4,0", improvements="tent safe well", help=help
    ).last()
    for seat in range(3):
        assert last_moves(scene.state, seat)[0] == ["done"]


def any_last(dealer: QuickDealer, seats: int, option: str) -> tuple[Seat, WalnutGrove]:
    """A farm before scoring with anything in it."""
    seat = dealer.below(seats)
    scene = Scene(seats=seats, options=[option], boards="yellow blue blue yellow")
    barns = dealer.below(2)
    items = [ITEMS[dealer.below(len(ITEMS))] for _ in range(dealer.below(5 + 2 * barns))]
    farm = scene.farm(seat)
    squares = [
        f"{GOODS[farm.board.landscapes[column]]}@{column},0"
        for column in range(5)
        for _ in range(dealer.below(farm.board.storage[column] + 1))
    ]
    improvements = [IMPROVEMENTS[dealer.below(len(IMPROVEMENTS))] for _ in range(dealer.below(4))]
    scene.furnish(
        seat,
        barn=" ".join(items),
        land=" ".join(squares),
        barns=barns,
        improvements=" ".join(improvements),
        help=(dealer.below(4) and 1, dealer.below(2)),
    )
    return seat, scene.last().state


@OPTIONS
def test_the_last_season_is_played_as_well_as_can_be(option: str) -> None:
    """With a store it may pay to throw away a coin: a good from land then takes its place."""
    dealer = QuickDealer(PRESETS.index(option))
    for n in range(40):
        seat, state = any_last(dealer, 1 + n % 4, option)
        moves, score = last_moves(state, seat)
        if state.farms[seat].improvements[STORE] == 0:
            assert kinds(moves) in (["done"], BOUGHT_OFF)
            assert score == best_score(state, seat)
        else:
            throws = [move for move in moves if kinds([move]) == ["throw"]]
            assert {*throws} <= {"throw copper", "throw silver", "throw gold"}
            assert score >= state.scores()[seat] + len(throws)


# ---- whole games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["enter_unpayable=on", "french"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_chosen_in_town_is_paid_for(option: str, seed: int) -> None:
    """Tolls may be paid so that the cost cannot be met (WG 5.6); the evaluator would not have gone there."""
    state, dealer = started(GAME, 2, option), QuickDealer(seed)
    visits = 0
    while state.to_act():
        seat = state.to_act()[0]
        if seat == CHANCE:
            state.apply(CHANCE, dealer.deal(state))
            continue
        move = JUDGE.best_turn(state, seat).moves[0]
        if isinstance(move, Visit):
            assert can_use(state, state.farms[seat], move.what)
            visits += 1
        log: list[Event] = []
        before = state.text()
        state.apply(seat, move, log)
        assert "did_nothing" not in [event.key for event in log], (str(move), before)
    assert visits > 8


@pytest.mark.parametrize(
    ("barn", "land", "labourers", "start", "disc"),
    [
        ("silver", "wood@4,0", "yellow", "general-store", "A1"),  # carpenter: toll by help, silver for stone
        ("wood gold", "", "yellow", "hotel", "A2"),  # mill: toll by help, gold for wood
        ("fish copper stone", "stone@1,0", "", "general-store", "A2"),  # svensons: nothing to spare
        ("dairy grain stone copper", "", "", "hotel", "A3"),  # soebucks: likewise
    ],
)
def test_tolls_and_buying_off_leave_enough_for_the_cost(
    barn: str, land: str, labourers: str, start: str, disc: str
) -> None:
    scene = Scene(options=["enter_unpayable=on"], disc=disc)
    scene.furnish(barn=barn, land=land, labourers=labourers).stand(0, start).autumn()
    moves: list[str] = []
    log: list[Event] = []
    while scene.season() == "autumn" and scene.state.to_act() == [0]:
        moves.append(str(JUDGE.best_turn(scene.state, 0).moves[0]))
        log += scene.play(0, moves[-1])
    assert "did_nothing" not in [event.key for event in log], moves


def check_decision(state: WalnutGrove, seat: Seat) -> None:
    """Every move is thought of, and the moves of the best turn can be made one after the other."""
    assert {turn.moves[0] for turn in JUDGE.turns(state, seat)} == {*state.legal(seat)}
    best = JUDGE.best_turn(state, seat)
    assert best.moves
    after = state.clone()
    for move in best.moves:
        assert move in after.legal(seat), [str(move) for move in best.moves]
        after.apply(seat, move)


@OPTIONS
def test_every_move_is_thought_of(option: str) -> None:
    for seat, state in course(2, option, 200):
        before = state.text()
        check_decision(state, seat)
        assert state.text() == before


@pytest.mark.parametrize("seats", [1, 4])
def test_every_move_is_thought_of_alone_and_among_four(seats: int) -> None:
    for seat, state in course(seats, "german", 100 * seats)[::seats]:
        check_decision(state, seat)


@pytest.mark.parametrize("option", ["german", "french"])
def test_every_turn_can_be_played(option: str) -> None:
    for seat, state in course(2, option, 7)[::4]:
        for turn in JUDGE.turns(state, seat):
            after = state.clone()
            for move in turn.moves:
                assert move in after.legal(seat)
                after.apply(seat, move)


def played(game: Game, seats: int, option: str, seed: int) -> WalnutGrove:
    """A game of evaluators alone, each move checked."""
    state, dealer = started(game, seats, option), QuickDealer(seed)
    while state.to_act():
        seat = state.to_act()[0]
        if seat == CHANCE:
            state.apply(CHANCE, dealer.deal(state))
            continue
        move = JUDGE.best_turn(state, seat).moves[0]
        assert move in state.legal(seat)
        state.apply(seat, move)
    return state


POOR = [
    ("barn_spaces = 4", "barn_spaces = 2"),
    ("wagons = 4", "wagons = 1"),
    ("hut_sites = 4", "hut_sites = 0"),
    ("barn_sites = 2", "barn_sites = 0"),
    ("improvement_sites = 3", "improvement_sites = 0"),
]
RICH = [
    ("barn_spaces = 4", "barn_spaces = 9"),
    ("barn_tile_adds = 2", "barn_tile_adds = 5"),
    ("storage = [2, 1, 1, 2, 2]", "storage = [9, 9, 9, 9, 9]"),
    ("improvement_sites = 3", "improvement_sites = 8"),
]
EDITIONS: dict[str, str] = {
    "other costs and places": EDITION.changed(
        ("{ grain = 2 }", "{ stone = 9 }"),
        ("{ fish = 2 }", "{}"),
        ("{ dairy = 2 }", "{ grain = 1, fish = 1, dairy = 1, wood = 1, stone = 1 }"),
        ('["grain", "fish", "wood"]', '["wood", "fish", "grain"]'),
        ("places = 1", "places = 3"),
        ("places = 2", "places = 1"),
    ),
    "few coins": EDITION.changed(
        ("copper = 11", "copper = 8"), ("silver = 11", "silver = 0"), ("gold = 8", "gold = 0")
    ),
    "poor boards": EDITION.changed(*POOR, *POOR),
    "rich boards": EDITION.changed(*RICH, *RICH),
    "harsh winters": EDITION.text.replace("fires = 0", "fires = 9"),
}


@pytest.mark.parametrize("name", EDITIONS)
def test_other_editions_are_played_to_the_end(name: str) -> None:
    game = shelf.game_with("walnut-grove", EDITIONS[name])
    for seats, option in ((2, "french"), (3, "german")):
        state = played(game, seats, option, seats)
        assert (state.season, state.year) == (OVER, YEARS)
        assert [JUDGE.value(state, seat) for seat in range(seats)] == state.scores()


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_seat_can_be_judged_at_any_time(seats: int) -> None:
    """Also before boards are dealt and figures placed, and while chance is due."""
    state, dealer = started(GAME, seats, "german"), QuickDealer(seats)
    while state.to_act():
        for seat in range(seats) if dealer.below(6) == 0 else ():
            worth = JUDGE.value(state, seat)
            assert -100 < worth < 200
            assert sum(JUDGE.value_by_line(state, seat).values()) == pytest.approx(worth)
        acting = state.to_act()
        seat = acting[dealer.below(len(acting))]
        state.apply(seat, dealer.deal(state) if seat == CHANCE else state.pick(seat, dealer))
    assert [JUDGE.value(state, seat) for seat in range(seats)] == state.scores()
