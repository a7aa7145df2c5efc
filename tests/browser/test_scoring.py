"""Scoring a real table in a real browser: by taps, by keys alone, on a phone; kept, shared, saved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from tests.browser.conftest import PHONE, People
from tests.render.test_tally import EXAMPLE, at_the_end, farm_sheets, valley_sheets
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

GROVE, VALLEY = "walnut-grove", "sunflower-valley"
PATIENCE = 60_000  # milliseconds, on a busy machine
LEDGER = """all => all.map((li) => [
  li.querySelector('.line').dataset.key.slice(5), li.querySelector('.points').textContent,
])"""
MIDDLE = """part => {
  const shape = document.querySelector(`#picture [data-part="${part}"] .hit`);
  shape.scrollIntoView({ block: "center" });
  const { x, y, width, height } = shape.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
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


def printed(game: str, sheet: Any) -> Any:
    """As `farmstead score` answers."""
    return shelf.score_line(shelf.game(game), json.dumps(sheet).encode())


def ledger(page: Any) -> dict[str, int]:
    """The lines as they stand on the page."""
    found = page.locator("#lines li").evaluate_all(LEDGER)
    return {line: int(points.replace("−", "-")) for line, points in found}


class Finger:
    """Taps on a page, counted."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def key(self, name: str) -> None:
        self.taps += 1
        key(self.page, name).tap()

    def part(self, name: str) -> None:
        self.taps += 1
        self.page.touchscreen.tap(*self.page.evaluate(MIDDLE, name))

    def choose(self, name: str, value: str) -> None:
        """A list opens by one tap, and closes by another."""
        if key(self.page, name).input_value() != value:
            self.taps += 2
            does(self.page, lambda: key(self.page, name).select_option(value))


def looked_back_at(game: str, name: str) -> Any:
    """The end of a game between good players, as everybody sees it."""
    return at_the_end(Path(str(shelf.folder(game) / "guide" / "records" / name))).view(None)


def pieces_of(sheet: Any) -> list[str]:
    """What is counted on a farm, as the steppers name it; room in the barn comes before what fills it."""
    have = {what: [*sheet[what]] for what in ("labourers", "improvements", "barn")}
    have["labourers"].remove("yellow" if sheet["board"] == "yellow" else "blue")
    found = ["barns"] * sheet["barns"] + ["huts"] * sheet["huts"]
    found += [f"{what} {name}" for what, names in have.items() for name in names]
    found += [f"land {good}" for good, many in sheet["land"].items() for _ in range(many)]
    return found + [f"help {side}" for side, many in sheet["help"].items() for _ in range(many)]


def kept(page: Any, game: str, part: str, value: Any) -> None:
    """Until the browser has it: the page asks for one thing after the other, however quickly it is tapped."""
    page.wait_for_function(
        """([game, part, value]) => {
          const table = JSON.parse(localStorage.getItem("farmstead.score." + game));
          return JSON.stringify(table?.sheets[0]?.[part]) === JSON.stringify(value);
        }""",
        arg=[game, part, value],
        timeout=PATIENCE,
    )


@pytest.mark.more
def test_a_farm_is_tapped_in_on_a_phone(server: Process, person: People) -> None:
    """Tile by tile: the page says what the command line does, and it takes about sixty taps.

    Slow: every part of a farm is tapped.
    """
    page = person(server, "Ada", **PHONE)
    begun(page, GROVE)
    finger, sheet = Finger(page), farm_sheets(looked_back_at("walnut-grove", "walnut-grove-3-2.record"))[0]
    finger.choose("set board", sheet["board"])
    for number, column, row, turn in sheet["tiles"]:
        for kind in key(page, f"tool tile:{number}").get_attribute("data-kinds").split():
            finger.key(f"sieve {kind}")
        assert key(page, f"tool tile:{number}").is_visible()
        does(page, lambda number=number: finger.key(f"tool tile:{number}"))
        laid = does(page, lambda at=f"cell:{column},{row}": finger.part(at))["sheets"][0]["tiles"][-1]
        for _ in range((turn - laid[3]) % 4):
            does(page, lambda at=f"laid:{column},{row}": finger.part(at))
    for piece in pieces_of(sheet):
        counted = does(page, lambda piece=piece: finger.key(f"more {piece}"))
    assert counted["sheets"][0]["tiles"] == sheet["tiles"]
    printed_lines = printed(GROVE, sheet)
    assert ledger(page) == {line: points for line, points in printed_lines.items() if line != "total"}
    assert counted["doubts"] == [] and page.locator("#doubts").text_content() == ""
    assert finger.taps <= 70, finger.taps  # said in docs/scoring.md
    finger.key("line figures")
    page.wait_for_selector("#picture > .overlay[data-line=figures]", state="attached")


def still_free(line: str, tools: str) -> str:
    """A row on which these marks are not drawn yet."""
    return " ".join(["." if mark[0] in tools else mark for mark in line.split()])


@pytest.mark.more
def test_a_valley_is_tapped_in_on_a_phone(server: Process, person: People) -> None:
    """One mark after the other, and it takes fewer than fifty taps.

    Slow: every part of a valley is tapped.
    """
    page = person(server, "Ada", **PHONE)
    begun(page, VALLEY)
    (table,) = valley_sheets(looked_back_at("sunflower-valley", "sunflower-valley-3-2.record"))
    finger, rows = Finger(page), table["players"][0]
    finger.choose("set sheet", table["sheet"])
    places = {
        (row, column): mark for row, line in enumerate(rows) for column, mark in enumerate(line.split())
    }
    for n, tool in enumerate("HSFULC"):
        wanted = {place: mark for place, mark in places.items() if mark.startswith(tool)}
        if wanted:
            does(page, lambda tool=tool: finger.key(f"tool {tool}"))
        for (row, column), mark in wanted.items():
            for _ in range(1 + WAYS.get(tool, (tool,)).index(mark)):
                finger.part(f"hex:{row},{column}")  # quicker than the page can answer
        kept(page, VALLEY, "rows", [still_free(line, "HSFULC"[n + 1 :]) for line in rows])
    alone = printed(VALLEY, {"sheet": table["sheet"], "rows": rows})
    assert ledger(page) == {line: alone[line] for line in ledger(page)} and len(ledger(page)) == 4
    assert finger.taps <= 50, finger.taps  # said in docs/scoring.md


def test_a_valley_is_drawn_by_keys_alone(server: Process, person: People) -> None:
    page = person(server, "Ada")
    begun(page, VALLEY)
    for row, tokens in enumerate(EXAMPLE["rows"]):
        for column, token in enumerate(str(tokens).split()):
            if token == "^":
                continue
            page.locator(f'#picture [data-part="hex:{row},{column}"]').focus()
            many = 1 + WAYS.get(token[0], (token,)).index(token)
            for _ in range(many):
                page.keyboard.press(token[0].lower())
    kept(page, VALLEY, "rows", EXAMPLE["rows"])
    here = page.evaluate("document.activeElement.getAttribute('data-part')")
    assert here == "hex:4,5"  # the focus stays where it was
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


@pytest.mark.more
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
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["viewport"]["width"]
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
