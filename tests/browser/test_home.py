"""Home, setting up a table and the rules in a real browser: by clicks and keys, in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, People
from tests.browser.test_games import ME, table_for
from tests.server.serving import Process

SIZES: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "phone": PHONE}


def at_a_table(page: Any) -> str:
    """The code of the table that somebody has come to."""
    page.wait_for_url("**/t/*")
    return str(page.url.rpartition("/")[2])


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.more)])
@pytest.mark.parametrize("button", [".now", ".alone", ".friends"])
def test_one_click_leads_to_a_table(server: Process, person: People, size: str, button: str) -> None:
    page = person(server, "Ada", **SIZES[size])
    page.goto("/")
    page.locator("[data-game=walnut-grove]").locator(button).click()
    code = at_a_table(page)
    table = page.context.request.get(f"/api/tables/{code}").json()
    assert table["phase"] == ("waiting" if button == ".friends" else "playing")
    assert len(table["seats"]) == (1 if button == ".alone" else 2)


FOLDS = [(1280, 800), (390, 844), (768, 1024)]


@pytest.mark.parametrize(("width", "height"), FOLDS)
def test_a_new_game_is_above_the_fold_beside_several_tables(
    server: Process, person: People, width: int, height: int
) -> None:
    page = person(server, "Ada", viewport={"width": width, "height": height})
    for _ in range(5):
        table_for(page, "walnut-grove", ME)
    page.goto("/")
    page.locator("#mine-list li").first.wait_for()
    now = page.locator("[data-game=walnut-grove] .now").bounding_box()
    assert now["y"] + now["height"] <= height
    older = page.locator("#mine-more").bounding_box()
    assert older is None or older["y"] + older["height"] <= height


def test_a_guest_needs_no_name(server: Process, person: People) -> None:
    page = person(server, "Ada")
    page.context.clear_cookies()
    page.goto("/")
    page.locator("#mine-none").wait_for()
    page.locator("[data-game=sunflower-valley] .count").select_option("2")
    page.locator("[data-game=sunflower-valley] .now").click()
    at_a_table(page)
    page.goto("/")
    page.get_by_role("link", name="You play as Guest").wait_for()
    page.locator("#mine-list li").wait_for()
    assert not page.locator("#mine-none").is_visible()


def test_my_turn_comes_first_and_leads_back(server: Process, person: People) -> None:
    page = person(server, "Ada")
    page.goto("/")
    page.locator("[data-game=walnut-grove] .alone").click()
    code = at_a_table(page)
    page.goto("/")
    page.locator("[data-game=walnut-grove] .friends").click()
    at_a_table(page)
    page.goto("/")
    first = page.locator("#mine-list li").first
    first.get_by_text("your turn", exact=True).wait_for()
    first.get_by_role("link").click()
    assert at_a_table(page) == code


def test_a_table_is_set_up_by_keys_alone(server: Process, person: People) -> None:
    page = person(server, "Ada")
    page.goto("/new?game=walnut-grove")
    page.get_by_role("radio", name="Walnut Grove").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("radio", name="Sunflower Valley", checked=True).wait_for()
    page.locator("#making-count").focus()
    page.keyboard.press("3")
    assert page.locator(".making-seats li").count() == 3
    page.locator(".making-seats .who").nth(1).focus()
    page.keyboard.type("Somebody b")
    page.keyboard.press("Tab")
    page.keyboard.type("Ilse")
    page.get_by_role("heading", name="The table").click()
    page.locator("#making-public").focus()
    page.keyboard.press("Space")
    page.locator(".making > button").focus()
    page.keyboard.press("Enter")
    table = page.context.request.get(f"/api/tables/{at_a_table(page)}").json()
    assert table["game"] == "sunflower-valley" and table["public"]
    assert [seat["how"] for seat in table["seats"]] == ["person", "device", "bot"]
    assert table["seats"][1]["name"] == "Ilse"


@pytest.mark.parametrize(("code", "title"), [("fr", "Préparer une table"), ("de", "Einen Tisch einrichten")])
def test_the_language_can_be_changed_and_stays(
    server: Process, person: People, code: str, title: str
) -> None:
    page = person(server, "Ada")
    page.goto("/")
    page.locator("#language").select_option(code)
    page.locator(f"html[lang={code}]").wait_for()
    page.goto("/new")
    page.get_by_role("heading", name=title).wait_for()
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    assert cookies["language"] == code


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.more)])
def test_rules_are_searched_by_keys(server: Process, person: People, size: str) -> None:
    page = person(server, "Ada", **SIZES[size])
    page.goto("/rules/walnut-grove")
    every = page.locator(".rule:visible").count()
    page.keyboard.press("/")
    page.keyboard.type("WG 5.6")
    page.get_by_text("One paragraph found.").wait_for()
    assert page.locator(".rule:visible").count() == 1
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#5.6"
    page.keyboard.press("/")
    page.locator("#search-words").fill("neighbour help nonsense")
    page.get_by_text("Nothing found.").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".rule:visible").count() == every


def test_a_link_into_the_rules_shows_its_paragraph(server: Process, person: People) -> None:
    page = person(server, "Ada")
    page.goto("/rules/walnut-grove?options=open_help_costs=off#7.4")
    target = page.locator(".rule:target")
    assert target.get_attribute("id") == "7.4"
    assert "as this table plays it" in target.inner_text()
    page.locator("#search-words").fill("sunrise")
    page.locator("#contents a").first.click()
    page.locator("#how-it-plays").wait_for()
    assert page.locator("#search-words").input_value() == ""
    page.locator("#search-words").fill("sunrise")
    page.locator("#contents a[href='#1']").click()
    page.locator(".rule >> nth=0").wait_for()
    assert page.locator("#search-words").input_value() == ""


@pytest.mark.more
@pytest.mark.parametrize("path", ["/", "/new", "/you", "/rules", "/rules/sunflower-valley", "/nope"])
def test_nothing_is_wider_than_a_phone(server: Process, person: People, path: str) -> None:
    for language in ("en", "fr", "de"):
        page = person(server, "Ada", **{**PHONE, "locale": language})
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
