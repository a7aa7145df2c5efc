"""The pages come to rest, and the benchmark runs; how fast they are, only an idle machine can tell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from scripts.browsing import chromium
from tests.browser.conftest import People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.browser.hands import Hands, waited

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 600.0  # seconds, on a busy machine
# How often something else is pointed at while the pointer rests.
UNREST = """() => new Promise((tell) => {
  let times = 0;
  const watch = new MutationObserver((all) => { times += all.length; });
  watch.observe(document.querySelector('#pointed'), { childList: true, characterData: true, subtree: true });
  setTimeout(() => { watch.disconnect(); tell(times); }, 400);
})"""
PARTS = """() => [...document.querySelectorAll('#tray [data-part]')].map((each) => {
  const box = each.getBoundingClientRect();
  return [box.left + box.width / 2, box.top, box.height];
})"""
FIGURES = ["over the wire", "until usable", "boards redrawn", "dragging the board", "besides transforms"]


@pytest.mark.more
def test_nothing_flickers_under_a_pointer_that_rests(person: People, server: Process) -> None:
    """Slow: it looks for seconds whether anything moves."""
    page = person(server, "Anna")
    answer = page.context.request.post("/api/tables", data={"game": "walnut-grove", "seats": [{"who": "me"}]})
    page.goto(f"/t/{answer.json()['table']['code']}")
    hands, low = Hands(page), 0
    while low < 6:
        waited(page)
        low += rest_on_low_parts(page)
        page.mouse.move(5, 5)
        hands.choose()


# `Any`: a page is Playwright's, which may not be there.
def rest_on_low_parts(page: Any) -> int:
    """At the lower edge of what lies in a low tray, and goes up when the tray grows; on how many."""
    parts: list[tuple[float, float, float]] = page.evaluate(PARTS)
    found = [(x, y + 0.97 * height) for x, y, height in parts if height < 60]
    for x, y in found[:6]:
        page.mouse.move(5, 5)
        page.mouse.move(x, y, steps=2)
        page.wait_for_timeout(350)
        assert not page.evaluate(UNREST), (x, y)
    return len(found[:6])


@pytest.mark.more
def test_every_game_and_every_device_is_measured() -> None:
    """Slow: everything that `make bench-pages` measures is measured once."""
    if chromium() is None:
        pytest.skip("there is no Chromium here; scripts/chromium installs it")
    written = ROOT / "benchmarks" / "pages.md"
    before = written.read_bytes() if written.exists() else b""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.pages", "--quick"],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    said, tables = done.stdout, done.stdout.split("Goals that are not reached")[0]
    assert done.stderr == ""
    for number, game in enumerate(shelf.names()):
        assert f"{shelf.game(game).title}, {('desktop', 'phone')[number % 2]}" in said
    for figure in FIGURES:
        assert tables.count(figure) >= 2, figure
    missed = int(said.strip().rpartition(": ")[2])
    assert missed == said.count("Not reached: ") and done.returncode == (1 if missed else 0)
    kilobytes = [line for line in tables.splitlines() if "over the wire" in line and "│" in line]
    assert all("yes" in line for line in kilobytes), "\n".join(kilobytes)
    assert (written.read_bytes() if written.exists() else b"") == before
