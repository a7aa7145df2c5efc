"""The round (SV 2): the roll, turns in order until all colours are reserved, the token, the end."""

from __future__ import annotations

from collections import Counter

import pytest

from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from tests.games.sunflower_valley.scenes import NAMES, Scene, drawn, drawn_in, hexes_of, said

ROUNDS = {2: 10, 3: 15, 4: 20, 5: 24}
LAST_TURNS = {2: 3, 3: 2, 4: 1, 5: 5}  # 48, 72, 96 and 120 turns in rounds of five


def play_round(scene: Scene, dice: str = "HSFULC") -> list[int]:
    """Who had the turns of a round, in their order."""
    scene.roll(dice)
    seats = []
    while scene.state.to_act() and scene.state.to_act() != [CHANCE]:
        seats += scene.state.to_act()
        scene.any_turn()
    return seats


def whole_game(seats: int, *options: str) -> tuple[Scene, list[list[int]], list[int]]:
    """The table at the end, who had the turns of each round, and who had the token."""
    scene, rounds, tokens = Scene(seats, options=options), [], []
    while scene.state.to_act():
        tokens.append(scene.view["first"])
        rounds.append(play_round(scene))
    return scene, rounds, tokens


# ---- 2.1: the roll -------------------------------------------------------------------------------------


@pytest.mark.rule("SV 2.1")
def test_the_first_player_rolls_six_dice_and_they_are_the_pool() -> None:
    scene = Scene(3)
    assert (scene.state.to_act(), scene.view["pool"]) == ([CHANCE], [])

    assert said(scene.roll("CCHSSF")) == ["1 rolled round=1 dice=HSSFCC"]

    assert scene.view["pool"] == ["house", "sheep", "sheep", "sunflower", "curve", "curve"]
    assert scene.state.to_act() == [0]
    assert scene.view["chance"] is None


@pytest.mark.rule("SV 2.1")
def test_every_round_has_its_own_roll() -> None:
    scene = Scene(5)
    for number in range(1, 4):
        assert scene.state.chance_name() == f"round {number} roll"
        assert scene.view["chance"] == {"kind": "roll", "name": f"round {number} roll"}
        play_round(scene)


@pytest.mark.rule("SV 2.1")
def test_each_roll_is_told_with_the_player_who_holds_the_token() -> None:
    scene = Scene(2)
    play_round(scene)

    assert said(scene.roll("UUUUUU")) == ["2 rolled round=2 dice=UUUUUU"]


@pytest.mark.rule("SV 2.1", "refused")
@pytest.mark.parametrize("move", ["take house", "reserve blue", "draw a1", "way L03", "pass"])
def test_nobody_does_anything_before_the_roll(move: str) -> None:
    scene = Scene(2)

    for seat in (0, 1):
        assert scene.legal(seat) == []
        scene.refused(seat, move, "SV 2.1", "chance_due")


@pytest.mark.rule("SV 2.1", "refused")
def test_a_player_does_not_choose_the_roll() -> None:
    scene = Scene(2)

    scene.refused(0, "roll HHHHHH", "SV 2.1", "chance_decides")
    scene.roll("HSFULC")
    scene.refused(0, "roll HHHHHH", "SV 2.1", "chance_decides")


@pytest.mark.rule("SV 2.1", "refused")
def test_there_is_no_second_roll_in_a_round() -> None:
    scene = Scene(2)
    scene.roll("HSFULC")
    assert scene.refused(CHANCE, "roll HHHHHH", "SV 2.1", "player_to_decide", whose=1).instead == []

    scene.turn(0, "house orange a1")
    scene.refused(CHANCE, "roll HHHHHH", "SV 2.1", "player_to_decide", whose=2)
    scene.play(1, "take sheep")
    scene.refused(CHANCE, "roll HHHHHH", "SV 2.1", "player_to_decide", whose=2)


@pytest.mark.rule("SV 2.1", "refused")
@pytest.mark.parametrize("move", ["take house", "reserve blue", "draw a1", "way L03", "pass"])
def test_chance_makes_no_decision_of_a_player(move: str) -> None:
    scene = Scene(2)
    rules = {"take": "SV 3.1", "reserve": "SV 3.1", "draw": "SV 3.2", "way": "SV 3.5", "pass": "SV 3.3"}
    scene.refused(CHANCE, move, rules[move.split()[0]], "players_decide")
    scene.roll("HSFULC")

    scene.refused(CHANCE, move, rules[move.split()[0]], "players_decide")


# ---- 2.2: turns in order -------------------------------------------------------------------------------


@pytest.mark.rule("SV 2.2")
@pytest.mark.parametrize(
    ("seats", "order"),
    [(2, [0, 1, 0, 1, 0]), (3, [0, 1, 2, 0, 1]), (4, [0, 1, 2, 3, 0]), (5, [0, 1, 2, 3, 4])],
)
def test_turns_go_clockwise_and_round_again_until_five_colours_are_reserved(
    seats: int, order: list[int]
) -> None:
    assert play_round(Scene(seats)) == order


@pytest.mark.rule("SV 2.2")
@pytest.mark.parametrize(("seats", "start", "order"), [(2, 2, [1, 0, 1, 0, 1]), (3, 3, [2, 0, 1, 2, 0])])
def test_the_first_player_has_the_first_turn(seats: int, start: int, order: list[int]) -> None:
    assert play_round(Scene(seats, options=[f"start={start}"])) == order


@pytest.mark.rule("SV 2.2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_with_two_to_four_players_somebody_has_more_turns_in_a_round(seats: int) -> None:
    turns = Counter(play_round(Scene(seats)))

    assert (len(set(turns.values())) > 1) == (seats < 5)
    assert turns[0] == max(turns.values())


@pytest.mark.rule("SV 2.2")
@pytest.mark.rule("SV S1")
def test_five_turns_reserve_five_colours_and_one_die_stays_over() -> None:
    scene = Scene(5)
    scene.roll("HSFULC")
    for turns in range(5):
        assert len(scene.reserved()) == turns
        assert len(scene.view["pool"]) == 6 - turns
        if turns < 4:
            scene.any_turn()
    seat = scene.state.to_act()[0]
    scene.play(seat, "take straight", "reserve blue")

    assert scene.reserved() == NAMES
    assert scene.view["pool"] == ["curve"]


@pytest.mark.rule("SV S1")
@pytest.mark.rule("SV 2.2", "refused")
def test_the_sixth_die_is_never_taken() -> None:
    scene = Scene(2)
    play_round(scene)

    assert scene.state.to_act() == [CHANCE]
    assert (scene.view["pool"], scene.reserved()) == ([], [])
    scene.refused(1, "take curve", "SV 2.1", "chance_due")


@pytest.mark.rule("SV 2.2", "refused")
@pytest.mark.parametrize("move", ["take house", "reserve orange", "draw a1", "way C02", "pass"])
def test_a_turn_out_of_order_is_refused_and_says_whose_it_is(move: str) -> None:
    scene = Scene(3)
    scene.roll("HSFULC")

    scene.refused(1, move, "SV 2.2", "not_your_turn", whose=1)
    scene.refused(2, move, "SV 2.2", "not_your_turn", whose=1)
    scene.turn(0, "house orange a1")
    scene.refused(0, move, "SV 2.2", "not_your_turn", whose=2)
    assert scene.legal(0) == scene.legal(2) == []


@pytest.mark.rule("SV 2.2", "refused")
def test_nobody_steps_into_a_turn_that_has_begun() -> None:
    scene = Scene(2)
    scene.roll("HSFULC")
    scene.play(0, "take straight")
    scene.refused(1, "reserve orange", "SV 2.2", "not_your_turn", whose=1)
    scene.play(0, "reserve orange")
    scene.refused(1, "draw a1", "SV 2.2", "not_your_turn", whose=1)
    scene.play(0, "draw a1")
    scene.refused(1, "way L03", "SV 2.2", "not_your_turn", whose=1)
    scene.play(0, "way L03")

    assert scene.state.to_act() == [1]


@pytest.mark.rule("SV 1.1", "refused")
@pytest.mark.parametrize("seat", [2, 3, 7])
def test_who_is_not_at_the_table_has_no_turn(seat: int) -> None:
    scene = Scene(2)
    scene.roll("HSFULC")

    assert scene.legal(seat) == []
    scene.refused(seat, "take house", "SV 1.1")


# ---- 2.3: the token ------------------------------------------------------------------------------------


@pytest.mark.rule("SV 2.3")
@pytest.mark.parametrize(
    ("seats", "tokens"),
    [
        (2, [0, 1, 0, 1, 0, 1]),
        (3, [0, 1, 2, 0, 1, 2]),
        (4, [0, 1, 2, 3, 0, 1]),
        (5, [0, 1, 2, 3, 4, 0]),
    ],
)
def test_the_token_goes_to_the_next_player_clockwise(seats: int, tokens: list[int]) -> None:
    scene = Scene(seats)
    for number, first in enumerate(tokens, start=1):
        assert (scene.view["round"], scene.view["first"]) == (number, first)
        assert play_round(scene)[0] == first


@pytest.mark.rule("SV 2.3")
def test_a_new_round_begins_with_no_colour_reserved() -> None:
    scene = Scene(4)
    play_round(scene)

    assert scene.reserved() == []
    scene.roll("FFFFFF")
    scene.play(1, "take sunflower")
    assert scene.legal(1) == [f"reserve {colour}" for colour in NAMES]


@pytest.mark.rule("SV 2.3")
def test_the_last_of_a_round_may_be_the_first_of_the_next() -> None:
    """With three players seat 2 has the fifth turn, and then the token."""
    three, four = Scene(3), Scene(4)

    assert (play_round(three)[-1], play_round(three)[0]) == (1, 1)
    assert (play_round(four)[-1], play_round(four)[0]) == (0, 1)


@pytest.mark.rule("SV 2.3", "refused")
def test_the_same_player_does_not_begin_again() -> None:
    scene = Scene(2)
    play_round(scene)
    scene.roll("HSFULC")

    scene.refused(0, "take house", "SV 2.2", "not_your_turn", whose=2)


# ---- 2.4: the end --------------------------------------------------------------------------------------


@pytest.mark.rule("SV 2.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_after_24_turns_each_every_hex_is_drawn_in_and_the_game_ends(seats: int) -> None:
    scene, rounds, _ = whole_game(seats)

    assert len(rounds) == ROUNDS[seats]
    assert Counter(seat for turns in rounds for seat in turns) == dict.fromkeys(range(seats), 24)
    assert [drawn_in(scene.rows(seat)) for seat in range(seats)] == [25] * seats
    assert (scene.state.to_act(), scene.view["decision"], scene.view["chance"]) == ([], None, None)


@pytest.mark.rule("SV 2.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_last_round_may_stop_early(seats: int) -> None:
    scene, rounds, _ = whole_game(seats)

    assert [len(turns) for turns in rounds[:-1]] == [5] * (ROUNDS[seats] - 1)
    assert len(rounds[-1]) == LAST_TURNS[seats] == len(scene.reserved())
    assert len(scene.view["pool"]) == 6 - LAST_TURNS[seats]
    assert scene.view["round"] == ROUNDS[seats]


@pytest.mark.rule("SV 2.4")
@pytest.mark.rule("SV 2.3")
@pytest.mark.parametrize(("seats", "start"), [(2, 2), (3, 2), (3, 3), (4, 3), (5, 4)])
def test_it_is_the_same_whoever_begins(seats: int, start: int) -> None:
    _, rounds, tokens = whole_game(seats, f"start={start}")

    assert len(rounds) == ROUNDS[seats]
    assert Counter(seat for turns in rounds for seat in turns) == dict.fromkeys(range(seats), 24)
    assert tokens == [(start - 1 + n) % seats for n in range(ROUNDS[seats])]
    assert [turns[0] for turns in rounds] == tokens


@pytest.mark.rule("SV 2.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_random_game_has_as_many_rounds(seats: int, seed: int) -> None:
    scene, dealer = Scene.unopened(seats), QuickDealer(seed)
    names, turns, keys = [], Counter[int](), []
    while scene.state.to_act():
        (seat,) = scene.state.to_act()
        if seat == CHANCE:
            names.append(scene.state.chance_name())
            scene.table.deal(dealer)
            continue
        events = scene.play(seat, str(scene.state.pick(seat, dealer)))
        turns[seat] += len([event for event in events if event.key.startswith("drew")])
        keys += [event.key for event in events]

    towns = [f"seat {seat + 1} town" for seat in range(seats)]
    assert names == ["sheet", *towns, *[f"round {n + 1} roll" for n in range(ROUNDS[seats])]]
    assert turns == dict.fromkeys(range(seats), 24)
    assert keys.count("game_over") == 1 and keys[-1] == "game_over"


@pytest.mark.rule("SV 2.4")
def test_the_last_drawing_ends_the_game_at_once() -> None:
    scene = Scene.at(
        drawn(rest="F", b2="H"), drawn(rest="F", b5="H", e6="."), pool="HSSF", board="orange yellow"
    )
    assert scene.state.to_act() == [1]

    assert said(scene.turn(1, "house blue e6")) == [
        "2 took die=house",
        "2 reserved colour=blue",
        "2 drew symbol=house at=e6 colour=blue",
        "2 villagers_came count=2 villagers=4",
        "* game_over",
    ]
    assert scene.state.to_act() == []


@pytest.mark.rule("SV 2.4")
def test_a_full_sheet_among_others_does_not_end_it() -> None:
    scene = Scene.at(
        drawn(rest="F", b2="H", e6="."), drawn(rest="F", b5="H", e6="."), pool="HSSFF", board="pink"
    )
    assert scene.state.to_act() == [0]

    assert said(scene.turn(0, "house blue e6"))[-1] == "1 villagers_came count=2 villagers=4"
    assert scene.state.to_act() == [1]
    assert scene.view["blocked"]


@pytest.mark.rule("SV 2.4", "refused")
@pytest.mark.parametrize(
    "move",
    ["take house", "reserve orange", "draw a1", "way L03", "pass", "roll HSFULC", "town T3", "sheet A"],
)
def test_nothing_is_done_after_the_end(move: str) -> None:
    scene = Scene.at(drawn(rest="F", b2="H"), drawn(rest="F", b5="H"), pool="HSF", board="orange green blue")

    for seat in (CHANCE, 0, 1):
        assert list(scene.table.options(seat)) == []
        scene.refused(seat, move, "SV 2.4", "game_over")


def test_a_game_can_be_played_again_from_its_moves() -> None:
    scene, _, _ = whole_game(3)
    again = Table(scene.table.game, scene.table.setup)
    for seat, text in scene.table.moves():
        again.play(seat, text)

    assert again.state.text() == scene.state.text()


# ---- a game without a blocked player -----------------------------------------------------------------------


@pytest.mark.rule("SV 2.4")
@pytest.mark.rule("SV S14")
@pytest.mark.rule("SV 3.6")
def test_five_players_may_draw_nothing_but_houses() -> None:
    """First houses are in five colours, so that each player can go through the colours in turn, and fits."""
    scene = Scene(5)
    for number in range(24):
        scene.roll("HHHHHH")
        for turn in range(5):
            seat = (number + turn) % 5
            assert not scene.view["blocked"]
            colour = NAMES[(seat + number + 1) % 5]
            place = next(at for at in hexes_of(colour) if scene.token(seat, at) == ".")
            scene.turn(seat, f"house {colour} {place}")

    assert scene.state.to_act() == []
    assert [scene.rows(seat) for seat in range(5)] == [drawn(rest="H")] * 5
    assert [scene.villagers(seat) for seat in range(5)] == [50] * 5
