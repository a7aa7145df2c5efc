"""Scoring (WG 8): every line of the score, the final order, and the grades of a solo game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from farmstead.games.walnut_grove.rules import scoring
from tests.games.walnut_grove.scenes import Scene

Tile = tuple[int, int, int, int]  # tile, column, row, turn

RIM_RING: list[Tile] = [(4, 0, 1, 0), (11, 1, 1, 0)]  # corner lines E-S and S-W, closed by the rim
CORNER_RING: list[Tile] = [(8, 0, 1, 0), (1, 1, 1, 0), (4, 0, 2, 0), (11, 1, 2, 0)]  # round one corner
PARTED: list[Tile] = [(9, 1, 1, 2), (4, 0, 1, 0), (11, 2, 1, 0)]  # a T on the rim between two corner lines


def final(
    *,
    board: str = "yellow",
    barn: str = "",
    land: str = "",
    tiles: Sequence[Tile] = (),
    labourers: str = "",
    huts: int = 0,
    barns: int = 0,
    improvements: str = "",
    help: tuple[int, int] = (0, 0),
) -> dict[str, int]:
    """The score of a solo farm when the last decision has been ended at once."""
    scene = Scene(boards=board).furnish(
        barn=barn,
        land=land,
        tiles=tiles,
        labourers=labourers,
        huts=huts,
        barns=barns,
        improvements=improvements,
        help=help,
    )
    scene.last().play(0, "done")
    return scene.state.score_lines(0)


def points(**lines: int) -> dict[str, int]:
    """A whole score: a bare farm has two points for the farmer and two for its printed buildings."""
    bare = {"fences": 0, "figures": 2, "buildings": 2, "coins": 0, "improvements": 0, "help": 0}
    score = bare | lines
    return score | {"total": sum(score.values())}


@pytest.mark.rule("WG 8.3")
@pytest.mark.rule("WG 8.4")
@pytest.mark.parametrize("board", ["yellow", "blue"])
def test_a_bare_farm_scores_the_farmer_the_house_and_the_barn(board: str) -> None:
    assert final(board=board) == points()
    assert list(points()) == ["fences", "figures", "buildings", "coins", "improvements", "help", "total"]


# ---- fences (WG 8.2, 9.4) ------------------------------------------------------------------------------


@pytest.mark.rule("WG 8.2")
@pytest.mark.parametrize(
    ("tiles", "areas"),
    [
        pytest.param([(4, 0, 1, 0)], 0, id="a line that ends"),
        pytest.param(RIM_RING, 1, id="two corner lines on the rim"),
        pytest.param([(11, 0, 1, 0), (4, -1, 1, 0)], 0, id="half of it west of the rim"),
        pytest.param([(11, 4, 1, 3)], 0, id="one corner on the rim"),
        pytest.param(CORNER_RING, 1, id="four corner lines round a corner"),
        pytest.param(CORNER_RING[:3], 0, id="the same before it is closed"),
        pytest.param(PARTED, 2, id="a T that parts the area"),
        pytest.param([*CORNER_RING, (13, 2, 1, 3), (16, 3, 1, 1)], 1, id="with a loose line beside it"),
    ],
)
def test_each_enclosed_area_scores_one(tiles: list[Tile], areas: int) -> None:
    found = final(tiles=tiles)
    assert found["fences"] == areas
    assert found["total"] == 4 + areas


@pytest.mark.rule("WG 8.2")
def test_terrains_inside_a_fence_do_not_matter() -> None:
    """The ring goes over grain, fish and wood; turned, its tiles show other terrains inside."""
    assert final(tiles=CORNER_RING)["fences"] == 1
    assert final(tiles=[(36, 0, 1, 2), (38, 1, 1, 0), (41, 0, 2, 0), (43, 1, 2, 0)])["fences"] == 1


@pytest.mark.rule("WG 8.2")
def test_the_rim_closes_fences_on_the_five_landscapes_only() -> None:
    at_the_end: list[Tile] = [(4, 3, 1, 0), (11, 4, 1, 0)]
    beyond: list[Tile] = [(4, 4, 1, 0), (11, 5, 1, 0)]
    assert final(tiles=at_the_end)["fences"] == 1
    assert final(tiles=beyond)["fences"] == 0


# ---- figures, buildings, coins (WG 8.3-8.5) ------------------------------------------------------------


@pytest.mark.rule("WG 8.3")
@pytest.mark.parametrize("labourers", ["yellow", "blue white", "white white white", "yellow blue white blue"])
def test_the_farmer_and_each_labourer_score_two(labourers: str) -> None:
    assert final(labourers=labourers) == points(figures=2 + 2 * len(labourers.split()))


@pytest.mark.rule("WG 8.4")
@pytest.mark.parametrize(("huts", "barns"), [(1, 0), (0, 1), (4, 2), (3, 1)])
def test_each_hut_and_each_barn_scores_one(huts: int, barns: int) -> None:
    assert final(huts=huts, barns=barns) == points(buildings=2 + huts + barns)


@pytest.mark.rule("WG 8.5")
@pytest.mark.parametrize(
    ("barn", "worth"),
    [("copper copper", 0), ("silver", 1), ("gold", 2), ("gold gold silver copper", 5), ("grain wood", 0)],
)
def test_gold_scores_two_silver_one_and_copper_nothing(barn: str, worth: int) -> None:
    assert final(barn=barn) == points(coins=worth)


# ---- improvements (WG 8.6) -----------------------------------------------------------------------------


@pytest.mark.rule("WG 8.6")
@pytest.mark.parametrize(
    ("improvements", "worth"),
    [("tent", 2), ("tent safe", 4), ("tent safe safe", 6), ("tent tent", 8), ("tent tent tent", 18)],
)
def test_a_tent_scores_two_for_each_improvement_itself_included(improvements: str, worth: int) -> None:
    assert final(improvements=improvements) == points(improvements=worth)


@pytest.mark.rule("WG 8.6")
def test_a_ladder_scores_one_more_for_each_hut_and_barn_printed_ones_included() -> None:
    assert final(improvements="ladder") == points(improvements=2)
    assert final(improvements="ladder", huts=3, barns=2) == points(buildings=7, improvements=7)


@pytest.mark.rule("WG 8.6")
def test_a_safe_scores_one_more_for_each_coin_of_any_value() -> None:
    assert final(improvements="safe") == points()
    assert final(improvements="safe", barn="copper") == points(improvements=1)
    assert final(improvements="safe", barn="gold silver copper wood") == points(coins=3, improvements=3)


@pytest.mark.rule("WG 8.6")
def test_a_store_scores_one_for_each_good_in_the_barn() -> None:
    assert final(improvements="store", barn="") == points()
    assert final(improvements="store", barn="grain grain stone gold") == points(coins=2, improvements=3)
    assert final(improvements="store", barn="grain gold gold gold", land="wood@4,0") == points(
        coins=6, improvements=1
    )


@pytest.mark.rule("WG 8.6")
def test_a_paddock_scores_one_for_each_tile_of_the_largest_district() -> None:
    """Tile 7 shows wood to the south and west, so it joins the forest and, beside it, tile 8's wood."""
    assert final(improvements="paddock") == points(improvements=1)
    assert final(improvements="paddock", tiles=[(7, 4, 1, 0)]) == points(improvements=2)
    forest: list[Tile] = [(7, 4, 1, 0), (16, 3, 1, 0), (10, 3, 2, 0)]
    assert final(improvements="paddock", tiles=forest)["improvements"] == 4


@pytest.mark.rule("WG 8.6")
def test_a_paddock_counts_one_district_not_all_of_a_terrain() -> None:
    """Two districts of grain, two tiles each, are not four."""
    tiles: list[Tile] = [(7, 0, 1, 2), (9, 2, 1, 0), (3, 2, 2, 0)]
    assert final(improvements="paddock", tiles=tiles)["improvements"] == 2


@pytest.mark.rule("WG 8.6")
def test_horses_score_one_more_for_each_enclosed_area() -> None:
    assert final(improvements="horses") == points()
    assert final(improvements="horses", tiles=RIM_RING) == points(fences=1, improvements=1)
    assert final(improvements="horses", tiles=PARTED) == points(fences=2, improvements=2)


@pytest.mark.rule("WG 8.6")
def test_a_well_scores_one_more_for_the_farmer_and_each_labourer() -> None:
    assert final(improvements="well") == points(improvements=1)
    assert final(improvements="well", labourers="white blue yellow") == points(figures=8, improvements=4)


@pytest.mark.rule("WG 8.6")
@pytest.mark.parametrize(
    ("kind", "alone"),
    [("ladder", 5), ("safe", 2), ("store", 4), ("paddock", 2), ("horses", 2), ("well", 3)],
)
def test_each_copy_scores_by_itself(kind: str, alone: int) -> None:
    for copies in range(1, 4):
        found = final(
            improvements=" ".join([kind] * copies),
            tiles=PARTED,
            barn="grain stone wood gold silver",
            land="fish@3,0",
            labourers="white blue",
            huts=2,
            barns=1,
        )
        assert found == points(fences=2, figures=6, buildings=5, coins=3, improvements=copies * alone)


@pytest.mark.rule("WG 8.6")
def test_three_different_improvements_add_up() -> None:
    found = final(improvements="tent safe well", barn="copper gold", labourers="blue")
    assert found == points(figures=4, coins=2, improvements=6 + 2 + 2)


# ---- help and the whole (WG 8.7) -----------------------------------------------------------------------


@pytest.mark.rule("WG 8.7")
def test_help_tiles_may_bring_a_farm_below_nothing() -> None:
    assert final(help=(1, 4)) == points(help=-10)
    assert final(help=(1, 4))["total"] == -6


@pytest.mark.rule("WG 8.7")
def test_the_example_farm_of_the_rules_page() -> None:
    scene = Scene().furnish(
        barn="grain wood silver",
        land="wood@4,0 wood@4,0 fish@3,0",
        tiles=[(17, 0, 1, 0), (4, 1, 1, 2)],
        labourers="yellow white",
        huts=1,
        barns=2,
        improvements="tent store",
        help=(1, 2),
    )
    scene.farm().recruits = [0, 1, 0]
    expected = {
        "fences": 0,
        "figures": 8,
        "buildings": 5,
        "coins": 1,
        "improvements": 9,
        "help": -6,
        "total": 17,
    }
    assert scene.state.score_lines(0) == expected
    assert scene.state.scores() == [17]


@pytest.mark.rule("WG 8.10")
def test_a_score_before_the_end_counts_what_the_store_would_take_in() -> None:
    scene = Scene().furnish(barn="gold gold", land="wood@4,0 fish@3,0 grain@0,0", improvements="store")
    assert scene.state.score_lines(0)["improvements"] == 2
    scene.last().play(0, "done")
    assert scene.state.score_lines(0)["improvements"] == 2
    assert scene.in_barn() == "grain fish gold gold"


# ---- who wins (WG 8.8) ---------------------------------------------------------------------------------


def ending(*farms: dict[str, str]) -> Scene:
    """A table whose farms have these barns and lands, labourers gone, after the last decision."""
    scene = Scene(seats=len(farms), boards="yellow yellow blue blue")
    for seat, farm in enumerate(farms):
        scene.furnish(seat, barn=farm.get("barn", ""), land=farm.get("land", ""), labourers="")
    scene.last()
    for seat in range(len(farms)):
        scene.play(seat, "done")
    return scene


@pytest.mark.rule("WG 8.8")
def test_most_points_win_whatever_goods_the_others_have() -> None:
    scene = ending({"barn": "grain grain grain grain"}, {"barn": "silver"}, {"barn": "gold"})
    assert scene.state.scores() == [4, 5, 6]
    assert scene.state.places() == [3, 2, 1]


@pytest.mark.rule("WG 8.8")
def test_a_tie_goes_to_most_goods_on_land_and_in_the_barn_together() -> None:
    scene = ending(
        {"barn": "grain grain"},
        {"barn": "stone", "land": "wood@4,0 wood@4,0"},
        {"barn": "", "land": "fish@0,0"},
    )
    assert scene.state.scores() == [4, 4, 4]
    assert scene.state.places() == [2, 1, 3]


@pytest.mark.rule("WG 8.8")
def test_coins_are_no_goods_in_a_tie() -> None:
    scene = ending({"barn": "copper copper copper"}, {"barn": "wood"})
    assert scene.state.places() == [2, 1]


@pytest.mark.rule("WG 8.8")
def test_still_tied_the_place_is_shared_and_the_next_one_left_out() -> None:
    scene = ending({"barn": "gold"}, {"land": "wood@4,0"}, {"barn": "fish"}, {"barn": ""})
    assert scene.state.scores() == [6, 4, 4, 4]
    assert scene.state.places() == [1, 2, 2, 4]


@pytest.mark.rule("WG 8.8")
def test_all_may_share_the_win() -> None:
    assert ending({}, {}, {}, {}).state.places() == [1, 1, 1, 1]


# ---- solo (WG 8.9) -------------------------------------------------------------------------------------


@pytest.mark.rule("WG 8.9")
@pytest.mark.parametrize(
    ("total", "grade"),
    [
        (-6, "lost"),
        (24, "lost"),
        (25, "won"),
        (29, "won"),
        (30, "experienced"),
        (34, "experienced"),
        (35, "expert"),
        (60, "expert"),
    ],
)
def test_twenty_five_points_win_thirty_are_experienced_thirty_five_expert(total: int, grade: str) -> None:
    assert scoring.grade(total) == grade


@pytest.mark.rule("WG 8.9")
@pytest.mark.rule("WG 1.5")
def test_a_solo_game_has_the_one_player_set_up() -> None:
    scene = Scene(seats=1)
    town = scene.state.view(0)["town"]
    assert isinstance(town, dict)
    assert [len(pieces) for pieces in town.values()] == [2] * 7
    assert sum(scene.state.coin_bag) == 28
    assert scene.state.places() == [1]
