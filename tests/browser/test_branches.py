"""Playing on from a replay, naming it, choosing luck, and comparing, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.axe import faint, obstacles
from tests.browser.conftest import DESKTOP, DEVICES, PHONE, People
from tests.browser.hands import Hands
from tests.server.branching import record_of, told
from tests.server.serving import Process

VALLEY = "sunflower-valley-2-standard-0"
GROVE = "walnut-grove-2-german-1"
PATIENCE = 60_000  # milliseconds, on a busy machine
WIDER = "() => document.scrollingElement.scrollWidth > screen.width"


def kept(page: Any, record: str) -> str:
    answer = page.context.request.post("/api/studies", data={"text": told(record)})
    assert answer.ok, answer.text()
    name: str = answer.json()["name"]
    return name


def branched(page: Any, name: str, **wish: Any) -> str:
    answer = page.context.request.post(f"/api/studies/{name}/branches", data=wish)
    assert answer.ok, answer.text()
    code: str = answer.json()["code"]
    return code


def first(record: str, start: str) -> int:
    return next(n for n, (_, move) in enumerate(record_of(told(record)).moves) if move.startswith(start))


def compared(page: Any, step: str) -> None:
    page.wait_for_selector(f"body[data-step^='{step} ']", timeout=PATIENCE)


@pytest.mark.parametrize("settings", DEVICES)
def test_from_a_replay_to_a_comparison(server: Process, person: People, settings: Any) -> None:
    """Slow: it goes through many pages."""
    page = person(server, "Ada", **settings)
    name = kept(page, VALLEY)
    page.goto(f"/replay/{name}?branch#61")
    page.wait_for_selector("#branch-open:enabled", state="attached", timeout=PATIENCE)
    if settings is PHONE:
        page.tap("#tabs [data-tab=talk]")
    page.locator("#branch-open", has_text="Play from move 61").press("Enter", timeout=PATIENCE)
    assert obstacles(page) == [] and faint(page) == []
    page.get_by_label("I play every seat on this device").check()
    page.get_by_label("Name (optional)").fill("What if?")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-phase=playing]", timeout=PATIENCE)
    hands = Hands(page, tap=settings is PHONE)
    hands.play(until=lambda: hands.choices >= 2)
    assert obstacles(page) == []
    if settings is PHONE:
        page.tap("#tabs [data-tab=seats]")
    mark = page.locator("#branched")
    assert "Goes on from move 61 of another game, with the same draws." in mark.inner_text()
    mark.get_by_role("button", name="Rename").click()
    mark.get_by_label("New name").fill("Another way")
    page.keyboard.press("Enter")
    mark.get_by_role("heading", name="Another way").wait_for(timeout=PATIENCE)
    mark.get_by_role("link", name="Compare").click()
    compared(page, "0")
    assert "They share 61 moves" in page.inner_text("#lead") and "Another way" in page.inner_text("#other")
    assert obstacles(page) == [] and faint(page) == [] and not page.evaluate(WIDER)
    page.keyboard.press("ArrowRight")
    compared(page, "1")
    assert page.locator("#one-about").inner_text().startswith("move 62 of")
    assert page.locator("#other-about").inner_text().endswith("not over yet")
    page.keyboard.press("End")
    page.get_by_text("points more in A").wait_for(timeout=PATIENCE)
    assert page.locator("#lines tr.total td").count() == 3


@pytest.mark.more
def test_two_dice_and_a_tile_are_chosen_by_keys(server: Process, person: People) -> None:
    """Slow: many keys are pressed."""
    page = person(server, "Bo", **DESKTOP)
    code = branched(page, kept(page, VALLEY), ply=first(VALLEY, "roll"), luck="chosen")
    page.goto(f"/t/{code}")
    page.get_by_label("Die 1").focus(timeout=PATIENCE)
    assert page.locator("#question").inner_text() == "What’s drawn?"
    assert obstacles(page) == [] and faint(page) == []
    for number, face in enumerate(["sheep", "sheep", "house", "house", "curve", "curve"], 1):
        page.get_by_label(f"Die {number}").select_option(label=face)
    page.locator("#bring").press("Enter")
    page.get_by_text("house, house, sheep, sheep, curve, curve").first.wait_for(timeout=PATIENCE)
    code = branched(page, kept(page, GROVE), ply=first(GROVE, "tile"), luck="chosen", seat=0, level=1)
    page.goto(f"/t/{code}")
    search = page.get_by_label("Search")
    search.focus(timeout=PATIENCE)
    assert page.locator("#question").inner_text() == "What does Bo draw?"
    before = page.locator("#chance [data-move]").count()
    page.keyboard.type("fence stone wood")
    after = page.locator("#chance [data-move]").count()
    assert 0 < after < before <= 12
    label = page.locator("#chance [data-move]").first.get_attribute("aria-label")
    assert label and "stone" in label and "wood" in label and obstacles(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#chance[data-key$='tile 2']", timeout=PATIENCE)
    page.locator("#fall-all").press("Enter", timeout=PATIENCE)
    page.wait_for_selector("#chance[data-key='']", state="attached", timeout=PATIENCE)


@pytest.mark.more
@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_phone_is_wide_enough_in_other_languages(server: Process, person: People, language: str) -> None:
    page = person(server, "Cleo", **{**PHONE, "locale": language})
    name = kept(page, VALLEY)
    code = branched(page, name, ply=first(VALLEY, "roll"), luck="chosen", title="Et si ?")
    page.goto(f"/t/{code}")
    page.wait_for_selector("#bring", timeout=PATIENCE)
    assert not page.evaluate(WIDER)
    page.goto(f"/compare?a={name}&b={code}")
    compared(page, "0")
    assert not page.evaluate(WIDER) and obstacles(page) == []
    page.goto("/compare")
    page.wait_for_selector("#asking:not([hidden])", timeout=PATIENCE)
    assert not page.evaluate(WIDER) and obstacles(page) == []
