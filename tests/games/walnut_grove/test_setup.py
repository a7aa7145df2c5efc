"""Set-up (WG 1): boards, bags, discs, the town, the figures; and the numbers of the edition (WG 9.1, 9.6)."""

from __future__ import annotations

import re

import pytest

from farmstead.engine.contract import CHANCE, BadSetup
from farmstead.games.walnut_grove.rules import GAME
from farmstead.games.walnut_grove.rules.names import GOODS
from tests.games.walnut_grove.scenes import Scene

STOCKED = {
    "lodge": "labourer",
    "hotel": "labourer",
    "saloon": "labourer",
    "carpenter": "building",
    "johansens-mill": "building",
    "svensons": "improvement",
    "soebucks": "improvement",
}
PER_BUILDING = {1: 2, 2: 2, 3: 3, 4: 4}
A_PILE = {"disc A1": 1, "disc A2": 1, "disc A3": 1, "disc A4": 1}
B_PILE = {"disc B1": 1, "disc B2": 1, "disc B3": 1, "disc B4": 1}


def before_the_town(seats: int, boards: str = "yellow blue yellow blue") -> Scene:
    """Boards dealt and the first disc turned."""
    scene = Scene.unopened(seats)
    scene.chance(*[f"board {board}" for board in boards.split()[:seats]], "disc A1")
    return scene


def before_the_figures(seats: int, *options: str) -> Scene:
    """All of the town stocked with whatever comes first."""
    scene = Scene.unopened(seats, options)
    while scene.state.to_act() == [CHANCE]:
        scene.chance(next(iter(scene.odds())))
    return scene


def town(scene: Scene) -> dict[str, list[str]]:
    found = scene.state.view(None)["town"]
    assert isinstance(found, dict)
    return found


def figures(scene: Scene) -> list[str]:
    """Where each seat's figure stands, `church 0` for the first to come to that row."""
    found = scene.state.view(None)["figures"]
    assert isinstance(found, list)
    return ["nowhere" if figure is None else f"{figure['row']} {figure['arrived']}" for figure in found]


# ---- 1.1, 1.2: boards ---------------------------------------------------------------------------------


@pytest.mark.rule("WG 1.1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_one_to_four_players_sit_down(seats: int) -> None:
    scene = Scene(seats=seats)

    assert scene.state.seats() == seats
    assert len(scene.state.farms) == seats


@pytest.mark.rule("WG 1.1", "refused")
@pytest.mark.parametrize("seats", [-1, 0, 5])
def test_no_players_and_five_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup, match=re.escape(f"1 to 4 players, not {seats} (WG 1.1)")):
        GAME.setup(seats)


@pytest.mark.rule("WG 1.1")
def test_every_player_gets_one_of_the_four_boards_at_random() -> None:
    scene = Scene.unopened(4)

    assert scene.state.chance_name() == "board seat 1"
    assert scene.odds() == {"board yellow": 2, "board blue": 2}
    scene.chance("board yellow")
    assert scene.state.chance_name() == "board seat 2"
    assert scene.odds() == {"board yellow": 1, "board blue": 2}
    scene.chance("board blue")
    assert scene.odds() == {"board yellow": 1, "board blue": 1}
    scene.chance("board yellow")
    assert scene.odds() == {"board blue": 1}


@pytest.mark.rule("WG 1.1", "refused")
def test_of_each_pattern_there_are_only_two_boards() -> None:
    scene = Scene.unopened(3)
    scene.chance("board blue", "board blue")

    scene.refused(CHANCE, "board blue", "WG 1.1", "none_left")


@pytest.mark.rule("WG 1.1", "refused")
def test_there_are_no_other_boards() -> None:
    Scene.unopened().refused(CHANCE, "board white", "WG 1.1", "none_left")


@pytest.mark.rule("WG 1.1", "refused")
def test_a_seat_that_is_not_at_the_table_cannot_play() -> None:
    scene = Scene(seats=2)

    scene.refused(2, "pass", "WG 1.1", "no_such_seat")


@pytest.mark.rule("WG 1.1", "refused")
def test_a_player_does_not_choose_a_board() -> None:
    Scene.unopened(2).refused(0, "board yellow", "WG 1.1", "only_chance")


@pytest.mark.rule("WG 1.1")
@pytest.mark.rule("WG 3.7")
@pytest.mark.parametrize(
    ("board", "landscapes"),
    [
        ("yellow", ["grain 0,0", "stone 1,0", "dairy 2,0", "fish 3,0", "wood 4,0"]),
        ("blue", ["fish 0,0", "dairy 1,0", "stone 2,0", "grain 3,0", "wood 4,0"]),
    ],
)
def test_a_pattern_fixes_the_order_of_its_five_landscapes(board: str, landscapes: list[str]) -> None:
    scene = Scene(boards=board)

    assert list(scene.districts()) == landscapes
    assert [tiles for tiles, _, _ in scene.districts().values()] == [1, 1, 1, 1, 1]


@pytest.mark.rule("WG 1.1")
@pytest.mark.rule("WG 1.2")
@pytest.mark.parametrize(("board", "labourers"), [("yellow", [1, 0, 0]), ("blue", [0, 1, 0])])
def test_the_first_labourer_has_the_colour_of_the_first_wagon(board: str, labourers: list[int]) -> None:
    scene = Scene(boards=board)

    assert scene.farm().labourers == labourers
    assert scene.farm().recruits == [0, 0, 0]


@pytest.mark.rule("WG 1.2")
@pytest.mark.parametrize("board", ["yellow", "blue"])
def test_a_player_starts_with_two_coppers_in_the_barn_and_one_wood_in_the_forest(board: str) -> None:
    scene = Scene(seats=2, boards=f"{board} {board}")

    for seat in range(2):
        assert scene.in_barn(seat) == "copper copper"
        assert scene.on_land(seat) == "wood@4,0"
        assert scene.farm(seat).goods == [0, 0, 0, 1, 0]


@pytest.mark.rule("WG 1.2")
def test_nobody_starts_with_huts_barns_improvements_or_help() -> None:
    farm = Scene().farm()

    assert (farm.huts, farm.barns, farm.improvements) == (0, 0, [0, 0, 0, 0, 0, 0, 0])
    assert (farm.help_open, farm.help_turned) == (0, 0)


@pytest.mark.rule("WG 1.2")
@pytest.mark.rule("WG 8.3")
@pytest.mark.rule("WG 8.4")
def test_farmer_labourer_house_and_barn_are_worth_six_points_at_the_start() -> None:
    lines = Scene().state.score_lines(0)

    assert lines == {
        "fences": 0,
        "figures": 4,
        "buildings": 2,
        "coins": 0,
        "improvements": 0,
        "help": 0,
        "total": 6,
    }


# ---- 1.3: the bags ------------------------------------------------------------------------------------


@pytest.mark.rule("WG 1.3")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_all_fifty_land_tiles_are_in_the_bag(seats: int) -> None:
    scene = Scene(seats=seats)

    assert scene.state.tile_bag == list(range(1, 51))
    assert scene.odds() == {f"tile {tile}": 1 for tile in range(1, 51)}


@pytest.mark.rule("WG 1.3")
@pytest.mark.parametrize(("seats", "copper"), [(1, 9), (2, 7), (3, 5), (4, 3)])
def test_all_coins_not_dealt_are_in_the_coin_bag(seats: int, copper: int) -> None:
    scene = Scene(seats=seats)

    assert scene.coins_in_bag() == f"{copper} copper 11 silver 8 gold"
    assert sum(scene.state.coin_bag) == 30 - 2 * seats


@pytest.mark.rule("WG 1.3")
@pytest.mark.rule("WG 5.14")
def test_everybody_knows_how_many_coins_are_in_the_bag() -> None:
    assert Scene(seats=3).state.view(None)["coin_bag"] == 24


# ---- 1.4: the discs -----------------------------------------------------------------------------------


@pytest.mark.rule("WG 1.4")
def test_the_first_disc_is_turned_when_the_last_board_is_dealt() -> None:
    scene = Scene.unopened(2)
    scene.chance("board yellow")
    assert scene.state.chance_name() == "board seat 2"

    scene.chance("board blue")

    assert scene.state.chance_name() == "year 1 disc"
    assert scene.odds() == A_PILE


@pytest.mark.rule("WG 1.4")
def test_the_disc_is_known_before_the_town_is_stocked_and_the_figures_are_placed() -> None:
    scene = before_the_town(2)

    view = scene.state.view(0)

    assert (view["year"], view["disc"]) == (1, "A1")
    assert scene.state.chance_name() == "lodge labourer 1"
    assert figures(scene) == ["nowhere", "nowhere"]


@pytest.mark.rule("WG 1.4")
def test_before_the_first_disc_there_is_no_year() -> None:
    view = Scene.unopened().state.view(None)

    assert (view["year"], view["disc"]) == (0, None)


@pytest.mark.rule("WG 1.4", "refused")
def test_a_b_disc_does_not_lie_on_top_at_first() -> None:
    scene = Scene.unopened()
    scene.chance("board yellow")

    scene.refused(CHANCE, "disc B1", "WG 1.4", "disc_not_on_top")


def turn(scene: Scene, disc: str) -> None:
    """A year goes by in which nobody owes anything (A1 has no fires), and the next disc is turned."""
    scene.furnish(labourers="").disc("A1").winter()
    scene.chance(f"disc {disc}")


@pytest.mark.rule("WG 1.4")
def test_the_four_a_discs_come_before_the_four_b_discs() -> None:
    scene = Scene(disc="A3")
    for disc in ("A1", "A4", "A2"):
        turn(scene, disc)
    scene.furnish(labourers="").disc("A1").winter()

    assert scene.state.chance_name() == "year 5 disc"
    assert scene.odds() == B_PILE


@pytest.mark.rule("WG 1.4")
def test_each_disc_is_turned_once() -> None:
    scene = Scene(disc="A3")
    scene.furnish(labourers="").disc("A1").winter()
    assert scene.odds() == {"disc A1": 1, "disc A2": 1, "disc A4": 1}
    scene.chance("disc A2")
    scene.furnish(labourers="").disc("A1").winter()

    assert scene.odds() == {"disc A1": 1, "disc A4": 1}
    scene.refused(CHANCE, "disc A3", "WG 1.4", "disc_not_on_top")


@pytest.mark.rule("WG 1.4")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_only_the_discs_turned_up_so_far_are_known(seat: int | None) -> None:
    scene = Scene(seats=2, disc="A2")

    view = scene.state.view(seat)

    assert view["disc"] == "A2"
    assert view["discs_left"] == ["A1", "A3", "A4", "B1", "B2", "B3", "B4"]  # in no order but the box's


@pytest.mark.rule("WG 1.4", "refused")
def test_a_player_does_not_choose_the_disc() -> None:
    scene = Scene.unopened()
    scene.chance("board yellow")

    scene.refused(0, "disc A1", "WG 1.4", "only_chance")


# ---- 1.5-1.7: the town --------------------------------------------------------------------------------


@pytest.mark.rule("WG 1.5")
@pytest.mark.rule("WG 1.6")
@pytest.mark.rule("WG 1.7")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_two_two_three_or_four_pieces_lie_at_every_building_that_has_some(seats: int) -> None:
    scene = before_the_town(seats)
    named = []
    while scene.state.to_act() == [CHANCE]:
        named.append(scene.state.chance_name())
        scene.chance(next(iter(scene.odds())))

    each = PER_BUILDING[seats]
    assert named == [f"{at} {sort} {n + 1}" for at, sort in STOCKED.items() for n in range(each)]
    assert {at: len(pieces) for at, pieces in town(scene).items()} == dict.fromkeys(STOCKED, each)


@pytest.mark.rule("WG 1.5")
@pytest.mark.parametrize(
    ("boards", "left"),
    [("yellow yellow", (4, 6, 4)), ("yellow blue", (5, 5, 4)), ("blue blue", (6, 4, 4)), ("blue", (6, 5, 4))],
)
def test_the_labourers_put_in_town_are_those_left_over_from_sixteen(
    boards: str, left: tuple[int, int, int]
) -> None:
    scene = before_the_town(len(boards.split()), boards)

    assert scene.odds() == {
        "labourer yellow": left[0],
        "labourer blue": left[1],
        "labourer white": left[2],
    }


@pytest.mark.rule("WG 1.5")
def test_a_labourer_in_town_cannot_be_put_there_again() -> None:
    scene = before_the_town(2)
    scene.chance("labourer white", "labourer white")
    assert scene.odds() == {"labourer yellow": 5, "labourer blue": 5, "labourer white": 2}
    scene.chance("labourer white", "labourer yellow", "labourer white")

    assert scene.odds() == {"labourer yellow": 4, "labourer blue": 5}
    assert town(scene)["lodge"] == ["white", "white"]
    assert town(scene)["hotel"] == ["yellow", "white"]
    assert town(scene)["saloon"] == ["white"]


@pytest.mark.rule("WG 1.5", "refused")
def test_there_are_no_more_than_four_white_labourers() -> None:
    scene = before_the_town(3)
    scene.chance(*["labourer white"] * 4)

    scene.refused(CHANCE, "labourer white", "WG 1.5", "none_left")


@pytest.mark.rule("WG 1.5")
def test_with_four_players_no_labourer_is_left_out() -> None:
    scene = before_the_town(4)
    scene.chance(*["labourer yellow"] * 4, *["labourer blue"] * 4, *["labourer white"] * 3)

    assert scene.odds() == {"labourer white": 1}


@pytest.mark.rule("WG 1.5", "refused")
def test_labourers_come_before_building_tiles() -> None:
    scene = before_the_town(1)
    scene.chance(*["labourer blue"] * 5)

    scene.refused(CHANCE, "building hut", "WG 1.6", "other_chance_due")


@pytest.mark.rule("WG 1.6")
def test_four_huts_and_four_barns_are_shuffled_for_carpenter_and_mill() -> None:
    scene = before_the_town(3)
    scene.chance(*["labourer yellow"] * 4, *["labourer blue"] * 5)

    assert scene.state.chance_name() == "carpenter building 1"
    assert scene.odds() == {"building hut": 4, "building barn": 4}
    scene.chance("building hut", "building barn", "building hut")
    assert scene.state.chance_name() == "johansens-mill building 1"
    assert scene.odds() == {"building hut": 2, "building barn": 3}
    scene.chance("building hut", "building hut")
    assert scene.odds() == {"building barn": 3}
    scene.chance("building barn")
    assert town(scene)["carpenter"] == ["hut", "hut", "barn"]
    assert town(scene)["johansens-mill"] == ["hut", "hut", "barn"]


@pytest.mark.rule("WG 1.6", "refused")
def test_there_are_no_more_than_four_huts() -> None:
    scene = before_the_town(3)
    scene.chance(*["labourer yellow"] * 4, *["labourer blue"] * 5, *["building hut"] * 4)

    scene.refused(CHANCE, "building hut", "WG 1.6", "none_left")


@pytest.mark.rule("WG 1.7")
def test_three_of_each_of_seven_improvements_are_shuffled_for_svensons_and_soebucks() -> None:
    scene = before_the_town(2)
    scene.chance(*["labourer blue"] * 5, "labourer white", *["building barn"] * 4)

    kinds = ["tent", "ladder", "safe", "store", "paddock", "horses", "well"]
    assert scene.state.chance_name() == "svensons improvement 1"
    assert scene.odds() == {f"improvement {kind}": 3 for kind in kinds}
    scene.chance("improvement well", "improvement tent")
    assert scene.state.chance_name() == "soebucks improvement 1"
    scene.chance("improvement well")
    assert scene.odds() == {f"improvement {kind}": {"well": 1, "tent": 2}.get(kind, 3) for kind in kinds}
    assert town(scene)["svensons"] == ["tent", "well"]
    assert town(scene)["soebucks"] == ["well"]


@pytest.mark.rule("WG 1.7", "refused")
def test_there_are_no_more_than_three_tents() -> None:
    scene = before_the_town(3)
    scene.chance(*["labourer yellow"] * 4, *["labourer blue"] * 5, *["building hut", "building barn"] * 3)
    scene.chance(*["improvement tent"] * 3)

    scene.refused(CHANCE, "improvement tent", "WG 1.7", "none_left")


@pytest.mark.rule("WG 1.6")
@pytest.mark.rule("WG 6.5")
def test_nothing_in_town_is_refilled_in_the_next_year() -> None:
    scene = Scene()
    scene.stock("lodge", "").stock("carpenter", "hut").stock("svensons", "well")
    before = town(scene)

    turn(scene, "A2")

    assert scene.state.chance_name() == "year 2 spring seat 1 tile 1"
    assert town(scene) == before
    assert town(scene)["lodge"] == []


# ---- 1.8: the supply ----------------------------------------------------------------------------------


@pytest.mark.rule("WG 1.8")
def test_the_board_s_landscapes_yield_the_five_goods() -> None:
    scene = Scene().furnish(labourers="yellow yellow blue blue").disc("A3").summer()

    scene.play(0, *scene.legal())

    assert GOODS == ("grain", "fish", "dairy", "wood", "stone")
    assert scene.on_land() == "grain@0,0 grain@0,0 stone@1,0 dairy@2,0 fish@3,0 wood@4,0"


@pytest.mark.rule("WG 1.8")
@pytest.mark.rule("WG 4.3")
def test_goods_never_run_out() -> None:
    scene = Scene(seats=4)
    for seat in range(4):
        scene.furnish(seat, barn=" ".join(["grain"] * 8), barns=2)
    scene.disc("A1").summer()

    for seat, column in enumerate([0, 3, 0, 3]):
        scene.play(seat, f"work grain at {column},0")

    assert [scene.farm(seat).goods for seat in range(4)] == [[9, 0, 0, 0, 0]] * 4


@pytest.mark.rule("WG 1.8")
def test_help_tiles_never_run_out() -> None:
    scene = Scene().furnish(labourers="white", help=(1, 40)).winter()

    scene.play(0, "help for dairy")

    assert scene.help_tiles() == (1, 41)


# ---- 1.9: the figures ---------------------------------------------------------------------------------


@pytest.mark.rule("WG 1.9")
def test_seat_one_places_first_then_the_others_clockwise() -> None:
    scene = before_the_figures(4)

    for seat in range(4):
        assert scene.season() == "placing"
        assert scene.state.to_act() == [seat]
        scene.play(seat, "start church")
    assert scene.season() == "spring"


@pytest.mark.rule("WG 1.9")
@pytest.mark.parametrize(
    ("option", "order"), [("start=1", [0, 1, 2]), ("start=2", [1, 2, 0]), ("start=3", [2, 0, 1])]
)
def test_another_start_player_may_be_chosen(option: str, order: list[int]) -> None:
    scene = before_the_figures(3, option)

    for seat in order:
        assert scene.state.to_act() == [seat]
        scene.play(seat, "start town-hall")
    assert scene.season() == "spring"
    assert scene.state.chance_name() == "year 1 spring seat 1 tile 1"


@pytest.mark.rule("WG 1.9", "refused")
@pytest.mark.parametrize("option", ["start=0", "start=3", "start=", "start=one", "start=-1", "start=²"])
def test_the_start_player_sits_at_the_table(option: str) -> None:
    with pytest.raises(BadSetup):
        GAME.setup(2, [option])


@pytest.mark.rule("WG 1.9")
def test_each_player_chooses_the_church_row_or_the_town_hall_row() -> None:
    scene = before_the_figures(2)

    assert scene.legal(0) == ["start church", "start town-hall"]
    assert scene.legal(1) == []
    scene.play(0, "start town-hall")
    assert scene.legal(0) == []
    assert scene.legal(1) == ["start church", "start town-hall"]


@pytest.mark.rule("WG 1.9")
@pytest.mark.rule("WG 9.6")
@pytest.mark.parametrize("row", ["church", "town-hall"])
def test_a_row_has_a_space_for_every_player(row: str) -> None:
    scene = before_the_figures(4)

    for seat in range(4):
        scene.play(seat, f"start {row}")

    assert figures(scene) == [f"{row} 0", f"{row} 1", f"{row} 2", f"{row} 3"]


@pytest.mark.rule("WG 1.9")
@pytest.mark.rule("WG 5.2")
def test_who_comes_first_to_a_row_stands_nearest_the_street() -> None:
    scene = Scene(seats=4, options=["start=2"], starts="town-hall church town-hall church")

    assert figures(scene) == ["church 3", "town-hall 0", "church 1", "town-hall 2"]
    assert scene.autumn().state.order == [2, 0, 1, 3]


@pytest.mark.rule("WG 1.9", "refused")
def test_no_figure_is_placed_out_of_turn() -> None:
    scene = before_the_figures(3)
    scene.play(0, "start church")

    assert scene.refused(0, "start town-hall", "WG 1.9", "not_your_turn").args == {"turn": 2}
    scene.refused(2, "start church", "WG 1.9", "not_your_turn")


@pytest.mark.rule("WG 1.9", "refused")
@pytest.mark.parametrize("where", ["saloon", "post-office", "hall", ""])
def test_there_are_no_other_start_rows(where: str) -> None:
    before_the_figures(1).refused(0, f"start {where}", "WG 1.9", "bad_form")


@pytest.mark.rule("WG 1.9", "refused")
def test_figures_are_placed_only_once_the_town_is_stocked() -> None:
    before_the_town(1).refused(0, "start church", "WG 2.1", "chance_first")


@pytest.mark.rule("WG 1.9", "refused")
def test_the_figure_is_placed_only_once() -> None:
    Scene().spring().refused(0, "start church", "WG 1.9", "not_now")


@pytest.mark.rule("WG 1.9", "refused")
def test_nothing_else_is_done_before_the_figure_is_placed() -> None:
    before_the_figures(1).refused(0, "visit lodge", "WG 5.3", "not_now")


@pytest.mark.rule("WG 1.2")
@pytest.mark.rule("WG 1.9")
def test_the_table_is_told_what_is_dealt_and_placed() -> None:
    scene = Scene.unopened(2)
    events = scene.chance("board yellow", "board blue", "disc A1", "labourer white")

    assert [str(event) for event in events] == [
        "1 board_dealt board=yellow labourer=yellow",
        "2 board_dealt board=blue labourer=blue",
        "* year_began year=1 disc=A1",
        "* stocked building=lodge piece=white",
    ]
    placed = before_the_figures(2).play(0, "start town-hall")
    assert [str(event) for event in placed] == ["1 figure_placed row=town-hall"]


# ---- 9.1, 9.6: the numbers of the edition -------------------------------------------------------------


@pytest.mark.rule("WG 9.1")
def test_the_counts_known_from_several_sources() -> None:
    edition = GAME.edition

    assert sorted(edition.tiles) == list(range(1, 51))
    assert [disc.id for disc in edition.discs] == ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]
    assert [disc.pile for disc in edition.discs] == ["A"] * 4 + ["B"] * 4
    assert edition.coins == [11, 11, 8]
    assert edition.labourers == [6, 6, 4]
    assert sum(edition.building_tiles) == 8
    assert edition.improvements == [3] * 7
    assert edition.per_building == [2, 2, 3, 4]


@pytest.mark.rule("WG 9.1")
def test_post_office_then_lodge_come_after_the_town_hall_and_the_lodge_costs_two_grain() -> None:
    ring = GAME.edition.ring

    assert [building.name for building in ring[:2]] == ["Post Office", "Lodge"]
    assert ring[1].cost == [2, 0, 0, 0, 0]


@pytest.mark.rule("WG 9.6")
@pytest.mark.parametrize("kind", ["yellow", "blue"])
def test_the_sites_and_spaces_of_a_board(kind: str) -> None:
    board = GAME.edition.board(kind)

    assert board is not None
    assert (board.barn_spaces, board.barn_sites, board.barn_tile_adds) == (4, 2, 2)
    assert (board.wagons, board.hut_sites, board.improvement_sites) == (4, 4, 3)
    assert GAME.edition.building_tiles == [4, 4]


@pytest.mark.rule("WG 9.6")
@pytest.mark.parametrize("board", ["yellow", "blue"])
def test_the_storage_squares_of_the_landscapes(board: str) -> None:
    assert [squares for _, squares, _ in Scene(boards=board).districts().values()] == [2, 1, 1, 2, 2]


@pytest.mark.rule("WG 4.6")
@pytest.mark.rule("WG 9.6")
def test_the_barn_at_the_start_has_two_of_four_spaces_free() -> None:
    assert Scene().farm().room == 2
