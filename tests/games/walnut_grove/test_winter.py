"""Winter (WG 6): food for the labourers, wood for the fires, and what comes after."""

from __future__ import annotations

import pytest

from farmstead.engine.contract import CHANCE
from farmstead.games.walnut_grove.rules.names import AUTUMN, WINTER
from tests.games.walnut_grove.scenes import Scene

FOOD = {"yellow": "grain", "blue": "fish", "white": "dairy"}
DOUBLED = {"blue": "A1", "white": "A2", "yellow": "A4"}  # the disc that doubles each colour
FIRES = {"A1": 0, "A2": 1, "A3": 1, "A4": 0, "B1": 1, "B2": 1, "B3": 1, "B4": 2}


def owed(scene: Scene, seat: int = 0) -> dict[str, int]:
    """What a seat still owes this winter."""
    goods = ["grain", "fish", "dairy", "wood", "stone"]
    return {good: count for good, count in zip(goods, scene.farm(seat).owed, strict=True) if count}


def is_over(scene: Scene, year: int = 1) -> bool:
    """Winter has ended and the next disc is to be turned."""
    return scene.state.to_act() == [CHANCE] and scene.state.chance_name() == f"year {year + 1} disc"


# ---- food (WG 6.1, 6.2) --------------------------------------------------------------------------------


@pytest.mark.rule("WG 6.1")
@pytest.mark.parametrize("colour", FOOD)
def test_a_labourer_eats_one_good_of_his_colour(colour: str) -> None:
    disc = "A4" if colour == "blue" else "A1"
    scene = Scene(disc=disc).furnish(barn="grain fish dairy stone", labourers=colour, huts=1).winter()
    assert owed(scene) == {FOOD[colour]: 1}
    assert scene.legal() == [f"give {FOOD[colour]}"]

    scene.play(0, f"give {FOOD[colour]}")

    left = [good for good in ("grain", "fish", "dairy", "stone") if good != FOOD[colour]]
    assert scene.in_barn() == " ".join(left)
    assert is_over(scene)


@pytest.mark.rule("WG 6.1")
def test_each_labourer_eats_for_himself() -> None:
    scene = Scene(disc="A1").furnish(labourers="yellow yellow white white", huts=4).winter()
    assert owed(scene) == {"grain": 2, "dairy": 2}


@pytest.mark.rule("WG 6.1")
def test_the_farmer_eats_nothing() -> None:
    scene = Scene(disc="A1").furnish(labourers="").winter()
    assert is_over(scene)
    assert scene.in_barn() == "copper copper"
    assert scene.help_tiles() == (0, 0)


@pytest.mark.rule("WG 6.1", "refused")
@pytest.mark.parametrize("wrong", ["grain", "dairy", "stone"])
def test_a_blue_labourer_eats_nothing_but_fish(wrong: str) -> None:
    scene = Scene(disc="A4").furnish(barn="grain fish dairy stone", labourers="blue", huts=1).winter()
    scene.refused(0, f"give {wrong}", "WG 6.1", "not_owed")


@pytest.mark.rule("WG 6.1", "refused")
def test_a_served_labourer_eats_no_more() -> None:
    scene = Scene(disc="A1").furnish(barn="grain grain dairy", labourers="yellow white", huts=2).winter()
    scene.play(0, "give grain")
    scene.refused(0, "give grain", "WG 6.1", "not_owed")


@pytest.mark.rule("WG 6.2")
@pytest.mark.parametrize("colour", DOUBLED)
def test_a_doubled_colour_eats_two_each(colour: str) -> None:
    scene = Scene(disc=DOUBLED[colour]).furnish(labourers=f"{colour} {colour}", huts=2).winter()
    food = {good: count for good, count in owed(scene).items() if good != "wood"}
    assert food == {FOOD[colour]: 4}


@pytest.mark.rule("WG 6.2")
def test_only_the_doubled_colour_is_doubled() -> None:
    scene = Scene(disc="A1").furnish(labourers="yellow blue white", huts=3).winter()
    assert owed(scene) == {"grain": 1, "fish": 2, "dairy": 1}


@pytest.mark.rule("WG 6.2")
@pytest.mark.parametrize("disc", ["A3", "B4"])
def test_a_disc_without_a_colour_doubles_none(disc: str) -> None:
    scene = Scene().disc(disc).furnish(labourers="yellow blue white", huts=3).winter()
    assert owed(scene) == {"grain": 1, "fish": 1, "dairy": 1, "wood": FIRES[disc]}


@pytest.mark.rule("WG 6.2")
def test_doubling_does_not_double_the_fire_of_a_wagon() -> None:
    scene = Scene(disc="A1").furnish(labourers="blue").winter()
    assert owed(scene) == {"fish": 2, "wood": 1}


# ---- fire (WG 6.3) -------------------------------------------------------------------------------------


@pytest.mark.rule("WG 6.3")
@pytest.mark.parametrize("disc", FIRES)
def test_each_fire_on_the_disc_burns_one_wood(disc: str) -> None:
    scene = Scene().disc(disc).furnish(barn="wood wood wood", labourers="").winter()
    for _ in range(FIRES[disc]):
        assert scene.legal() == ["give wood"]
        scene.play(0, "give wood")
    assert scene.in_barn() == " ".join(["wood"] * (3 - FIRES[disc]))
    assert is_over(scene)


@pytest.mark.rule("WG 6.3")
@pytest.mark.parametrize(("huts", "wagons"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_each_labourer_beyond_the_huts_heats_a_wagon(huts: int, wagons: int) -> None:
    scene = Scene(disc="A3").furnish(labourers="yellow white white", huts=huts).winter()
    assert owed(scene) == {"grain": 1, "dairy": 2, "wood": 1 + wagons}


@pytest.mark.rule("WG 6.3")
def test_the_printed_house_houses_no_labourer() -> None:
    scene = Scene(disc="A1").furnish(labourers="yellow").winter()
    assert owed(scene) == {"grain": 1, "wood": 1}


@pytest.mark.rule("WG 6.3")
def test_empty_wagons_need_no_fire() -> None:
    scene = Scene(disc="A2").furnish(labourers="").winter()
    assert owed(scene) == {"wood": 1}


@pytest.mark.rule("WG 6.3")
def test_spare_huts_do_not_spare_the_fires_of_the_disc() -> None:
    scene = Scene().disc("B4").furnish(labourers="", huts=4).winter()
    assert owed(scene) == {"wood": 2}


@pytest.mark.rule("WG 6.3")
def test_a_hut_bought_this_autumn_serves_this_winter() -> None:
    scene = Scene(disc="A1").furnish(barn="wood wood grain", labourers="yellow").autumn()
    scene.play(0, "visit johansens-mill", "give wood", "give wood", "build hut")
    assert owed(scene) == {"grain": 1}


@pytest.mark.rule("WG 6.3", "refused")
def test_nothing_burns_before_everyone_is_served() -> None:
    scene = Scene(disc="A1").furnish(barn="grain dairy wood copper", labourers="yellow white").winter()
    assert scene.legal() == ["give grain", "give copper for grain", "give dairy", "give copper for dairy"]
    scene.refused(0, "give wood", "WG 6.3", "food_first")
    scene.refused(0, "give copper for wood", "WG 6.3", "food_first")
    scene.refused(0, "help for wood", "WG 6.3", "food_first")
    scene.play(0, "give dairy")
    scene.refused(0, "give wood", "WG 6.3", "food_first")
    scene.play(0, "give grain")
    assert scene.legal() == ["give wood", "give copper for wood"]


@pytest.mark.rule("WG 6.3", "refused")
@pytest.mark.parametrize("good", ["grain", "fish", "dairy", "stone"])
def test_nothing_but_wood_is_burnt(good: str) -> None:
    scene = Scene(disc="A3").furnish(barn="grain fish dairy stone", labourers="").winter()
    assert scene.legal() == ["help for wood"]
    scene.refused(0, f"give {good}", "WG 6.3", "not_owed")


# ---- giving, jokers, help (WG 6.4) ---------------------------------------------------------------------


@pytest.mark.rule("WG 6.4")
def test_food_is_given_in_the_order_the_owner_likes() -> None:
    scene = Scene(disc="A4").furnish(barn="grain grain fish dairy", labourers="yellow blue white", huts=3)
    scene.winter().play(0, "give dairy", "give grain", "give fish")
    assert scene.legal() == ["give grain"]


@pytest.mark.rule("WG 6.4")
@pytest.mark.rule("WG 4.8")
def test_the_good_may_come_from_the_barn_or_from_any_district() -> None:
    scene = Scene(disc="A1").furnish(
        barn="grain", land="grain@0,0 grain@0,0 grain@4,1", tiles=[(7, 4, 1, 0)], labourers="yellow", huts=1
    )
    scene.winter()
    assert scene.legal() == ["give grain", "give grain from 0,0", "give grain from 4,1"]

    scene.play(0, "give grain from 0,0")

    assert scene.in_barn() == "grain"
    assert scene.on_land() == "grain@0,0 grain@4,1"


@pytest.mark.rule("WG 4.8", "refused")
def test_a_good_is_not_given_from_where_it_does_not_lie() -> None:
    scene = Scene(disc="A1").furnish(
        barn="", land="grain@0,0", tiles=[(7, 4, 1, 0)], labourers="yellow", huts=1
    )
    scene.winter()
    scene.refused(0, "give grain", "WG 4.8", "not_in_barn")
    scene.refused(0, "give grain from 4,1", "WG 4.8", "not_on_land")
    scene.refused(0, "give grain from 1,0", "WG 4.8", "not_on_land")


@pytest.mark.rule("WG 6.4")
@pytest.mark.rule("WG 5.7")
@pytest.mark.parametrize(("coin", "bag"), [("copper", [11, 10, 7]), ("silver", [10, 11, 7])])
def test_a_coin_may_stand_in_though_the_good_is_there(coin: str, bag: list[int]) -> None:
    scene = Scene(disc="A1").furnish(barn="grain copper silver gold", labourers="yellow", huts=1).winter()
    assert scene.legal() == [
        "give grain",
        "give copper for grain",
        "give silver for grain",
        "give gold for grain",
    ]

    scene.play(0, f"give {coin} for grain")

    assert scene.in_barn() == " ".join(i for i in ("grain", "copper", "silver", "gold") if i != coin)
    assert scene.state.coin_bag == bag
    assert scene.help_tiles() == (0, 0)
    assert is_over(scene)


@pytest.mark.rule("WG 6.4")
def test_who_has_not_the_good_gives_a_coin_or_takes_help() -> None:
    scene = Scene(disc="A1").furnish(barn="gold stone", labourers="white", huts=1).winter()
    assert scene.legal() == ["give gold for dairy", "help for dairy"]


@pytest.mark.rule("WG 6.4")
def test_coins_held_never_forbid_help() -> None:
    scene = Scene(disc="A1").furnish(barn="gold gold copper", labourers="white", huts=1).winter()

    scene.play(0, "help for dairy")

    assert scene.in_barn() == "copper gold gold"
    assert scene.help_tiles() == (1, 0)
    assert is_over(scene)


@pytest.mark.rule("WG 6.4", "refused")
@pytest.mark.parametrize(("barn", "land"), [("grain", ""), ("", "grain@0,0"), ("grain copper", "")])
def test_there_is_no_help_for_who_has_the_good(barn: str, land: str) -> None:
    scene = Scene(disc="A1").furnish(barn=barn, land=land, labourers="yellow", huts=1).winter()
    scene.refused(0, "help for grain", "WG 6.4", "holds_the_good")


@pytest.mark.rule("WG 6.4", "refused")
def test_there_is_no_help_for_wood_while_wood_lies_in_the_forest() -> None:
    scene = Scene(disc="A3").furnish(barn="", land="wood@4,0", labourers="").winter()
    assert scene.legal() == ["give wood from 4,0"]
    scene.refused(0, "help for wood", "WG 6.4", "holds_the_good")


@pytest.mark.rule("WG 6.4", "refused")
def test_there_is_no_help_for_what_is_not_owed() -> None:
    scene = Scene(disc="A1").furnish(barn="", labourers="yellow").winter()
    scene.refused(0, "help for fish", "WG 6.4", "not_owed")
    scene.refused(0, "help for stone", "WG 6.4", "not_owed")


@pytest.mark.rule("WG 6.4")
def test_help_comes_once_the_good_is_spent() -> None:
    scene = Scene(disc="A4").furnish(barn="grain", labourers="yellow", huts=1).winter()
    assert scene.legal() == ["give grain"]
    scene.play(0, "give grain")
    assert scene.legal() == ["help for grain"]
    scene.play(0, "help for grain")
    assert scene.help_tiles() == (1, 0)
    assert is_over(scene)


@pytest.mark.rule("WG 6.4")
def test_one_help_tile_for_each_good_that_is_missing() -> None:
    scene = Scene().disc("B4").furnish(barn="", labourers="yellow").winter()
    scene.play(0, "help for grain", "help for wood", "help for wood", "help for wood")
    assert scene.help_tiles() == (1, 3)
    assert is_over(scene)


@pytest.mark.rule("WG 5.7", "refused")
def test_a_joker_stands_for_what_is_owed_and_is_a_coin_one_has() -> None:
    scene = Scene(disc="A1").furnish(barn="copper", labourers="yellow", huts=1).winter()
    scene.refused(0, "give silver for grain", "WG 5.7", "no_such_coin")
    scene.refused(0, "give copper for fish", "WG 6.1", "not_owed")
    scene.refused(0, "give copper for stone", "WG 6.1", "not_owed")
    scene.refused(0, "give copper", "WG 6.4", "joker_for_which_good")


@pytest.mark.rule("WG 6.4")
def test_what_is_eaten_and_burnt_is_told_but_not_which_coin() -> None:
    scene = Scene(disc="A1").furnish(barn="silver wood", labourers="yellow").winter()
    eaten = scene.play(0, "give silver for grain")
    assert [str(event) for event in eaten] == [
        "1 eaten item=coin good=grain",
        "1 coin_gone coin=silver @1",
    ]
    assert str(scene.play(0, "give wood")[0]) == "1 burnt item=wood good=wood"


# ---- together, and after winter (WG 2.2, 6.5) ----------------------------------------------------------


@pytest.mark.rule("WG 2.2")
@pytest.mark.rule("WG 6.4")
def test_winter_is_played_by_all_at_the_same_time() -> None:
    scene = Scene(seats=3, disc="A4")
    for seat, colour in enumerate(["yellow", "blue", "white"]):
        scene.furnish(seat, barn="grain grain fish dairy", labourers=colour, huts=1)
    scene.winter()
    assert sorted(scene.state.to_act()) == [0, 1, 2]
    scene.play(2, "give dairy")
    scene.play(0, "give grain")
    scene.play(1, "give fish")
    assert sorted(scene.state.to_act()) == [0]
    scene.play(0, "give grain")
    assert [scene.in_barn(seat) for seat in range(3)] == [
        "fish dairy",
        "grain grain dairy",
        "grain grain fish",
    ]
    assert is_over(scene)


@pytest.mark.rule("WG 2.1", "refused")
def test_who_is_done_with_winter_waits_for_the_others() -> None:
    scene = Scene(seats=2, disc="A1")
    scene.furnish(0, barn="grain grain", labourers="yellow", huts=1)
    scene.furnish(1, barn="grain", labourers="yellow", huts=1).winter()
    scene.play(0, "give grain")
    scene.refused(0, "give grain", "WG 2.1", "season_finished")
    scene.play(1, "give grain")
    assert is_over(scene)


@pytest.mark.rule("WG 6.1")
def test_who_owes_nothing_has_no_decision_in_winter() -> None:
    scene = Scene(seats=2, disc="A1").furnish(0, labourers="").furnish(1, labourers="yellow").winter()
    assert scene.state.to_act() == [1]


@pytest.mark.rule("WG 6.1")
@pytest.mark.rule("WG 5.9")
def test_a_recruit_neither_eats_nor_needs_fire_this_winter() -> None:
    scene = Scene(disc="A1").furnish(barn="grain grain", labourers="").stock("lodge", "blue")
    scene.stand(0, "town-hall row").autumn()
    scene.play(0, "visit lodge", "give grain", "give grain", "hire blue")
    assert is_over(scene)


@pytest.mark.rule("WG 6.5")
def test_recruits_become_active_when_winter_is_over_for_all() -> None:
    scene = Scene(seats=2, disc="A1")
    for seat in range(2):
        scene.furnish(seat, barn="grain", labourers="yellow", huts=1)
        scene.farm(seat).recruits = [0, 1, 1 + seat]
    scene.winter().play(0, "give grain")
    assert scene.farm(0).labourers == [1, 0, 0]
    assert scene.farm(0).recruits == [0, 1, 1]

    log = scene.play(1, "give grain")

    assert [scene.farm(seat).labourers for seat in range(2)] == [[1, 1, 1], [1, 1, 2]]
    assert [scene.farm(seat).recruits for seat in range(2)] == [[0, 0, 0], [0, 0, 0]]
    assert [str(event) for event in log[1:]] == ["1 joined count=2", "2 joined count=3"]


@pytest.mark.rule("WG 6.5")
@pytest.mark.rule("WG 1.4")
def test_the_next_disc_is_turned_up_after_winter_and_the_old_one_is_gone() -> None:
    scene = Scene(disc="A2").furnish(barn="", labourers="").winter()
    scene.play(0, "help for wood")
    assert [str(move) for move, _ in scene.state.odds()] == ["disc A1", "disc A3", "disc A4"]

    scene.chance("disc A4")

    assert (scene.state.year, scene.state.disc.id) == (2, "A4")
    assert scene.state.chance_name() == "year 2 spring seat 1 tile 1"


@pytest.mark.rule("WG 6.5")
@pytest.mark.rule("WG 2.1")
def test_winter_follows_autumn_when_the_last_figure_has_walked() -> None:
    scene = Scene(seats=2, disc="A3").autumn()
    scene.play(0, "pass")
    assert scene.state.season == AUTUMN
    scene.play(1, "pass")
    assert scene.state.season == WINTER
    assert sorted(scene.state.to_act()) == [0, 1]
    assert owed(scene, 0) == {"grain": 1, "wood": 2}
    assert owed(scene, 1) == {"fish": 1, "wood": 2}


@pytest.mark.rule("WG 6.5")
def test_who_has_no_recruits_is_not_told_that_somebody_joined() -> None:
    scene = Scene(disc="A1").furnish(barn="grain", labourers="yellow", huts=1).winter()
    assert [event.key for event in scene.play(0, "give grain")] == ["eaten"]


@pytest.mark.rule("WG 6.4")
def test_no_decision_of_winter_is_left_over() -> None:
    scene = Scene(seats=2, disc="A1").furnish(0, barn="grain", labourers="yellow", huts=1)
    scene.furnish(1, labourers="").winter().play(0, "give grain")
    assert [scene.farm(seat).agenda for seat in range(2)] == [[], []]
    assert [scene.farm(seat).owed for seat in range(2)] == [[0] * 5, [0] * 5]
