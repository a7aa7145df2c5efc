"""Scoring where something goes wrong: nothing that was tapped in is lost, and the page says what it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PHONE, People
from tests.browser.test_scoring import GROVE, VALLEY, begun, does, key, ledger
from tests.render.test_tally import EXAMPLE
from tests.server.scorepad.test_editions import ROOMY
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

KEPT = "localStorage.getItem('farmstead.score.sunflower-valley')"
HELD = "document.activeElement.getAttribute('data-part') ?? document.activeElement.id"
FOLDER = """() => {
  const data = new DataTransfer();
  const file = new File(["{}"], "gone.jsonl");
  file.slice = () => ({ text: () => Promise.reject(new DOMException("gone", "NotFoundError")) });
  Object.defineProperty(data, "files", { value: [file] });
  document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
}"""


# `Any`, here and below: pages are Playwright's, which may not be there.
def opened_file(page: Any, tmp_path: Path, text: str) -> None:
    file = tmp_path / "table.jsonl"
    file.write_text(text, encoding="utf-8")
    page.locator("#load").set_input_files(file)


def test_a_table_that_is_refused_at_first_is_not_lost(
    server: Process, person: People, tmp_path: Path
) -> None:
    page = person(server, "Ada")
    begun(page, VALLEY)
    does(page, lambda: opened_file(page, tmp_path, json.dumps(EXAMPLE)))
    answers = [(429, "slowly"), (502, "away")]

    def busy(route: Any) -> None:
        if answers:
            status, key = answers.pop(0)
            route.fulfill(status=status, json={"key": key, "sentence": "Later."})
        else:
            route.continue_()

    page.route("**/api/score/**", busy)
    page.reload()
    page.wait_for_selector("#scoring[data-ready]")
    assert not answers and sum(ledger(page).values()) == 34  # asked once more, and once more
    answers.append((400, "bad_message"))
    page.reload()
    page.wait_for_selector("#scoring[data-ready]")
    assert "Later." in str(page.locator("#trouble").text_content())
    assert sum(ledger(page).values()) == 0 and json.loads(page.evaluate(KEPT))["sheets"] == [EXAMPLE]
    assert does(page, lambda: page.locator("#undo").click())["sheets"] == [EXAMPLE]
    page.evaluate("location.hash = 'main'")  # the link that skips to the page itself
    does(page, lambda: page.locator('#picture [data-part="hex:0,0"]').press("x"))
    page.evaluate("location.hash = 'main-'")  # a damaged one
    page.locator("#trouble .notice").wait_for()
    assert does(page, lambda: page.locator("#undo").click())["sheets"] == [EXAMPLE]


def test_files_that_are_no_table_say_why(server: Process, person: People, tmp_path: Path) -> None:
    page = person(server, "Ada", locale="de")
    begun(page, GROVE)
    said = page.locator("#trouble .notice p")
    for text, why in (
        ('{"board": "yellow"}\n' * 13, "WG 1.1"),
        (json.dumps({"board": "yellow", "x": "x" * 17_000}), "16.384"),
        (json.dumps({"board": "yellow", "x": "x" * 900_000}), "16.384"),
    ):
        opened_file(page, tmp_path, text)
        said.filter(has_text=why).wait_for()
        page.evaluate("document.getElementById('trouble').replaceChildren()")
    page.evaluate(FOLDER)
    said.filter(has_text="gone.jsonl").wait_for()


def test_long_names_and_turned_ones_stay_in_their_place(server: Process, person: People) -> None:
    page = person(server, "Ada", **PHONE)
    begun(page, VALLEY)
    for seat in range(3):
        does(page, lambda: key(page, "add").click()) if seat else None
        name = "\u202e" + "W" * 38
        does(page, lambda name=name: (key(page, "name").fill(name), key(page, "name").press("Tab")))
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["viewport"]["width"]
    assert page.locator("#doubts bdi").count() and "\u202e" not in str(page.locator("#doubts").text_content())


def test_the_keyboard_stays_where_something_was_put(server: Process, person: People, tmp_path: Path) -> None:
    page = person(server, "Ada")
    begun(page, GROVE)
    does(page, lambda: key(page, "tool tile:17").click())
    does(page, lambda: page.locator('#picture [data-part="cell:0,1"]').press("Enter"))
    assert page.evaluate(HELD) == "laid:0,1"
    file = tmp_path / "roomy.toml"
    file.write_text(ROOMY, encoding="utf-8")
    does(page, lambda: page.locator("#edition").set_input_files(file))
    key(page, "packaged").press("Enter")
    page.locator("#ours").wait_for()
    assert page.evaluate(HELD) == "edition"
