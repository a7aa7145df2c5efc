"""What others did, at a table and in its log, and how a game ends."""

from __future__ import annotations

from typing import Any

import pytest

from scripts.screenshots.stations import known
from scripts.screenshots.tables import Tables
from tests.browser.conftest import DESKTOP, PHONE, People
from tests.browser.hands import Hands, waited
from tests.server.serving import Process

PATIENCE = 60_000  # milliseconds, on a busy machine
SIZES: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "phone": PHONE}


def at(person: People, tables: Tables, name: str, **settings: Any) -> Any:
    """The page of Anna at one of her tables."""
    page = person(tables, "Ada", **settings)
    known(page.context, tables)
    page.goto(f"/t/{tables.code(name)}")
    page.wait_for_function("() => document.querySelectorAll('#log li').length > 3", timeout=PATIENCE)
    return page


@pytest.mark.parametrize("size", SIZES)
def test_what_the_others_did_is_told_when_one_is_asked_again(
    size: str, person: People, tables: Tables
) -> None:
    """A line each, in the tray, until something is chosen; the places are seen, and read in the log.

    Slow: a game is played to where it is looked at.
    """
    page = at(person, tables, "valley", **SIZES[size])
    since = page.locator("#tray #since")
    since.wait_for(timeout=PATIENCE)
    told = since.get_by_role("listitem").all_inner_texts()
    assert since.locator(".since-title").inner_text() == "Since your turn"
    assert len(told) == 2 and "Ben drew" in told[0] + told[1] and "Clara drew" in told[0] + told[1]
    assert not any("hex" in line for line in told)
    assert "in row" in page.locator("#log").text_content()
    rows = since.get_by_role("listitem").evaluate_all("all => all.map((each) => each.offsetHeight)")
    assert max(rows) < 40
    hands = Hands(page, tap=size == "phone")
    die = page.locator(".part.available[data-part^='die:']").first.get_attribute("data-part")
    assert die is not None
    hands.touch(die)
    page.locator(f"[data-part='{die}'].chosen").first.wait_for(timeout=PATIENCE)
    spot = page.locator("#main-pictures .part.available").first.get_attribute("data-part")
    assert spot is not None
    hands.touch(spot)
    page.locator("#do").wait_for(timeout=PATIENCE)
    since.wait_for(state="hidden", timeout=PATIENCE)
    question = page.locator("#question")
    assert question.inner_text().endswith(" here") and "hex" not in page.locator(".tray-text").inner_text()


def test_taken_colours_say_by_whom(person: People, tables: Tables) -> None:
    """Slow: a game is played to where it is looked at."""
    page = at(person, tables, "valley", **DESKTOP)
    position = tables.client.position(tables.code("valley"), 0).position
    assert position.view is not None
    taken = {colour for colour, die in position.view["board"].items() if die is not None}
    page.wait_for_function(
        f"() => document.querySelectorAll('.colours .taker').length === {len(taken)}", timeout=PATIENCE
    )
    gone = page.locator(".dice .gone")
    assert gone.count() == len(taken) == page.locator(".dice .gone .taker").count(), "dice, too"
    marked = page.locator("[data-part]:has(> .taker)").evaluate_all(
        "all => all.map((each) => each.dataset.part)"
    )
    assert {part.removeprefix("colour:") for part in marked} == taken
    closed = page.locator("#side-pictures [data-part]:has(> .taker)").first
    closed.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".why", timeout=PATIENCE)
    assert "Taken by" in page.locator(".why").inner_text()
    assert "next" in page.locator("#seats li").nth(1).inner_text(), "who comes after Anna"
    names = page.locator(".taker").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    assert all(name in ("Taken by Anna", "Taken by Ben", "Taken by Clara") for name in names)


@pytest.mark.parametrize("size", SIZES)
def test_a_winter_is_told_when_the_next_year_begins(size: str, person: People, tables: Tables) -> None:
    """What it cost and that all are well, until something is done in spring.

    Slow: a game is played to where it is looked at.
    """
    page = at(person, tables, "grove-spring", **SIZES[size])
    since = page.locator("#tray #since")
    since.wait_for(timeout=PATIENCE)
    own = since.get_by_role("listitem").first.inner_text()
    assert "You " in own and "All fed and warm." in own


def test_a_game_of_eight_years_is_told_in_some_sixty_lines(person: People, tables: Tables) -> None:
    """Slow: a whole game is played."""
    page = at(person, tables, "grove-alone-end", **DESKTOP)
    lines = page.locator("#log li").all_inner_texts()
    assert 30 < len(lines) <= 60
    assert sum(line.startswith("Year ") for line in lines) == 8
    own = [line for line in lines if "You " in line]
    assert len(own) > 25 and not any("Anna" in line for line in own)
    assert any("drew a tile (×" in line for line in own)
    seen = "list => list.scrollHeight - list.scrollTop - list.clientHeight"
    assert page.locator("#log").evaluate(seen) < 40  # the newest is in view


def test_the_end_has_ribbons_three_ways_on_and_a_page_to_keep(person: People, tables: Tables) -> None:
    """Slow: a whole game is played."""
    page = at(person, tables, "grove-alone-end", **DESKTOP)
    end = page.locator("#end")
    points = int(end.locator(".scores .total td").inner_text())
    if points >= 25:
        grade = max(each for each in (25, 30, 35) if each <= points)
        end.locator(".ribbons", has_text=f"{grade} points: you’ve earned a ribbon").wait_for(timeout=PATIENCE)
    next_to = end.locator(".next")
    assert next_to.get_by_role("button").all_inner_texts() == ["Play again"]
    assert next_to.get_by_role("link").all_inner_texts() == ["See the turning point", "Try that moment again"]
    assert not end.get_by_role("link", name="Download game file").is_visible()
    plate = end.get_by_role("img", name="Anna’s almanac page")
    plate.scroll_into_view_if_needed(timeout=PATIENCE)
    page.wait_for_function("() => document.querySelector('.keepsake img').naturalWidth > 0", timeout=PATIENCE)
    for kind, head in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        with page.expect_download(timeout=PATIENCE) as kept:
            end.get_by_role("link", name=f"Download {kind}").click()
        assert kept.value.path().read_bytes().startswith(head)


def test_the_score_is_counted_up_once_and_a_key_shows_all(person: People, tables: Tables) -> None:
    """Slow: a whole game is played."""
    page = at(person, tables, "grove-alone-end", **{**DESKTOP, "reduced_motion": "no-preference"})
    page.wait_for_selector(".scores.counting", timeout=PATIENCE)
    page.keyboard.press("Shift")
    page.wait_for_selector(".scores:not(.counting)", timeout=PATIENCE)
    assert int(page.locator("#end .total td").inner_text()) > 0
    page.reload()
    page.wait_for_selector("#end .headline", timeout=PATIENCE)
    assert not page.locator(".scores.counting").count()


def test_turns_of_others_come_one_after_another_and_a_key_shows_all(person: People, server: Process) -> None:
    """Slow: bots play, and are shown at the usual pace."""
    page = person(server, "Ada", **{**DESKTOP, "reduced_motion": "no-preference"})
    seats = [{"who": "me"}, *[{"who": "bot", "level": 1}] * 3]
    made = page.context.request.post("/api/tables", data={"game": "sunflower-valley", "seats": seats})
    page.goto(f"/t/{made.json()['table']['code']}")
    hands = Hands(page)
    step = page.locator("#since > .note")
    for _ in range(6):  # whoever begins, and however many choices a turn takes
        assert waited(page) == "choose"
        hands.choose()
        if step.count():
            break
    step.wait_for(timeout=PATIENCE)
    assert page.locator("#since li").count() >= 1
    page.keyboard.press("Shift")
    page.wait_for_function("() => !document.querySelector('#since > .note')", timeout=PATIENCE)
