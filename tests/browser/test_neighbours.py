"""Neighbours on the pages: chosen by their faces, with keys too, and at the table by name with a line."""

from __future__ import annotations

from typing import Any

import pytest

from farmstead.agents.characters import neighbours
from tests.browser.conftest import DESKTOP, PHONE, People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.browser.hands import PATIENCE

CARD = "[data-game=sunflower-valley]"


def seats_of(page: Any) -> list[tuple[str, str, int]]:
    page.wait_for_url("**/t/*")
    table = page.context.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    return [(seat["name"], seat["neighbour"], seat["level"]) for seat in table["seats"][1:]]


@pytest.mark.parametrize("size", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.more)])
def test_a_neighbour_is_chosen_by_face_and_speaks_at_the_table(
    server: Process, person: People, size: dict[str, Any]
) -> None:
    """Slow: a table is set up and opened."""
    page = person(server, "Ada", **size)
    page.goto("/")
    card = page.locator(CARD)
    otis = neighbours()["otis"]
    face = card.get_by_role("radio", name=f"Otis (level {otis.level})")
    face.check()
    card.get_by_text(otis.said("about")).wait_for()
    box = card.locator(".neighbour").first.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    card.locator(".now").click()
    assert seats_of(page) == [("Otis", "otis", otis.level)]
    row = page.locator("#seats li").nth(1)
    row.locator("use[href='#face-otis']").wait_for(state="attached", timeout=PATIENCE)
    assert row.locator("q.said").text_content() == otis.said("begin")
    assert page.locator("symbol#face-otis").count() == 1


def test_arrow_keys_walk_over_faces_and_company_is_never_twice_the_same(
    server: Process, person: People
) -> None:
    page = person(server, "Ada")
    page.goto("/")
    card = page.locator(CARD)
    card.locator(".count").select_option("3")
    card.get_by_role("radio", name="Hazel").focus()
    page.keyboard.press("ArrowRight")
    first = neighbours()["basil"]
    card.get_by_text(first.said("about")).wait_for()
    told = card.locator(".how").inner_text()
    card.locator(".now").press("Enter")
    names = [name for name, _, _ in seats_of(page)]
    assert names[0] == "Basil" and len(set(names)) == 3 and all(name in told for name in names)


def test_whoever_wants_numbers_chooses_a_level(server: Process, person: People) -> None:
    page = person(server, "Ada")
    page.goto("/")
    card = page.locator(CARD)
    assert not card.locator(".level").is_visible()
    card.get_by_role("radio", name="By level").check()
    card.get_by_label("Bot level").select_option("4")
    card.locator(".now").click()
    assert seats_of(page) == [("", "", 4)]


def test_a_table_is_set_up_with_neighbours_and_levels(server: Process, person: People) -> None:
    page = person(server, "Ada")
    page.goto("/new?game=sunflower-valley")
    page.locator("#making-count").select_option("3")
    page.get_by_label("Bot at seat 2").select_option("rosa")
    page.get_by_label("Bot at seat 3").select_option("1")
    page.get_by_role("button", name="Create the table").click()
    assert seats_of(page) == [("Rosa", "rosa", 4), ("", "", 1)]
