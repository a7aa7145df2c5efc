"""Nothing slides away from under a pointer or over what is read, and there is a way out at every size."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.browser.conftest import DESKTOP, PHONE, People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.browser.hands import CHANGED, PATIENCE, POINT, Hands, waited
from tests.browser.test_games import BOT, ME, OPEN, a_table, waited_for
from tests.browser.test_table import in_spring, shown

GAMES: Final = ("walnut-grove", "sunflower-valley")
SMALL: Final = {**DESKTOP, "viewport": {"width": 1280, "height": 720}}
TABLET: Final = {**DESKTOP, "viewport": {"width": 1024, "height": 768}}
# Where the tray and everything in it that can be clicked lie, and the length of the page.
PLACES: Final = """() => {
  const place = (each) => JSON.stringify(each.getBoundingClientRect());
  const things = document.querySelectorAll('#tray, #tray button, #tray [data-part], #stage');
  return JSON.stringify([[...things].map(place), document.documentElement.scrollHeight, scrollY]);
}"""
UNDER: Final = "({x, y}) => document.elementFromPoint(x, y)?.closest('[data-part]')?.dataset.part ?? ''"
TOLD: Final = "() => document.querySelector('#detail > .price')"
# Points in what can be seen of log and chat at which something else lies above them.
COVERED: Final = """() => {
  const foot = document.getElementById('tray').getBoundingClientRect().top;
  const found = [];
  for (const id of ['log', 'chat']) {
    const {left, top, width, bottom} = document.getElementById(id).getBoundingClientRect();
    const end = Math.min(foot, bottom) - 4;
    for (let n = 1; n < 20; n += 1) {
      for (let y = Math.max(0, top) + 4; y < end; y += 20) {
        const there = document.elementFromPoint(left + (width * n) / 20, y);
        if (!there?.closest('.talk')) found.push(`${id} ${there?.id} ${there?.className}`);
      }
    }
  }
  return found;
}"""


def test_nothing_moves_under_a_pointer_that_rests(person: People, server: Process) -> None:
    page = person(server, "Anna", **SMALL)
    a_table(page, "walnut-grove", ME)
    hands = Hands(page)
    hands.play(until=lambda: page.locator("[data-part^='tile:']").count() > 0)
    hands.touch(page.locator("#tray-pictures [data-part^='tile:']").first.get_attribute("data-part"))
    shown(page, "#unfolded svg")
    page.mouse.move(2, 2)
    before = page.evaluate(PLACES)
    for part in page.locator(".cell.available").evaluate_all("all => all.map((each) => each.dataset.part)")[
        :4
    ]:
        at = page.evaluate(POINT, part)
        page.mouse.move(at["x"], at["y"])
        page.wait_for_function(TOLD, timeout=PATIENCE)
        assert page.evaluate(PLACES) == before, part
        assert page.evaluate(UNDER, at) == part
    page.mouse.move(2, 2)
    page.wait_for_function(f"() => !({TOLD})()", timeout=PATIENCE)
    assert page.evaluate(PLACES) == before


@pytest.mark.parametrize("game", GAMES)
def test_log_and_chat_are_not_covered_by_the_board(person: People, server: Process, game: str) -> None:
    page = person(server, "Anna")
    a_table(page, game, ME, OPEN)
    other = person(server, "Ben")
    assert other.context.request.post(
        f"{page.url.replace('/t/', '/api/tables/')}/seats/1", data={"invitation": ""}
    ).ok
    waited(page)
    shown(page, "#chat-text")
    for far in (300, 600, 100_000):
        page.evaluate("far => scrollTo(0, far)", far)
        assert page.evaluate(COVERED) == [], far


def test_a_hint_comes_after_a_refusal_and_is_lit(person: People, server: Process) -> None:
    page = person(server, "Anna")
    a_table(page, "sunflower-valley", ME, BOT)
    waited(page)
    page.locator(".hex.closed").first.focus()
    page.keyboard.press("Enter")
    shown(page, ".why a")
    page.locator("#hint").click()
    shown(page, ".hint button")
    assert not page.locator(".why").count()
    lit = page.locator(".hinted").evaluate_all("all => all.map((each) => each.dataset.part)")
    assert lit, "the boards show what is meant"
    page.locator(".hint button").first.click()
    chosen = page.locator(".part.chosen").evaluate_all("all => all.map((each) => each.dataset.part)")
    assert {*lit} <= {*chosen}


def test_a_phone_has_a_way_out_and_everything_of_the_head(person: People, server: Process) -> None:
    page, _ = in_spring(person, server, **PHONE)
    page.locator("#open-settings").tap()
    page.locator("[data-twin=theme]").select_option("dark")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.locator("#settings-name").fill("Berta")
    page.locator("#settings-name").press("Enter")
    page.wait_for_function(
        "() => document.getElementById('seats').textContent.includes('Berta')", timeout=PATIENCE
    )
    assert page.locator("dialog a[href='/rules']").is_visible()
    page.locator("[data-twin=language]").select_option("fr")
    page.wait_for_selector("html[lang=fr]", timeout=PATIENCE)
    page.locator("#open-settings").tap()
    page.locator("dialog a[href='/']").tap()
    page.wait_for_selector(".cover", timeout=PATIENCE)


BOXES = "all => all.map((each) => each.getBoundingClientRect()).map((box) => [box.right, box.bottom])"


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_what_is_asked_first_is_in_sight(person: People, server: Process, size: dict[str, Any]) -> None:
    page = person(server, "Anna", **size)
    a_table(page, "walnut-grove", ME, BOT)
    waited(page)
    foot = page.locator("#tray").bounding_box()["y"]
    first = page.locator("#side-pictures .row.available").first.bounding_box()
    last = page.locator("#side-pictures .row.available").last
    assert first["y"] + first["height"] <= foot
    cards = page.locator("#tray-pictures .row.available").evaluate_all(BOXES)
    room = page.viewport_size
    assert len(cards) == 2 and all(x <= room["width"] and y <= room["height"] for x, y in cards)
    if len(cards) < page.locator("#side-pictures .row.available").count() and last.bounding_box()["y"] > foot:
        page.locator("#below").click()
        page.wait_for_function(
            "([row, foot]) => row.getBoundingClientRect().top < foot",
            arg=[last.element_handle(), foot],
            timeout=PATIENCE,
        )


def test_what_others_did_stays_marked_until_the_next_choice(person: People, server: Process) -> None:
    anna, ben = person(server, "Anna"), person(server, "Ben")
    code = a_table(anna, "sunflower-valley", ME, OPEN)
    assert ben.context.request.post(f"/api/tables/{code}/seats/1", data={"invitation": ""}).ok
    ben.goto(f"/t/{code}")
    hands = [Hands(page, seed=4) for page in (anna, ben)]
    for page in (anna, ben):
        page.wait_for_selector("#main-pictures svg", timeout=PATIENCE)
    for _ in range(12):
        turn = waited_for(anna, ben)
        assert turn is not None
        if turn == 0 and anna.locator(".changed").count():
            break
        before = hands[0].position()
        hands[turn].choose()
        anna.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)
    assert anna.locator("[data-seat-picture='1'] .changed").count(), "what Ben drew"
    hands[0].choose()
    assert not anna.locator(".changed").count()
