"""The same key gives the same game in the pages as here, move by move."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from farmstead import shelf
from scripts.site.runtime import NODE, PYODIDE, write_runtime
from tests.in_page import same_games
from tests.in_page.sites import NEEDS_RUNTIME

GAMES = 200  # of each
HERE = Path(__file__).parent


@pytest.mark.more
@NEEDS_RUNTIME
def test_the_same_key_gives_the_same_game(tmp_path: Path) -> None:
    """Slow: it makes the runtime of the pages and plays four hundred games twice."""
    runtime = tmp_path / write_runtime(tmp_path)
    for game in shelf.names():
        script = [str(NODE), str(HERE / "run_python.mjs"), str(PYODIDE), str(runtime)]
        command = [*script, str(HERE / "same_games.py"), f"lines({game!r}, {GAMES})"]
        there = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert there.strip().splitlines() == same_games.lines(game, GAMES).splitlines()
