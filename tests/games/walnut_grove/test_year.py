"""The year (WG 2): four seasons, who acts when, and free actions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from farmstead.engine.contract import CHANCE
from tests.games.walnut_grove.scenes import Scene

BORROWER = "grain wood silver"  # three things to buy off the open help tile with


# ---- 2.1: eight years of four seasons -----------------------------------------------------------------


@pytest.mark.rule("WG 2.1")
def test_a_year_is_spring_summer_autumn_and_winter() -> None:
    scene = Scene(disc="A3")
    scene.chance("tile 17", "tile 4")
    seen = [scene.season()]
    scene.play(0, "lay 17 at 2,1 turn 0")
    seen.append(scene.season())
    scene.play(0, "work grain at 0,0", "work wood at 4,0")
    seen.append(scene.season())
    scene.play(0, "pass")
    seen.append(scene.season())
    scene.play(0, "give grain from 0,0", "give wood from 4,0", "give wood from 4,0")
    assert scene.state.chance_name() == "year 2 disc"
    assert scene.farm().agenda == []
    events = scene.chance("disc A1")

    assert [*seen, scene.season()] == ["spring", "summer", "autumn", "winter", "spring"]
    assert [str(event) for event in events] == ["* year_began year=2 disc=A1"]
    assert scene.state.year == 2


@pytest.mark.rule("WG 2.1")
def test_all_players_finish_spring_before_summer_begins() -> None:
    scene = Scene(seats=3, disc="A3").spring("17 4", "23 50", "1 2")

    scene.play(2, "lay 1 at 0,1 turn 0")
    assert (scene.season(), scene.state.to_act()) == ("spring", [0, 1])
    scene.play(0, "lay 4 at 0,1 turn 0")
    assert (scene.season(), scene.state.to_act()) == ("spring", [1])
    scene.play(1, "lay 23 at 0,1 turn 0")
    assert (scene.season(), scene.state.to_act()) == ("summer", [0, 1, 2])


@pytest.mark.rule("WG 2.1")
def test_all_players_finish_summer_before_autumn_begins() -> None:
    scene = Scene(seats=2, boards="yellow yellow", starts="town-hall church", disc="A3").summer()

    scene.play(0, "work stone at 1,0", "work dairy at 2,0")
    assert (scene.season(), scene.state.to_act()) == ("summer", [1])
    scene.play(1, "work stone at 1,0", "work dairy at 2,0")
    assert (scene.season(), scene.state.to_act()) == ("autumn", [1])


@pytest.mark.rule("WG 2.1")
def test_all_players_have_their_turn_before_winter_begins() -> None:
    scene = Scene(seats=2, disc="A3").autumn()

    scene.play(0, "pass")
    assert (scene.season(), scene.state.to_act()) == ("autumn", [1])
    scene.play(1, "pass")
    assert (scene.season(), scene.state.to_act()) == ("winter", [0, 1])


@pytest.mark.rule("WG 2.1")
def test_all_players_finish_winter_before_the_next_year_begins() -> None:
    scene = Scene(seats=2, disc="A1")
    scene.furnish(0, labourers="yellow", huts=1, barn="grain").furnish(1, labourers="white", huts=1)
    scene.winter()

    scene.play(0, "give grain")
    assert (scene.season(), scene.state.to_act()) == ("winter", [1])
    scene.play(1, "help for dairy")
    assert scene.state.to_act() == [CHANCE]
    assert scene.state.chance_name() == "year 2 disc"


@pytest.mark.rule("WG 2.1")
def test_who_owes_nothing_has_finished_winter() -> None:
    scene = Scene(seats=3, disc="A1")
    scene.furnish(1, labourers="").winter()

    assert scene.state.to_act() == [0, 2]


@pytest.mark.rule("WG 2.1")
def test_a_winter_in_which_nobody_owes_anything_passes_by_itself() -> None:
    scene = Scene(disc="A1").furnish(labourers="").autumn()

    scene.play(0, "pass")

    assert scene.state.chance_name() == "year 2 disc"


@pytest.mark.rule("WG 2.1")
def test_there_is_an_eighth_year() -> None:
    scene = Scene(disc="A1").furnish(labourers="").year(7).winter()

    assert scene.state.chance_name() == "year 8 disc"


@pytest.mark.rule("WG 2.1")
@pytest.mark.rule("WG 8.1")
def test_there_is_no_ninth_year() -> None:
    scene = Scene(disc="A1").furnish(labourers="").year(8).winter()

    assert (scene.season(), scene.state.to_act()) == ("last", [0])


@pytest.mark.rule("WG 2.1", "refused")
def test_nobody_works_while_others_are_laying_land() -> None:
    scene = Scene(seats=2, disc="A3").spring("17 4", "23 50")
    scene.play(0, "lay 17 at 0,1 turn 0")

    refusal = scene.refused(0, "work wood at 4,0", "WG 2.1", "season_finished")

    assert refusal.args == {"season": "spring"}


@pytest.mark.rule("WG 2.1", "refused")
def test_nobody_walks_to_town_while_others_are_at_work() -> None:
    scene = Scene(seats=2).summer()
    scene.play(0, "work stone at 1,0", "work fish at 3,0")

    assert scene.refused(0, "visit church", "WG 2.1", "season_finished").args == {"season": "summer"}


@pytest.mark.rule("WG 2.1", "refused")
def test_nobody_begins_the_next_year_while_others_are_in_winter() -> None:
    scene = Scene(seats=2, disc="A1").furnish(0, labourers="").winter()

    assert scene.refused(0, "lay 1 at 0,1 turn 0", "WG 2.1", "season_finished").args == {"season": "winter"}


@pytest.mark.rule("WG 2.1", "refused")
def test_nobody_acts_while_chance_decides() -> None:
    scene = Scene(disc="A1").furnish(labourers="").winter()

    assert scene.refused(0, "pass", "WG 2.1", "chance_first").args == {"event": "year_2_disc"}


@pytest.mark.rule("WG 2.1", "refused")
def test_chance_decides_nothing_while_players_act() -> None:
    Scene().summer().refused(CHANCE, "disc A2", "WG 1.4", "chance_not_due")


@pytest.mark.rule("WG 2.1", "refused")
@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("lay 17 at 0,1 turn 0", "WG 3.1"),
        ("visit lodge", "WG 5.3"),
        ("toll copper", "WG 5.6"),
        ("help for grain", "WG 6.4"),
        ("give grain", "WG 4.8"),
        ("take grain", "WG 5.8"),
        ("hire yellow", "WG 5.9"),
        ("build hut", "WG 5.10"),
        ("buy tent", "WG 5.11"),
        ("sell grain", "WG 5.12"),
        ("keep grain", "WG 4.5"),
        ("start church", "WG 1.9"),
    ],
)
def test_in_summer_nothing_of_another_season_is_done(move: str, rule: str) -> None:
    assert Scene().summer().refused(0, move, rule, "not_now").args["decision"] == "work"


# ---- 2.2: together or in turn -------------------------------------------------------------------------


@pytest.mark.rule("WG 2.2")
def test_spring_summer_and_winter_are_played_by_all_at_the_same_time() -> None:
    everybody = [0, 1, 2, 3]

    assert Scene(seats=4).spring().state.to_act() == everybody
    assert Scene(seats=4).summer().state.to_act() == everybody
    assert Scene(seats=4).winter().state.to_act() == everybody
    assert Scene(seats=4).last().state.to_act() == everybody


@pytest.mark.rule("WG 2.2")
def test_a_season_played_together_is_one_stage_and_autumn_is_none() -> None:
    assert Scene(seats=2).spring().state.stage() == "year 1 spring"
    assert Scene(seats=2).year(3).summer().state.stage() == "year 3 summer"
    assert Scene(seats=2).winter().state.stage() == "year 1 winter"
    assert Scene(seats=2).last().state.stage() == "year 8 last"
    assert Scene(seats=2).autumn().state.stage() == ""
    assert Scene(seats=2).state.stage() == ""  # tiles are being drawn


@pytest.mark.rule("WG 2.2")
def test_only_autumn_has_a_turn_order() -> None:
    scene = Scene(seats=4, starts="town-hall church town-hall church").autumn()

    for seat in (1, 3, 0, 2):
        assert scene.state.to_act() == [seat]
        scene.play(seat, "pass")
    assert scene.season() == "winter"


@pytest.mark.rule("WG 2.2")
@pytest.mark.parametrize("seats_in_order", [(0, 1), (1, 0)])
def test_in_which_order_the_players_lay_makes_no_difference(seats_in_order: tuple[int, int]) -> None:
    lays = {0: "lay 17 at 0,1 turn 0", 1: "lay 23 at 4,1 turn 3"}
    expected = Scene(seats=2, disc="A3").spring("17 4", "23 50")
    expected.play(0, lays[0])
    expected.play(1, lays[1])
    scene = Scene(seats=2, disc="A3").spring("17 4", "23 50")

    for seat in seats_in_order:
        scene.play(seat, lays[seat])

    assert scene.state.text() == expected.state.text()


@pytest.mark.rule("WG 2.2")
def test_players_may_take_their_summer_decisions_by_turns() -> None:
    scene = Scene(seats=2, boards="yellow blue", disc="A4").summer()

    scene.play(0, "work grain at 0,0")
    scene.play(1, "work grain at 3,0")
    scene.play(1, "work stone at 2,0")
    scene.play(0, "work stone at 1,0")

    assert scene.on_land(0) == "grain@0,0 stone@1,0 wood@4,0"
    assert scene.on_land(1) == "stone@2,0 grain@3,0 wood@4,0"


# ---- 2.3: buying off the open help tile ---------------------------------------------------------------


def laying(scene: Scene) -> Scene:
    return scene.spring()


def working(scene: Scene) -> Scene:
    return scene.summer()


def storing(scene: Scene) -> Scene:
    """A second stone finds no square."""
    scene.disc("B1").summer().play(0, "work stone at 1,0")
    return scene


def choosing_a_building(scene: Scene) -> Scene:
    return scene.autumn()


def at_the_toll(scene: Scene) -> Scene:
    scene.autumn().play(0, "visit post-office")
    return scene


def at_the_post_office(scene: Scene) -> Scene:
    scene.stand(0, "town-hall row").autumn().play(0, "visit post-office")
    return scene


def selling(scene: Scene) -> Scene:
    scene.autumn().play(0, "visit general-store")
    return scene


def wintering(scene: Scene) -> Scene:
    return scene.winter()


def scoring(scene: Scene) -> Scene:
    return scene.last()


DECISIONS = [
    laying,
    working,
    storing,
    choosing_a_building,
    at_the_toll,
    at_the_post_office,
    selling,
    wintering,
    scoring,
]


@pytest.mark.rule("WG 2.3")
@pytest.mark.rule("WG 7.3")
@pytest.mark.parametrize("decision", DECISIONS)
def test_the_open_help_tile_can_be_bought_off_at_each_own_decision(
    decision: Callable[[Scene], Scene],
) -> None:
    scene = decision(Scene().furnish(barn=BORROWER, help=(1, 2)))
    before = scene.legal()
    assert before[-1] == "repay"
    assert before.count("repay") == 1

    scene.play(0, "repay", "give silver", "give wood", "give grain")

    assert scene.in_barn() == ""
    assert scene.help_tiles() == (0, 2)
    assert scene.state.to_act() == [0]
    assert "repay" not in scene.legal()


@pytest.mark.rule("WG 2.3")
@pytest.mark.rule("WG 7.3", "refused")
@pytest.mark.parametrize("decision", [decision for decision in DECISIONS if decision is not storing])
def test_it_is_not_offered_when_it_cannot_be_paid(decision: Callable[[Scene], Scene]) -> None:
    scene = decision(Scene().furnish(barn="wood silver", help=(1, 0)))

    assert "repay" not in scene.legal()
    assert scene.refused(0, "repay", "WG 7.3", "too_little_to_repay").args == {"have": 2}


@pytest.mark.rule("WG 2.3")
def test_a_good_still_without_room_does_not_pay_for_help() -> None:
    """One stone lies on its square, the other is in nobody's hands yet."""
    scene = storing(Scene().furnish(barn="wood", help=(1, 0)))

    assert scene.legal() == ["keep stone", "leave"]
    assert scene.refused(0, "repay", "WG 7.3", "too_little_to_repay").args == {"have": 2}


@pytest.mark.rule("WG 2.3")
@pytest.mark.rule("WG 7.2", "refused")
@pytest.mark.parametrize("decision", DECISIONS)
def test_it_is_not_offered_without_an_open_tile(decision: Callable[[Scene], Scene]) -> None:
    scene = decision(Scene().furnish(barn=BORROWER, help=(0, 1)))

    assert "repay" not in scene.legal()
    scene.refused(0, "repay", "WG 7.2", "help_is_turned")


@pytest.mark.rule("WG 2.3")
def test_a_free_action_never_ends_a_decision() -> None:
    scene = Scene(disc="A3").furnish(barn=BORROWER, help=(1, 0)).spring("17 4")
    menu = scene.legal()[:-1]

    scene.play(0, "repay", "give grain", "give wood", "give silver")

    assert scene.legal() == menu
    assert scene.farm().to_lay == 1


@pytest.mark.rule("WG 2.3")
def test_a_free_action_does_not_put_a_figure_to_rest() -> None:
    scene = Scene().furnish(barn=BORROWER, help=(1, 0)).summer()
    scene.play(0, "work grain at 0,0")

    scene.play(0, "repay", "give grain from 0,0", "give wood", "give silver")

    assert scene.legal() == ["work stone at 1,0", "work dairy at 2,0", "work fish at 3,0", "work wood at 4,0"]


@pytest.mark.rule("WG 2.3")
@pytest.mark.rule("WG 7.3")
def test_only_one_s_own_decision_is_the_time_to_buy_off() -> None:
    scene = Scene(seats=2).furnish(1, barn=BORROWER, help=(1, 0)).autumn()

    scene.refused(1, "repay", "WG 5.2", "not_your_turn")
    scene.play(0, "pass")
    assert scene.legal(1)[-1] == "repay"


@pytest.mark.rule("WG 2.3", "refused")
def test_what_is_begun_is_paid_before_anything_else() -> None:
    scene = Scene().furnish(barn=BORROWER, help=(1, 0)).summer()
    scene.play(0, "repay", "give wood")

    assert scene.legal() == ["give grain", "give silver"]
    assert scene.refused(0, "work grain at 0,0", "WG 7.3", "finish_repaying").args == {"left": 2}


@pytest.mark.rule("WG 2.3")
def test_goods_just_harvested_pay_for_the_help_tile() -> None:
    scene = Scene(disc="A3").furnish(barn="wood", help=(1, 0)).summer()
    assert "repay" not in scene.legal()

    scene.play(0, "work grain at 0,0")

    assert scene.legal()[-1] == "repay"
    scene.play(0, "repay", "give grain from 0,0", "give grain from 0,0", "give wood")
    assert (scene.on_land(), scene.in_barn(), scene.help_tiles()) == ("", "", (0, 0))


@pytest.mark.rule("WG 2.3")
@pytest.mark.rule("WG 4.5")
def test_a_square_cleared_to_buy_off_help_takes_in_what_has_no_room() -> None:
    """Two stone are harvested on one square; the stone given for the help tile makes way for the second."""
    scene = Scene(disc="A1").disc("B1").furnish(barn="grain fish wood wood", help=(1, 0)).summer()
    scene.play(0, "work stone at 1,0")
    assert scene.legal() == ["throw grain", "throw fish", "throw wood", "leave", "repay"]

    scene.play(0, "repay", "give stone from 1,0", "give wood", "give wood")

    assert scene.on_land() == "stone@1,0"
    assert scene.in_barn() == "grain fish"
    assert scene.farm().surplus == 0
    assert scene.legal() == ["work grain at 0,0", "work dairy at 2,0", "work fish at 3,0", "work wood at 4,0"]


@pytest.mark.rule("WG 2.3")
def test_a_barn_cleared_to_buy_off_help_has_room_for_the_surplus() -> None:
    scene = Scene().disc("B1").furnish(barn="grain fish wood wood", help=(1, 0)).summer()
    scene.play(0, "work stone at 1,0")

    scene.play(0, "repay", "give grain", "give wood", "give wood")

    assert scene.legal() == ["keep stone", "leave"]


@pytest.mark.rule("WG 2.3")
@pytest.mark.rule("WG 7.2")
def test_before_a_help_tile_is_taken_the_open_one_can_be_bought_off_though_nothing_else_is_left() -> None:
    scene = Scene(disc="A1").furnish(labourers="white", barn="grain grain fish", huts=1, help=(1, 0)).winter()

    assert scene.legal() == ["help for dairy", "repay"]
    assert scene.table.settle() == []
    scene.play(0, "repay", "give grain", "give grain", "give fish", "help for dairy")
    assert scene.help_tiles() == (1, 0)


@pytest.mark.rule("WG 2.3")
@pytest.mark.rule("WG 7.2")
def test_there_is_such_a_decision_before_each_of_several_help_tiles() -> None:
    scene = Scene(disc="A3").furnish(labourers="white white", barn="grain grain fish", huts=2).winter()

    assert scene.legal() == ["help for dairy"]
    scene.play(0, "help for dairy")
    assert scene.legal() == ["help for dairy", "repay"]
    scene.play(0, "help for dairy")
    assert scene.legal() == ["help for wood", "repay"]
    scene.play(0, "repay", "give grain", "give grain", "give fish")
    assert scene.legal() == ["help for wood"]
    scene.play(0, "help for wood")
    assert scene.help_tiles() == (1, 1)


@pytest.mark.rule("WG 2.3")
@pytest.mark.rule("WG 5.6")
def test_there_is_such_a_decision_at_a_toll_line_without_a_coin() -> None:
    scene = Scene().furnish(barn="grain grain fish", help=(1, 0)).autumn()

    scene.play(0, "visit post-office")

    assert scene.legal() == ["toll help", "repay"]


@pytest.mark.rule("WG 2.3")
def test_what_can_only_go_one_way_without_a_free_action_happens_by_itself() -> None:
    scene = Scene(disc="A1").furnish(labourers="white", barn="grain grain", huts=1, help=(1, 0)).winter()

    assert scene.legal() == ["help for dairy"]
    scene.table.settle()
    assert scene.help_tiles() == (1, 1)


# ---- 2.3: throwing away and moving --------------------------------------------------------------------


@pytest.mark.rule("WG 2.3")
@pytest.mark.rule("WG 4.6")
def test_throwing_away_is_offered_when_something_comes_in_without_room() -> None:
    scene = Scene().furnish(barn="grain fish copper gold").disc("B1").summer()

    scene.play(0, "work stone at 1,0")

    assert scene.legal() == ["throw grain", "throw fish", "throw copper", "throw gold", "leave"]


@pytest.mark.rule("WG 2.3", "refused")
@pytest.mark.parametrize("decision", [laying, working, choosing_a_building, at_the_toll, selling, wintering])
def test_nothing_is_thrown_away_while_nothing_comes_in(decision: Callable[[Scene], Scene]) -> None:
    scene = decision(Scene().furnish(barn="grain fish copper gold"))

    scene.refused(0, "throw grain", "WG 2.3", "thrown_to_make_room")
    scene.refused(0, "throw gold", "WG 2.3", "thrown_to_make_room")
    assert not [move for move in scene.legal() if move.startswith("throw")]


@pytest.mark.rule("WG 2.3", "refused")
@pytest.mark.rule("WG 4.7", "refused")
@pytest.mark.parametrize("decision", [laying, working, storing, choosing_a_building, wintering])
def test_goods_are_not_moved_to_the_barn_before_the_end(decision: Callable[[Scene], Scene]) -> None:
    scene = decision(Scene().furnish(land="wood@4,0"))

    scene.refused(0, "move wood from 4,0", "WG 2.3", "moved_before_scoring")
    assert not [move for move in scene.legal() if move.startswith("move")]


@pytest.mark.rule("WG 2.3", "refused")
def test_who_waits_for_others_loses_nothing_either() -> None:
    """At any time, the rulebooks say: also in another's turn, and after one's own."""
    scene = Scene(seats=2).furnish(0, land="wood@4,0").furnish(1, land="wood@4,0").autumn()
    first = scene.state.acting[0]
    scene.refused(1 - first, "move wood from 4,0", "WG 2.3", "moved_before_scoring")
    scene.refused(1 - first, "throw copper", "WG 2.3", "thrown_to_make_room")
    scene.refused(1 - first, "visit church", "WG 5.2", "not_your_turn")
    scene.play(first, "pass")
    scene.refused(first, "move wood from 4,0", "WG 2.3", "moved_before_scoring")


@pytest.mark.rule("WG 2.3")
@pytest.mark.rule("WG 8.10")
def test_before_scoring_goods_are_moved_from_land_to_the_barn() -> None:
    scene = Scene().furnish(land="wood@4,0 wood@4,0 fish@3,0").last()
    assert scene.legal() == ["done", "move fish from 3,0", "move wood from 4,0", "throw copper"]

    scene.play(0, "move wood from 4,0")

    assert (scene.in_barn(), scene.on_land()) == ("wood copper copper", "fish@3,0 wood@4,0")
    assert scene.state.to_act() == [0]


@pytest.mark.rule("WG 2.3", "refused")
def test_no_decision_is_put_off() -> None:
    for decision, rule in ((laying, "WG 3.2"), (working, "WG 4.2"), (wintering, "WG 6.4")):
        decision(Scene()).refused(0, "done", rule, "not_now")


@pytest.mark.rule("WG 2.2", "refused")
def test_chance_takes_no_decision_of_a_player() -> None:
    Scene().summer().refused(CHANCE, "work wood at 4,0", "WG 2.2", "not_for_chance")
