"""One device, several people: where all see the same, it goes from turn to turn by itself."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.hands import PATIENCE, Hands, waited
from tests.server.serving import Process


def shared(page: Any, game: str, *beside: dict[str, Any]) -> None:
    """At a table with others beside oneself. `Any`: pages are Playwright's, which may not be there."""
    seats = [{"who": "me"}, *beside]
    made = page.context.request.post("/api/tables", data={"game": game, "seats": seats})
    page.goto(f"/t/{made.json()['table']['code']}")


def test_open_boards_need_no_handing_over(person: People, server: Process) -> None:
    page = person(server, "Ada")
    shared(page, "sunflower-valley", {"who": "device", "name": "Ben"})
    hands = Hands(page)
    turns: set[str] = set()
    while len(turns) < 2:
        assert waited(page) == "choose"
        turns.add(page.evaluate("document.body.dataset.position.split(' ')[0]"))
        hands.choose()
    expect(page.locator("#hand button")).to_have_count(0)
    waited(page)
    page.locator("#also .side").click(timeout=PATIENCE)  # back to whoever has chosen, to take it back
    expect(page.locator("#hand button")).to_have_count(1, timeout=PATIENCE)
    page.locator("#undo").click(timeout=PATIENCE)
    expect(page.locator("#hand button")).to_have_count(0, timeout=PATIENCE)
    assert waited(page) == "choose"


def test_what_somebody_may_not_see_is_handed_over(person: People, server: Process) -> None:
    page = person(server, "Ada")
    shared(page, "walnut-grove", {"who": "device"})
    assert waited(page) == "hand"
    assert "Player 2" in page.locator("#seats").inner_text()


def test_links_that_lead_nowhere_else_say_so(person: People, server: Process) -> None:
    page = person(server, "Ada")
    shared(page, "walnut-grove", {"who": "open"})
    expect(page.locator(".only-here")).to_contain_text("only on this computer", timeout=PATIENCE)
    page.locator("details.settings summary").click()
    expect(page.locator("details.settings")).to_contain_text("as in the German rules")


def test_whose_turn_it_is_is_said_by_name_until_somebody_touches_the_device(
    person: People, server: Process
) -> None:
    page = person(server, "Ada")
    shared(page, "sunflower-valley", {"who": "device", "name": "Ben"})
    hands = Hands(page)
    seats: list[str] = []
    while len(set(seats)) < 2:
        assert waited(page) == "choose"
        seats.append(page.evaluate("document.body.dataset.position.split(' ')[0]"))
        if len(set(seats)) < 2:
            hands.choose()
    said = page.locator("#handover")
    name = "Ada" if seats[-1] == "0" else "Ben"
    expect(said).to_have_text(f"{name}, it’s your turn", timeout=PATIENCE)
    page.keyboard.press("Shift")
    expect(said).to_be_hidden(timeout=PATIENCE)


def test_a_table_at_which_nobody_watches_has_a_door_that_leads_on(person: People, server: Process) -> None:
    page = person(server, "Ada")
    seats = [{"who": "me"}, {"who": "bot", "level": 1}]
    wish = {"game": "sunflower-valley", "seats": seats, "spectators": False}
    code = page.context.request.post("/api/tables", data=wish).json()["table"]["code"]
    other = person(server, "Ben")
    other.goto(f"/t/{code}")
    door = other.locator("#door")
    expect(door.get_by_role("heading")).to_have_text("This table is private", timeout=PATIENCE)
    expect(door.get_by_role("link", name="Start your own table")).to_be_visible()
    door.get_by_role("link", name="See the games").click()
    other.wait_for_url(f"{server.url}/")
