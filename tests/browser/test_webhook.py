"""Where somebody wants messages, on the page: entered, refused, seen without its secret, removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.axe import faint, obstacles
from tests.browser.conftest import PHONE, People
from tests.server.serving import Process, process
from tests.server.stores import by_hand

ROW = "(1, 'https://hooks.example/secret-part', 'en', 1000, 10, 2000, 'status')"


@pytest.fixture
def public_server(tmp_path: Path) -> Iterator[Process]:
    with process(tmp_path / "folder", "--pace", "0", "--url", "http://play.example") as started:
        yield started


def test_an_address_is_entered_refused_shown_and_removed(public_server: Process, person: People) -> None:
    page = person(public_server, "Ada", **PHONE)
    page.goto("/you")
    page.get_by_label("Your webhook’s address").fill("https://127.0.0.1/hook")
    page.keyboard.press("Enter")
    page.get_by_text("That isn’t the name of a public host").wait_for()
    by_hand(public_server.folder / "tables.db", f"INSERT INTO webhooks VALUES {ROW}")
    page.reload()
    page.get_by_text("Messages go to https://hooks.example/…").wait_for()
    page.get_by_text("Paused after too many failed attempts").wait_for()
    assert "secret-part" not in page.content()
    assert obstacles(page) == [] and faint(page) == []
    page.get_by_role("button", name="Stop messages").click()
    page.get_by_text("No messages are sent.").wait_for()
    assert page.get_by_role("button", name="Send a test message").count() == 0
    assert by_hand(public_server.folder / "tables.db", "SELECT count(*) FROM webhooks") == [(0,)]


def test_a_server_that_nobody_knows_from_outside_offers_none(server: Process, person: People) -> None:
    page = person(server, "Ada")
    page.goto("/you")
    page.get_by_role("button", name="Delete my data").wait_for()
    assert page.locator("#webhook-url").count() == 0
