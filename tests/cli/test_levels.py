"""Whom one plays against: levels by name, chosen with ease, told at the beginning and in the end."""

import io
import sys
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.agents.levels import LEVELS
from farmstead.cli import main
from farmstead.cli.decision import DecisionPrompt
from farmstead.cli.opponents import called, ending, greeting, level_of, seated
from farmstead.cli.play import begun, resumed, seats_of
from farmstead.cli.saves import newest, read_secrets, unfinished
from farmstead.cli.sentences import seat_names
from farmstead.engine.contract import BadSetup
from farmstead.render.words import vocabulary
from tests.cli.test_play import Typist, match_for, sit_down, valley_for

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
GAMES = pytest.mark.parametrize("game", shelf.names())


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")


def seating_of(path: Path, seats: int) -> tuple[str, ...]:
    keeping = read_secrets(path, seats)
    assert keeping is not None
    return keeping.seating


# ---- names ---------------------------------------------------------------------------------------------


def test_levels_have_names() -> None:
    assert called("level:3") == "Neighbour, level 3"
    assert called(" level:level=5,seed=7") == "Master farmer, level 5"
    assert called("greedy:seed=3") == "greedy:seed=3"
    assert [level_of(f"level:{level}") for level in LEVELS] == list(LEVELS)
    assert level_of("uniform") is None
    assert len(called("stdio:" + "x" * 400)) == 40
    assert seat_names(["person", "level:1", "greedy"], "person") == [
        *("You", "Seat 2 (Seedling, level 1)", "Seat 3 (greedy)"),
    ]


def test_who_sits_where() -> None:
    assert seated(["person", "level:2"]) == "Seat 1: you. Seat 2: Gardener, level 2."
    assert seated(["person", "person", "uniform"]) == "Seat 1: a person. Seat 2: a person. Seat 3: uniform."


@GAMES
def test_the_list_of_seats_has_names(game: str, tmp_path: Path, capsys: Capture) -> None:
    match = begun(Typist(), game, ("person", "level:1"), [], None, "seed", tmp_path / "game")
    match.events += match.table.settle(match.dealer)
    DecisionPrompt(match, 0).obey("seats")
    assert "Seat 1: you. Seat 2: Seedling, level 1." in capsys.readouterr().out


def test_the_list_of_seats_of_people_needs_none(tmp_path: Path, capsys: Capture) -> None:
    match = match_for(Typist(), tmp_path / "game", ("person", "person"))
    match.events += match.table.settle(match.dealer)
    DecisionPrompt(match, 0).obey("seats")
    assert "a person" not in capsys.readouterr().out


def test_every_level_says_how_it_plays(capsys: Capture) -> None:
    assert list(map(int, vocabulary()["level"])) == list(LEVELS)
    assert main(["play", "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for number, level in LEVELS.items():
        assert f"{number} {level.name} {vocabulary()['level'][str(number)]}" in out
    assert "--level" in out


# ---- choosing ------------------------------------------------------------------------------------------


def test_a_level_fills_the_other_seats() -> None:
    grove, valley = shelf.game("walnut-grove"), shelf.game("sunflower-valley")
    assert seats_of(grove, None, None, 4) == ("person", "level:4")
    assert seats_of(valley, None, None, 1) == ("person", "level:1")
    assert seats_of(valley, 4, None, 5) == ("person", *["level:5"] * 3)
    with pytest.raises(BadSetup, match="2 to 5 players, not 9"):
        seats_of(valley, 9, None, 5)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (
            ["--level", "4", "--opponents", "greedy"],
            "--level 4 and --opponents greedy both say who plays; leave",
        ),
        (["--level", "4", "--opponents", ""], "leave one out"),
        (["--level", "4", "--seats", "1"], "with --seats 1 there are none; --seats 2 to --seats 4 has room"),
        (["--level", "0"], "--level 0: a whole number from 1 to 6 is needed"),
        (["--level", "7"], "--level 7: a whole number from 1 to 6 is needed"),
        (["--level", "hard"], "--level hard: a whole number from 1 to 6 is needed"),
        (["--level", "4", "--resume"], "--level cannot be combined"),
    ],
)
def test_levels_that_cannot_be(args: list[str], words: str, capsys: Capture) -> None:
    assert main(["play", "walnut-grove", *args]) == 2
    assert words in capsys.readouterr().err


@GAMES
def test_a_game_at_a_level(game: str, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    assert main(["play", game, "--level", "1", "--seed", "7", "--seats", "3"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert (
        "Each of your 2 opponents is Seedling, level 1. Choose another with `--level 1` (Seedling) to" in out
    )
    assert "to `--level 6` (Almanac)." in out
    assert "at this keyboard" not in out
    assert seating_of(newest(game), 3) == ("person", "level:1", "level:1")


@pytest.mark.parametrize(
    ("answers", "seating"),
    [
        (["1", "0"], ("person",)),
        (["1", ""], ("person", "level:3")),
        (["1", "seven", "7", "5"], ("person", "level:5")),
        (["2", "0", "master  FARMER"], ("person", "level:5")),
        (["2", "2"], ("person", "level:2")),
    ],
)
def test_at_a_terminal_the_level_is_asked(
    answers: list[str], seating: tuple[str, ...], monkeypatch: Patch, capsys: Capture
) -> None:
    typist = sit_down(monkeypatch, *answers, "q")
    assert main(["play"]) == 0
    assert seating_of(newest(None), len(seating)) == seating
    out = capsys.readouterr().out
    assert "3) Neighbour: lets little slip" in out
    assert ("0) nobody: play alone" in out) == (answers[0] == "1")
    assert typist.prompts[1] == "Who do you want to play? Press Enter for Neighbour, level 3. "
    assert out.count("or type a name") == len(answers) - 2


@pytest.mark.parametrize("answers", [["2", "q"], ["2"]])
def test_nobody_has_to_choose_a_level(answers: list[str], monkeypatch: Patch) -> None:
    sit_down(monkeypatch, *answers)
    assert main(["play"]) == 0
    assert not unfinished(None)


# ---- what is said --------------------------------------------------------------------------------------


def test_the_first_screen_says_whom_one_plays_against() -> None:
    grove, valley = shelf.game("walnut-grove"), shelf.game("sunflower-valley")
    (usual,) = greeting(valley, ("person", "level:3"), chosen=False)
    assert usual == (
        "You play against Neighbour, level 3. Choose another with `--level 1` (Seedling) to `--level 6`"
        " (Almanac). `--seats 2` seats 2 people at this keyboard."
    )
    (mixed,) = greeting(grove, ("person", "level:4", "greedy"), chosen=True)
    assert mixed == "You play against Farmer, level 4; greedy."
    (alone,) = greeting(grove, ("person",), chosen=False)
    assert alone.startswith("You play alone; `--level 1` (Seedling)")
    assert greeting(grove, ("person",), chosen=True) == greeting(valley, ("person",) * 2, chosen=True) == []


def test_it_is_said_once_and_under_the_sheet(tmp_path: Path, capsys: Capture) -> None:
    match = valley_for(Typist("1", "1", "1", "q"), tmp_path / "game", "person", "level:1")
    match.greeting = greeting(match.table.game, match.keeping.seating, chosen=True)
    match.run()
    out = capsys.readouterr().out
    assert out.count("You play against Seedling, level 1.") == 1
    assert out.index("You play against") < out.index("Which die do you take?")


@pytest.mark.parametrize(
    ("seating", "places", "words"),
    [
        (
            ("person", "level:3"),
            [1, 2],
            "You beat Neighbour, level 3. `--level 4` is stronger: Farmer.",
        ),
        (
            ("person", "level:5"),
            [1, 2],
            "You beat Master farmer, level 5. `--level 6` is stronger: Almanac.",
        ),
        (("person", "level:6"), [1, 2], "You beat Almanac, level 6."),
        (("person", "level:3"), [1, 1], "You tied with Neighbour, level 3."),
        (("person", "level:2", "level:2"), [3, 1, 2], "`--level 1` is gentler: Seedling."),
        (("person", "level:1"), [2, 1], "Seedling, level 1 beat you this time."),
        (("person", "greedy"), [2, 1], "greedy beat you this time."),
    ],
)
def test_what_is_said_in_the_end(seating: tuple[str, ...], places: list[int], words: str) -> None:
    (said,) = ending(seating, places)
    assert said.endswith(words)


def test_nothing_is_said_where_nobody_was_beaten() -> None:
    assert ending(("person",), [1]) == ending(("person", "person"), [1, 2]) == []
    assert ending(("person", "level:1", "greedy"), [1, 2, 3]) == []


@pytest.mark.more
def test_the_end_names_the_level_and_the_review(tmp_path: Path, capsys: Capture) -> None:
    """Slow: a whole game is played in the terminal."""
    match = valley_for(Typist(*["1"] * 300), tmp_path / "game", "person", "level:1")
    assert match.run() == 0
    out = capsys.readouterr().out.partition("The end")[2]
    assert max(len(line) for line in out.partition("The record of the game")[0].splitlines()) <= 80
    flat = " ".join(out.split())
    assert "(Seedling, level 1)" in flat and "Seedling, level 1 beat you this time." in flat
    assert f"Which moves cost most: farmstead review {tmp_path / 'game'}" in flat


# ---- saves ---------------------------------------------------------------------------------------------


def test_a_game_at_a_level_goes_on(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game"
    valley_for(Typist("1", "q"), path, "person", "level:2").run()
    again = resumed(path, None, Typist("seats", "q"))
    assert again.teller.names == ["You", "Seat 2 (Gardener, level 2)"]
    again.run()
    assert "Seat 2: Gardener, level 2." in capsys.readouterr().out


def test_older_saves_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game"
    valley_for(Typist("1", "q"), path, "person", "greedy").run()
    key = tmp_path / "game.key"
    lines = key.read_text().splitlines()
    key.write_text(f"{lines[0]}\nseating person greedy:seed=2\n")
    assert resumed(path, None, Typist("q")).teller.names == ["You", "Seat 2 (greedy:seed=2)"]


@pytest.mark.parametrize("seats", [2, 4, 5])
@pytest.mark.parametrize("level", LEVELS)
def test_many_long_names_fit(seats: int, level: int, tmp_path: Path, capsys: Capture) -> None:
    match = valley_for(Typist(), tmp_path / "game", "person", *[f"level:{level}"] * (seats - 1))
    match.events += match.table.settle(match.dealer)
    DecisionPrompt(match, 0).obey("score all")
    out = capsys.readouterr().out
    heading = out.partition("houses with a sheep")[0].split()
    assert max(map(len, out.splitlines())) <= 80
    for word in (*LEVELS[level].name.split()[:-1], f"{LEVELS[level].name.split()[-1]},", str(level)):
        assert heading.count(word) >= seats - 1
    (total,) = [line.split() for line in out.splitlines() if line.startswith("total")]
    assert len(total) == seats + 1
