"""`farmstead replay`: positions of a record, one by one."""

import io
from pathlib import Path

import pytest

from farmstead.cli import main
from farmstead.cli.replay import Film, following, step_through
from farmstead.cli.screen import Screen
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import write_record
from farmstead.engine.table import Table
from farmstead.walnut_grove import GAME

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random game of two, played to its end."""
    table, dealer = Table(GAME, GAME.setup(2)), QuickDealer(11)
    while table.state.to_act():
        seat = table.state.to_act()[0]
        if seat < 0:
            table.deal(dealer)
        else:
            table.play(seat, str(table.state.pick(seat, dealer)))
    path = tmp_path_factory.mktemp("records") / "game.record"
    path.write_text(write_record(table))
    return path


def test_the_last_position_unless_another_is_named(record: Path, capsys: Capture) -> None:
    length = Film(record, None, None).length
    assert main(["replay", str(record)]) == 0
    out = capsys.readouterr().out
    assert f"Move {length} of {length}" in out and "Score:" in out


@pytest.mark.parametrize(
    ("ply", "move"), [("0", "Before the first"), ("1", "Move 1 of"), ("40", "Move 40 of")]
)
def test_any_position(record: Path, ply: str, move: str, capsys: Capture) -> None:
    assert main(["replay", str(record), "--ply", ply]) == 0
    assert move in capsys.readouterr().out


def test_every_position_can_be_drawn(record: Path) -> None:
    film = Film(record, None, None)
    screen = Screen(io.StringIO())
    for ply in range(0, film.length, 9):
        screen.show(film.picture(ply, 100))


def test_negative_plies_count_from_the_end(record: Path, capsys: Capture) -> None:
    length = Film(record, None, None).length
    assert main(["replay", str(record), "--ply", "-1"]) == 0
    assert f"Move {length - 1} of" in capsys.readouterr().out


def test_through_the_eyes_of_a_seat(record: Path, capsys: Capture) -> None:
    assert main(["replay", str(record), "--ply", "60", "--seat", "2"]) == 0
    assert "Household of seat 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--ply", "9999"], "no position 9999"),
        (["--ply", "-9999"], "no position"),
        (["--seat", "3"], "seats are 1 to 2"),
    ],
)
def test_what_is_not_in_the_game(record: Path, args: list[str], words: str, capsys: Capture) -> None:
    assert main(["replay", str(record), *args]) == 2
    assert words in capsys.readouterr().err


def test_files_that_are_no_records(record: Path, tmp_path: Path, capsys: Capture) -> None:
    broken = tmp_path / "broken"
    broken.write_text(record.read_text().replace("start", "stort", 1))
    for path in (tmp_path / "missing", tmp_path, broken):
        assert main(["replay", str(path)]) == 1
        assert str(path) in capsys.readouterr().err


def test_a_picture(record: Path, tmp_path: Path, capsys: Capture) -> None:
    picture = tmp_path / "game.svg"
    assert main(["replay", str(record), "--ply", "50", "--svg", str(picture)]) == 0
    assert picture.read_text().startswith("<svg")
    assert "The picture is in" in capsys.readouterr().out


def test_stepping(record: Path) -> None:
    film = Film(record, None, None)
    assert following(film, 5, "n") == following(film, 5, "") == 6
    assert following(film, 5, "p") == 4
    assert following(film, 0, "p") == 0
    assert following(film, 5, "50") == 50
    assert following(film, 5, "99999") == film.length
    assert following(film, 5, "what") == 5
    assert following(film, film.length, "n") == film.length
    season = following(film, 30, "s")
    assert season > 30 and film.next_season(film.length) == film.length


def test_stepping_at_a_terminal(record: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    screen = Screen(io.StringIO())
    typed = iter(["n", "40", "p", "q"])
    monkeypatch.setattr(screen, "ask", lambda prompt: next(typed))
    step_through(Film(record, None, None), screen)
    out = capsys.readouterr().out
    assert "Move 1 of" in out and "Move 39 of" in out
