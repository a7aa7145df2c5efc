"""Autumn, the walk (WG 5.1-5.6): who goes when, which buildings may be entered, what the toll lines ask."""

import pytest

from tests.games.walnut_grove.scenes import Scene

# The street clockwise from the Town Hall line; the Church lies just past the bazaar line.
STREET = [
    "post-office",
    "lodge",
    "carpenter",
    "svensons",
    "hotel",
    "church",
    "saloon",
    "johansens-mill",
    "soebucks",
    "general-store",
]
SINGLE = [building for building in STREET if building not in ("svensons", "soebucks")]
COSTS = {
    "lodge": "grain grain",
    "carpenter": "wood stone",
    "svensons": "wood stone stone",
    "hotel": "fish fish",
    "saloon": "dairy dairy",
    "johansens-mill": "wood wood",
    "soebucks": "dairy wood stone",
}
FREE = ["post-office", "church", "general-store"]
THREE_COINS = "copper silver gold"  # cover every cost there is


def visits(*buildings: str) -> list[str]:
    return [*(f"visit {building}" for building in buildings), "pass"]


def lap_from(building: str) -> list[str]:
    """All buildings in walking order, beginning with this one."""
    n = STREET.index(building)
    return STREET[n:] + STREET[:n]


def turns(scene: Scene) -> list[int]:
    """Let everybody pass and note the order."""
    order = []
    for _ in range(scene.seats):
        (seat,) = scene.state.to_act()
        order.append(seat)
        scene.play(seat, "pass")
    return order


# ---- the street and its toll lines (WG 5.1) ------------------------------

# Toll lines on the way, from a place to each building of the street.
LINES = {
    "town-hall row": "0 0 0 0 0 1 1 1 1 1",
    "post-office": "2 0 0 0 0 1 1 1 1 1",
    "lodge": "2 2 0 0 0 1 1 1 1 1",
    "carpenter": "2 2 2 0 0 1 1 1 1 1",
    "svensons": "2 2 2 2 0 1 1 1 1 1",
    "hotel": "2 2 2 2 2 1 1 1 1 1",
    "church row": "1 1 1 1 1 0 0 0 0 0",
    "church": "1 1 1 1 1 2 0 0 0 0",
    "saloon": "1 1 1 1 1 2 2 0 0 0",
    "johansens-mill": "1 1 1 1 1 2 2 2 0 0",
    "soebucks": "1 1 1 1 1 2 2 2 2 0",
    "general-store": "1 1 1 1 1 2 2 2 2 2",
}


@pytest.mark.rule("WG 5.1")
@pytest.mark.parametrize("place", LINES)
def test_each_of_two_toll_lines_is_paid_when_it_lies_on_the_way(place: str) -> None:
    asked = []
    for building in STREET:
        scene = Scene(seats=1).furnish(0, barn=THREE_COINS).stand(0, place).autumn()
        scene.play(0, f"visit {building}")
        while "toll help" in scene.legal(0):
            scene.play(0, "toll help")
        asked.append(str(sum(scene.help_tiles(0))))

    assert " ".join(asked) == LINES[place]


@pytest.mark.rule("WG 5.1")
@pytest.mark.parametrize(("row", "first"), [("church", "church"), ("town-hall", "post-office")])
def test_leaving_a_start_row_costs_no_toll(row: str, first: str) -> None:
    scene = Scene(starts=row).autumn()

    log = scene.play(0, f"visit {first}")

    assert [str(event) for event in log] == [f"1 visited building={first} tolls=0"]
    assert scene.legal(0)[0] == "take grain"
    assert scene.help_tiles(0) == (0, 0) and scene.in_barn(0) == "copper copper"


# ---- turn order (WG 5.2) ------------------------------


@pytest.mark.rule("WG 5.2")
@pytest.mark.parametrize(
    ("starts", "order"),
    [
        ("church church church church", [0, 1, 2, 3]),
        ("town-hall town-hall town-hall town-hall", [0, 1, 2, 3]),
        ("town-hall church town-hall church", [1, 3, 0, 2]),
        ("town-hall town-hall town-hall church", [3, 0, 1, 2]),
    ],
)
def test_in_year_one_the_church_row_goes_before_the_town_hall_row(starts: str, order: list[int]) -> None:
    assert turns(Scene(seats=4, starts=starts).autumn()) == order


@pytest.mark.rule("WG 5.2")
def test_in_a_row_the_space_nearest_the_street_goes_first_and_the_start_player_took_it() -> None:
    scene = Scene(seats=4, options=["start=3"], starts="church town-hall church town-hall").autumn()

    assert turns(scene) == [2, 0, 3, 1]


@pytest.mark.rule("WG 5.2")
@pytest.mark.parametrize(
    ("behind", "ahead"),
    [
        ("town-hall row", "post-office"),
        ("post-office", "lodge"),
        ("lodge", "carpenter"),
        ("carpenter", "svensons"),
        ("svensons", "hotel"),
        ("hotel", "church row"),
        ("church row", "church"),
        ("church", "saloon"),
        ("saloon", "johansens-mill"),
        ("johansens-mill", "soebucks"),
        ("soebucks", "general-store"),
        ("town-hall row", "general-store"),
    ],
)
def test_the_figure_farthest_from_the_town_hall_line_goes_first(behind: str, ahead: str) -> None:
    scene = Scene(seats=2).stand(0, behind).stand(1, ahead).autumn()

    assert turns(scene) == [1, 0]


@pytest.mark.rule("WG 5.2")
def test_four_figures_go_by_position_whatever_their_seats() -> None:
    scene = Scene(seats=4).stand(0, "lodge").stand(1, "general-store")
    scene.stand(2, "town-hall row").stand(3, "church row").autumn()

    assert turns(scene) == [1, 3, 0, 2]


@pytest.mark.rule("WG 5.2")
@pytest.mark.parametrize("shared", ["svensons", "soebucks"])
@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_of_two_figures_in_one_building_the_one_that_came_first_goes_first(
    shared: str, first: int, second: int
) -> None:
    scene = Scene(seats=2).stand(first, shared).stand(second, shared).autumn()

    assert turns(scene) == [first, second]


@pytest.mark.rule("WG 5.2")
def test_who_comes_to_a_building_in_this_autumn_stands_behind_the_one_already_there() -> None:
    scene = Scene(seats=2).furnish(0, barn="wood stone stone").stand(1, "svensons").stand(0, "carpenter")
    scene.autumn()
    scene.play(1, "pass")
    scene.play(0, "visit svensons", "give wood", "give stone", "give stone", "buy tent")

    assert turns(scene.autumn()) == [1, 0]


@pytest.mark.rule("WG 5.2")
def test_who_walks_a_lap_back_to_a_shared_building_falls_behind() -> None:
    scene = Scene(seats=2).furnish(0, barn="wood stone stone").stand(0, "svensons").stand(1, "svensons")
    scene.autumn()
    scene.play(0, "visit svensons", "toll help", "toll help", "give wood", "give stone", "give stone")
    scene.play(0, "buy tent")
    scene.play(1, "pass")

    assert turns(scene.autumn()) == [1, 0]


@pytest.mark.rule("WG 5.2")
def test_who_passes_keeps_the_place_ahead() -> None:
    scene = Scene(seats=2).stand(1, "soebucks").stand(0, "soebucks").autumn()

    assert turns(scene) == [1, 0]
    assert turns(scene.autumn()) == [1, 0]


@pytest.mark.rule("WG 5.2")
def test_the_order_is_settled_once_though_figures_pass_each_other() -> None:
    scene = Scene(seats=3).stand(0, "church").stand(1, "lodge").stand(2, "post-office").autumn()

    scene.play(0, "visit general-store", "done")
    assert scene.state.to_act() == [1]
    scene.play(1, "visit church", "toll help", "take grain", "take grain")
    assert scene.state.to_act() == [2]
    scene.play(2, "pass")

    assert scene.season() == "winter"


@pytest.mark.rule("WG 5.2")
def test_the_next_autumn_counts_the_positions_anew() -> None:
    scene = Scene(seats=2, starts="church church").autumn()
    scene.play(0, "visit post-office", "toll copper", "take grain", "take wood")
    scene.play(1, "visit general-store", "done")

    assert turns(scene.autumn()) == [1, 0]


@pytest.mark.rule("WG 5.2", "refused")
@pytest.mark.parametrize("move", ["visit church", "pass", "take grain"])
def test_nobody_acts_out_of_turn(move: str) -> None:
    scene = Scene(seats=2, starts="town-hall church").autumn()

    refusal = scene.refused(0, move, "WG 5.2", "not_your_turn")

    assert refusal.args == {"turn": 2}
    assert scene.legal(0) == []


# ---- one walk or none (WG 5.3) ------------------------------


@pytest.mark.rule("WG 5.3")
@pytest.mark.parametrize(
    ("place", "first"),
    [
        ("town-hall row", "post-office"),
        ("post-office", "lodge"),
        ("svensons", "hotel"),
        ("hotel", "church"),
        ("church row", "church"),
        ("church", "saloon"),
        ("general-store", "post-office"),
    ],
)
def test_the_walk_leads_at_most_one_lap_on_to_any_building(place: str, first: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS).stand(0, place).autumn()

    if scene.state.to_act() == [1]:
        scene.play(1, "pass")

    assert scene.legal(0) == visits(*lap_from(first))


@pytest.mark.rule("WG 5.3")
@pytest.mark.parametrize("place", ["church row", "town-hall row", "svensons", "general-store"])
def test_who_passes_stays_put_and_uses_nothing(place: str) -> None:
    scene = Scene(seats=2).furnish(0, barn="grain copper silver", land="wood@4,0").stand(0, place)
    scene.stand(1, "town-hall row").autumn()
    bag = scene.coins_in_bag()
    before = scene.looks(0)

    log = scene.play(0, "pass")

    after = scene.looks(0)
    assert [str(event) for event in log] == ["1 passed"]
    assert scene.figure(0) == place and scene.coins_in_bag() == bag
    assert after["figures"] == before["figures"] and after["town"] == before["town"]
    before["farms"][0]["pending"]["agenda"] = []
    assert after["farms"][0] == before["farms"][0]
    assert scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.3")
def test_who_walks_stands_in_the_building_afterwards_and_the_next_seat_goes() -> None:
    scene = Scene(seats=2).autumn()

    scene.play(0, "visit church", "take grain", "take fish")

    assert scene.figure(0) == "church"
    assert scene.state.to_act() == [1]
    assert scene.farm(0).agenda == [] and scene.legal(0) == []


@pytest.mark.rule("WG 5.3")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_each_player_has_one_turn_and_then_winter_begins(seats: int) -> None:
    scene = Scene(seats=seats).autumn()

    assert turns(scene) == list(range(seats))
    assert scene.season() == "winter"


@pytest.mark.rule("WG 5.3", "refused")
@pytest.mark.parametrize("move", ["visit saloon", "pass"])
def test_there_is_no_second_turn(move: str) -> None:
    scene = Scene(seats=1).autumn()
    scene.play(0, "visit church", "take grain", "take grain")

    scene.refused(0, move, "WG 5.3", "not_now")


@pytest.mark.rule("WG 5.3", "refused")
@pytest.mark.parametrize("move", ["pass", "visit church"])
@pytest.mark.parametrize(
    "played",
    [
        ["visit post-office"],
        ["visit post-office", "toll help"],
        ["visit post-office", "toll help", "take grain"],
        ["visit hotel", "toll help"],
        ["visit hotel", "toll help", "give copper for fish", "give silver for fish"],
        ["visit johansens-mill", "give copper for wood", "give silver for wood"],
        ["visit soebucks", "give copper for dairy", "give silver for wood", "give gold for stone"],
        ["visit general-store"],
    ],
)
def test_nobody_leaves_a_building_without_its_action(move: str, played: list[str]) -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS).autumn()
    scene.play(0, *played)

    scene.refused(0, move, "WG 5.3", "not_now")


@pytest.mark.rule("WG 5.3")
def test_an_action_is_used_exactly_once() -> None:
    scene = Scene(seats=2).furnish(0, barn="wood wood wood wood").autumn()

    scene.play(0, "visit johansens-mill", "give wood", "give wood", "build barn")

    assert scene.state.to_act() == [1]
    assert scene.in_barn(0) == "wood wood" and scene.in_town("johansens-mill") == "hut"


@pytest.mark.rule("WG 5.3", "refused")
def test_the_town_is_visited_in_autumn_only() -> None:
    scene = Scene(seats=1).summer()

    scene.refused(0, "visit church", "WG 5.3", "not_now")


# ---- places (WG 5.4) ------------------------------


@pytest.mark.rule("WG 5.4", "refused")
@pytest.mark.parametrize("building", SINGLE)
def test_a_building_with_one_place_is_closed_to_a_second_figure(building: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS).stand(1, building).stand(0, "church row").autumn()
    if scene.state.to_act() == [1]:
        scene.play(1, "pass")

    refusal = scene.refused(0, f"visit {building}", "WG 5.4", "building_full")

    assert refusal.args == {"building": building, "places": 1}
    assert scene.legal(0) == visits(*(open for open in lap_from("church") if open != building))


@pytest.mark.rule("WG 5.4")
@pytest.mark.parametrize("building", ["svensons", "soebucks"])
def test_svensons_and_soebucks_have_a_second_place(building: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS).stand(1, building).stand(0, "church row").autumn()
    if scene.state.to_act() == [1]:
        scene.play(1, "pass")

    assert scene.legal(0) == visits(*lap_from("church"))
    scene.play(0, f"visit {building}")
    assert scene.figure(0) == scene.figure(1) == building


@pytest.mark.rule("WG 5.4", "refused")
@pytest.mark.parametrize("building", ["svensons", "soebucks"])
def test_svensons_and_soebucks_have_no_third_place(building: str) -> None:
    scene = Scene(seats=3).furnish(2, barn=THREE_COINS)
    scene.stand(0, building).stand(1, building).stand(2, "town-hall row").autumn()
    scene.play(0, "pass")
    scene.play(1, "pass")

    refusal = scene.refused(2, f"visit {building}", "WG 5.4", "building_full")

    assert refusal.args == {"building": building, "places": 2}
    assert f"visit {building}" not in scene.legal(2)


@pytest.mark.rule("WG 5.4")
@pytest.mark.parametrize("building", STREET)
def test_a_full_lap_back_to_ones_own_building_is_allowed_and_comes_last(building: str) -> None:
    scene = Scene(seats=1).furnish(0, barn=THREE_COINS).stand(0, building).autumn()

    assert scene.legal(0)[-2:] == [f"visit {building}", "pass"]
    (visited,) = scene.play(0, f"visit {building}")
    assert str(visited) == f"1 visited building={building} tolls=2"
    assert scene.figure(0) == building


@pytest.mark.rule("WG 5.4")
@pytest.mark.parametrize("building", ["svensons", "soebucks"])
def test_a_full_lap_leads_back_to_a_shared_building_too(building: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS).stand(0, building).stand(1, building).autumn()

    assert f"visit {building}" in scene.legal(0)


@pytest.mark.rule("WG 5.4", "refused")
def test_a_building_entered_this_autumn_is_closed_to_those_who_come_later() -> None:
    scene = Scene(seats=2).autumn()
    scene.play(0, "visit church", "take grain", "take grain")

    scene.refused(1, "visit church", "WG 5.4", "building_full")


@pytest.mark.rule("WG 5.4")
def test_a_building_left_this_autumn_is_open_to_those_who_come_later() -> None:
    scene = Scene(seats=2).stand(0, "church").stand(1, "church row").autumn()
    assert scene.state.to_act() == [0]
    scene.play(0, "visit general-store", "done")

    scene.play(1, "visit church", "take grain", "take grain")

    assert [scene.figure(0), scene.figure(1)] == ["general-store", "church"]


@pytest.mark.rule("WG 5.4", "refused")
def test_who_passes_in_a_building_keeps_its_place() -> None:
    scene = Scene(seats=2).stand(0, "general-store").stand(1, "church row").autumn()
    scene.play(0, "pass")

    scene.refused(1, "visit general-store", "WG 5.4", "building_full")


@pytest.mark.rule("WG 5.4")
@pytest.mark.parametrize(("row", "building"), [("church", "church"), ("town-hall", "post-office")])
def test_figures_on_a_start_row_take_no_place_in_the_building_after_it(row: str, building: str) -> None:
    scene = Scene(seats=4, starts=f"{row} {row} {row} {row}").autumn()

    assert f"visit {building}" in scene.legal(0)


# ---- what cannot be entered (WG 5.5) ------------------------------


@pytest.mark.rule("WG 5.5")
@pytest.mark.parametrize("building", COSTS)
def test_a_building_is_open_to_who_has_just_its_cost_in_goods(building: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=COSTS[building]).autumn()

    assert f"visit {building}" in scene.legal(0)


@pytest.mark.rule("WG 5.5", "refused")
@pytest.mark.parametrize(("building", "cost"), COSTS.items())
def test_a_building_is_closed_to_who_lacks_one_good_of_its_cost(building: str, cost: str) -> None:
    for n in range(len(cost.split())):
        goods = cost.split()
        del goods[n]
        scene = Scene(seats=2).furnish(0, barn=" ".join(goods)).autumn()

        refusal = scene.refused(0, f"visit {building}", "WG 5.5", "cost_not_covered")

        assert refusal.args["building"] == building and refusal.args["missing"] == 1
        assert f"visit {building}" not in scene.legal(0)


@pytest.mark.rule("WG 5.5")
@pytest.mark.parametrize(("building", "cost"), COSTS.items())
def test_goods_and_coins_together_cover_a_cost(building: str, cost: str) -> None:
    for coins in range(1, len(cost.split()) + 1):
        goods = cost.split()[coins:]
        scene = Scene(seats=2).furnish(0, barn=" ".join(goods + ["silver"] * coins)).autumn()

        assert f"visit {building}" in scene.legal(0)


@pytest.mark.rule("WG 5.5", "refused")
@pytest.mark.parametrize(("building", "cost"), COSTS.items())
def test_one_coin_too_few_does_not_cover_a_cost(building: str, cost: str) -> None:
    coins = ["gold"] * (len(cost.split()) - 1)
    scene = Scene(seats=2).furnish(0, barn=" ".join(coins)).autumn()

    scene.refused(0, f"visit {building}", "WG 5.5", "cost_not_covered")


@pytest.mark.rule("WG 5.5", "refused")
def test_more_of_one_good_does_not_cover_another() -> None:
    scene = Scene(seats=2).furnish(0, barn="wood wood wood wood", land="wood@4,0 wood@4,0").autumn()

    refusal = scene.refused(0, "visit soebucks", "WG 5.5", "cost_not_covered")

    assert refusal.args["missing"] == 2
    assert scene.legal(0) == visits("church", "johansens-mill", "general-store", "post-office")


@pytest.mark.rule("WG 5.5")
def test_goods_on_land_count_for_the_cost() -> None:
    scene = Scene(seats=2).furnish(0, barn="stone copper", land="stone@1,0 fish@3,0 dairy@2,0").autumn()

    assert scene.legal(0) == visits(
        "church",
        "saloon",
        "soebucks",
        "general-store",
        "post-office",
        "carpenter",
        "svensons",
        "hotel",
    )


@pytest.mark.rule("WG 5.5")
@pytest.mark.parametrize("barn", ["", "stone stone stone stone"])
def test_post_office_church_and_general_store_can_always_be_entered(barn: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=barn).autumn()

    assert scene.legal(0) == visits("church", "general-store", "post-office")


@pytest.mark.rule("WG 5.5", "refused")
@pytest.mark.parametrize("building", COSTS)
def test_a_building_where_nothing_is_left_to_take_is_closed(building: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS).stock(building, "").autumn()

    scene.refused(0, f"visit {building}", "WG 5.5", "nothing_left")

    assert scene.legal(0) == visits(*(open for open in lap_from("church") if open != building))


@pytest.mark.rule("WG 5.5")
@pytest.mark.parametrize(
    ("building", "last"),
    [
        ("lodge", "yellow"),
        ("hotel", "white"),
        ("saloon", "blue"),
        ("carpenter", "hut"),
        ("johansens-mill", "barn"),
        ("svensons", "tent"),
        ("soebucks", "well"),
    ],
)
def test_one_piece_left_keeps_a_building_open(building: str, last: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS).stock(building, last).autumn()

    assert scene.legal(0) == visits(*lap_from("church"))


@pytest.mark.rule("WG 5.5", "refused")
def test_all_labourers_need_room_recruits_included() -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS, labourers="yellow blue white").autumn()
    assert scene.legal(0) == visits(*lap_from("church"))

    scene.farm(0).recruits = [0, 0, 1]

    for building in ("lodge", "hotel", "saloon"):
        refusal = scene.refused(0, f"visit {building}", "WG 5.9", "no_room_for_labourer")
        assert refusal.args == {"homes": "4_wagon", "sites": 4}
    assert scene.legal(0) == visits(
        "church", "johansens-mill", "soebucks", "general-store", "post-office", "carpenter", "svensons"
    )


@pytest.mark.rule("WG 5.5")
@pytest.mark.parametrize("building", ["carpenter", "johansens-mill"])
@pytest.mark.parametrize(
    ("left", "huts", "barns", "opened"),
    [
        ("hut", 3, 2, True),
        ("hut", 4, 0, False),
        ("barn", 4, 1, True),
        ("barn", 0, 2, False),
        ("hut barn", 4, 1, True),
        ("hut barn", 3, 2, True),
        ("hut barn", 4, 2, False),
    ],
)
def test_a_carpenter_is_closed_when_there_is_no_free_site_for_any_tile_left(
    building: str, left: str, huts: int, barns: int, opened: bool
) -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS, huts=huts, barns=barns).stock(building, left)
    scene.autumn()

    assert (f"visit {building}" in scene.legal(0)) is opened
    if not opened:
        scene.refused(0, f"visit {building}", "WG 5.10", "no_site")


@pytest.mark.rule("WG 5.5")
@pytest.mark.parametrize("improvements", ["", "tent", "tent well"])
def test_a_farm_with_a_free_improvement_site_may_enter_svensons_and_soebucks(improvements: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS, improvements=improvements).autumn()

    assert scene.legal(0) == visits(*lap_from("church"))


@pytest.mark.rule("WG 5.5", "refused")
def test_a_full_building_is_named_before_what_it_lacks() -> None:
    scene = Scene(seats=2).furnish(0, barn="").stock("hotel", "").stand(1, "hotel").autumn()

    scene.refused(0, "visit hotel", "WG 5.4", "building_full")


@pytest.mark.rule("WG 5.5")
def test_under_french_rules_any_building_with_a_free_place_may_be_entered() -> None:
    scene = Scene(seats=2, options=["french"]).furnish(0, barn="", labourers="blue blue blue blue")
    scene.stock("svensons", "").stand(1, "hotel").autumn()

    assert scene.legal(0) == visits(*(open for open in lap_from("church") if open != "hotel"))


@pytest.mark.rule("WG 5.5")
@pytest.mark.parametrize("barn", ["", "wood copper"])
def test_under_french_rules_who_cannot_pay_does_nothing_there(barn: str) -> None:
    scene = Scene(seats=2, options=["french"]).furnish(0, barn=barn).autumn()

    log = scene.play(0, "visit soebucks")

    assert [str(event) for event in log] == [
        "1 visited building=soebucks tolls=0",
        "1 did_nothing building=soebucks",
    ]
    assert scene.figure(0) == "soebucks" and scene.in_barn(0) == barn
    assert scene.state.to_act() == [1] and scene.in_town("soebucks") == "paddock horses"


@pytest.mark.rule("WG 5.5")
def test_under_french_rules_who_finds_nothing_left_does_nothing_and_pays_nothing() -> None:
    scene = Scene(seats=2, options=["french"]).furnish(0, barn="dairy dairy").stock("saloon", "").autumn()

    scene.play(0, "visit saloon")

    assert scene.in_barn(0) == "dairy dairy" and scene.state.to_act() == [1]
    owed = scene.looks(0)["farms"][0]["pending"]["owed"]
    assert owed == {"grain": 0, "fish": 0, "dairy": 0, "wood": 0, "stone": 0}


@pytest.mark.rule("WG 5.5")
def test_under_french_rules_who_can_act_must() -> None:
    scene = Scene(seats=2, options=["french"]).furnish(0, barn="dairy dairy").autumn()

    scene.play(0, "visit saloon")

    assert scene.legal(0) == ["give dairy"]
    scene.play(0, "give dairy")
    assert scene.legal(0) == ["give dairy"]
    scene.play(0, "give dairy")
    assert scene.legal(0) == ["hire yellow", "hire white"]


# ---- tolls (WG 5.6) ------------------------------


@pytest.mark.rule("WG 5.6")
@pytest.mark.parametrize(
    ("barn", "choices"),
    [
        ("", ["toll help"]),
        ("grain wood", ["toll help"]),
        ("copper copper", ["toll copper", "toll help"]),
        ("silver gold", ["toll silver", "toll gold", "toll help"]),
        ("gold silver copper copper", ["toll copper", "toll silver", "toll gold", "toll help"]),
    ],
)
def test_a_toll_is_one_coin_of_any_value_or_a_help_tile(barn: str, choices: list[str]) -> None:
    scene = Scene(seats=2).furnish(0, barn=barn).autumn()

    scene.play(0, "visit post-office")

    assert scene.legal(0) == choices


@pytest.mark.rule("WG 5.6")
@pytest.mark.parametrize(
    ("coin", "left", "bag"),
    [
        ("copper", "silver gold", "9 copper 10 silver 7 gold"),
        ("silver", "copper gold", "8 copper 11 silver 7 gold"),
        ("gold", "copper silver", "8 copper 10 silver 8 gold"),
    ],
)
def test_a_toll_coin_goes_into_the_bag_at_once(coin: str, left: str, bag: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=THREE_COINS).autumn()
    assert scene.coins_in_bag() == "8 copper 10 silver 7 gold"

    scene.play(0, "visit lodge", f"toll {coin}")

    assert scene.in_barn(0) == left and scene.coins_in_bag() == bag
    assert scene.help_tiles(0) == (0, 0)
    assert scene.legal(0)[0].startswith("give ")


@pytest.mark.rule("WG 5.6")
def test_instead_of_a_coin_a_help_tile_may_be_taken_by_who_has_coins() -> None:
    scene = Scene(seats=2).autumn()

    log = scene.play(0, "visit post-office", "toll help")

    assert scene.help_tiles(0) == (1, 0) and scene.in_barn(0) == "copper copper"
    assert str(log[-1]) == "1 helped why=toll turned=0"
    assert scene.legal(0)[0] == "take grain"


@pytest.mark.rule("WG 5.6")
@pytest.mark.parametrize(
    ("first", "second", "barn", "help"),
    [
        ("toll copper", "toll gold", "", (0, 0)),
        ("toll gold", "toll help", "copper", (1, 0)),
        ("toll help", "toll copper", "gold", (1, 0)),
        ("toll help", "toll help", "copper gold", (1, 1)),
    ],
)
def test_each_line_on_the_way_is_a_free_choice_of_its_own(
    first: str, second: str, barn: str, help: tuple[int, int]
) -> None:
    scene = Scene(seats=2).furnish(0, barn="copper gold").stand(0, "general-store").autumn()

    (visited,) = scene.play(0, "visit church")
    assert visited.args == {"building": "church", "tolls": 2}
    scene.play(0, first)
    assert second in scene.legal(0) and "take grain" not in scene.legal(0)
    scene.play(0, second)

    assert scene.in_barn(0) == barn and scene.help_tiles(0) == help
    assert scene.legal(0)[0] == "take grain"


@pytest.mark.rule("WG 5.6")
@pytest.mark.parametrize(("before", "after"), [((0, 2), (1, 2)), ((1, 0), (1, 1)), ((1, 3), (1, 4))])
def test_a_help_tile_for_a_toll_turns_the_open_one(before: tuple[int, int], after: tuple[int, int]) -> None:
    scene = Scene(seats=2).furnish(0, help=before).autumn()

    scene.play(0, "visit post-office", "toll help")

    assert scene.help_tiles(0) == after


@pytest.mark.rule("WG 5.6", "refused")
@pytest.mark.parametrize("coin", ["silver", "gold"])
def test_a_toll_coin_must_be_in_the_barn(coin: str) -> None:
    scene = Scene(seats=2).autumn()
    scene.play(0, "visit post-office")

    refusal = scene.refused(0, f"toll {coin}", "WG 5.6", "no_such_coin")

    assert refusal.args == {"coin": coin}


@pytest.mark.rule("WG 5.6", "refused")
@pytest.mark.parametrize("move", ["toll copper", "toll help"])
def test_the_building_is_named_before_a_toll_is_paid(move: str) -> None:
    scene = Scene(seats=2).autumn()

    scene.refused(0, move, "WG 5.6", "not_now")


@pytest.mark.rule("WG 5.6", "refused")
@pytest.mark.parametrize("move", ["toll copper", "toll help"])
def test_where_no_line_is_left_no_toll_is_taken(move: str) -> None:
    scene = Scene(seats=2).autumn()
    scene.play(0, "visit general-store")

    scene.refused(0, move, "WG 5.6", "not_now")


@pytest.mark.rule("WG 5.6")
def test_after_the_tolls_the_cost_is_paid_and_then_the_building_used() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain copper").autumn()

    assert scene.play(0, "visit lodge") and scene.legal(0) == ["toll copper", "toll help"]
    assert scene.play(0, "toll copper") and scene.legal(0) == ["give grain"]
    assert scene.play(0, "give grain") and scene.legal(0) == ["give grain"]
    assert scene.play(0, "give grain") and scene.legal(0) == ["hire yellow", "hire blue"]
    scene.play(0, "hire blue")
    assert scene.in_barn(0) == "" and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.6", "refused")
@pytest.mark.parametrize(
    ("building", "barn"),
    [
        ("lodge", "copper copper"),
        ("lodge", "grain copper"),
        ("carpenter", "wood copper"),
        ("svensons", "stone copper copper"),
        ("svensons", "stone stone copper"),
        ("hotel", "grain grain fish copper"),
    ],
)
def test_a_toll_that_would_leave_the_cost_unpayable_is_not_allowed(building: str, barn: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=barn).autumn()
    scene.play(0, f"visit {building}")

    scene.refused(0, "toll copper", "WG 5.6", "toll_leaves_cost_unpayable")

    assert scene.legal(0) == ["toll help"]


@pytest.mark.rule("WG 5.6")
@pytest.mark.parametrize(
    ("building", "barn", "land"),
    [
        ("lodge", "copper copper copper", ""),
        ("lodge", "grain copper copper", ""),
        ("lodge", "grain copper", "grain@0,0"),
        ("svensons", "stone copper copper copper", ""),
        ("svensons", "stone copper copper", "wood@4,0"),
    ],
)
def test_a_coin_not_needed_for_the_cost_may_pay_the_toll(building: str, barn: str, land: str) -> None:
    scene = Scene(seats=2).furnish(0, barn=barn, land=land).autumn()

    scene.play(0, f"visit {building}")

    assert scene.legal(0) == ["toll copper", "toll help"]


@pytest.mark.rule("WG 5.6")
def test_of_two_lines_only_one_is_paid_with_the_one_coin_to_spare() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain copper silver").stand(0, "hotel").autumn()
    scene.play(1, "pass")

    scene.play(0, "visit lodge")
    assert scene.legal(0) == ["toll copper", "toll silver", "toll help"]
    scene.play(0, "toll copper")

    assert scene.legal(0) == ["toll help"]
    scene.refused(0, "toll silver", "WG 5.6", "toll_leaves_cost_unpayable")


@pytest.mark.rule("WG 5.6")
def test_a_coin_saved_at_the_first_line_may_pay_the_second() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain copper silver").stand(0, "hotel").autumn()
    scene.play(1, "pass")

    scene.play(0, "visit lodge", "toll help")

    assert scene.legal(0)[:3] == ["toll copper", "toll silver", "toll help"]


@pytest.mark.rule("WG 5.6")
def test_between_two_lines_the_help_tile_just_taken_may_be_bought_off() -> None:
    scene = Scene(seats=2).furnish(0, barn="fish fish fish").stand(0, "general-store").autumn()

    scene.play(0, "visit church", "toll help")
    assert scene.legal(0) == ["toll help", "repay"]
    log = scene.play(0, "repay", "give fish", "give fish", "give fish")
    assert [str(event) for event in log] == ["1 repaid item=fish"] * 3 + ["1 help_bought_off"]
    assert scene.help_tiles(0) == (0, 0) and scene.legal(0) == ["toll help"]
    scene.play(0, "toll help")

    assert scene.help_tiles(0) == (1, 0) and scene.in_barn(0) == ""


@pytest.mark.rule("WG 2.3")
def test_buying_off_neither_ends_the_choice_of_a_building_nor_the_turn() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain silver", help=(1, 1)).autumn()
    assert scene.legal(0) == [*visits("church", "general-store", "post-office", "lodge"), "repay"]

    scene.play(0, "repay", "give grain", "give silver", "give grain")

    assert scene.help_tiles(0) == (0, 1)
    assert scene.legal(0) == visits("church", "general-store", "post-office")


@pytest.mark.rule("WG 5.6", "refused")
@pytest.mark.parametrize(
    ("building", "barn", "land"),
    [
        ("lodge", "grain grain copper copper", ""),
        ("lodge", "copper copper copper copper", ""),
        ("svensons", "stone wood wood copper", "wood@4,0"),
    ],
)
def test_buying_off_help_that_would_leave_the_cost_unpayable_is_not_allowed(
    building: str, barn: str, land: str
) -> None:
    scene = Scene(seats=2).furnish(0, barn=barn, land=land, help=(1, 0)).autumn()
    assert "repay" in scene.legal(0)
    scene.play(0, f"visit {building}")

    scene.refused(0, "repay", "WG 5.6", "repaying_leaves_cost_unpayable")

    assert "repay" not in scene.legal(0)


@pytest.mark.rule("WG 5.6")
def test_while_help_is_bought_off_on_the_way_only_what_the_cost_can_spare_is_given() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain wood copper", land="fish@3,0", help=(1, 0)).autumn()

    scene.play(0, "visit lodge", "repay")
    assert scene.legal(0) == ["give grain", "give fish from 3,0", "give wood", "give copper"]
    scene.play(0, "give grain")
    assert scene.legal(0) == ["give fish from 3,0", "give wood"]
    scene.refused(0, "give grain", "WG 5.6", "repaying_leaves_cost_unpayable")
    scene.refused(0, "give copper", "WG 5.6", "repaying_leaves_cost_unpayable")
    scene.play(0, "give wood", "give fish from 3,0")

    assert scene.in_barn(0) == "grain copper" and scene.help_tiles(0) == (0, 0)
    assert scene.legal(0) == ["toll help"]


@pytest.mark.rule("WG 5.6")
def test_under_french_rules_a_toll_may_leave_the_cost_unpayable() -> None:
    scene = Scene(seats=2, options=["french"]).furnish(0, barn="grain copper").autumn()

    scene.play(0, "visit lodge")
    assert scene.legal(0) == ["toll copper", "toll help"]
    log = scene.play(0, "toll copper")

    assert str(log[-1]) == "1 did_nothing building=lodge"
    assert scene.in_barn(0) == "grain" and scene.figure(0) == "lodge"
    assert scene.state.to_act() == [1] and scene.in_town("lodge") == "yellow blue"


@pytest.mark.rule("WG 5.6")
def test_under_french_rules_tolls_are_due_on_the_way_to_a_building_one_cannot_pay() -> None:
    scene = Scene(seats=2, options=["french"]).furnish(0, barn="").autumn()

    scene.play(0, "visit hotel")

    assert scene.legal(0) == ["toll help"]
    scene.play(0, "toll help")
    assert scene.help_tiles(0) == (1, 0) and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.6")
def test_under_french_rules_buying_off_help_may_leave_the_cost_unpayable() -> None:
    scene = Scene(seats=2, options=["french"]).furnish(0, barn="grain grain wood", help=(1, 0)).autumn()

    scene.play(0, "visit lodge", "toll help")
    assert scene.legal(0) == ["give grain", "repay"]
    log = scene.play(0, "repay", "give grain", "give grain", "give wood")

    assert str(log[-1]) == "1 did_nothing building=lodge"
    assert scene.help_tiles(0) == (0, 1) and scene.state.to_act() == [1]


@pytest.mark.rule("WG 5.6")
def test_under_french_rules_a_cost_half_paid_is_paid_to_the_end() -> None:
    scene = Scene(seats=2, options=["french"]).stand(0, "post-office")
    scene.furnish(0, barn="grain grain wood", land="wood@4,0", help=(1, 0)).autumn()
    scene.play(1, "pass")

    scene.play(0, "visit lodge", "give grain")

    assert scene.legal(0) == ["give grain"]
    scene.refused(0, "repay", "WG 5.6", "repaying_leaves_cost_unpayable")
