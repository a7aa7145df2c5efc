"""Options of a table (SV 1.1, 1.6, 6.1): variant, sheet and first player, each written in one way."""

from __future__ import annotations

import itertools

import pytest

from farmstead.engine.contract import BadSetup, Setup
from farmstead.games.sunflower_valley.rules import GAME
from farmstead.games.sunflower_valley.rules.sheets import switch_values
from tests.games.sunflower_valley.scenes import Scene, drawn


def canonical(*options: str, seats: int = 5) -> str:
    return " ".join(GAME.setup(seats, options).options)


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("", "standard"),
        ("standard", "standard"),
        ("family", "family"),
        ("variant=standard", "standard"),
        ("variant=family", "family"),
        ("sheet=A", "standard sheet=A"),
        ("sheet=h", "standard sheet=H"),
        ("sheet=random", "standard"),
        ("start=1", "standard"),
        ("start=3", "standard start=3"),
        ("start=03", "standard start=3"),
        ("start=5 sheet=C family", "family sheet=C start=5"),
        ("sheet=C family start=1", "family sheet=C"),
    ],
)
def test_options_are_written_in_one_way(given: str, written: str) -> None:
    assert canonical(*given.split()) == written


def test_options_are_read_from_left_to_right() -> None:
    assert canonical("family", "standard") == "standard"
    assert canonical("standard", "family") == "family"
    assert canonical("sheet=A", "sheet=B") == "standard sheet=B"
    assert canonical("sheet=A", "sheet=random") == "standard"
    assert canonical("start=4", "start=2") == "standard start=2"
    assert canonical("start=4", "start=1") == "standard"


def test_the_canonical_form_of_every_choice_reads_back_as_itself() -> None:
    sheets = ["random", *"ABCDEFGH"]
    written = set()
    for variant, sheet, start in itertools.product(["standard", "family"], sheets, [1, 2, 3]):
        options = GAME.setup(3, [variant, f"sheet={sheet}", f"start={start}"]).options
        assert GAME.setup(3, options).options == options
        written.add(options)
    assert len(written) == 2 * 9 * 3


@pytest.mark.parametrize(
    ("options", "values"),
    [
        ("", {"variant": "standard", "sheet": "random"}),
        ("family", {"variant": "family", "sheet": "random"}),
        ("sheet=D", {"variant": "standard", "sheet": "D"}),
        ("start=2 sheet=h family", {"variant": "family", "sheet": "H"}),
    ],
)
def test_what_the_switches_stand_at(options: str, values: dict[str, str]) -> None:
    assert switch_values(options.split()) == values


@pytest.mark.parametrize("option", ["sheet=", "sheet=AB", "sheet=BCD", "sheet=I", "frankly", "start=0"])
def test_a_switch_that_is_not_known_is_refused(option: str) -> None:
    with pytest.raises(BadSetup):
        switch_values([option])


@pytest.mark.rule("SV 6.1")
@pytest.mark.parametrize(("option", "points"), [("standard", 6), ("family", 3 - 5)])
def test_the_variant_decides_how_sheep_serve(option: str, points: int) -> None:
    """Two houses side by side, and beside them two sheep, of which only one is next to a house."""
    scene = Scene.shown(drawn(b1="H", b2="H", b3="S", b4="S"), drawn(b5="H"), options=[option])
    lines = scene.state.score_lines(0)

    assert scene.view["options"] == [option, "sheet=A"]
    assert lines["houses_with_sheep"] + lines["houses_without"] == points


# ---- what is no option ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("familly", "family"),
        ("Family", "family"),
        ("standart", "standard"),
        ("sheets=A", "sheet=A"),
        ("starts=1", "start=1"),
    ],
)
def test_an_unknown_option_is_refused_with_the_nearest_one(wrong: str, near: str) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.setup(2, ["standard", wrong])
    assert caught.value.part == "options"
    assert f"did you mean {near}?" in str(caught.value)


@pytest.mark.rule("SV 1.1", "refused")
@pytest.mark.rule("SV 1.6", "refused")
@pytest.mark.parametrize(
    ("wrong", "why"),
    [("sheet", r"one of A, B, C.*\(SV 1\.1\)"), ("start", r"one of 1 to 2 \(SV 1\.6\)")],
)
def test_an_option_without_its_value_is_refused_with_those_there_are(wrong: str, why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        GAME.setup(2, [wrong])


@pytest.mark.parametrize("wrong", ["", "42", "solitaire", "=", "hypothetical=maybe", "x" * 5000])
def test_an_option_like_no_other_is_refused_with_all_there_are(wrong: str) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.setup(2, [wrong])
    sentence = str(caught.value)
    assert "no option of Sunflower Valley (SV 1.1, 1.6, 6.1)" in sentence
    assert "there are standard, family, sheet=A to sheet=H, start=1" in sentence
    assert len(sentence) < 250


@pytest.mark.rule("SV 6.1", "refused")
@pytest.mark.parametrize("value", ["", "both", "FAMILY", "standard,family"])
def test_there_is_no_third_variant(value: str) -> None:
    with pytest.raises(BadSetup):
        GAME.setup(2, [f"variant={value}"])


# ---- the set-up ----------------------------------------------------------------------------------------


def test_a_set_up_names_game_rules_seats_and_edition() -> None:
    setup = GAME.setup(3, ["family"])

    assert (setup.game, setup.rules, setup.seats) == ("sunflower-valley", 1, 3)
    assert setup.options == ("family",)
    assert setup.edition == GAME.edition.label


def test_another_revision_of_the_rules_is_refused() -> None:
    assert GAME.setup(2, rules=GAME.rules).rules == GAME.rules
    for other in (GAME.rules + 1, 0, -1):
        with pytest.raises(
            BadSetup, match=f"rules revision {other} of Sunflower Valley is not known"
        ) as caught:
            GAME.setup(2, rules=other)
        assert caught.value.part == "rules"


@pytest.mark.parametrize(
    "setup",
    [
        Setup("walnut-grove", 1, 2, ("standard",), GAME.edition.label),
        Setup("sunflower-valley", 2, 2, ("standard",), GAME.edition.label),
        Setup("sunflower-valley", 1, 1, ("standard",), GAME.edition.label),
        Setup("sunflower-valley", 1, 6, ("standard",), GAME.edition.label),
        Setup("sunflower-valley", 1, 2, ("standard", "sheet=Z"), GAME.edition.label),
        Setup("sunflower-valley", 1, 2, ("standard", "start=3"), GAME.edition.label),
        Setup("sunflower-valley", 1, 2, ("german",), GAME.edition.label),
        Setup("sunflower-valley", 1, 2, ("standard",), "farmstead sha256:0"),
    ],
    ids=["game", "rules", "one seat", "six seats", "sheet", "start", "option", "edition"],
)
def test_a_set_up_written_by_hand_is_checked_before_it_is_played(setup: Setup) -> None:
    with pytest.raises(BadSetup):
        GAME.start(setup)


def test_before_the_town_pictures_are_dealt_nobody_has_points() -> None:
    state = GAME.start(GAME.setup(3))

    assert state.scores() == [0, 0, 0]
