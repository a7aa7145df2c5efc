"""The app that is kept on a device, in a real browser: without a connection, and after an update."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, People
from tests.server.serving import Process, process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import expect

from tests.browser.axe import obstacles
from tests.browser.hands import PATIENCE, Hands, waited
from tests.browser.test_games import ME, a_table

READY = "() => navigator.serviceWorker.ready.then((found) => found.active.state === 'activated')"
SENT = ("**/t/**", "**/api/**")
CONTROLLED = "() => Boolean(navigator.serviceWorker.controller)"
ALL_LATER = """async () => {
  const wait = () => new Promise((go) => setTimeout(go, 50));
  while (!(await caches.keys()).every((name) => name.includes("later"))) await wait();
}"""
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const each of await (await caches.open(name)).keys()) found.push([name, each.url]);
  return found;
}"""


# `Any`, here and below: pages are Playwright's, which may not be there.
def installed(page: Any, path: str = "/") -> None:
    """Somebody who is here for the second time has the worker."""
    page.goto(path)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    page.goto(path)
    page.wait_for_function(READY, timeout=PATIENCE)
    page.wait_for_function(CONTROLLED, timeout=PATIENCE)


def test_without_a_connection_a_page_waits_and_keeps_what_was_chosen(
    person: People, own_server: Process
) -> None:
    """Slow: the worker is installed, the connection goes, and comes back."""
    page = person(own_server, "Anna")
    page.goto("/?lang=de")
    page.locator("#theme").select_option("dark")
    page.locator("#language").select_option("de")
    page.wait_for_url(lambda url: "lang=" not in url)
    installed_again(page)
    page.context.set_offline(True)
    page.goto("/daily")
    expect(page.locator("h1")).to_have_text("Keine Verbindung", timeout=PATIENCE)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    expect(page.locator("#wanted")).to_have_text("/daily")
    assert page.evaluate("getComputedStyle(document.querySelector('.card')).borderTopWidth") != "0px"
    assert obstacles(page) == []
    page.context.set_offline(False)
    expect(page.locator("h1")).to_have_text("Spiel des Tages", timeout=PATIENCE)


def installed_again(page: Any) -> None:
    page.goto("/")
    page.wait_for_function(READY, timeout=PATIENCE)
    page.wait_for_function(CONTROLLED, timeout=PATIENCE)


def test_nothing_private_is_kept_and_another_edition_takes_over(tmp_path: Path, browser: Any) -> None:
    """Slow: a server below a path, and two workers one after the other."""
    with process(tmp_path / "folder", "--pace", "0", "--root-path", "/games") as server:
        context = browser.new_context(base_url=server.url, locale="en-GB", **DESKTOP)
        page = context.new_page()
        installed(page, "/games/")
        page.goto("/games/you")
        page.goto("/games/puzzles")
        kept = page.evaluate(KEPT)
        paths = {url.removeprefix(server.url).partition("?")[0] for _, url in kept}
        assert "/games/offline" in paths and len({name for name, _ in kept}) == 1
        assert all(path == "/games/offline" or path.startswith("/games/static/") for path in paths)
        page.evaluate(
            "() => navigator.serviceWorker.register("
            "'/games/service-worker.js?edition=later&lang=en', { scope: '/games/' })"
        )
        page.wait_for_function(
            "() => navigator.serviceWorker.controller?.scriptURL.includes('edition=later')", timeout=PATIENCE
        )
        page.evaluate(ALL_LATER)
        assert len(page.evaluate("caches.keys()")) == 1
        context.close()


def test_what_is_new_is_told_once_after_an_update(person: People, server: Process) -> None:
    page = person(server, "Anna")
    page.goto("/")
    expect(page.locator("#updated")).to_be_hidden()  # whoever is new has nothing to compare
    page.evaluate("localStorage.setItem('farmstead.news', 'earlier')")
    page.goto("/")
    expect(page.locator("#updated")).to_be_visible()
    assert obstacles(page) == []
    page.locator("#updated a").click()
    page.wait_for_url("**/whats-new")
    expect(page.locator("#updated")).to_be_hidden()
    expect(page.locator("h1")).to_have_text("What’s new")


def lost(route: Any) -> None:
    """What is sent gets lost on the way; what is asked for comes."""
    if route.request.method == "POST":
        route.abort()
    else:
        route.continue_()


def test_a_choice_that_did_not_go_off_outlives_the_page(person: People, server: Process) -> None:
    page = person(server, "Anna")
    code = a_table(page, "walnut-grove", ME)
    hands = Hands(page, seed=3)
    waited(page)
    for path in SENT:
        page.route(path, lost)
    for _ in range(4):
        if page.locator("#do").count() or not hands.click_part():
            break
    page.locator("#do").click(timeout=PATIENCE)
    page.wait_for_selector("#kept:not([hidden])", timeout=PATIENCE)
    for path in SENT:
        page.unroute(path)
    page.reload()
    page.wait_for_selector("#kept", state="hidden", timeout=PATIENCE)
    page.wait_for_function("() => document.querySelector('#log')?.textContent.trim()", timeout=PATIENCE)
    heard = page.context.request.get(f"/api/tables/{code}/news?seat=0").json()["heard"]
    made = [
        each["news"]["move"] for each in heard if each["news"].get("move") and each["news"].get("seat") == 0
    ]
    assert len(made) == 1
    assert page.evaluate("sessionStorage.length") == 0
