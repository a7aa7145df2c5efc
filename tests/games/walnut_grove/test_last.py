"""The end of the game (WG 8.1) and the last decision before scoring (WG 8.10)."""

from __future__ import annotations

import pytest

from farmstead.engine.contract import CHANCE, NotUnderstood
from farmstead.games.walnut_grove.rules.names import LAST, OVER
from tests.games.walnut_grove.scenes import Scene

LANDSCAPES = "grain@0,0 grain@0,0 stone@1,0 dairy@2,0 fish@3,0 fish@3,0 wood@4,0 wood@4,0"  # all squares full


# ---- the end (WG 8.1) ----------------------------------------------------------------------------------


@pytest.mark.rule("WG 8.1")
def test_after_the_eighth_winter_no_disc_is_turned() -> None:
    scene = Scene().disc("B2").year(8).furnish(barn="wood", labourers="").winter()
    scene.play(0, "give wood")
    assert scene.state.season == LAST
    assert scene.state.to_act() == [0]
    assert scene.state.year == 8


@pytest.mark.rule("WG 8.1")
def test_after_the_seventh_winter_there_is_another_year() -> None:
    scene = Scene().disc("B2").year(7).furnish(barn="wood", labourers="").winter()
    scene.play(0, "give wood")
    assert scene.state.to_act() == [CHANCE]
    assert scene.state.chance_name() == "year 8 disc"


@pytest.mark.rule("WG 8.1")
def test_an_eighth_winter_in_which_nobody_owes_anything_ends_the_game_too() -> None:
    scene = Scene(seats=2).disc("A1").year(8).furnish(0, labourers="").furnish(1, labourers="").winter()
    assert scene.state.season == LAST
    assert sorted(scene.state.to_act()) == [0, 1]


@pytest.mark.rule("WG 8.1")
@pytest.mark.rule("WG 8.10")
def test_recruits_of_the_last_autumn_have_joined_before_the_last_decision() -> None:
    scene = Scene().disc("B2").year(8).furnish(barn="dairy dairy wood", labourers="", improvements="well")
    scene.stock("saloon", "white yellow").autumn()
    scene.play(0, "visit saloon", "give dairy", "give dairy", "hire white", "give wood")
    assert scene.farm().labourers == [0, 0, 1]
    assert scene.farm().recruits == [0, 0, 0]
    scene.play(0, "done")
    assert scene.state.score_lines(0) == {
        "fences": 0,
        "figures": 4,
        "buildings": 2,
        "coins": 0,
        "improvements": 2,
        "help": 0,
        "total": 8,
    }


@pytest.mark.rule("WG 8.1", "refused")
@pytest.mark.parametrize("move", ["done", "repay", "throw copper", "work grain at 0,0", "visit church"])
def test_nothing_is_played_after_the_end(move: str) -> None:
    scene = Scene().last()
    log = scene.play(0, "done")
    assert str(log[-1]) == "* game_over"
    assert scene.state.season == OVER
    assert scene.state.to_act() == []
    assert scene.legal() == []
    scene.refused(0, move, "WG 8.1", "game_over")


# ---- what the last decision offers (WG 8.10) -----------------------------------------------------------


@pytest.mark.rule("WG 8.10")
def test_the_last_decision_offers_free_actions_and_its_end() -> None:
    scene = Scene().furnish(
        barn="stone copper gold", land="grain@0,0 wood@4,0 grain@4,1", tiles=[(7, 4, 1, 0)], help=(1, 0)
    )
    scene.last()
    assert scene.legal() == [
        "done",
        "move grain from 0,0",
        "move wood from 4,0",
        "move grain from 4,1",
        "throw stone",
        "throw copper",
        "throw gold",
        "repay",
    ]


@pytest.mark.rule("WG 8.10")
def test_with_nothing_to_move_or_throw_away_there_is_only_the_end() -> None:
    scene = Scene().furnish(barn="").last()
    assert scene.legal() == ["done"]


@pytest.mark.rule("WG 8.10")
@pytest.mark.rule("WG 2.2")
def test_all_players_have_it_at_the_same_time_and_the_game_ends_with_the_last_of_them() -> None:
    scene = Scene(seats=3).last()
    assert sorted(scene.state.to_act()) == [0, 1, 2]
    scene.play(2, "throw copper")
    scene.play(0, "done")
    scene.play(2, "done")
    assert scene.state.to_act() == [1]
    assert scene.state.season == LAST
    scene.play(1, "done")
    assert scene.state.season == OVER


@pytest.mark.rule("WG 2.1", "refused")
def test_who_has_ended_the_last_decision_does_nothing_more() -> None:
    scene = Scene(seats=2).last()
    scene.play(0, "done")
    scene.refused(0, "throw copper", "WG 2.1", "season_finished")


NOT_FREE = [  # a move of each sort
    "start church",
    "lay 1 at 0,1 turn 0",
    "work grain at 0,0",
    "keep grain",
    "leave",
    "give grain",
    "visit church",
    "pass",
    "toll copper",
    "toll help",
    "take grain",
    "hire white",
    "build hut",
    "buy tent",
    "sell grain",
    "help for grain",
    "give copper",
]


@pytest.mark.rule("WG 8.10", "refused")
@pytest.mark.parametrize("move", NOT_FREE)
def test_nothing_but_free_actions_is_possible_in_the_last_decision(move: str) -> None:
    scene = Scene().furnish(barn="grain copper", help=(1, 0)).last()
    scene.refused(0, move, "WG 8.10", "not_now")


@pytest.mark.rule("WG 8.10", "refused")
@pytest.mark.rule("WG 4.6", "refused")
def test_only_what_lies_in_the_barn_is_thrown_away() -> None:
    scene = Scene().furnish(barn="copper", land="grain@0,0").last()
    scene.refused(0, "throw grain", "WG 4.6", "not_in_barn")
    scene.refused(0, "throw gold", "WG 4.6", "not_in_barn")


# ---- moving and throwing away --------------------------------------------------------------------------


@pytest.mark.rule("WG 8.10")
@pytest.mark.rule("WG 4.7")
def test_goods_move_from_land_to_the_barn_one_by_one() -> None:
    scene = Scene().furnish(barn="copper copper", land=LANDSCAPES).last()
    log = scene.play(0, "move fish from 3,0", "move stone from 1,0")
    assert scene.in_barn() == "fish stone copper copper"
    assert scene.on_land() == "grain@0,0 grain@0,0 dairy@2,0 fish@3,0 wood@4,0 wood@4,0"
    assert scene.legal() == ["done", "throw fish", "throw stone", "throw copper"]
    assert [str(event) for event in log] == ["1 moved good=fish at=3,0", "1 moved good=stone at=1,0"]


@pytest.mark.rule("WG 4.6", "refused")
def test_nothing_moves_into_a_full_barn() -> None:
    scene = Scene().furnish(barn="copper copper gold gold", land="wood@4,0").last()
    scene.refused(0, "move wood from 4,0", "WG 4.6", "no_room")


@pytest.mark.rule("WG 4.8", "refused")
def test_what_does_not_lie_on_land_is_not_moved() -> None:
    scene = Scene().furnish(barn="", land="wood@4,0").last()
    scene.refused(0, "move grain from 0,0", "WG 4.8", "not_on_land")
    scene.refused(0, "move wood from 0,0", "WG 4.8", "not_on_land")
    scene.refused(0, "move wood from 9,9", "WG 4.8", "not_on_land")


@pytest.mark.rule("WG 4.7", "refused")
@pytest.mark.parametrize("text", ["move wood", "move wood to 4,0", "move wood from 4,0 to 4,1", "move gold"])
def test_there_is_no_way_back_to_land_nor_between_districts(text: str) -> None:
    scene = Scene().furnish(barn="wood gold").last()
    with pytest.raises(NotUnderstood):
        scene.play(0, text)


@pytest.mark.rule("WG 2.3", "refused")
def test_goods_are_not_moved_before_the_last_decision() -> None:
    scene = Scene().summer()
    scene.refused(0, "move wood from 4,0", "WG 2.3", "moved_before_scoring")
    scene.autumn().refused(0, "move wood from 4,0", "WG 2.3", "moved_before_scoring")
    scene.winter().refused(0, "move wood from 4,0", "WG 2.3", "moved_before_scoring")


@pytest.mark.rule("WG 2.3", "refused")
def test_nothing_is_thrown_away_where_nothing_comes_in() -> None:
    scene = Scene().summer()
    scene.refused(0, "throw copper", "WG 2.3", "thrown_to_make_room")
    scene.autumn().refused(0, "throw copper", "WG 2.3", "thrown_to_make_room")
    scene.winter().refused(0, "throw copper", "WG 2.3", "thrown_to_make_room")


@pytest.mark.rule("WG 8.10")
@pytest.mark.rule("WG 4.6")
def test_what_is_thrown_away_goes_to_the_supply_and_coins_to_the_bag() -> None:
    scene = Scene().furnish(barn="grain silver gold").last()
    assert scene.coins_in_bag() == "11 copper 10 silver 7 gold"
    log = scene.play(0, "throw silver", "throw grain")
    assert scene.in_barn() == "gold"
    assert scene.coins_in_bag() == "11 copper 11 silver 7 gold"
    assert [str(event) for event in log] == [
        "1 thrown item=coin",
        "1 coin_gone coin=silver @1",
        "1 thrown item=grain",
    ]


@pytest.mark.rule("WG 8.10")
def test_throwing_away_makes_room_to_move() -> None:
    scene = Scene().furnish(barn="copper copper copper gold", land="wood@4,0", improvements="store").last()
    assert "move wood from 4,0" not in scene.legal()
    scene.play(0, "throw copper")
    assert scene.legal() == ["done", "move wood from 4,0", "throw copper", "throw gold"]
    scene.play(0, "move wood from 4,0", "done")
    assert scene.in_barn() == "wood copper copper gold"
    assert scene.state.score_lines(0)["improvements"] == 1


# ---- the store fills by itself -------------------------------------------------------------------------


@pytest.mark.rule("WG 8.10")
@pytest.mark.parametrize(("barns", "filled"), [(0, 2), (1, 4), (2, 6)])
def test_for_the_owner_of_a_store_free_spaces_fill_from_land(barns: int, filled: int) -> None:
    scene = Scene().furnish(barn="stone copper", land=LANDSCAPES, barns=barns, improvements="store").last()
    log = scene.play(0, "done")
    assert sum(scene.farm().barn[:5]) == 1 + filled
    assert len(scene.on_land().split()) == 8 - filled
    assert scene.farm().room == 0
    assert scene.state.score_lines(0)["improvements"] == 1 + filled
    assert str(log[0]) == f"1 store_filled count={filled}"


@pytest.mark.rule("WG 8.10")
def test_it_fills_no_more_than_lies_on_land() -> None:
    scene = Scene().furnish(barn="", land="wood@4,0 grain@0,0", improvements="store").last()
    scene.play(0, "done")
    assert scene.in_barn() == "grain wood"
    assert scene.on_land() == ""
    assert scene.farm().room == 2
    assert scene.farm().goods == [1, 0, 0, 1, 0]


@pytest.mark.rule("WG 8.10")
@pytest.mark.parametrize("improvements", ["", "tent ladder safe", "paddock horses well"])
def test_without_a_store_nothing_moves_by_itself(improvements: str) -> None:
    scene = Scene().furnish(barn="copper", land=LANDSCAPES, improvements=improvements).last()
    log = scene.play(0, "done")
    assert scene.in_barn() == "copper"
    assert scene.on_land() == LANDSCAPES
    assert [event.key for event in log] == ["game_over"]


@pytest.mark.rule("WG 8.10")
def test_nothing_is_thrown_away_or_bought_off_by_itself() -> None:
    scene = Scene().furnish(
        barn="copper copper copper copper", land=LANDSCAPES, improvements="store", help=(1, 0)
    )
    scene.last().play(0, "done")
    assert scene.in_barn() == "copper copper copper copper"
    assert scene.on_land() == LANDSCAPES
    assert scene.help_tiles() == (1, 0)
    assert scene.state.score_lines(0) == {
        "fences": 0,
        "figures": 4,
        "buildings": 2,
        "coins": 0,
        "improvements": 0,
        "help": -2,
        "total": 4,
    }


@pytest.mark.rule("WG 8.10")
def test_each_players_store_fills_from_that_players_own_land() -> None:
    scene = Scene(seats=2).furnish(0, barn="", land="wood@4,0", improvements="store")
    scene.furnish(1, barn="", land="fish@0,0").last()
    scene.play(1, "done")
    assert scene.on_land(0) == "wood@4,0"
    scene.play(0, "done")
    assert (scene.in_barn(0), scene.on_land(0)) == ("wood", "")
    assert (scene.in_barn(1), scene.on_land(1)) == ("", "fish@0,0")


@pytest.mark.rule("WG 8.10")
@pytest.mark.rule("WG 8.8")
def test_the_tie_break_counts_what_is_left_after_throwing_away() -> None:
    scene = Scene(seats=2, boards="yellow yellow").furnish(0, barn="grain", land="wood@4,0")
    scene.furnish(1, barn="", land="wood@4,0").last()
    assert scene.state.places() == [1, 2]
    scene.play(0, "throw grain", "move wood from 4,0", "done")
    scene.play(1, "done")
    assert scene.state.scores() == [6, 6]
    assert scene.state.places() == [1, 1]


@pytest.mark.rule("WG 8.10")
def test_buying_off_pays_in_the_end() -> None:
    scene = Scene().furnish(barn="copper copper", land="wood@4,0", labourers="", help=(1, 1)).last()
    assert scene.state.scores() == [0]
    scene.play(0, "repay", "give copper", "give copper", "give wood from 4,0", "done")
    assert scene.state.scores() == [2]
    assert scene.help_tiles() == (0, 1)


@pytest.mark.rule("WG 5.14")
def test_all_coins_are_shown_at_scoring_and_not_before() -> None:
    scene = Scene(seats=2).furnish(0, barn="gold").furnish(1, barn="silver copper").last()
    assert barn_values(scene, 1, seen_by=0) is None
    scene.play(0, "done")
    assert barn_values(scene, 1, seen_by=0) is None
    scene.play(1, "done")
    assert barn_values(scene, 1, seen_by=0) == {"copper": 1, "silver": 1, "gold": 0}
    assert barn_values(scene, 0, seen_by=None) == {"copper": 0, "silver": 0, "gold": 1}


def barn_values(scene: Scene, seat: int, seen_by: int | None) -> object:
    """The coins of a barn as another seat, or a spectator, sees them."""
    farms = scene.state.view(seen_by)["farms"]
    assert isinstance(farms, list)
    return farms[seat]["barn"]["values"]
