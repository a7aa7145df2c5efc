"""Whole games through the page, by clicks, taps and keys alone."""

from __future__ import annotations

from typing import Any

import pytest

from farmstead.client import Client
from scripts.screenshots.tables import bring
from tests.browser.conftest import PHONE, People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from tests.browser.hands import PATIENCE, Hands, waited

ME, OPEN, DEVICE, BOT = (
    {"who": "me"},
    {"who": "open"},
    {"who": "device", "name": "Ben"},
    {"who": "bot", "level": 1},
)
MOST_STEPS = 2400  # of 50 milliseconds each, on a busy machine


# `Any`, here and below: pages are Playwright's, which may not be there.
def table_for(page: Any, game: str, *seats: dict[str, Any]) -> str:
    """Made by the API, as the page for new tables does."""
    answer = page.context.request.post("/api/tables", data={"game": game, "seats": list(seats)})
    assert answer.ok, answer.text()
    code: str = answer.json()["table"]["code"]
    return code


def a_table(page: Any, game: str, *seats: dict[str, Any]) -> str:
    """The same, opened in the browser."""
    code = table_for(page, game, *seats)
    page.goto(f"/t/{code}")
    return code


def prefer(page: Any, label: str) -> None:
    """Change a setting of the device."""
    page.locator("#open-settings").click()
    page.get_by_label(label).click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


def over(page: Any) -> str:
    """What stands on the card at the end."""
    page.wait_for_selector("#end .headline", timeout=PATIENCE)
    text: str = page.locator("#end").inner_text()
    assert "total" in text.lower() and page.locator("#end .scores tbody tr").count() > 5
    return text


def test_walnut_grove_alone(person: People, server: Process) -> None:
    """Slow: the whole game is clicked through, about 150 choices."""
    page = person(server, "Anna")
    a_table(page, "walnut-grove", ME)
    Hands(page).play()
    assert "point" in over(page)


@pytest.mark.more
def test_walnut_grove_with_three_bots_on_a_phone(person: People, server: Process) -> None:
    """Slow: the whole game is tapped through, with a question before each choice."""
    page = person(server, "Anna", **PHONE)
    a_table(page, "walnut-grove", ME, BOT, BOT, BOT)
    waited(page)
    prefer(page, "Ask before each choice")
    Hands(page, seed=2, tap=True).play()
    over(page)
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


@pytest.mark.more
def test_two_browsers_at_one_table(person: People, server: Process) -> None:
    """Slow: the whole game is clicked through in two browsers."""
    anna, ben = person(server, "Anna"), person(server, "Ben")
    code = a_table(anna, "sunflower-valley", ME, OPEN)
    ben.goto(f"/t/{code}")
    ben.get_by_role("button", name="Join the game").click()
    hands = [Hands(anna, seed=3), Hands(ben, seed=4)]
    while waited_for(anna, ben) is not None:
        turn = waited_for(anna, ben)
        if turn is not None:
            hands[turn].choose()
    assert over(anna).split("\n")[1:3] and "Anna" in over(ben)


@pytest.mark.parametrize("game", ["walnut-grove", "sunflower-valley"])
def test_boards_come_with_the_news_and_nobody_asks_for_them(
    person: People, server: Process, game: str
) -> None:
    """The other's choice changes what is shown without a further request; one's own comes with its answer."""
    anna, ben = person(server, "Anna"), person(server, "Ben")
    code = table_for(anna, game, ME, OPEN)
    assert ben.context.request.post(f"/api/tables/{code}/seats/1", data={}).ok
    asked: list[str] = []
    for page in (anna, ben):
        page.on("request", lambda request: asked.append(f"{request.method} {request.url.partition('?')[0]}"))
        page.goto(f"/t/{code}")
    pages, hands = (anna, ben), (Hands(anna, seed=8), Hands(ben, seed=9))
    for page in pages:
        page.wait_for_selector("#main-pictures svg", timeout=PATIENCE)
    first = [each for each in asked if each.endswith("/boards")]
    assert len(first) == len(pages), first  # each once: an answer can be packed, a stream is not
    asked.clear()
    for _ in range(6):
        turn = waited_for(*pages)
        assert turn is not None
        other = pages[1 - turn]
        before, shown = hands[1 - turn].position(), other.locator("#play").inner_html()
        hands[turn].choose()
        other.wait_for_function(
            "before => document.body.dataset.position !== before", arg=before, timeout=PATIENCE
        )
        assert other.locator("#play").inner_html() != shown
        for page in pages:
            number = page.evaluate("document.body.dataset.position").split()[1]
            assert number == pages[0].evaluate("document.body.dataset.position").split()[1]
    boards = [each for each in asked if each.endswith("/boards")]
    assert boards and all(each.startswith("POST ") for each in boards), boards


def waited_for(*pages: Any) -> int | None:
    """Whose page has something to choose, as soon as one has; None when the game is over."""
    for _ in range(MOST_STEPS):
        for number, page in enumerate(pages):
            if page.locator("#end:not([hidden])").count():
                return None
            if page.locator("#tray.asked:not(.sending)").count() and page.locator(".part.available").count():
                return number
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody has anything to do")


@pytest.mark.more
def test_two_people_and_one_phone(person: People, server: Process) -> None:
    """Slow: the whole game is tapped through for two."""
    page = person(server, "Anna", **PHONE)
    a_table(page, "sunflower-valley", ME, DEVICE)
    hands = Hands(page, seed=5, tap=True)
    hands.play()
    assert hands.handed == 0, "all is open there: nobody has to look away"
    over(page)
    heads = page.locator("#end .scores thead th").evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert heads[1:] == ["Anna", "Ben"]


def test_the_end_is_shown_to_whoever_looks_at_something_else(person: People, server: Process) -> None:
    page = person(server, "Anna", **PHONE)
    (cookie,) = [each["value"] for each in page.context.cookies() if each["name"] == "farmstead"]
    code = a_table(page, "sunflower-valley", ME, BOT)
    waited(page)
    page.locator("#tabs [data-tab=talk]").tap()
    with Client(server.url, cookie=cookie) as client:
        bring(client, code, lambda _: False)  # to the end
    over(page)


def test_a_device_is_handed_over_where_something_is_hidden(person: People, server: Process) -> None:
    """Slow: a game of two by clicks."""
    page = person(server, "Anna")
    a_table(page, "walnut-grove", ME, DEVICE)
    hands = Hands(page, seed=5)
    page.wait_for_selector("#hand button", timeout=PATIENCE)
    assert not page.locator(".part.available").count(), "nothing can be chosen before it is handed over"
    hands.play(until=lambda: hands.choices == 14)
    assert hands.handed > 2


def test_a_game_goes_on_after_the_server_was_gone(person: People, own_server: Process) -> None:
    """Slow: a server is killed and started again."""
    page = person(own_server, "Anna")
    a_table(page, "sunflower-valley", ME, BOT)
    hands = Hands(page, seed=7)
    hands.play(until=lambda: hands.choices == 3)
    page.context.set_offline(True)
    page.wait_for_selector("#offline:not([hidden])", timeout=PATIENCE)
    page.context.set_offline(False)
    page.wait_for_selector("#offline", state="hidden", timeout=PATIENCE)
    hands.play(until=lambda: hands.choices == 6)
    own_server.kill()
    page.wait_for_selector("#offline:not([hidden])", timeout=PATIENCE)
    own_server.start()
    page.wait_for_selector("#offline", state="hidden", timeout=PATIENCE)
    hands.play(until=lambda: hands.choices == 9)
    assert hands.choices == 9
