"""The game of the day in a real browser: one attempt, by a click, and nothing that would spoil it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import Error

from tests.browser.conftest import People
from tests.server.serving import Process

GROVE = "walnut-grove"


def test_an_attempt_begins_with_a_click_and_goes_on_where_it_was(server: Process, person: People) -> None:
    day = datetime.now(UTC).date()
    try:
        make_an_attempt(server, person)
    except (AssertionError, Error):
        if datetime.now(UTC).date() == day:
            raise
        make_an_attempt(server, person)  # midnight came in between, and another game


def make_an_attempt(server: Process, person: People) -> None:
    page = person(server, "Anna")
    page.goto("/daily")
    page.locator(f"button[data-game={GROVE}]").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("body[data-phase=playing]")
    address = page.url
    page.locator("#seats details.more").wait_for()
    assert deeds(page) == ["Resign"]
    page.goto("/daily")
    link = page.get_by_role("link", name="Continue today’s Walnut Grove")
    assert address.endswith(link.get_attribute("href"))
    other = person(server, "Ben")
    other.goto(address)
    other.wait_for_selector("body.closed-door")
    assert "It opens at midnight UTC" in other.locator("#door").inner_text()


def deeds(page: Any) -> list[str]:
    found: list[str] = page.locator("#seats details.more button").all_text_contents()  # folded
    return found
