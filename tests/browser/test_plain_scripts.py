"""Scripts do apart, as they were written, what they do joined."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.browser.hands import Hands, waited


# `Any`: Playwright's requests and pages.
def apart(route: Any) -> None:
    """Where a joined script is asked for, the one that was written."""
    written = route.request.url.replace("/joined/", "/").replace("/added/", "/")
    route.fulfill(status=302, headers={"location": written})


def test_a_table_works_with_scripts_as_they_are_written(person: People, server: Process) -> None:
    page: Any = person(server, "Anna")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/joined/**", apart)
    page.route("**/added/**", apart)
    answer = page.context.request.post("/api/tables", data={"game": "walnut-grove", "seats": [{"who": "me"}]})
    page.goto(f"/t/{answer.json()['table']['code']}")
    hands = Hands(page)
    for _ in range(3):
        assert waited(page) == "choose"
        hands.choose()
    assert len([each for each in asked if each.endswith(".js") and "/joined/" not in each]) > 40
