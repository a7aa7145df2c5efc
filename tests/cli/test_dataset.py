"""`farmstead dataset`: what it refuses before it plays. What it writes: `tests/research/test_dataset.py`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from farmstead.cli import main

Capture = pytest.CaptureFixture[str]


def test_without_pyarrow_it_is_said_how_to_get_it(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["dataset", "sunflower-valley", "--out", str(tmp_path / "games.parquet")]) == 2
    assert "PyArrow, which is not installed: pip install 'farmstead[research]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--agents", "greedy,uniform,greedy"], "3 agents for 2 seats; name one for all seats, or as many"),
        (["--agents", "gready"], "did you mean greedy?"),
        (["--games", "0"], "0 games cannot be played; 1 to 10,000,000 can"),
        (["--seats", "9"], "2 to 5 players, not 9 (SV 1.1)"),
        (["--on", "mars"], "--on mars: games are played on processes or on ray"),
    ],
)
def test_what_cannot_be_played_is_refused(
    tmp_path: Path, capsys: Capture, args: list[str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farmstead.cli.dataset.pyarrow_if_there", lambda: sys)
    assert main(["dataset", "sunflower-valley", "--out", str(tmp_path / "games.parquet"), *args]) == 2
    assert why in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path, capsys: Capture) -> None:
    assert main(["dataset", "sunflower-valley", "--out", str(tmp_path)]) == 1
    assert f"{tmp_path}: this is a directory, not a file" in capsys.readouterr().err
    assert main(["dataset", "sunflower-valley"]) == 2
    assert "Missing option '--out'" in capsys.readouterr().err
