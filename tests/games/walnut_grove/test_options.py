"""Options (WG 10): presets, switches and the start player, each written in one way."""

from __future__ import annotations

import itertools

import pytest

from farmstead.engine.contract import BadSetup
from farmstead.games.walnut_grove.rules import GAME
from tests.games.walnut_grove.scenes import Scene

ENTER, JOKERS, HELP = "enter_unpayable=on", "jokers=buildings", "open_help_costs=off"


def canonical(*options: str, seats: int = 4) -> str:
    return " ".join(GAME.setup(seats, options).options)


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("", "german"),
        ("german", "german"),
        ("french", "french"),
        ("enter_unpayable=off", "german"),
        ("jokers=any", "german"),
        ("open_help_costs=on", "german"),
        (ENTER, f"german {ENTER}"),
        (JOKERS, f"german {JOKERS}"),
        (HELP, f"german {HELP}"),
        (f"{HELP} {ENTER}", f"german {ENTER} {HELP}"),
        (f"{JOKERS} {HELP} {ENTER}", "french"),
        ("french jokers=any", f"german {ENTER} {HELP}"),
        ("french enter_unpayable=off", f"german {JOKERS} {HELP}"),
        ("french open_help_costs=on", f"german {ENTER} {JOKERS}"),
        ("start=1", "german"),
        ("start=3", "german start=3"),
        ("start=2 french", "french start=2"),
    ],
)
def test_options_are_written_in_one_way(given: str, written: str) -> None:
    assert canonical(*given.split()) == written


def test_options_are_read_from_left_to_right() -> None:
    assert canonical("french", "german") == "german"
    assert canonical("german", "french") == "french"
    assert canonical(JOKERS, "german") == "german"
    assert canonical("german", JOKERS, "jokers=any") == "german"
    assert canonical("start=4", "start=2") == "german start=2"


def test_the_canonical_form_of_every_choice_reads_back_as_itself() -> None:
    choices = [*itertools.product(["off", "on"], ["any", "buildings"], ["on", "off"], ["1", "2"])]
    written = set()
    for enter, jokers, help, start in choices:
        options = GAME.setup(
            2,
            [f"enter_unpayable={enter}", f"jokers={jokers}", f"open_help_costs={help}", f"start={start}"],
        ).options
        assert GAME.setup(2, options).options == options
        written.add(options)
    assert len(written) == len(choices) == 16


@pytest.mark.parametrize(
    ("options", "enter", "jokers", "costs"),
    [
        ("german", False, True, True),
        (ENTER, True, True, True),
        (JOKERS, False, False, True),
        (HELP, False, True, False),
        ("french", True, False, False),
    ],
)
def test_each_switch_turns_what_it_names(options: str, enter: bool, jokers: bool, costs: bool) -> None:
    switches = Scene(options=[options]).state.switches
    assert switches.enter_unpayable is enter
    assert switches.jokers_anywhere is jokers
    assert switches.open_help_costs is costs
    assert switches.start == 0


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("frensh", "french"),
        ("German", "german"),
        ("joker=any", "jokers=any"),
        ("jokers=building", "jokers=buildings"),
        ("jokers", "jokers=any"),
        ("open_help_cost=off", "open_help_costs=off"),
        ("enter-unpayable=on", "enter_unpayable=on"),
        ("enter_unpayable=yes", "enter_unpayable=o"),
        ("start", "start=1"),
    ],
)
def test_an_unknown_option_is_refused_with_the_nearest_one(wrong: str, near: str) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.setup(2, ["german", wrong])
    assert f"{wrong!r} is no option of Walnut Grove (WG 10); did you mean {near}" in str(caught.value)


@pytest.mark.parametrize("wrong", ["", "42", "solitaire", "=", "hypothetical=maybe"])
def test_an_option_like_no_other_is_refused_with_all_there_are(wrong: str) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.setup(2, [wrong])
    for known in ("german", "french", ENTER, JOKERS, HELP, "jokers=any", "start=1"):
        assert known in str(caught.value)


# ---- the start player (WG 1.9) -------------------------------------------------------------------------


@pytest.mark.rule("WG 1.9")
@pytest.mark.parametrize(("start", "order"), [(1, [0, 1, 2]), (2, [1, 2, 0]), (3, [2, 0, 1])])
def test_the_chosen_seat_places_its_figure_first_then_clockwise(start: int, order: list[int]) -> None:
    scene = Scene(seats=3, options=[f"start={start}"], starts="")
    placed = []
    for _ in range(3):
        placed.append(scene.state.to_act()[0])
        assert scene.state.to_act() == placed[-1:]
        assert scene.legal(placed[-1]) == ["start church", "start town-hall"]
        scene.play(placed[-1], "start church")
    assert placed == order
    assert scene.state.chance_name() == "year 1 spring seat 1 tile 1"


@pytest.mark.rule("WG 1.9", "refused")
def test_seat_one_does_not_begin_when_another_was_chosen() -> None:
    scene = Scene(seats=3, options=["start=2"], starts="")
    scene.refused(0, "start church", "WG 1.9", "not_your_turn")


@pytest.mark.rule("WG 1.9")
def test_without_the_option_seat_one_begins() -> None:
    assert Scene(seats=4, starts="").state.to_act() == [0]


@pytest.mark.rule("WG 1.9", "refused")
@pytest.mark.parametrize("value", ["0", "3", "-1", "", "two", "1.0", "²", "٢", "9" * 5000])
def test_the_start_player_is_a_seat_of_the_table(value: str) -> None:
    with pytest.raises(BadSetup, match=r"must be one of 1 to 2 \(WG 1\.9\)"):
        GAME.setup(2, [f"start={value}"])


@pytest.mark.rule("WG 1.9")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_seat_may_begin(seats: int) -> None:
    for start in range(1, seats + 1):
        setup = GAME.setup(seats, [f"start={start}"])
        assert ("start=" in " ".join(setup.options)) == (start > 1)


# ---- the table (WG 1.1) --------------------------------------------------------------------------------


@pytest.mark.rule("WG 1.1", "refused")
@pytest.mark.parametrize("seats", [0, 5, -1])
def test_no_table_is_set_for_fewer_than_one_or_more_than_four(seats: int) -> None:
    with pytest.raises(BadSetup, match=rf"for 1 to 4 players, not {seats} \(WG 1\.1\)"):
        GAME.setup(seats)


def test_a_set_up_names_game_rules_seats_and_edition() -> None:
    setup = GAME.setup(3, ["french"])
    assert (setup.game, setup.rules, setup.seats) == ("walnut-grove", GAME.rules, 3)
    assert setup.edition == GAME.edition.label


def test_another_revision_of_the_rules_is_refused() -> None:
    assert GAME.setup(2, rules=GAME.rules).rules == GAME.rules
    for other in (GAME.rules + 1, 0):
        with pytest.raises(BadSetup, match=f"rules revision {other} of Walnut Grove is not known"):
            GAME.setup(2, rules=other)
