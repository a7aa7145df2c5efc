"""Puzzles in a real browser: answered by keys, told at once, listed with the others."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import expect

from farmstead.guides.puzzles import Puzzle, puzzles_of
from tests.browser.axe import obstacles
from tests.browser.conftest import PHONE, People
from tests.browser.hands import PATIENCE, Hands
from tests.server.serving import Process

GROVE, VALLEY = "walnut-grove", "sunflower-valley"


def first_of(game: str) -> Puzzle:
    return next(iter(puzzles_of(game).values()))


# `Any`: pages are Playwright's, which may not be there.
def at(page: Any, puzzle: Puzzle) -> None:
    page.goto(f"/puzzles/{puzzle.game}/{puzzle.name}")
    page.wait_for_selector(".part.available", timeout=PATIENCE)


def test_a_puzzle_is_answered_on_the_board_and_told_at_once(person: People, server: Process) -> None:
    """Slow: the list and a puzzle are looked at by axe."""
    page = person(server, "Anna")
    page.goto("/puzzles")
    assert obstacles(page) == []
    expect(page.locator(".dailies article")).to_have_count(2)
    at(page, first_of(GROVE))
    hands = Hands(page, seed=1)
    for _ in range(12):
        if page.locator("#do").count() or not hands.click_part():
            break
    page.locator("#do").click(timeout=PATIENCE)
    answer = page.locator("#answer")
    expect(page.locator("#rating")).to_contain_text("Your rating: 1", timeout=PATIENCE)
    expect(answer).to_be_focused()
    assert not page.locator("#do").count(), "one answer is all there is"
    expect(answer).to_have_attribute("data-right", "true" if "Right" in answer.inner_text() else "false")
    assert obstacles(page) == []
    page.locator("#next").click()
    page.wait_for_url(lambda url: not url.endswith(f"/{first_of(GROVE).name}"))
    page.goto("/puzzles")
    expect(page.locator(f"article:has(#title-{GROVE})")).to_contain_text("out of 1 tried")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_answer_is_shown_on_a_phone(person: People, server: Process, language: str) -> None:
    page = person(server, "Anna", **{**PHONE, "locale": language})
    at(page, first_of(VALLEY))
    page.locator("#tell").tap()
    expect(page.locator("#rating")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#answer details summary")).to_be_visible()
    assert page.locator(".part.chosen").count()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
