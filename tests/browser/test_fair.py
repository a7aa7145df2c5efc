"""Fair chance in a real browser: pages contribute by themselves, and their checker finds what was changed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from farmstead.engine.fair import pledge_for
from scripts.screenshots.tables import Tables
from tests.browser.conftest import DESKTOP, People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")


# `Any`, here and below: pages are Playwright's, which may not be there.
def table_of(page: Any) -> Any:
    return page.context.request.get(f"/api/tables/{page.url.rpartition('/')[2].partition('#')[0]}").json()


def test_one_click_adds_to_the_luck(server: Process, person: People) -> None:
    page = person(server, "Ada")
    page.goto("/")
    page.locator("[data-game=walnut-grove] .alone").click()
    page.wait_for_selector("body[data-phase=playing]")
    table = table_of(page)
    (own,) = table["fair"]["contributions"]
    kept = json.loads(page.evaluate(f"localStorage.getItem('farmstead.fair.{table['code']}')"))
    assert [(each["value"], each["commitment"]) for each in kept] == [
        (own["value"], table["fair"]["commitment"])
    ]


def test_two_people_add_and_the_game_begins_by_itself(server: Process, person: People) -> None:
    ada, ben = person(server, "Ada"), person(server, "Ben")
    ada.goto("/")
    ada.locator("[data-game=sunflower-valley] .count").select_option("1")
    ada.locator("[data-game=sunflower-valley] .friends").click()
    ada.get_by_text("One player has added to the luck of this game.").wait_for()
    ben.goto(ada.url)
    ben.locator("#seats").get_by_role("button", name="Sit down").click()
    for page in (ada, ben):
        page.wait_for_selector("body[data-phase=playing]")
    assert [bool(each["value"]) for each in table_of(ada)["fair"]["contributions"]] == [True, True]


def test_a_page_that_lost_what_it_pledged_pledges_again(server: Process, person: People) -> None:
    page = person(server, "Ada")
    page.goto("/")
    page.locator("[data-game=sunflower-valley] .count").select_option("1")
    page.locator("[data-game=sunflower-valley] .friends").click()
    page.get_by_text("One player has added to the luck of this game.").wait_for()
    before = table_of(page)["fair"]["contributions"][0]["pledge"]
    page.evaluate("localStorage.clear()")
    with page.expect_response("**/fair/pledge"):
        page.reload()
    assert table_of(page)["fair"]["contributions"][0]["pledge"] != before
    page.get_by_role("button", name="Begin with bots").click()
    page.wait_for_selector("body[data-phase=playing]")


def test_a_pledge_that_changes_at_that_moment_stops_an_opening(server: Process, person: People) -> None:
    """Ada's page opens as Ben pledges something else: it keeps to what it was shown, and adds another."""
    ada, ben = person(server, "Ada"), person(server, "Ben").context.request
    ada.goto("/")
    ada.locator("[data-game=sunflower-valley] .count").select_option("1")
    ada.locator("[data-game=sunflower-valley] .friends").click()
    ada.get_by_text("One player has added to the luck of this game.").wait_for()
    code = table_of(ada)["code"]
    api = f"/api/tables/{code}"
    sent: list[Any] = []

    def opening(route: Any) -> None:
        sent.append(route.request.post_data_json)
        if len(sent) == 1:
            changed = {"seat": 1, "pledge": pledge_for(1, "2" * 64)}
            assert ben.post(f"{api}/fair/pledge", data=changed).ok
        route.continue_()

    ada.route("**/fair/open", opening)
    with ada.expect_response(lambda answer: answer.url.endswith("/fair/open") and answer.ok):
        assert ben.post(f"{api}/seats/1", data={"pledge": pledge_for(1, "1" * 64)}).ok
    assert len(sent) == 2 and sent[0]["value"] != sent[1]["value"]
    assert ben.post(f"{api}/fair/open", data={"seat": 1, "value": "2" * 64}).ok
    ada.wait_for_selector("body[data-phase=playing]")
    kept = json.loads(ada.evaluate(f"localStorage.getItem('farmstead.fair.{code}')"))[-1]
    assert kept["pledges"] == [each["pledge"] for each in table_of(ada)["fair"]["contributions"]]


def test_a_number_that_is_lost_when_others_have_opened_is_told(server: Process, person: People) -> None:
    """Nothing can be pledged any more, and nobody else is missing: Ada is told how to go on, and can."""
    ada, ben = person(server, "Ada"), person(server, "Ben").context.request
    ada.goto("/")
    ada.locator("[data-game=sunflower-valley] .count").select_option("1")
    ada.locator("[data-game=sunflower-valley] .friends").click()
    ada.get_by_text("One player has added to the luck of this game.").wait_for()
    url, api = ada.url, f"/api/tables/{table_of(ada)['code']}"
    ada.evaluate("localStorage.clear()")
    ada.goto("/rules")
    assert ben.post(f"{api}/seats/1", data={"pledge": pledge_for(1, "1" * 64)}).ok
    assert ben.post(f"{api}/fair/open", data={"seat": 1, "value": "1" * 64}).ok
    ada.goto(url)
    ada.get_by_text("this device does not have it").wait_for()
    assert ada.context.request.post(f"{api}/leave", data={"seat": 0}).ok
    with ada.expect_response("**/seats/0"):
        ada.locator("#seats").get_by_role("button", name="Sit down").click()
    assert ben.post(f"{api}/fair/pledge", data={"seat": 1, "pledge": pledge_for(1, "2" * 64)}).ok
    assert ben.post(f"{api}/fair/open", data={"seat": 1, "value": "2" * 64}).ok
    ada.wait_for_selector("body[data-phase=playing]")


def test_the_luck_is_checked_in_the_browser(browser: Any, tables: Tables) -> None:
    context = browser.new_context(base_url=tables.url, locale="en-GB", **DESKTOP)
    code = tables.code("valley-end")
    page = context.new_page()
    page.goto(f"/t/{code}")
    page.get_by_role("link", name="Check the luck").wait_for()
    page.goto(f"/fair#{code}")
    page.get_by_text("Every draw of this game follows from").wait_for()
    assert page.locator("tbody tr").count() == page.get_by_label("right", exact=True).count() > 9

    def changed(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        told["draws"][0]["outcome"] = "sheet Z"
        route.fulfill(response=answer, json=told)

    page.route("**/api/tables/*/fair", changed)
    page.reload()
    page.get_by_text("Something is not as it was promised.").wait_for()
    assert page.get_by_label("wrong", exact=True).count() == 1
    context.close()
