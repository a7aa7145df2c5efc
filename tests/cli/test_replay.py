"""`farmstead replay`: positions of a record, one by one."""

import io
import re
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.cli.replay import RecordedPositions, following, step_through
from farmstead.cli.screen import Screen
from farmstead.cli.sentences import events_by_move
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import write_record
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.rules import GAME

Capture = pytest.CaptureFixture[str]
LARGEST_PICTURE = 150_000  # bytes that whoever reads the README has to load for each


def played(name: str, seed: int, folder: Path) -> Path:
    """A random game of two, played to its end."""
    game = shelf.game(name)
    table, dealer = Table(game, game.setup(2)), QuickDealer(seed)
    while table.state.to_act():
        seat = table.state.to_act()[0]
        if seat < 0:
            table.deal(dealer)
        else:
            table.play(seat, str(table.state.pick(seat, dealer)))
    path = folder / "game.record"
    path.write_text(write_record(table))
    return path


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played("walnut-grove", 5, tmp_path_factory.mktemp("records"))


def test_the_last_position_unless_another_is_named(record: Path, capsys: Capture) -> None:
    length = RecordedPositions(record, None, None).length
    assert main(["replay", str(record)]) == 0
    assert f"Move {length} of {length}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "seed", "verdict"),
    [
        ("walnut-grove", 5, "place 2 1 Seat 2 wins with −34 points."),
        ("walnut-grove", 78, "place 1 1 Seat 1 and Seat 2 tie for the win with −58 points each."),
        ("walnut-grove", 20, "place 2 1 Seat 2 wins with −32 points. Seat 2 and Seat 1 are tied with"),
        ("sunflower-valley", 1, "place 1 2 Seat 1 wins with 15 points, 6 ahead of Seat 2."),
        ("sunflower-valley", 336, "place 2 1 Seat 2 wins with −1 point. Seat 2 and Seat 1 are tied with"),
    ],
)
def test_the_end_shows_the_final_score_and_who_has_won(
    name: str, seed: int, verdict: str, tmp_path: Path, capsys: Capture
) -> None:
    record = played(name, seed, tmp_path)
    assert main(["replay", str(record)]) == 0
    at_end = " ".join(capsys.readouterr().out.split())
    assert verdict in at_end and "final score" in at_end.lower()
    assert "If it ended now" not in at_end and "Score so far" not in at_end
    assert main(["replay", str(record), "--ply", "-1"]) == 0
    before = " ".join(capsys.readouterr().out.split())
    assert "place" not in before.lower().partition("total")[2] and "final score" not in before.lower()
    assert "If it ended now" in before or "Score so far" in before


def test_an_unfinished_game_has_no_winner(tmp_path: Path, capsys: Capture) -> None:
    table = Table(GAME, GAME.setup(2))
    table.settle(QuickDealer(3))
    path = tmp_path / "game.record"
    path.write_text(write_record(table))
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert "Move" in out and "wins" not in out and "total" not in out


@pytest.mark.parametrize(
    ("ply", "move"), [("0", "Before the first"), ("1", "Move 1 of"), ("40", "Move 40 of")]
)
def test_any_position(record: Path, ply: str, move: str, capsys: Capture) -> None:
    assert main(["replay", str(record), "--ply", ply]) == 0
    assert move in capsys.readouterr().out


def test_every_position_can_be_drawn(record: Path) -> None:
    film = RecordedPositions(record, None, None)
    screen = Screen(io.StringIO())
    for ply in range(0, film.length, 9):
        screen.show(film.picture(ply, 100))


def test_negative_plies_count_from_the_end(record: Path, capsys: Capture) -> None:
    length = RecordedPositions(record, None, None).length
    assert main(["replay", str(record), "--ply", "-1"]) == 0
    assert f"Move {length - 1} of" in capsys.readouterr().out


def test_through_the_eyes_of_a_seat(record: Path, capsys: Capture) -> None:
    assert main(["replay", str(record), "--ply", "60", "--seat", "2"]) == 0
    assert "Land of seat 2" in capsys.readouterr().out


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
    film = RecordedPositions(record, None, None)
    assert following(film, 5, "n") == following(film, 5, "") == 6
    assert following(film, 5, "p") == 4
    assert following(film, 0, "p") == 0
    assert following(film, 5, "50") == 50
    assert following(film, 5, "99999") == film.length
    assert following(film, 5, "what") == 5
    assert following(film, 5, "e") == film.length
    assert following(film, film.length, "n") == film.length
    season = following(film, 30, "s")
    assert season > 30 and film.next_part(film.length) == film.length


def test_stepping_at_a_terminal(record: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    screen = Screen(io.StringIO())
    typed = iter(["n", "40", "p", "q"])
    monkeypatch.setattr(screen, "ask", lambda prompt: next(typed))
    step_through(RecordedPositions(record, None, None), screen)
    out = capsys.readouterr().out
    first = RecordedPositions(record, None, None).first_decision()
    assert "Enter or n next, p previous, s next season, a number, e the end, q leaves" in out
    assert f"Move {first} of" in out and f"Move {first + 1} of" in out and "Move 39 of" in out


def test_no_caption_tells_a_seat_what_is_private_to_another(record: Path) -> None:
    film, private = RecordedPositions(record, 2, None), 0
    for ply, events in enumerate(events_by_move(film.table(film.length)), start=1):
        if any(event.audience == 0 for event in events):
            private += 1
            assert not re.search("copper|silver|gold", film._caption(ply))
    assert private > 5


def test_every_caption_of_a_seat_says_something(record: Path) -> None:
    film = RecordedPositions(record, 1, None)
    assert all(len(film._caption(ply).partition("  ")[2]) > 5 for ply in range(1, film.length, 7))


def test_a_picture_shows_the_decision(record: Path, tmp_path: Path) -> None:
    film = RecordedPositions(record, None, None)
    picture = tmp_path / "game.svg"
    assert main(["replay", str(record), "--ply", str(film.first_decision()), "--svg", str(picture)]) == 0
    assert "Where does your town pawn start?" in words_in(picture)


@pytest.mark.parametrize(("name", "ply"), [("game", 170), ("valley", 112)])
def test_the_pictures_of_the_readme_can_be_made_again(name: str, ply: int, tmp_path: Path) -> None:
    docs = Path(__file__).parents[2] / "docs"
    picture = tmp_path / "game.svg"
    assert main(["replay", str(docs / f"{name}.record"), "--ply", str(ply), "--svg", str(picture)]) == 0
    assert words_in(picture) == words_in(docs / f"{name}.svg")
    assert (docs / f"{name}.svg").stat().st_size <= LARGEST_PICTURE


def words_in(picture: Path) -> str:
    return " ".join(re.findall(">([^<]+)<", picture.read_text()))


def test_unknown_keys_are_told_the_keys(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    screen = Screen(io.StringIO())
    typed = iter(["dragon", "", "7", "q"])
    monkeypatch.setattr(screen, "ask", lambda prompt: next(typed))
    step_through(RecordedPositions(record, None, None), screen)
    out = capsys.readouterr().out
    assert (
        out.count("is no key here") == 1 and "`dragon` is no key here; these are the keys:\nEnter or n" in out
    )


def test_captions_say_what_was_drawn(tmp_path: Path) -> None:
    film = RecordedPositions(played("sunflower-valley", 1, tmp_path), None, None)
    draws = [
        n
        for n, (seat, text) in enumerate(film.record.moves, start=1)
        if seat == 0 and text.startswith("draw")
    ]
    captions = [film._caption(ply).partition("  ")[2] for ply in draws]
    assert sum(caption.startswith("Seat 1 drew a ") for caption in captions) > 10
    assert [caption for caption in captions if re.match(r"Seat 1 drew a sheep in \w\d \(\w+\)\.", caption)]
    undrawn = [caption for caption in captions if " drew " not in caption]
    assert undrawn and all(re.fullmatch(r"Seat 1: Draw in \w\d", caption) for caption in undrawn)  # tracks


def test_a_low_terminal_gets_a_low_sheet(tmp_path: Path) -> None:
    film = RecordedPositions(played("sunflower-valley", 1, tmp_path), None, None)
    screen = Screen(io.StringIO())
    assert screen.rows(film.picture(30, 80, 14)) <= 16 < screen.rows(film.picture(30, 80))
