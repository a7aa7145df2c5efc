"""`farmstead verify`: a line for each file, a status for all."""

import io
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import write_record
from farmstead.engine.table import Table

Capture = pytest.CaptureFixture[str]


def record(moves: int | None = None, edition: str | None = None, seats: int = 2) -> str:
    """A random game, whole or its beginning, as a record."""
    game = shelf.game("walnut-grove") if edition is None else shelf.game_with("walnut-grove", edition)
    table = Table(game, game.setup(seats))
    dealer = QuickDealer(21)
    while (to_act := table.state.to_act()) and (moves is None or len(table.entries) < moves):
        if to_act[0] == CHANCE:
            table.deal(dealer)
        else:
            table.play(to_act[0], str(table.state.pick(to_act[0], dealer)))
    return write_record(table)


def score_of(text: str) -> str:
    return text.splitlines()[-2].removeprefix("= ")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.record"
    file.write_text(record())
    return file


def test_a_good_record_is_ok_with_its_score(good: Path, capsys: Capture) -> None:
    assert main(["verify", str(good)]) == 0
    assert capsys.readouterr().out == f"ok  {good}  {score_of(good.read_text())}\n"


def test_an_unfinished_record_is_ok_too(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "half.record"
    file.write_text(record(80))
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out == f"ok (unfinished)  {file}\n"


def test_all_files_are_looked_at_and_one_bad_is_enough(good: Path, tmp_path: Path, capsys: Capture) -> None:
    bad = tmp_path / "bad.record"
    bad.write_text(good.read_text().replace("* tile", "* tille", 1))
    missing, folder = tmp_path / "missing.record", tmp_path
    assert main(["verify", str(bad), str(missing), str(folder), str(good)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"FAILED {bad} line ") and "checksum doesn’t match" in lines[0]
    assert lines[1] == f"FAILED {missing}: there is no such file"
    assert lines[2] == f"FAILED {folder}: this is a directory, not a file"
    assert lines[3].startswith(f"ok  {good}")


class Stdin:
    """Standard input with these bytes on it."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_a_dash_is_standard_input(good: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Stdin(good.read_bytes()))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("ok  -  ")


def test_an_endless_file_is_too_large(capsys: Capture) -> None:
    zero = Path("/dev/zero")
    if not zero.exists():  # only Unix has one
        return
    assert main(["verify", str(zero)]) == 1
    assert "too large" in capsys.readouterr().out


def test_with_an_edition_of_ones_own(good: Path, tmp_path: Path, capsys: Capture) -> None:
    """The record names the components it was played with; packaged ones are always at hand."""
    edition = tmp_path / "mybox.toml"
    edition.write_text(shelf.edition_text("walnut-grove").replace("gold = 8", "gold = 9", 1))
    own = tmp_path / "own.record"
    own.write_text(record(edition=edition.read_text()))
    assert main(["verify", str(own)]) == 1
    assert "--edition FILE" in capsys.readouterr().out
    assert main(["verify", "--edition", str(edition), str(own), str(good)]) == 0
    assert capsys.readouterr().out.count("ok  ") == 2


@pytest.mark.parametrize(("text", "words"), [("gold", "not TOML"), ('game = "walnut-grove"', "WG 9.1")])
def test_a_bad_edition_is_told(good: Path, tmp_path: Path, capsys: Capture, text: str, words: str) -> None:
    edition = tmp_path / "bad.toml"
    edition.write_text(text)
    assert main(["verify", "--edition", str(edition), str(good)]) == 1
    assert words in capsys.readouterr().err


def test_solo_scores_are_one_number(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "solo.record"
    file.write_text(record(seats=1))
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.split()[2:] == [score_of(file.read_text())]
