"""The tray: as high as it needs to be, and a button that says what it does."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.browser.conftest import People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.browser.hands import CHANGED, PATIENCE, Hands, waited
from tests.browser.test_games import ME, OPEN, a_table

LAPTOP: Final = {"viewport": {"width": 1280, "height": 800}}
HAND: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ONE_LINE: Final = 76  # pixels
HEIGHT: Final = "() => document.getElementById('tray').offsetHeight"


@pytest.mark.parametrize("size", [LAPTOP, HAND], ids=["laptop", "phone"])
def test_a_tray_with_nothing_to_do_is_one_line(person: People, server: Process, size: dict[str, Any]) -> None:
    """Slow: two browsers at a table."""
    anna, ben = person(server, "Anna", reduced_motion="reduce", **size), person(server, "Ben")
    code = a_table(anna, "sunflower-valley", ME, OPEN)
    assert ben.context.request.post(f"/api/tables/{code}/seats/1", data={"invitation": ""}).ok
    ben.goto(f"/t/{code}")
    for page in (anna, ben):
        page.wait_for_selector("#main-pictures svg", timeout=PATIENCE)
    hands = Hands(ben)
    while anna.locator("#tray.asked").count():
        Hands(anna, tap=size is HAND).choose()
    anna.wait_for_selector("#tray.idle", timeout=PATIENCE)
    heights = [anna.evaluate(HEIGHT)]
    board = anna.locator("#main-pictures svg").first.bounding_box()
    before = anna.evaluate("document.body.dataset.position")
    hands.choose()
    anna.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)
    if anna.locator("#tray.idle").count():
        heights.append(anna.evaluate(HEIGHT))
    assert heights[0] <= ONE_LINE and len(set(heights)) == 1
    assert anna.locator("#main-pictures svg").first.bounding_box() == board
    assert anna.locator("#question").is_visible()


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Lay it here"), ("fr", "Poser ici"), ("de", "Hier anlegen")]
)
def test_the_button_says_what_it_does(person: People, server: Process, language: str, words: str) -> None:
    page = person(server, "Anna", **LAPTOP, locale=language)
    a_table(page, "walnut-grove", ME)
    hands = Hands(page)
    hands.play(until=lambda: page.locator("[data-part^='tile:']").count() > 0)
    page.evaluate("localStorage.setItem('farmstead.table', JSON.stringify({confirm: true}))")
    page.reload()
    waited(page)
    hands.touch(page.locator(".cell.available").first.get_attribute("data-part") or "")
    page.wait_for_selector("#do", timeout=PATIENCE)
    assert page.locator("#do").inner_text() == words


def test_hints_point_at_the_board(person: People, server: Process) -> None:
    """No coordinates are read on the page; whoever does not see it hears them, and points stand with each.

    Slow: a hint is thought about.
    """
    page = person(server, "Anna", **LAPTOP)
    a_table(page, "walnut-grove", ME)
    hands = Hands(page)
    hands.play(until=lambda: page.locator("[data-part^='tile:']").count() > 0)
    page.locator("#hint").click()
    presses = page.locator(".hint button")
    presses.first.wait_for(timeout=PATIENCE)
    assert all("Lay it here" in words and "points" in words for words in presses.all_inner_texts())
    seen = page.locator(".hint :not(.away)").all_inner_texts()
    assert not any("column" in words for words in seen)
    labels = presses.evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert all("column" in label and label.startswith(str(n + 1)) for n, label in enumerate(labels))
    assert page.locator(".hint-mark").count() == presses.count()
    presses.last.focus()
    page.wait_for_selector("#main-pictures .after", timeout=PATIENCE)
    page.locator("#hint").focus()
    page.wait_for_selector("#main-pictures .after", state="detached", timeout=PATIENCE)
