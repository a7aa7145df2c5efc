"""The engine against the slow referee: every record, and whole games compared move by move, of each revision.

What the referee allows under revision 2 is tested by itself too: it was written from the rules page alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from farmstead.engine.table import Table
from farmstead.games.walnut_grove.rules import GAME
from tests.games.walnut_grove.referee import town
from tests.games.walnut_grove.referee.farm import (
    Farm,
    districts,
    held,
    named,
    new_farm,
    places_to_lay,
    squares,
)
from tests.games.walnut_grove.slow_referee import CHANCE, Illegal, Referee
from tests.golden_games import records_of
from tests.laws import random_table
from tests.referee_comparison import RevisedSetup, agrees_with, side_by_side, weighted_table

RECORDS = records_of("walnut-grove")
SEEDS = [0, *[pytest.param(seed, marks=pytest.mark.more) for seed in (1, 2)]]  # of each set-up
OPTIONS: list[tuple[str, ...]] = [
    ("german",),
    ("french",),
    ("enter_unpayable=on",),
    ("jokers=buildings",),
    ("open_help_costs=off",),
]
SWITCHED_OFF: list[tuple[str, ...]] = [
    ("beside=off",),
    ("huts_free_wagons=off",),
    ("french", "beside=off", "huts_free_wagons=off"),
]
SETUPS_BY_RULES: dict[int, list[tuple[int, tuple[str, ...]]]] = {  # seats and options
    1: [(seats, options) for seats in range(1, 5) for options in OPTIONS],
    2: [(seats, options) for seats in range(1, 5) for options in OPTIONS]
    + [(seats, options) for seats in (1, 2, 4) for options in SWITCHED_OFF]
    + [(3, ("german", "start=3")), (2, ("beside=off", "french", "huts_free_wagons=off"))],
}
SETUPS = [
    RevisedSetup(GAME, seats, options, rules)
    for rules, setups in SETUPS_BY_RULES.items()
    if rules <= GAME.rules
    for seats, options in setups
]
WORTH_A_VISIT = (*town.BUILDING, town.STORE)
WEIGHTS = {"pass": 0.1, "leave": 0.2, "done": 0.3, "throw": 0.2, "toll": 0.2, "repay": 0.5, "sell": 5.0}
CROWDING = {"pass": 0.02, "leave": 0.1, "done": 0.1, "throw": 0.1, "toll": 0.1, "repay": 0.1, "help": 4.0}


def eagerness(table: Table, seat: int, text: str) -> float:
    """Barns fill and grow: the players build, sell and hoard their coins."""
    if text.startswith("visit"):
        return 8.0 if text.split()[1] in WORTH_A_VISIT else 1.0
    return WEIGHTS.get(text.split()[0], 1.0) if text != "toll help" else 1.0


def crowding(text: str) -> float:
    """Households grow and land goes round the board: the players hire, build huts and lay in row 0."""
    words = text.split()
    if words[0] == "visit":
        return 40.0 if words[1] in (*town.HIRING, *town.BUILDING) else 1.0
    if words[0] == "lay":
        return 4.0 if words[3].endswith(",0") else 1.0
    if words[-1] in ("stone", "barn"):
        return 0.1
    coin_for_food = words[0] == "give" and words[2:3] == ["for"]
    return 0.2 if coin_for_food else 4.0 if text == "toll help" else CROWDING.get(words[0], 1.0)


def compare(setup: RevisedSetup, tables: Iterator[Table]) -> int:
    """How many positions were compared."""
    referee = Referee(setup.seats, list(setup.options), setup.rules)
    return len(list(side_by_side(referee, referee.legal, tables)))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_referee_allows_every_record_and_counts_the_same(path: Path) -> None:
    agrees_with(path.read_text(encoding="utf-8"), Referee)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_both_allow_the_same_in_random_games(setup: RevisedSetup, seed: int) -> None:
    assert compare(setup, random_table(setup, seed)) > 100


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_both_allow_the_same_in_eager_games(setup: RevisedSetup, seed: int) -> None:
    assert compare(setup, weighted_table(setup, seed, eagerness)) > 100


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_both_allow_the_same_in_crowded_games(setup: RevisedSetup, seed: int) -> None:
    tables = weighted_table(setup, seed, lambda table, seat, text: crowding(text))
    assert compare(setup, tables) > 100


def test_there_are_records() -> None:
    assert RECORDS


def test_the_referee_refuses() -> None:
    referee = Referee(2, ["german", "start=2"])
    with pytest.raises(Illegal):
        referee.play(0, "start church")
    with pytest.raises(Illegal):
        referee.play(CHANCE, "board white")
    assert referee.to_act() == [CHANCE]


# ---- the referee by itself ------------------------------------------------------------------------------


def played_alone(referee: Referee, seed: int, weight: Callable[[str], float]) -> Iterator[Referee]:
    """The referee before every move of a game of its own, and at the end."""
    rng = Random(seed)
    while referee.to_act():
        yield referee
        seat = rng.choice(referee.to_act())
        texts = sorted(referee.odds() if seat == CHANCE else referee.legal(seat))
        weights = [float(referee.odds()[text]) if seat == CHANCE else weight(text) for text in texts]
        referee.play(seat, rng.choices(texts, weights)[0])
    yield referee


def tiles_in_row_0(farm: Farm) -> int:
    return sum(row == 0 for _, _, row, _ in farm.tiles)


def household(farm: Farm) -> int:
    return len(farm.labourers) + len(farm.recruits)


def crowded_game(options: list[str], rules: int, seed: int) -> tuple[int, int]:
    """The largest household and the most tiles in row 0 of a game, whose farms are sound at its end."""
    for referee in played_alone(Referee(2, options, rules), seed, crowding):
        for farm in referee.farms:
            assert all(farm.land[patch] <= squares(farm, patch) for patch in farm.land)
            assert all((column, row) not in [(n, 0) for n in range(5)] for _, column, row, _ in farm.tiles)
            assert all(row >= 0 for _, _, row, _ in farm.tiles)
    assert len(referee.scores()) == 2  # the scorer refuses none of these farms
    return max(map(household, referee.farms)), max(map(tiles_in_row_0, referee.farms))


def test_games_of_revision_2_have_land_beside_the_board_and_full_huts() -> None:
    """WG 3.7, 5.9: games end, with more labourers than wagons and with tiles in row 0."""
    ends = [crowded_game(["german"], 2, seed) for seed in range(12)]
    ends += [crowded_game(["french"], 2, seed) for seed in range(3)]
    assert sum(labourers > 4 for labourers, _ in ends) >= 3
    assert all(tiles for _, tiles in ends)


@pytest.mark.parametrize(
    ("options", "rules"), [([], 1), (["french"], 1), (["beside=off", "huts_free_wagons=off"], 2)]
)
def test_games_of_revision_1_and_with_both_switches_off_have_neither(options: list[str], rules: int) -> None:
    """WG 10: revision 1 plays as both off."""
    ends = [crowded_game(options, rules, seed) for seed in range(4)]
    assert max(labourers for labourers, _ in ends) == 4
    assert not any(tiles for _, tiles in ends)


@pytest.mark.parametrize("preset", ["german", "french"])
def test_revision_1_plays_as_both_switches_off(preset: str) -> None:
    """WG 10, move by move: the same choices in the same order, and the same scores."""
    new = Referee(2, [preset, "beside=off", "huts_free_wagons=off"], 2)
    old = played_alone(Referee(2, [preset], 1), 5, crowding)
    for one, other in zip(old, played_alone(new, 5, crowding), strict=True):
        assert one.asked == other.asked
    assert one.scores() == new.scores()


@pytest.mark.parametrize("word", ["beside=on", "beside=off", "huts_free_wagons=on", "huts_free_wagons=off"])
def test_revision_1_does_not_know_the_new_switches(word: str) -> None:
    with pytest.raises(ValueError, match="there is no option"):
        Referee(2, [word], 1)
    assert Referee(2, [word], 2).switches[word.split("=")[0]] == word.split("=")[1]


@pytest.mark.parametrize("rules", [0, 3])
def test_there_are_two_revisions(rules: int) -> None:
    with pytest.raises(ValueError, match="no revision"):
        Referee(2, [], rules)


# ---- land beside the board ------------------------------------------------------------------------------


def with_tiles(board: str, *tiles: tuple[int, int, int, int]) -> Farm:
    farm = new_farm(board)
    farm.tiles += tiles
    return farm


NORTH = {(column, 1) for column in range(5)}


def test_the_first_tile_touches_an_open_edge() -> None:
    """WG 3.4, 3.7: seven open edges, or the five in the north."""
    assert set(places_to_lay(new_farm("yellow"), True)) == NORTH | {(-1, 0), (5, 0)}
    assert set(places_to_lay(new_farm("yellow"), False)) == NORTH


def test_land_goes_on_beside_the_board() -> None:
    """WG 3.7: from (-1,0) on to the west and up, never down; (0,0) is the board."""
    west = with_tiles("yellow", (4, -1, 0, 0))
    assert set(places_to_lay(west, True)) == NORTH | {(5, 0), (-2, 0), (-1, 1)}
    above = with_tiles("yellow", (4, 0, 1, 0), (7, -1, 1, 0))
    beside = NORTH - {(0, 1)} | {(0, 2), (-1, 2), (-2, 1)}
    assert set(places_to_lay(above, False)) == beside
    assert set(places_to_lay(above, True)) == beside | {(-1, 0), (5, 0)}


@pytest.mark.parametrize(
    ("board", "tile", "good", "name", "stored"),
    [
        ("yellow", (9, -1, 0, 0), "grain", "-1,0", 3),  # its east is grain like the landscape in the west
        ("blue", (4, -1, 0, 0), "fish", "-1,0", 3),
        ("yellow", (11, 5, 0, 0), "wood", "4,0", 3),  # its west is wood like the landscape in the east
        ("blue", (11, 5, 0, 0), "wood", "4,0", 3),
    ],
)
def test_a_tile_beside_the_board_joins_the_landscape(
    board: str, tile: tuple[int, int, int, int], good: str, name: str, stored: int
) -> None:
    """WG 3.7, 4.1: at the open edge the landscape shows its terrain."""
    farm = with_tiles(board, tile)
    found = next(district for district in districts(farm) if district[0][1] == good)
    assert (named(found), len(found)) == (name, 2)
    assert sum(squares(farm, patch) for patch in found) == stored


def test_other_landscapes_are_closed_to_the_sides() -> None:
    """WG 3.7: neighbouring landscapes are never joined, nor does a tile join any but the nearest."""
    farm = with_tiles("yellow", (40, -1, 0, 0), (43, 5, 0, 2))  # stone to the west and stone to the west
    assert Counter(len(district) for district in districts(farm)) == {1: 9}


# ---- room for a recruit ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("huts", "labourers", "freed", "room"),
    [
        (0, 3, True, True),
        (0, 4, True, False),
        (1, 4, True, True),
        (1, 5, True, False),
        (4, 7, True, True),
        (4, 8, True, False),
        (4, 3, False, True),
        (1, 4, False, False),
        (4, 4, False, False),
    ],
)
def test_room_for_a_recruit(huts: int, labourers: int, freed: bool, room: bool) -> None:
    """WG 5.9: four wagons and the huts bought; with `huts_free_wagons` off the wagons alone."""
    farm = new_farm("yellow")
    farm.huts, farm.labourers, farm.recruits = huts, ["white"] * (labourers - 1), ["blue"]
    assert town.left_to_take(farm, "lodge", ["white"], freed) == ({"hire white"} if room else set())


@pytest.mark.parametrize("switch", ["on", "off"])
@pytest.mark.parametrize("entering", ["on", "off"])
def test_lodgings_close_for_want_of_room(switch: str, entering: str) -> None:
    """WG 5.5: closed to a full household, or open and of no use under `enter_unpayable` on."""
    options = [f"huts_free_wagons={switch}", f"enter_unpayable={entering}"]
    for referee in played_alone(Referee(1, options, 2), 3, crowding):
        if "pass" in referee.legal(0):
            break
    farm = referee.farms[0]
    farm.barn, farm.labourers = ["grain"] * 4, ["white"] * 4
    for huts, recruits in [(0, 0), (1, 0), (1, 1), (4, 3), (4, 4)]:
        farm.huts, farm.recruits = huts, ["blue"] * recruits
        room = switch == "on" and recruits < huts
        lodge = town.building_named("lodge")
        assert held(farm)["grain"] >= 4
        assert referee.can_act(farm, lodge) == room
        assert referee.may_enter(0, lodge) == (room or entering == "on")


@pytest.mark.parametrize("huts", range(1, 5))
def test_full_houses_are_fed_and_warm(huts: int) -> None:
    """WG 6.1, 6.3: with n huts and 4 + n labourers all eat, and four of them need a fire in their wagons."""
    for referee in played_alone(Referee(1, [], 2), 1, crowding):
        if "pass" in referee.legal(0):
            break
    farm = referee.farms[0]
    farm.labourers, farm.huts = ["white"] * (4 + huts), huts
    farm.barn, farm.barns, farm.open_help = ["dairy"] * 20 + ["wood"] * 20, 20, 0
    farm.land.clear()
    referee.play(0, "pass")
    while "give dairy" in referee.legal(0):
        referee.play(0, "give dairy")
    fires = 0
    while "give wood" in referee.legal(0):
        referee.play(0, "give wood")
        fires += 1
    food = 1 + (referee.disc["doubled"] == "white")
    assert farm.barn.count("dairy") == 20 - (4 + huts) * food
    assert fires == 4 + referee.disc["fires"]
