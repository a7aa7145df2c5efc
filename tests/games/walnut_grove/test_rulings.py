"""The rulings of WG 10, each with a test of the answer chosen; the docstring names the ruling."""

from __future__ import annotations

import re
import sys

import pytest

from farmstead.engine.contract import CHANCE, NotUnderstood
from farmstead.rulebooks import rulebook
from tests.games.walnut_grove.scenes import Scene


def test_every_ruling_of_the_table_has_a_test() -> None:
    module = sys.modules[__name__]
    docs = [(getattr(module, name).__doc__ or "") for name in dir(module) if name.startswith("test_")]
    named = {found for doc in docs for found in re.findall(r"\bR\d+\b", doc)}
    table = {
        paragraph.number for paragraph in rulebook("walnut-grove").paragraphs if paragraph.number[0] == "R"
    }
    assert {f"R{n}" for n in range(1, 31)} <= table
    assert {f"R{n}" for n in range(1, 31)} <= named


def view_of_farm(scene: Scene, seat: int, seen_by: int | None) -> dict[str, object]:
    """A farm as a seat, or a spectator, sees it."""
    farms = scene.state.view(seen_by)["farms"]
    assert isinstance(farms, list)
    farm = farms[seat]
    assert isinstance(farm, dict)
    return farm


# ---- the town ------------------------------------------------------------------------------------------


@pytest.mark.rule("WG 5.2")
def test_turn_order_is_counted_from_the_town_hall() -> None:
    """R1: not from the Post Office, which stands first behind the line and so goes last."""
    scene = Scene(seats=4).stand(0, "post-office").stand(1, "town-hall row").stand(2, "general-store")
    scene.stand(3, "church row").autumn()
    assert scene.state.order == [2, 3, 0, 1]


@pytest.mark.rule("WG 1.9", "refused")
def test_the_post_office_is_no_start_row() -> None:
    """R1."""
    scene = Scene(starts="")
    assert scene.legal() == ["start church", "start town-hall"]
    with pytest.raises(NotUnderstood):
        scene.play(0, "start post-office")


@pytest.mark.rule("WG 5.5", "refused")
def test_a_building_one_cannot_pay_is_closed() -> None:
    """R2."""
    scene = Scene().furnish(barn="dairy gold").autumn()
    assert "visit saloon" in scene.legal()
    scene = Scene().furnish(barn="dairy").autumn()
    scene.refused(0, "visit saloon", "WG 5.5", "cost_not_covered")


@pytest.mark.rule("WG 5.7")
def test_a_joker_coin_serves_in_any_payment() -> None:
    """R3: at a building, in winter, and when a help tile is bought off."""
    scene = Scene(disc="A1").furnish(barn="gold copper copper copper", labourers="", help=(1, 0)).autumn()
    scene.play(0, "visit saloon")
    assert "give gold for dairy" in scene.legal()
    scene = Scene(disc="A1").furnish(barn="gold copper copper copper", labourers="white", help=(1, 0))
    scene.winter()
    assert "give gold for dairy" in scene.legal()
    scene.play(0, "repay", "give copper", "give gold", "give copper")
    assert scene.in_barn() == "copper"


@pytest.mark.rule("WG 7.4")
def test_all_help_tiles_cost_points_in_the_end() -> None:
    """R4."""
    scene = Scene().furnish(help=(1, 1)).last()
    scene.play(0, "done")
    assert scene.state.score_lines(0)["help"] == -4


@pytest.mark.rule("WG 5.6")
def test_paid_joker_and_thrown_coins_are_in_the_bag_at_once() -> None:
    """R5: the General Store could draw them in the same turn."""
    scene = Scene(disc="A1").furnish(barn="copper silver gold fish", labourers="").stand(0, "hotel")
    scene.autumn().play(0, "visit general-store")
    assert scene.coins_in_bag() == "10 copper 10 silver 7 gold"
    scene.play(0, "toll gold")
    assert scene.coins_in_bag() == "10 copper 10 silver 8 gold"
    scene = Scene(disc="A1").furnish(barn="copper silver", labourers="white", huts=1).winter()
    scene.play(0, "give silver for dairy")
    assert scene.coins_in_bag() == "10 copper 11 silver 8 gold"
    scene = Scene().furnish(barn="copper gold").last()
    scene.play(0, "throw gold")
    assert scene.coins_in_bag() == "10 copper 11 silver 8 gold"


@pytest.mark.rule("WG 5.2")
def test_of_two_figures_in_one_building_the_first_to_come_goes_first() -> None:
    """R6."""
    scene = Scene(seats=3).stand(2, "svensons").stand(0, "svensons").stand(1, "lodge").autumn()
    assert scene.state.order == [2, 0, 1]
    scene = Scene(seats=3).stand(0, "svensons").stand(1, "lodge").stand(2, "svensons").autumn()
    assert scene.state.order == [0, 2, 1]


@pytest.mark.rule("WG 5.9", "refused")
@pytest.mark.parametrize("huts", [0, 2, 4])
def test_a_labourer_in_a_hut_leaves_his_wagon_empty(huts: int) -> None:
    """R9: as many as wagons and huts bought; recruits take room too."""
    full = " ".join(["white"] * (4 + huts))
    scene = Scene().furnish(barn="dairy dairy", labourers=full, huts=huts).autumn()
    scene.refused(0, "visit saloon", "WG 5.9", "no_room_for_labourer")
    one_less = " ".join(["white"] * (3 + huts))
    scene = Scene().furnish(barn="dairy dairy", labourers=one_less, huts=huts)
    scene.farm().recruits = [0, 0, 1]
    scene.autumn().refused(0, "visit saloon", "WG 5.9", "no_room_for_labourer")
    scene = Scene().furnish(barn="dairy dairy", labourers=one_less, huts=huts).autumn()
    assert "visit saloon" in scene.legal()


@pytest.mark.rule("WG 5.1")
@pytest.mark.parametrize(
    ("start", "building", "tolls"),
    [
        ("church row", "church", 0),
        ("church row", "general-store", 0),
        ("church row", "post-office", 1),
        ("town-hall row", "post-office", 0),
        ("town-hall row", "hotel", 0),
        ("town-hall row", "church", 1),
        ("hotel", "church", 1),
        ("general-store", "post-office", 1),
        ("church", "saloon", 0),
        ("post-office", "lodge", 0),
        ("church", "church", 2),
        ("post-office", "post-office", 2),
    ],
)
def test_start_rows_church_and_post_office_lie_past_their_lines(
    start: str, building: str, tolls: int
) -> None:
    """R10: each of these can be paid with what the barn holds."""
    scene = Scene().furnish(barn="grain grain fish fish dairy dairy", barns=1).stand(0, start).autumn()
    scene.play(0, f"visit {building}")
    assert scene.farm().tolls == tolls


@pytest.mark.rule("WG 5.12")
def test_the_general_store_may_be_visited_to_sell_nothing() -> None:
    """R12."""
    scene = Scene(disc="A1").furnish(barn="stone copper", labourers="").autumn()
    scene.play(0, "visit general-store")
    assert scene.legal() == ["done"]
    scene.play(0, "done")
    assert scene.in_barn() == "stone copper"
    assert scene.state.chance_name() == "year 2 disc"


@pytest.mark.rule("WG 5.5", "refused")
def test_a_building_with_nothing_left_to_take_is_closed() -> None:
    """R17: no labourer, no tile, no site for any tile left, no improvement."""
    scene = Scene().furnish(barn="dairy dairy wood wood stone", barns=1, labourers="").stock("saloon", "")
    scene.stock("johansens-mill", "").stock("soebucks", "").autumn()
    for building in ("saloon", "johansens-mill", "soebucks"):
        scene.refused(0, f"visit {building}", "WG 5.5", "nothing_left")
    scene = Scene().furnish(barn="wood wood", labourers="", barns=2).stock("johansens-mill", "barn barn")
    scene.autumn().refused(0, "visit johansens-mill", "WG 5.10", "no_site")


@pytest.mark.rule("WG 5.6", "refused")
def test_the_building_is_named_then_tolls_then_the_cost() -> None:
    """R18: nothing on the way may make the cost unpayable."""
    scene = Scene().furnish(barn="grain copper gold", labourers="").stand(0, "general-store").autumn()
    scene.play(0, "visit lodge")
    assert scene.legal() == ["toll copper", "toll gold", "toll help"]
    scene.refused(0, "give grain", "WG 5.6", "not_now")
    scene.play(0, "toll gold")
    assert scene.legal() == ["give grain", "give copper for grain"]
    scene.play(0, "give copper for grain", "give grain")
    assert scene.legal() == ["hire yellow", "hire blue"]


@pytest.mark.rule("WG 5.6", "refused")
def test_a_joker_needed_for_a_missing_good_stands_for_no_other() -> None:
    """R18: the stone of Soebuck's cost is not there, so the only coin is kept for it."""
    scene = Scene().furnish(barn="dairy wood copper", labourers="").autumn()
    scene.play(0, "visit soebucks")
    assert scene.legal() == ["give dairy"]
    scene.refused(0, "give copper for dairy", "WG 5.6", "joker_needed_elsewhere")
    scene.play(0, "give dairy", "give wood", "give copper for stone")
    assert scene.legal() == ["buy paddock", "buy horses"]


@pytest.mark.rule("WG 5.12")
def test_coins_without_room_are_all_drawn_and_looked_at_before_the_owner_chooses() -> None:
    """R20."""
    scene = Scene(disc="A1").furnish(barn="grain wood stone stone", labourers="").autumn()
    scene.play(0, "visit general-store", "sell grain", "sell wood", "done")
    scene.chance("coin copper", "coin gold", "coin silver")
    assert scene.legal() == ["keep copper", "keep silver", "keep gold", "throw stone"]
    scene.play(0, "keep gold", "keep silver")
    assert scene.legal() == ["throw stone", "throw silver", "throw gold", "leave"]
    scene.play(0, "leave")
    assert scene.in_barn() == "stone stone silver gold"
    assert scene.coins_in_bag() == "11 copper 10 silver 7 gold"


@pytest.mark.rule("WG 5.14")
def test_coins_are_seen_by_their_owner_only_and_drawn_tiles_by_all() -> None:
    """R21."""
    scene = Scene(seats=2, disc="A3").furnish(0, barn="gold silver").spring("3 4", "5 6")
    assert view_of_farm(scene, 0, seen_by=0)["barn"] == {
        "spaces": 4,
        "goods": {"grain": 0, "fish": 0, "dairy": 0, "wood": 0, "stone": 0},
        "coins": 2,
        "known_copper": 0,
        "values": {"copper": 0, "silver": 1, "gold": 1},
    }
    for stranger in (1, None):
        barn = view_of_farm(scene, 0, seen_by=stranger)["barn"]
        assert isinstance(barn, dict)
        assert (barn["coins"], barn["values"]) == (2, None)
        assert view_of_farm(scene, 0, seen_by=stranger)["drawn"] == [3, 4]


@pytest.mark.rule("WG 1.6")
def test_nothing_in_town_is_refilled() -> None:
    """R22: not at once and not in the next year."""
    scene = Scene(disc="A1").furnish(barn="wood wood", labourers="").autumn()
    scene.play(0, "visit johansens-mill", "give wood", "give wood", "build barn")
    scene.chance("disc A3")
    town = scene.state.view(0)["town"]
    assert isinstance(town, dict)
    assert town["johansens-mill"] == ["hut"]
    assert town["carpenter"] == ["hut", "barn"]


@pytest.mark.rule("WG 5.12", "refused")
def test_coins_are_not_sold_and_an_empty_bag_pays_what_it_has() -> None:
    """R26."""
    scene = Scene(disc="A1").furnish(barn="wood gold", labourers="").autumn()
    scene.play(0, "visit general-store")
    scene.refused(0, "sell gold", "WG 5.12", "coins_are_not_sold")
    scene.state.coin_bag = [0, 1, 0]
    scene.play(0, "sell wood", "done")
    assert [str(move) for move, _ in scene.state.odds()] == ["coin silver"]
    scene.chance("coin silver")
    assert scene.in_barn() == "silver gold"
    assert sum(scene.state.coin_bag) == 0


# ---- land and summer -----------------------------------------------------------------------------------


@pytest.mark.rule("WG 3.7", "refused")
def test_land_is_laid_beside_the_board_and_never_below_it() -> None:
    """R7."""
    scene = Scene(disc="A3").spring("3 4")
    assert {"lay 3 at -1,0 turn 0", "lay 3 at 5,0 turn 0"} <= set(scene.legal())
    scene.refused(0, "lay 3 at 2,0 turn 0", "WG 3.7", "on_the_board")
    scene.refused(0, "lay 3 at 2,-1 turn 0", "WG 3.7", "below_the_board")


@pytest.mark.rule("WG 8.2")
def test_the_rim_of_the_board_is_a_fence() -> None:
    """R8: one fence along all five landscapes, as wide as the loop above it may be."""
    near = [(4, 1, 1, 0), (11, 2, 1, 0)]
    wide = [(4, 0, 1, 0), (6, 1, 1, 0), (31, 2, 1, 0), (11, 3, 1, 0)]
    for tiles in (near, wide):
        assert Scene().furnish(tiles=tiles).state.score_lines(0)["fences"] == 1


@pytest.mark.rule("WG 2.3")
def test_free_actions_come_at_each_own_decision_where_they_can_matter() -> None:
    """R16: also before a help tile when nothing else is left to choose."""
    scene = Scene(disc="A3").furnish(barn="stone stone stone", labourers="", help=(1, 0)).winter()
    assert scene.legal() == ["help for wood", "repay"]
    scene = Scene().furnish(barn="", land="wood@4,0").summer()
    scene.refused(0, "move wood from 4,0", "WG 2.3", "moved_before_scoring")
    scene.last()
    assert scene.legal() == ["done", "move wood from 4,0"]


@pytest.mark.rule("WG 3.2")
def test_unlaid_tiles_go_back_when_all_have_laid() -> None:
    """R23."""
    scene = Scene(seats=2, disc="A3").spring("3 4", "5 6")
    scene.play(0, "lay 3 at 0,1 turn 0")
    assert not {3, 4, 5, 6} & set(scene.state.tile_bag)
    scene.play(1, "lay 6 at 0,1 turn 0")
    assert {4, 5} <= set(scene.state.tile_bag)
    assert not {3, 6} & set(scene.state.tile_bag)
    assert len(scene.state.tile_bag) == 48


@pytest.mark.rule("WG 4.2")
def test_each_figure_harvests_before_the_next_is_placed() -> None:
    """R24: the first one's surplus is settled while the second still waits."""
    scene = Scene(disc="A1").furnish(barn="", land="stone@1,0", labourers="yellow").summer()
    scene.play(0, "work stone at 1,0")
    assert scene.legal() == ["keep stone", "leave"]
    scene.refused(0, "work grain at 0,0", "WG 4.2", "not_now")
    scene.play(0, "keep stone")
    assert scene.legal()[0] == "work grain at 0,0"


@pytest.mark.rule("WG 4.7")
def test_districts_that_grow_together_share_squares_and_goods() -> None:
    """R25: tile 7 joins the wood of tile 16 beside it and the forest below."""
    scene = Scene().furnish(barn="", land="wood@4,0 wood@4,0 wood@3,1", tiles=[(16, 3, 1, 0)])
    scene.spring("7").play(0, "lay 7 at 4,1 turn 0")
    assert scene.on_land() == "wood@4,0 wood@4,0 wood@4,0"
    assert district(scene, "wood", [4, 0]) == {
        "terrain": "wood",
        "at": [4, 0],
        "size": 3,
        "squares": 5,
        "goods": 3,
        "worked": False,
    }


def district(scene: Scene, terrain: str, at: list[int]) -> dict[str, object]:
    """The district of a terrain that begins at a cell."""
    districts = view_of_farm(scene, 0, seen_by=0)["districts"]
    assert isinstance(districts, list)
    (found,) = [d for d in districts if (d["terrain"], d["at"]) == (terrain, at)]
    assert isinstance(found, dict)
    return found


# ---- winter, help and the end --------------------------------------------------------------------------


@pytest.mark.rule("WG 8.1")
def test_recruits_of_the_eighth_year_count() -> None:
    """R11."""
    scene = Scene().year(8).furnish(barn="dairy dairy", labourers="").autumn()
    scene.play(0, "visit saloon", "give dairy", "give dairy", "hire white", "done")
    assert scene.state.score_lines(0)["figures"] == 4


@pytest.mark.rule("WG 6.4", "refused")
def test_no_help_for_who_holds_the_good_and_no_coin_is_ever_forced() -> None:
    """R13."""
    scene = Scene(disc="A1").furnish(barn="dairy gold", labourers="white", huts=1).winter()
    assert scene.legal() == ["give dairy", "give gold for dairy"]
    scene.refused(0, "help for dairy", "WG 6.4", "holds_the_good")
    scene = Scene(disc="A1").furnish(barn="gold", labourers="white", huts=1).winter()
    assert scene.legal() == ["give gold for dairy", "help for dairy"]


@pytest.mark.rule("WG 8.6")
def test_two_copies_of_an_improvement_both_score() -> None:
    """R14."""
    scene = Scene().furnish(barn="gold", labourers="", improvements="safe safe")
    assert scene.state.score_lines(0)["improvements"] == 2
    scene = Scene().furnish(barn="gold", labourers="", improvements="well well well")
    assert scene.state.score_lines(0)["improvements"] == 3


@pytest.mark.rule("WG 1.8")
def test_goods_and_help_tiles_never_run_out() -> None:
    """R15: four seats with full barns of one good and dozens of help tiles can have more of both."""
    scene = Scene(seats=4, disc="A3")
    for seat in range(4):
        scene.furnish(seat, barn=" ".join(["stone"] * 7), barns=2, labourers="", help=(1, 40))
    scene.stand(0, "church row").autumn()
    first = scene.state.order[0]
    scene.play(first, "visit church", "take stone")
    assert scene.in_barn(first) == " ".join(["stone"] * 8)
    scene.winter().play(first, "help for wood")
    assert scene.help_tiles(first) == (1, 41)


@pytest.mark.rule("WG 6.3")
def test_a_hut_houses_one_labourer_and_the_printed_house_the_farmer_alone() -> None:
    """R19."""
    for huts, fires in ((0, 2), (1, 1), (2, 0)):
        scene = Scene(disc="A1").furnish(barn="dairy dairy", labourers="white white", huts=huts).winter()
        assert scene.farm().owed == [0, 0, 2, fires, 0]


@pytest.mark.rule("WG 8.8")
def test_a_tie_after_goods_is_shared() -> None:
    """R27."""
    scene = Scene(seats=2).furnish(0, barn="wood", labourers="")
    scene.furnish(1, barn="", land="fish@0,0", labourers="").last()
    scene.play(0, "done")
    scene.play(1, "done")
    assert scene.state.places() == [1, 1]


@pytest.mark.rule("WG 8.6")
def test_a_paddock_counts_the_owners_own_largest_district() -> None:
    """R28: a landscape counts as a tile; the neighbour's larger district does not matter."""
    scene = Scene(seats=2).furnish(0, labourers="", improvements="paddock")
    scene.furnish(1, labourers="", tiles=[(7, 4, 1, 0), (16, 3, 1, 0)], improvements="paddock")
    assert scene.state.score_lines(0)["improvements"] == 1
    assert scene.state.score_lines(1)["improvements"] == 3


@pytest.mark.rule("WG 8.2")
def test_free_cells_inside_a_fence_do_not_matter() -> None:
    """R29: two posts on the rim, three tiles across, and nothing laid at 1,1."""
    tiles = [(19, 0, 1, 0), (4, 0, 2, 0), (6, 1, 2, 0), (11, 2, 2, 0), (44, 2, 1, 0)]
    scene = Scene().furnish(labourers="", tiles=tiles)
    assert scene.state.score_lines(0)["fences"] == 1


@pytest.mark.rule("WG 8.10")
def test_after_the_last_winter_one_may_still_buy_off_and_the_store_fills() -> None:
    """R30."""
    scene = (
        Scene()
        .disc("B2")
        .year(8)
        .furnish(
            barn="wood stone stone stone", land="fish@3,0", labourers="", improvements="store", help=(1, 0)
        )
    )
    scene.winter().play(0, "give wood")
    assert scene.legal() == ["done", "move fish from 3,0", "throw stone", "repay"]
    scene.play(0, "repay", "give stone", "give stone", "give stone", "done")
    assert scene.in_barn() == "fish"
    assert scene.state.score_lines(0)["help"] == 0
    assert scene.state.score_lines(0)["improvements"] == 1
    assert scene.state.to_act() == []


@pytest.mark.rule("WG 5.12", "refused")
def test_what_is_drawn_is_left_to_chance() -> None:
    """R20: what is drawn is not chosen by who draws it."""
    scene = Scene(disc="A1").furnish(barn="wood", labourers="").autumn()
    scene.play(0, "visit general-store", "sell wood", "done")
    assert scene.state.to_act() == [CHANCE]
    scene.refused(0, "coin gold", "WG 5.12", "only_chance")
