"""The worked examples of the rulebook, in their numbers (WG 4 and WG 6)."""

from __future__ import annotations

import pytest

from tests.games.walnut_grove.scenes import Scene

# On the yellow board, with the disc that favours dairy (A1):
# a forest of one tile and two squares (tile 7), dairy on three tiles with three squares (landscape, 22, 38),
# grain on three tiles (landscape, 7, 1).
FARM = [(7, 0, 1, 2), (1, -1, 1, 0), (22, 2, 1, 0), (38, 2, 2, 0)]


def farm_of_the_summer_example() -> Scene:
    scene = Scene(boards="yellow", disc="A1").furnish(tiles=FARM, labourers="yellow blue")
    districts = scene.districts()
    assert districts["wood 0,1"] == (1, 2, 0)
    assert districts["dairy 2,0"] == (3, 3, 0)
    assert districts["grain 0,0"] == (3, 4, 0)
    return scene.summer()


@pytest.mark.rule("WG 4.3")
@pytest.mark.rule("WG 4.5")
def test_the_figure_in_a_forest_of_one_tile_harvests_one_wood_onto_one_of_two_squares() -> None:
    """Rulebook, summer: the yellow labourer."""
    scene = farm_of_the_summer_example()

    scene.play(0, "work wood at 0,1")

    assert scene.districts()["wood 0,1"] == (1, 2, 1)
    assert scene.farm().surplus == 0


@pytest.mark.rule("WG 4.4")
@pytest.mark.rule("WG 4.5")
def test_the_figure_on_three_tiles_of_dairy_harvests_four_and_the_fourth_goes_into_the_barn() -> None:
    """Rulebook, summer: the blue labourer."""
    scene = farm_of_the_summer_example()

    scene.play(0, "work dairy at 2,0")
    assert scene.districts()["dairy 2,0"] == (3, 3, 3)
    assert (scene.farm().surplus, scene.legal()) == (1, ["keep dairy", "leave"])
    scene.play(0, "keep dairy")

    assert scene.in_barn() == "dairy copper copper"
    assert scene.farm().goods == [0, 0, 4, 0, 0]


@pytest.mark.rule("WG 4.3")
def test_the_farmer_harvests_three_grain_onto_squares() -> None:
    """Rulebook, summer: the farmer."""
    scene = farm_of_the_summer_example()

    scene.play(0, "work grain at 0,0")

    assert scene.districts()["grain 0,0"] == (3, 4, 3)
    assert scene.farm().surplus == 0


@pytest.mark.rule("WG 4.2")
@pytest.mark.parametrize(
    "order",
    [
        ["work wood at 0,1", "work dairy at 2,0", "keep dairy", "work grain at 0,0"],
        ["work grain at 0,0", "work dairy at 2,0", "keep dairy", "work wood at 0,1"],
    ],
)
def test_the_whole_harvest_of_the_example(order: list[str]) -> None:
    """Rulebook, summer: all three figures, in whatever order."""
    scene = farm_of_the_summer_example()

    scene.play(0, *order)

    assert scene.season() == "autumn"
    assert scene.on_land() == "grain@0,0 grain@0,0 grain@0,0 dairy@2,0 dairy@2,0 dairy@2,0 wood@0,1"
    assert scene.in_barn() == "dairy copper copper"


def household(disc: str) -> Scene:
    """The farmer in the printed house, a blue labourer in the one hut, a yellow one in a wagon."""
    scene = Scene(disc="A1").disc(disc)
    scene.furnish(labourers="yellow blue", huts=1, barn="grain fish fish wood", land="wood@4,0 wood@4,0")
    return scene.winter()


@pytest.mark.rule("WG 6.1")
@pytest.mark.rule("WG 6.2")
def test_the_blue_labourer_eats_twice_and_the_yellow_one_once() -> None:
    """Rulebook, winter: the disc doubles blue (A1)."""
    scene = household("A1")

    assert scene.farm().owed == [1, 2, 0, 1, 0]
    scene.play(0, "give fish", "give grain", "give fish")
    assert scene.in_barn() == "wood"


@pytest.mark.rule("WG 6.3")
def test_one_wood_is_burnt_for_the_labourer_in_the_wagon() -> None:
    """Rulebook, winter: farmer and blue labourer live under a roof, the yellow one needs the only fire."""
    scene = household("A1")

    scene.play(0, "give grain", "give fish", "give fish", "give wood")

    assert scene.state.chance_name() == "year 2 disc"
    assert (scene.in_barn(), scene.on_land(), scene.help_tiles()) == ("", "wood@4,0 wood@4,0", (0, 0))


@pytest.mark.rule("WG 6.3")
def test_a_fire_on_the_disc_is_one_wood_more() -> None:
    """The same household when the disc doubles blue and shows one fire (B2)."""
    scene = household("B2")
    assert scene.farm().owed == [1, 2, 0, 2, 0]

    scene.play(0, "give grain", "give fish", "give fish", "give wood", "give wood from 4,0")

    assert scene.state.chance_name() == "year 2 disc"
    assert (scene.in_barn(), scene.on_land(), scene.help_tiles()) == ("", "wood@4,0", (0, 0))


@pytest.mark.rule("WG 6.3")
def test_without_the_hut_both_labourers_need_a_fire() -> None:
    scene = Scene(disc="A1").furnish(labourers="yellow blue").winter()

    assert scene.farm().owed == [1, 2, 0, 2, 0]
