"""A real table put right on the page: own components, a wrong tile swapped, files of several kinds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.browser.conftest import PHONE, People
from tests.browser.test_scoring import GROVE, VALLEY, begun, does, key, ledger
from tests.render.test_tally import EXAMPLE
from tests.render.test_tally_mending import OTHER
from tests.server.scorepad.test_editions import FULL, ON_B, ROOMY, SWAPPED
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

DROPPED = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
}"""


def test_components_of_ones_own_are_dropped_shared_and_left(
    server: Process, person: People, tmp_path: Path
) -> None:
    page = person(server, "Ada")
    begun(page, VALLEY)
    does(page, lambda: page.evaluate(DROPPED, ["mine.toml", SWAPPED]))
    assert "mine sha256:" in str(page.locator("#own-edition code").text_content())
    file = tmp_path / "valley.jsonl"
    file.write_text(json.dumps(ON_B), encoding="utf-8")
    does(page, lambda: page.locator("#load").set_input_files(file))  # a sheet that ours has no mountains for
    assert sum(ledger(page).values()) == 34
    friend = person(server, "Ben")
    friend.goto(page.locator("#link input").input_value())  # the components are in the link
    friend.wait_for_selector("#scoring[data-ready]")
    assert ledger(friend) == ledger(page)
    assert "mine sha256:" in str(friend.locator("#own-edition code").text_content())
    page.reload()
    page.wait_for_selector("#scoring[data-ready]")
    assert sum(ledger(page).values()) == 34  # and kept in this browser
    key(page, "packaged").click()  # which cannot count it: it is put aside, and comes back
    page.locator("#trouble .strip").wait_for()
    assert "SV 1.1" in str(page.locator("#trouble .strip").text_content())
    assert page.locator("#ours").is_visible() and sum(ledger(page).values()) == 0
    before = does(page, lambda: page.locator("#undo").click())
    assert before["sheets"] == [ON_B]
    assert "mine sha256:" in str(page.locator("#own-edition code").text_content())


def test_unsound_components_change_nothing(server: Process, person: People, tmp_path: Path) -> None:
    page = person(server, "Ada", **PHONE, locale="de")
    begun(page, GROVE)
    file = tmp_path / "mine.toml"
    file.write_text(ROOMY.replace("copper = 11", "copper = 7"), encoding="utf-8")
    page.locator("#edition").set_input_files(file)
    page.locator("#trouble .notice li[lang=en]").first.wait_for()
    assert page.locator("#ours").is_visible()
    file.write_text(ROOMY, encoding="utf-8")
    does(page, lambda: page.locator("#edition").set_input_files(file))
    file.write_text(json.dumps(FULL), encoding="utf-8")
    does(page, lambda: page.locator("#load").set_input_files(file))
    assert ledger(page)["coins"] == 12  # six gold coins, where our barn has four spaces
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["viewport"]["width"]


def test_a_wrong_tile_is_swapped_where_it_lies(server: Process, person: People) -> None:
    page = person(server, "Ada")
    begun(page, GROVE)
    for tile, cell in ((17, "0,1"), (4, "0,2")):
        does(page, lambda tile=tile: key(page, f"tool tile:{tile}").click())
        does(page, lambda cell=cell: page.locator(f'#picture [data-part="cell:{cell}"]').press("Enter"))
    does(page, lambda: key(page, "tool tile:30").click())
    wrong = page.locator('#picture [data-part="laid:0,1"]')
    assert "swap" in str(wrong.get_attribute("aria-label"))
    counted = does(page, lambda: wrong.press("Enter"))
    assert [tile[:3] for tile in counted["sheets"][0]["tiles"]] == [[30, 0, 1], [4, 0, 2]]
    before = does(page, lambda: page.locator("#undo").click())
    assert [tile[0] for tile in before["sheets"][0]["tiles"]] == [17, 4]


def test_sheets_one_to_a_line_are_opened_as_a_table(server: Process, person: People, tmp_path: Path) -> None:
    page = person(server, "Ada")
    begun(page, VALLEY)
    file = tmp_path / "valleys.jsonl"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in (EXAMPLE, OTHER, OTHER)), encoding="utf-8")
    counted = does(page, lambda: page.locator("#load").set_input_files(file))
    assert counted["sheets"][0]["players"] == [EXAMPLE["rows"], OTHER["rows"], OTHER["rows"]]
    assert page.locator("#rows thead th").count() == 4
    file.write_text(f"{json.dumps(EXAMPLE)}\n{json.dumps(ON_B)}\n", encoding="utf-8")
    page.locator("#load").set_input_files(file)
    page.locator("#trouble .notice").wait_for()
    assert "SV 1.1" in str(page.locator("#trouble .notice").text_content())


@pytest.mark.more
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_leaf_is_one_page_of_its_paper(server: Process, person: People, paper: str) -> None:
    """Slow: every leaf is printed."""
    page = person(server, "Ada", locale="fr")
    for address, leaves in (
        (f"/print/{VALLEY}?", 8),
        (f"/print/{VALLEY}?what=score&", 1),
        (f"/print/{GROVE}?", 1),
    ):
        page.goto(f"{address}paper={paper}")
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == leaves
