"""Who you are, in a real browser: a guest makes an account and comes back with another one."""

from __future__ import annotations

from typing import Any

from tests.browser.conftest import DESKTOP, PHONE, People
from tests.server.serving import Process

SECRET = "seven geese on the roof"


def sign_in(page: Any, name: str) -> None:
    page.locator("#enter-name").fill(name)
    page.locator("#enter-passphrase").fill(SECRET)
    page.keyboard.press("Enter")


def test_games_follow_an_account_to_another_device(server: Process, person: People) -> None:
    """By keys alone on the first, on a phone on the second."""
    first = person(server, "Nadia")
    first.goto("/")
    first.locator("[data-game=sunflower-valley] .now").click()
    first.wait_for_url("**/t/*")
    first.goto("/")
    first.get_by_role("link", name="You play as Nadia").focus()
    first.keyboard.press("Enter")
    first.locator("#devices-list li").wait_for()
    first.locator("#make-passphrase").focus()
    first.keyboard.type(SECRET)
    first.keyboard.press("Tab")
    first.keyboard.press("Space")
    first.locator("#make-passphrase[type=text]").wait_for()
    first.keyboard.press("Enter")
    first.get_by_role("status").get_by_text("You have an account now").wait_for()
    assert first.evaluate("document.activeElement.id") == "done"
    assert first.locator("#make-passphrase").input_value() == ""

    second = person(server, "Passer-by", **{**PHONE, "locale": "en-GB"})
    second.goto("/you")
    sign_in(second, "nadia")
    second.get_by_text("You sign in as Nadia").wait_for()
    second.locator("#devices-list li").nth(1).wait_for()
    second.goto("/")
    second.locator("#mine-list li").wait_for()

    first.goto("/you")
    first.get_by_role("button", name="Sign out everywhere else").click()
    first.get_by_role("status").get_by_text("Done: you’re signed out there.").wait_for()
    second.goto("/you")
    second.locator("#guest").wait_for()
    assert not second.locator("#devices").is_visible()


def test_a_guest_with_games_is_asked_before_they_go(server: Process, person: People) -> None:
    person(server, "Olga", **DESKTOP).context.request.post(
        "/api/account", data={"name": "Olga", "passphrase": SECRET}
    )
    page = person(server, "Some guest")
    page.goto("/")
    page.locator("[data-game=sunflower-valley] .now").click()
    page.wait_for_url("**/t/*")
    page.goto("/you")
    sign_in(page, "Olga")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert page.context.request.get("/api/me").json() == {"name": "Some guest"}
    sign_in(page, "Olga")
    page.get_by_role("dialog").get_by_role("button", name="Delete them and sign in").click()
    page.get_by_text("You sign in as Olga").wait_for()


def test_what_is_refused_is_said_and_stays_to_be_corrected(server: Process, person: People) -> None:
    page = person(server, "Petra")
    page.goto("/you")
    page.locator("#make-passphrase").fill("short")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("at least 10").wait_for()
    assert page.locator("#make-passphrase").input_value() == "short"
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget me").click()
    page.locator("#devices").wait_for(state="hidden")
    assert page.context.request.get("/api/me").json() == {"name": None}
