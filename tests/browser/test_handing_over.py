"""On a shared device nothing of one seat stays for the next, not even what was still on its way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import People
from tests.browser.hands import PATIENCE
from tests.browser.test_games import DEVICE, ME, a_table
from tests.server.serving import Process

ASKED: dict[str, Callable[[Any], None]] = {
    "hint": lambda page: page.locator("#hint").click(),
    "board.txt": lambda page: page.keyboard.press("t"),
}


@pytest.mark.parametrize("what", ASKED)
def test_an_answer_that_comes_after_the_device_was_put_down_is_not_shown(
    person: People, server: Process, what: str
) -> None:
    page = person(server, "Anna")
    a_table(page, "walnut-grove", ME, DEVICE)
    held: list[Any] = []
    page.route(f"**/{what}?*", lambda route: held.append(route))
    page.locator("#hand button").first.click()
    page.wait_for_selector("#hint", timeout=PATIENCE)
    with page.expect_request(f"**/{what}?*", timeout=PATIENCE):
        ASKED[what](page)
    while not held:  # it has been sent, and is about to be held back
        page.wait_for_timeout(5)
    assert len(held) == 1
    answer = held[0].fetch()
    page.get_by_role("button", name="Hide my side").click()
    page.wait_for_selector("#hand button", timeout=PATIENCE)
    with page.expect_event("requestfinished", timeout=PATIENCE):
        held[0].fulfill(response=answer)
    page.wait_for_timeout(300)
    assert not page.locator("dialog[open]").count()
    assert page.locator("#detail").inner_text().strip() == ""
