"""A choice that does not reach the server is kept, and made once or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.browser.hands import CHANGED, PATIENCE, Hands, waited
from tests.browser.test_games import BOT, ME, a_table

KEPT = "#kept:not([hidden])"


# `Any`, here and below: pages are Playwright's, which may not be there.
def cut_off(person: People, server: Process, game: str, *seats: dict[str, Any]) -> tuple[Any, str, list[str]]:
    """Somebody who has chosen something while the connection was gone: page, table, position and part."""
    page = person(server, "Anna")
    code = a_table(page, game, *seats)
    hands = Hands(page, seed=3)
    waited(page)
    before = hands.position()
    page.context.set_offline(True)
    page.wait_for_selector("#offline:not([hidden])", timeout=PATIENCE)
    for _ in range(4):
        if page.locator("#do").count() or not hands.click_part():
            break
    part = page.locator(".part.chosen").first.get_attribute("data-part")
    page.locator("#do").click(timeout=PATIENCE)
    page.wait_for_selector(KEPT, timeout=PATIENCE)
    return page, code, [before, part]


def choices_of(page: Any, code: str) -> list[str]:
    """The moves of the first seat that are written down."""
    heard = page.context.request.get(f"/api/tables/{code}/news?seat=0").json()["heard"]
    return [each["news"]["move"] for each in heard if each["news"].get("move")]


def test_a_choice_goes_off_when_the_connection_is_back(person: People, server: Process) -> None:
    page, code, [before, _] = cut_off(person, server, "sunflower-valley", ME, BOT)
    assert not page.locator(".part.available").count(), "one choice at a time"
    page.context.set_offline(False)
    page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)
    page.wait_for_selector(KEPT, state="hidden", timeout=PATIENCE)
    made = choices_of(page, code)
    assert made and len(made) == len(set(made)), "nothing is made twice"
    assert not page.locator("#trouble .notice").count()
    waited(page)


def test_a_choice_is_not_made_in_place_of_another(person: People, server: Process) -> None:
    page, code, [_, part] = cut_off(person, server, "walnut-grove", ME)
    api = page.context.request
    look = api.get(f"/api/tables/{code}/position?seat=0").json()["position"]
    other = next(move for move in look["legal"] if part.split(":")[1] not in move)
    sent = {"seat": 0, "decision": look["decision"], "move": other}
    assert api.post(f"/api/tables/{code}/moves", data=sent).ok
    page.context.set_offline(False)
    page.wait_for_selector("#trouble .notice", timeout=PATIENCE)
    assert "The game moved on" in page.locator("#trouble").inner_text()
    assert not page.locator(KEPT).count() and choices_of(page, code)[0] == other
    assert waited(page) == "choose", "one can go on"


def test_a_kept_choice_can_be_dropped(person: People, server: Process) -> None:
    page, code, [before, _] = cut_off(person, server, "walnut-grove", ME)
    page.locator("#kept button").click()
    page.context.set_offline(False)
    page.wait_for_selector("#offline", state="hidden", timeout=PATIENCE)
    assert waited(page) == "choose" and Hands(page).position() == before
    assert choices_of(page, code) == []
