"""Neighbours' help (WG 7): open and turned tiles, and buying one off at any own decision."""

from __future__ import annotations

import pytest

from farmstead.games.walnut_grove.rules.names import OVER
from tests.games.walnut_grove.scenes import Scene


def repay(scene: Scene, *gives: str, seat: int = 0) -> None:
    """Buy off the open tile with three gifts."""
    scene.play(seat, "repay", *(f"give {gift}" for gift in gives))


def indebted(seats: int = 1, disc: str = "A1", barn: str = "wood wood wood", labourers: str = "") -> Scene:
    """Seat 1 has an open help tile and what its barn holds."""
    return Scene(seats=seats, disc=disc).furnish(0, barn=barn, labourers=labourers, help=(1, 0))


# ---- taking help (WG 7.1, 7.2) -------------------------------------------------------------------------


@pytest.mark.rule("WG 7.1")
def test_a_help_tile_taken_at_a_toll_line_is_repayable() -> None:
    scene = Scene().stand(0, "general-store").autumn()
    scene.play(0, "visit post-office")
    log = scene.play(0, "toll help")
    assert scene.help_tiles() == (1, 0)
    assert scene.in_barn() == "copper copper"
    assert str(log[0]) == "1 helped why=toll turned=0"


@pytest.mark.rule("WG 7.1")
def test_a_help_tile_taken_in_winter_is_repayable() -> None:
    scene = Scene(disc="A3").furnish(barn="", labourers="").winter()
    log = scene.play(0, "help for wood")
    assert scene.help_tiles() == (1, 0)
    assert str(log[0]) == "1 helped why=wood turned=0"


@pytest.mark.rule("WG 7.2")
def test_taking_another_turns_the_open_one_for_good() -> None:
    scene = Scene(disc="A3").furnish(barn="", labourers="", help=(1, 2)).winter()
    log = scene.play(0, "help for wood")
    assert scene.help_tiles() == (1, 3)
    assert str(log[0]) == "1 helped why=wood turned=1"


@pytest.mark.rule("WG 7.2")
def test_turned_tiles_stay_when_a_first_open_one_is_taken() -> None:
    scene = Scene(disc="A3").furnish(barn="", labourers="", help=(0, 2)).winter()
    scene.play(0, "help for wood")
    assert scene.help_tiles() == (1, 2)


@pytest.mark.rule("WG 7.2")
def test_two_toll_lines_give_two_tiles_one_after_the_other() -> None:
    scene = Scene().furnish(barn="").stand(0, "hotel").autumn()
    scene.play(0, "visit post-office")
    scene.play(0, "toll help")
    assert scene.help_tiles() == (1, 0)
    assert scene.legal() == ["toll help"]
    scene.play(0, "toll help")
    assert scene.help_tiles() == (1, 1)


@pytest.mark.rule("WG 7.2")
@pytest.mark.rule("WG 2.3")
def test_between_two_toll_lines_the_open_tile_may_be_bought_off() -> None:
    scene = Scene().furnish(barn="wood wood wood").stand(0, "hotel").autumn()
    scene.play(0, "visit post-office", "toll help")
    assert scene.legal() == ["toll help", "repay"]

    repay(scene, "wood", "wood", "wood")
    scene.play(0, "toll help")

    assert scene.help_tiles() == (1, 0)
    assert scene.in_barn() == ""


@pytest.mark.rule("WG 7.2")
@pytest.mark.rule("WG 2.3")
def test_before_each_help_tile_in_winter_the_open_one_may_be_bought_off_with_goods_still_owed() -> None:
    scene = Scene(disc="A3").furnish(
        barn="wood wood stone stone", labourers="yellow white", huts=2, help=(1, 0)
    )
    scene.winter()
    assert scene.legal() == ["help for grain", "help for dairy", "repay"]
    scene.play(0, "help for dairy")
    assert scene.help_tiles() == (1, 1)
    assert scene.legal() == ["help for grain", "repay"]

    repay(scene, "wood", "wood", "stone")

    assert scene.help_tiles() == (0, 1)
    assert scene.legal() == ["help for grain"]
    scene.play(0, "help for grain", "help for wood")
    assert scene.help_tiles() == (1, 2)
    assert scene.in_barn() == "stone"


@pytest.mark.rule("WG 7.2", "refused")
def test_a_turned_tile_cannot_be_bought_off() -> None:
    scene = Scene().furnish(barn="wood wood wood wood", help=(0, 1)).summer()
    scene.refused(0, "repay", "WG 7.2", "help_is_turned")


@pytest.mark.rule("WG 7.2", "refused")
def test_only_the_open_one_of_many_can_be_bought_off() -> None:
    scene = Scene().furnish(barn="wood wood wood wood gold gold", barns=1, help=(1, 1)).summer()
    repay(scene, "wood", "wood", "wood")
    assert scene.help_tiles() == (0, 1)
    scene.refused(0, "repay", "WG 7.2", "help_is_turned")


# ---- what it costs (WG 7.3) ----------------------------------------------------------------------------


@pytest.mark.rule("WG 7.3")
def test_three_goods_of_any_kinds_from_barn_and_land_buy_it_off() -> None:
    scene = Scene().furnish(
        barn="fish dairy", land="grain@0,0 grain@4,1 stone@1,0", tiles=[(7, 4, 1, 0)], help=(1, 0)
    )
    scene.summer().play(0, "repay")
    assert scene.legal() == [
        "give grain from 0,0",
        "give grain from 4,1",
        "give fish",
        "give dairy",
        "give stone from 1,0",
    ]

    scene.play(0, "give grain from 4,1", "give stone from 1,0")
    assert scene.help_tiles() == (1, 0)
    log = scene.play(0, "give fish")

    assert scene.help_tiles() == (0, 0)
    assert scene.in_barn() == "dairy"
    assert scene.on_land() == "grain@0,0"
    assert [str(event) for event in log] == ["1 repaid item=fish", "1 help_bought_off"]


@pytest.mark.rule("WG 7.3")
def test_three_goods_of_one_kind_will_do() -> None:
    scene = indebted(barn="stone stone stone").summer()
    repay(scene, "stone", "stone", "stone")
    assert scene.in_barn() == ""
    assert scene.help_tiles() == (0, 0)


@pytest.mark.rule("WG 7.3")
@pytest.mark.rule("WG 5.7")
def test_coins_of_any_value_may_stand_in() -> None:
    scene = indebted(barn="copper silver gold stone").summer()
    scene.play(0, "repay")
    assert scene.legal() == ["give stone", "give copper", "give silver", "give gold"]

    scene.play(0, "give gold", "give copper", "give silver")

    assert scene.in_barn() == "stone"
    assert scene.coins_in_bag() == "11 copper 11 silver 8 gold"
    assert scene.help_tiles() == (0, 0)


@pytest.mark.rule("WG 7.3", "refused")
@pytest.mark.parametrize("barn", ["", "wood wood", "wood copper", "copper gold"])
def test_fewer_than_three_goods_and_coins_do_not_buy_it_off(barn: str) -> None:
    scene = indebted(barn=barn).summer()
    refusal = scene.refused(0, "repay", "WG 7.3", "too_little_to_repay")
    assert refusal.args["have"] == len(barn.split())


@pytest.mark.rule("WG 7.3", "refused")
def test_without_a_help_tile_there_is_nothing_to_buy_off() -> None:
    scene = Scene().furnish(barn="wood wood wood").summer()
    assert "repay" not in scene.legal()
    scene.refused(0, "repay", "WG 7.3", "no_help_to_repay")


@pytest.mark.rule("WG 7.3", "refused")
def test_who_has_begun_to_buy_off_gives_all_three() -> None:
    scene = indebted().summer()
    scene.play(0, "repay", "give wood")
    assert scene.legal() == ["give wood"]
    refusal = scene.refused(0, "work grain at 0,0", "WG 7.3", "finish_repaying")
    assert refusal.args["left"] == 2
    scene.refused(0, "repay", "WG 7.3", "finish_repaying")
    scene.refused(0, "done", "WG 7.3", "finish_repaying")


@pytest.mark.rule("WG 7.3", "refused")
@pytest.mark.rule("WG 4.8", "refused")
def test_what_is_not_there_cannot_be_given_back() -> None:
    scene = indebted(barn="wood wood wood").summer()
    scene.play(0, "repay")
    scene.refused(0, "give grain", "WG 4.8", "not_in_barn")
    scene.refused(0, "give wood from 4,0", "WG 4.8", "not_on_land")
    scene.refused(0, "give gold", "WG 5.7", "no_such_coin")
    scene.refused(0, "give copper for wood", "WG 7.3", "any_three_goods")


@pytest.mark.rule("WG 7.3")
def test_after_buying_off_the_next_tile_is_the_only_one() -> None:
    scene = indebted(disc="A3", barn="stone stone stone").winter()
    repay(scene, "stone", "stone", "stone")
    assert scene.help_tiles() == (0, 0)
    scene.play(0, "help for wood")
    assert scene.help_tiles() == (1, 0)


# ---- at any of the owner's decisions (WG 2.3, 7.3) -----------------------------------------------------


def goes_on(scene: Scene, *gives: str) -> None:
    """Buying off is offered; afterwards the same decision is there, without it."""
    before = scene.legal()
    decision = scene.farm().agenda[-1]
    assert before[-1] == "repay"
    repay(scene, *gives)
    assert scene.help_tiles() == (0, 0)
    assert scene.farm().agenda[-1] == decision
    assert "repay" not in scene.legal()


@pytest.mark.rule("WG 7.3")
@pytest.mark.rule("WG 2.3")
def test_it_is_bought_off_in_spring_before_and_between_tiles() -> None:
    scene = indebted().spring("7 8 9 10")
    goes_on(scene, "wood", "wood", "wood")
    scene.play(0, "lay 7 at 0,1 turn 0")
    scene.furnish(barn="wood wood wood", help=(1, 0))
    goes_on(scene, "wood", "wood", "wood")


@pytest.mark.rule("WG 7.3")
@pytest.mark.rule("WG 2.3")
def test_it_is_bought_off_in_summer() -> None:
    scene = indebted().summer()
    districts = scene.legal()[:-1]
    goes_on(scene, "wood", "wood", "wood")
    assert scene.legal() == districts
    scene.play(0, "work stone at 1,0")


@pytest.mark.rule("WG 7.3")
@pytest.mark.rule("WG 2.3")
def test_it_is_bought_off_with_a_surplus_in_hand_and_makes_room_for_it() -> None:
    scene = Scene(disc="A1").furnish(barn="wood wood wood gold", land="dairy@2,0", help=(1, 0)).summer()
    scene.play(0, "work dairy at 2,0")
    assert scene.legal() == ["throw wood", "throw gold", "leave", "repay"]
    goes_on(scene, "wood", "wood", "wood")
    assert scene.legal() == ["keep dairy", "leave"]
    scene.play(0, "keep dairy", "keep dairy")
    assert scene.in_barn() == "dairy dairy gold"


@pytest.mark.rule("WG 7.3")
@pytest.mark.rule("WG 4.5")
def test_squares_freed_by_buying_off_take_the_surplus() -> None:
    scene = Scene(disc="A3").furnish(barn="", land="grain@0,0 grain@0,0 wood@4,0", labourers="", help=(1, 0))
    scene.summer().play(0, "work grain at 0,0")
    scene.play(0, "repay", "give grain from 0,0", "give wood from 4,0", "give grain from 0,0")
    assert scene.on_land() == "grain@0,0 grain@0,0"
    assert scene.in_barn() == ""


@pytest.mark.rule("WG 7.3")
def test_it_is_bought_off_before_a_building_is_named() -> None:
    scene = indebted(barn="wood wood stone").autumn()
    assert "visit johansens-mill" in scene.legal()
    goes_on(scene, "wood", "wood", "stone")
    assert "visit johansens-mill" not in scene.legal()


@pytest.mark.rule("WG 7.3")
def test_it_is_bought_off_at_a_toll_line() -> None:
    scene = indebted(barn="wood wood wood copper").stand(0, "general-store").autumn()
    scene.play(0, "visit post-office")
    assert scene.legal() == ["toll copper", "toll help", "repay"]
    goes_on(scene, "wood", "wood", "wood")
    assert scene.legal() == ["toll copper", "toll help"]


@pytest.mark.rule("WG 7.3")
def test_it_is_bought_off_before_the_cost_is_paid() -> None:
    scene = Scene().furnish(barn="wood wood dairy fish stone", barns=1, labourers="", help=(1, 0)).autumn()
    scene.play(0, "visit johansens-mill")
    goes_on(scene, "dairy", "fish", "stone")
    assert scene.legal() == ["give wood"]


@pytest.mark.rule("WG 7.3")
def test_it_is_bought_off_while_taking_goods_and_makes_room() -> None:
    scene = indebted(barn="wood wood wood gold").autumn()
    scene.play(0, "visit church")
    assert scene.legal() == ["throw wood", "throw gold", "leave", "repay"]
    goes_on(scene, "wood", "wood", "wood")
    assert scene.legal() == ["take grain", "take fish", "take dairy", "take wood", "take stone"]


@pytest.mark.rule("WG 7.3")
@pytest.mark.parametrize(
    ("visit", "cost", "choices"),
    [
        ("saloon", "dairy dairy", ["hire yellow", "hire white"]),
        ("johansens-mill", "wood wood", ["build hut", "build barn"]),
        ("soebucks", "dairy wood stone", ["buy paddock", "buy horses"]),
    ],
)
def test_it_is_bought_off_when_the_cost_is_paid(visit: str, cost: str, choices: list[str]) -> None:
    scene = Scene().furnish(barn=f"{cost} fish fish fish", barns=1, labourers="", help=(1, 0)).autumn()
    scene.play(0, f"visit {visit}", *(f"give {good}" for good in cost.split()))
    assert scene.legal() == [*choices, "repay"]
    goes_on(scene, "fish", "fish", "fish")
    assert scene.legal() == choices


@pytest.mark.rule("WG 7.3")
def test_it_is_bought_off_while_selling() -> None:
    scene = indebted(barn="grain wood stone stone").autumn()
    scene.play(0, "visit general-store")
    assert scene.legal() == ["sell grain", "sell wood", "done", "repay"]
    goes_on(scene, "stone", "stone", "wood")
    assert scene.legal() == ["sell grain", "done"]


@pytest.mark.rule("WG 7.3")
@pytest.mark.rule("WG 5.12")
def test_it_is_bought_off_with_coins_in_hand_that_then_find_room() -> None:
    scene = Scene(disc="A1").furnish(barn="wood stone stone stone", labourers="", help=(1, 0))
    scene.autumn().play(0, "visit general-store", "sell wood", "done")
    scene.chance("coin gold", "coin silver")
    assert scene.legal() == [
        "keep silver",
        "keep gold",
        "throw stone",
        "repay",
    ]
    repay(scene, "stone", "stone", "stone")
    assert scene.in_barn() == "silver gold"
    assert scene.help_tiles() == (0, 0)


@pytest.mark.rule("WG 7.3")
def test_it_is_bought_off_at_the_last_decision() -> None:
    scene = indebted(barn="wood wood wood gold").last()
    assert scene.legal() == ["done", "throw wood", "throw gold", "repay"]
    goes_on(scene, "wood", "wood", "wood")
    assert scene.legal() == ["done", "throw gold"]


@pytest.mark.rule("WG 7.3")
def test_a_free_action_leaves_the_others_at_the_table_where_they_are() -> None:
    scene = indebted(seats=2).summer()
    others = scene.legal(1)
    repay(scene, "wood", "wood", "wood")
    assert scene.legal(1) == others
    assert sorted(scene.state.to_act()) == [0, 1]


@pytest.mark.rule("WG 5.2", "refused")
def test_it_is_not_bought_off_in_another_players_turn() -> None:
    scene = indebted(seats=2).stand(0, "lodge").stand(1, "saloon").autumn()
    scene.refused(0, "repay", "WG 5.2", "not_your_turn")


@pytest.mark.rule("WG 2.1", "refused")
def test_it_is_not_bought_off_by_who_has_finished_the_season() -> None:
    scene = indebted(seats=2, barn="wood wood wood").last()
    scene.play(0, "done")
    scene.refused(0, "repay", "WG 2.1", "season_finished")


# ---- the cost of the building that was named (WG 5.6) --------------------------------------------------


@pytest.mark.rule("WG 5.6", "refused")
def test_buying_off_must_leave_the_named_buildings_cost() -> None:
    scene = Scene().furnish(barn="wood wood stone stone", labourers="", help=(1, 0)).autumn()
    scene.play(0, "visit johansens-mill")
    assert scene.legal() == ["give wood"]
    scene.refused(0, "repay", "WG 5.6", "repaying_leaves_cost_unpayable")


@pytest.mark.rule("WG 5.6", "refused")
def test_goods_of_the_cost_are_kept_back_unless_a_coin_can_take_their_place() -> None:
    scene = Scene().furnish(barn="wood wood stone stone copper", barns=1, labourers="", help=(1, 0)).autumn()
    scene.play(0, "visit johansens-mill", "repay")
    assert scene.legal() == ["give wood", "give stone", "give copper"]
    scene.play(0, "give wood")
    assert scene.legal() == ["give stone"]
    scene.refused(0, "give wood", "WG 5.6", "repaying_leaves_cost_unpayable")
    scene.refused(0, "give copper", "WG 5.6", "repaying_leaves_cost_unpayable")
    scene.play(0, "give stone", "give stone", "give wood", "give copper for wood", "build hut")
    assert scene.in_barn() == ""
    assert scene.farm().huts == 1


@pytest.mark.rule("WG 5.6")
def test_once_the_cost_is_paid_everything_left_may_buy_the_tile_off() -> None:
    scene = Scene().furnish(barn="wood wood stone stone wood", barns=1, labourers="", help=(1, 0)).autumn()
    scene.play(0, "visit johansens-mill", "give wood", "give wood")
    repay(scene, "stone", "stone", "wood")
    assert scene.in_barn() == ""
    assert scene.help_tiles() == (0, 0)


@pytest.mark.rule("WG 5.6")
def test_in_winter_nothing_is_kept_back_for_what_is_owed() -> None:
    scene = indebted(disc="A3", barn="wood stone stone").winter()
    scene.play(0, "repay")
    assert scene.legal() == ["give wood", "give stone"]
    scene.play(0, "give wood", "give stone", "give stone")
    assert scene.legal() == ["help for wood"]


# ---- what it costs in the end (WG 7.4) -----------------------------------------------------------------


@pytest.mark.rule("WG 7.4")
@pytest.mark.rule("WG 8.7")
@pytest.mark.parametrize(("tiles", "points"), [((0, 0), 0), ((1, 0), -2), ((0, 1), -2), ((1, 3), -8)])
def test_each_help_tile_costs_two_points_whichever_side_is_up(tiles: tuple[int, int], points: int) -> None:
    scene = Scene().furnish(barn="", labourers="", help=tiles).last()
    scene.play(0, "done")
    assert scene.state.season == OVER
    assert scene.state.score_lines(0)["help"] == points
    assert scene.state.scores() == [4 + points]
