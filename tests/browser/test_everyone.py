"""For everyone: on paper, in forced colours, with more contrast, on small screens, on one device."""

from __future__ import annotations

from typing import Any

import pytest

from scripts.browsing import DESKTOP, PHONE
from scripts.screenshots.stations import STATIONS, known
from scripts.screenshots.tables import Tables
from tests.browser.conftest import DEVICES, People
from tests.browser.test_every_page import WIDER, visited
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.browser.hands import PATIENCE, Hands, waited
from tests.browser.test_games import BOT, ME, OPEN, a_table, prefer, table_for, waited_for

LONG = "Wolfgangamadeustheophiluschrysostomusmoz"  # as long as a name may be
AT = {station.name: station for station in STATIONS}
BOARDS = "#main-pictures svg, #side-pictures svg"
ON_PAPER = (
    "() => [...document.querySelectorAll('#main-pictures svg')].every((each) => each.getClientRects().length)"
)
STYLE = "(each, name) => getComputedStyle(each)[name]"


# `Any`, here and below: pages are Playwright's, which may not be there.
@pytest.mark.parametrize("name", ["grove-autumn", "valley"])
@pytest.mark.parametrize("size", DEVICES)
def test_paper_shows_boards_and_no_buttons(
    browser: Any, tables: Tables, name: str, size: dict[str, Any]
) -> None:
    """Slow: every page is printed."""
    with visited(browser, tables, AT[name], locale="en-GB", **size) as page:
        page.emulate_media(media="print")
        assert page.evaluate(ON_PAPER)
        for hidden in ("#tray", "#tabs", "#tools", "#open-settings", "#chat", ".masthead nav"):
            assert not page.locator(hidden).first.is_visible(), hidden
        assert page.evaluate(WIDER) == []
        assert page.pdf()[:4] == b"%PDF"


def test_forced_colours_show_what_is_chosen(browser: Any, tables: Tables) -> None:
    with visited(browser, tables, AT["valley-chosen"], locale="en-GB", **DESKTOP) as page:
        page.emulate_media(forced_colors="active")
        chosen = page.locator(".hex.chosen .hit").first.evaluate(STYLE, "stroke")
        others = page.locator(".hex.closed .hit").first.evaluate(STYLE, "stroke")
        assert chosen != others
        assert page.locator("#tray").evaluate(STYLE, "borderTopStyle") == "solid"
        page.locator("#do").focus()
        assert page.locator("#do").evaluate(STYLE, "outlineStyle") != "none"


@pytest.mark.parametrize("way", ["system", "setting"])
def test_more_contrast_strengthens_lines_and_notes(browser: Any, tables: Tables, way: str) -> None:
    with visited(browser, tables, AT["valley"], locale="en-GB", **DESKTOP) as page:
        weak = page.locator(".card .note, .tray .note").first.evaluate(STYLE, "color")
        if way == "system":
            page.emulate_media(contrast="more")
        else:
            prefer(page, "Higher contrast")
            page.reload()
            waited(page)
        strong = page.locator(".card .note, .tray .note").first.evaluate(STYLE, "color")
        assert strong != weak and strong == page.locator("body").evaluate(STYLE, "color")


def touch(session: Any, kind: str, *points: tuple[float, float]) -> None:
    fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def drawn_at(page: Any) -> tuple[float, float, float]:
    """Where the board is on the screen, and how wide."""
    box = page.locator("#main-pictures").bounding_box()
    return box["x"], box["y"], box["width"]


def test_two_fingers_enlarge_the_board_and_one_moves_it(browser: Any, tables: Tables) -> None:
    with visited(browser, tables, AT["grove-autumn-farm"], locale="en-GB", **PHONE) as page:
        session = page.context.new_cdp_session(page)
        box = page.locator("#stage").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"], 400) / 2
        before = drawn_at(page)
        touch(session, "touchStart", (x - 40, y), (x + 40, y))
        for apart in (60, 80, 100, 120):
            touch(session, "touchMove", (x - apart, y), (x + apart, y))
        touch(session, "touchEnd")
        enlarged = drawn_at(page)
        assert enlarged[2] > before[2] * 1.5
        touch(session, "touchStart", (x, y))
        for step in (20, 40, 60):
            touch(session, "touchMove", (x + step, y + step / 2))
        touch(session, "touchEnd")
        moved = drawn_at(page)
        assert moved[0] > enlarged[0] + 20 and moved[2] == pytest.approx(enlarged[2])
        assert not page.locator(".part.chosen").count(), "nothing is chosen by moving"
        page.locator("#board-menu summary").click()
        page.locator("#zoom-fit").click()  # a tap so soon after a swipe would only end the swipe
        page.wait_for_selector("#stage:not(.zoomed)", timeout=PATIENCE)
        assert drawn_at(page) == pytest.approx(before)


def test_long_names_fit_on_a_phone(person: People, server: Process) -> None:
    page = person(server, LONG, **PHONE)
    waiting = table_for(page, "walnut-grove", ME, OPEN, {"who": "device", "name": LONG[::-1]})
    playing = table_for(page, "walnut-grove", ME, {"who": "device", "name": LONG[::-1]}, BOT)
    for path in ("/", f"/t/{waiting}", f"/t/{playing}"):
        page.goto(path)
        page.get_by_text(LONG).first.wait_for(state="attached", timeout=PATIENCE)
        assert page.evaluate(WIDER) == [], path
    page.locator("#hand button").first.tap()
    waited(page)
    for tab in ("main", "side", "seats", "talk"):
        page.locator(f"#tabs [data-tab={tab}]").tap()
        assert page.evaluate(WIDER) == [], tab


@pytest.mark.parametrize("name", ["grove-autumn-refused", "valley-refused"])
def test_what_is_refused_says_why_and_lights_the_part(browser: Any, tables: Tables, name: str) -> None:
    with visited(browser, tables, AT[name], locale="en-GB", **DESKTOP) as page:
        assert page.locator(".part.questioned").count()
        link = page.locator(".why a")
        with page.expect_popup() as opened:
            link.click()
        book = opened.value
        book.wait_for_load_state()
        target = book.locator(".rule:target")
        assert target.is_visible() and target.get_attribute("id") in link.get_attribute("href")


# ---- a notice by the browser -------------------------------------------------------------------------------

# Whoever looks at another window sees no page; a browser without windows has to be told so.
ELSEWHERE = """(() => {
  window.notices = [];
  const Real = window.Notification;
  window.Notification = class extends Real {
    constructor(...said) { super(...said); window.notices.push(said[0]); }
    static get permission() { return 'granted'; } // a browser without windows grants nothing
  };
  Object.defineProperty(document, 'hidden', { get: () => Boolean(window.elsewhere) });
})()"""


def test_a_browser_tells_whose_turn_it_is(person: People, server: Process) -> None:
    anna, ben = person(server, "Anna"), person(server, "Ben")
    anna.context.grant_permissions(["notifications"])
    anna.add_init_script(ELSEWHERE)
    code = a_table(anna, "sunflower-valley", ME, OPEN)
    ben.goto(f"/t/{code}")
    ben.get_by_role("button", name="Join the game").click()
    anna.wait_for_selector("#tray", timeout=PATIENCE)
    prefer(anna, "Notify me when it’s my turn")
    if waited_for(anna, ben) == 0:
        Hands(anna).choose()
    anna.evaluate("window.elsewhere = true")
    assert anna.evaluate("window.notices") == []
    waited(ben)
    Hands(ben).choose()
    anna.wait_for_function("() => window.notices.length === 1", timeout=PATIENCE)
    assert "Sunflower Valley" in anna.evaluate("window.notices[0]")


# ---- one device, several people ----------------------------------------------------------------------------

SHOWN = """() => [...document.querySelectorAll('#play .picture > svg, #tray .picture > svg')]
  .filter((each) => !each.closest('.after'))
  .map((each) => each.outerHTML.replace(/ (tabindex|role)="[^"]*"/g, ''))"""


def lying(page: Any, count: int) -> list[str]:
    """What a device shows once it lies on the table, and so many pictures are drawn."""
    page.wait_for_selector("#hand .seat-button", timeout=PATIENCE)
    page.wait_for_function(f"count => ({SHOWN})().length === count", arg=count, timeout=PATIENCE)
    found: list[str] = page.evaluate(SHOWN)
    return found


@pytest.mark.more
def test_a_device_that_nobody_holds_shows_what_everybody_may_see(browser: Any, tables: Tables) -> None:
    """Slow: it goes through many pages."""
    with (
        visited(browser, tables, AT["grove-hand"], locale="en-GB", **DESKTOP) as page,
        visited(browser, tables, AT["grove-watched"], locale="en-GB", **DESKTOP) as stranger,
    ):
        stranger.goto(page.url)
        stranger.wait_for_function(
            "() => document.querySelector('#main-pictures svg') && document.querySelector('#log li')"
        )
        code, everybody = tables.code("grove-hand"), stranger.evaluate(SHOWN)
        for seat in tables.client.table(code).mine():
            page.goto(page.url)
            assert lying(page, len(everybody)) == everybody, "before it is taken"
            tables.client.hand(code, seat)
            page.goto(page.url)
            page.get_by_role("button", name="Hide my side").first.click(timeout=PATIENCE)
            assert lying(page, len(everybody)) == everybody, "after it is put down"
            heard = stranger.locator("#log").inner_text()
            page.wait_for_function(
                "heard => document.querySelector('#log').innerText === heard", arg=heard, timeout=PATIENCE
            )
            assert not page.locator(".part.available, #tray-pictures svg").count()


def test_a_device_is_known_to_be_one(browser: Any, tables: Tables) -> None:
    """The test above compares something: whoever holds the device sees more than everybody."""
    context = browser.new_context(base_url=tables.url, locale="en-GB", **DESKTOP)
    try:
        known(context, tables)
        page = context.new_page()
        AT["grove-hand"].visit(page, tables)
        everybody = page.evaluate(SHOWN)
        page.locator("#hand button").first.click()
        page.wait_for_selector(".part.available", state="attached", timeout=PATIENCE)
        assert page.evaluate(SHOWN) != everybody
        tables.client.hand(tables.code("grove-hand"), None)
    finally:
        context.close()
