"""Nothing that people read is smaller than 11 pixels on a laptop: neither on the page nor in its pictures."""

from __future__ import annotations

from typing import Any, Final

import pytest

from scripts.screenshots.stations import known
from scripts.screenshots.tables import Tables
from tests.browser.conftest import People

LAPTOP: Final = {"viewport": {"width": 1280, "height": 800}}
PATIENCE: Final = 60_000  # milliseconds, on a busy machine
DRAWN: Final = "() => document.body.dataset.position?.trim() && document.querySelector('.picture > svg')"
# Each text that is seen and too small, with its size on the screen.
SMALL: Final = """least => {
  const found = {};
  for (const each of document.querySelectorAll('body *')) {
    if (![...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    if (each.closest('.away, script, style, symbol, select')) continue;
    if (!each.checkVisibility({visibilityProperty: true})) continue;
    if (each.getBoundingClientRect().width <= 1) continue;
    const lies = each instanceof SVGGraphicsElement ? each.getScreenCTM() : null;
    const size = parseFloat(getComputedStyle(each).fontSize) * (lies ? Math.hypot(lies.a, lies.b) : 1);
    if (size < least) found[each.textContent.trim()] = size;
  }
  return found;
}"""
LEAST: Final = 10.95  # 11, and what rounding takes
LATER: Final = [
    pytest.param(name, marks=pytest.mark.more) for name in ("grove-autumn", "grove-winter", "grove-end")
]


@pytest.mark.parametrize("table", ["grove-spring", "valley", *LATER])
def test_what_is_read_is_large_enough(table: str, person: People, tables: Tables) -> None:
    """Slow: a game is played to where it is looked at."""
    page: Any = person(tables, "Ada", **LAPTOP)
    known(page.context, tables)
    page.goto(f"/t/{tables.code(table)}")
    page.wait_for_function(DRAWN, timeout=PATIENCE)
    page.wait_for_function("() => document.querySelectorAll('#log li').length > 3", timeout=PATIENCE)
    assert page.evaluate(SMALL, LEAST) == {}
