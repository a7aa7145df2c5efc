"""A server below a path of a name, in a real browser: from its front page to a move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser.conftest import DESKTOP
from tests.browser.hands import Hands, waited
from tests.server.serving import process


def test_a_guest_finds_a_table_and_plays(tmp_path: Path, browser: Any) -> None:
    """Slow: it goes through many pages."""
    with process(tmp_path / "folder", "--pace", "0", "--root-path", "/games") as server:
        context = browser.new_context(base_url=server.url, locale="en-GB", **DESKTOP)
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.removeprefix(server.url)))
        page.goto("/games/")
        page.locator("[data-game=walnut-grove] .alone").click()
        page.wait_for_url("**/games/t/*")
        assert waited(page) == "choose"
        Hands(page).choose()
        assert [cookie["path"] for cookie in context.cookies()] == ["/games"]
        page.goto("/games/")
        page.locator("#mine-list li").get_by_role("link").click()
        page.wait_for_url("**/games/t/*")
        context.close()
    assert asked and all(path.startswith("/games/") for path in asked), asked
