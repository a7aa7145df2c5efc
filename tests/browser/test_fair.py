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
    ada.get_by_text("One player has added to the draws of this game.").wait_for()
    ben.goto(ada.url)
    ben.get_by_role("button", name="Join the game").click()
    for page in (ada, ben):
        page.wait_for_selector("body[data-phase=playing]")
    assert [bool(each["value"]) for each in table_of(ada)["fair"]["contributions"]] == [True, True]


def test_a_page_that_lost_what_it_pledged_pledges_again(server: Process, person: People) -> None:
    page = person(server, "Ada")
    page.goto("/")
    page.locator("[data-game=sunflower-valley] .count").select_option("1")
    page.locator("[data-game=sunflower-valley] .friends").click()
    page.get_by_text("One player has added to the draws of this game.").wait_for()
    before = table_of(page)["fair"]["contributions"][0]["pledge"]
    page.evaluate("localStorage.clear()")
    with page.expect_response("**/fair/pledge"):
        page.reload()
    assert table_of(page)["fair"]["contributions"][0]["pledge"] != before
    page.get_by_role("button", name="Start with bots in the free seats").click()
    page.wait_for_selector("body[data-phase=playing]")


def test_a_page_that_meets_another_commitment_stops_and_says_so(server: Process, person: People) -> None:
    """The server answers an opening with a refusal, and shows another key for the same start."""
    ada, ben = person(server, "Ada"), person(server, "Ben").context.request
    ada.goto("/")
    ada.locator("[data-game=sunflower-valley] .count").select_option("1")
    ada.locator("[data-game=sunflower-valley] .friends").click()
    ada.get_by_text("One player has added to the draws of this game.").wait_for()
    code = table_of(ada)["code"]
    sent: list[Any] = []
    pledges: list[Any] = []

    def opening(route: Any) -> None:
        sent.append(route.request.post_data_json)
        problem = {"key": "pledges_changed", "sentence": "", "rule": "table", "tried": "", "instead": []}
        route.fulfill(status=409, json={**problem, "args": {}})

    def pledging(route: Any) -> None:
        pledges.append(route.request.url)
        route.continue_()

    def shown(route: Any) -> None:
        answer = route.fetch()
        table = answer.json()
        if sent:
            table["fair"]["commitment"] = "c" * 64
            table["number"] += 1
        route.fulfill(response=answer, json=table)

    ada.route("**/fair/open", opening)
    ada.route(f"**/api/tables/{code}", shown)
    ada.route("**/fair/pledge", pledging)
    assert ben.post(f"/api/tables/{code}/seats/1", data={"pledge": pledge_for(1, "1" * 64)}).ok
    ada.get_by_text("You can’t trust the draws of this table.").wait_for()
    ada.get_by_text("It shows another fingerprint of its key for the same start.").wait_for()
    assert len(sent) == 1 and not pledges
    (kept,) = json.loads(ada.evaluate(f"localStorage.getItem('farmstead.fair.{code}')"))
    assert kept["round"] == 0 and kept["setup"]["game"] == "sunflower-valley" and "acknowledged" not in kept


def test_a_cancelled_start_is_counted_and_something_new_added(server: Process, person: People) -> None:
    ada, ben = person(server, "Ada"), person(server, "Ben").context.request
    ada.goto("/")
    ada.locator("[data-game=sunflower-valley] .count").select_option("1")
    ada.locator("[data-game=sunflower-valley] .friends").click()
    ada.get_by_text("One player has added to the draws of this game.").wait_for()
    code = table_of(ada)["code"]
    api = f"/api/tables/{code}"
    with ada.expect_response(lambda answer: answer.url.endswith("/fair/open") and answer.ok):
        assert ben.post(f"{api}/seats/1", data={"pledge": pledge_for(1, "1" * 64)}).ok
    with ada.expect_response(lambda answer: answer.url.endswith("/fair/pledge") and answer.ok):
        assert ben.post(f"{api}/leave", data={"seat": 1}).ok
    ada.get_by_text(
        "One start was cancelled before this one. This device had shown a number for one of them."
    ).wait_for()
    assert ben.post(f"{api}/seats/1", data={"pledge": pledge_for(1, "2" * 64)}).ok
    assert ben.post(f"{api}/fair/open", data={"seat": 1, "value": "2" * 64}).ok
    ada.wait_for_selector("body[data-phase=playing]")
    first, last = json.loads(ada.evaluate(f"localStorage.getItem('farmstead.fair.{code}')"))
    assert first["cancelled"]["why"] == "left" and "cancelled" not in last and last["acknowledged"]
    assert last["pledges"] == [each["pledge"] for each in table_of(ada)["fair"]["contributions"]]


def test_a_number_that_is_lost_when_others_have_opened_is_told(server: Process, person: People) -> None:
    """Nothing can be pledged any more, and nobody else is missing: Ada is told how to go on, and can."""
    ada, ben = person(server, "Ada"), person(server, "Ben").context.request
    ada.goto("/")
    ada.locator("[data-game=sunflower-valley] .count").select_option("1")
    ada.locator("[data-game=sunflower-valley] .friends").click()
    ada.get_by_text("One player has added to the draws of this game.").wait_for()
    url, api = ada.url, f"/api/tables/{table_of(ada)['code']}"
    ada.evaluate("localStorage.clear()")
    ada.goto("/rules")
    assert ben.post(f"{api}/seats/1", data={"pledge": pledge_for(1, "1" * 64)}).ok
    assert ben.post(f"{api}/fair/open", data={"seat": 1, "value": "1" * 64}).ok
    ada.goto(url)
    ada.get_by_text("this device doesn’t have it").wait_for()
    assert ada.context.request.post(f"{api}/leave", data={"seat": 0}).ok
    with ada.expect_response("**/seats/0"):
        ada.get_by_role("button", name="Join the game").click()
    assert ben.post(f"{api}/fair/pledge", data={"seat": 1, "pledge": pledge_for(1, "2" * 64)}).ok
    assert ben.post(f"{api}/fair/open", data={"seat": 1, "value": "2" * 64}).ok
    ada.wait_for_selector("body[data-phase=playing]")


def test_the_luck_is_checked_in_the_browser(browser: Any, tables: Tables) -> None:
    context = browser.new_context(base_url=tables.url, locale="en-GB", **DESKTOP)
    code = tables.code("valley-end")
    page = context.new_page()
    page.goto(f"/t/{code}")
    page.locator(".end-more summary").click()
    page.get_by_role("link", name="Check the draws").wait_for()
    page.goto(f"/fair#{code}")
    page.get_by_text("Every draw in this game follows from").wait_for()
    assert page.locator("tbody tr").count() == page.get_by_label("correct", exact=True).count() > 9

    def changed(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        told["draws"][0]["outcome"] = "sheet Z"
        route.fulfill(response=answer, json=told)

    page.route("**/api/tables/*/fair", changed)
    page.reload()
    page.get_by_text("Something isn’t as promised.").wait_for()
    page.get_by_text("says something other than what the server tells this page").wait_for()
    assert page.get_by_label("wrong", exact=True).count() == 1
    page.unroute("**/api/tables/*/fair")
    # What this device opened is compared, whoever the server says sits there; its notes can be taken along.
    own = {
        "seat": 0,
        "value": "0" * 64,
        "pledge": pledge_for(0, "0" * 64),
        "pledges": [pledge_for(0, "0" * 64)],
    }
    kept = json.dumps([{**own, "commitment": "c" * 64, "round": 0, "scheme": 2}])
    page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [f"farmstead.fair.{code}", kept])
    page.reload()
    page.get_by_text("The number this device added isn’t among those that count.").wait_for()
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download this device’s notes").click()
    assert json.loads(taken.value.path().read_text())["openings"] == json.loads(kept)
    page.goto("/fair")
    page.reload()
    page.locator("#opened-at").get_by_role("link", name=code).wait_for()
    context.close()
