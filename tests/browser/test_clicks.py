"""How many clicks a game takes somebody new, with the settings that a browser begins with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts.screenshots.serving import same_server

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from scripts.clicks import GROVE, VALLEY, a_game

MOST_OF_A_GAME = 100
MOST_OF_A_TURN = 4  # with a track that lies otherwise than it would by itself
USUAL_TURN = 3


@pytest.fixture(scope="module")
def same(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("clicks")
    with same_server(folder / "server") as url:
        yield url


# `Any`, here and below: the browser is Playwright's, which may not be there.
@pytest.mark.more
@pytest.mark.parametrize("luck", ["one", "three"])  # in the third a toll and a building are paid together
def test_a_game_of_walnut_grove(browser: Any, same: str, luck: str) -> None:
    """Slow: level 4's whole game is clicked through."""
    counted = a_game(browser, same, GROVE, f"clicks {luck}")
    assert sum(each.clicks for each in counted) <= MOST_OF_A_GAME


@pytest.mark.more
def test_a_turn_of_sunflower_valley(browser: Any, same: str) -> None:
    """Slow: level 4's turns are clicked through, against a bot."""
    turns = a_game(browser, same, VALLEY, "clicks", 12)
    assert max(each.clicks for each in turns) <= MOST_OF_A_TURN
    assert sorted(each.clicks for each in turns)[len(turns) // 2] <= USUAL_TURN
