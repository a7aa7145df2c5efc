"""Reviews in a browser: asked for and waited for, and followed by keys, by ear, and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from farmstead import shelf
from farmstead.engine.record import re_execute, read_record, write_record
from scripts.screenshots.reviewed import name as review_name
from scripts.screenshots.reviewed import record_of
from scripts.screenshots.tables import Tables
from tests.browser.axe import obstacles
from tests.browser.conftest import DESKTOP, PHONE, People
from tests.server.serving import process

PATIENCE = 120_000  # milliseconds: some machines are slow
DRAWN = "body[data-drawn=yes]"
NAMES = {
    "en-GB": ("Turning points", "Next step", "The position in words", "Every decision"),
    "fr": ("Tournants", "Étape suivante", "La position en mots", "Toutes les décisions"),
    "de": ("Wendepunkte", "Nächster Schritt", "Die Stellung in Worten", "Alle Entscheidungen"),
}
LANGUAGES = ["en-GB", *[pytest.param(other, marks=pytest.mark.more) for other in NAMES if other != "en-GB"]]


def short_record() -> str:
    """One move of chance: quickly reviewed, and nothing to decide."""
    whole = read_record(record_of("valley").encode())
    return write_record(re_execute(whole, shelf.game_for, 1))


@pytest.mark.more
def test_a_review_is_asked_for_and_waited_for(person: People, tmp_path: Any) -> None:
    """Slow: a server of its own is started and thinks."""
    with process(tmp_path / "folder", "--pace", "0", "--review-tries", "4") as server:
        ada = person(server, "Ada")
        made = ada.context.request.post("/api/studies", data={"text": short_record()})
        name = made.json()["name"]
        ada.goto(f"/review/{name}")
        ada.get_by_role("button", name="Review this game").press("Enter")
        ada.get_by_role("progressbar", name="Review progress").wait_for(timeout=PATIENCE)
        ada.goto("/")  # meanwhile somebody goes elsewhere, and comes back by the link
        ada.goto(f"/review/{name}")
        ada.get_by_role("heading", name="Turning points").wait_for(timeout=PATIENCE)
        assert "No move stands out" in ada.locator("main").inner_text()
        ben = person(server, "Ben", **PHONE)
        ben.goto(f"/review/{name}")
        assert ben.get_by_role("heading", name="Expected final points").is_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "device"), [("valley", DESKTOP), ("game", PHONE)], ids=["desktop", "phone"])
def test_a_review_is_followed_by_roles_and_names_alone(
    language: str, game: str, device: dict[str, Any], tables: Tables, person: People
) -> None:
    """Nothing is seen: headings, lists, tables and what is read out tell all of it.

    Slow: it waits for a review.
    """
    turnings, on, in_words, every = NAMES[language]
    page = person(tables, "Ada", **{**device, "locale": language})
    page.goto(f"/review/{review_name(game)}")
    page.wait_for_selector(DRAWN, timeout=PATIENCE)
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_role("heading", name=turnings, level=2).count() == 1
    articles = page.get_by_role("article")
    assert articles.count() == 3
    first = articles.first
    said = first.get_by_role("status")
    steps = first.get_by_role("listitem").all_inner_texts()
    before = said.inner_text()
    assert "✕" in before and re.search(r"\d[.,]\d ±\d", first.inner_text())
    first.get_by_text(in_words).click()
    assert first.get_by_role("list").last.get_by_role("listitem").count() > 3
    first.get_by_role("button", name=on).press("Enter")
    page.wait_for_function("([place, old]) => place.textContent !== old", arg=[said.element_handle(), before])
    assert steps[0] in said.inner_text()
    assert first.get_by_role("img").count() > 5  # the parts of the board have names
    table = page.get_by_role("table", name=every)
    rows = table.get_by_role("row").count()
    page.get_by_role("checkbox").press("Space")
    assert table.get_by_role("row").count() > rows
    assert obstacles(page) == []


def test_a_review_is_followed_by_keys(tables: Tables, person: People) -> None:
    """Tab leads to the stepper and on; the focus is never lost, and links lead into the replay."""
    page = person(tables, "Ada")
    page.goto(f"/review/{review_name('valley')}")
    page.wait_for_selector(DRAWN, timeout=PATIENCE)
    page.locator("h1").click()
    first = page.get_by_role("article").first
    steps = first.locator("ol > li").count()
    tab_to(page, ".turning .on")
    for step in range(1, steps + 1):
        page.keyboard.press("Enter")
        page.wait_for_function(
            "n => document.querySelectorAll('.turning ol')[0].children[n - 1].ariaCurrent === 'step'",
            arg=step,
        )
        page.wait_for_function("() => document.activeElement.tagName === 'BUTTON'")
    page.wait_for_function("() => document.activeElement.matches('.turning .back')")  # there is no next step
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.turning .on').disabled")
    link = first.get_by_role("link").first
    assert re.search(rf"/replay/{review_name('valley')}\?seat=\d#\d+$", link.get_attribute("href") or "")
    assert "branch=1#" in (first.get_by_role("link").last.get_attribute("href") or "")


def test_the_seat_that_is_chosen_is_in_the_link(tables: Tables, person: People) -> None:
    page = person(tables, "Ada")
    page.goto(f"/review/{review_name('valley')}")
    page.get_by_role("navigation", name="Whose moves").get_by_role("link", name="Seat 1").click()
    page.wait_for_url("**?seat=1")
    page.wait_for_selector(DRAWN, timeout=PATIENCE)
    assert all("Seat 1" in each for each in page.get_by_role("article").locator("h3").all_inner_texts())
    assert page.get_by_role("textbox", name="The link").input_value().endswith("?seat=1")
    assert page.get_by_role("table", name="Lost by Seat 2").count() == 0


def tab_to(page: Any, selector: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")
