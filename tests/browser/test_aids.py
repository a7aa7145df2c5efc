"""What helps at the table: lines that light up, letters, pictures to keep, notices, and their order."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from tests.browser.conftest import People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.browser.hands import PATIENCE, Hands, waited
from tests.browser.test_games import BOT, ME, OPEN, a_table, prefer, waited_for
from tests.browser.test_table import in_spring, shown

ORDER = [
    "open-settings",
    "main-pictures",
    "question",
    "tray-pictures",
    "deeds",
    "also",
    "side-pictures",
    "seats",
    "log",
]
FOLLOW = """ids => ids.slice(1).every((id, n) => document.getElementById(ids[n]).compareDocumentPosition(
  document.getElementById(id)) & Node.DOCUMENT_POSITION_FOLLOWING)"""
# Whether somebody is asked for a permission, without the browser's own window.
PERMISSION = "window.askedFor = 0; Notification.requestPermission = async () => (askedFor += 1, 'granted');"


def test_what_is_asked_comes_right_after_the_board(person: People, server: Process) -> None:
    page, _ = in_spring(person, server)
    assert page.evaluate(FOLLOW, ORDER)
    page.reload()
    waited(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("href") == "#tray"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#tray') !== null")


def test_what_has_the_focus_is_not_below_the_tray(person: People, server: Process) -> None:
    page, _ = in_spring(person, server)
    page.locator("#ledger .line").last.focus()
    line, tray = page.locator(":focus").bounding_box(), page.locator("#tray").bounding_box()
    assert line["y"] + line["height"] <= tray["y"]


@pytest.mark.parametrize(("game", "line"), [("walnut-grove", 1), ("sunflower-valley", 1)])
def test_a_line_of_the_score_lights_what_it_counts(
    person: People, server: Process, game: str, line: int
) -> None:
    page = person(server, "Anna")
    a_table(page, game, ME, BOT)
    waited(page)
    page.locator("#ledger .line").nth(line).focus()
    shown(page, "#main-pictures .lit svg")
    board, light = ("#main-pictures .picture:not(.after) > svg", "#main-pictures .lit > svg")
    assert page.locator(light).get_attribute("viewBox") == page.locator(board).get_attribute("viewBox")
    page.locator("#open-settings").focus()
    assert not page.locator("#main-pictures .lit").count()


def test_letters_in_place_of_signs(person: People, server: Process) -> None:
    page, _ = in_spring(person, server)
    assert not page.locator("#symbols #cube-grain text").count()
    prefer(page, "Letters and stronger patterns")
    page.wait_for_selector("#symbols #cube-grain text", state="attached", timeout=PATIENCE)
    assert page.locator("#symbols #cube-grain text").text_content() == "G"
    page.reload()
    page.wait_for_selector("#symbols #cube-grain text", state="attached", timeout=PATIENCE)


def test_purists_are_told_nothing_that_they_could_find_out(person: People, server: Process) -> None:
    page, hands = in_spring(person, server)
    prefer(page, "Show points, previews and what’s left")
    hands.click_part()
    hands.click_part()
    shown(page, "#do")
    page.wait_for_load_state("networkidle")
    assert page.locator("#question").inner_text(), "what is chosen is said"
    for aid in (".after", "#detail .price", ".gains", "#ledger:visible", "#ledger .stock:visible", "#hint"):
        assert not page.locator(aid).count(), aid


def test_the_picture_can_be_kept(person: People, server: Process) -> None:
    page, _ = in_spring(person, server)
    with page.expect_download() as download:
        page.locator("#board-menu summary").click()
        page.locator("#keep").click()
    assert download.value.suggested_filename == "walnut-grove.svg"
    picture = ElementTree.parse(download.value.path()).getroot()
    assert picture.tag.endswith("svg") and len(list(picture.iter())) > 200


def two_at_a_table(person: People, server: Process) -> tuple[Any, Any]:
    anna, ben = person(server, "Anna"), person(server, "Ben")
    code = a_table(anna, "walnut-grove", ME, OPEN)
    shown(anna, "#seats li")
    assert ben.context.request.post(f"/api/tables/{code}/seats/1", data={"invitation": ""}).ok
    ben.goto(f"/t/{code}")
    return anna, ben


def test_what_the_others_do_is_said(person: People, server: Process) -> None:
    anna, ben = two_at_a_table(person, server)
    hands = [Hands(anna, seed=2), Hands(ben, seed=3)]
    doing = anna.locator("#doing")
    while "Ben is still deciding" not in doing.text_content():
        hands[waited_for(anna, ben) or 0].choose()
    assert doing.inner_text().strip().startswith("2")


def test_notices_of_what_others_say_and_do(person: People, server: Process) -> None:
    anna, ben = two_at_a_table(person, server)
    shown(anna, "#notices .notice")
    assert "Ben has joined" in anna.locator("#notices").inner_text()
    ben.locator("#chat-text").fill("Good evening")
    ben.locator("#chat-text").press("Enter")
    anna.wait_for_function(
        "() => document.querySelector('#notices').innerText.includes('Good evening')", timeout=PATIENCE
    )
    assert "Good evening" not in ben.locator("#notices").inner_text()


def test_permission_is_only_asked_for_by_a_click(person: People, server: Process) -> None:
    anna = person(server, "Anna")
    anna.add_init_script(PERMISSION)
    a_table(anna, "walnut-grove", ME, BOT)
    waited(anna)
    assert anna.evaluate("askedFor") == 0
    prefer(anna, "Notify me when it’s my turn")
    assert anna.evaluate("askedFor") == 1
