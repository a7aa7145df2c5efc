"""What the buildings of the town do (WG 5.8-5.13)."""

import pytest

from farmstead.engine.contract import CHANCE
from tests.games.walnut_grove.scenes import Scene

GOODS = ["grain", "fish", "dairy", "wood", "stone"]
TAKES = [f"take {good}" for good in GOODS]
TWO_GOODS = [("church", "church row"), ("post-office", "town-hall row")]
LODGINGS = {"lodge": "grain", "hotel": "fish", "saloon": "dairy"}
STORE = "visit general-store"


def inside(scene: Scene, building: str, place: str = "church row") -> Scene:
    """Seat 1 of two has come to a building; tolls on the way were paid with help."""
    scene.stand(0, place).stand(1, "town-hall row").autumn()
    scene.play(0, f"visit {building}")
    while "toll help" in scene.legal(0):
        scene.play(0, "toll help")
    return scene


def paid(scene: Scene, building: str) -> Scene:
    """Seat 1 has come to a building and paid with what comes first."""
    inside(scene, building)
    while scene.legal(0)[0].startswith("give "):
        scene.play(0, scene.legal(0)[0])
    return scene


# ---- Post Office and Church (WG 5.8) ------------------------------


@pytest.mark.rule("WG 5.8")
@pytest.mark.parametrize(("building", "place"), TWO_GOODS)
@pytest.mark.parametrize("good", GOODS)
def test_two_goods_of_ones_choice_come_into_the_barn(building: str, place: str, good: str) -> None:
    scene = inside(Scene(seats=2).furnish(0, barn="silver"), building, place)

    assert scene.legal(0) == TAKES
    (took,) = scene.play(0, f"take {good}")
    assert str(took) == f"1 took good={good}"
    assert scene.legal(0) == TAKES
    scene.play(0, "take stone")

    assert sorted(scene.in_barn(0).split()) == sorted([good, "silver", "stone"])
    assert scene.on_land(0) == "" and scene.farm(0).room == 1
    assert scene.legal(0) == []


@pytest.mark.rule("WG 5.8")
def test_both_goods_may_be_of_one_kind() -> None:
    scene = inside(Scene(seats=2), "church")

    scene.play(0, "take dairy", "take dairy")

    assert scene.in_barn(0) == "dairy dairy copper copper"
    assert scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.8", "refused")
def test_a_third_good_is_not_taken() -> None:
    scene = Scene(seats=1).furnish(0, barn="").autumn()
    scene.play(0, "visit church", "take grain", "take grain")

    scene.refused(0, "take grain", "WG 5.8", "not_now")


@pytest.mark.rule("WG 5.8", "refused")
@pytest.mark.parametrize(("taken", "count"), [([], 0), (["take grain"], 1)])
def test_goods_are_not_left_behind_while_there_is_room(taken: list[str], count: int) -> None:
    scene = inside(Scene(seats=2), "church")
    scene.play(0, *taken)

    scene.refused(0, "leave", "WG 5.8", "room_for_goods")
    assert scene.in_barn(0).split().count("grain") == count


@pytest.mark.rule("WG 5.8", "refused")
@pytest.mark.parametrize("building", ["general-store", "lodge"])
def test_goods_are_taken_at_post_office_and_church_only(building: str) -> None:
    scene = inside(Scene(seats=2), building)

    scene.refused(0, "take grain", "WG 5.8", "not_now")


@pytest.mark.rule("WG 4.6")
@pytest.mark.parametrize(("building", "place"), TWO_GOODS)
def test_without_room_something_is_thrown_away_or_the_goods_are_lost(building: str, place: str) -> None:
    scene = inside(Scene(seats=2).furnish(0, barn="fish wood wood gold"), building, place)

    assert scene.legal(0) == ["throw fish", "throw wood", "throw gold", "leave"]
    log = scene.play(0, "leave")

    assert [str(event) for event in log] == ["1 lost item=good count=2"]
    assert scene.in_barn(0) == "fish wood wood gold" and scene.legal(0) == []


@pytest.mark.rule("WG 4.6")
def test_with_room_for_one_good_the_second_is_lost_or_something_thrown_away() -> None:
    scene = inside(Scene(seats=2).furnish(0, barn="wood wood wood"), "church")

    assert scene.legal(0) == TAKES
    scene.play(0, "take stone")
    assert scene.legal(0) == ["throw wood", "throw stone", "leave"]
    log = scene.play(0, "leave")

    assert [str(event) for event in log] == ["1 lost item=good count=1"]
    assert scene.in_barn(0) == "wood wood wood stone" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 4.6")
def test_what_is_thrown_away_makes_room_for_a_good_and_coins_go_to_the_bag() -> None:
    scene = inside(Scene(seats=2).furnish(0, barn="fish fish fish copper"), "church")
    assert scene.coins_in_bag() == "8 copper 11 silver 8 gold"

    scene.play(0, "throw copper")
    assert scene.coins_in_bag() == "9 copper 11 silver 8 gold"
    assert scene.legal(0) == TAKES
    scene.play(0, "take grain")
    assert scene.legal(0) == ["throw grain", "throw fish", "leave"]
    log = scene.play(0, "throw fish", "take stone")

    assert [str(event) for event in log] == ["1 thrown item=fish", "1 took good=stone"]
    assert scene.in_barn(0) == "grain fish fish stone"
    assert scene.state.to_act() == [1]


@pytest.mark.rule("WG 4.6", "refused")
def test_without_room_nothing_is_taken() -> None:
    scene = inside(Scene(seats=2).furnish(0, barn="fish fish fish copper"), "church")

    scene.refused(0, "take grain", "WG 4.6", "no_room")
    scene.refused(0, "throw gold", "WG 4.6", "not_in_barn")


@pytest.mark.rule("WG 4.6", "refused")
def test_nothing_is_thrown_away_while_there_is_room_for_the_goods() -> None:
    scene = inside(Scene(seats=2).furnish(0, barn="fish fish fish"), "church")

    scene.refused(0, "throw fish", "WG 4.6", "room_enough")


@pytest.mark.rule("WG 2.3")
def test_buying_off_help_makes_room_for_the_goods() -> None:
    scene = Scene(seats=2).furnish(0, barn="fish fish wood copper", help=(1, 0))
    inside(scene, "church")
    assert scene.legal(0) == ["throw fish", "throw wood", "throw copper", "leave", "repay"]

    scene.play(0, "repay", "give fish", "give fish", "give copper")

    assert scene.in_barn(0) == "wood" and scene.help_tiles(0) == (0, 0)
    assert scene.legal(0) == TAKES
    scene.play(0, "take grain", "take grain")
    assert scene.in_barn(0) == "grain grain wood"


@pytest.mark.rule("WG 2.3")
def test_a_good_just_taken_may_buy_off_help_before_the_second() -> None:
    scene = inside(Scene(seats=2).furnish(0, barn="fish silver", help=(1, 0)), "church")
    assert scene.legal(0) == TAKES

    scene.play(0, "take grain")
    assert scene.legal(0) == [*TAKES, "repay"]
    scene.play(0, "repay", "give grain", "give fish", "give silver")

    assert scene.legal(0) == TAKES
    scene.play(0, "take grain")
    assert scene.in_barn(0) == "grain" and scene.state.to_act() == [1]


# ---- Lodge, Hotel, Saloon (WG 5.9) ------------------------------


@pytest.mark.rule("WG 5.9")
@pytest.mark.parametrize(("building", "good"), LODGINGS.items())
@pytest.mark.parametrize(
    ("colour", "recruits", "left"),
    [
        ("yellow", [1, 0, 0], "blue blue white"),
        ("blue", [0, 1, 0], "yellow blue white"),
        ("white", [0, 0, 1], "yellow blue blue"),
    ],
)
def test_one_of_the_labourers_there_is_taken(
    building: str, good: str, colour: str, recruits: list[int], left: str
) -> None:
    scene = Scene(seats=2).furnish(0, barn=f"{good} {good}").stock(building, "yellow blue blue white")
    others = {other: scene.in_town(other) for other in LODGINGS if other != building}
    paid(scene, building)

    assert scene.legal(0) == ["hire yellow", "hire blue", "hire white"]
    (hired,) = scene.play(0, f"hire {colour}")

    assert str(hired) == f"1 hired colour={colour}"
    assert scene.farm(0).recruits == recruits and scene.farm(0).labourers == [1, 0, 0]
    assert scene.in_town(building) == left
    assert {other: scene.in_town(other) for other in others} == others
    assert scene.legal(0) == []


@pytest.mark.rule("WG 5.9", "refused")
@pytest.mark.parametrize(
    ("building", "good", "colour"),
    [("lodge", "grain", "white"), ("hotel", "fish", "white"), ("saloon", "dairy", "blue")],
)
def test_a_labourer_who_is_not_there_is_not_hired(building: str, good: str, colour: str) -> None:
    scene = paid(Scene(seats=2).furnish(0, barn=f"{good} {good}"), building)

    refusal = scene.refused(0, f"hire {colour}", "WG 5.9", "no_such_labourer")

    assert refusal.args == {"building": building}
    assert len(scene.legal(0)) == 2 and f"hire {colour}" not in scene.legal(0)


@pytest.mark.rule("WG 5.9")
def test_the_recruit_neither_eats_nor_needs_fire_this_year_and_is_active_after_winter() -> None:
    scene = Scene(seats=1, disc="A1").furnish(0, barn="grain grain grain", land="wood@4,0").autumn()
    scene.play(0, "visit lodge", "toll help", "give grain", "give grain", "hire yellow")

    assert scene.season() == "winter"
    assert scene.farm(0).owed == [1, 0, 0, 1, 0]
    assert (scene.farm(0).labourers, scene.farm(0).recruits) == ([1, 0, 0], [1, 0, 0])
    scene.play(0, "give grain", "give wood from 4,0")

    assert (scene.farm(0).labourers, scene.farm(0).recruits) == ([2, 0, 0], [0, 0, 0])
    assert scene.help_tiles(0) == (1, 0)


@pytest.mark.rule("WG 5.9")
def test_the_recruit_does_not_work_before_he_is_active() -> None:
    scene = paid(Scene(seats=2).furnish(0, barn="grain grain"), "lodge")
    scene.play(0, "hire yellow")

    scene.summer()

    assert scene.farm(0).figures == 2


@pytest.mark.rule("WG 5.9")
@pytest.mark.parametrize("boards", ["yellow blue", "blue yellow"])
def test_the_last_wagon_may_be_filled(boards: str) -> None:
    scene = Scene(seats=2, boards=boards).furnish(0, barn="fish fish", labourers="white white blue")
    paid(scene, "hotel")

    scene.play(0, "hire blue")

    assert scene.farm(0).hands() + scene.farm(0).hired() == 4


@pytest.mark.rule("WG 5.9", "refused")
@pytest.mark.parametrize("building", LODGINGS)
@pytest.mark.parametrize("huts", [0, 1, 4])
def test_huts_or_no_huts_there_are_no_more_than_the_wagons(building: str, huts: int) -> None:
    """With `huts_free_wagons` off; `test_room.py` has the ordinary reading."""
    scene = Scene(seats=2, options=["huts_free_wagons=off"]).furnish(
        0, barn="copper copper copper", labourers="yellow blue blue white", huts=huts
    )
    scene.autumn()

    refusal = scene.refused(0, f"visit {building}", "WG 5.9", "no_wagon")

    assert refusal.args == {"wagons": 4}


@pytest.mark.rule("WG 5.9", "refused")
@pytest.mark.parametrize(
    ("options", "key"), [((), "no_room_for_labourer"), (("huts_free_wagons=off",), "no_wagon")]
)
@pytest.mark.parametrize("wagons", [(3, 1), (2, 2), (0, 4)])
def test_recruits_need_room_too(wagons: tuple[int, int], options: tuple[str, ...], key: str) -> None:
    labourers, recruits = wagons
    scene = Scene(seats=2, options=options)
    scene.furnish(0, barn="dairy dairy", labourers=" ".join(["blue"] * labourers))
    scene.farm(0).recruits = [0, 0, recruits]
    scene.autumn()

    scene.refused(0, "visit saloon", "WG 5.9", key)


@pytest.mark.rule("WG 5.9", "refused")
def test_labourers_are_hired_in_the_lodgings_only() -> None:
    scene = inside(Scene(seats=2), "church")

    scene.refused(0, "hire yellow", "WG 5.9", "not_now")


# ---- Carpenter and Johansen's Mill (WG 5.10) ------------------------------


@pytest.mark.rule("WG 5.10")
@pytest.mark.parametrize(("building", "cost"), [("carpenter", "wood stone"), ("johansens-mill", "wood wood")])
def test_a_hut_is_put_on_a_free_hut_site(building: str, cost: str) -> None:
    scene = paid(Scene(seats=2).furnish(0, barn=cost + " grain").stock(building, "hut hut barn"), building)

    assert scene.legal(0) == ["build hut", "build barn"]
    (built,) = scene.play(0, "build hut")

    assert str(built) == "1 built tile=hut"
    assert (scene.farm(0).huts, scene.farm(0).barns, scene.farm(0).room) == (1, 0, 3)
    assert scene.in_town(building) == "hut barn"
    other = "carpenter" if building == "johansens-mill" else "johansens-mill"
    assert scene.in_town(other) == "hut barn"
    assert scene.legal(0) == []


@pytest.mark.rule("WG 5.10")
@pytest.mark.parametrize(("barns", "room"), [(0, 5), (1, 7)])
@pytest.mark.parametrize(("building", "cost"), [("carpenter", "wood stone"), ("johansens-mill", "wood wood")])
def test_a_barn_adds_two_spaces_at_once(building: str, cost: str, barns: int, room: int) -> None:
    scene = paid(Scene(seats=2).furnish(0, barn=cost + " grain", barns=barns), building)

    scene.play(0, "build barn")

    assert (scene.farm(0).huts, scene.farm(0).barns, scene.farm(0).room) == (0, barns + 1, room)
    assert scene.looks(1)["farms"][0]["barn"]["spaces"] == 4 + 2 * (barns + 1)
    assert scene.in_town(building) == "hut"


@pytest.mark.rule("WG 5.10")
@pytest.mark.parametrize(("tile", "owed"), [("hut", [1, 0, 0, 0, 0]), ("barn", [1, 0, 0, 1, 0])])
def test_a_hut_houses_a_labourer_in_the_very_next_winter(tile: str, owed: list[int]) -> None:
    scene = Scene(seats=1, disc="A1").furnish(0, barn="wood wood").autumn()

    scene.play(0, "visit johansens-mill", "give wood", "give wood", f"build {tile}")

    assert scene.season() == "winter" and scene.farm(0).owed == owed


@pytest.mark.rule("WG 5.10", "refused")
@pytest.mark.parametrize(
    ("huts", "barns", "tile", "legal"),
    [(4, 0, "hut", ["build barn"]), (0, 2, "barn", ["build hut"]), (4, 1, "hut", ["build barn"])],
)
def test_a_tile_without_a_free_site_of_its_kind_is_not_built(
    huts: int, barns: int, tile: str, legal: list[str]
) -> None:
    scene = paid(Scene(seats=2).furnish(0, barn="wood wood", huts=huts, barns=barns), "johansens-mill")

    scene.refused(0, f"build {tile}", "WG 5.10", "no_site")

    assert scene.legal(0) == legal


@pytest.mark.rule("WG 5.10")
def test_the_last_site_of_each_kind_may_be_built_on() -> None:
    scene = paid(Scene(seats=2).furnish(0, barn="wood wood", huts=3, barns=1), "johansens-mill")

    assert scene.legal(0) == ["build hut", "build barn"]


@pytest.mark.rule("WG 5.10", "refused")
@pytest.mark.parametrize(("left", "tile"), [("hut", "barn"), ("barn barn", "hut")])
def test_a_tile_that_is_not_there_is_not_built(left: str, tile: str) -> None:
    scene = paid(Scene(seats=2).furnish(0, barn="wood stone").stock("carpenter", left), "carpenter")

    refusal = scene.refused(0, f"build {tile}", "WG 5.10", "no_such_tile")

    assert refusal.args == {"building": "carpenter"}


@pytest.mark.rule("WG 5.10", "refused")
@pytest.mark.parametrize("building", ["carpenter", "johansens-mill"])
def test_a_farm_with_every_site_taken_builds_nothing(building: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="copper copper", huts=4, barns=2).autumn()

    scene.refused(0, f"visit {building}", "WG 5.10", "no_site")


# ---- Svenson's and Soebuck's (WG 5.11) ------------------------------


@pytest.mark.rule("WG 5.11")
@pytest.mark.parametrize("building", ["svensons", "soebucks"])
@pytest.mark.parametrize("kind", ["tent", "ladder", "safe", "store", "paddock", "horses", "well"])
def test_an_improvement_is_put_on_one_of_the_sites(building: str, kind: str) -> None:
    everything = ["tent", "ladder", "safe", "store", "paddock", "horses", "well"]
    scene = Scene(seats=2).furnish(0, barn="dairy wood stone stone").stock(building, " ".join(everything))
    paid(scene, building)

    assert scene.legal(0) == [f"buy {piece}" for piece in everything]
    (bought,) = scene.play(0, f"buy {kind}")

    assert str(bought) == f"1 bought improvement={kind}"
    assert scene.farm(0).improvements == [int(piece == kind) for piece in everything]
    assert scene.in_town(building).split() == [piece for piece in everything if piece != kind]
    assert scene.in_barn(0) == ("dairy" if building == "svensons" else "stone")
    assert scene.legal(0) == []


@pytest.mark.rule("WG 5.11")
def test_the_third_site_takes_an_improvement_though_it_be_a_second_copy() -> None:
    scene = Scene(seats=2).furnish(0, barn="wood stone stone", improvements="tent well")
    paid(scene, "svensons")
    assert scene.legal(0) == ["buy tent", "buy ladder"]

    scene.play(0, "buy tent")

    assert scene.farm(0).improvements == [2, 0, 0, 0, 0, 0, 1]


@pytest.mark.rule("WG 5.11", "refused")
@pytest.mark.parametrize("building", ["svensons", "soebucks"])
@pytest.mark.parametrize("improvements", ["tent ladder safe", "well well well"])
def test_there_is_no_site_for_a_fourth_improvement(building: str, improvements: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="copper copper copper", improvements=improvements).autumn()

    refusal = scene.refused(0, f"visit {building}", "WG 5.11", "no_improvement_site")

    assert refusal.args == {"sites": 3}


@pytest.mark.rule("WG 5.11", "refused")
@pytest.mark.parametrize(("building", "kind"), [("svensons", "well"), ("soebucks", "tent")])
def test_an_improvement_that_is_not_there_is_not_bought(building: str, kind: str) -> None:
    scene = paid(Scene(seats=2).furnish(0, barn="dairy wood stone stone"), building)

    refusal = scene.refused(0, f"buy {kind}", "WG 5.11", "no_such_improvement")

    assert refusal.args == {"building": building}


@pytest.mark.rule("WG 5.11", "refused")
def test_an_improvement_just_bought_is_no_longer_there_for_the_next() -> None:
    scene = Scene(seats=2).furnish(0, barn="wood stone stone").furnish(1, barn="wood stone stone")
    scene.stock("svensons", "safe").stand(0, "lodge").stand(1, "post-office").autumn()
    scene.play(0, "visit svensons", "give wood", "give stone", "give stone", "buy safe")

    scene.refused(1, "visit svensons", "WG 5.5", "nothing_left")


# ---- the General Store (WG 5.12) ------------------------------


@pytest.mark.rule("WG 5.12")
def test_the_store_buys_grain_fish_and_wood_from_barn_and_land() -> None:
    scene = Scene(seats=2)
    land = "grain@0,0 stone@1,0 dairy@2,0 fish@3,0 grain@3,1 wood@4,0"
    scene.furnish(0, barn="grain dairy wood stone", tiles=[(20, 3, 1, 0)], land=land).autumn()

    scene.play(0, STORE)

    assert scene.legal(0) == [
        "sell grain",
        "sell grain from 0,0",
        "sell grain from 3,1",
        "sell fish from 3,0",
        "sell wood",
        "sell wood from 4,0",
        "done",
    ]


@pytest.mark.rule("WG 5.12")
def test_selling_nothing_is_allowed() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain copper").autumn()

    log = scene.play(0, STORE, "done")

    assert [str(event) for event in log] == ["1 visited building=general-store tolls=0"]
    assert scene.in_barn(0) == "grain copper" and scene.figure(0) == "general-store"
    assert scene.coins_in_bag() == "8 copper 11 silver 8 gold" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.12")
@pytest.mark.parametrize(
    ("disc", "good", "coins"),
    [
        ("A1", "grain", 1),
        ("A1", "fish", 1),
        ("A1", "wood", 2),
        ("A2", "grain", 2),
        ("A2", "wood", 1),
        ("A3", "grain", 1),
        ("A3", "fish", 2),
        ("A4", "grain", 2),
    ],
)
def test_a_good_sold_brings_one_coin_and_one_more_if_it_is_the_discs_autumn_good(
    disc: str, good: str, coins: int
) -> None:
    scene = Scene(seats=2, disc=disc).furnish(0, barn="grain fish wood").autumn()

    scene.play(0, STORE, f"sell {good}", "done")
    for n in range(coins):
        assert scene.state.chance_name() == f"year 1 autumn seat 1 coin {n + 1}"
        scene.chance("coin silver")

    left = [other for other in ("grain", "fish", "wood") if other != good]
    assert scene.in_barn(0) == " ".join(left + ["silver"] * coins)
    assert scene.coins_in_bag() == f"9 copper {11 - coins} silver 8 gold"
    assert scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.12")
@pytest.mark.parametrize(
    ("disc", "autumn"), [("B1", "fish"), ("B2", "wood"), ("B3", "grain"), ("B4", "fish")]
)
def test_all_three_goods_together_bring_four_coins(disc: str, autumn: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="grain fish wood").disc(disc).autumn()

    scene.play(0, STORE, f"sell {autumn}", *(f"sell {g}" for g in ("wood", "grain", "fish") if g != autumn))
    assert scene.legal(0) == ["done"]
    scene.play(0, "done")
    scene.chance("coin gold", "coin copper", "coin gold", "coin silver")

    assert scene.in_barn(0) == "copper silver gold gold" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.12")
def test_the_goods_are_handed_over_first_and_then_the_coins_are_drawn() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain fish").autumn()

    scene.play(0, STORE, "sell grain", "sell fish")
    assert scene.in_barn(0) == "" and scene.state.to_act() == [0]
    scene.refused(CHANCE, "coin gold", "WG 5.12", "chance_not_due")
    scene.play(0, "done")

    assert scene.state.to_act() == [CHANCE] and scene.legal(0) == []
    scene.refused(0, "sell grain", "WG 2.1", "chance_first")


@pytest.mark.rule("WG 5.12")
def test_each_coin_is_drawn_from_what_the_bag_then_holds() -> None:
    scene = Scene(seats=2).furnish(0, barn="wood copper gold").autumn()
    scene.play(0, STORE, "sell wood", "done")

    assert scene.odds() == {"coin copper": 8, "coin silver": 11, "coin gold": 7}
    scene.chance("coin gold")
    assert scene.odds() == {"coin copper": 8, "coin silver": 11, "coin gold": 6}
    assert scene.in_barn(0) == "copper gold"
    log = scene.chance("coin gold")

    assert scene.in_barn(0) == "copper gold gold gold"
    assert str(log[-1]) == "1 coins_kept count=2"


@pytest.mark.rule("WG 5.12")
def test_a_good_sold_from_land_leaves_the_barn_as_it_is() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain", land="grain@0,0 grain@0,0").autumn()

    scene.play(0, STORE, "sell grain from 0,0")

    assert (scene.in_barn(0), scene.on_land(0)) == ("grain", "grain@0,0")
    assert scene.legal(0) == ["done"]


@pytest.mark.rule("WG 5.12", "refused")
@pytest.mark.parametrize("move", ["sell grain", "sell grain from 0,0"])
def test_no_good_is_sold_twice(move: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain", land="grain@0,0 grain@0,0").autumn()
    scene.play(0, STORE, "sell grain")

    refusal = scene.refused(0, move, "WG 5.12", "sold_already")

    assert refusal.args == {"item": "grain"}


@pytest.mark.rule("WG 5.12", "refused")
@pytest.mark.parametrize("move", ["sell dairy", "sell stone", "sell dairy from 2,0"])
def test_a_good_the_store_does_not_show_is_not_sold(move: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="dairy stone", land="dairy@2,0").autumn()
    scene.play(0, STORE)

    scene.refused(0, move, "WG 5.12", "not_sold_here")

    assert scene.legal(0) == ["done"]


@pytest.mark.rule("WG 5.12", "refused")
@pytest.mark.parametrize("coin", ["copper", "silver", "gold"])
def test_a_coin_cannot_stand_for_a_good_sold(coin: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="copper silver gold").autumn()
    scene.play(0, STORE)

    scene.refused(0, f"sell {coin}", "WG 5.12", "coins_are_not_sold")
    scene.refused(0, f"give {coin} for grain", "WG 4.8", "not_now")

    assert scene.legal(0) == ["done"]


@pytest.mark.rule("WG 5.12", "refused")
@pytest.mark.parametrize(
    ("move", "key"),
    [("sell fish", "not_in_barn"), ("sell grain from 0,0", "not_on_land"), ("sell wood", "not_in_barn")],
)
def test_a_good_not_held_there_is_not_sold(move: str, key: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="grain", land="wood@4,0").autumn()
    scene.play(0, STORE)

    scene.refused(0, move, "WG 4.8", key)


@pytest.mark.rule("WG 5.12", "refused")
def test_only_chance_draws_coins() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain").autumn()
    scene.play(0, STORE, "sell grain", "done")

    scene.refused(0, "coin gold", "WG 5.12", "only_chance")


# ---- room for the coins (WG 5.12, 4.6) ------------------------------


@pytest.mark.rule("WG 5.12")
def test_goods_sold_from_the_barn_make_room_for_their_coins() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain fish stone stone").autumn()

    scene.play(0, STORE, "sell grain", "sell fish", "done")
    scene.chance("coin copper", "coin gold")

    assert scene.in_barn(0) == "stone stone copper gold" and scene.state.to_act() == [1]


def two_coins_for_one_space() -> Scene:
    scene = Scene(seats=2).furnish(0, barn="dairy dairy stone wood").autumn()
    scene.play(0, STORE, "sell wood", "done")
    scene.chance("coin copper", "coin gold")
    return scene


@pytest.mark.rule("WG 5.12")
def test_where_room_is_short_all_are_drawn_and_then_the_owner_chooses() -> None:
    scene = two_coins_for_one_space()

    assert scene.state.to_act() == [0]
    assert scene.coins_in_bag() == "8 copper 11 silver 7 gold"
    assert scene.legal(0) == ["keep copper", "keep gold", "throw dairy", "throw stone"]


@pytest.mark.rule("WG 5.12")
def test_the_coins_not_kept_go_back_to_the_bag() -> None:
    scene = two_coins_for_one_space()

    scene.play(0, "keep gold")
    assert scene.legal(0) == ["throw dairy", "throw stone", "throw gold", "leave"]
    assert scene.coins_in_bag() == "8 copper 11 silver 7 gold"
    log = scene.play(0, "leave")

    assert [str(event) for event in log] == ["1 lost item=coin count=1"]
    assert scene.in_barn(0) == "dairy dairy stone gold"
    assert scene.coins_in_bag() == "9 copper 11 silver 7 gold" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.12")
def test_what_is_thrown_away_makes_room_for_the_coins_drawn() -> None:
    scene = two_coins_for_one_space()

    log = scene.play(0, "throw stone")

    assert [str(event) for event in log] == ["1 thrown item=stone", "1 coins_kept count=2"]
    assert scene.in_barn(0) == "dairy dairy copper gold" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.12")
def test_the_owner_may_keep_a_coin_first_and_throw_away_for_the_other() -> None:
    scene = two_coins_for_one_space()

    scene.play(0, "keep copper", "throw dairy")

    assert scene.in_barn(0) == "dairy stone copper gold" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.12")
def test_a_coin_in_the_barn_may_be_thrown_away_for_a_better_one_just_drawn() -> None:
    scene = Scene(seats=2).furnish(0, barn="copper copper stone stone", land="wood@4,0").autumn()
    scene.play(0, STORE, "sell wood from 4,0", "done")
    scene.chance("coin gold", "coin silver")
    assert scene.legal(0) == ["throw stone", "throw copper", "leave"]

    scene.play(0, "throw copper")
    assert scene.coins_in_bag() == "8 copper 10 silver 7 gold"
    assert scene.legal(0) == ["keep silver", "keep gold", "throw stone", "throw copper"]
    scene.play(0, "keep gold", "leave")

    assert scene.in_barn(0) == "stone stone copper gold"
    assert scene.coins_in_bag() == "8 copper 11 silver 7 gold" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.12")
def test_with_a_full_barn_all_coins_drawn_may_go_back() -> None:
    scene = Scene(seats=2).furnish(0, barn="stone stone stone stone", land="grain@0,0 wood@4,0").autumn()
    scene.play(0, STORE, "sell grain from 0,0", "sell wood from 4,0", "done")
    scene.chance("coin copper", "coin silver", "coin gold")

    assert scene.legal(0) == ["throw stone", "leave"]
    log = scene.play(0, "leave")

    assert [str(event) for event in log] == ["1 lost item=coin count=3"]
    assert scene.in_barn(0) == "stone stone stone stone" and scene.on_land(0) == ""
    assert scene.coins_in_bag() == "9 copper 11 silver 8 gold" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.12", "refused")
def test_coins_are_not_left_while_there_is_room_for_one() -> None:
    scene = two_coins_for_one_space()

    scene.refused(0, "leave", "WG 5.12", "room_for_coins")


@pytest.mark.rule("WG 5.12", "refused")
@pytest.mark.parametrize("item", ["silver", "grain"])
def test_only_what_was_drawn_is_kept(item: str) -> None:
    scene = two_coins_for_one_space()

    refusal = scene.refused(0, f"keep {item}", "WG 5.12", "not_drawn")

    assert refusal.args == {"item": item}


@pytest.mark.rule("WG 4.6", "refused")
def test_a_coin_is_not_kept_without_room_nor_thrown_away_before_it_is_in_the_barn() -> None:
    scene = two_coins_for_one_space()
    scene.refused(0, "throw gold", "WG 4.6", "not_in_barn")
    scene.play(0, "keep copper")

    scene.refused(0, "keep gold", "WG 4.6", "no_room")


@pytest.mark.rule("WG 5.12", "refused")
@pytest.mark.parametrize("move", ["sell grain", "sell wood"])
def test_nothing_more_is_sold_once_the_coins_are_drawn(move: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="grain dairy wood wood", land="wood@4,0").autumn()
    scene.play(0, STORE, "sell wood", "done")
    scene.chance("coin copper", "coin gold")

    scene.refused(0, move, "WG 5.12", "not_now")


@pytest.mark.rule("WG 2.3")
def test_help_may_be_bought_off_between_sales() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain fish stone", land="wood@4,0", help=(1, 0)).autumn()
    scene.play(0, STORE, "sell fish")
    assert scene.legal(0) == ["sell grain", "sell wood from 4,0", "done", "repay"]

    scene.play(0, "repay", "give stone", "give grain", "give wood from 4,0")

    assert scene.help_tiles(0) == (0, 0) and scene.legal(0) == ["done"]
    scene.play(0, "done")
    scene.chance("coin gold")
    assert scene.in_barn(0) == "gold"


@pytest.mark.rule("WG 2.3")
def test_buying_off_help_makes_room_for_the_coins_drawn() -> None:
    scene = Scene(seats=2).furnish(0, barn="dairy dairy stone wood", land="fish@3,0", help=(1, 0)).autumn()
    scene.play(0, STORE, "sell wood", "done")
    scene.chance("coin copper", "coin gold")
    assert scene.legal(0) == ["keep copper", "keep gold", "throw dairy", "throw stone", "repay"]

    scene.play(0, "repay")
    scene.refused(0, "give gold", "WG 5.7", "no_such_coin")
    scene.play(0, "give fish from 3,0", "give dairy")
    log = scene.play(0, "give dairy")

    assert str(log[-1]) == "1 coins_kept count=2"
    assert scene.in_barn(0) == "stone copper gold" and scene.help_tiles(0) == (0, 0)
    assert scene.state.to_act() == [1]


@pytest.mark.rule("WG 2.3")
def test_buying_off_help_without_making_enough_room_leaves_the_choice_of_coins() -> None:
    scene = Scene(seats=2)
    scene.furnish(0, barn="dairy dairy dairy wood", land="fish@3,0 fish@3,0 grain@0,0", help=(1, 0)).autumn()
    scene.play(0, STORE, "sell wood", "done")
    scene.chance("coin copper", "coin gold")

    scene.play(0, "repay", "give fish from 3,0", "give fish from 3,0", "give grain from 0,0")

    assert scene.help_tiles(0) == (0, 0)
    assert scene.legal(0) == ["keep copper", "keep gold", "throw dairy"]


# ---- an empty bag (WG 5.13) ------------------------------


def thin_bag(barn: str) -> Scene:
    """Three barns hold eight coins each; the fourth some of the three coppers and three silvers left."""
    scene = Scene(seats=4, disc="A1")
    for seat in range(4):
        scene.furnish(seat, barn="")
    for seat, coin in enumerate(["silver", "gold", "copper"], start=1):
        scene.furnish(seat, barn=" ".join([coin] * 8), barns=2)
    scene.furnish(0, barn=barn, barns=2, land="grain@0,0 fish@3,0 wood@4,0")
    return scene.autumn()


SELL_ALL = [STORE, "sell grain from 0,0", "sell fish from 3,0", "sell wood from 4,0", "done"]


@pytest.mark.rule("WG 5.13")
def test_if_the_bag_holds_fewer_coins_all_it_holds_are_drawn_and_the_rest_is_forfeited() -> None:
    scene = thin_bag("copper copper silver silver")
    assert scene.coins_in_bag() == "1 copper 1 silver 0 gold"

    log = scene.play(0, *SELL_ALL)
    assert str(log[-1]) == "1 bag_empty missing=2"
    assert scene.odds() == {"coin copper": 1, "coin silver": 1}
    scene.chance("coin silver")
    assert scene.odds() == {"coin copper": 1}
    scene.chance("coin copper")

    assert scene.in_barn(0) == "copper copper copper silver silver silver"
    assert scene.coins_in_bag() == "0 copper 0 silver 0 gold"
    assert scene.on_land(0) == "" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.13")
def test_an_empty_bag_pays_nothing_and_the_goods_are_gone() -> None:
    scene = thin_bag("copper copper copper silver silver silver")

    log = scene.play(0, *SELL_ALL)

    assert str(log[-1]) == "1 bag_empty missing=4"
    assert scene.in_barn(0) == "copper copper copper silver silver silver"
    assert scene.on_land(0) == "" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.13")
def test_a_bag_that_holds_just_enough_pays_in_full() -> None:
    scene = thin_bag("copper silver")

    log = scene.play(0, *SELL_ALL)
    assert [event.key for event in log] == ["visited", "sold", "sold", "sold"]
    scene.chance("coin silver", "coin silver", "coin copper", "coin copper")

    assert scene.in_barn(0) == "copper copper copper silver silver silver"
    assert scene.coins_in_bag() == "0 copper 0 silver 0 gold" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.13")
def test_coins_thrown_away_for_room_do_not_make_up_for_what_is_forfeited() -> None:
    scene = thin_bag("copper silver silver stone stone stone stone")
    scene.play(0, STORE, "sell grain from 0,0", "sell wood from 4,0", "done")
    scene.chance("coin copper", "coin copper", "coin silver")
    assert scene.coins_in_bag() == "0 copper 0 silver 0 gold"

    scene.play(0, "throw silver", "throw silver")

    assert scene.in_barn(0) == "stone stone stone stone copper copper copper silver"
    assert scene.coins_in_bag() == "0 copper 2 silver 0 gold" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.13", "refused")
def test_a_coin_the_bag_has_not_is_not_drawn() -> None:
    scene = thin_bag("copper copper silver silver")
    scene.play(0, *SELL_ALL)

    scene.refused(CHANCE, "coin gold", "WG 5.13", "no_such_coin_in_bag")
    scene.chance("coin copper")
    scene.refused(CHANCE, "coin copper", "WG 5.13", "no_such_coin_in_bag")


@pytest.mark.rule("WG 5.6")
def test_a_coin_paid_as_toll_is_in_the_bag_when_coins_are_drawn() -> None:
    scene = thin_bag("copper copper copper silver silver silver")
    scene.stand(0, "hotel").stand(1, "church row").autumn()
    while scene.state.to_act() != [0]:
        scene.play(scene.state.to_act()[0], "pass")

    scene.play(0, STORE, "toll copper", "sell grain from 0,0", "done")
    assert scene.odds() == {"coin copper": 1}
    scene.chance("coin copper")

    assert scene.in_barn(0) == "copper copper copper silver silver silver"


# ---- after the visit ------------------------------

VISITS = [
    ["visit church", "throw dairy", "take stone", "leave"],
    ["visit church", "leave"],
    ["visit saloon", "give dairy", "give dairy", "hire white"],
    ["visit lodge", "toll help", "give grain", "give grain", "hire blue"],
    ["visit general-store", "sell grain", "sell wood from 4,0", "done", "* coin gold", "* coin gold"]
    + ["* coin copper", "keep gold", "leave"],
    ["visit general-store", "done"],
    ["pass"],
]


@pytest.mark.rule("WG 5.3")
@pytest.mark.parametrize("moves", VISITS, ids=lambda moves: " ".join(moves[:2]))
def test_when_a_turn_is_over_nothing_of_it_is_left_to_do(moves: list[str]) -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain dairy dairy", land="wood@4,0")
    nothing = scene.looks(0)["farms"][0]["pending"]
    scene.autumn()

    for move in moves:
        if move.startswith("* "):
            scene.chance(move.removeprefix("* "))
        else:
            scene.play(0, move)

    assert scene.looks(0)["farms"][0]["pending"] == nothing
    assert scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.12")
def test_the_same_goods_may_be_sold_again_in_another_autumn() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain fish wood").autumn()
    scene.play(0, STORE, "sell grain", "sell fish", "done")
    scene.chance("coin copper", "coin copper")

    scene.furnish(0, barn="grain fish wood").stand(0, "church").autumn()
    scene.play(0, STORE)

    assert scene.legal(0) == ["sell grain", "sell fish", "sell wood", "done"]
