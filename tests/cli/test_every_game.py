"""Every command with every game of the shelf."""

import io
import json
import sys
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.cli.replay import RecordedPositions, following, step_through
from farmstead.cli.screen import Screen
from farmstead.engine.contract import CHANCE

Capture = pytest.CaptureFixture[str]
GAMES = pytest.mark.parametrize("game", shelf.names())


@pytest.fixture
def record(game: str, tmp_path: Path) -> Path:
    """A random game, played to its end."""
    assert main(["simulate", game, "--games", "1", "--save", str(tmp_path)]) == 0
    (path,) = tmp_path.iterdir()
    return path


@GAMES
def test_simulate(game: str, capsys: Capture) -> None:
    most = shelf.game(game).most
    assert main(["simulate", game, "--seats", str(most), "--games", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    lines = dict(found["lines"])
    assert lines.pop("total") == pytest.approx(sum(lines.values()), abs=0.01)
    assert len(found["by_seat"]) == most and found["game"] == game
    assert main(["simulate", game, "--games", "1"]) == 0
    out = capsys.readouterr().out
    assert all(line.replace("_", " ") in out for line in lines)


@GAMES
def test_verify(game: str, record: Path, capsys: Capture) -> None:
    assert main(["verify", str(record)]) == 0
    assert f"ok  {record}  " in capsys.readouterr().out
    lines = record.read_text().splitlines()
    n = next(n for n, line in enumerate(lines) if n > 6 and line[0] in "12")
    record.write_text("\n".join([*lines[:n], "1 pass", *lines[n + 1 :]]) + "\n")
    assert main(["verify", str(record)]) == 1
    out = capsys.readouterr().out
    assert f"line {n + 1}: `pass`: " in out and f"({shelf.row(game).prefix} " in out


@GAMES
def test_replay(game: str, record: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    film = RecordedPositions(record, None, None)
    half = film.length // 2
    assert main(["replay", str(record), "--ply", str(half), "--seat", "2"]) == 0
    assert f"Move {half} of {film.length}" in capsys.readouterr().out
    screen = Screen(io.StringIO())
    typed = iter(["s", "p", "q"])
    monkeypatch.setattr(screen, "ask", lambda prompt: next(typed))
    step_through(film, screen)
    assert f"s {film.drawing.next_part}, " in capsys.readouterr().out


@GAMES
def test_replay_goes_from_part_to_part(game: str, record: Path) -> None:
    film = RecordedPositions(record, None, None)
    parts = [film._part(ply) for ply in range(film.length + 1)]
    begin = film.first_decision()
    later = following(film, begin, "s")
    assert begin < later and len({*parts[begin:later]}) == 1 and parts[later] != parts[begin]
    assert all(part[:1].isupper() for part in parts)


@GAMES
def test_a_part_of_the_game_is_never_come_back_to(game: str, record: Path) -> None:
    film = RecordedPositions(record, None, None)
    parts = [film._part(ply) for ply in range(film.first_decision(), film.length)]
    changes = sum(one != other for one, other in zip(parts, parts[1:], strict=False))
    assert changes == len(set(parts)) - 1 > 3


@GAMES
def test_replay_makes_pictures(game: str, record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    film = RecordedPositions(record, None, None)
    ply = next(
        ply for ply in range(film.first_decision(), film.length) if film.table(ply).state.to_act() != [CHANCE]
    )
    assert main(["replay", str(record), "--ply", str(ply), "--svg", str(picture)]) == 0
    assert picture.read_text().startswith("<svg") and f"Move {ply} of" in picture.read_text()


@GAMES
def test_score(game: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}\n\n[]\n")))
    assert main(["score", game]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(answers) == 2
    assert all(answer["rule"].startswith(shelf.row(game).prefix) for answer in answers)


def test_a_valley_is_scored(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    rows = ["C35 S F S ^ H", "U H H U U S", "^ L14 ^ C24 ^ H", "H L03 H F C15 C24", "S S U ^ S H"]
    line = json.dumps({"sheet": "A", "rows": rows}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    assert main(["score", "sunflower-valley", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 34


@GAMES
def test_schema(game: str, capsys: Capture) -> None:
    assert main(["schema", game]) == 0
    assert json.loads(capsys.readouterr().out)["properties"]["game"] == {"const": game}


@GAMES
def test_editions(game: str, tmp_path: Path, capsys: Capture) -> None:
    assert main(["edition", "show", game]) == 0
    file = tmp_path / "mybox.toml"
    file.write_text(capsys.readouterr().out)
    assert main(["edition", "check", str(file)]) == 0
    out = capsys.readouterr().out
    assert f"is sound: {shelf.game(game).title}, edition {shelf.edition_of(shelf.game(game))}" in out
    file.write_text(f'game = "{game}"')
    assert main(["edition", "check", str(file)]) == 1
    assert f"({shelf.row(game).prefix} " in capsys.readouterr().out


@GAMES
def test_play_from_standard_input(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """What `?`, `why`, `closed`, `rules`, `score` and the looks answer, and a refusal."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    drawing = RecordedPositions(record_of(game, tmp_path / "other"), None, None).drawing
    capsys.readouterr()
    asked = ["help", f"? {drawing.example}", "why pass", "closed", "all", "rules 5.1", "score", "log"]
    lines = [*asked, *drawing.looks, f"{next(iter(drawing.looks))} 2", "pass", "1", "u"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", game, "--seats", "2", "--seed", "7"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    prefix = shelf.row(game).prefix
    assert f"({prefix} " in out
    assert f"`rules {drawing.example}`" in out and "5.1: " in out and "total" in out
    assert "is neither a move nor a name in this game" not in out and "No move begins like" not in out


def record_of(game: str, folder: Path) -> Path:
    assert main(["simulate", game, "--games", "1", "--save", str(folder)]) == 0
    (path,) = folder.iterdir()
    return path
