"""Set-up (SV 1): the letter, the sheets, the town pictures with the first houses, the dice, the token."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import factorial, prod

import pytest

from farmstead.engine.contract import CHANCE, BadPosition, BadSetup
from farmstead.games.sunflower_valley.rules import GAME
from farmstead.games.sunflower_valley.rules.names import COLOURS, EMBLEMS, FACES
from tests.games.sunflower_valley.scenes import Scene, drawn, not_understood, said
from tests.games.sunflower_valley.slow_scorer import SHEETS, START
from tests.laws import FixedTicket, dealt_for

ALL_DICE = 6**6


def dealt_with(scene: Scene, tickets: int) -> Counter[str]:
    """What chance brings, with every ticket once."""
    return Counter(dealt_for(scene.state, range(tickets), tickets))


# ---- 1.1: players and sheets ---------------------------------------------------------------------------


@pytest.mark.rule("SV 1.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_players_sit_down_with_a_sheet_each(seats: int) -> None:
    scene = Scene(seats)

    assert (GAME.fewest, GAME.most) == (2, 5)
    assert scene.state.seats() == len(scene.view["valleys"]) == seats


@pytest.mark.rule("SV 1.1", "refused")
@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 100])
def test_one_player_and_six_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup, match=rf"2 to 5 players, not {seats} \(SV 1\.1\)") as caught:
        GAME.setup(seats)

    assert caught.value.part == "seats"


@pytest.mark.rule("SV 1.1")
@pytest.mark.rule("SV S16")
@pytest.mark.parametrize("letter", "ABCDEFGH")
def test_the_letter_the_table_chooses_is_that_of_every_sheet(letter: str) -> None:
    scene = Scene(5, letter)

    assert scene.view["sheet"] == letter
    for seat, town in enumerate(START):
        assert scene.rows(seat) == drawn(letter, **{START[town]: "H"})


@pytest.mark.rule("SV 1.1")
@pytest.mark.rule("SV S16")
def test_when_the_table_does_not_choose_each_letter_is_as_likely() -> None:
    scene = Scene.unopened()

    assert scene.state.to_act() == [CHANCE]
    assert scene.state.chance_name() == "sheet"
    assert scene.odds() == {f"sheet {letter}": 1 for letter in "ABCDEFGH"}
    assert dealt_with(scene, 8) == scene.odds()


@pytest.mark.rule("SV 1.1")
@pytest.mark.rule("SV S16")
@pytest.mark.parametrize("letter", "ABCDEFGH")
def test_the_letter_that_is_dealt_is_that_of_every_sheet(letter: str) -> None:
    scene = Scene.unopened(3)
    assert scene.view["sheet"] is None

    assert said(scene.chance(f"sheet {letter}")) == [f"* sheet_dealt sheet={letter}"]
    scene.chance("town T5", "town T1", "town T3")

    assert scene.view["sheet"] == letter
    assert [scene.rows(seat) for seat in range(3)] == [
        drawn(letter, d5="H"),
        drawn(letter, b2="H"),
        drawn(letter, c4="H"),
    ]


@pytest.mark.rule("SV 1.1")
@pytest.mark.parametrize("letter", "ABCDEFGH")
def test_a_sheet_has_five_hexes_of_each_colour_and_five_mountains(letter: str) -> None:
    layout = GAME.edition.sheets[letter]

    assert layout.rows == SHEETS[letter]
    assert Counter("".join(layout.rows)) == dict.fromkeys("OYGPB^", 5)
    assert [len(cells) for cells in layout.cells] == [5] * 5


@pytest.mark.rule("SV 1.1", "refused")
@pytest.mark.parametrize("letter", ["I", "Z", "", "AB", "1", "ä"])
def test_a_table_cannot_choose_another_letter(letter: str) -> None:
    with pytest.raises(BadSetup, match=r"must be one of A, B, C, D, E, F, G, H.*\(SV 1\.1\)") as caught:
        GAME.setup(2, [f"sheet={letter}"])

    assert caught.value.part == "options"


@pytest.mark.rule("SV 1.1", "refused")
@pytest.mark.parametrize("text", ["sheet I", "sheet 1", "sheet", "sheet AB", "sheet A B"])
def test_chance_cannot_deal_another_letter(text: str) -> None:
    refusal = not_understood(text)

    assert (refusal.rule, refusal.key) == ("SV 1.1", "bad_form")
    assert refusal.instead == ["sheet A|B|C|D|E|F|G|H"]


@pytest.mark.rule("SV 1.1", "refused")
def test_a_letter_the_table_has_chosen_is_not_dealt() -> None:
    scene = Scene.unopened(2, ["sheet=C"])

    assert scene.view["sheet"] == "C"
    scene.refused(CHANCE, "sheet C", "SV 1.3", "other_chance_due", due="town")


@pytest.mark.rule("SV 1.1", "refused")
def test_the_letter_is_dealt_once() -> None:
    scene = Scene.unopened(2)
    scene.chance("sheet C")

    scene.refused(CHANCE, "sheet D", "SV 1.3", "other_chance_due", due="town")


@pytest.mark.rule("SV 1.1", "refused")
@pytest.mark.parametrize("seat", [0, 1])
def test_no_player_deals_the_letter(seat: int) -> None:
    Scene.unopened(2).refused(seat, "sheet A", "SV 1.1", "chance_decides")


@pytest.mark.rule("SV 1.1", "refused")
def test_nobody_takes_a_die_before_there_are_sheets() -> None:
    Scene.unopened(2).refused(0, "take house", "SV 1.1", "chance_due")


# ---- 1.2: colours --------------------------------------------------------------------------------------


@pytest.mark.rule("SV 1.2")
def test_each_colour_has_its_emblem() -> None:
    assert dict(zip(COLOURS, EMBLEMS, strict=True)) == {
        "orange": "triangle",
        "yellow": "square",
        "green": "star",
        "pink": "circle",
        "blue": "cross",
    }


@pytest.mark.rule("SV 1.2")
def test_each_of_the_five_colours_can_be_reserved() -> None:
    scene = Scene()
    scene.roll("HHHHHH")
    scene.play(0, "take house")

    assert scene.legal(0) == [f"reserve {c}" for c in ("orange", "yellow", "green", "pink", "blue")]
    assert list(scene.view["board"]) == ["orange", "yellow", "green", "pink", "blue"]


@pytest.mark.rule("SV 1.2", "refused")
@pytest.mark.parametrize("colour", ["mauve", "red", "triangle", "O", "", "orange blue"])
def test_there_is_no_sixth_colour(colour: str) -> None:
    refusal = not_understood(f"reserve {colour}")

    assert refusal.key == "bad_form"
    assert refusal.instead == ["reserve orange|yellow|green|pink|blue"]


# ---- 1.3: town pictures --------------------------------------------------------------------------------


@pytest.mark.rule("SV 1.3")
def test_town_pictures_are_dealt_in_seat_order_each_as_likely_as_another() -> None:
    scene = Scene.unopened(5, ["sheet=A"])
    left = ["T1", "T2", "T3", "T4", "T5"]
    for seat, town in enumerate(["T3", "T1", "T5", "T2", "T4"]):
        assert scene.state.to_act() == [CHANCE]
        assert scene.state.chance_name() == f"seat {seat + 1} town"
        assert scene.odds() == {f"town {other}": 1 for other in left}
        assert dealt_with(scene, len(left)) == scene.odds()
        scene.chance(f"town {town}")
        left.remove(town)

    assert [valley["town"] for valley in scene.view["valleys"]] == ["T3", "T1", "T5", "T2", "T4"]


@pytest.mark.rule("SV 1.3")
@pytest.mark.parametrize("letter", "ABCDEFGH")
@pytest.mark.parametrize("town", START)
def test_the_start_chart_says_where_the_first_house_is_drawn(letter: str, town: str) -> None:
    scene = Scene.unopened(2, [f"sheet={letter}"])

    assert said(scene.chance(f"town {town}")) == [f"1 town_dealt town={town} at={START[town]}"]
    assert scene.rows(0) == drawn(letter, **{START[town]: "H"})


@pytest.mark.rule("SV 1.3")
def test_when_all_have_a_town_picture_the_first_roll_is_due() -> None:
    scene = Scene.unopened(2, ["sheet=A"])
    scene.chance("town T1")
    assert scene.view["round"] == 0

    scene.chance("town T2")

    assert (scene.view["round"], scene.state.chance_name()) == (1, "round 1 roll")


@pytest.mark.rule("SV 1.3", "refused")
def test_a_town_picture_that_another_player_has_is_not_dealt() -> None:
    scene = Scene.unopened(3, ["sheet=A"])
    scene.chance("town T4", "town T2")

    scene.refused(CHANCE, "town T4", "SV 1.3", "town_dealt")
    scene.refused(CHANCE, "town T2", "SV 1.3", "town_dealt")
    assert list(scene.odds()) == ["town T1", "town T3", "town T5"]


@pytest.mark.rule("SV 1.3", "refused")
@pytest.mark.parametrize("town", ["T6", "T0", "1", "", "T1 T2"])
def test_a_town_picture_that_is_not_on_the_chart_is_not_dealt(town: str) -> None:
    refusal = not_understood(f"town {town}")

    assert (refusal.rule, refusal.key) == ("SV 1.3", "bad_form")
    assert refusal.instead == ["town T1|T2|T3|T4|T5"]


@pytest.mark.rule("SV 1.3", "refused")
def test_no_town_picture_is_dealt_before_the_letter_or_after_everybody_has_one() -> None:
    Scene.unopened(2).refused(CHANCE, "town T1", "SV 1.1", "other_chance_due", due="sheet")
    Scene(2).refused(CHANCE, "town T3", "SV 2.1", "other_chance_due", due="roll")


@pytest.mark.rule("SV 1.3", "refused")
def test_no_player_chooses_a_town_picture() -> None:
    scene = Scene.unopened(2, ["sheet=A"])

    scene.refused(0, "town T1", "SV 1.3", "chance_decides")
    scene.refused(0, "take house", "SV 1.3", "chance_due")


@pytest.mark.rule("SV 1.3", "refused")
@pytest.mark.parametrize(
    ("first", "why"),
    [
        ({"a1": "H"}, "a first house is not where the start chart says"),
        ({"b2": "S"}, "a first house is not where the start chart says"),
        ({}, "a first house is not where the start chart says"),
    ],
)
def test_a_first_house_elsewhere_is_no_position(first: dict[str, str], why: str) -> None:
    with pytest.raises(BadPosition, match=rf"{why} \(SV 1\.3\)"):
        Scene.at(drawn(**first), drawn(b5="H"), pool="HSFULC")


# ---- 1.4: villagers at the start -----------------------------------------------------------------------


@pytest.mark.rule("SV 1.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everyone_starts_with_two_villagers(seats: int) -> None:
    scene = Scene(seats)

    assert [scene.villagers(seat) for seat in range(seats)] == [2] * seats


@pytest.mark.rule("SV 1.4", "refused")
@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_a_start_with_another_number_of_villagers_is_no_position(count: int) -> None:
    view = Scene(2).view
    view["valleys"][1]["villagers"] = count

    with pytest.raises(BadPosition):
        GAME.from_view(None, view, FixedTicket(0))


# ---- 1.5: dice -----------------------------------------------------------------------------------------


@pytest.mark.rule("SV 1.5")
def test_a_die_shows_one_of_six_faces() -> None:
    assert list(FACES) == ["house", "sheep", "sunflower", "super-sunflower", "straight", "curve"]


@pytest.mark.rule("SV 1.5")
def test_a_roll_comes_up_as_often_as_six_equal_dice_show_it() -> None:
    odds = Scene().odds()

    assert len(odds) == 462
    assert sum(odds.values()) == ALL_DICE
    for roll, weight in odds.items():
        dice = Counter(roll.removeprefix("roll "))
        assert weight == factorial(6) // prod(factorial(many) for many in dice.values())
    assert (odds["roll HHHHHH"], odds["roll HSFULC"], odds["roll HHHCCC"]) == (1, 720, 20)


@pytest.mark.rule("SV 1.5")
def test_every_fall_of_the_six_dice_has_one_ticket() -> None:
    falls = Counter("".join(sorted(dice, key="HSFULC".index)) for dice in product("HSFULC", repeat=6))

    assert dealt_with(Scene(), ALL_DICE) == {f"roll {dice}": many for dice, many in falls.items()}


@pytest.mark.rule("SV 1.5", "refused")
@pytest.mark.parametrize(
    "dice", ["HHHHH", "HHHHHHH", "", "HSFULX", "HSFUL1", "HSFUL.", "CLUFSH", "H S F U L C"]
)
def test_a_roll_of_other_dice_is_refused(dice: str) -> None:
    refusal = not_understood(f"roll {dice}")

    assert (refusal.rule, refusal.key) == ("SV 2.1", "bad_form")
    assert "six of the letters H S F U L C" in refusal.instead[0]


@pytest.mark.rule("SV 1.5", "refused")
@pytest.mark.parametrize("die", ["cow", "mountain", "track", "super", "H", "free"])
def test_a_die_with_another_face_cannot_be_taken(die: str) -> None:
    refusal = not_understood(f"take {die}")

    assert refusal.key == "bad_form"
    assert refusal.instead == ["take house|sheep|sunflower|super-sunflower|straight|curve"]


# ---- 1.6: the first player -----------------------------------------------------------------------------


@pytest.mark.rule("SV 1.6")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seat_one_takes_the_token_unless_another_is_chosen(seats: int) -> None:
    scene = Scene(seats)

    assert scene.view["first"] == 0
    scene.roll("HSFULC")
    assert scene.state.to_act() == [0]


@pytest.mark.rule("SV 1.6")
@pytest.mark.parametrize(("seats", "start"), [(2, 2), (3, 2), (3, 3), (4, 4), (5, 1), (5, 3), (5, 5)])
def test_the_chosen_seat_takes_the_token(seats: int, start: int) -> None:
    scene = Scene(seats, options=[f"start={start}"])

    assert scene.view["first"] == start - 1
    assert said(scene.roll("HSFULC")) == [f"{start} rolled round=1 dice=HSFULC"]
    assert scene.state.to_act() == [start - 1]


@pytest.mark.rule("SV 1.6")
def test_town_pictures_are_dealt_from_seat_one_on_whoever_begins() -> None:
    scene = Scene.unopened(3, ["sheet=A", "start=3"])

    assert scene.state.chance_name() == "seat 1 town"
    assert scene.view["first"] is None


@pytest.mark.rule("SV 1.6", "refused")
@pytest.mark.parametrize("value", ["0", "3", "-1", "", "two", "1.0", "²", "٢", "9" * 5000])
def test_the_first_player_is_a_seat_of_the_table(value: str) -> None:
    with pytest.raises(BadSetup, match=r"must be one of 1 to 2 \(SV 1\.6\)") as caught:
        GAME.setup(2, [f"start={value}"])

    assert caught.value.part == "options"


@pytest.mark.rule("SV 1.6", "refused")
def test_seat_one_does_not_begin_when_another_was_chosen() -> None:
    scene = Scene(3, options=["start=2"])
    scene.roll("HSFULC")

    scene.refused(0, "take house", "SV 2.2", "not_your_turn", whose=1)
