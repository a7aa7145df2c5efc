"""Moves in writing (SV 8.4): every text of a move, and everything that is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farmstead.engine.contract import CHANCE, NotUnderstood
from farmstead.engine.dealer import QuickDealer
from farmstead.games.sunflower_valley.rules import GAME
from farmstead.games.sunflower_valley.rules.actions import FORMS
from farmstead.games.sunflower_valley.rules.hexes import HEXES as NUMBERS
from farmstead.games.sunflower_valley.rules.hexes import hex_text, parse_hex
from tests.games.sunflower_valley.scenes import NAMES, Scene, draws, not_understood, reserves
from tests.games.sunflower_valley.slow_referee import rolls
from tests.games.sunflower_valley.slow_scorer import FACES, HEXES

WRITTEN = [
    *[f"take {face}" for face in FACES],
    *reserves(*NAMES),
    *draws(*HEXES),
    *[f"way {token}" for token in ("L03", "L14", "L25", "C02", "C04", "C13", "C15", "C24", "C35")],
    "pass",
    *[f"sheet {letter}" for letter in "ABCDEFGH"],
    *[f"town T{number}" for number in range(1, 6)],
    "roll HHSFUL",
    "roll HHHHHH",
    "roll CCCCCC",
    "roll HSFULC",
]
VERBS = ["draw", "pass", "reserve", "roll", "sheet", "take", "town", "way"]


@pytest.mark.rule("SV 8.4")
@pytest.mark.parametrize("text", WRITTEN)
def test_a_move_is_written_as_it_was_read(text: str) -> None:
    move = GAME.parse(text)

    assert str(move) == text
    assert repr(move) == f"<{text}>"
    assert GAME.parse(text) is move


@pytest.mark.rule("SV 8.4")
@pytest.mark.parametrize("text", WRITTEN)
def test_capitals_and_extra_blanks_do_not_matter(text: str) -> None:
    move = GAME.parse(text)

    assert GAME.parse(text.upper()) is move
    assert GAME.parse(text.lower()) is move
    assert GAME.parse(text.title()) is move
    assert GAME.parse("  " + text.replace(" ", " \t  ") + "\n") is move


@pytest.mark.rule("SV 8.4")
def test_each_of_the_462_rolls_has_a_text_of_its_own() -> None:
    assert {str(GAME.parse(text)) for text in rolls()} == set(rolls())
    assert len({id(GAME.parse(text)) for text in rolls()}) == 462


def test_every_verb_is_shown_above() -> None:
    assert {text.split()[0] for text in WRITTEN} == set(VERBS) == set(FORMS)


@pytest.mark.rule("SV 8.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_text_that_is_offered_parses_back_to_the_very_object(seats: int) -> None:
    scene, dealer = Scene.unopened(seats), QuickDealer(seats)
    while scene.state.to_act():
        (seat,) = scene.state.to_act()
        for move in scene.table.options(seat):
            assert GAME.parse(str(move)) is move
        if seat == CHANCE:
            scene.table.deal(dealer)
        else:
            scene.play(seat, str(scene.state.pick(seat, dealer)))


# ---- hexes ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SV 8.4")
def test_hexes_are_written_from_a1_to_e6_row_by_row() -> None:
    assert [hex_text(place) for place in NUMBERS] == HEXES
    assert (HEXES[0], HEXES[5], HEXES[6], HEXES[-1], len(HEXES)) == ("a1", "a6", "b1", "e6", 30)
    assert [parse_hex(text) for text in HEXES] == NUMBERS


@pytest.mark.rule("SV 8.4", "refused")
@pytest.mark.parametrize(
    "text", ["a", "1", "a0", "a7", "f1", "A1", "1a", "a10", " a1", "a1 ", "a٣", "a²", "aa", "11"]
)
def test_what_is_no_hex_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        parse_hex(text)


@pytest.mark.rule("SV 8.4", "refused")
@pytest.mark.parametrize("place", ["a0", "a7", "f1", "z9", "1a", "a-1", "a11", "b", "2", "0,0", "b2 b3", ""])
def test_one_does_not_draw_outside_the_sheet(place: str) -> None:
    refusal = not_understood(f"draw {place}")

    assert (refusal.rule, refusal.key) == ("SV 3.2", "bad_form")
    assert refusal.instead == ["draw HEX, such as b2: row a-e from the top, column 1-6"]


# ---- what is none --------------------------------------------------------------------------------------


@pytest.mark.rule("SV 8.4", "refused")
@pytest.mark.parametrize("text", WRITTEN)
def test_a_word_more_or_a_word_less_is_no_move(text: str) -> None:
    verb = text.split()[0]

    for wrong in [f"{text} now", f"{text} {text}", *([verb] if text != verb else [])]:
        refusal = not_understood(wrong)
        assert (refusal.key, refusal.tried, refusal.instead) == ("bad_form", wrong, [FORMS[verb].text])


@pytest.mark.rule("SV 8.4", "refused")
@pytest.mark.parametrize(
    ("text", "rule", "form"),
    [
        ("take cow", "SV 3.1", "take house|sheep|sunflower|super-sunflower|straight|curve"),
        ("take super sunflower", "SV 3.1", "take house|sheep|sunflower|super-sunflower|straight|curve"),
        ("reserve red", "SV 3.1", "reserve orange|yellow|green|pink|blue"),
        ("draw g9", "SV 3.2", "draw HEX, such as b2: row a-e from the top, column 1-6"),
        ("way north", "SV 3.5", "way L03|L14|L25 or way C02|C04|C13|C15|C24|C35"),
        ("draw d\u0661", "SV 3.2", "draw HEX, such as b2: row a-e from the top, column 1-6"),
        ("draw\xa0d1", "SV 3.2", "draw HEX, such as b2: row a-e from the top, column 1-6"),
        ("pass please", "SV 3.3", "pass"),
        ("sheet Q", "SV 1.1", "sheet A|B|C|D|E|F|G|H"),
        ("town T9", "SV 1.3", "town T1|T2|T3|T4|T5"),
        ("roll 123456", "SV 2.1", "roll DICE: six of the letters H S F U L C, in this order, such as HHSFUL"),
    ],
)
def test_a_bad_form_is_refused_with_the_right_one(text: str, rule: str, form: str) -> None:
    refusal = not_understood(text)

    assert (refusal.rule, refusal.key, refusal.tried, refusal.instead) == (rule, "bad_form", text, [form])


@pytest.mark.rule("SV 3.5", "refused")
@pytest.mark.parametrize(
    "way",
    [f"C{side}{(side + 1) % 6}" for side in range(6)]
    + [f"C{side}{side}" for side in range(6)]
    + ["C03", "C14", "C25", "L01", "L02", "L00", "L33", "L30", "C20", "L36", "C06", "H", "F", ".", "^", "03"],
)
def test_no_track_joins_neighbouring_sides_or_a_side_with_itself(way: str) -> None:
    """Nor does a curve join opposite sides, and the lower side is written first."""
    refusal = not_understood(f"way {way}")

    assert (refusal.rule, refusal.key) == ("SV 3.5", "bad_form")
    assert refusal.instead == [FORMS["way"].text]


@pytest.mark.rule("SV 8.4", "refused")
@pytest.mark.parametrize(
    "text",
    ["", "   ", "fly", "17", "b2", "house", "\0", "takehouse", "take" * 40, "pass " + " " * 100, "w" * 10_000]
    + ["tåke house"],
)
def test_what_begins_with_no_verb_is_refused_with_all_of_them(text: str) -> None:
    refusal = not_understood(text)

    assert (refusal.rule, refusal.key) == ("SV 8.4", "unknown_verb")
    assert refusal.instead == VERBS
    assert refusal.tried == text[:80]


@pytest.mark.rule("SV 8.4", "refused")
@pytest.mark.parametrize("text", ["", "fly", "take cow", "draw z1", "way L33", "roll H"])
def test_what_is_not_understood_changes_nothing_at_a_table(text: str) -> None:
    scene = Scene()
    scene.roll("HSFULC")
    before = scene.state.text()

    with pytest.raises(NotUnderstood):
        scene.play(0, text)

    assert scene.state.text() == before
    assert len(scene.table.entries) == 3


@given(
    st.text(max_size=100) | st.lists(st.sampled_from([*VERBS, *FACES, *NAMES, *HEXES, "L03"])).map(" ".join)
)
def test_any_text_is_a_move_or_not_understood(text: str) -> None:
    try:
        move = GAME.parse(text)
    except NotUnderstood:
        refusal = not_understood(text)
        assert refusal.rule.startswith("SV ")
        assert refusal.instead
    else:
        assert GAME.parse(str(move)) is move
        assert str(move).lower() == " ".join(text.lower().split())
