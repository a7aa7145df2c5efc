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
def test_nothing_is_in_anybodys_way(browser: Any, tables: Tables, station: Station) -> None:
    if station.is_narrow:
        return
    with visited(browser, tables, station, locale="en-GB", **DESKTOP) as page:
        look_for_obstacles(page, *LIGHTS)


@every_station
def test_a_phone_is_wide_enough_in_french(browser: Any, tables: Tables, station: Station) -> None:
    with visited(browser, tables, station, locale="fr", **PHONE) as page:
        assert page.evaluate("document.documentElement.lang") == "fr"
        assert page.evaluate(WIDER) == []
        look_for_obstacles(page, "dark")  # the colours are those of the desktop, what lies on what is not


@every_station
def test_a_phone_is_wide_enough_in_german(browser: Any, tables: Tables, station: Station) -> None:
    with visited(browser, tables, station, locale="de", **PHONE) as page:
        assert page.evaluate("document.documentElement.lang") == "de"
        assert page.evaluate(WIDER) == []


def look_for_obstacles(page: Any, *lights: str) -> None:
    assert obstacles(page) == []
    for name in lights:
        page.emulate_media(**LIGHTS[name])
        assert faint(page) == [], name


def test_axe_finds_what_is_in_the_way(browser: Any, tables: Tables) -> None:
    with visited(browser, tables, STATIONS[0], locale="en-GB", **DESKTOP) as page:
        page.evaluate("document.querySelector('#language').removeAttribute('aria-label')")
        page.evaluate("document.querySelector('.lead').style.color = 'wheat'")
        assert any("select-name" in line for line in obstacles(page))
        assert any("color-contrast" in line for line in faint(page))
