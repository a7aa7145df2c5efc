"""A game without a page of its own, by clicks: its view as tables, each legal move a button."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PHONE, People
from tests.browser.test_games import a_table
from tests.examples.installing import PEBBLES, installed
from tests.server.serving import Process, process

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from tests.browser.axe import obstacles
from tests.browser.hands import PATIENCE, Hands, waited

ME, BOT = {"who": "me"}, {"who": "bot", "level": 5}


@pytest.fixture(scope="module")
def pebbles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server beside which Pebbles is installed."""
    folder = tmp_path_factory.mktemp("pebbles")
    beside = [installed(PEBBLES, folder)]
    with process(Path(folder / "server"), "--pace", "0", beside=beside) as started:
        yield started


# `Any`: pages are Playwright's, which may not be there.
def cells(page: Any) -> list[str]:
    """What the tables say, from left to right and from above."""
    found: list[str] = page.locator("#main-pictures svg text").all_text_contents()
    return found


def test_from_the_home_page_to_the_replay(person: People, pebbles: Process) -> None:
    """Against a bot of the best level, to the end, and then move by move once more.

    Slow: it goes through many pages.
    """
    page = person(pebbles, "Anna")
    page.goto("/")
    card = page.locator("[data-game=pebbles]")
    assert card.locator("img").count() == 0 and card.get_by_text("Take pebbles").is_visible()
    card.locator("button.now").click()
    page.wait_for_url("**/t/*")
    waited(page)
    assert "Heap" in cells(page) and "Anna" in cells(page)
    assert page.locator("#question").inner_text() == "What will you do?"
    words = page.locator("#deeds button[data-move]").all_text_contents()
    assert set(words) <= {"Take one pebble", "Take two pebbles", "Bet, in secret", "Stay"} and words
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("#detail .hint, #detail li, #detail p", timeout=PATIENCE)
    Hands(page).play()
    page.wait_for_selector("#end .headline", timeout=PATIENCE)
    assert page.locator("#end .scores tbody tr").count() >= 3
    page.goto(page.url.replace("/t/", "/replay/"))
    page.wait_for_selector("#main-pictures svg")
    page.keyboard.press("Home")
    page.wait_for_function(
        "() => document.querySelector('#main-pictures svg').textContent.includes('Round1')"
    )
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('#part').textContent === 'The end'")


@pytest.mark.more
def test_on_a_phone_in_another_language(person: People, pebbles: Process) -> None:
    """What the game does not say in a language it says in English; the page stays in its own."""
    page = person(pebbles, "Anna", **{**PHONE, "locale": "de-DE"})
    a_table(page, "pebbles", ME, BOT)
    waited(page)
    assert page.locator("#question").inner_text() == "Was tust du?"
    assert "Heap" in cells(page)
    Hands(page, tap=True).play()
    page.wait_for_selector("#end .headline", timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_no_obstacle_that_axe_finds(person: People, pebbles: Process) -> None:
    page = person(pebbles, "Anna")
    page.goto("/")
    assert obstacles(page) == []
    a_table(page, "pebbles", ME, BOT)
    waited(page)
    assert obstacles(page) == []
