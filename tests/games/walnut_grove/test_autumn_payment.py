"""Paying in autumn (WG 4.8, 5.6, 5.7): from barn or land, coins as jokers, and what must stay payable."""

import pytest

from tests.games.walnut_grove.scenes import Scene

COSTS = {
    "lodge": "grain grain",
    "carpenter": "wood stone",
    "svensons": "wood stone stone",
    "hotel": "fish fish",
    "saloon": "dairy dairy",
    "johansens-mill": "wood wood",
    "soebucks": "dairy wood stone",
}
PLACES = {  # a place from which each is reached without a toll
    "lodge": "post-office",
    "carpenter": "post-office",
    "svensons": "post-office",
    "hotel": "post-office",
    "saloon": "church",
    "johansens-mill": "church",
    "soebucks": "church",
}


def before_paying(scene: Scene, building: str) -> Scene:
    """Seat 1 of two has walked to a building without a toll and is to pay."""
    scene.stand(1, "town-hall row").stand(0, PLACES[building]).autumn()
    scene.play(0, f"visit {building}")
    return scene


# ---- the cost (WG 5.6) ------------------------------


@pytest.mark.rule("WG 5.6")
@pytest.mark.parametrize(("building", "cost"), COSTS.items())
@pytest.mark.parametrize("boards", ["yellow blue", "blue yellow"])
def test_a_visitor_pays_the_cost_of_the_building_good_by_good(building: str, cost: str, boards: str) -> None:
    scene = Scene(seats=2, boards=boards).furnish(0, barn=cost + " grain", barns=1)
    before_paying(scene, building)

    for good in cost.split():
        assert scene.legal(0) == [f"give {good}"]
        (paid,) = scene.play(0, f"give {good}")
        assert str(paid) == f"1 paid item={good}"

    assert scene.in_barn(0) == "grain"
    assert scene.legal(0)[0].split()[0] in ("hire", "build", "buy")


@pytest.mark.rule("WG 5.6")
@pytest.mark.parametrize(
    ("building", "first"),
    [("church", "take grain"), ("post-office", "take grain"), ("general-store", "sell grain")],
)
def test_where_nothing_is_asked_nothing_is_paid(building: str, first: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="grain copper")
    scene.stand(0, "town-hall row" if building == "post-office" else "church row").autumn()
    if scene.state.to_act() == [1]:
        scene.play(1, "pass")

    scene.play(0, f"visit {building}")

    assert scene.legal(0)[0] == first and scene.in_barn(0) == "grain copper"


@pytest.mark.rule("WG 5.6", "refused")
@pytest.mark.parametrize(
    "move", ["give stone", "give grain", "give copper for stone", "give copper for grain"]
)
def test_another_good_than_the_one_asked_for_is_not_taken(move: str) -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="grain wood stone copper"), "carpenter")

    refusal = scene.refused(0, move, "WG 5.6", "other_good_due")

    assert refusal.args == {"good": "wood"}
    assert scene.legal(0) == ["give wood", "give copper for wood"]


@pytest.mark.rule("WG 5.6", "refused")
@pytest.mark.parametrize("move", ["hire blue", "hire yellow"])
def test_nothing_is_taken_before_the_cost_is_paid(move: str) -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="grain grain"), "lodge")

    scene.refused(0, move, "WG 5.9", "not_now")
    scene.play(0, "give grain")
    scene.refused(0, move, "WG 5.9", "not_now")


@pytest.mark.rule("WG 5.6", "refused")
def test_a_neighbour_does_not_help_with_the_cost_of_a_building() -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="copper copper"), "lodge")

    scene.refused(0, "help for grain", "WG 6.4", "not_now")


@pytest.mark.rule("WG 2.3", "refused")
@pytest.mark.parametrize("item", ["grain", "copper"])
def test_nothing_is_thrown_away_while_paying(item: str) -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="grain grain copper"), "lodge")

    scene.refused(0, f"throw {item}", "WG 2.3", "thrown_to_make_room")


# ---- from barn or land (WG 4.8) ------------------------------


@pytest.mark.rule("WG 4.8")
def test_goods_are_spent_from_the_barn_first_unless_the_owner_chooses_otherwise() -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="grain grain", land="grain@0,0 grain@0,0"), "lodge")

    assert scene.legal(0) == ["give grain", "give grain from 0,0"]
    scene.play(0, "give grain from 0,0")
    assert (scene.in_barn(0), scene.on_land(0)) == ("grain grain", "grain@0,0")
    assert scene.legal(0) == ["give grain", "give grain from 0,0"]
    scene.play(0, "give grain")

    assert (scene.in_barn(0), scene.on_land(0)) == ("grain", "grain@0,0")
    assert scene.farm(0).room == 3


@pytest.mark.rule("WG 4.8")
def test_goods_on_land_pay_when_the_barn_has_none() -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="", land="grain@0,0 grain@0,0"), "lodge")

    assert scene.legal(0) == ["give grain from 0,0"]
    scene.play(0, "give grain from 0,0", "give grain from 0,0")

    assert (scene.in_barn(0), scene.on_land(0)) == ("", "")
    assert scene.farm(0).room == 4


@pytest.mark.rule("WG 4.8")
@pytest.mark.parametrize(("board", "cell"), [("yellow", "0,0"), ("blue", "3,0")])
def test_the_owner_chooses_among_the_districts_that_hold_the_good(board: str, cell: str) -> None:
    scene = Scene(seats=2, boards=f"{board} yellow")
    column = 3 if board == "yellow" else 0  # beside neither grain nor dairy: a field of its own
    scene.furnish(
        0,
        barn="grain",
        tiles=[(20, column, 1, 0)],
        land=f"grain@{cell} grain@{column},1 grain@{column},1",
    )
    before_paying(scene, "lodge")

    assert scene.legal(0) == ["give grain", f"give grain from {cell}", f"give grain from {column},1"]
    scene.play(0, f"give grain from {column},1")
    assert scene.on_land(0) == f"grain@{cell} grain@{column},1"
    scene.play(0, f"give grain from {cell}")

    assert (scene.in_barn(0), scene.on_land(0)) == ("grain", f"grain@{column},1")


@pytest.mark.rule("WG 4.8")
def test_a_district_that_grew_together_gives_under_the_name_of_its_first_cell() -> None:
    land = "grain@0,1 grain@0,1 grain@0,1"
    scene = Scene(seats=2).furnish(0, barn="", tiles=[(20, 0, 1, 2)], land=land)
    before_paying(scene, "lodge")

    assert scene.legal(0) == ["give grain from 0,0"]
    scene.refused(0, "give grain from 0,1", "WG 4.8", "not_on_land")
    scene.play(0, "give grain from 0,0", "give grain from 0,0")

    assert scene.on_land(0) == "grain@0,0"


@pytest.mark.rule("WG 4.8", "refused")
def test_a_district_that_has_none_gives_none() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain", tiles=[(20, 3, 1, 0)], land="grain@0,0")
    before_paying(scene, "lodge")

    refusal = scene.refused(0, "give grain from 3,1", "WG 4.8", "not_on_land")
    assert refusal.args == {"item": "grain", "at": "3,1"}
    scene.refused(0, "give grain from 1,0", "WG 4.8", "not_on_land")
    scene.refused(0, "give grain from 7,7", "WG 4.8", "not_on_land")
    scene.play(0, "give grain from 0,0")
    scene.refused(0, "give grain from 0,0", "WG 4.8", "not_on_land")


@pytest.mark.rule("WG 4.8", "refused")
def test_a_barn_that_has_none_gives_none() -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="fish", land="grain@0,0 grain@0,0"), "lodge")

    refusal = scene.refused(0, "give grain", "WG 4.8", "not_in_barn")

    assert refusal.args == {"item": "grain"}


# ---- coins as jokers (WG 5.7) ------------------------------


@pytest.mark.rule("WG 5.7")
@pytest.mark.parametrize(
    ("coin", "bag"),
    [
        ("copper", "9 copper 10 silver 7 gold"),
        ("silver", "8 copper 11 silver 7 gold"),
        ("gold", "8 copper 10 silver 8 gold"),
    ],
)
@pytest.mark.parametrize(("building", "cost"), COSTS.items())
def test_a_coin_of_any_value_stands_for_any_one_good(building: str, cost: str, coin: str, bag: str) -> None:
    goods = cost.split()
    scene = Scene(seats=2).furnish(0, barn=" ".join(["copper silver gold", *goods[1:]]), barns=1)
    before_paying(scene, building)

    paid, gone = scene.play(0, f"give {coin} for {goods[0]}")

    coins = [other for other in ("copper", "silver", "gold") if other != coin]
    assert scene.in_barn(0) == " ".join([*goods[1:], *coins])
    assert scene.coins_in_bag() == bag
    assert str(paid) == "1 paid item=coin"
    assert str(gone) == f"1 coin_gone coin={coin} @1"
    assert scene.legal(0)[0] == f"give {goods[1]}"


@pytest.mark.rule("WG 5.7")
def test_a_coin_may_stand_for_a_good_whether_the_payer_has_it_or_not() -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="grain grain silver", land="grain@0,0"), "lodge")

    assert scene.legal(0) == ["give grain", "give grain from 0,0", "give silver for grain"]
    scene.play(0, "give silver for grain", "give grain")

    assert (scene.in_barn(0), scene.on_land(0)) == ("grain", "grain@0,0")


@pytest.mark.rule("WG 5.7")
def test_a_whole_cost_may_be_paid_with_coins() -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="copper silver gold"), "soebucks")

    assert scene.legal(0) == ["give copper for dairy", "give silver for dairy", "give gold for dairy"]
    scene.play(0, "give gold for dairy")
    assert scene.legal(0) == ["give copper for wood", "give silver for wood"]
    scene.play(0, "give copper for wood")
    assert scene.legal(0) == ["give silver for stone"]
    scene.play(0, "give silver for stone")

    assert scene.in_barn(0) == "" and scene.coins_in_bag() == "9 copper 11 silver 8 gold"
    assert scene.legal(0) == ["buy paddock", "buy horses"]


@pytest.mark.rule("WG 5.7", "refused")
@pytest.mark.parametrize("coin", ["silver", "gold"])
def test_a_joker_coin_must_be_in_the_barn(coin: str) -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="copper copper"), "lodge")

    refusal = scene.refused(0, f"give {coin} for grain", "WG 5.7", "no_such_coin")

    assert refusal.args == {"coin": coin}


@pytest.mark.rule("WG 5.6", "refused")
@pytest.mark.parametrize(
    ("barn", "good", "legal"),
    [
        ("dairy stone copper", "dairy", ["give dairy"]),
        ("dairy wood copper", "dairy", ["give dairy"]),
        ("dairy copper gold", "dairy", ["give dairy"]),
    ],
)
def test_a_joker_is_not_given_where_a_good_is_at_hand_and_the_coin_is_needed_elsewhere(
    barn: str, good: str, legal: list[str]
) -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn=barn), "soebucks")

    scene.refused(0, f"give copper for {good}", "WG 5.6", "joker_needed_elsewhere")

    assert scene.legal(0) == legal


@pytest.mark.rule("WG 5.6", "refused")
def test_a_joker_is_not_given_for_the_second_good_either_when_the_third_needs_it() -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn="dairy wood copper"), "soebucks")
    scene.play(0, "give dairy")

    scene.refused(0, "give copper for wood", "WG 5.6", "joker_needed_elsewhere")
    scene.play(0, "give wood")

    assert scene.legal(0) == ["give copper for stone"]


@pytest.mark.rule("WG 5.7")
@pytest.mark.parametrize(
    ("barn", "legal"),
    [
        (
            "dairy copper silver gold",
            ["give dairy", *(f"give {c} for dairy" for c in ("copper", "silver", "gold"))],
        ),
        ("dairy stone copper silver", ["give dairy", "give copper for dairy", "give silver for dairy"]),
        ("dairy dairy wood stone copper", ["give dairy", "give copper for dairy"]),
    ],
)
def test_a_joker_to_spare_may_stand_for_a_good_at_hand(barn: str, legal: list[str]) -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn=barn, barns=1), "soebucks")

    assert scene.legal(0) == legal


@pytest.mark.rule("WG 5.7")
def test_one_grain_and_one_coin_are_given_in_either_order() -> None:
    for first, second in (
        ("give grain", "give copper for grain"),
        ("give copper for grain", "give grain"),
    ):
        scene = before_paying(Scene(seats=2).furnish(0, barn="grain copper"), "lodge")
        assert scene.legal(0) == ["give grain", "give copper for grain"]
        scene.play(0, first)
        assert scene.legal(0) == [second]
        scene.play(0, second)
        assert scene.in_barn(0) == "" and scene.legal(0) == ["hire yellow", "hire blue"]


@pytest.mark.rule("WG 5.7")
def test_under_french_rules_a_coin_stands_only_for_a_good_the_payer_has_not() -> None:
    scene = Scene(seats=2, options=["french"]).furnish(0, barn="grain copper gold")
    before_paying(scene, "lodge")

    refusal = scene.refused(0, "give copper for grain", "WG 5.7", "joker_only_for_missing")
    assert refusal.args == {"good": "grain"}
    assert scene.legal(0) == ["give grain"]
    scene.play(0, "give grain")
    assert scene.legal(0) == ["give copper for grain", "give gold for grain"]
    scene.play(0, "give gold for grain")

    assert scene.in_barn(0) == "copper" and scene.coins_in_bag() == "8 copper 11 silver 8 gold"


@pytest.mark.rule("WG 5.7")
def test_under_french_rules_goods_on_land_are_goods_the_payer_has() -> None:
    scene = Scene(seats=2, options=["french"]).furnish(0, barn="copper copper", land="grain@0,0")
    before_paying(scene, "lodge")

    assert scene.legal(0) == ["give grain from 0,0"]


# ---- buying off help while paying (WG 5.6, 2.3) ------------------------------


@pytest.mark.rule("WG 5.6")
def test_help_is_bought_off_while_paying_with_what_the_cost_leaves() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain wood copper", land="wood@4,0", help=(1, 0))
    before_paying(scene, "lodge")

    assert scene.legal(0) == ["give grain", "give copper for grain", "repay"]
    scene.play(0, "repay")
    assert scene.legal(0) == ["give grain", "give wood", "give wood from 4,0", "give copper"]
    scene.play(0, "give wood from 4,0", "give copper")
    assert scene.legal(0) == ["give wood"]
    scene.play(0, "give wood")

    assert scene.help_tiles(0) == (0, 0) and scene.in_barn(0) == "grain grain"
    assert scene.legal(0) == ["give grain"]


@pytest.mark.rule("WG 5.6", "refused")
@pytest.mark.parametrize(
    ("barn", "paid", "land"),
    [
        ("grain grain wood copper", [], ""),
        ("grain grain copper copper", ["give grain"], ""),
        ("copper copper copper", ["give copper for grain"], "fish@3,0"),
    ],
)
def test_help_is_not_bought_off_with_what_the_rest_of_the_cost_needs(
    barn: str, paid: list[str], land: str
) -> None:
    scene = before_paying(Scene(seats=2).furnish(0, barn=barn, land=land, help=(1, 0)), "lodge")
    scene.play(0, *paid)

    refusal = scene.refused(0, "repay", "WG 5.6", "repaying_leaves_cost_unpayable")

    assert refusal.args == {"cost": "1_grain" if paid else "2_grain"}
    assert "repay" not in scene.legal(0)


@pytest.mark.rule("WG 5.6")
def test_a_good_owed_is_given_for_help_when_a_coin_can_take_its_place() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain copper silver", land="grain@0,0", help=(1, 2))
    before_paying(scene, "lodge")

    scene.play(0, "repay", "give grain", "give grain", "give grain from 0,0")

    assert scene.help_tiles(0) == (0, 2)
    assert scene.legal(0) == ["give copper for grain", "give silver for grain"]


@pytest.mark.rule("WG 2.3")
def test_once_the_cost_is_paid_everything_left_may_buy_off_help() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain wood copper", land="grain@0,0", help=(1, 0))
    before_paying(scene, "lodge")
    scene.play(0, "give grain", "give grain")
    assert scene.legal(0) == ["hire yellow", "hire blue", "repay"]

    scene.play(0, "repay", "give grain from 0,0", "give wood", "give copper")

    assert scene.help_tiles(0) == (0, 0)
    assert (scene.in_barn(0), scene.on_land(0)) == ("", "")
    assert scene.coins_in_bag() == "9 copper 11 silver 8 gold"
    assert scene.legal(0) == ["hire yellow", "hire blue"]


@pytest.mark.rule("WG 7.3", "refused")
@pytest.mark.parametrize("move", ["give grain", "hire yellow", "pass", "repay"])
def test_buying_off_once_begun_is_finished_before_the_visit_goes_on(move: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="wood wood wood wood", land="dairy@2,0", help=(1, 0))
    before_paying(scene, "johansens-mill")
    scene.play(0, "give wood", "give wood", "repay")

    rule = "WG 4.8" if move == "give grain" else "WG 7.3"
    scene.refused(0, move, rule)

    assert scene.legal(0) == ["give dairy from 2,0", "give wood"]


@pytest.mark.rule("WG 7.3", "refused")
def test_a_coin_given_for_help_stands_for_no_good_in_particular() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain copper", help=(1, 0)).autumn()
    scene.play(0, "repay")

    scene.refused(0, "give copper for grain", "WG 7.3", "any_three_goods")

    assert scene.legal(0) == ["give grain", "give copper"]


@pytest.mark.rule("WG 5.7")
def test_under_french_rules_coins_do_not_buy_off_help_but_may_take_the_place_of_goods_given_for_it() -> None:
    scene = Scene(seats=2, options=["french"])
    scene.furnish(0, barn="grain grain copper copper", land="wood@4,0", help=(1, 0))
    before_paying(scene, "lodge")
    assert scene.legal(0) == ["give grain", "repay"]

    scene.play(0, "repay")
    assert scene.legal(0) == ["give grain", "give wood from 4,0"]
    scene.refused(0, "give copper", "WG 7.3", "help_for_goods_only")
    scene.play(0, "give grain", "give grain", "give wood from 4,0")

    assert scene.legal(0) == ["give copper for grain"]
    assert scene.help_tiles(0) == (0, 0)


@pytest.mark.rule("WG 5.7")
def test_under_french_rules_coins_left_over_from_the_cost_do_not_buy_off_help() -> None:
    scene = Scene(seats=2, options=["french"])
    scene.furnish(0, barn="grain copper copper copper copper copper", barns=1, help=(1, 0))
    before_paying(scene, "lodge")
    assert scene.legal(0) == ["give grain"]

    scene.play(0, "give grain")

    assert scene.legal(0) == ["give copper for grain"]
    scene.refused(0, "repay", "WG 7.3", "too_little_to_repay")


@pytest.mark.rule("WG 7.3", "refused")
@pytest.mark.parametrize(
    ("preset", "barn"), [("german", "grain copper"), ("french", "grain fish"), ("french", "grain fish gold")]
)
def test_three_are_needed_to_buy_off_help(preset: str, barn: str) -> None:
    scene = Scene(seats=2, options=[preset]).furnish(0, barn=barn, help=(1, 0)).autumn()

    refusal = scene.refused(0, "repay", "WG 7.3", "too_little_to_repay")

    assert refusal.args == {"have": 2}
    assert "repay" not in scene.legal(0)


# ---- giving at the wrong time ------------------------------


@pytest.mark.rule("WG 4.8", "refused")
@pytest.mark.parametrize("move", ["give grain", "give grain from 0,0", "give copper for grain"])
def test_nothing_is_given_before_a_building_is_named(move: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="grain copper", land="grain@0,0").autumn()

    scene.refused(0, move, "WG 5.6", "not_now")


@pytest.mark.rule("WG 5.6", "refused")
@pytest.mark.parametrize("move", ["give grain", "give copper for grain"])
def test_the_cost_is_not_paid_before_the_tolls(move: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain copper").autumn()
    scene.play(0, "visit lodge")

    scene.refused(0, move, "WG 5.6", "not_now")


@pytest.mark.rule("WG 7.3", "refused")
def test_a_plain_coin_is_given_only_for_help() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain copper").autumn()

    scene.refused(0, "give copper", "WG 7.3", "not_now")
    before_paying(scene, "lodge")
    scene.refused(0, "give copper", "WG 5.7", "joker_for_which_good")
