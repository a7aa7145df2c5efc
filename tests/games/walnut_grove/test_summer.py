"""Summer (WG 4): figures at work, their harvests, the barn."""

from __future__ import annotations

import pytest

from farmstead.engine.contract import BadPosition
from farmstead.games.walnut_grove.rules import GAME
from farmstead.games.walnut_grove.rules.names import GOODS
from tests.games.walnut_grove.scenes import Scene

YELLOW_BOARD = [
    "work grain at 0,0",
    "work stone at 1,0",
    "work dairy at 2,0",
    "work fish at 3,0",
    "work wood at 4,0",
]
BLUE_BOARD = [
    "work fish at 0,0",
    "work dairy at 1,0",
    "work stone at 2,0",
    "work grain at 3,0",
    "work wood at 4,0",
]
SUMMER_GOOD = {
    "A1": "dairy",
    "A2": "wood",
    "A3": "grain",
    "A4": "fish",
    "B1": "stone",
    "B2": "grain",
    "B3": "fish",
    "B4": "wood",
}
# Grain on (0,0), (0,1) and (1,1): three tiles with 2 + 1 + 1 squares. The other patches lie apart.
GRAIN_OF_THREE = [(3, 0, 1, 0), (21, 1, 1, 3)]


# ---- 4.1: districts -----------------------------------------------------------------------------------


@pytest.mark.rule("WG 4.1")
@pytest.mark.parametrize(("board", "works"), [("yellow", YELLOW_BOARD), ("blue", BLUE_BOARD)])
def test_each_landscape_is_a_district(board: str, works: list[str]) -> None:
    assert Scene(boards=board).summer().legal() == works


@pytest.mark.rule("WG 4.1")
def test_a_patch_joins_the_district_it_faces() -> None:
    """Tile 3 shows grain to north, east and south, fish to the west; south of it lies the board's grain."""
    scene = Scene(boards="yellow", disc="A3").spring("3")
    scene.play(0, "lay 3 at 0,1 turn 0")

    assert scene.legal() == [*YELLOW_BOARD, "work fish at 0,1"]
    assert scene.districts()["grain 0,0"] == (2, 3, 0)
    assert scene.districts()["fish 0,1"] == (1, 1, 0)


@pytest.mark.rule("WG 4.1")
def test_districts_of_one_terrain_that_do_not_touch_are_several() -> None:
    """Tile 1 shows grain to north and east: away from the board's grain."""
    scene = Scene(boards="yellow").furnish(tiles=[(1, 0, 1, 0)])

    assert scene.districts()["grain 0,0"] == (1, 2, 0)
    assert scene.districts()["grain 0,1"] == (1, 1, 0)


@pytest.mark.rule("WG 4.1")
def test_both_sides_of_the_edge_must_show_the_terrain() -> None:
    """Tile 1 has grain to the east; so has tile 4 beside it to the west, but only unturned."""
    facing = Scene(boards="blue").furnish(tiles=[(1, 0, 1, 0), (4, 1, 1, 0)])
    turned = Scene(boards="blue").furnish(tiles=[(1, 0, 1, 0), (4, 1, 1, 1)])

    assert facing.districts()["grain 0,1"] == (2, 2, 0)
    assert turned.districts()["grain 0,1"] == (1, 1, 0)
    assert turned.districts()["grain 1,1"] == (1, 1, 0)


@pytest.mark.rule("WG 4.1", "refused")
def test_a_district_is_named_by_its_first_cell() -> None:
    scene = Scene(boards="yellow").furnish(tiles=GRAIN_OF_THREE).summer()

    refusal = scene.refused(0, "work grain at 1,1", "WG 4.1", "district_begins_elsewhere")

    assert refusal.args == {"good": "grain", "at": "1,1", "first": "0,0"}


@pytest.mark.rule("WG 4.1", "refused")
def test_there_is_no_work_where_the_terrain_is_not() -> None:
    scene = Scene(boards="yellow").furnish(tiles=GRAIN_OF_THREE).summer()

    scene.refused(0, "work wood at 0,0", "WG 4.1", "no_such_terrain_there")
    scene.refused(0, "work fish at 4,0", "WG 4.1", "no_such_terrain_there")
    scene.refused(0, "work stone at 0,1", "WG 4.1", "no_such_terrain_there")
    scene.refused(0, "work grain at 5,0", "WG 4.1", "no_land_there")
    scene.refused(0, "work grain at -1,0", "WG 4.1", "no_land_there")
    scene.refused(0, "work grain at 2,1", "WG 4.1", "no_land_there")


# ---- 4.2: every figure works --------------------------------------------------------------------------


@pytest.mark.rule("WG 4.2")
@pytest.mark.parametrize(
    "labourers", ["", "yellow", "blue white", "white white white", "yellow yellow blue blue"]
)
def test_the_farmer_and_each_active_labourer_work(labourers: str) -> None:
    scene = Scene(disc="A4").furnish(labourers=labourers).summer()
    figures = 1 + len(labourers.split())

    for work in YELLOW_BOARD[:figures]:
        assert scene.season() == "summer"
        scene.play(0, work)

    assert scene.season() == "autumn"
    assert sum(scene.farm().goods) == figures + (figures > 3)


@pytest.mark.rule("WG 4.2")
@pytest.mark.rule("WG 5.9")
def test_a_recruit_does_not_work_yet() -> None:
    scene = Scene().furnish(labourers="yellow")
    scene.farm().recruits = [0, 1, 1]
    scene.summer()

    scene.play(0, "work grain at 0,0", "work stone at 1,0")

    assert scene.season() == "autumn"


@pytest.mark.rule("WG 4.2")
def test_the_colour_of_a_figure_does_not_matter() -> None:
    scene = Scene(disc="A1").furnish(labourers="white").summer()

    assert scene.legal() == YELLOW_BOARD
    scene.play(0, "work stone at 1,0", "work fish at 3,0")
    assert scene.on_land() == "stone@1,0 fish@3,0"


@pytest.mark.rule("WG 4.2")
def test_a_worked_district_is_offered_to_no_other_figure() -> None:
    scene = Scene().furnish(labourers="yellow blue").summer()

    scene.play(0, "work dairy at 2,0", "leave")
    assert scene.legal() == [work for work in YELLOW_BOARD if "dairy" not in work]
    scene.play(0, "work wood at 4,0")
    assert scene.legal() == ["work grain at 0,0", "work stone at 1,0", "work fish at 3,0"]


@pytest.mark.rule("WG 4.2", "refused")
def test_two_figures_do_not_work_one_district() -> None:
    scene = Scene().summer()
    scene.play(0, "work grain at 0,0")

    refusal = scene.refused(0, "work grain at 0,0", "WG 4.2", "district_taken")

    assert refusal.args == {"good": "grain", "at": "0,0"}
    assert refusal.instead == YELLOW_BOARD[1:]


@pytest.mark.rule("WG 4.2", "refused")
def test_two_figures_do_not_work_two_tiles_of_one_district() -> None:
    scene = Scene().furnish(tiles=GRAIN_OF_THREE, labourers="yellow").summer()
    scene.play(0, "work grain at 0,0")

    scene.refused(0, "work grain at 0,1", "WG 4.1", "district_begins_elsewhere")


@pytest.mark.rule("WG 4.2", "refused")
@pytest.mark.parametrize(("move", "rule"), [("done", "WG 4.2"), ("pass", "WG 4.2"), ("leave", "WG 4.2")])
def test_no_figure_is_left_idle_while_a_district_is_free(move: str, rule: str) -> None:
    scene = Scene().summer()
    scene.refused(0, move, rule, "not_now")
    scene.play(0, "work grain at 0,0")

    scene.refused(0, move, rule, "not_now")


@pytest.mark.rule("WG 4.2")
def test_one_harvest_is_stored_before_the_next_figure_is_placed() -> None:
    scene = Scene(disc="A1").summer()
    scene.play(0, "work dairy at 2,0")

    assert scene.legal() == ["keep dairy", "leave"]
    scene.refused(0, "work grain at 0,0", "WG 4.2", "not_now")
    scene.play(0, "keep dairy")
    assert scene.legal() == [work for work in YELLOW_BOARD if "dairy" not in work]


@pytest.mark.rule("WG 4.2")
def test_several_figures_may_stand_on_one_tile() -> None:
    """Tile 45 has grain, fish and wood, none of them joined to the yellow board's stone."""
    scene = Scene(boards="yellow").furnish(tiles=[(45, 1, 1, 0)], labourers="yellow blue").summer()

    scene.play(0, "work grain at 1,1", "work fish at 1,1", "work wood at 1,1")

    assert scene.on_land() == "grain@1,1 fish@1,1 wood@1,1"


@pytest.mark.rule("WG 4.2")
def test_several_districts_of_one_terrain_may_be_worked() -> None:
    scene = Scene(boards="yellow", disc="A3").furnish(tiles=[(1, 0, 1, 0)]).summer()

    scene.play(0, "work grain at 0,1", "keep grain", "work grain at 0,0")

    assert scene.on_land() == "grain@0,0 grain@0,0 grain@0,1"
    assert scene.in_barn() == "grain copper copper"


@pytest.mark.rule("WG 4.2")
def test_a_figure_for_which_no_district_is_left_rests() -> None:
    scene = Scene(disc="A4").furnish(labourers="yellow yellow blue blue white").summer()

    scene.play(0, *YELLOW_BOARD)

    assert scene.season() == "autumn"
    assert scene.farm().figures == 0
    assert scene.on_land() == "grain@0,0 stone@1,0 dairy@2,0 fish@3,0 fish@3,0 wood@4,0"


@pytest.mark.rule("WG 4.2")
def test_districts_are_free_again_in_the_next_summer() -> None:
    scene = Scene().summer()
    scene.play(0, "work grain at 0,0", "work stone at 1,0")

    assert scene.summer().legal() == YELLOW_BOARD


@pytest.mark.rule("WG 4.2")
def test_each_player_s_figures_work_their_own_land() -> None:
    scene = Scene(seats=2, boards="yellow yellow").summer()
    scene.play(0, "work grain at 0,0", "work stone at 1,0")

    assert scene.legal(1) == YELLOW_BOARD
    assert scene.on_land(1) == "wood@4,0"


# ---- 4.3, 4.4: how much -------------------------------------------------------------------------------


@pytest.mark.rule("WG 4.3")
@pytest.mark.parametrize("landscape", YELLOW_BOARD)
def test_a_landscape_yields_one_good(landscape: str) -> None:
    good = landscape.split()[1]
    disc = "A2" if good != "wood" else "A1"
    scene = Scene(boards="yellow").furnish().disc(disc).summer()

    scene.play(0, landscape)

    assert scene.on_land() == f"{good}@{landscape.split()[3]}"
    assert scene.in_barn() == "copper copper"


@pytest.mark.rule("WG 4.3")
def test_a_figure_harvests_a_good_for_each_tile_the_landscape_counted() -> None:
    scene = Scene(boards="yellow", disc="A1").furnish(tiles=GRAIN_OF_THREE).summer()

    events = scene.play(0, "work grain at 0,0")

    assert [str(event) for event in events] == ["1 harvested good=grain count=3 at=0,0"]
    assert scene.districts()["grain 0,0"] == (3, 4, 3)
    assert scene.farm().goods == [3, 0, 0, 0, 0]


@pytest.mark.rule("WG 4.3")
def test_a_tile_counts_once_however_many_of_its_edges_show_the_terrain() -> None:
    """Tile 21 has three edges of grain."""
    scene = Scene(boards="blue", disc="A1").furnish(tiles=[(21, 0, 1, 0)]).summer()

    scene.play(0, "work grain at 0,1")

    assert scene.on_land() == "grain@0,1"
    assert scene.farm().surplus == 0


@pytest.mark.rule("WG 4.4")
@pytest.mark.parametrize("disc", SUMMER_GOOD)
@pytest.mark.parametrize("good", GOODS)
def test_the_summer_good_of_the_disc_yields_one_more(disc: str, good: str) -> None:
    scene = Scene(boards="yellow").furnish().disc(disc).summer()

    scene.play(0, next(work for work in YELLOW_BOARD if good in work))

    farm = scene.farm()
    assert sum(farm.goods) + int(farm.surplus) == (2 if SUMMER_GOOD[disc] == good else 1)


@pytest.mark.rule("WG 4.4")
def test_each_figure_in_the_summer_good_harvests_one_more() -> None:
    scene = Scene(boards="yellow", disc="A3").furnish(tiles=[(20, 1, 1, 0)]).summer()

    scene.play(0, "work grain at 0,0", "work grain at 1,1")

    assert scene.on_land() == "grain@0,0 grain@0,0 grain@1,1 grain@1,1"


@pytest.mark.rule("WG 4.4")
def test_the_bonus_is_one_good_a_figure_not_one_a_tile() -> None:
    scene = Scene(boards="yellow", disc="A3").furnish(tiles=GRAIN_OF_THREE).summer()

    scene.play(0, "work grain at 0,0")

    assert scene.districts()["grain 0,0"] == (3, 4, 4)


# ---- 4.5: squares, then the barn ----------------------------------------------------------------------


@pytest.mark.rule("WG 4.5")
def test_harvested_goods_go_on_free_squares_by_themselves() -> None:
    scene = Scene(disc="A2").summer()

    scene.play(0, "work grain at 0,0")

    assert scene.on_land() == "grain@0,0 wood@4,0"
    assert scene.legal() == YELLOW_BOARD[1:]


@pytest.mark.rule("WG 4.5")
def test_a_harvest_that_just_fills_the_squares_leaves_nothing_to_decide() -> None:
    scene = Scene(disc="A3").summer()

    scene.play(0, "work grain at 0,0")

    assert scene.districts()["grain 0,0"] == (1, 2, 2)
    assert scene.farm().surplus == 0


@pytest.mark.rule("WG 4.5")
def test_one_good_too_many_is_left_over() -> None:
    scene = Scene(disc="A3").furnish(land="grain@0,0").summer()

    scene.play(0, "work grain at 0,0")

    assert scene.districts()["grain 0,0"] == (1, 2, 2)
    assert scene.farm().surplus == 1
    assert scene.legal() == ["keep grain", "leave"]


@pytest.mark.rule("WG 4.5")
def test_squares_of_another_district_of_the_terrain_stay_empty() -> None:
    scene = Scene(boards="yellow", disc="A3").furnish(tiles=[(1, 0, 1, 0)]).summer()

    scene.play(0, "work grain at 0,1")

    assert scene.on_land() == "grain@0,1"
    assert scene.farm().surplus == 1


@pytest.mark.rule("WG 4.5")
def test_a_terrain_without_squares_sends_its_whole_harvest_to_the_barn() -> None:
    """Tile 12 has no square for its grain."""
    scene = Scene(boards="blue", disc="A3").furnish(tiles=[(12, 0, 1, 0)]).summer()
    scene.play(0, "work grain at 0,1")
    assert scene.farm().surplus == 2

    scene.play(0, "keep grain", "keep grain")

    assert (scene.on_land(), scene.in_barn()) == ("", "grain grain copper copper")
    assert scene.farm().room == 0


@pytest.mark.rule("WG 4.5")
def test_what_is_left_over_goes_into_the_barn_good_by_good() -> None:
    scene = Scene(disc="A3").furnish(barn="", land="grain@0,0 grain@0,0").summer()
    scene.play(0, "work grain at 0,0")
    assert scene.legal() == ["keep grain", "leave"]

    scene.play(0, "keep grain")
    assert (scene.in_barn(), scene.farm().surplus) == ("grain", 1)
    assert scene.legal() == ["keep grain", "leave"]

    scene.play(0, "leave")
    assert scene.in_barn() == "grain"
    assert scene.farm().goods == [3, 0, 0, 0, 0]
    assert scene.farm().room == 3
    assert scene.legal() == YELLOW_BOARD[1:]


@pytest.mark.rule("WG 4.5")
def test_it_may_be_left_though_there_is_room() -> None:
    scene = Scene(disc="A1").furnish(barn="").summer()
    scene.play(0, "work dairy at 2,0")

    events = scene.play(0, "leave")

    assert [str(event) for event in events] == ["1 lost item=dairy count=1"]
    assert (scene.on_land(), scene.in_barn()) == ("dairy@2,0", "")


@pytest.mark.rule("WG 4.5")
def test_the_last_figure_s_surplus_is_decided_before_summer_ends() -> None:
    scene = Scene(disc="A1").furnish(labourers="").summer()
    scene.play(0, "work dairy at 2,0")
    assert scene.season() == "summer"

    scene.play(0, "keep dairy")

    assert scene.season() == "autumn"
    assert scene.in_barn() == "dairy copper copper"


@pytest.mark.rule("WG 4.5", "refused")
def test_only_what_was_harvested_goes_into_the_barn() -> None:
    scene = Scene(disc="A1").summer()
    scene.play(0, "work dairy at 2,0")

    scene.refused(0, "keep grain", "WG 4.5", "not_harvested")
    scene.refused(0, "keep gold", "WG 4.5", "not_harvested")


@pytest.mark.rule("WG 4.5", "refused")
def test_a_good_more_than_was_harvested_is_not_kept() -> None:
    scene = Scene(disc="A1").summer()
    scene.play(0, "work dairy at 2,0", "keep dairy")

    scene.refused(0, "keep dairy", "WG 4.5", "not_now")


@pytest.mark.rule("WG 4.5", "refused")
def test_a_district_never_holds_more_goods_than_it_has_squares() -> None:
    text = Scene().furnish(land="grain@0,0 grain@0,0").summer().state.text()
    assert GAME.position(text).text() == text

    with pytest.raises(BadPosition, match=r"WG 4\.5"):
        GAME.position(text.replace('"squares":2,"goods":2', '"squares":2,"goods":3'))


# ---- 4.6: the barn ------------------------------------------------------------------------------------


@pytest.mark.rule("WG 4.6")
def test_the_barn_holds_goods_and_coins_one_to_a_space() -> None:
    scene = Scene(disc="A3").furnish(barn="wood gold copper", land="grain@0,0 grain@0,0").summer()
    scene.play(0, "work grain at 0,0", "keep grain")

    assert scene.in_barn() == "grain wood copper gold"
    assert scene.farm().room == 0
    assert scene.legal() == ["throw grain", "throw wood", "throw copper", "throw gold", "leave"]


@pytest.mark.rule("WG 4.6")
@pytest.mark.rule("WG 5.10")
@pytest.mark.parametrize(("barns", "spaces"), [(0, 4), (1, 6), (2, 8)])
def test_a_barn_tile_adds_two_spaces(barns: int, spaces: int) -> None:
    full = " ".join(["wood"] * (spaces - 1))
    scene = Scene(disc="A3").furnish(barn=full, barns=barns, land="grain@0,0 grain@0,0").summer()

    scene.play(0, "work grain at 0,0", "keep grain")

    scene.refused(0, "keep grain", "WG 4.6", "no_room")


@pytest.mark.rule("WG 4.6")
def test_a_good_thrown_away_makes_room_and_goes_to_the_supply() -> None:
    scene = Scene(disc="A1").furnish(barn="grain fish copper gold").summer()
    scene.play(0, "work dairy at 2,0")

    events = scene.play(0, "throw fish")

    assert [str(event) for event in events] == ["1 thrown item=fish"]
    assert scene.legal() == ["keep dairy", "leave"]
    assert scene.farm().goods == [1, 0, 1, 0, 0]
    scene.play(0, "keep dairy")
    assert scene.in_barn() == "grain dairy copper gold"
    assert scene.farm().goods == [1, 0, 2, 0, 0]


@pytest.mark.rule("WG 4.6")
@pytest.mark.parametrize(
    ("coin", "barn", "bag"),
    [
        ("copper", "dairy silver gold gold", "11 copper 10 silver 6 gold"),
        ("silver", "dairy copper gold gold", "10 copper 11 silver 6 gold"),
        ("gold", "dairy copper silver gold", "10 copper 10 silver 7 gold"),
    ],
)
def test_a_coin_thrown_away_goes_to_the_coin_bag(coin: str, barn: str, bag: str) -> None:
    scene = Scene(disc="A1").furnish(barn="copper silver gold gold").summer()
    assert scene.coins_in_bag() == "10 copper 10 silver 6 gold"
    scene.play(0, "work dairy at 2,0")

    events = scene.play(0, f"throw {coin}", "keep dairy")

    assert [str(event) for event in events] == [
        "1 thrown item=coin",
        f"1 coin_gone coin={coin} @1",
        "1 kept item=dairy",
    ]
    assert (scene.in_barn(), scene.coins_in_bag()) == (barn, bag)


@pytest.mark.rule("WG 4.6")
@pytest.mark.rule("WG 5.14")
def test_which_coin_was_thrown_away_only_its_owner_hears() -> None:
    scene = (
        Scene(seats=2, boards="blue yellow", disc="A1").furnish(1, barn="copper silver gold gold").summer()
    )
    scene.play(1, "work dairy at 2,0")

    events = scene.play(1, "throw silver")

    assert [str(event) for event in events] == ["2 thrown item=coin", "2 coin_gone coin=silver @2"]
    assert scene.farm(1).start_coins_known is False


@pytest.mark.rule("WG 4.6")
@pytest.mark.rule("WG 5.14")
def test_throwing_goods_away_tells_nothing_of_the_coins() -> None:
    scene = Scene(disc="A1").furnish(barn="grain fish copper copper").summer()

    scene.play(0, "work dairy at 2,0", "throw fish")

    assert scene.farm().start_coins_known is True


@pytest.mark.rule("WG 4.6")
def test_what_was_thrown_away_is_gone_though_the_harvest_is_left() -> None:
    scene = Scene(disc="A1").furnish(barn="grain fish copper copper").summer()

    scene.play(0, "work dairy at 2,0", "throw grain", "leave")

    assert (scene.on_land(), scene.in_barn()) == ("dairy@2,0", "fish copper copper")
    assert scene.farm().room == 1


@pytest.mark.rule("WG 4.6")
def test_goods_that_find_no_room_are_lost() -> None:
    scene = Scene(disc="A3")
    scene.furnish(tiles=GRAIN_OF_THREE, barn="wood fish copper copper", land="grain@0,0 " * 3).summer()

    events = scene.play(0, "work grain at 0,0", "leave")

    assert str(events[-1]) == "1 lost item=grain count=3"
    assert scene.districts()["grain 0,0"] == (3, 4, 4)
    assert scene.in_barn() == "fish wood copper copper"
    assert scene.farm().goods == [4, 1, 0, 1, 0]


@pytest.mark.rule("WG 4.6", "refused")
def test_nothing_goes_into_a_full_barn() -> None:
    scene = Scene(disc="A1").furnish(barn="grain fish copper gold").summer()
    scene.play(0, "work dairy at 2,0")

    scene.refused(0, "keep dairy", "WG 4.6", "no_room")


@pytest.mark.rule("WG 4.6", "refused")
def test_what_is_not_in_the_barn_is_not_thrown_away() -> None:
    scene = Scene(disc="A1").furnish(barn="grain fish copper gold", land="wood@4,0").summer()
    scene.play(0, "work dairy at 2,0")

    assert scene.refused(0, "throw silver", "WG 4.6", "not_in_barn").args == {"item": "silver"}
    scene.refused(0, "throw wood", "WG 4.6", "not_in_barn")
    scene.refused(0, "throw dairy", "WG 4.6", "not_in_barn")


@pytest.mark.rule("WG 4.6", "refused")
def test_nothing_is_thrown_away_while_there_is_room() -> None:
    scene = Scene(disc="A1").furnish(barn="grain copper gold").summer()
    scene.play(0, "work dairy at 2,0")

    assert scene.legal() == ["keep dairy", "leave"]
    scene.refused(0, "throw grain", "WG 4.6", "room_enough")


@pytest.mark.rule("WG 4.6", "refused")
def test_no_position_has_more_in_a_barn_than_it_has_spaces() -> None:
    text = Scene().furnish(barn="grain grain grain copper").summer().state.text()
    assert GAME.position(text).text() == text

    with pytest.raises(BadPosition, match=r"WG 4\.6"):
        GAME.position(text.replace('"goods":{"grain":3', '"goods":{"grain":4'))


# ---- 4.7: goods stay where they are -------------------------------------------------------------------


@pytest.mark.rule("WG 4.7")
@pytest.mark.rule("WG 4.1")
def test_when_districts_grow_together_squares_and_goods_belong_to_the_joint_district() -> None:
    """Tile 20 at (1,1) has grain to the west; tile 3 joins it to the board's grain."""
    scene = Scene(boards="yellow", disc="A2").furnish(
        tiles=[(20, 1, 1, 3)], land="grain@0,0 grain@1,1 grain@1,1 dairy@2,0"
    )
    assert scene.districts()["grain 0,0"] == (1, 2, 1)
    assert scene.districts()["grain 1,1"] == (1, 2, 2)
    scene.spring("3")

    scene.play(0, "lay 3 at 0,1 turn 0")

    assert scene.districts() == {
        "grain 0,0": (3, 5, 3),
        "stone 1,0": (1, 1, 0),
        "dairy 2,0": (1, 1, 1),
        "fish 3,0": (1, 2, 0),
        "wood 4,0": (1, 2, 0),
        "fish 0,1": (1, 1, 0),
        "dairy 1,1": (1, 1, 0),
    }
    assert scene.farm().goods == [3, 0, 1, 0, 0]


@pytest.mark.rule("WG 4.7")
def test_a_joint_district_is_harvested_by_one_figure_onto_all_its_squares() -> None:
    tiles = [(20, 1, 1, 3), (3, 0, 1, 0)]
    scene = (
        Scene(boards="yellow", disc="A1").furnish(tiles=tiles, land="grain@0,0 grain@0,0 grain@0,0").summer()
    )

    scene.play(0, "work grain at 0,0")

    assert scene.districts()["grain 0,0"] == (3, 5, 5)
    assert scene.farm().surplus == 1


@pytest.mark.rule("WG 4.7")
def test_goods_of_a_joint_district_are_spent_from_one_place() -> None:
    tiles = [(20, 1, 1, 3), (3, 0, 1, 0)]
    scene = Scene(disc="A1").furnish(tiles=tiles, land="grain@1,1 grain@0,1", labourers="yellow").winter()

    assert scene.legal()[0] == "give grain from 0,0"
    scene.refused(0, "give grain from 1,1", "WG 4.8", "not_on_land")
    scene.play(0, "give grain from 0,0")
    assert scene.on_land() == "grain@0,0"


@pytest.mark.rule("WG 4.7", "refused")
def test_goods_do_not_move_from_the_barn_to_land_or_from_district_to_district() -> None:
    """There is no way to write it: `move` only knows where a good comes from, and it goes to the barn."""
    scene = Scene().furnish(barn="grain", land="grain@0,0").last()

    scene.refused(0, "move grain", "WG 4.7", "bad_form")
    scene.refused(0, "move grain to 0,0", "WG 4.7", "bad_form")
    scene.refused(0, "move grain from 0,0 to 0,1", "WG 4.7", "bad_form")
    assert scene.legal() == ["done", "move grain from 0,0", "throw grain"]


@pytest.mark.rule("WG 4.7")
def test_a_square_that_comes_free_is_not_refilled_from_the_barn() -> None:
    scene = Scene(disc="A1").furnish(barn="grain", land="grain@0,0 grain@0,0", labourers="yellow").winter()

    scene.play(0, "give grain from 0,0")

    assert (scene.in_barn(), scene.on_land()) == ("grain", "grain@0,0")


@pytest.mark.rule("WG 4.7")
def test_a_new_square_is_not_filled_from_the_barn() -> None:
    scene = Scene(boards="yellow", disc="A3").furnish(barn="grain", land="grain@0,0 grain@0,0").spring("3")

    scene.play(0, "lay 3 at 0,1 turn 0")

    assert scene.in_barn() == "grain"
    assert scene.districts()["grain 0,0"] == (2, 3, 2)


# ---- 4.8: from where goods are given ------------------------------------------------------------------


@pytest.mark.rule("WG 4.8")
def test_the_barn_is_offered_first_and_then_each_district_that_holds_the_good() -> None:
    scene = Scene(boards="yellow", disc="A1").furnish(
        tiles=[(1, 0, 1, 0)], barn="grain", land="grain@0,0 grain@0,1", labourers="yellow", huts=1
    )

    assert scene.winter().legal() == ["give grain", "give grain from 0,0", "give grain from 0,1"]


@pytest.mark.rule("WG 4.8")
@pytest.mark.parametrize(
    ("move", "barn", "land"),
    [
        ("give grain", "", "grain@0,0 grain@0,1"),
        ("give grain from 0,0", "grain", "grain@0,1"),
        ("give grain from 0,1", "grain", "grain@0,0"),
    ],
)
def test_the_owner_chooses_the_place(move: str, barn: str, land: str) -> None:
    scene = Scene(boards="yellow", disc="A1").furnish(
        tiles=[(1, 0, 1, 0)], barn="grain", land="grain@0,0 grain@0,1", labourers="yellow"
    )
    scene.winter()

    scene.play(0, move)

    assert (scene.in_barn(), scene.on_land()) == (barn, land)
    assert scene.farm().goods == [2, 0, 0, 0, 0]


@pytest.mark.rule("WG 4.8")
def test_districts_that_hold_none_are_not_offered() -> None:
    scene = Scene(boards="yellow", disc="A1").furnish(
        tiles=[(1, 0, 1, 0)], barn="", land="grain@0,1 fish@0,1", labourers="yellow", huts=1
    )

    assert scene.winter().legal() == ["give grain from 0,1"]


@pytest.mark.rule("WG 4.8")
def test_goods_are_sold_from_the_barn_or_from_land() -> None:
    scene = Scene(disc="A1").furnish(barn="grain", land="grain@0,0 wood@4,0").autumn()

    scene.play(0, "visit general-store")

    assert scene.legal() == ["sell grain", "sell grain from 0,0", "sell wood from 4,0", "done"]
    scene.play(0, "sell grain from 0,0")
    assert (scene.in_barn(), scene.on_land()) == ("grain", "wood@4,0")


@pytest.mark.rule("WG 4.8", "refused")
def test_a_good_is_not_taken_from_a_district_that_has_none() -> None:
    scene = Scene(boards="yellow", disc="A1").furnish(
        tiles=[(1, 0, 1, 0)], barn="grain", land="grain@0,1", labourers="yellow"
    )
    scene.winter()

    refusal = scene.refused(0, "give grain from 0,0", "WG 4.8", "not_on_land")

    assert refusal.args == {"item": "grain", "at": "0,0"}
    scene.refused(0, "give grain from 3,0", "WG 4.8", "not_on_land")
    scene.refused(0, "give grain from 2,2", "WG 4.8", "not_on_land")


@pytest.mark.rule("WG 4.8", "refused")
def test_a_good_is_not_taken_from_a_barn_that_has_none() -> None:
    scene = Scene(disc="A1").furnish(barn="fish copper", land="grain@0,0", labourers="yellow").winter()

    assert scene.refused(0, "give grain", "WG 4.8", "not_in_barn").args == {"item": "grain"}
