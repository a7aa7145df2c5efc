"""Both games by keys alone, and by what a screen reader has to go by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from farmstead.client import Client, Position
from scripts.screenshots.tables import bring, season, turn
from tests.browser.conftest import People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.browser.hands import waited
from tests.browser.keyboard import Keys
from tests.browser.reader import LISTENING, Reader
from tests.browser.test_games import BOT, ME, over, table_for


# `Any`, here and below: pages are Playwright's, which may not be there.
def played(page: Any, server: Process, game: str, enough: Callable[[Position], bool]) -> None:
    """A game against a bot, brought by a program to where somebody takes it over, and opened."""
    (cookie,) = [each["value"] for each in page.context.cookies() if each["name"] == "farmstead"]
    code = table_for(page, game, ME, BOT)
    with Client(server.url, cookie=cookie) as client:
        bring(client, code, enough)
    page.goto(f"/t/{code}")
    waited(page)


def test_sunflower_valley_by_keys_alone(person: People, server: Process) -> None:
    """Slow: the last turns of a game are played by keys."""
    page = person(server, "Anna")
    played(page, server, "sunflower-valley", turn(8))
    Keys(page, seed=6).play()
    over(page)


@pytest.mark.more
def test_walnut_grove_by_keys_alone(person: People, server: Process) -> None:
    """Slow: the last year of a game is played by keys."""
    page = person(server, "Anna")
    played(page, server, "walnut-grove", season("spring", 8))
    Keys(page, seed=8).play()
    over(page)


@pytest.mark.more
def test_a_game_by_names_and_roles_alone(person: People, server: Process) -> None:
    """Slow: the end of a game is played by what is read out."""
    page = person(server, "Anna")
    page.add_init_script(LISTENING)
    played(page, server, "sunflower-valley", turn(8))
    reader = Reader(page, seed=9)
    while waited(page) != "over":
        heard = len(reader.announced())
        reader.choose()
        page.wait_for_function("heard => window.announced.length > heard", arg=heard)
    told = " ".join(reader.announced())
    assert "Anna" in told, "what was done is read out"
    assert "Take a die" in told, "and what is asked"
    over(page)


def test_every_part_has_one_name(person: People, server: Process) -> None:
    page = person(server, "Anna")
    played(page, server, "walnut-grove", season("autumn", 2))
    parts = page.locator("#play [data-part]:visible, #tray [data-part]:visible")
    names = parts.evaluate_all("all => all.map((each) => [each.dataset.part, each.ariaLabel])")
    assert names and all(name for _, name in names)
    by_name: dict[str, set[str]] = {}
    for part, name in names:
        by_name.setdefault(name, set()).add(part)
    assert {name: parts for name, parts in by_name.items() if len(parts) > 1} == {}


def test_arrows_lead_to_the_cells_beside_the_board(person: People, server: Process) -> None:
    """WG 3.7: from the outer cells above the landscapes down to row 0, and back."""
    page = person(server, "Anna")
    played(page, server, "walnut-grove", season("spring", 1))
    focused = "() => document.activeElement.dataset.part"
    for outer, aside, away, back in (
        ("cell:0,1", "cell:-1,0", "ArrowLeft", "ArrowUp"),
        ("cell:4,1", "cell:5,0", "ArrowRight", "ArrowUp"),
    ):
        page.locator(f"[data-part='{outer}']").focus()
        page.keyboard.press(away)
        assert page.evaluate(focused) == aside
        page.keyboard.press(back)
        assert page.evaluate(focused) == outer


def test_arrows_lead_from_row_to_row(person: People, server: Process) -> None:
    page = person(server, "Anna")
    played(page, server, "sunflower-valley", turn(1))
    page.locator("[data-part='hex:0,1']").focus()
    for row in (1, 2, 3, 4):
        page.keyboard.press("ArrowDown")
        part = page.evaluate("document.activeElement.dataset.part")
        assert part.startswith(f"hex:{row},"), part
