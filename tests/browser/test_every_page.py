"""Every page, and a table in every phase: nothing is in anybody's way, and nothing wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scripts.browsing import DESKTOP, PHONE
from scripts.screenshots.stations import STATIONS, Station, known
from scripts.screenshots.tables import Tables
from tests.browser.axe import faint, obstacles

SIZES: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "phone": PHONE}
LIGHTS: dict[str, dict[str, str]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "more contrast": {"color_scheme": "light", "contrast": "more"},
}
WIDER = """() => {
  if (document.scrollingElement.scrollWidth <= innerWidth) return [];
  const isOut = (each) => each.getBoundingClientRect().right > innerWidth + 0.5;
  const all = [...document.body.querySelectorAll('*')].filter((each) => !each.closest('svg') && isOut(each));
  return ['the page', ...all.map((each) => `${each.tagName} #${each.id} .${each.className}`).slice(0, 9)];
}"""


every_station = pytest.mark.parametrize("station", STATIONS, ids=lambda station: station.name)


@contextmanager
def visited(browser: Any, tables: Tables, station: Station, **settings: Any) -> Iterator[Any]:
    """The page, once all is shown."""
    context = browser.new_context(base_url=tables.url, **settings)
    try:
        if station.is_known:
            known(context, tables)
        page = context.new_page()
        station.visit(page, tables)
        yield page
    finally:
        context.close()


@every_station
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_in_anybodys_way(browser: Any, tables: Tables, station: Station, size: str) -> None:
    if size == "desktop" and station.is_narrow:
        return
    with visited(browser, tables, station, locale="en-GB", **SIZES[size]) as page:
        assert obstacles(page) == []
        for name, light in LIGHTS.items():
            page.emulate_media(**light)
            assert faint(page) == [], name


@every_station
@pytest.mark.parametrize("language", ["fr", "de"])
def test_nothing_is_wider_than_a_phone(browser: Any, tables: Tables, station: Station, language: str) -> None:
    with visited(browser, tables, station, locale=language, **PHONE) as page:
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate(WIDER) == []


def test_axe_finds_what_is_in_the_way(browser: Any, tables: Tables) -> None:
    with visited(browser, tables, STATIONS[0], locale="en-GB", **DESKTOP) as page:
        page.evaluate("document.querySelector('#language').removeAttribute('aria-label')")
        page.evaluate("document.querySelector('.lead').style.color = 'wheat'")
        assert any("select-name" in line for line in obstacles(page))
        assert any("color-contrast" in line for line in faint(page))
