"""The small things of the table page: previews, reasons, taking back, turning, settings, what others see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from farmstead.client import Client
from scripts.screenshots.tables import bring
from tests.browser.conftest import PHONE, People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from tests.browser.hands import CHANGED, PATIENCE, POINT, Hands, waited
from tests.browser.test_games import BOT, ME, a_table, prefer

ASK = "Ask before each choice"


# `Any`, here and below: pages are Playwright's, which may not be there.
def in_spring(person: People, server: Process, **settings: Any) -> tuple[Any, Hands]:
    """Alone at Walnut Grove, with the first tiles drawn."""
    page = person(server, "Anna", **settings)
    a_table(page, "walnut-grove", ME)
    hands = Hands(page, tap=bool(settings))
    hands.play(until=lambda: page.locator("[data-part^='tile:']").count() > 0)
    return page, hands


def shown(page: Any, selector: str) -> None:
    page.wait_for_selector(selector, timeout=PATIENCE)


def test_a_tile_is_laid_by_two_clicks_and_taken_back_by_one_key(person: People, server: Process) -> None:
    """Nothing is revealed by it and it can be taken back, so nobody is asked again."""
    page, hands = in_spring(person, server)
    before, cells = hands.position(), page.locator(".cell.available").count()
    tile = page.locator("#tray-pictures [data-part^='tile:']").first.get_attribute("data-part")
    hands.touch(tile)
    hands.touch(page.locator(".cell.available").first.get_attribute("data-part"))
    page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)
    laid = hands.position()
    page.keyboard.press("u")
    page.wait_for_function(CHANGED, arg=laid, timeout=PATIENCE)
    shown(page, f"#tray-pictures [data-part='{tile}']")
    assert page.locator(".cell.available").count() == cells


def test_a_tile_is_dragged_onto_its_cell(person: People, server: Process) -> None:
    """And where it is let go of beside all cells it is only chosen."""
    page, hands = in_spring(person, server)
    tile = page.locator("#tray-pictures [data-part^='tile:'] .hit").first.bounding_box()
    cell = page.locator(".cell.available .hit").first.bounding_box()
    before = hands.position()
    for to, count in (({"x": 4, "y": 400, "width": 0, "height": 0}, 1), (cell, 0)):
        page.mouse.move(tile["x"] + 30, tile["y"] + 30)
        page.mouse.down()
        page.mouse.move(tile["x"] + 30, tile["y"] - 40, steps=3)
        shown(page, "svg.dragged")
        page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=5)
        page.mouse.up()
        page.wait_for_selector("svg.dragged", state="detached", timeout=PATIENCE)
        if count:
            assert hands.position() == before
            assert page.locator("#tray-pictures .part.chosen").count() == count
    page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)


def until(page: Any, code: str, enough: Callable[[Any], bool]) -> None:
    """Play somebody's game until the boards of the page are as they should be."""
    (cookie,) = [each["value"] for each in page.context.cookies() if each["name"] == "farmstead"]
    with Client(page.evaluate("location.origin"), cookie=cookie) as client:
        bring(client, code, lambda _: enough(page.request.get(f"/t/{code}/boards?seat=0").json()))
    page.reload()
    waited(page)


def test_a_harvest_with_what_goes_into_the_barn_is_one_click_and_one_undo(
    person: People, server: Process
) -> None:
    """WG 4.5: what finds no square and has room in the barn goes there.

    Slow: a game is brought to where that is so.
    """
    page = person(server, "Anna")
    code = a_table(page, "walnut-grove", ME)

    def is_whole(found: Any) -> bool:
        return any(each[6] and each[0][0].startswith("work ") for each in found["choices"])

    until(page, code, is_whole)
    found = page.request.get(f"/t/{code}/boards?seat=0").json()
    moves, (part, *_) = next((each[0], each[1]) for each in found["choices"] if each[6])
    hands, said = Hands(page), page.locator("#question").inner_text()
    before = hands.position()
    hands.touch(part)
    page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)
    after = page.request.get(f"/t/{code}/boards?seat=0").json()
    assert len(moves) > 1 and after["decision"] == found["decision"] + len(moves)
    made = hands.position()
    page.keyboard.press("u")
    page.wait_for_function(CHANGED, arg=made, timeout=PATIENCE)
    assert page.locator("#question").inner_text() == said
    again = page.request.get(f"/t/{code}/boards?seat=0").json()
    assert [each[:2] for each in again["choices"]] == [each[:2] for each in found["choices"]]


def test_a_winter_is_paid_as_it_is_shown_or_otherwise(person: People, server: Process) -> None:
    """WG 6: all that is owed is proposed; a tap on a cube changes it, and a key does, too.

    Slow: a game is brought to where there is a choice in that.
    """
    page = person(server, "Anna")
    code = a_table(page, "walnut-grove", ME)

    def has_choice(found: Any) -> bool:
        proposal = found["proposal"]
        in_winter = any(each["key"] == "winter" and each["now"] for each in found["heading"]["segments"])
        return in_winter and proposal is not None and len(proposal["parts"]) > len(proposal["uses"])

    until(page, code, has_choice)
    proposal = page.request.get(f"/t/{code}/boards?seat=0").json()["proposal"]
    assert page.locator("#do").inner_text() == "Pay as shown"
    assert "You pay" in page.locator("#detail").inner_text()
    parts = page.locator("#tray-pictures .part:has(> .taken)")
    assert {each.get_attribute("data-part") for each in parts.all()} == {*proposal["uses"]} & {
        each.get_attribute("data-part") for each in page.locator("#tray-pictures .part").all()
    }
    other = next(part for part in proposal["parts"] if part not in proposal["uses"])
    cube = page.locator(f"#tray-pictures [data-part='{other}']")
    cube.focus()
    page.keyboard.press("Enter")
    shown(page, f"#tray-pictures [data-part='{other}'] > .taken")
    assert cube.get_attribute("aria-pressed") == "true" and cube.get_attribute("aria-description")
    before = Hands(page).position()
    page.locator("#do").click()
    page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)


def test_a_tile_is_previewed_turned_and_laid(person: People, server: Process) -> None:
    page, hands = in_spring(person, server)
    prefer(page, ASK)
    tile = page.locator("#tray-pictures [data-part^='tile:']").first.get_attribute("data-part")
    hands.touch(tile)
    cell = page.locator(".cell.available").first.get_attribute("data-part")
    hands.touch(cell)
    shown(page, ".after")
    box = page.locator(f'.picture:not(.after) .cell[data-part="{cell}"] .hit').bounding_box()
    at = (box["x"] + 30, box["y"] + 30)
    turned = page.locator("use.ghost.set").get_attribute("href")
    page.mouse.click(*at)
    assert page.locator("use.ghost.set").get_attribute("href") != turned, "a click turns it"
    first = page.locator("use.ghost.set").get_attribute("href")
    page.keyboard.press("r")
    second = page.locator("use.ghost.set").get_attribute("href")
    assert first != second and page.locator("#unfolded .chosen").count() == 1
    page.keyboard.press("Shift+R")
    assert page.locator("use.ghost.set").get_attribute("href") == first
    page.keyboard.press("Escape")
    assert not page.locator("use.ghost").count() and not page.locator(".after").count()


def test_a_tile_is_laid_beside_the_board_by_taps(person: People, server: Process) -> None:
    """WG 3.7: cells left and right of the landscapes; on a phone they can be hit, and nothing covers them."""
    page, hands = in_spring(person, server, **PHONE)
    prefer(page, ASK)
    for cell in ("cell:5,0", "cell:-1,0"):
        hands.touch(page.locator("#tray-pictures [data-part^='tile:']").first.get_attribute("data-part"))
        box = page.locator(f".picture:not(.after) [data-part='{cell}'] .hit").bounding_box()
        assert min(box["width"], box["height"]) >= 44
        hands.touch(cell)
        shown(page, ".after")
        sizes = page.locator("#main-pictures > .picture > svg").evaluate_all(
            "all => all.map((each) => each.getAttribute('viewBox'))"
        )
        lying = page.locator(".after .land [data-key^='t']").last.bounding_box()
        assert len(sizes) == 2 and abs(lying["x"] - box["x"]) < 40
        page.keyboard.press("Escape")
    hands.touch(page.locator("#tray-pictures [data-part^='tile:']").first.get_attribute("data-part"))
    hands.touch("cell:5,0")
    hands.press(page.locator("#do"))
    page.wait_for_selector(".picture:not(.after) [data-part='cell:6,0']", timeout=PATIENCE)


def test_pointing_shows_what_would_be(person: People, server: Process) -> None:
    page, hands = in_spring(person, server)
    hands.choose()
    hands.play(until=lambda: page.locator(".district.available").count() > 0)
    part = page.locator(".district.available").first.get_attribute("data-part")
    at = page.evaluate(POINT, part)
    page.mouse.move(at["x"], at["y"])
    shown(page, ".after")
    assert (
        page.evaluate("({x, y}) => document.elementFromPoint(x, y).closest('[data-part]')?.dataset.part", at)
        == part
    ), "what is only shown is in nobody's way"
    assert "would" in page.locator("#detail").inner_text()
    page.mouse.move(2, 2)
    page.wait_for_selector(".after", state="detached", timeout=PATIENCE)


def test_a_choice_is_taken_back_and_the_season_begun_again(person: People, server: Process) -> None:
    page, hands = in_spring(person, server)
    before = hands.position()
    hands.choose()
    page.wait_for_function("() => !document.querySelector('#undo').disabled", timeout=PATIENCE)
    page.keyboard.press("u")
    shown(page, "#tray-pictures [data-part^='tile:']")
    assert hands.position() != before
    assert page.locator("#restart").is_visible()


def test_what_is_closed_says_why_with_its_paragraph(person: People, server: Process) -> None:
    page = person(server, "Anna")
    a_table(page, "sunflower-valley", ME, BOT)
    waited(page)
    page.locator(".hex.closed").first.focus()
    page.keyboard.press("Enter")
    shown(page, ".why a")
    assert page.locator(".why a").get_attribute("href").startswith("/rules/sunflower-valley#3.")
    assert "SV 3." in page.locator(".why").inner_text()
    assert page.locator(".questioned").count()


def test_dice_colours_and_hexes_in_any_order(person: People, server: Process) -> None:
    page = person(server, "Anna")
    a_table(page, "sunflower-valley", ME, BOT)
    hands = Hands(page)
    waited(page)
    hands.touch(page.locator(".hex.available").last.get_attribute("data-part"))
    assert page.locator(".colour.available").count() == 1, "the hex leaves one colour"
    assert page.locator("#question").inner_text() == "Which die?"
    hands.touch(page.locator(".die.available").first.get_attribute("data-part"))
    shown(page, "#do")
    shown(page, ".after")


def test_purists_see_no_aids(person: People, server: Process) -> None:
    page, hands = in_spring(person, server)
    shown(page, "#ledger")
    prefer(page, "Show points, previews and what’s left")
    assert not page.locator("#ledger").is_visible() and not page.locator("#hint").count()
    page.reload()
    waited(page)
    assert not page.locator("#ledger").is_visible(), "it is kept on the device"
    hands.click_part()


def test_the_board_grows_and_fits_again(person: People, server: Process) -> None:
    page, _ = in_spring(person, server)
    width = "document.querySelector('#main-pictures svg').getBoundingClientRect().width"
    before = page.evaluate(width)
    page.locator("#board-menu summary").click()
    page.locator("#zoom-in").click()
    assert page.evaluate(width) > before * 1.2
    page.locator("#zoom-fit").click()
    assert page.evaluate(width) == before


def test_a_drag_marks_no_words_of_the_board(person: People, server: Process) -> None:
    """Marked words would be taken up by the next drag, and the board would stay where it is."""
    page, _ = in_spring(person, server)
    page.locator("#board-menu summary").click()
    page.locator("#zoom-in").click()
    box = page.locator("#main-pictures svg text").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] - 4, box["y"] - 4)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 40, box["y"] + box["height"] + 40, steps=8)
    page.mouse.up()
    assert page.evaluate("getSelection().toString()") == ""


def test_another_board_can_be_looked_at(person: People, server: Process) -> None:
    page = person(server, "Anna")
    a_table(page, "sunflower-valley", ME, BOT)
    waited(page)
    page.locator(".look").last.click()
    shown(page, ".looked-at svg")
    page.keyboard.press("Escape")
    assert not page.locator(".looked-at").count()


def test_boards_as_text_and_all_keys(person: People, server: Process) -> None:
    page, _ = in_spring(person, server)
    page.keyboard.press("t")
    shown(page, "dialog pre")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    shown(page, "dialog .keys")


def test_nothing_is_wider_than_a_phone(person: People, server: Process) -> None:
    page, _ = in_spring(person, server, **PHONE)
    for tab in ("main", "side", "seats", "talk"):
        page.locator(f"#tabs [data-tab={tab}]").tap()
        assert page.evaluate("document.documentElement.scrollWidth <= screen.width"), tab


def test_every_part_has_a_name_and_a_place_in_the_order(person: People, server: Process) -> None:
    page, _ = in_spring(person, server)
    unnamed = (
        "[...document.querySelectorAll('[data-part]')].filter((each) => !each.getAttribute('aria-label'))"
    )
    assert page.evaluate(f"{unnamed}.length") == 0
    pictures = page.locator(".picture:has([data-part])").count()
    assert page.locator(".picture [data-part][tabindex='0']").count() == pictures
