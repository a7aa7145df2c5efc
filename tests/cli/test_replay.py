"""`farmstead replay`: positions of a record, one by one."""

import io
import re
from pathlib import Path

import pytest

from farmstead.cli import main
from farmstead.cli.replay import Film, following, step_through
from farmstead.cli.screen import Screen
from farmstead.cli.telling import events_by_move
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
    assert season > 30 and film.next_part(film.length) == film.length


def test_stepping_at_a_terminal(record: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    screen = Screen(io.StringIO())
    typed = iter(["n", "40", "p", "q"])
    monkeypatch.setattr(screen, "ask", lambda prompt: next(typed))
    step_through(Film(record, None, None), screen)
    out = capsys.readouterr().out
    first = Film(record, None, None).first_decision()
    assert "s next season, a number" in out
    assert f"Move {first} of" in out and f"Move {first + 1} of" in out and "Move 39 of" in out


def test_no_caption_tells_a_seat_what_is_private_to_another(record: Path) -> None:
    film, private = Film(record, 2, None), 0
    for ply, events in enumerate(events_by_move(film.table(film.length)), start=1):
        if any(event.audience == 0 for event in events):
            private += 1
            assert not re.search("copper|silver|gold", film._caption(ply))
    assert private > 5


def test_every_caption_of_a_seat_says_something(record: Path) -> None:
    film = Film(record, 1, None)
    assert all(len(film._caption(ply).partition("  ")[2]) > 5 for ply in range(1, film.length, 7))


def test_a_picture_shows_the_decision(record: Path, tmp_path: Path) -> None:
    film = Film(record, None, None)
    picture = tmp_path / "game.svg"
    assert main(["replay", str(record), "--ply", str(film.first_decision()), "--svg", str(picture)]) == 0
    assert "figure" in picture.read_text() and "1)" in picture.read_text()


def test_the_picture_of_the_readme_can_be_made_again(tmp_path: Path, capsys: Capture) -> None:
    docs = Path(__file__).parents[2] / "docs"
    picture = tmp_path / "game.svg"
    assert main(["replay", str(docs / "game.record"), "--ply", "170", "--svg", str(picture)]) == 0
    assert "Walk" in picture.read_text() and "Walk" in (docs / "game.svg").read_text()
