"""Games of random moves as OpenSpiel writes them down: golden files, made by `scripts.playthroughs`."""

from __future__ import annotations

import pytest

from scripts.playthroughs import FOLDER, GAMES, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    """Slow: it writes down all that is known after some moves of whole games."""
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(GAMES)
