"""Scoring a real table in a real browser: by taps, by keys alone, on a phone; kept, shared, saved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from tests.browser.conftest import PHONE, People
from tests.golden_games import records_of
from tests.render.test_tally import EXAMPLE, at_the_end, farm_sheets
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

GROVE, VALLEY = "walnut-grove", "sunflower-valley"
PATIENCE = 60_000  # milliseconds, on a busy machine
LEDGER = """all => all.map((li) => [
  li.querySelector('.line').dataset.key.slice(5), li.querySelector('.points').textContent,
])"""
LETTERS = {"H": "h", "S": "s", "F": "f", "U": "u"}
WAYS = {"L": ("L03", "L14", "L25"), "C": ("C02", "C13", "C24", "C35", "C04", "C15")}


# `Any`, here and below: pages are Playwright's, which may not be there.
def begun(page: Any, game: str) -> None:
    page.goto(f"/score/{game}")
    page.wait_for_selector("#scoring[data-ready]")


def does(page: Any, deed: Any) -> Any:
    """Do something that asks the server, and wait for what it says."""
    with page.expect_response("**/api/score/**") as answer:
        deed()
    found = answer.value.json()
    page.wait_for_function(
        "now => document.getElementById('now').textContent.includes(now)", arg=total_of(found)
    )
    return found["counted"]


def total_of(found: Any) -> str:
    counted = found["counted"]
    return str(counted["rows"][-1]["points"][counted["seat"]]).replace("-", "−")


def key(page: Any, name: str) -> Any:
    return page.locator(f'[data-key="{name}"]')


def tap(page: Any, part: str) -> None:
    """As a finger does: in the middle of what is hit."""
    page.locator(f'#picture [data-part="{part}"] .hit').first.click(force=True)


def printed(game: str, sheet: Any) -> Any:
    """As `farmstead score` answers."""
    return shelf.score_line(shelf.game(game), json.dumps(sheet).encode())


def ledger(page: Any) -> dict[str, int]:
    """The lines as they stand on the page."""
    found = page.locator("#lines li").evaluate_all(LEDGER)
    return {line: int(points.replace("−", "-")) for line, points in found}


def test_a_farm_is_tapped_in(server: Process, person: People) -> None:
    """The farm of a game that was played, tile by tile: the page says what the command line does."""
    page = person(server, "Ada")
    begun(page, GROVE)
    (sheet,) = farm_sheets(at_the_end(records_of(GROVE)[0]).view(None))[:1]
    for good in ("grain", "fish"):
        key(page, f"sieve {good}").click()
    kinds = page.locator(".palette.many .tool:visible").evaluate_all("all => all.map((t) => t.dataset.kinds)")
    assert 0 < len(kinds) < 12 and all({"grain", "fish"} <= set(each.split()) for each in kinds)
    key(page, "sieve ").click()
    if sheet["board"] != "yellow":
        does(page, lambda: key(page, "set board").select_option(sheet["board"]))
    for number, column, row, turn in sheet["tiles"]:
        does(page, lambda number=number: key(page, f"tool tile:{number}").click())
        laid = does(page, lambda at=f"cell:{column},{row}": tap(page, at))["sheets"][0]["tiles"][-1]
        for _ in range((turn - laid[3]) % 4):
            does(page, lambda at=f"laid:{column},{row}": tap(page, at))
    have = {"labourers": [*sheet["labourers"]], "improvements": sheet["improvements"], "barn": sheet["barn"]}
    have["labourers"].remove("yellow" if sheet["board"] == "yellow" else "blue")
    presses = [f"{what} {name}" for what, names in have.items() for name in names]
    presses += ["huts"] * sheet["huts"] + ["barns"] * sheet["barns"]
    presses = [*[each for each in presses if each == "barns"], *[each for each in presses if each != "barns"]]
    presses += [f"land {good}" for good, many in sheet["land"].items() for _ in range(many)]
    presses += [f"help {side}" for side, many in sheet["help"].items() for _ in range(many)]
    for press in presses:
        counted = does(page, lambda press=press: key(page, f"more {press}").click())
    assert ledger(page) == {line: points for line, points in printed(GROVE, sheet).items() if line != "total"}
    assert counted["doubts"] == []
    assert page.locator("#doubts").text_content() == ""
    key(page, "line figures").hover()
    page.wait_for_selector("#picture > .overlay[data-line=figures]", state="attached")


def test_a_valley_is_drawn_by_keys_alone(server: Process, person: People) -> None:
    page = person(server, "Ada")
    begun(page, VALLEY)
    page.locator('#picture [data-part="hex:0,0"]').focus()
    counted: Any = None
    for row, tokens in enumerate(EXAMPLE["rows"]):
        for column, token in enumerate(str(tokens).split()):
            if token == "^":
                continue
            page.locator(f'#picture [data-part="hex:{row},{column}"]').focus()
            presses = (
                [LETTERS[token]]
                if token in LETTERS
                else [token[0].lower()] * (1 + WAYS[token[0]].index(token))
            )
            for press in presses:
                counted = does(page, lambda press=press: page.keyboard.press(press))
            here = page.evaluate("document.activeElement.getAttribute('data-part')")
            assert here == f"hex:{row},{column}"  # the focus stays where it was
    assert counted["sheets"] == [{"sheet": "A", "rows": EXAMPLE["rows"]}]
    assert ledger(page) == {"houses_with_sheep": 18, "houses_without": -5, "mountains": 8, "high_speed": 13}
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('data-part')") == "hex:4,4"
    counted = does(page, lambda: page.keyboard.press("Control+z"))
    assert counted["sheets"][0]["rows"][4].endswith("S .")
    does(page, lambda: page.locator('#picture [data-part="hex:4,4"]').press("Delete"))
    assert "34" not in str(page.locator("#now").text_content())


def test_a_table_is_kept_shared_saved_and_opened(server: Process, person: People, tmp_path: Path) -> None:
    page = person(server, "Ada")
    begun(page, VALLEY)
    file = tmp_path / "valley.jsonl"
    file.write_text(
        json.dumps(EXAMPLE, indent=1), encoding="utf-8"
    )  # over several lines, as the rules have it
    does(page, lambda: page.locator("#load").set_input_files(file))
    does(page, lambda: key(page, "add").click())
    key(page, "name").fill("Bo <3")
    does(page, lambda: page.keyboard.press("Tab"))
    assert "Bo <3" in str(page.locator("#rows").text_content())
    with page.expect_download() as download:
        page.locator("#save").click()
    (line,) = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    answer = printed(VALLEY, json.loads(line))
    assert answer["players"][0]["total"] == 34 + 15 + 5 and answer["places"] == [1, 2]
    link = page.locator("#link input").input_value()
    page.reload()
    page.wait_for_selector("#scoring[data-ready]")
    assert "Bo <3" in str(page.locator("#rows").text_content())  # this browser has kept it
    friend = person(server, "Ben")
    begun(friend, VALLEY)
    friend.locator('#picture [data-part="hex:1,1"]').focus()
    does(friend, lambda: friend.keyboard.press("h"))
    friend.goto("about:blank")
    friend.goto(link)
    friend.wait_for_selector("#scoring[data-ready]")
    assert friend.locator("#rows tr").all_text_contents() == page.locator("#rows tr").all_text_contents()
    own = does(friend, lambda: friend.locator("#undo").click())
    assert own["sheets"][0]["rows"][1] == ". H . . . ."  # a link takes away nothing
    bad = tmp_path / "bad.json"
    bad.write_text("[1, 2", encoding="utf-8")
    friend.locator("#load").set_input_files(bad)
    friend.locator("#trouble .notice").wait_for()


@pytest.mark.parametrize("language", ["fr", "de"])
def test_what_cannot_be_is_said_on_a_phone(server: Process, person: People, language: str) -> None:
    page = person(server, "Ada", **PHONE, locale=language)
    begun(page, GROVE)
    does(page, lambda: key(page, "more help open").click())
    key(page, "more help open").click()
    notice = page.locator("#trouble .notice")
    notice.wait_for()
    assert "WG 7.2" in str(notice.text_content())
    assert notice.locator("a").get_attribute("href") == f"/rules/{GROVE}#7.2"
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    before = does(page, lambda: page.locator("#undo").click())  # of the tap that was done
    assert not before["sheets"][0].get("help", {}).get("open")


def test_an_edition_is_looked_at(server: Process, person: People, tmp_path: Path) -> None:
    page = person(server, "Ada")
    page.goto("/gallery")
    file = tmp_path / "mine.toml"
    file.write_text(shelf.edition_text(VALLEY).replace("OOGG^Y", "OOGG^O"), encoding="utf-8")
    page.locator("#edition").set_input_files(file)
    page.locator("#checked .notice li").first.wait_for()
    file.write_text(shelf.edition_text(VALLEY), encoding="utf-8")
    page.locator("#edition").set_input_files(file)
    page.locator("#checked .strip").wait_for(timeout=PATIENCE)
    assert page.locator("#drawn .wide .piece svg").count() == 8
