"""The switches of WG 10, each alone and together as `french`, wherever they are felt.

Whatever a switch does not name stays as it is: each test of a switch has its counterpart for the others.
"""

from __future__ import annotations

import pytest

from tests.games.walnut_grove.scenes import Scene

ENTER = "enter_unpayable=on"
JOKERS = "jokers=buildings"
HELP = "open_help_costs=off"
EVERY_BUILDING = [
    "visit church",
    "visit saloon",
    "visit johansens-mill",
    "visit soebucks",
    "visit general-store",
    "visit post-office",
    "visit lodge",
    "visit carpenter",
    "visit svensons",
    "visit hotel",
]  # in walking order from the church row

with_each = pytest.mark.parametrize("option", ["german", ENTER, JOKERS, HELP, "french"])
enterable = pytest.mark.parametrize("option", [ENTER, "french"])
closed = pytest.mark.parametrize("option", ["german", JOKERS, HELP])
jokers_anywhere = pytest.mark.parametrize("option", ["german", ENTER, HELP])
jokers_for_buildings = pytest.mark.parametrize("option", [JOKERS, "french"])


def table(option: str, seats: int = 1, disc: str = "A1") -> Scene:
    return Scene(seats=seats, options=[option], disc=disc)


def spot(scene: Scene, seat: int = 0) -> object:
    """Where a figure stands, as everybody sees it."""
    figures = scene.state.view(None)["figures"]
    assert isinstance(figures, list)
    return figures[seat].get("building")


# ---- entering what one cannot use: R2, R17 -------------------------------------------------------------


@closed
@pytest.mark.rule("WG 5.5")
def test_without_the_switch_a_pauper_enters_only_what_is_free(option: str) -> None:
    scene = table(option).furnish(barn="").autumn()
    assert scene.legal() == ["visit church", "visit general-store", "visit post-office", "pass"]


@closed
@pytest.mark.rule("WG 5.5", "refused")
def test_without_the_switch_a_cost_not_covered_closes_the_building(option: str) -> None:
    scene = table(option).furnish(barn="dairy").autumn()
    scene.refused(0, "visit saloon", "WG 5.5", "cost_not_covered")


@enterable
@pytest.mark.rule("WG 5.5")
def test_any_building_with_a_free_place_may_be_entered(option: str) -> None:
    scene = table(option).furnish(barn="").autumn()
    assert scene.legal() == [*EVERY_BUILDING, "pass"]


@enterable
@pytest.mark.rule("WG 5.4", "refused")
def test_a_building_whose_place_is_taken_stays_closed(option: str) -> None:
    scene = table(option, seats=2).furnish(0, barn="").stand(1, "hotel").stand(0, "saloon").autumn()
    scene.refused(0, "visit hotel", "WG 5.4", "building_full")


@enterable
@pytest.mark.rule("WG 5.5")
@pytest.mark.parametrize("building", ["saloon", "johansens-mill", "soebucks"])
def test_who_cannot_pay_stands_there_and_does_nothing(option: str, building: str) -> None:
    scene = table(option).furnish(barn="grain", labourers="yellow", huts=1).autumn()
    stock = scene.state.stock[:]
    log = scene.play(0, f"visit {building}")
    assert spot(scene) == building
    assert scene.in_barn() == "grain"
    assert scene.state.stock == stock
    assert str(log[1]) == f"1 did_nothing building={building}"
    assert scene.legal() == ["give grain"]  # it is winter


@enterable
@pytest.mark.rule("WG 5.5")
def test_who_finds_nothing_left_pays_nothing(option: str) -> None:
    scene = table(option).furnish(barn="dairy dairy grain", labourers="yellow", huts=1).stock("saloon", "")
    scene.autumn().play(0, "visit saloon")
    assert scene.in_barn() == "grain dairy dairy"
    assert scene.legal() == ["give grain"]


@enterable
@pytest.mark.rule("WG 5.5")
@pytest.mark.rule("WG 5.9")
def test_who_has_no_room_left_pays_nothing(option: str) -> None:
    scene = table(option).furnish(barn="dairy dairy", labourers=" ".join(["yellow"] * 8), huts=4)
    scene.autumn().play(0, "visit saloon")
    assert scene.in_barn() == "dairy dairy"
    assert scene.farm().recruits == [0, 0, 0]


@enterable
@pytest.mark.rule("WG 5.5")
@pytest.mark.rule("WG 5.10")
def test_who_has_no_site_for_any_tile_left_pays_nothing(option: str) -> None:
    scene = table(option).furnish(barn="wood wood", labourers="", huts=4).stock("johansens-mill", "hut hut")
    scene.autumn().play(0, "visit johansens-mill")
    assert scene.in_barn() == "wood wood"
    assert scene.farm().huts == 4


@enterable
@pytest.mark.rule("WG 5.5")
@pytest.mark.rule("WG 5.11")
def test_who_has_three_improvements_pays_nothing(option: str) -> None:
    scene = table(option).furnish(barn="dairy wood stone", labourers="", improvements="tent safe safe")
    scene.autumn().play(0, "visit soebucks")
    assert scene.in_barn() == "dairy wood stone"


@enterable
@pytest.mark.rule("WG 5.5")
def test_who_can_act_must(option: str) -> None:
    scene = table(option).furnish(barn="dairy dairy", labourers="").autumn()
    scene.play(0, "visit saloon")
    assert scene.legal() == ["give dairy"]
    scene.play(0, "give dairy", "give dairy")
    assert scene.legal() == ["hire yellow", "hire white"]
    scene.refused(0, "pass", "WG 5.3", "not_now")
    scene.refused(0, "leave", "WG 5.9", "not_now")


@enterable
@pytest.mark.rule("WG 5.6")
def test_tolls_are_due_also_for_nothing(option: str) -> None:
    scene = table(option).furnish(barn="copper", labourers="").stand(0, "general-store").autumn()
    scene.play(0, "visit lodge")
    assert scene.legal() == ["toll copper", "toll help"]
    scene.play(0, "toll help")
    assert scene.help_tiles() == (1, 0)
    assert scene.in_barn() == "copper"
    assert spot(scene) == "lodge"


@enterable
@pytest.mark.rule("WG 5.6")
def test_a_toll_may_leave_the_cost_unpayable(option: str) -> None:
    scene = table(option).furnish(barn="grain copper", labourers="").stand(0, "general-store").autumn()
    scene.play(0, "visit lodge")
    assert scene.legal() == ["toll copper", "toll help"]
    scene.play(0, "toll copper")
    assert scene.in_barn() == "grain"
    assert scene.farm().labourers == [0, 0, 0]


@closed
@pytest.mark.rule("WG 5.6", "refused")
def test_without_the_switch_a_toll_leaves_the_cost_payable(option: str) -> None:
    scene = table(option).furnish(barn="grain copper", labourers="").stand(0, "general-store").autumn()
    scene.play(0, "visit lodge")
    assert scene.legal() == ["toll help"]
    scene.refused(0, "toll copper", "WG 5.6", "toll_leaves_cost_unpayable")


@enterable
@pytest.mark.rule("WG 5.6")
def test_buying_off_may_leave_the_cost_unpayable_until_its_first_good_is_paid(option: str) -> None:
    scene = table(option).furnish(barn="dairy dairy stone", labourers="", help=(1, 0)).autumn()
    scene.play(0, "visit saloon")
    assert scene.legal() == ["give dairy", "repay"]
    scene.play(0, "repay", "give dairy", "give dairy", "give stone")
    assert scene.in_barn() == ""
    assert scene.help_tiles() == (0, 0)
    assert scene.farm().labourers == [0, 0, 0]
    assert scene.state.chance_name() == "year 2 disc"


@enterable
@pytest.mark.rule("WG 5.6", "refused")
def test_from_the_first_good_on_the_cost_is_kept_payable(option: str) -> None:
    scene = table(option).furnish(barn="dairy dairy stone stone", labourers="", help=(1, 0)).autumn()
    scene.play(0, "visit saloon", "give dairy")
    assert scene.legal() == ["give dairy"]
    scene.refused(0, "repay", "WG 5.6", "repaying_leaves_cost_unpayable")


@with_each
@pytest.mark.rule("WG 5.5")
def test_what_can_always_be_entered_works_the_same_with_every_switch(option: str) -> None:
    scene = table(option).furnish(barn="", labourers="").autumn()
    scene.play(0, "visit church")
    assert scene.legal() == ["take grain", "take fish", "take dairy", "take wood", "take stone"]
    scene = table(option).furnish(barn="grain", labourers="").autumn()
    scene.play(0, "visit general-store")
    assert scene.legal() == ["sell grain", "done"]


# ---- joker coins: R3 -----------------------------------------------------------------------------------


@with_each
@pytest.mark.rule("WG 5.7")
def test_a_coin_stands_for_a_good_of_the_cost_that_is_missing(option: str) -> None:
    scene = table(option).furnish(barn="dairy gold", labourers="").autumn()
    scene.play(0, "visit saloon", "give dairy")
    assert scene.legal() == ["give gold for dairy"]
    scene.play(0, "give gold for dairy", "hire white")
    assert scene.in_barn() == ""
    assert scene.coins_in_bag() == "11 copper 11 silver 8 gold"


@jokers_anywhere
@pytest.mark.rule("WG 5.7")
def test_a_coin_stands_for_a_good_of_the_cost_though_it_is_there(option: str) -> None:
    scene = table(option).furnish(barn="dairy dairy gold", labourers="").autumn()
    scene.play(0, "visit saloon")
    assert scene.legal() == ["give dairy", "give gold for dairy"]


@jokers_for_buildings
@pytest.mark.rule("WG 5.7", "refused")
def test_no_coin_stands_for_a_good_of_the_cost_that_is_there(option: str) -> None:
    scene = table(option).furnish(barn="dairy gold silver", labourers="").autumn()
    scene.play(0, "visit saloon")
    assert scene.legal() == ["give dairy"]
    scene.refused(0, "give gold for dairy", "WG 5.7", "joker_only_for_missing")
    scene.play(0, "give dairy")
    assert scene.legal() == ["give silver for dairy", "give gold for dairy"]


@jokers_for_buildings
@pytest.mark.rule("WG 5.7", "refused")
def test_a_good_on_land_is_a_good_the_payer_has(option: str) -> None:
    scene = table(option).furnish(barn="gold gold", land="dairy@2,0", labourers="").autumn()
    scene.play(0, "visit saloon")
    assert scene.legal() == ["give dairy from 2,0"]
    scene.refused(0, "give gold for dairy", "WG 5.7", "joker_only_for_missing")


@pytest.mark.rule("WG 5.5", "refused")
def test_with_jokers_for_buildings_goods_and_coins_together_still_must_cover_the_cost() -> None:
    scene = table(JOKERS).furnish(barn="gold dairy wood wood").autumn()
    assert "visit saloon" in scene.legal()
    scene = table(JOKERS).furnish(barn="gold wood wood").autumn()
    scene.refused(0, "visit saloon", "WG 5.5", "cost_not_covered")


@jokers_anywhere
@pytest.mark.rule("WG 6.4")
def test_in_winter_a_coin_stands_in(option: str) -> None:
    scene = table(option).furnish(barn="copper", labourers="white", huts=1).winter()
    assert scene.legal() == ["give copper for dairy", "help for dairy"]


@jokers_for_buildings
@pytest.mark.rule("WG 6.4")
def test_in_winter_who_has_not_the_good_takes_a_help_tile(option: str) -> None:
    scene = table(option).furnish(barn="copper gold", labourers="white", huts=1).winter()
    assert scene.legal() == ["help for dairy"]
    scene.play(0, "help for dairy")
    assert scene.in_barn() == "copper gold"
    assert scene.help_tiles() == (1, 0)


@jokers_for_buildings
@pytest.mark.rule("WG 6.4", "refused")
@pytest.mark.parametrize("barn", ["dairy gold", "gold"])
def test_in_winter_no_coin_stands_in(option: str, barn: str) -> None:
    scene = table(option).furnish(barn=barn, labourers="white", huts=1).winter()
    scene.refused(0, "give gold for dairy", "WG 5.7", "jokers_only_for_buildings")


@jokers_for_buildings
@pytest.mark.rule("WG 6.4", "refused")
def test_in_winter_who_has_the_good_gives_it(option: str) -> None:
    scene = table(option, disc="A3").furnish(barn="gold", land="wood@4,0", labourers="").winter()
    assert scene.legal() == ["give wood from 4,0"]
    scene.refused(0, "help for wood", "WG 6.4", "holds_the_good")


@jokers_anywhere
@pytest.mark.rule("WG 7.3")
def test_help_is_bought_off_with_coins(option: str) -> None:
    scene = table(option).furnish(barn="copper gold stone", help=(1, 0)).summer()
    scene.play(0, "repay")
    assert scene.legal() == ["give stone", "give copper", "give gold"]


@jokers_for_buildings
@pytest.mark.rule("WG 7.3", "refused")
def test_help_is_bought_off_with_goods_only(option: str) -> None:
    scene = table(option).furnish(barn="stone stone stone gold", help=(1, 0)).summer()
    scene.play(0, "repay")
    assert scene.legal() == ["give stone"]
    scene.refused(0, "give gold", "WG 7.3", "help_for_goods_only")
    scene.play(0, "give stone", "give stone", "give stone")
    assert scene.in_barn() == "gold"
    assert scene.help_tiles() == (0, 0)


@jokers_for_buildings
@pytest.mark.rule("WG 7.3", "refused")
@pytest.mark.parametrize("season", ["summer", "autumn", "winter", "last"])
def test_coins_never_make_up_for_goods_when_help_is_bought_off(option: str, season: str) -> None:
    scene = table(option, disc="A3").furnish(barn="stone stone gold gold", help=(1, 0))
    {"summer": scene.summer, "autumn": scene.autumn, "winter": scene.winter, "last": scene.last}[season]()
    assert "repay" not in scene.legal()
    refusal = scene.refused(0, "repay", "WG 7.3", "too_little_to_repay")
    assert refusal.args["have"] == 2


@pytest.mark.rule("WG 5.6")
def test_with_jokers_for_buildings_a_coin_may_free_a_good_of_the_cost_for_buying_off() -> None:
    scene = table(JOKERS).furnish(barn="dairy dairy stone copper copper", barns=1, labourers="", help=(1, 0))
    scene.autumn().play(0, "visit saloon", "repay", "give dairy", "give dairy", "give stone")
    assert scene.legal() == ["give copper for dairy"]
    scene.play(0, "give copper for dairy", "give copper for dairy", "hire white")
    assert scene.in_barn() == ""
    assert scene.farm().labourers == [0, 0, 1]  # he has joined: nobody owed anything in winter


@with_each
@pytest.mark.rule("WG 5.6")
def test_tolls_are_paid_in_coins_with_every_switch(option: str) -> None:
    scene = table(option).furnish(barn="copper silver gold").stand(0, "general-store").autumn()
    scene.play(0, "visit post-office")
    assert scene.legal()[:4] == ["toll copper", "toll silver", "toll gold", "toll help"]


# ---- help tiles at the end: R4 -------------------------------------------------------------------------


@pytest.mark.rule("WG 7.4")
@pytest.mark.rule("WG 8.7")
@pytest.mark.parametrize("option", ["german", ENTER, JOKERS])
@pytest.mark.parametrize(("tiles", "points"), [((1, 0), -2), ((0, 2), -4), ((1, 2), -6)])
def test_every_help_tile_costs_two(option: str, tiles: tuple[int, int], points: int) -> None:
    scene = table(option).furnish(barn="", labourers="", help=tiles).last()
    scene.play(0, "done")
    assert scene.state.score_lines(0)["help"] == points
    assert scene.state.scores() == [4 + points]


@pytest.mark.rule("WG 7.4")
@pytest.mark.rule("WG 8.7")
@pytest.mark.parametrize("option", [HELP, "french"])
@pytest.mark.parametrize(("tiles", "points"), [((1, 0), 0), ((0, 2), -4), ((1, 2), -4)])
def test_only_turned_help_tiles_cost_two(option: str, tiles: tuple[int, int], points: int) -> None:
    scene = table(option).furnish(barn="", labourers="", help=tiles).last()
    scene.play(0, "done")
    assert scene.state.score_lines(0)["help"] == points
    assert scene.state.score_lines(0)["total"] == 4 + points
    assert scene.state.scores() == [4 + points]


@pytest.mark.rule("WG 8.8")
@pytest.mark.parametrize(("option", "places"), [("german", [2, 1]), (HELP, [1, 2]), ("french", [1, 2])])
def test_the_winner_may_depend_on_the_open_tile(option: str, places: list[int]) -> None:
    scene = table(option, seats=2).furnish(0, barn="silver", labourers="", help=(1, 0))
    scene.furnish(1, barn="", labourers="").last()
    scene.play(0, "done")
    scene.play(1, "done")
    assert scene.state.places() == places


@with_each
@pytest.mark.rule("WG 7.2")
def test_a_second_tile_turns_the_first_with_every_switch(option: str) -> None:
    scene = table(option, disc="A3").furnish(barn="", labourers="", help=(1, 0)).winter()
    scene.play(0, "help for wood")
    assert scene.help_tiles() == (1, 1)


# ---- nothing else changes ------------------------------------------------------------------------------


@with_each
@pytest.mark.rule("WG 4.3")
def test_summer_is_the_same_with_every_switch(option: str) -> None:
    scene = table(option).furnish(barn="", land="dairy@2,0", labourers="").summer()
    scene.play(0, "work dairy at 2,0")
    assert scene.legal() == ["keep dairy", "leave"]
    scene.play(0, "keep dairy", "keep dairy")
    assert (scene.in_barn(), scene.on_land()) == ("dairy dairy", "dairy@2,0")


@with_each
@pytest.mark.rule("WG 8.10")
def test_the_last_decision_is_the_same_with_every_switch(option: str) -> None:
    scene = table(option).furnish(barn="stone stone stone", land="wood@4,0", help=(1, 0)).last()
    assert scene.legal() == ["done", "move wood from 4,0", "throw stone", "repay"]


@with_each
@pytest.mark.rule("WG 1.9")
def test_both_start_rows_are_the_same_with_every_switch(option: str) -> None:
    """R1: the French text's Post Office row is a slip of translation."""
    scene = Scene(seats=2, options=[option], starts="town-hall church").autumn()
    assert scene.state.order == [1, 0]
    scene.play(1, "visit church")
    assert scene.farm(1).tolls == 0
